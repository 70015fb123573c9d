"""Judging: legal games are legal, refused moves change nothing, and every verdict says all its reasons."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from spec.execution.judging import judge
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.reasons import reasons
from spec.execution.records import read_record, record_of, write_record
from spec.execution.refusals import broken_rules
from spec.execution.table import set_up
from spec.execution.verdicts import Judgement, Verdict
from tests.execution.bazaar import MODEL, seat

HEADING = "game: bazaar\nplayers: Antonia, Ben\n"
AGREED = HEADING + "set R1 = a\nset R2 = a\n"


def judged(text: str) -> Judgement:
    return judge(read_record(text, "x.fogg", seat))


def verdicts(text: str) -> list[str]:
    return [move.verdict.value for move in judged(text).moves]


@given(st.integers(0, 10**6), st.integers(2, 3), st.sampled_from("ab"), st.sampled_from("ab"))
def test_a_legal_game_is_legal(seed: int, players: int, first: str, second: str) -> None:
    """Every move of a game played by the rules is legal, however the rulings were agreed on."""
    table = set_up(MODEL, players=players, choices={"R1": first, "R2": second})
    judgement = judge(record_of(table, play_out(table, seed).moves))
    assert {move.verdict for move in judgement.moves} == {Verdict.LEGAL}
    assert judgement.status == 0


@settings(deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_a_changed_move_is_refused_as_the_executor_refuses_it(seed: int, data: st.DataObject) -> None:
    """A move that the executor refuses is judged illegal for the same rules, and changes nothing."""
    table = set_up(MODEL, players=2)
    played = play_out(table, seed)
    at = data.draw(st.integers(0, len(played.moves) - 1))
    before = play_out(table, seed, longest=at).end
    every = [
        (number, *args)
        for number, action in enumerate(table.executor.actions)
        for args in _every([range(4 if str(sort) == "Good" else 3 if str(sort) == "Omen" else 2)
                            if str(sort) != "1..3" else range(1, 4) for sort in action.params.values()])
    ]
    move = data.draw(st.sampled_from(every))
    record = record_of(table, (*played.moves[:at], move, *played.moves[at:]))
    start = record.start
    judgement = judge(record)
    broken = reasons(table, before.row, move)
    assert judgement.moves[at].broken == broken
    assert record.start == start
    if broken:
        assert judgement.moves[at].verdict is Verdict.ILLEGAL
        rest = judgement.moves[at + 1:]
        assert [one.verdict for one in rest] == [Verdict.LEGAL] * len(rest)


def _every(ranges: list[range]) -> list[tuple[int, ...]]:
    if not ranges:
        return [()]
    return [(value, *rest) for value in ranges[0] for rest in _every(ranges[1:])]


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_said_to_be_legal_is_legal(seed: int) -> None:
    """The nearest moves of a refusal are legal there, and each way of changing cells makes the refused move legal."""
    table = set_up(MODEL, players=2)
    position = play_out(table, seed, longest=seed % 9).end
    if position.is_over:
        return
    record = record_of(table, [(0, player, good) for player in (0, 1) for good in range(4)], position)
    for move in judge(record).moves[:1]:
        if move.verdict is Verdict.ILLEGAL:
            for near in move.nearest:
                assert position.broken(near) == ()
            for way in move.changes:
                cells = "".join(f"ruling: {change.cell} = {change.wanted}\n" for change in way)
                assert judged(f"{HEADING}{_position(position)}{cells}{move.move}").moves[-1].broken == ()


def _position(position: Position) -> str:
    return "".join(write_record(record_of(position.table, [], position)).partition("position:")[1:]) or "\n"


def test_every_broken_rule_is_told() -> None:
    """A refusal names every rule that the move breaks, with the values, and what would have been legal."""
    judgement = judged(AGREED + """
        position:
          coins[Antonia] = 2
          supply[rug] = 0
          price[rug] = 3
          goods[Ben, rug] = 2
        Antonia buy rug
        Antonia buy lamp
    """)
    refused = judgement.moves[0].to_json()
    assert refused["broken"] == [
        {"rule": "buying.price", "citations": ["BAZ-3", "BAZ-4"], "because": "Flying rug costs 3, and Antonia has 2"},
        {"rule": "buying.supply", "citations": ["BAZ-5"], "because": "no Flying rug is left"},
    ]
    assert refused["nearest"] == ["Antonia buy lamp", "Antonia buy ruby", "Antonia buy green_tea"]
    assert judgement.moves[1].verdict is Verdict.LEGAL
    assert judgement.status == 1


def test_the_smallest_change() -> None:
    """Where one cell stands between a move and its being legal, it is named with the nearest value that would do."""
    judgement = judged(AGREED + "position:\ncoins[Antonia] = 0\nAntonia buy rug\nBen buy lamp")
    assert [[[str(change) for change in way] for way in move.changes] for move in judgement.moves] == [
        [["coins[Antonia] = 1 instead of 0"]], [["turn = Ben instead of Antonia"]],
    ]


def test_several_changes() -> None:
    """Where it takes more than one cell, the cells are named together."""
    (move,) = judged(AGREED + "position:\ncoins[Ben] = 0\nBen buy rug").moves
    assert [[str(change) for change in way] for way in move.changes] == [
        ["turn = Ben instead of Antonia", "coins[Ben] = 1 instead of 0"],
    ]


def test_what_depends_on_a_ruling() -> None:
    """A move depends if a ruling that nobody agreed on decides it, and does not once it is agreed on."""
    position = "position:\n  coins[Antonia] = 1\n"
    open_ = judged(HEADING + position + "Antonia buy rug")
    (move,) = open_.moves
    assert (move.verdict, open_.verdict, open_.status) == (Verdict.DEPENDS, Verdict.DEPENDS, 1)
    assert [(one.ruling.id, one.readings) for one in move.depends] == [("R1", {"a": "legal", "b": "illegal"})]
    assert verdicts(HEADING + "set R1 = a\n" + position + "Antonia buy rug") == ["legal"]
    assert verdicts(HEADING + "set R1 = b\n" + position + "Antonia buy rug") == ["illegal"]
    assert verdicts(HEADING + position + "moves:\nruling: R1 = b\nAntonia buy rug") == ["illegal"]


def test_a_reading_that_replays_otherwise_is_dropped() -> None:
    """A reading under which the game would have gone otherwise decides nothing any more."""
    position = "position:\n  coins[Antonia] = 2\n  coins[Ben] = 0\n"
    assert verdicts(HEADING + position + "Antonia go_home\nBen buy rug") == ["legal", "illegal"]
    text = HEADING + position + "  price[rug] = 2\n  supply[rug] = 1\nAntonia buy rug\nBen ask\n* draw sun\nAntonia go"
    assert verdicts(text) == ["depends", "legal", "legal", "legal"]


def test_what_follows_from_a_refused_move() -> None:
    """A later move that would be legal had a refused move been made says so."""
    judgement = judged(HEADING + "set R1 = b\nposition:\ncoins[Antonia] = 1\nAntonia buy rug\nBen buy rug\nAntonia ask")
    assert [(move.verdict.value, move.follows) for move in judgement.moves] == [
        ("illegal", 0), ("illegal", 6), ("legal", 0),
    ]


def test_a_table_ruling_lets_a_move_stand() -> None:
    """Judging goes on from where the table ruled: a move that stands takes effect, a cell is put right."""
    moves = "Ben buy rug\nruling: coins[Ben] = 3\nBen buy rug\nruling: stands\nBen buy rug"
    judgement = judged(f"{AGREED}position:\ncoins[Ben] = 0\n{moves}")
    assert [(move.verdict.value, move.stands) for move in judgement.moves] == [
        ("illegal", False), ("illegal", True), ("illegal", False),
    ]
    assert [one.because for one in judgement.moves[2].broken] == ["it is the turn of Antonia"]
    assert judgement.moves[1].rulings == ("stands",)


def test_after_the_end() -> None:
    """After the end of the game every move is illegal."""
    judgement = judged(AGREED + "Antonia go\nBen go\nAntonia buy lamp")
    assert [move.verdict.value for move in judgement.moves] == ["legal", "legal", "illegal"]
    assert "turn.closing" in [one.rule.id for one in judgement.moves[2].broken]


def test_impossible_positions() -> None:
    """A position that breaks a claim of the game is impossible, with the claim and the cells it reads."""
    judgement = judged(AGREED + "position:\nsupply[rug] = 1\nprice[rug] = 3\nAntonia buy lamp")
    assert judgement.verdict is Verdict.IMPOSSIBLE
    assert [(one.claim, one.cites) for one in judgement.impossible] == [
        ("pieces rug", ("BAZ-5",)), ("prices rug", ("BAZ-3",)),
    ]
    assert judgement.impossible[1].cells == {"price[rug]": "3", "supply[rug]": "1"}
    assert judgement.moves[0].verdict is Verdict.LEGAL


def test_cells_outside_their_sort() -> None:
    """A number that a cell cannot hold makes the position impossible, and no move can be judged from it."""
    judgement = judged(AGREED + "position:\ncoins[Ben] = 13\nAntonia buy lamp")
    assert [(one.claim, one.cells) for one in judgement.impossible] == [("coins", {"coins[Ben]": "13"})]
    assert [move.verdict for move in judgement.moves] == [Verdict.UNJUDGED]


def test_json() -> None:
    """A judgement is plain JSON."""
    judgement = judged(HEADING + "position:\ncoins[Antonia] = 1\nBen buy rug\nAntonia buy rug")
    again = json.loads(json.dumps(judgement.to_json()))
    assert (again["verdict"], again["file"], again["game"]) == ("illegal", "x.fogg", "bazaar")
    assert [move["verdict"] for move in again["moves"]] == ["illegal", "depends"]
    assert again["moves"][1]["depends"][0]["readings"]["b"]["broken"][0]["rule"] == "buying.price"


def test_reasons_are_those_of_the_executor() -> None:
    """What judging says of a move is what playing it says."""
    table = set_up(MODEL, players=2)
    position = Position.start(table)
    assert position.broken("Ben ask") == broken_rules(table, position.row, position.as_move("Ben ask")) != ()
