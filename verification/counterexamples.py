"""Countermodels to induction in words: an action, the cells that matter before it, and what breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import z3

from spec.language.board import Printed
from spec.language.data import EMPTY, BoardData
from spec.language.game import Game
from spec.language.nodes import Load
from spec.language.printing import member_text
from spec.language.settings import Setting
from spec.language.sorts import BoolSort, Sort
from spec.language.state import Field
from spec.language.tape import Tape
from verification.queries import check
from verification.z3_lowering.cells import FewCells, SymbolicState
from verification.z3_lowering.terms import Term, as_truth, both, negated

MOST_WORDS = 24
"""At most this many cells are told."""
MILLISECONDS = 2_000
"""For finding out which cells matter; if z3 takes longer, all are told."""


@dataclass(frozen=True, slots=True)
class Held:
    """What one cell holds: of a state (a field), or of the board (a table)."""

    where: Field | Printed
    index: tuple[int, ...]
    value: int

    def words(self, data: BoardData) -> str:
        """`coins[Antonia] = 3`, with the board's names as far as they are known."""
        index = ", ".join(member_text(sort, one, data) for sort, one in zip(self.where.index, self.index, strict=True))
        board = "" if isinstance(self.where, Field) else "board."
        return f"{board}{self.where.name}{f'[{index}]' if index else ''} = {_text(self.where.sort, self.value, data)}"


@dataclass(frozen=True, eq=False)
class Countermodel:
    """A state that obeys every invariant (but may be unreachable), a move from it, and what it breaks.

    `choices` are the settings for which it is one. `held` are the cells because of which the move is legal and breaks
    the claim, whatever the others hold; None where they were not found out.
    """

    words: str
    choices: Mapping[Setting, int]
    held: tuple[Held, ...] | None = None


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
    fields = set(read)
    cells = [cell for field in state if field in fields for cell in _cells(model, field, state, known)]
    return f"{move_in_words(model, tape, params, known)}{_where(cells)}"


def move_in_words(model: z3.ModelRef, tape: Tape, params: tuple[Term, ...], data: BoardData) -> str:
    """The move with its parameters named."""
    args = ", ".join(
        f"{param.name} {member_text(param.sort, value(model, term), data)}"
        for param, term in zip(tape.params, params, strict=True)
    )
    return f"{tape.name}({args})"


def held_in_words(held: Sequence[Held], choices: Sequence[tuple[Setting, int]], data: BoardData) -> str:
    """The cells that matter, and the settings that do."""
    chosen = [f"{one.id} = {list(one.choices)[made]}" for one, made in choices]
    return _where([*(one.words(data) for one in held), *chosen])


def _where(told: Sequence[str]) -> str:
    return f" where {', '.join(told[:MOST_WORDS])}{', ...' if len(told) > MOST_WORDS else ''}" if told else ""


def what_matters(
    model: z3.ModelRef, game: Game, params: Iterable[Term], state: SymbolicState, facts: Iterable[Term],
) -> tuple[tuple[Held, ...], tuple[Setting, ...]] | None:
    """The cells and settings because of which `facts` hold in a model, whatever everything else is.

    None if z3 cannot tell soon enough.
    """
    facts = list(facts)
    solver = z3.SimpleSolver()  # type: ignore[attr-defined]  # the types of z3 leave it out
    solver.set("core.minimize", True)
    leaves = list(_leaves([as_truth(one) for one in facts]))
    given = {one.get_id() for one in params if not isinstance(one, int)}
    labels: dict[str, z3.ExprRef] = {}
    for number, leaf in enumerate(leaves):
        same = leaf == model.eval(leaf, model_completion=True)
        if leaf.get_id() in given:
            solver.add(same)
        else:
            labels[f"leaf!{number}"] = leaf
            solver.assert_and_track(same, z3.Bool(f"leaf!{number}"))
    solver.add(as_truth(negated(both(facts))))
    if check(solver, MILLISECONDS) != z3.unsat:
        return None
    core = {label.decl().name() for label in solver.unsat_core()}
    kept = [leaf for label, leaf in labels.items() if label in core]
    named = {f"choice {one.id}": one for one in game.settings.values()}
    settings = [named[leaf.decl().name()] for leaf in kept if leaf.decl().name() in named]
    return tuple(_held(model, kept, game, state)), tuple(settings)


def _leaves(roots: Iterable[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """The free constants and the applications of free functions in some terms."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        term = waiting.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        waiting += term.children()
        if term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield term


def _held(
    model: z3.ModelRef, leaves: Iterable[z3.ExprRef], game: Game, state: SymbolicState
) -> Iterator[Held]:
    single: dict[int, tuple[Field, tuple[int, ...]]] = {}
    for field, cells in state.items():
        if isinstance(cells, FewCells):
            single.update((term.get_id(), (field, at)) for at, term in cells.cells.items() if not isinstance(term, int))
    places: dict[str, Field | Printed] = {field.name: field for field in state}
    places.update((f"board.{table.name}", table) for table in game.board.tables)
    found: dict[Held, None] = {}
    for leaf in leaves:
        number = value(model, cast("z3.ArithRef | z3.BoolRef", leaf))
        if leaf.get_id() in single:
            found[Held(*single[leaf.get_id()], number)] = None
        elif leaf.decl().name() in places:
            index = tuple(value(model, cast(z3.ArithRef, one)) for one in leaf.children())
            found[Held(places[leaf.decl().name()], index, number)] = None
    order = {id(field): number for number, field in enumerate([*state, *game.board.tables])}
    return iter(sorted(found, key=lambda one: (order[id(one.where)], one.index)))


def _cells(model: z3.ModelRef, field: Field, state: SymbolicState, data: BoardData) -> Iterable[str]:
    cells = state[field]
    if isinstance(cells, FewCells):
        for at, term in cells.cells.items():
            yield Held(field, at, value(model, term)).words(data)
    else:
        yield f"{field.name}[...] of many cells"


def _text(sort: Sort, number: int, data: BoardData) -> str:
    if isinstance(sort, BoolSort):
        return "yes" if number else "no"
    return member_text(sort, number, data)


def fields_read(tape: Tape) -> frozenset[Field]:
    """The fields that a tape's requirements and values read."""
    return frozenset(node.field for node in tape.nodes() if isinstance(node, Load))
