"""Random records of the bazaar, and what slips of the pen make of them."""

import random
from dataclasses import replace
from functools import cache

from spec.execution.entries import Entry, Step
from spec.execution.playing import play_out
from spec.execution.position import every_combination
from spec.execution.records import Record, record_of
from spec.execution.table import Table, set_up
from spec.lowering.executor import Move
from tests.execution.bazaar import MODEL

SLIPS = ("changed", "dropped", "swapped", "added")


def random_record(seed: int, players: int = 2) -> Record:
    """The record of a random game, its rulings agreed on at random, its moves on lines of their own."""
    table = _table(players, "ab"[seed % 2], "ab"[seed // 2 % 2])
    record = record_of(table, play_out(table, seed, longest=40).moves)
    return replace(record, entries=tuple(Step(line, move) for line, move in enumerate(record.moves, start=10)))


@cache
def _table(players: int, first: str, second: str) -> Table:
    return set_up(MODEL, players=players, choices={"R1": first, "R2": second})


def slipped(record: Record, slip: str, seed: int) -> Record:
    """The record with one random slip of a kind; at least two moves are needed to swap."""
    rng, steps = random.Random(seed), list(record.steps)
    at = rng.randrange(len(steps) - (slip == "swapped"))
    match slip:
        case "changed":
            steps[at] = replace(steps[at], move=rng.choice(_changed(record, steps[at].move)))
        case "dropped":
            del steps[at]
        case "swapped":
            here, there = steps[at].move, steps[at + 1].move
            steps[at], steps[at + 1] = replace(steps[at], move=there), replace(steps[at + 1], move=here)
        case "added":
            steps.insert(at, Step(0, rng.choice(every_move(record))))
        case _:
            raise ValueError(slip)
    entries: tuple[Entry, ...] = tuple(Step(line, step.move) for line, step in enumerate(steps, start=10))
    return replace(record, entries=entries)


def every_move(record: Record) -> list[Move]:
    """Every move that can be written down, legal or not."""
    table = record.table
    return [
        (number, *args) for number, action in enumerate(table.executor.actions)
        for args in every_combination(table, action)
    ]


def _changed(record: Record, move: Move) -> list[Move]:
    """The moves that differ from one in one parameter; the move itself if it has none."""
    return [
        other for other in every_move(record)
        if other[0] == move[0] and sum(a != b for a, b in zip(other, move, strict=True)) == 1
    ] or [move]
