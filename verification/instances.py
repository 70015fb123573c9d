"""Where assumptions about all members are made: at every value of small sorts, else at the terms a question is about.

Leaving out an instance assumes less: what is then proved holds all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product

from spec.language.board import Printed
from spec.language.nodes import Const, Lookup, Param
from spec.language.sorts import Shape, Sort, bounds
from spec.language.tape import Tape
from verification.z3_lowering.scope import Scope, key
from verification.z3_lowering.terms import Term

EVERY_VALUE = 64
"""Parameters with at most this many combinations are written out."""
MOST = 512
"""At most this many instances of one assumption are made at a time."""

Args = tuple[Term, ...]


def is_open(sort: Sort, shape: Shape) -> bool:
    """Whether a sort's size is open."""
    element = getattr(sort, "element", None)
    return element is not None and shape[element] is None


def every_value(tape: Tape, shape: Shape) -> list[Args] | None:
    """Every combination of a tape's parameters, if no sort is open and there are few."""
    choices: list[list[Term]] = []
    count = 1
    for param in tape.params:
        if is_open(param.sort, shape):
            return None
        lo, hi = bounds(param.sort, shape)
        count *= hi - lo + 1
        if count > EVERY_VALUE:
            return None
        choices.append(list(range(lo, hi + 1)))
    return list(product(*choices))


def at_terms(tape: Tape, scope: Scope, bound: Mapping[int, Term] | None = None) -> list[Args]:
    """Values for a tape's parameters: those `bound` by position, and for the rest all values or the terms in use."""
    choices: list[list[Term]] = []
    count = 1
    for param in tape.params:
        if bound is not None and param.position in bound:
            choices.append([bound[param.position]])
            continue
        lo, hi = bounds(param.sort, scope.shape)
        small = not is_open(param.sort, scope.shape) and hi - lo < EVERY_VALUE
        choices.append(list(range(lo, hi + 1)) if small else scope.used_as(param.sort))
        count *= len(choices[-1])
    return list(product(*choices)) if count <= MOST else []


def patterns(tape: Tape) -> list[Lookup]:
    """Where an axiom looks up cells by its parameters: the places that say most of them."""
    looked_up = [node for node in tape.nodes() if isinstance(node, Lookup)]
    plain = [node for node in looked_up if all(isinstance(one, (Param, Const)) for one in node.index)]
    reach = max((_reach(node) for node in plain), default=0)
    return [node for node in plain if _reach(node) == reach]


def matching(tape: Tape, scope: Scope, places: list[Lookup]) -> Iterator[Args]:
    """Values for an axiom's parameters at which it speaks of a cell of the board that was looked up, at `places`."""
    if not tape.params:
        yield ()
        return
    for place in places:
        for index in list(scope.looked_up.get(place.table, {}).values()):
            bound = _bound(place, index)
            if bound is not None:
                yield from at_terms(tape, scope, bound)


def closed_downward(table: Printed, scope: Scope) -> list[tuple[Args, Args]]:
    """Each two cells of a table that were looked up, if it is closed downward and they are not too many."""
    cells = list(scope.looked_up.get(table, {}).values()) if table.closed_downward else []
    return list(permutations(cells, 2)) if len(cells) ** 2 <= MOST else []


def _reach(pattern: Lookup) -> int:
    return len({one.position for one in pattern.index if isinstance(one, Param)})


def _bound(pattern: Lookup, index: Args) -> dict[int, Term] | None:
    bound: dict[int, Term] = {}
    for one, term in zip(pattern.index, index, strict=True):
        if isinstance(one, Const):
            if not isinstance(term, int) or term != one.value:
                return None
        elif isinstance(one, Param):
            known = bound.setdefault(one.position, term)
            if key(known) != key(term):
                return None
    return bound
