"""One move of a model: exactly one choice, what it needs, and the cells after it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from solvers.lowering.algebra import Algebra
from solvers.lowering.emitting import Emitter
from solvers.lowering.grounding import Ground, Write, signature
from solvers.lowering.terms import TRUTHS, Domain, Term, Variable, clipped, key_of, negated, of, united, values_of


@dataclass(frozen=True, eq=False)
class Choice:
    """A move that may be chosen, or None for making none from here on, and the truth that it is."""

    ground: Ground | None
    chosen: Term


def choices_of(grounds: Sequence[Ground | None]) -> list[Choice]:
    """A choice for each move; the only one there is needs no variable."""
    if len(grounds) == 1:
        return [Choice(grounds[0], 1)]
    return [Choice(ground, of(Variable(TRUTHS))) for ground in grounds]


def post_choices(emitter: Emitter, choices: Sequence[Choice]) -> None:
    """Exactly one is chosen, and what it needs holds."""
    emitter.exactly_one([choice.chosen for choice in choices])
    for choice in choices:
        if choice.ground is not None:
            for need in choice.ground.needs:
                emitter.any_of([negated(choice.chosen), need])


class Transition:
    """The cells after a move, each a variable that is defined when it is first used."""

    def __init__(
        self, algebra: Algebra, cells: Sequence[Term], choices: Sequence[Choice], sorts: Sequence[tuple[int, int]]
    ) -> None:
        self.algebra = algebra
        self.cells = cells
        self.sorts = sorts
        writers: dict[int, dict[Hashable, _Group]] = {}
        for choice in choices:
            if choice.ground is None:
                continue
            for slot, writes in choice.ground.writes.items():
                group = writers.setdefault(slot, {}).setdefault(signature(writes), _Group(writes, []))
                group.chosen.append(choice.chosen)
        self.after = list(cells)
        for slot, groups in writers.items():
            self.after[slot] = self._cell(slot, list(groups.values()), len(choices))

    def _cell(self, slot: int, groups: Sequence[_Group], choices: int) -> Term:
        before = self.cells[slot]
        lo, hi = self.sorts[slot]
        is_kept = sum(len(group.chosen) for group in groups) < choices
        found: list[Domain] = []
        for group in groups:
            found += [values_of(value) for _, value in group.writes]
            if group.writes[0][0] != 1:
                found.append(values_of(before))
        if is_kept:
            found.append(values_of(before))
        inside = [values for one in found if (values := clipped(one, lo, hi)) is not None]
        if not is_kept and len(groups) == 1 and groups[0].writes[0][0] == 1 and len(groups[0].writes) == 1:
            return groups[0].writes[0][1]
        every = [
            key_of(value) for group in groups for _, value in group.writes
        ]
        if all(key == key_of(before) for key in every):
            return before
        values = united(inside)
        if len(values) == 1:
            return values[0]
        result = Variable(values)

        def define(emitter: Emitter) -> None:
            for group in groups:
                self._post(emitter, of(result), before, group)
            if is_kept:
                written = self.algebra.either(one for group in groups for one in group.chosen)
                emitter.equal(of(result), before, [negated(written)])

        result.define = define
        return of(result)

    def _post(self, emitter: Emitter, result: Term, before: Term, group: _Group) -> None:
        where = [self.algebra.either(group.chosen)]
        for hit, value in reversed(group.writes):
            emitter.equal(result, value, [*where, hit])
            if hit == 1:
                return
            where.append(negated(hit))
        emitter.equal(result, before, where)


@dataclass(frozen=True, eq=False)
class _Group:
    """Choices that write the same into a cell."""

    writes: Sequence[Write]
    chosen: list[Term]
