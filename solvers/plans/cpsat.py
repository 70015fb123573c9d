"""The second engine for plans: the tapes lowered to CP-SAT, with the same policy of the others and the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, inf
from time import monotonic
from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.lowering.algebra import Algebra
from solvers.lowering.errors import Unsupported
from solvers.lowering.grounding import Ground, Write
from solvers.lowering.terms import Affine, Term, difference, negated, scaled, values_of
from solvers.lowering.unrolled import Unrolled
from solvers.plans.luck import Luck
from solvers.plans.others import Helping, InOrder, Others
from solvers.plans.world import Aim
from spec.lowering.executor import Move
from spec.lowering.instance import Instance

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_ENTRIES = 2_000
"""So many entries of a list are looked at beyond those that may have come already."""
SPARE = 2
"""As many moves of chance as were made before, and so many more, are passed over before a list is given up.

NOTE(overflow): by then one of them should be possible, but what a cell can hold does not tell so. Giving up is a choice
of its own, worth more points than anything: an answer without it is right, and one with it says nothing.
"""


class Allowed:
    """What of a game's moves may be chosen: one's own, the others' by their policy, and what luck brings."""

    def __init__(self, aim: Aim, others: Others, luck: Luck) -> None:
        self.aim = aim
        self.others = others
        self.luck = luck

    @property
    def extra(self) -> int:
        """The place in the list of each chance action, and whether a list was given up."""
        return len(self.luck.actions) + 1

    def allowed(
        self, algebra: Algebra, grounds: Sequence[Ground], cells: Sequence[Term], number: int
    ) -> list[Ground]:
        """The moves that may be chosen, with what that needs and writes besides."""
        found: list[Ground] = []
        theirs: list[Ground] = []
        by_chance: dict[int, list[Ground]] = {}
        for ground in grounds:
            if ground.chance:
                by_chance.setdefault(ground.move[0], []).append(ground)
            elif isinstance(self.others, Helping) or ground.move[1] == self.aim.player:
                found.append(ground)
            else:
                theirs.append(ground)
        if isinstance(self.others, InOrder):
            found += _first_of(algebra, sorted(theirs, key=lambda one: self.others_rank(one)))
        for action, possible in by_chance.items():
            slot = len(cells) - self.extra + self.luck.places[action]
            moves = {one.move: one for one in possible}
            found += self._drawn(algebra, action, moves, cells[slot], slot, number + SPARE)
        return found

    def others_rank(self, ground: Ground) -> tuple[int, Move]:
        """What the others prefer comes first."""
        assert isinstance(self.others, InOrder), "who helps has no order"
        return self.others.rank(ground.move)

    def _drawn(
        self, algebra: Algebra, action: int, possible: Mapping[Move, Ground], place: Term, slot: int, most: int
    ) -> Iterator[Ground]:
        """A choice for each entry of the list that may be the first possible one from its place on."""
        shared = set.intersection(*({need.key for need in one.needs} for one in possible.values()))
        passed_over: list[Affine] = []
        settled: set[Move] = set()
        first, last = values_of(place)[0], values_of(place)[-1]
        for at in range(first, last + MOST_ENTRIES):
            move, ticket = self.luck.entry(action, at)
            ground = possible.get(move)
            if ground is None:
                continue
            reached = algebra.is_at_most_zero(scaled(place, 1, -at))
            # a move that is possible at all has a weight above 0, as its needs say
            enough = 1 if not ticket else algebra.is_at_most_zero(difference(ticket + 1, ground.weight))
            needs = _joined(ground.needs, passed_over, reached, enough)
            if needs is not None:
                writes: dict[int, Sequence[Write]] = {**ground.writes, slot: [(1, at + 1)]}
                yield replace(ground, needs=needs, writes=writes)
            comes = algebra.both([reached, enough, *(need for need in ground.needs if need.key not in shared)])
            if comes == 1:
                return
            if isinstance(comes, Affine):
                passed_over.append(_truth(negated(comes)))
            if enough == 1 and reached == 1:
                settled.add(move)
            if len(settled) == len(possible):
                return  # if none of them comes, none is possible
            if len(settled) > most:
                yield from self._given_up(algebra, possible, passed_over, slot - self.luck.places[action])
                return
        raise Unsupported(f"a list of luck of which {MOST_ENTRIES} entries may all be impossible")

    def _given_up(
        self, algebra: Algebra, possible: Mapping[Move, Ground], passed_over: Sequence[Affine], slot: int
    ) -> Iterator[Ground]:
        """The choice of NOTE(overflow); `slot` is the first cell of this control."""
        some = algebra.either(algebra.both(one.needs) for one in possible.values())
        needs = _joined(passed_over, [], some)
        if needs is not None:
            move = next(iter(possible))
            yield Ground(move, True, needs, {slot + self.extra - 1: [(1, 1)]})


def _first_of(algebra: Algebra, ordered: Sequence[Ground]) -> Iterator[Ground]:
    """Of moves in order of preference each only where none before it is legal."""
    none_before: Term = 1
    surely: list[frozenset[object]] = []
    for ground in ordered:
        keys = frozenset(need.key for need in ground.needs)
        if any(before <= keys for before in surely):
            continue  # wherever this is legal, that is too
        needs = _joined(ground.needs, [], none_before)
        if needs is None:
            return
        yield replace(ground, needs=needs)
        surely.append(keys)
        none_before = algebra.both([none_before, negated(algebra.both(ground.needs))])


def _joined(needs: Sequence[Affine], more: Sequence[Affine], *truths: Term) -> tuple[Affine, ...] | None:
    """All of some needs, or None if one cannot hold."""
    found = {need.key: need for need in (*needs, *more)}
    for truth in truths:
        if truth == 0:
            return None
        if isinstance(truth, Affine):
            found[truth.key] = truth
    return tuple(found.values())


def _truth(term: Term) -> Affine:
    assert isinstance(term, Affine), "the opposite of an open truth is open"
    return term


@dataclass(frozen=True)
class CpPlan:
    """What CP-SAT makes of it: the best moves it has, their value, and that no plan has a larger value than `bound`.

    Both of these are its own claims, but that the moves are legal and come to `value` is checked by whoever asks.
    """

    moves: tuple[Move, ...]
    value: int
    bound: int


class PlanModel:
    """A plan of at most `horizon` moves as a CP-SAT model; with `whole` the game is over at its end.

    `Unsupported` if it is not written down until a time of `time.monotonic()`.
    """

    def __init__(
        self, instance: Instance, row: Sequence[int], aim: Aim, others: Others, luck: Luck, horizon: int, whole: bool,
        until: float = inf,
    ) -> None:
        over = "over" if "over" in instance.game.readings else ""
        self.unrolled = Unrolled(instance, row, stops=True, over=over, control=Allowed(aim, others, luck))
        for made in range(horizon):
            if monotonic() > until:
                raise Unsupported(f"{horizon} moves in the time given: {made} were written down")
            self.unrolled.grow()
        end = self.unrolled.moments[-1]
        if whole:
            if not over:
                raise Unsupported("the end of a game that has no reading called over")
            self.unrolled.require(end.reading(over))
        args = (aim.player,) if instance.game.readings[aim.reading].params else ()
        self.points = end.reading(aim.reading, *args)
        self.given_up = end.cells[-1]
        self.aim = self.unrolled.algebra.chosen(self.given_up, values_of(self.points)[-1] + 1, self.points)

    @property
    def bound(self) -> int:
        """No plan has a larger value, by what the cells can hold alone."""
        return values_of(self.points)[-1]

    def best(self, effort: float) -> CpPlan | ClaimsInfeasible | NoAnswer[CpPlan]:
        """The best plan; `effort` is CP-SAT's deterministic time, roughly seconds, for each run."""
        self.unrolled.maximise(self.aim)

        def extract(solver: cp_model.CpSolver) -> CpPlan:
            value = self.unrolled.emitter.value(solver, self.aim)
            known = isinstance(self.aim, int)
            bound = value if known else min(self.bound, floor(solver.best_objective_bound + 0.5))
            return CpPlan(tuple(self.unrolled.moves(solver)), value, bound)

        found = ask(self.unrolled.model, extract, effort)
        match found:
            case CpPlan(value=value) if value > self.bound:
                return NoAnswer("gave up a list of luck")
            case NoAnswer(status, CpPlan(value=value)) if value > self.bound:
                return NoAnswer(status)
            case answer:
                return answer
