"""What `fogg bench` measures. Times are CPU seconds of this process; a median of several runs is quoted."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

from fogg import exploration_benchmarks as of_states
from fogg import record_benchmarks as of_records
from fogg.timing import cpu

HEADLINES = ("coin-stacking", "four-adventures", "endgame")
"""The proofs that are measured, for every number of players, where a game claims them; otherwise all it claims."""

Measured = dict[str, dict[str, Any]]
Run = Callable[[str, int, int], list[float]]


def measure(
    names: Sequence[str], game: str, players: int, runs: int, progress: Callable[[str], None] | None = None
) -> Measured:
    """The named benchmarks' medians with unit and range; those before an interruption from the keyboard."""
    found: Measured = {}
    for name in names:
        if progress is not None:
            progress(name)
        unit, run = ALL[name]
        try:
            values = run(game, players, runs)
        except KeyboardInterrupt:
            break
        found[name] = {
            "value": statistics.median(values), "unit": unit, "min": min(values), "max": max(values),
            "runs": len(values), "game": game, "players": players,
        }
    return found


def _reference_moves(game: str, players: int, runs: int) -> list[float]:
    from fogg.setup import table
    from spec.execution.playing import random_moves

    executor, count = table(game, players=players).executor, 20_000
    random_moves(executor, 0, 2_000)
    return [count / cpu(lambda seed=seed: random_moves(executor, seed, count)) for seed in range(runs)]  # type: ignore[misc]


def _compiled_moves(game: str, players: int, runs: int) -> list[float]:
    from fogg.setup import table
    from spec.lowering.llvm import LlvmExecutor

    executor, count = LlvmExecutor(table(game, players=players).instance), 2_000_000
    executor.random_play(0, 1_000)
    return [count / cpu(lambda seed=seed: executor.random_play(seed, count)) for seed in range(runs)]  # type: ignore[misc]


def _compile(game: str, players: int, runs: int) -> list[float]:
    from fogg.setup import table
    from spec.lowering.llvm import LlvmExecutor

    def fresh() -> float:
        instance = table(game, players=players).instance
        return cpu(lambda: LlvmExecutor(instance).random_play(0, 1))

    fresh()
    return [fresh() for _ in range(runs)]


def _refusal(game: str, players: int, runs: int) -> list[float]:
    """Milliseconds for one refusal with every reason, over moves with any parameters in states of a random game."""
    import random

    from fogg.setup import table
    from spec.execution.playing import play_out
    from spec.execution.position import Position
    from spec.execution.refusals import broken_rules
    from spec.language.sorts import bounds

    ready = table(game, players=players)
    rng = random.Random(1)
    position, asked = Position.start(ready), []
    for move in play_out(ready, 1).moves[:400]:
        number = rng.randrange(len(ready.executor.actions))
        sorts = ready.executor.actions[number].params.values()
        asked.append((position.row, (number, *(rng.randint(*bounds(sort, ready.instance.shape)) for sort in sorts))))
        position = Position(ready, tuple(ready.executor.apply(position.row, move)))
    refused = [(row, move) for row, move in asked if broken_rules(ready, row, move)]
    return [
        1000 * cpu(lambda: [broken_rules(ready, row, move) for row, move in refused]) / len(refused)
        for _ in range(runs)
    ]


def _explore(model: str) -> Run:
    return lambda game, players, runs: of_states.explored(model, runs)


def _bytes(model: str) -> Run:
    return lambda game, players, runs: of_states.bytes_a_state(model)


def _peer(peer: str, model: str) -> Run:
    return lambda game, players, runs: of_states.by_peer(peer, model)


def _proofs(game: str, players: int, runs: int) -> list[float]:
    from fogg.setup import find_game
    from verification.proofs import verify

    rules = find_game(game)
    claimed = dict.fromkeys(one.proof for one in rules.properties.values())
    names = [name for name in claimed if name in HEADLINES] or list(claimed)
    return [cpu(lambda: verify(rules, names=names)) for _ in range(min(runs, 3))]


EXPLORATION: dict[str, tuple[str, Run]] = {
    **{f"explore_{model}_states_per_s": ("states/s", _explore(model)) for model in of_states.MODELS},
    **{f"explore_{model}_bytes_a_state": ("bytes", _bytes(model)) for model in of_states.MODELS},
}
PEERS: dict[str, tuple[str, Run]] = {
    f"{peer}_{model}_states_per_s": ("states/s", _peer(peer, model))
    for model in of_states.MODELS for peer in of_states.PEERS
}
"""Other checkers on the same models; they are measured only if they are asked for."""

BENCHMARKS: dict[str, tuple[str, Run]] = {
    "reference_moves_per_s": ("moves/s", _reference_moves),
    "compiled_moves_per_s": ("moves/s", _compiled_moves),
    "compile_s": ("s", _compile),
    "refusal_ms": ("ms", _refusal),
    **EXPLORATION,
    "proofs_s": ("s", _proofs),
    "judged_moves_per_s": ("moves/s", of_records.judged_moves),
    "quickly_judged_moves_per_s": ("moves/s", of_records.quickly_judged_moves),
    "quick_to_full_ratio": ("times", of_records.quick_ratio),
    "position_at_ms": ("ms", of_records.position_at_ms),
    "position_at_ratio": ("times", of_records.position_at_ratio),
    "repair_ms": ("ms", of_records.repair_ms),
    "vain_repair_ms": ("ms", of_records.vain_repair_ms),
}
"""Each benchmark's unit and function of game, players and runs."""
ALL = {**BENCHMARKS, **PEERS}
"""Those and the ones of other checkers, by name."""


def named(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The benchmarks that some names stand for, and the other checkers that are not installed.

    No name stands for all but those of other checkers, `exploration` for all about exploring states. A checker that is
    named is kept, so that it is told what it lacks.
    """
    if not names:
        return tuple(BENCHMARKS), ()
    absent = tuple(peer for peer in of_states.PEERS if not of_states.installed(peer))
    found: list[str] = []
    for name in names:
        if name == "exploration":
            found += [*EXPLORATION, *(one for one in PEERS if not one.startswith(absent))]
        else:
            found.append(name)
    return tuple(dict.fromkeys(found)), absent if "exploration" in names else ()
