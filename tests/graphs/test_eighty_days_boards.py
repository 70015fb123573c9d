"""The board files of 80 Days, as data: whole, honest about their sources, and a race."""

import tomllib
from typing import Any

import pytest

from fogg.setup import find_game, ready_board
from graphs.loading import board_files, sections_of
from graphs.network import articulation_places, build_network, fewest_links, problems

GAME = find_game("eighty_days")
FILES = board_files(GAME)
NAMES = sorted(FILES)
BASES = {"side_b": "side_a", "small_b": "small"}
OF_THE_BOX = ("suitcase", "item", "face", "adventure", "arrival")


def load(name: str) -> dict[str, Any]:
    """The tables of a board file, with those of the board that it is based on."""
    return dict(sections_of(name, GAME).content)


def written(name: str) -> dict[str, Any]:
    """The tables that stand in a board file itself."""
    return tomllib.loads(FILES[name].read_text(encoding="utf-8"))


def crossing(board: dict[str, Any], tiles: int) -> int:
    """The fewest lines from London to London, over at most so many marked squares."""
    ways = [
        (line[start], line[end], line.get("marked", False))
        for line in board["line"] for start, end in (("start", "end"), ("end", "start"))
    ]
    reached, lines = {(board["printed"]["departure"], 0)}, 0
    while all(city != board["printed"]["arrival"] for city, _ in reached):
        onward = {(there, n + marked) for city, n in reached for here, there, marked in ways if here == city}
        reached, lines = {(city, n) for city, n in onward if n <= tiles}, lines + 1
    return lines


def tags(value: Any) -> set[str]:
    """Every provenance tag used anywhere below the top of a board file."""
    if isinstance(value, list):
        return set().union(*map(tags, value))
    if not isinstance(value, dict):
        return set()
    own = value.get("provenance", {})
    used = {own} if isinstance(own, str) else set(own.values())
    return used.union(*(tags(inner) for key, inner in value.items() if key != "provenance"))


def test_the_boards_are_there() -> None:
    """All boards are found; an empty folder would make the laws below hold for nothing."""
    assert NAMES == ["side_a", "side_b", "small", "small_b"]


@pytest.mark.parametrize("name", NAMES)
def test_every_axiom_holds(name: str) -> None:
    """Each board is read, completed and checked thoroughly without a problem."""
    assert ready_board(name, GAME, thorough=True).name == name


@pytest.mark.parametrize("name", NAMES)
def test_a_journey_is_possible(name: str) -> None:
    """The lines join both Londons and every city, and none joins a city to itself."""
    board = load(name)
    graph = build_network(board["city"], board["line"])
    assert problems(graph, board["printed"]["departure"], board["printed"]["arrival"]) == []


@pytest.mark.parametrize("name", NAMES)
def test_provenance_tags_are_explained_and_used(name: str) -> None:
    """Every tag is explained in the file or its base or cites the rulebook, and every explanation is needed."""
    board = written(name)
    used = tags({key: value for key, value in board.items() if key != "provenance"})
    explained = set(board.get("provenance", {}))
    told = {tag for tag in used if not tag.startswith("rulebook 80D-")}
    known = set(written(BASES[name])["provenance"]) if name in BASES else set()
    assert explained - told == set()
    assert told - explained - known == set()


@pytest.mark.parametrize(("name", "base"), BASES.items())
def test_both_sides_share_one_box(name: str, base: str) -> None:
    """Suitcase, items, die and cards are written once and are the same on both sides; the maps differ."""
    assert written(name).keys() & set(OF_THE_BOX) == set()
    one, other = load(name), load(base)
    assert [one[section] for section in OF_THE_BOX] == [other[section] for section in OF_THE_BOX]
    assert (one["printed"]["side"], other["printed"]["side"]) == ("b", "a")
    assert {line["id"] for line in one["line"]} != {line["id"] for line in other["line"]}


@pytest.mark.parametrize("name", NAMES)
def test_adventures_ask_for_what_exists(name: str) -> None:
    """Needs name items; the place is a symbol or a city, and for the London adventures it is the arrival city."""
    board = load(name)
    items = {item["id"] for item in board["item"]}
    cities = {city["id"] for city in board["city"]}
    for adventure in board["adventure"]:
        assert set(adventure["needs"]) <= items
        assert ("symbol" in adventure) != ("city" in adventure)
        assert adventure.get("city", board["printed"]["arrival"]) in cities
        assert (adventure.get("city") == board["printed"]["arrival"]) == adventure["london"]
        assert (adventure["bonus"] == "coins") == (adventure["bonus_coins"] > 0)


@pytest.mark.parametrize(("name", "ordinary", "london", "lines"), [
    ("side_a", 30, 8, 9), ("side_b", 30, 8, 8), ("small", 6, 3, 2), ("small_b", 6, 3, 2),
])
def test_the_numbers_of_the_boards(name: str, ordinary: int, london: int, lines: int) -> None:
    """The cards are as many as in the box (80D-2), or fewer on the tiny board; the fewest lines make a race."""
    board = load(name)
    assert [a["london"] for a in board["adventure"]].count(False) == ordinary
    assert [a["london"] for a in board["adventure"]].count(True) == london
    graph = build_network(board["city"], board["line"])
    assert fewest_links(graph, board["printed"]["departure"], board["printed"]["arrival"]) == lines


@pytest.mark.parametrize("name", ["side_a", "side_b", "small_b"])
def test_there_is_no_bottleneck(name: str) -> None:
    """No single city must be passed on the way round the world."""
    board = load(name)
    assert articulation_places(build_network(board["city"], board["line"])) == []


@pytest.mark.parametrize(("name", "squares", "cities", "journeys"), [
    ("side_a", 0, 25, [9]), ("side_b", 16, 27, [11, 9, 9, 8, 8]),
    ("small", 0, 4, [2]), ("small_b", 3, 5, [3, 3, 2]),
])
def test_marked_squares_are_short_cuts(name: str, squares: int, cities: int, journeys: list[int]) -> None:
    """Only side B has squares, all sixteen on the whole board (80D-33); the more of them are paid for, the shorter."""
    board = load(name)
    assert sum(line.get("marked", False) for line in board["line"]) == squares
    assert len(board["city"]) == cities
    assert [crossing(board, marked) for marked in range(len(journeys))] == journeys


def test_a_free_way_leads_everywhere_on_side_b() -> None:
    """Every city of side B can be reached without any line tile."""
    board = load("side_b")
    free = [line for line in board["line"] if not line.get("marked")]
    graph = build_network(board["city"], free)
    assert problems(graph, board["printed"]["departure"], board["printed"]["arrival"]) == []


def test_every_line_tile_of_side_b_asks_for_something() -> None:
    """All sixteen tiles (80D-5) show costs (80D-67), and two of them ask for each item alone."""
    tiles = load("side_b")["line_tile"]
    assert len(tiles) == 16
    assert all(tile.get("cost") or tile.get("coins") for tile in tiles)
    for item in load("side_b")["item"]:
        alone = [tile for tile in tiles if tile.get("cost") == {item["id"]: 1} and not tile.get("coins")]
        assert len(alone) == 2


def test_the_rulebook_example_is_on_side_a() -> None:
    """Exactly one adventure is the one of 80D-104, and it says so."""
    wanted = {"symbol": "triangle", "needs": {"coat": 1, "revolver": 1}, "bonus": "roll", "points": 3}
    found = [a for a in load("side_a")["adventure"] if wanted.items() <= a.items()]
    assert [a["provenance"]["needs"] for a in found] == ["rulebook 80D-104"]
