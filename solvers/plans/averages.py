"""The best move against unknown luck: behind every legal move the game is played out by a policy, again and again.

All moves meet the same random numbers (round n of each has seed n), so that their differences vary less than their
points. A move is dropped when the leader is better with confidence; it is over when one is left or the time is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean, variance

from solvers.plans.policies import Policy, playing
from solvers.plans.published import checked_aim
from solvers.plans.rules import CompiledRules
from solvers.plans.world import Aim
from spec.execution.position import Position
from spec.language.errors import Malformed
from spec.lowering.executor import Disagreement, Move
from spec.lowering.llvm import LlvmExecutor

CONFIDENCE = 0.95
FIRST_LOOK = 64
"""Rounds before moves are compared; then again whenever their number has doubled."""
MOST_LOOKS = 20
"""The confidence holds for all looks together, up to so many."""


@dataclass(frozen=True)
class Judged:
    """A move with its points on average over `rounds` games; half the width of its interval of confidence.

    `behind` is how much fewer points it has than the leader on average, and `behind_by` half the width of that.
    """

    move: Move
    mean: float
    half: float
    rounds: int
    behind: float
    behind_by: float
    dropped: bool


@dataclass(frozen=True)
class Advice:
    """Moves from the best on. `separated` says that the first is better than each other, with the confidence."""

    position: Position
    aim: Aim
    moves: tuple[Judged, ...]
    separated: bool
    games: int
    unfinished: int
    policy: Policy = Policy.GREEDY
    interrupted: bool = False


@dataclass
class _Arm:
    move: Move
    state: bytes
    points: list[int] = field(default_factory=list)
    dropped: bool = False


def best_move(
    position: Position, aim: Aim, *, seconds: float = 10.0, rounds: int = 1 << 20, seed: int = 0,
    policy: Policy = Policy.GREEDY, progress: Callable[[int], None] | None = None,
    executor: LlvmExecutor | None = None,
) -> Advice:
    """The legal moves of the player by their points at the end of games, within so many seconds.

    Everybody, the player too, plays by the policy behind the move. An interruption from the keyboard keeps what is
    known. `Malformed` if it is not the player's turn. Give the same `executor` to questions about one table.
    """
    checked_aim(position, aim)
    table = position.table
    mine = [move for move in position.moves if not table.executor.actions[move[0]].chance and move[1] == aim.player]
    if not mine or position.is_over:
        why = "the game is over" if position.is_over else "chance moves next" if position.is_chance else (
            f"it is not the turn of {table.players[aim.player]}"
        )
        raise Malformed.one(why, "ask about another position with --at, or another player with --as")
    compiled = executor or LlvmExecutor(table.instance)
    rules = CompiledRules(compiled)
    play = playing(policy, rules, aim.reading)
    arms = [_Arm(move, _after(position, rules, move)) for move in mine]
    args = (aim.player,) if table.game.readings[aim.reading].params else ()
    until = time.monotonic() + seconds
    unfinished = games = 0
    interrupted = False
    try:
        for number in range(rounds):
            alive = [arm for arm in arms if not arm.dropped]
            if number >= 2 and (len(alive) == 1 or time.monotonic() >= until):
                break
            for arm in alive:
                end = play.end(arm.state, seed + number)
                arm.points.append(rules.read(end.state, aim.reading, args))
                unfinished += not end.is_over
                games += 1
            if number + 1 >= FIRST_LOOK and (number + 1) & number == 0:
                _compare(alive, len(arms))
            if progress is not None and not number % 16:
                progress(games)
    except KeyboardInterrupt:
        interrupted = True
    return _advice(position, aim, arms, games, unfinished, policy, interrupted)


def _after(position: Position, rules: CompiledRules, move: Move) -> bytes:
    state = rules.after(rules.state(position.row), move)
    if tuple(rules.executor.source.rows.unpack(state)) != position.play(move).row:
        raise Disagreement(f"machine code and the reference executor differ on {move} from {position.row}")
    return state


def _compare(alive: Sequence[_Arm], arms: int) -> None:
    """Drop every move that the leader beats, so that all these claims together hold with the confidence.

    That is shared out among all looks and all pairs of moves (Bonferroni).
    """
    leader = max(alive, key=lambda arm: fmean(arm.points))
    factor = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (MOST_LOOKS * max(1, arms * (arms - 1))))
    for arm in alive:
        if arm is not leader:
            behind, half = _difference(leader.points, arm.points, factor)
            arm.dropped = behind > half


def _difference(one: Sequence[int], other: Sequence[int], factor: float) -> tuple[float, float]:
    """The difference of two means over the rounds that both met, and half the width of its interval."""
    gaps = [a - b for a, b in zip(one, other, strict=False)]
    if len(gaps) < 2:
        return fmean(gaps) if gaps else 0.0, float("inf")
    return fmean(gaps), factor * sqrt(variance(gaps) / len(gaps))


def _advice(
    position: Position, aim: Aim, arms: Sequence[_Arm], games: int, unfinished: int, policy: Policy,
    interrupted: bool,
) -> Advice:
    known = [arm for arm in arms if len(arm.points) >= 2]
    if not known and interrupted:
        raise KeyboardInterrupt("stopped before any game was played to its end")
    if not known:
        raise Malformed.one("no game was played to its end in the time given", "give more with --time-limit")
    leader = max((arm for arm in known if not arm.dropped), key=lambda arm: fmean(arm.points))
    factor = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    judged: list[Judged] = []
    for arm in known:
        behind, by = (0.0, 0.0) if arm is leader else _difference(leader.points, arm.points, factor)
        half = factor * sqrt(variance(arm.points) / len(arm.points))
        judged.append(Judged(arm.move, fmean(arm.points), half, len(arm.points), behind, by, arm.dropped))
    judged.sort(key=lambda one: (one.dropped, -one.mean))
    separated = all(arm.dropped for arm in arms if arm is not leader)
    return Advice(position, aim, tuple(judged), separated, games, unfinished, policy, interrupted)
