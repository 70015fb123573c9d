"""Countermodels to induction in words: an action, the cells it starts from, and what breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

import z3

from spec.language.data import EMPTY, BoardData
from spec.language.nodes import Load
from spec.language.printing import member_text
from spec.language.settings import Setting
from spec.language.sorts import BoolSort, Sort
from spec.language.state import Field
from spec.language.tape import Tape
from verification.z3_lowering.cells import FewCells, SymbolicState
from verification.z3_lowering.terms import Term

MOST_WORDS = 24
"""At most this many cells are told."""


@dataclass(frozen=True, eq=False)
class Countermodel:
    """A state that obeys every invariant (but may be unreachable), a move from it, and what it breaks.

    `choices` are the settings for which it is one.
    """

    words: str
    choices: Mapping[Setting, int]


def value(model: z3.ModelRef, term: Term) -> int:
    """What a term is in a model."""
    if isinstance(term, int):
        return term
    found = model.eval(term, model_completion=True)
    if z3.is_true(found) or z3.is_false(found):
        return int(z3.is_true(found))
    return cast(z3.IntNumRef, found).as_long()


def in_words(
    model: z3.ModelRef, tape: Tape, params: tuple[Term, ...], state: SymbolicState, read: Iterable[Field],
    data: BoardData | None,
) -> str:
    """The move and the state before it, as far as `read` says that the cells matter."""
    known = data or EMPTY
    args = ", ".join(
        f"{param.name} {member_text(param.sort, value(model, term), known)}"
        for param, term in zip(tape.params, params, strict=True)
    )
    fields = set(read)
    cells = [cell for field in state if field in fields for cell in _cells(model, field, state, known)]
    told = ", ".join(cells[:MOST_WORDS]) + (", ..." if len(cells) > MOST_WORDS else "")
    return f"{tape.name}({args})" + (f" where {told}" if told else "")


def _cells(model: z3.ModelRef, field: Field, state: SymbolicState, data: BoardData) -> Iterable[str]:
    cells = state[field]
    if isinstance(cells, FewCells):
        for at, term in cells.cells.items():
            where = ", ".join(member_text(sort, one, data) for sort, one in zip(field.index, at, strict=True))
            yield f"{field.name}{f'[{where}]' if at else ''} = {value_text(field.sort, value(model, term), data)}"
    else:
        yield f"{field.name}[...] of many cells"


def value_text(sort: Sort, number: int, data: BoardData) -> str:
    """A value of a sort in words: yes or no for a truth, a name for a member."""
    if isinstance(sort, BoolSort):
        return "yes" if number else "no"
    return member_text(sort, number, data)


def fields_read(tape: Tape) -> frozenset[Field]:
    """The fields that a tape's requirements and values read."""
    return frozenset(node.field for node in tape.nodes() if isinstance(node, Load))
