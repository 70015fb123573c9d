"""Traces leave as ITF and come back: what is read is replayed, and what was changed on the way is noticed."""

import copy
import json
from types import ModuleType
from typing import Any

import itf_py
import pytest

from fogg.setup import find_game
from spec.language import Game, action, least, rule
from spec.language.errors import Malformed
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from tests.games.random_games import played, reference
from tests.models import gated_journey, rising_prices, roundabout
from verification.itf import ACTION, PARAMETERS, RULES, read_itf, trace_itf, write_itf
from verification.proofs import STORES, verify
from verification.queries import Effort
from verification.traces import NotReplayed
from verification.weakening import weakened

GAMES = [("eighty_days", "small", 3), ("tour_du_monde", "small", 2)]
REST = rule("road.rest", "A rest", "At the second place there is a rest.", "RA-2")
JOURNEY = Instance(gated_journey.MODEL, 2, gated_journey.BOARD)
WALK, DRAW = (list(gated_journey.MODEL.actions).index(name) for name in ("walk", "draw"))
MOVES: tuple[Move, ...] = ((WALK, 0, 0), (DRAW, 3), (WALK, 1, 0))


def written(instance: Instance, moves: tuple[Move, ...]) -> dict[str, Any]:
    """The trace as it comes back from a file."""
    data: dict[str, Any] = json.loads(json.dumps(write_itf(instance, moves, "what it shows")))
    return data


def start_of_game(id_: str, board: str, players: int) -> tuple[Instance, tuple[Move, ...]]:
    """The first moves of a random game."""
    game: Game = find_game(id_)
    moves = tuple(visit.move for visit in played(game, board, players, 5)[:60])
    return reference(game, board, players).instance, moves


@pytest.mark.parametrize(("id_", "board", "players"), GAMES)
def test_a_game_comes_back_move_by_move(id_: str, board: str, players: int) -> None:
    """Reading what was written gives the same moves, and every state on the way agrees."""
    instance, moves = start_of_game(id_, board, players)
    assert moves == read_itf(instance, written(instance, moves))


@pytest.mark.parametrize(("id_", "board", "players"), GAMES)
def test_another_implementation_of_the_format_reads_and_writes_it(id_: str, board: str, players: int) -> None:
    """itf-py takes it in and gives back the same document, which still replays."""
    instance, moves = start_of_game(id_, board, players)
    data = written(instance, moves)
    back = json.loads(json.dumps(itf_py.trace_to_json(itf_py.trace_from_json(data))))
    assert back == data
    assert moves == read_itf(instance, back)


def test_states_tell_of_the_move_that_led_to_them() -> None:
    """Action and parameters by name, and the rules it had to meet or whose effects it had, and no others."""
    states = written(JOURNEY, MOVES)["states"]
    assert [(one[ACTION], one[PARAMETERS]) for one in states[:3]] == [
        ("", {}), ("walk", {"p": "walker_1", "path": "1"}), ("draw", {"card": "4"}),
    ]
    assert states[0][RULES] == []
    assert states[1][RULES] == ["journey.walk", "journey.turn", "journey.gate"]
    assert states[2][RULES] == ["journey.points", "journey.turn"]


def test_effects_that_a_move_did_not_have_are_not_told() -> None:
    """A rule under a condition stands with the moves that met the condition, and not with the others."""
    @action(roundabout.DRIVE)
    def stroll(t: roundabout.Road, p: roundabout.Driver) -> None:
        t.place = least(t.place + 1, 3)
        with t.when(t.place == 2):
            t.does(REST)
            t.laps = 3

    section = ModuleType("stroll")
    vars(section).update(DRIVE=roundabout.DRIVE, REST=REST, stroll=stroll)
    game = Game("stroll", "A stroll", roundabout.Road, roundabout.NoBoard, roundabout.Driver, (1,), (section,))
    states = write_itf(Instance(game, 1), [(0, 0)] * 3)["states"]
    drive = roundabout.DRIVE.id
    assert [state[RULES] for state in states] == [[], [drive], [drive, REST.id], [drive]]


def test_a_store_outside_its_sort_ends_a_trace_before_it() -> None:
    """There is no state after it; the move is told in the heading, and comes back with the others."""
    quick = Effort(moves=100_000, plays=40, length=60, states=2_000)
    (result,) = verify(weakened(gated_journey.MODEL, "journey.load"), names=[STORES],
                       at_hand=gated_journey.BOARD, effort=quick)
    trace = next(part.trace for part in result.parts if part.trace is not None)
    data = json.loads(json.dumps(trace_itf(trace)))
    assert len(data["states"]) == len(trace.moves)
    assert data["#meta"]["fault"][ACTION] == "pack"
    assert trace.moves == read_itf(trace.instance, data)


def changed(place: list[Any], value: Any) -> dict[str, Any]:
    """The trace of three moves with one thing in it changed."""
    data = copy.deepcopy(written(JOURNEY, MOVES))
    inner: Any = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return data


@pytest.mark.parametrize(("place", "value"), [
    (["states", 2, "hats"], {"#bigint": "1"}),
    (["states", 0, "drawing"], "walker_1"),
    (["states", 1, "at", "#map", 0, 1], "home"),
    (["states", 3, PARAMETERS, "path"], "2"),
    (["states", 3, ACTION], "pack"),
])
def test_a_state_or_move_that_is_not_so_is_noticed(place: list[Any], value: Any) -> None:
    """The reference executor has the last word on each move and on every cell of each state."""
    with pytest.raises((NotReplayed, Malformed)):
        read_itf(JOURNEY, changed(place, value))


@pytest.mark.parametrize(("place", "value", "says"), [
    (["states"], [], "list of states"),
    (["states", 1, ACTION], "fly", "'fly' is no action"),
    (["states", 1, PARAMETERS, "p"], "walker_9", "'walker_9' is not of the sort Walker"),
    (["states", 1, PARAMETERS], {}, "has the parameters p, path"),
    (["states", 1, "hats"], {"#bigint": "five"}, "hats"),
    (["states", 1, "hats"], {"#bigint": "5"}, "hats"),
    (["states", 1, "hats"], True, "hats"),
    (["states", 1, "at"], {"#map": []}, "2 cells"),
    (["#meta", "players"], 3, "players 3, not 2"),
    (["#meta", "game"], "chess", "game 'chess'"),
])
def test_what_cannot_be_read_is_told(place: list[Any], value: Any, says: str) -> None:
    """One clear error, with the place."""
    with pytest.raises(Malformed, match=says):
        read_itf(JOURNEY, changed(place, value))


def test_an_illegal_move_is_not_written() -> None:
    """Nothing leaves as a trace that the reference executor does not confirm."""
    with pytest.raises(NotReplayed, match="move 2"):
        write_itf(JOURNEY, (MOVES[0], MOVES[0]))


def test_settings_stand_in_the_heading() -> None:
    """A trace says what was agreed on, and is refused where something else is."""
    model = rising_prices.MODEL
    one = next(iter(model.settings.values()))
    data = write_itf(Instance(model, 2, choices={one: 1}), ())
    assert data["#meta"]["settings"][one.id] == list(one.choices)[1]
    with pytest.raises(Malformed, match="settings"):
        read_itf(Instance(model, 2, choices={one: 0}), data)
