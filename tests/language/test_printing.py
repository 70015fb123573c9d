"""What a tape prints can be read back and means the same."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from spec.language.nodes import Op
from spec.language.printing import expression
from spec.language.tracing import Tracer
from tests.language.test_laws import NUMBERS, PARAMS, TRUTHS, VALUES, Tree, evaluated, folded

WORDS = {"=": "==", "/=": "!=", "mod": "%", "yes": "1", "no": "0"}


def read_back(text: str, values: tuple[int, ...]) -> int:
    """The value of a printed expression: Python binds its operators as a reader does, once they are spelled so."""
    spelled = re.sub(r"(?<![<>/])=|/=|\b(?:mod|yes|no)\b", lambda found: WORDS[found.group()], text)
    names = {f"x{position}": value for position, value in enumerate(values)}
    return int(eval(spelled, {"min": min, "max": max}, names))


COUNTED = st.tuples(st.sampled_from([Op.ADD, Op.MUL]), TRUTHS, NUMBERS)
"""Truths taken as numbers, 1 where they hold."""


@settings(max_examples=150, deadline=None)
@given(NUMBERS | TRUTHS | COUNTED, VALUES)
@example((Op.ADD, (Op.NOT, ("param", 3)), ("param", 0)), (3, 0, 2, 1, 0))
def test_a_printed_expression_reads_as_it_means(tree: Tree, values: tuple[int, ...]) -> None:
    """Brackets stand wherever leaving them out would change what is read."""
    tracer = Tracer({})
    params = [tracer.param(position, f"x{position}", sort).raw for position, sort in enumerate(PARAMS)]
    node = folded(tree, tracer, params)
    assert evaluated(node, values)[id(node)] == read_back(expression(node), values)
