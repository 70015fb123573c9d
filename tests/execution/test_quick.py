"""The quick verdict is the judge's, and positions on the way are those of playing move by move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec.execution.judging import judge
from spec.execution.moves import move_text
from spec.execution.position import Position
from spec.execution.quick import is_legal_record, quick_verdict
from spec.execution.records import Record, read_record
from spec.execution.replaying import end_of
from spec.execution.verdicts import Judgement, Verdict
from spec.language.errors import Malformed
from tests.execution.bazaar import seat
from tests.execution.corrupting import SLIPS, random_record, slipped

HEADING = "game: bazaar\nplayers: Antonia, Ben\n"


def first_of(judgement: Judgement) -> tuple[Verdict, int]:
    """A judgement's verdict, and the number of the first move that earns it."""
    verdict = judgement.verdict
    numbers = [number for number, one in enumerate(judgement.moves, start=1) if one.verdict is verdict]
    return verdict, numbers[0] if numbers and verdict is not Verdict.LEGAL else 0


def both(record: Record) -> tuple[tuple[Verdict, int], tuple[Verdict, int]]:
    quick = quick_verdict(record)
    return first_of(judge(record)), (quick.verdict, quick.number)


@given(st.integers(0, 10**6), st.integers(2, 3))
def test_a_legal_game_is_legal(seed: int, players: int) -> None:
    """Every random game is legal for the quick judge too."""
    assert is_legal_record(random_record(seed, players))


@settings(deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SLIPS), st.integers(0, 10**6), st.booleans())
def test_the_quick_verdict_is_the_judges(seed: int, slip: str, where: int, is_open: bool) -> None:
    """On a slipped record both give the same verdict and rest it on the same move, with rulings agreed on or open."""
    record = slipped(random_record(seed), slip, where)
    if is_open:
        record = read_record(HEADING + "\n".join(_words(record)), "x.fogg", seat)
    full, quick = both(record)
    assert full == quick


def _words(record: Record) -> list[str]:
    return [move_text(record.table, move) for move in record.moves]


@pytest.mark.parametrize("body", [
    "position:\ncoins[Antonia] = 1\nmoves:\nAntonia buy rug",
    "position:\ncoins[Antonia] = 1\nmoves:\nBen buy rug\nAntonia buy rug",
    "position:\ncoins[Antonia] = 1\nmoves:\nAntonia buy rug\nruling: R1 = b\nBen buy rug",
    "position:\ncoins[Ben] = 13\nmoves:\nAntonia buy lamp",
    "position:\nsupply[rug] = 1\nmoves:\nAntonia buy lamp",
    "Antonia buy lamp\nruling: coins[Ben] = 13\nBen buy lamp",
    "Antonia buy lamp\nruling: coins[Ben] = 13\nBen buy lamp\nruling: coins[Ben] = 3\nAntonia buy lamp",
    "set R1 = a\nmoves:\nBen buy lamp\nruling: stands\nAntonia ask\n* draw sun",
    "set R2 = b\nmoves:\nAntonia go\nBen go\nAntonia go",
    "ruling: nothing to rule",
])
def test_what_else_a_record_may_hold(body: str) -> None:
    """Open rulings, impossible positions, rulings in the middle and the end of a game are judged alike."""
    full, quick = both(read_record(HEADING + body, "x.fogg", seat))
    assert full == quick


def test_a_verdict_in_words() -> None:
    """A verdict names the line it rests on, or that everything is legal."""
    record = read_record(f"{HEADING}set R1 = a\nset R2 = a\nAntonia buy rug\nAntonia buy rug", "x.fogg", seat)
    assert str(quick_verdict(record)) == "line 6: Antonia buy rug -- illegal"
    assert str(quick_verdict(record.up_to(1))) == "1 of 1 moves legal: legal"
    assert quick_verdict(record).to_json() == {
        "file": "x.fogg", "game": "bazaar", "verdict": "illegal", "count": 2, "line": 6, "number": 2,
        "move": "Antonia buy rug",
    }


@given(st.integers(0, 10**6))
def test_positions_on_the_way(seed: int) -> None:
    """The position after n moves is that of playing n moves one by one."""
    record = random_record(seed)
    position = Position(record.table, record.start)
    for number, move in enumerate(record.moves):
        assert record.position_at(number).row == position.row
        position = position.play(move)
    assert record.position_at(len(record.moves)).row == position.row


@settings(deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SLIPS), st.integers(0, 10**6))
def test_positions_behind_refused_moves(seed: int, slip: str, where: int) -> None:
    """Refused moves change nothing, for the position after n moves as for the judge."""
    record = slipped(random_record(seed), slip, where)
    for number in (0, len(record.moves) // 2, len(record.moves)):
        assert record.position_at(number).row == end_of(record.up_to(number)).position.row


def test_positions_behind_rulings() -> None:
    """What the table ruled of a move belongs to the position behind it."""
    text = f"{HEADING}Antonia buy rug\nruling: coins[Ben] = 1\nAntonia ask\nruling: stands\n* draw sun"
    record = read_record(text, "x.fogg", seat)
    coins = [record.position_at(number).row[record.start.index(6) + 1] for number in range(4)]
    assert coins == [6, 1, 1, 1]
    asked = [record.table.instance.cells(record.position_at(number).row)["asked", ()] for number in range(4)]
    assert asked == [-1, -1, 0, -1]


@pytest.mark.parametrize("number", [-1, 3])
def test_no_such_move(number: int) -> None:
    """A move that the record does not have is refused in words."""
    record = read_record(f"{HEADING}Antonia buy rug\nBen buy rug", "x.fogg", seat)
    with pytest.raises(Malformed, match="0 to 2"):
        record.position_at(number)
