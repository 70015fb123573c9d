"""Records: what is written is read back, what people type is understood, and every problem is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.execution.entries import Decision, TableRuling
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.records import Record, game_of, read_record, record_of, write_record
from spec.execution.table import set_up
from spec.language.errors import Ambiguous, Malformed
from tests.execution.bazaar import MODEL, seat

HEADING = "game: bazaar\nplayers: Antonia, Ben, Bella\n"


def read(text: str) -> Record:
    return read_record(text, "x.fogg", seat)


def problems(text: str) -> list[str]:
    with pytest.raises(Malformed) as found:
        read(text)
    return [str(problem) for problem in found.value.problems]


@given(st.integers(0, 10**6), st.integers(2, 3), st.sampled_from("ab"), st.integers(0, 8))
def test_round_trip(seed: int, players: int, choice: str, moves_before: int) -> None:
    """What is written of a played game, from its start or its middle, is read back and written again alike."""
    table = set_up(MODEL, players=players, choices={"R1": choice})
    start = play_out(table, seed, longest=moves_before).end
    played = play_out(table, seed, start=start)
    record = record_of(table, played.moves, start)
    text = write_record(record)
    again = read(text)
    assert (record.moves, record.start, record.header) == (again.moves, again.start, again.header)
    assert text == write_record(again)


def test_forgiving() -> None:
    """Case, beginnings, titles, spaces, commas, colons and comments may be typed freely."""
    typed = read("""\ufeff# a rainy evening
        GAME: bazaar
        Players: Antonia; Ben; Bella
        variants: r1 = B
        Position:
          Coins[antonia] = 4   # she lost some
          goods[Ben, Flying Rug] = 1
        moves:
        antonia: buy green tea.
        BEN BUY flying rug   # at last

        # now she asks
        Bella, as
        * draw full moon
    """)
    assert write_record(typed) == """\
# a rainy evening
# she lost some

game: bazaar
players: Antonia, Ben, Bella
set R1 = b

position:
  coins[Antonia] = 4
  goods[Ben, rug] = 1

Antonia buy green_tea
Ben buy rug  # at last
# now she asks
Bella ask
* draw moon
"""


def test_rulings_of_the_table() -> None:
    """A ruling of the table may let a move stand, settle a reading, put a cell right, or only be remembered."""
    text = HEADING + "\nAntonia buy rug\nruling: stands\nruling: R1 = b\nruling: coins[Ben] = 2\nruling: no more tea\n"
    record = read(text)
    decisions = [entry.decision for entry in record.entries if isinstance(entry, TableRuling)]
    assert list(Decision) == decisions
    assert text == write_record(record)


def test_every_problem_is_told() -> None:
    """All that is wrong in a file is told at once, each with its line."""
    told = problems("gmae: bazaar\n" + HEADING + "\n* steal 9\nCarl buy tee\nset R1 = b\nruling: R2 = c\n* buy lamp\n")
    expected = [
        "x.fogg:1: a heading has no 'gmae' (did you mean 'game'? it may have title, date, game, board, players, set, "
        "variants, rulings, position, moves, ruling)",
        "x.fogg:5: 9 is out of range (write a number from 1 to 3)",
        "x.fogg:6: there is no Trader 'Carl' (known: Antonia, Ben, Bella)",
        "x.fogg:6: there is no Good 'tee' (known: lamp, rug, ruby, green_tea)",
        "x.fogg:7: 'set R1 = b' stands below moves (move it above the first, or write 'ruling: ...' for what was "
        "settled at the table)",
        "x.fogg:8: R2 has no choice 'c' (a: no; b: yes)",
        "x.fogg:9: buy is not made by * (a player makes this move: write Antonia buy ...)",
    ]
    assert expected == told


@pytest.mark.parametrize(("lines", "line"), [
    ("Antonia buy ru", 3), ("B buy rug", 3), ("position:\n  co[Antonia] = 2\n  c = 1", 5),
])
def test_ambiguity_is_refused(lines: str, line: int) -> None:
    """What could mean two things is refused where it stands."""
    with pytest.raises(Malformed) as found:
        read(HEADING + lines)
    assert line == found.value.problems[-1].place.line  # type: ignore[union-attr]  # every problem of a file has one
    assert "could be" in found.value.problems[-1].what


def test_ambiguous_move_is_ambiguous() -> None:
    """A move that could be two is an error of its own kind."""
    with pytest.raises(Ambiguous):
        Position.start(set_up(MODEL)).play("Antonia buy ru")


@pytest.mark.parametrize(("lines", "told"), [
    ("players: A, B", ["x.fogg:1: game: the heading names no game (write a line such as 'game: the_game')"]),
    ("game: bazaar\nplayers: 9", ["x.fogg:2: The bazaar is for 2 to 3 players, not 9 (choose 2 to 3)"]),
    ("game: bazaar\nset Q = 1",
     ["x.fogg:2: The bazaar has no variant or ruling 'Q' (it has R1, R2)"]),
    (HEADING + "position:\n  coins[Ben] = 2\n  coins[ben] = 3",
     ["x.fogg:5: coins[ben] was given on line 4 (keep one of the two lines)"]),
    (HEADING + "position:\n  coins = 2\n  goods[Ben, tee] = 1", [
        "x.fogg:4: coins has 1 indices, and 0 are given (write coins[Trader])",
        "x.fogg:5: there is no Good 'tee' (known: lamp, rug, ruby, green_tea)",
    ]),
])
def test_problems_of_headings_and_positions(lines: str, told: list[str]) -> None:
    """Problems of the heading and of the position name their lines and what to do."""
    assert told == problems(lines)


@pytest.mark.parametrize(("slip", "told"), [
    ("coins[Antonia = 2", ["x.fogg:4: coins: ']' is missing (write field[member, ...])"]),
    ("coins Antonia] = 2", ["x.fogg:4: coins Antonia: '[' is missing (write field[member, ...])"]),
    ("coins[Antonia] =", ["x.fogg:4: 'coins[Antonia] =' gives no value (write field[member, ...] = value)"]),
    ("coins[Antonia] 2", ["x.fogg:4: 'coins[Antonia] 2' gives no value (write field[member, ...] = value)"]),
    ("  coins", ["x.fogg:4: 'coins' gives no value (write field[member, ...] = value)"]),
])
def test_a_slip_in_a_cell_spoils_no_other(slip: str, told: list[str]) -> None:
    """A cell that cannot be read is told with its line, and the cells and moves below it are read all the same."""
    rest = "coins[Ben] = 3\n  goods[Ben, rug] = 1\n\n  Ben buy rug\n  * draw moon\n"
    assert told == problems(f"{HEADING}position:\n{slip}\n{rest}")
    assert len(read(f"{HEADING}position:\n{rest}").moves) == 2


@pytest.mark.parametrize(("lines", "line"), [
    ("game: bazaar\nset R1 = a\nset R2 = z", 3), ("set R = a\nset R1 = z\ngame: bazaar", 1),
    ("game: bazaar\nset a = b\nplayers: a#b, Ben", 2), ("game: bazaar\nplayers: board], Ben\nboard: nowhere", 2),
])
def test_a_wrong_heading_is_told_at_its_own_line(lines: str, line: int) -> None:
    """What is wrong with the game, the players or what was agreed is told where it stands, whatever else does."""
    assert problems(lines)[0].startswith(f"x.fogg:{line}: ")


def test_of_two_lines_of_a_heading_the_first_counts() -> None:
    """The second of two lines is told, and what is wrong with the first at its own."""
    told = problems("game: bazaar\nplayers: 9\nplayers: 2\n")
    assert [one.partition(" ")[0] for one in told] == ["x.fogg:2:", "x.fogg:3:"]


@pytest.mark.parametrize("name", ["#x", "ruling:", 'A"n', "game:x", "a=b", "x]", "a,b", "a\\b", "a b", "*"])
def test_a_name_that_a_record_cannot_say_is_refused(name: str) -> None:
    """No table seats a player in whose name something of the notation stands."""
    with pytest.raises(Malformed, match="cannot be a player's name"):
        set_up(MODEL, players=["Ben", name])


@given(st.text(max_size=4).filter(lambda name: name.casefold() != "ben"), st.integers(0, 1000))
def test_a_record_says_every_name_that_may_be_played_under(name: str, seed: int) -> None:
    """Whatever name is not refused, the record of a game under it is read back alike."""
    try:
        table = set_up(MODEL, players=[name, "Ben"])
    except Malformed:
        return
    record = record_of(table, play_out(table, seed, longest=4).moves, play_out(table, seed, longest=2).end)
    again = read(write_record(record))
    assert (record.moves, record.start, record.header) == (again.moves, again.start, again.header)


def test_game_of() -> None:
    """The game of a record is known before its table is set up."""
    assert game_of("# x\nGame: bazaar\nAntonia go") == "bazaar"
