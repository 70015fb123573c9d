"""Random records, and what slips of the pen make of them."""

import random
from dataclasses import replace
from functools import cache

from spec.execution.entries import Entry, Step
from spec.execution.playing import play_out
from spec.execution.records import Record, record_of
from spec.execution.table import Table, set_up
from spec.language.sorts import bounds
from spec.lowering.executor import Move
from tests.execution.bazaar import MODEL

SLIPS = ("changed", "dropped", "swapped", "added")


def random_record(seed: int, players: int = 2) -> Record:
    """The record of a random bazaar, its rulings agreed on at random, its moves on lines of their own."""
    return played(_table(players, "ab"[seed % 2], "ab"[seed // 2 % 2]), seed, 40)


def played(table: Table, seed: int, longest: int) -> Record:
    """The record of a random game, its moves on lines from 10 on."""
    record = record_of(table, play_out(table, seed, longest=longest).moves)
    return replace(record, entries=_on_lines(list(record.moves)))


@cache
def _table(players: int, first: str, second: str) -> Table:
    return set_up(MODEL, players=players, choices={"R1": first, "R2": second})


def slipped(record: Record, slip: str, seed: int) -> Record:
    """The record with one random slip of a kind; at least two moves are needed to swap."""
    rng, moves = random.Random(seed), list(record.moves)
    at = rng.randrange(len(moves) - (slip == "swapped"))
    match slip:
        case "changed":
            moves[at] = _changed(record, moves[at], rng)
        case "dropped":
            del moves[at]
        case "swapped":
            moves[at], moves[at + 1] = moves[at + 1], moves[at]
        case "added":
            number = rng.randrange(len(record.table.executor.actions))
            moves.insert(at, (number, *(rng.randint(lo, hi) for lo, hi in _bounds(record, number))))
        case _:
            raise ValueError(slip)
    return replace(record, entries=_on_lines(moves))


def _changed(record: Record, move: Move, rng: random.Random) -> Move:
    """The move with one parameter changed; the move itself if none of its parameters can be."""
    free = [(at, lo, hi) for at, (lo, hi) in enumerate(_bounds(record, move[0]), start=1) if lo < hi]
    if not free:
        return move
    at, lo, hi = rng.choice(free)
    return (*move[:at], rng.choice([value for value in range(lo, hi + 1) if value != move[at]]), *move[at + 1:])


def _bounds(record: Record, number: int) -> list[tuple[int, int]]:
    table = record.table
    return [bounds(sort, table.instance.shape) for sort in table.executor.actions[number].params.values()]


def _on_lines(moves: list[Move]) -> tuple[Entry, ...]:
    return tuple(Step(line, move) for line, move in enumerate(moves, start=10))
