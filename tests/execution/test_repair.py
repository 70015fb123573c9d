"""Repairs: a slip of the pen is undone, no smaller change would do as well, and what depended on it is told."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogg.setup import game_ids, table
from spec.execution.corrections import Correction, Kind, corrections
from spec.execution.judging import judge
from spec.execution.quick import is_legal_record
from spec.execution.records import Record, read_record, write_record
from spec.execution.repair import Diagnosis, LineChange, diagnose
from spec.execution.stepping import Replay
from spec.execution.verdicts import Verdict
from tests.execution.bazaar import seat
from tests.execution.corrupting import SLIPS, played, random_record, slipped

HEADING = "game: bazaar\nplayers: Antonia, Ben\n"
AGREED = HEADING + "set R1 = a\nset R2 = a\n"


def read(text: str) -> Record:
    return read_record(text, "x.fogg", seat)


def diagnosis(text: str) -> Diagnosis:
    found = diagnose(read(text))
    assert found is not None
    return found


def repaired(text: str) -> tuple[Kind, list[tuple[str, str]], int, int]:
    """The kind of the repair of a record, the lines before and after, and how many of the moves are legal then."""
    repair = diagnosis(text).repair
    assert repair is not None
    return repair.kind, [(one.before, one.after) for one in repair.changes], repair.legal, repair.moves


@settings(deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SLIPS), st.integers(0, 10**6))
def test_a_slip_is_undone(seed: int, slip: str, where: int) -> None:
    """A legal record with one slip is repaired by one change to a record that the judge finds legal."""
    record = slipped(random_record(seed), slip, where)
    found = diagnose(record)
    assert (found is None) is is_legal_record(record)
    if found is not None:
        assert found.repair is not None
        assert judge(found.repair.record).verdict is Verdict.LEGAL
        assert found.repair.legal == found.repair.moves == len(found.repair.record.moves)
        assert found.is_complete


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_undone_in_every_game(game: str, slip: str) -> None:
    """The same holds for the games that have a board."""
    legal = played(table(game), 3, 120)
    assert is_legal_record(legal)
    for where in range(4):
        found = diagnose(slipped(legal, slip, where))
        assert found is None or (found.repair is not None and is_legal_record(found.repair.record))


def before_the_illegal(record: Record, line: int) -> list[Replay]:
    """Where a replay stands before each move up to the one on a line."""
    replay, found = Replay(record.table, record.start), []
    for step in record.steps:
        found.append(replay.copy())
        if step.line == line:
            break
        replay.step(step.move)
    return found


def left_by(record: Record, correction: Correction, illegal: int) -> int | None:
    """How many moves the judge finds illegal in the corrected record; None if the illegal move is one of them."""
    verdicts = [one.verdict for one in judge(correction.applied(record)).moves]
    left = sum(verdict is not Verdict.LEGAL for verdict in verdicts)
    if correction.kind is Kind.LEFT_OUT and correction.at == illegal:
        return 0 if left == 0 else None
    reach = max(illegal + 1 + (len(correction.put) - correction.removed), correction.at + len(correction.put))
    return left if set(verdicts[:reach]) == {Verdict.LEGAL} else None


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10**6), st.sampled_from(SLIPS), st.integers(0, 10**6), st.integers(0, 10**6))
def test_no_smaller_change_does_as_well(seed: int, slip: str, where: int, again: int) -> None:
    """Of all changes, judged one by one, the repair leaves fewest moves illegal and is the first of those that do."""
    record = slipped(slipped(random_record(seed), slip, where), slip, again)
    found = diagnose(record)
    if found is None:
        return
    before = before_the_illegal(record, found.line)
    tried = [one for group in corrections(record, before) for one in group]
    judged = [(left, number) for number, one in enumerate(tried)
              if (left := left_by(record, one, len(before) - 1)) is not None]
    if found.repair is None:
        assert judged == []
    else:
        left, number = min(judged)
        assert write_record(tried[number].applied(record)) == write_record(found.repair.record)
        assert found.repair.moves - found.repair.legal == left


def test_a_legal_record_needs_no_repair() -> None:
    """Nothing is diagnosed where no move is illegal."""
    assert diagnose(read(AGREED + "Antonia buy rug\nBen go")) is None
    assert diagnose(read(HEADING + "position:\ncoins[Antonia] = 1\nmoves:\nAntonia buy rug")) is None


def test_another_parameter() -> None:
    """A wrong word in the illegal move is put right, the later words first."""
    position = "position:\nsupply[rug] = 0\nprice[rug] = 3\ngoods[Ben, rug] = 2\nmoves:\n"
    assert repaired(f"{AGREED}{position}Antonia buy rug\nBen buy lamp") == (
        Kind.CHANGED, [("Antonia buy rug", "Antonia buy lamp")], 2, 2
    )
    assert repaired(f"{AGREED}Ben buy rug\nBen buy lamp") == (
        Kind.CHANGED, [("Ben buy rug", "Antonia buy rug")], 2, 2
    )


def test_a_forgotten_move() -> None:
    """A move that was not written down is put in above the one it is missed by; others that would do are counted."""
    found = diagnosis(AGREED + "Antonia buy rug\nBen ask\nAntonia buy lamp\nBen go\nAntonia go")
    assert found.repair is not None
    assert (found.repair.kind, found.repair.changes) == (Kind.INSERTED, (LineChange(7, "", "* draw sun"),))
    assert (found.repair.alike, found.repair.others) == (
        5, ("* draw moon", "* draw star", "* steal 1", "* steal 2", "* steal 3"),
    )
    assert (found.legal, found.moves, found.repair.legal, found.repair.moves) == (2, 5, 6, 6)


def test_swapped_and_doubled_lines() -> None:
    """Neighbours in the wrong order change places, and a line written twice is left out once."""
    assert repaired(AGREED + "Antonia ask\nBen buy rug\n* draw sun\nAntonia go")[:2] == (
        Kind.SWAPPED, [("Ben buy rug", "* draw sun"), ("* draw sun", "Ben buy rug")],
    )
    assert repaired(AGREED + "Antonia ask\n* draw sun\n* draw sun\nBen go\nAntonia go")[:2] == (
        Kind.LEFT_OUT, [("* draw sun", "")],
    )


def test_an_earlier_move() -> None:
    """Where nothing helps at the illegal move, the nearest earlier move that helps is changed."""
    text = AGREED + "position:\ncoins[Antonia] = 3\nmoves:\nAntonia ask\n* steal 3\nBen go\nAntonia buy rug\nAntonia go"
    assert repaired(text) == (Kind.CHANGED, [("* steal 3", "* steal 2")], 5, 5)


def test_what_was_agreed_on() -> None:
    """Another choice of what was agreed on is a change of its line in the heading."""
    text = f"{HEADING}set R1 = b\nset R2 = a\nposition:\ncoins[Antonia] = 1\nmoves:\nAntonia buy rug"
    found = diagnosis(text)
    assert found.repair is not None
    assert (found.repair.kind, found.repair.changes) == (
        Kind.AGREED_OTHERWISE, (LineChange(3, "set R1 = b", "set R1 = a"),)
    )
    assert judge(read(text.replace("R1 = b", "R1 = a"))).verdict is Verdict.LEGAL


def test_what_was_left_open() -> None:
    """A ruling that the record leaves open is agreed on by a new line of the heading, before any move is changed."""
    path = Path(__file__).parents[2] / "fogg" / "examples" / "dispute.fogg"
    written, *_ = path.read_text(encoding="utf-8").partition("ruling:")
    record = read_record(
        written, "x.fogg", lambda header: table(header.game, header.board or None, header.seated, header.settings)
    )
    found = diagnose(record)
    assert found is not None
    assert found.repair is not None
    assert (found.repair.kind, found.repair.changes) == (
        Kind.AGREED, (LineChange(0, "", "set fourth-adventure = b"),)
    )
    assert found.repair.legal == found.repair.moves == len(record.moves)


def test_a_settled_move_is_no_mistake() -> None:
    """What the table ruled on is not repaired, and its rulings hold in the repaired record too."""
    lines = "Ben buy rug\nruling: stands\nAntonia ask\nruling: only words\nAntonia buy rug\nBen go\nAntonia go"
    found = diagnosis(AGREED + lines)
    assert (found.line, found.move) == (9, "Antonia buy rug")
    assert found.repair is not None
    judged = judge(found.repair.record)
    assert (judged.moves[0].stands, judged.moves[0].rulings[0]) == (True, "stands")
    assert found.repair.legal == found.repair.moves - 1


def depending(text: str) -> list[tuple[int, str]]:
    return [(one.line, one.effect.name) for one in diagnosis(text).dependents]


def test_what_depends_on_it() -> None:
    """Later moves that are illegal, legal or different only because of the refused move are told apart."""
    text = AGREED + "Antonia ask\nBen buy rug\nAntonia buy rug\nBen go\nAntonia go"
    assert depending(text) == [(7, "ILLEGAL"), (8, "ILLEGAL"), (9, "ILLEGAL")]
    text = AGREED + "Antonia buy lamp\nAntonia buy rug\nBen buy rug\nAntonia go\nBen go"
    assert depending(text) == [(7, "DIFFERENT")]
    text = f"{HEADING}set R1 = b\nset R2 = a\nposition:\ncoins[Antonia] = 1\nmoves:\nAntonia buy rug\n"
    assert depending(text + "Antonia ask\n* draw sun\nBen go\nAntonia go\nAntonia buy rug") == [
        (9, "LEGAL"), (10, "LEGAL"),
    ]


def test_json_and_text() -> None:
    """A diagnosis is plain JSON, and its text shows the changed lines."""
    found = diagnosis(AGREED + "Antonia ask\nBen buy rug\n* draw sun\nAntonia go")
    again = json.loads(json.dumps(found.to_json()))
    assert again == {
        "line": 6, "number": 2, "move": "Ben buy rug", "legal": 2, "moves": 4, "complete": True,
        "repair": {
            "kind": "swapped", "legal": 4, "moves": 4, "alike": 0, "others": [],
            "changes": [
                {"line": 6, "before": "Ben buy rug", "after": "* draw sun"},
                {"line": 7, "before": "* draw sun", "after": "Ben buy rug"},
            ],
        },
        "dependents": [{"line": 8, "number": 4, "move": "Antonia go_home", "effect": "illegal"}],
    }
    assert "\n".join(found.lines()) == """line 6 is the first illegal move: Ben buy rug
  the smallest repair swaps two neighbouring moves:
    - line 6: Ben buy rug
    + line 6: * draw sun
    - line 7: * draw sun
    + line 7: Ben buy rug
  4 of 4 moves are legal then; now 2 of 4
  illegal only because of it: line 8"""


def test_no_time() -> None:
    """Where there is no time to look for a repair, that is said."""
    found = diagnose(slipped(random_record(1), "swapped", 1), seconds=0)
    assert found is not None
    assert (found.repair, found.is_complete) == (None, False)
    assert "as far as there was time" in "\n".join(found.lines())
