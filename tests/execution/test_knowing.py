"""What players can know: legal and illegal are so whatever is hidden, and what depends is named and not told."""

import itertools
import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec.execution.cells import every_cell
from spec.execution.header import Header
from spec.execution.insight import exactly, finding, may_happen
from spec.execution.judging import judge
from spec.execution.knowing import Known
from spec.execution.moves import read_move
from spec.execution.nearest_seen import nearest_seen
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.possible import impossibilities
from spec.execution.prospects import prospects
from spec.execution.reasons import reasons
from spec.execution.records import read_record
from spec.execution.seeing import Viewer, onlooker
from spec.execution.table import Table, set_up
from spec.execution.unseen import text_seen
from spec.execution.verdicts import Judgement, MoveJudgement, Verdict
from spec.language.errors import Malformed
from spec.language.sorts import bounds
from spec.lowering.executor import Move
from tests.execution import bazaar, helpers, whispers
from tests.execution.whispers import TABLE

HEADING = "game: whispers\nplayers: Antonia, Ben\nset ties = a\n"
DEALT = """position:
  face_up = 3
  dealt[Antonia] = yes
  dealt[Ben] = yes
  held[Antonia] = 5
  held[Ben] = 2
  cards_unseen = 2
  cards_seen[2] = yes
  cards_seen[3] = yes
  cards_seen[5] = yes
"""


def seat(header: Header) -> Table:
    return set_up(whispers.MODEL, players=header.seated, choices=header.settings)


def judged(moves: str, viewer: str, heading: str = HEADING, position: str = DEALT) -> Judgement:
    return judge(read_record(f"{heading}{position}moves:\n{moves}", "x.fogg", seat), viewer)


def only(moves: str, viewer: str) -> MoveJudgement:
    (move,) = judged(moves, viewer).moves
    return move


def every_move(table: Table) -> Iterator[Move]:
    for number, action in enumerate(table.executor.actions):
        sorts = [bounds(sort, table.instance.shape) for sort in action.params.values()]
        for args in itertools.product(*(range(lo, hi + 1) for lo, hi in sorts)):
            yield (number, *args)


@pytest.mark.parametrize("table", [TABLE, set_up(bazaar.MODEL, players=2)], ids=["whispers", "bazaar"])
@settings(deadline=None)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 9))
def test_the_referee_knows_what_the_executor_says(table: Table, seed: int, moves: int) -> None:
    """Where nothing is hidden a finding is the judge's own: the same verdict, for the same reasons."""
    position = play_out(table, seed, longest=moves).end
    known = Known.of(table, position.row, Viewer.REFEREE)
    for move in every_move(table):
        broken = reasons(table, position.row, move)
        found = finding(known, move[0], exactly(move))
        assert (found.verdict, found.broken) == (Verdict.ILLEGAL if broken else Verdict.LEGAL, broken)
    for number in range(len(table.executor.actions)):
        mine = [move for move in position.moves if move[0] == number]
        params = table.instance.tape(table.executor.actions[number]).params
        assert mine == list(may_happen(known, number, tuple((one.lo, one.hi) for one in params)))


def possible_rows(position: Position, viewer: int | Viewer) -> list[tuple[int, ...]]:
    """Every state that looks alike to a viewer and breaks no claim, as far as the cards held go."""
    table = position.table
    slots = [
        cell.slot for cell in every_cell(table) if cell.field.name == "held" and cell.index[0] != viewer
    ]
    found = []
    for values in itertools.product(range(-1, 5), repeat=len(slots)):
        row = list(position.row)
        for slot, value in zip(slots, values, strict=True):
            row[slot] = value
        if not impossibilities(table, row):
            found.append(tuple(row))
    return found


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 7), st.sampled_from([0, 1, Viewer.BYSTANDER]))
def test_a_verdict_is_what_all_possible_states_say(seed: int, moves: int, viewer: int | Viewer) -> None:
    """Legal if the move is legal in every possible state, illegal if in none, else it depends."""
    position = play_out(TABLE, seed, longest=moves).end
    known = Known.of(TABLE, position.row, viewer)
    rows = possible_rows(position, viewer)
    for move in every_move(TABLE):
        if TABLE.executor.actions[move[0]].chance:
            continue
        broken = [reasons(TABLE, row, move) for row in rows]
        expected = Verdict.DEPENDS if any(broken) else Verdict.LEGAL
        expected = Verdict.ILLEGAL if all(broken) else expected
        found = finding(known, move[0], exactly(move))
        assert expected is found.verdict
        always = set.intersection(*({one.rule.id for one in one_state} for one_state in broken))
        assert {one.rule.id for one in found.broken} == always
        if found.hinge:
            sometimes = {one.rule.id for one_state in broken for one in one_state}
            assert {one.rule.id for one in found.hinge.broken} == sometimes


def test_a_hidden_card_decides_and_is_not_told() -> None:
    """What decides is named by its kind and its owner; the rules that may be broken leave out what it is."""
    move = only("Ben claim 2", "Antonia")
    assert list(move.lines()) == [
        "line 15: Ben claim 2 -- depends",
        "  depends on the hidden held of Ben",
        "  may break whispers.claim [WHI-2]: Ben holds hidden, not 2",
    ]
    assert move.to_json()["hidden"] == {
        "cells": [{"field": "held", "of": "Ben"}], "chosen": [],
        "broken": [{"rule": "whispers.claim", "citations": ["WHI-2"], "because": "Ben holds hidden, not 2"}],
    }
    assert only("Ben claim 2", "Ben").verdict is Verdict.LEGAL


def test_a_card_that_is_seen_is_not_held() -> None:
    """The claims of the game rule out what lies face up or in the own hand: nobody else can hold that."""
    assert [only(f"Ben claim {card}", "Antonia").verdict.value for card in range(1, 6)] == [
        "depends", "depends", "illegal", "depends", "illegal",
    ]
    refused = only("Ben claim 3", "Antonia")
    assert [str(one) for one in refused.broken] == ["whispers.claim [WHI-2]: Ben holds hidden, not 3"]


def test_claims_say_nothing_behind_a_ruling_of_the_table() -> None:
    """Once the table has put a cell right, what the rules bring about is no longer known to hold."""
    moves = judged("ruling: points[Ben] = 1\nBen claim 3", "Antonia").moves
    assert [one.verdict for one in moves] == [Verdict.DEPENDS]


def test_illegal_whatever_is_hidden() -> None:
    """A move that breaks now this rule and now that is illegal, and the rules are said to depend on what is hidden."""
    text = DEALT.replace("held[Antonia] = 5", "held[Antonia] = 2").replace("held[Ben] = 2", "held[Ben] = 5")
    (move,) = judged("Antonia beat Ben", "Antonia", position=text.replace("face_up = 3", "face_up = 1")).moves
    assert (move.verdict, [one.rule.id for one in move.broken]) == (Verdict.ILLEGAL, ["whispers.beat"])
    row = list(read_record(HEADING + text, "x", seat).start)
    known = Known.of(TABLE, row, 0)
    found = finding(known, *_read("Antonia beat Ben"))
    assert (found.verdict, found.broken) == (Verdict.DEPENDS, ())
    slot = next(cell.slot for cell in every_cell(TABLE) if cell.field.name == "held" and cell.index == (1,))
    only_1_or_4 = finding(known.with_cell(slot, (0, 1)), *_read("Antonia beat Ben"))
    assert only_1_or_4.verdict is Verdict.DEPENDS
    never = finding(known.with_cell(slot, (1, 4)), *_read("Antonia beat Ben"))
    assert [one.rule.id for one in never.broken] == ["whispers.beat"]


def _read(text: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    move = read_move(TABLE, text)
    return move[0], exactly(move)


def test_what_is_done_out_of_sight_is_left_open() -> None:
    """A card dealt to somebody or buried is shown to its owner, and to the others as hidden."""
    start = Position.start(TABLE)
    deal = read_move(TABLE, "* deal Ben 2")
    assert [text_seen(start, deal, one) for one in (0, 1, Viewer.BYSTANDER, Viewer.REFEREE)] == [
        "* deal Ben hidden", "* deal Ben 2", "* deal Ben hidden", "* deal Ben 2",
    ]
    turn = read_move(TABLE, "* turn_up 4")
    assert text_seen(start, turn, 0) == "* turn_up 4"
    bury = only("Ben bury 2", "Antonia")
    assert (bury.move, bury.verdict) == ("Ben bury hidden", Verdict.DEPENDS)
    assert bury.hinge is not None and bury.hinge.chosen == ("card",)
    assert only("Ben bury 2", "Ben").move == "Ben bury 2"


def test_what_chance_dealt_is_taken_as_seen() -> None:
    """A draw whose weight is hidden is legal as long as it can be, and illegal if the cards that are seen forbid it."""
    judgement = judged("* deal Antonia 1\n* deal Ben 1\n* turn_up 2\n* turn_up 3", "Antonia", position="")
    assert [(one.move, one.verdict.value) for one in judgement.moves] == [
        ("* deal Antonia 1", "legal"), ("* deal Ben hidden", "legal"), ("* turn_up 2", "legal"),
        ("* turn_up 3", "illegal"),
    ]


def test_what_chance_requires_of_what_nobody_sees_is_taken_as_seen() -> None:
    """A deal is legal though nobody sees what was dealt before, and illegal where it lies open; a player's move that
    requires the same depends."""
    text = "* deal Antonia 1\nAntonia show 1\n* deal Ben 2\n* deal Ben 1\nBen ask 3\nBen ask 1\n"
    record = read_record(f"game: helpers\nplayers: Antonia, Ben\n\n{text}", "x.fogg", lambda header: set_up(
        helpers.MODEL, players=header.seated))
    for viewer, dealt in (("Antonia", "hidden"), ("bystander", "hidden"), ("Ben", "2")):
        moves = {one.line: (one.move, one.verdict.value) for one in judge(record, viewer).moves}
        assert moves[6] == (f"* deal Ben {dealt}", "legal"), viewer
        assert moves[7][1] == ("illegal" if viewer == "Ben" else "legal"), viewer
        assert (moves[8][1], moves[9][1]) == ("depends", "illegal"), viewer


def test_what_the_table_ruled_of_hidden_cells_is_not_told() -> None:
    """A ruling of the table on a hidden cell says to others only which kind of cell it was."""
    line = "Ben claim 2\nruling: held[Ben] = 4"
    assert judged(line, "Antonia").moves[0].rulings == ("hidden held of Ben = hidden",)
    assert judged(line, "Ben").moves[0].rulings == ("held[Ben] = 4",)


def test_readings_and_what_is_hidden() -> None:
    """A reading of a ruling under which a move hinges on something hidden says so."""
    text = DEALT.replace("held[Antonia] = 5", "held[Antonia] = 2").replace("held[Ben] = 2", "held[Ben] = 1")
    text = text.replace("face_up = 3", "face_up = 4")
    heading = HEADING.replace("set ties = a\n", "")
    (move,) = judged("Antonia beat Ben", "Antonia", heading, text).moves
    assert move.verdict is Verdict.DEPENDS
    assert [one.readings for one in move.depends] == [{"a": "depends", "b": "illegal"}]


def test_what_would_have_been_legal_is_legal_whatever_is_hidden() -> None:
    """The nearest moves and changes of a refusal are told only as far as the viewer can be sure of them."""
    own = only("Antonia claim 1", "Antonia")
    assert own.nearest == ("Antonia claim 5",)
    assert [[str(one) for one in way] for way in own.changes] == [["held[Antonia] = 1 instead of 5"]]
    other = only("Ben claim 3", "Antonia")
    assert (other.nearest, other.changes) == ((), ())
    known = Known.of(TABLE, read_record(HEADING + DEALT, "x", seat).start, 1)
    assert nearest_seen(known, *_read("Ben claim 4")) == ("Ben claim 2",)


def test_prospects() -> None:
    """A player is told their own moves, a bystander everybody's, each with what it depends on."""
    position = Position(TABLE, read_record(HEADING + DEALT, "x", seat).start)
    mine = prospects(position, "Antonia")
    assert mine.legal == ("Antonia claim 5", "Antonia bury 5", "Antonia stop")
    assert [(text, hinge.names) for text, hinge in mine.depends if hinge] == [
        ("Antonia beat Ben", "hidden held of Ben"),
    ]
    assert (mine.over, mine.chance) == (False, False)
    others = prospects(position, "bystander")
    assert others.legal == ("Antonia stop", "Ben stop")
    assert ("Ben bury hidden" in [text for text, _ in others.depends]) is True
    assert list(prospects(position).legal) == position.legal
    assert json.loads(json.dumps(mine.to_json()))["depends"][0]["move"] == "Antonia beat Ben"


def test_who_looks_on() -> None:
    """A viewer is a player by name or seat, a bystander or the referee; nobody else sits there."""
    assert [onlooker(TABLE, one) for one in ("ben", 0, "Bystander", "referee", Viewer.BYSTANDER)] == [
        1, 0, Viewer.BYSTANDER, Viewer.REFEREE, Viewer.BYSTANDER,
    ]
    for nobody in (2, -1, "Clara"):
        with pytest.raises(Malformed):
            onlooker(TABLE, nobody)


@pytest.mark.parametrize("name", ["Bystander", "referee", "REFEREE", "by-stander", "hidden", "None"])
def test_no_player_is_called_as_somebody_without_a_seat(name: str) -> None:
    """Nobody may sit under a name that stands for an onlooker, for what is hidden, or for nobody."""
    with pytest.raises(Malformed, match="stands for something else"):
        set_up(whispers.MODEL, players=["Ben", name])


def test_a_viewer_hears_of_impossible_positions_what_they_can_see() -> None:
    """A claim is called broken only if it is whatever is hidden, and only the cells that are seen explain it."""
    twice = DEALT.replace("held[Ben] = 2", "held[Ben] = 5")
    assert [one.claim for one in judged("Ben stop", "referee", position=twice).impossible] != []
    assert judged("Ben stop", "Antonia", position=twice).impossible == ()
    face = DEALT.replace("face_up = 3", "face_up = 5")
    (told,) = judged("Ben stop", "Antonia", position=face).impossible
    assert (told.claim, told.cells) == ("face_up_is_not_held Antonia", {"face_up": "5", "held[Antonia]": "5"})
