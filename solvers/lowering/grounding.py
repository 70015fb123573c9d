"""The moves that may be possible at a moment, one by one, with what they need and what they change.

Parameters are taken in the order of `spec.lowering.plan`, and a move is left out as soon as what the cells can hold
rules it out. What a move needs settles some cells; what it changes is worked out with those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from solvers.lowering.algebra import Algebra
from solvers.lowering.evaluating import Evaluation
from solvers.lowering.tables import Tables
from solvers.lowering.terms import Affine, Term, clipped, key_of, negated, scaled, values_of
from spec.language.nodes import Node
from spec.language.sorts import bounds
from spec.language.tape import Store, Tape
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.plan import Plan, conjuncts, plan

Write = tuple[Term, Term]
"""Where it holds, and the value: the last write that holds is the cell's."""


@dataclass(frozen=True, eq=False)
class Ground:
    """A move with all its parameters: `needs` must hold for it to be legal, `writes` are by slot and in order.

    `weight` is how often a move of chance happens; 1 for a player's move.
    """

    move: Move
    chance: bool
    needs: tuple[Affine, ...]
    writes: Mapping[int, Sequence[Write]]
    weight: Term = 1


class Grounding:
    """Finds the possible moves of one instance at moments of one model."""

    def __init__(self, instance: Instance, algebra: Algebra) -> None:
        self.instance = instance
        self.algebra = algebra
        self.tables = Tables(instance)
        self._plans: dict[int, Plan] = {}

    def moves(self, cells: Sequence[Term]) -> list[Ground]:
        """Every move that what is known of the cells does not rule out."""
        return [
            ground for number in range(len(self.instance.game.actions)) for ground in self._moves_of(number, cells)
        ]

    def reading(self, name: str, cells: Sequence[Term], args: Sequence[int] = ()) -> Term:
        """What a reading of the game says."""
        tape = self.instance.tape(self.instance.game.readings[name])
        assert tape.result is not None, "a reading has a result"
        evaluation = Evaluation(self.algebra, self.instance, self.tables, tape, cells)
        for position, value in enumerate(args):
            evaluation.bind(position, value)
        return evaluation(tape.result)

    def _moves_of(self, number: int, cells: Sequence[Term]) -> Iterator[Ground]:
        action = list(self.instance.game.actions.values())[number]
        tape = self.instance.tape(action)
        if number not in self._plans:
            self._plans[number] = plan(tape)
        evaluation = Evaluation(self.algebra, self.instance, self.tables, tape, cells)
        for args in self._arguments(evaluation, self._plans[number], ()):
            ground = self._ground(evaluation, (number, *args), tape, action.chance, cells)
            if ground is not None:
                yield ground

    def _arguments(self, evaluation: Evaluation, steps: Plan, bound: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        level = steps.levels[len(bound)]
        if any(evaluation(check) == 0 for check in level.checks):
            return
        if len(bound) + 1 == len(steps.levels):
            yield bound
            return
        following = steps.levels[len(bound) + 1]
        param = following.param
        assert param is not None, "only the outermost level binds nothing"
        values: Sequence[int] = range(param.lo, param.hi + 1)
        if following.values is not None:
            met = {value for node in following.values for value in values_of(evaluation(node))}
            values = [value for value in values if value in met]
        for value in values:
            evaluation.bind(param.position, value)
            yield from self._arguments(evaluation, steps, (*bound, value))

    def _ground(
        self, evaluation: Evaluation, move: Move, tape: Tape, chance: bool, cells: Sequence[Term]
    ) -> Ground | None:
        needs: dict[object, Affine] = {}
        if not self._needed(evaluation, tape, chance, needs):
            return None
        known: dict[int, int] = {}
        for need in list(needs.values()):
            for variable, value in self.algebra.told(need).items():
                if known.setdefault(variable, value) != value:
                    return None
        if known:
            evaluation = Evaluation(self.algebra, self.instance, self.tables, tape, cells, known=known)
            for position, value in enumerate(move[1:]):
                evaluation.bind(position, value)
            if not self._needed(evaluation, tape, chance, needs):
                return None
        writes: dict[int, list[Write]] = {}
        for store in tape.stores:
            if not self._stored(evaluation, store, writes, needs):
                return None
        weight = evaluation(tape.weight) if chance and tape.weight is not None else 1
        return Ground(move, chance, tuple(needs.values()), writes, weight)

    def _needed(self, evaluation: Evaluation, tape: Tape, chance: bool, needs: dict[object, Affine]) -> bool:
        """Gather what a move needs; false if it cannot be."""
        for require in tape.requires:
            for part in conjuncts(require.holds):
                if not self._need(evaluation(part), needs):
                    return False
        if chance and tape.weight is not None:
            return self._need(negated(self.algebra.is_at_most_zero(evaluation(tape.weight))), needs)
        return True

    def _need(self, truth: Term, needs: dict[object, Affine]) -> bool:
        term = self.algebra.truth(truth)
        if isinstance(term, int):
            return bool(term)
        needs[term.key] = term
        return True

    def _stored(
        self, evaluation: Evaluation, store: Store, writes: dict[int, list[Write]], needs: dict[object, Affine]
    ) -> bool:
        """Gather what a store may write; false if it must leave its sort."""
        where = self._all(evaluation, store.path)
        if where == 0:
            return True
        value = evaluation(store.value)
        slots = self.instance.layout[store.field]
        if store.checked:
            held = [
                self.algebra.is_at_most_zero(scaled(value, 1, -slots.hi)),
                self.algebra.is_at_most_zero(scaled(value, -1, slots.lo)),
            ]
            if not self._need(self.algebra.either([negated(where), self.algebra.both(held)]), needs):
                return False
        index = [self.algebra.single(evaluation(one)) for one in store.index]
        limits = [bounds(sort, self.instance.shape) for sort in store.field.index]
        boxes = [clipped(values_of(one), lo, hi) or () for one, (lo, hi) in zip(index, limits, strict=True)]
        for at in product(*boxes):
            hit = self.algebra.both([
                where, *(self.algebra.is_equal(one, place) for one, place in zip(index, at, strict=True))
            ])
            if hit == 0:
                continue
            slot = slots.slot(at)
            if hit == 1:
                writes[slot] = [(1, value)]
            else:
                writes.setdefault(slot, []).append((hit, value))
        return True

    def _all(self, evaluation: Evaluation, path: Sequence[Node]) -> Term:
        terms: list[Term] = []
        for node in path:
            term = evaluation(node)
            if term == 0:
                return 0
            terms.append(term)
        return self.algebra.both(terms)


def signature(writes: Sequence[Write]) -> tuple[object, ...]:
    """Equal for writes that do the same."""
    return tuple((key_of(where), key_of(value)) for where, value in writes)
