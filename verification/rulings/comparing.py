"""Two readings of a ruling compared on a board: proved to be the same game, or parted by a short game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.settings import Ruling, Setting
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from verification.queries import Answer, Asker, Effort, Listener, Status
from verification.rulings.differing import Difference, Pair
from verification.rulings.equality import Equality
from verification.rulings.parting import Parting
from verification.search import breadth_first, random_search
from verification.traces import NotReplayed, Trace, shortened
from verification.verdicts import Verdict

Progress = Callable[[str], None]
Ground = tuple[BoardData, Mapping[Setting, int]]
"""A board, and the choices made for settings on it."""
LONGEST = 5_000
"""Moves after which a random game is given up."""
Z_95 = 1.96


@dataclass(frozen=True, eq=False)
class Compared:
    """What two readings of a ruling, by their letters, come to on a `ground`: players, board and choices.

    `verdict` is about the claim that they are the same game: PROVED, or REFUTED by `trace`, a game that both allow and
    that no game of fewer than `at_least` moves replaces, and `difference`, what they differ in behind it. Of `games`
    played at random under the first reading `affected` come to a moment where the other says something else. `answers`
    of z3 are what a proof rests on.
    """

    ruling: Ruling
    readings: tuple[str, str]
    ground: Instance
    verdict: Verdict
    method: str
    trace: Trace | None = None
    difference: Difference | None = None
    at_least: int = 0
    games: int = 0
    affected: int = 0
    answers: tuple[Answer, ...] = ()

    @property
    def words(self) -> str:
        """What differs, in words; empty if nothing does."""
        if self.trace is None or self.difference is None:
            return ""
        return self.difference.words(self.trace.instance, *self.readings)

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of random games that are affected, with the ends of Wilson's 95 percent interval."""
        if not self.games:
            return 0.0, 0.0, 1.0
        n, p = self.games, self.affected / self.games
        middle = (p + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
        half = Z_95 / (1 + Z_95**2 / n) * (p * (1 - p) / n + Z_95**2 / (4 * n * n)) ** 0.5
        return p, max(0.0, middle - half), min(1.0, middle + half)


def compare(
    game: Game, ruling: Ruling, players: int, board: BoardData, choices: Mapping[Setting, int] | None = None, *,
    elsewhere: Sequence[Ground] = (), effort: Effort | None = None, games: int = 300,
    listeners: Sequence[Listener] = (), progress: Progress | None = None,
    tell: Callable[[Compared], None] | None = None,
) -> list[Compared]:
    """Compare each two readings of a ruling; the other settings have their `choices`, or their defaults.

    Where neither a proof nor a game is found, a game is looked for on the grounds that are given `elsewhere`.
    `tell` hears at once of what each pair comes to.
    """
    tried = effort or Effort(milliseconds=20_000, plays=400, length=LONGEST, states=20_000)
    found = []
    for pair in combinations(ruling.choices, 2):
        best: Compared | None = None
        for ground, made in ((board, choices or {}), *elsewhere):
            usual = Instance(game, players, ground, made)
            one, other = (usual.with_choice(ruling, ruling.number_of(letter)) for letter in pair)
            now = _Comparison(ruling, pair, one, other, tried, games, tuple(listeners), progress).compared()
            if best is None or now.verdict is Verdict.REFUTED:
                best = now
            if best.verdict is not Verdict.UNKNOWN:
                break
        assert best is not None, "there is a first ground"
        found.append(best)
        if tell is not None:
            tell(found[-1])
    return found


@dataclass(frozen=True, eq=False)
class _Comparison:
    """Two readings under comparison."""

    ruling: Ruling
    readings: tuple[str, str]
    one: Instance
    other: Instance
    effort: Effort
    games: int
    listeners: tuple[Listener, ...]
    progress: Progress | None

    def compared(self) -> Compared:
        """Ask z3 first; what it does not grant is looked for."""
        begins = Pair.reference(self.one, self.other, self.ruling).at_the_start()
        if begins is not None:
            told = self._told(Verdict.REFUTED, "the start of each game")
            trace = Trace(self.one, (), begins.words(self.one, *self.readings))
            return replace(told, trace=trace, difference=begins, games=self.games, affected=self.games)
        equality = Equality(self.one, self.other, self.ruling, Asker(self.effort, list(self.listeners)))
        answers = equality.answers(self.progress)
        if all(answer.status is Status.FOLLOWS for answer in answers):
            return replace(self._told(Verdict.PROVED, "induction"), answers=tuple(answers))
        why = answers[-1].question.name
        pair = Pair.compiled(self.one, self.other, self.ruling)
        assert isinstance(pair.one, LlvmExecutor), "it was compiled"
        self._tell("looking for a short game")
        shortest = breadth_first(pair.one, _shows(pair), self.effort)
        if shortest.moves is not None:
            return self._parted(pair, shortest.moves, len(shortest.moves))
        if shortest.exhausted:
            return self._told(Verdict.PROVED, f"exhausted, {shortest.states} states")
        parting = Parting(pair, pair.one, self.effort.seed, self._tell)
        apart = parting.led()
        if apart.exhausted:
            return self._told(Verdict.PROVED, "exhausted")
        at_least = max(shortest.depth, apart.at_least)
        moves = apart.moves
        if moves is None:
            self._tell("looking for a game")
            moves = random_search(pair.one, _shows(pair), self.effort).moves
        if moves is None:
            moves = parting.played_on()
        if moves is None:
            looked = f"{why} is open; no game of fewer than {at_least} moves shows a difference, " \
                     f"nor do {self.effort.plays} random games"
            return self._told(Verdict.UNKNOWN, looked)
        if len(moves) > at_least:
            moves = shortened(pair.one, moves, _shows(pair))
        return self._parted(pair, moves, at_least)

    def _parted(self, pair: Pair, moves: tuple[Move, ...], at_least: int) -> Compared:
        difference = self._confirmed(moves)
        how = "shortest" if at_least == len(moves) else f"none of fewer than {at_least} moves"
        trace = Trace(self.one, moves, difference.words(self.one, *self.readings))
        found = self._told(Verdict.REFUTED, f"a game of {len(moves)} moves, {how}")
        affected = sum(self._affected(pair, seed) for seed in range(self.games))
        return replace(found, trace=trace, difference=difference, at_least=at_least, games=self.games,
                       affected=affected)

    def _confirmed(self, moves: tuple[Move, ...]) -> Difference:
        """What differs behind the moves, which both reference executors allow and make alike; else `NotReplayed`."""
        pair = Pair.reference(self.one, self.other, self.ruling)
        row: Sequence[int] = self.one.start
        for move in moves:
            if pair.one.broken(row, move) or pair.other.broken(row, move) or pair.by(row, move) is not None:
                raise NotReplayed(f"the readings of {self.ruling.id} part before the end of the game found")
            row = pair.one.apply(row, move)
        difference = pair.at(row)
        if difference is None:
            raise NotReplayed(f"the reference executors do not tell the readings of {self.ruling.id} apart there")
        return difference

    def _affected(self, pair: Pair, seed: int) -> bool:
        """Whether a random game comes to a moment where the readings differ."""
        if self.progress is not None and seed % 20 == 0:
            self._tell(f"{seed} of {self.games} random games")
        chooser = random.Random(seed)
        row: Sequence[int] = self.one.start
        for _ in range(LONGEST):
            moves = pair.one.legal(row)
            if moves != pair.other.legal(row):
                return True
            if not moves or pair.has_ended(row, moves):
                break
            move = _chosen(pair.one, row, moves, chooser)
            if pair.by(row, move) is not None or pair.read(row, ends=False) is not None:
                return True
            row = pair.one.apply(row, move)
        return pair.read(row, ends=True) is not None

    def _tell(self, what: str) -> None:
        if self.progress is not None:
            self.progress(f"{self.ruling.id} {' or '.join(self.readings)}: {what}")

    def _told(self, verdict: Verdict, method: str) -> Compared:
        return Compared(self.ruling, self.readings, self.one, verdict, method)


def _shows(pair: Pair) -> Callable[[Executor, Sequence[int] | None, Sequence[int]], bool]:
    def shows(executor: Executor, before: Sequence[int] | None, after: Sequence[int]) -> bool:
        return pair.at(after) is not None

    return shows


def _chosen(executor: Executor, row: Sequence[int], moves: Sequence[Move], chooser: random.Random) -> Move:
    """A move as random play makes it: chance by its weights, players evenly among their moves."""
    if executor.actions[moves[0][0]].chance:
        return chooser.choices(moves, [executor.weight(row, move) for move in moves])[0]
    return chooser.choice(list(moves))
