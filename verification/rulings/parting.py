"""Games in which readings part that are alike in most games.

A search in order looks for any situation in which they part, one led by the distance for each. Besides, a ruling often
speaks of something that has run out. Where the spec claims that some game comes to that, a directed search finds the
game; the readings part on the way there, or in what is played from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from spec.language.actions import Kind, Property
from spec.lowering.executor import Move
from spec.lowering.llvm import LlvmExecutor
from verification.directed import Seeker
from verification.directed.expand import Order
from verification.free.nearing import LONGEST, WIDTHS
from verification.rulings.differing import Pair
from verification.rulings.goals import partings

IN_ORDER = 10_000_000
"""So many moves are made in order of the length of games."""
ONWARD = (1_000, 10_000)
"""The states kept of every depth behind the games that reach a claim."""


@dataclass(frozen=True, slots=True)
class Apart:
    """The moves of a game behind which readings part, or None; no game of fewer than `at_least` moves parts them.

    `exhausted` says that no game does.
    """

    moves: tuple[Move, ...] | None
    at_least: int
    exhausted: bool = False


@dataclass(frozen=True, eq=False)
class Parting:
    """Looks for games behind which the readings of a pair part, on the compiled executor of the first."""

    pair: Pair
    executor: LlvmExecutor
    seed: int
    progress: Callable[[str], None]

    def led(self) -> Apart:
        """The shortest game of those found in order, at random, and led by the distance."""
        if not self._situations:
            return Apart(None, 0)
        self.progress("looking for a shortest game")
        first = self._anywhere.best_first(IN_ORDER)
        if first.moves is not None or first.exhausted:
            return Apart(self._until_parted(first.moves), first.at_least, first.exhausted)
        best: tuple[Move, ...] | None = None
        for number, (seeker, order) in enumerate(self._seekers()):
            for width in WIDTHS:
                self.progress(f"looking for a game, way {number + 1}")
                limit = LONGEST if best is None else len(best) - 1
                parted = self._until_parted(seeker.beam(width, order, limit, self.seed).moves)
                best = best if parted is None else parted
        return Apart(best, first.at_least)

    def played_on(self) -> tuple[Move, ...] | None:
        """The moves of a game that reaches a claim and goes on."""
        for name, moves in self._reaching():
            self.progress(f"playing on from where {name.replace('_', ' ')}")
            parted = self._until_parted(moves)
            if parted is not None:
                return parted
            self._anywhere.begin = self.executor.led_to(moves)
            for width in ONWARD:
                more = self._anywhere.beam(width, Order.NEEDED, LONGEST, self.seed).moves
                if more is not None:
                    return self._until_parted((*moves, *more))
        return None

    @cached_property
    def _situations(self) -> list[tuple[Property, ...]]:
        return list(partings(self.pair))

    @cached_property
    def _anywhere(self) -> Seeker:
        """Who looks for all situations together."""
        first, *others = (guides[0] for guides in self._situations)
        return Seeker(self.executor, first, trusted=False, also=others)

    def _seekers(self) -> Iterator[tuple[Seeker, Order]]:
        yield self._anywhere, Order.NEEDED
        for guides in self._situations:
            for situation in (one for one in guides if one.guide is not None):
                yield Seeker(self.executor, situation, trusted=False), Order.GUIDED

    def _until_parted(self, moves: tuple[Move, ...] | None) -> tuple[Move, ...] | None:
        """The moves up to the first state of a game in which the readings part, if there is one."""
        row: Sequence[int] = self.executor.instance.start
        for made, move in enumerate((*moves, None) if moves is not None else ()):
            if self.pair.at(row) is not None:
                return None if moves is None else moves[:made]
            if move is not None:
                row = self.executor.apply(row, move)
        return None

    def _reaching(self) -> Iterator[tuple[str, tuple[Move, ...]]]:
        for claim in self.executor.instance.game.properties.values():
            if claim.kind is Kind.REACHABLE and not claim.false:
                self.progress(f"looking for a game in which {claim.name.replace('_', ' ')}")
                seeker = Seeker(self.executor, claim, trusted=False)
                found = (seeker.beam(width, seed=self.seed).moves for width in WIDTHS)
                moves = next((one for one in found if one is not None), None)
                if moves is not None:
                    yield claim.name, moves
