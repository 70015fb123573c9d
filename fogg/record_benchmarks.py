"""What `fogg bench` measures of records: judging with and without reasons, positions on the way, repairs.

All of it is done on one random game of at most 500 moves, written down and read again. The table is set up and its
tapes are compiled before the clock starts, as they are for every record of a game but the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from fogg.timing import cpu

if TYPE_CHECKING:
    from spec.execution.header import Header
    from spec.execution.records import Record
    from spec.execution.table import Table

LONGEST = 500
"""At most so many moves of a random game; the games of some rules end sooner."""

_LEAST_S = 0.2
"""A piece of work is repeated until it takes about so many seconds, for the clock to be exact."""


@lru_cache(maxsize=4)
def _written(game: str, players: int) -> tuple[Table, str]:
    from fogg.setup import table
    from spec.execution.playing import play_out
    from spec.execution.records import record_of, write_record

    seated = table(game, players=players)
    texts = [write_record(record_of(seated, play_out(seated, seed, longest=LONGEST).moves)) for seed in range(8)]
    return seated, max(texts, key=len)  # random games end early now and then, and say little about long ones


def _read(game: str, players: int) -> Record:
    from spec.execution.records import read_record

    seated, text = _written(game, players)

    def seat(_: Header) -> Table:
        return seated

    return read_record(text, "random.fogg", seat)


def _seconds(work: Callable[[], object]) -> float:
    """CPU seconds for one time of some work that has been done before."""
    work()
    times = max(1, int(_LEAST_S / cpu(work)))
    return cpu(lambda: [work() for _ in range(times)]) / times


def judged_moves(game: str, players: int, runs: int) -> list[float]:
    """Moves a second of the full judge, from the text of a record."""
    from spec.execution.judging import judge

    count = len(_read(game, players).moves)
    return [count / _seconds(lambda: judge(_read(game, players))) for _ in range(runs)]


def quickly_judged_moves(game: str, players: int, runs: int) -> list[float]:
    """Moves a second of the quick judge, from the text of a record."""
    from spec.execution.quick import is_legal_record

    count = len(_read(game, players).moves)
    return [count / _seconds(lambda: is_legal_record(_read(game, players))) for _ in range(runs)]


def quick_ratio(game: str, players: int, runs: int) -> list[float]:
    """How many times faster the quick judge is than the full one, both on a record that has been read."""
    from spec.execution.judging import judge
    from spec.execution.quick import is_legal_record

    record = _read(game, players)
    return [_seconds(lambda: judge(record)) / _seconds(lambda: is_legal_record(record)) for _ in range(runs)]


def position_at_ms(game: str, players: int, runs: int) -> list[float]:
    """Milliseconds for the position after the last move of a record that has been read."""
    record = _read(game, players)
    count = len(record.moves)
    return [1000 * _seconds(lambda: record.position_at(count)) for _ in range(runs)]


def position_at_ratio(game: str, players: int, runs: int) -> list[float]:
    """How many times faster that is than playing the moves one by one, each with its reasons."""
    from spec.execution.position import Position

    record = _read(game, players)
    count = len(record.moves)

    def one_by_one() -> Position:
        position = Position(record.table, record.start)
        for move in record.moves:
            position = position.play(move)
        return position

    return [_seconds(one_by_one) / _seconds(lambda: record.position_at(count)) for _ in range(runs)]


def repair_ms(game: str, players: int, runs: int) -> list[float]:
    """Milliseconds to find a record's repair, where a line in its middle is missing that is missed."""
    from spec.execution.quick import is_legal_record
    from spec.execution.repair import diagnose

    record = _read(game, players)
    lacking = (
        replace(record, entries=(*record.entries[:at], *record.entries[at + 1:]))
        for at in range(len(record.entries) // 2, len(record.entries))
    )
    damaged = next(one for one in lacking if not is_legal_record(one))
    return [1000 * _seconds(lambda: diagnose(damaged)) for _ in range(runs)]


def vain_repair_ms(game: str, players: int, runs: int) -> list[float]:
    """Milliseconds to find that no single change repairs a record, whose last two moves are swapped for its first."""
    from spec.execution.repair import diagnose

    record = _read(game, players)
    first = record.entries[0]
    damaged = replace(record, entries=(*record.entries[:-2], first, first))
    return [1000 * _seconds(lambda: diagnose(damaged)) for _ in range(runs)]
