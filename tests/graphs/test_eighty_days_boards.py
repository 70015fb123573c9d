"""The board files of 80 Days, as data: whole, honest about their sources, and a race."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import graphs
from graphs.network import articulation_places, build_network, fewest_links, problems

FOLDER = Path(graphs.__file__).parent / "boards" / "eighty_days"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def load(name: str) -> dict[str, Any]:
    """The tables of a board file."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


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
    """Both boards are found; an empty folder would make the laws below hold for nothing."""
    assert NAMES == ["side_a", "small"]


@pytest.mark.parametrize("name", NAMES)
def test_a_journey_is_possible(name: str) -> None:
    """The lines join both Londons and every city, and none joins a city to itself."""
    board = load(name)
    graph = build_network(board["city"], board["line"])
    assert problems(graph, board["printed"]["departure"], board["printed"]["arrival"]) == []


@pytest.mark.parametrize("name", NAMES)
def test_provenance_tags_are_explained_and_used(name: str) -> None:
    """Every tag is explained in the file or cites the rulebook, and every explanation is needed."""
    board = load(name)
    used = tags({key: value for key, value in board.items() if key != "provenance"})
    assert {tag for tag in used if not tag.startswith("rulebook 80D-")} == set(board["provenance"])


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


@pytest.mark.parametrize(("name", "ordinary", "london", "lines"), [("side_a", 30, 8, 9), ("small", 6, 3, 2)])
def test_the_numbers_of_the_boards(name: str, ordinary: int, london: int, lines: int) -> None:
    """The cards are as many as in the box (80D-2), or fewer on the tiny board; the fewest lines make a race."""
    board = load(name)
    assert [a["london"] for a in board["adventure"]].count(False) == ordinary
    assert [a["london"] for a in board["adventure"]].count(True) == london
    graph = build_network(board["city"], board["line"])
    assert fewest_links(graph, board["printed"]["departure"], board["printed"]["arrival"]) == lines


def test_side_a_has_no_bottleneck() -> None:
    """No single city must be passed on the way round the world."""
    board = load("side_a")
    assert articulation_places(build_network(board["city"], board["line"])) == []


def test_the_rulebook_example_is_on_side_a() -> None:
    """Exactly one adventure is the one of 80D-104, and it says so."""
    wanted = {"symbol": "triangle", "needs": {"coat": 1, "revolver": 1}, "bonus": "roll", "points": 3}
    found = [a for a in load("side_a")["adventure"] if wanted.items() <= a.items()]
    assert [a["provenance"]["needs"] for a in found] == ["rulebook 80D-104"]
