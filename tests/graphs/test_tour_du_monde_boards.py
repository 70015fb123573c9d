"""The board files of Le Tour du Monde en 80 jours, as data: the counts of the box, its route, and honest sources."""

import tomllib
from typing import Any

import pytest

from fogg.setup import find_game, ready_board
from graphs.loading import board_files

GAME = find_game("tour_du_monde")
FILES = board_files(GAME)
BOX: dict[str, Any] = tomllib.loads(FILES["box"].read_text(encoding="utf-8"))
MODES = {"ship": range(4, 9), "train": range(2, 7)}


def copies(rows: str) -> dict[str, int]:
    return {row["id"]: row["copies"] for row in BOX[rows]}


def provenance(row: dict[str, Any], key: str) -> str:
    """The tag of one datum: its own, its row's, or the file's."""
    own = row.get("provenance", {})
    return str(own if isinstance(own, str) else own.get(key, BOX["board"]["provenance"]))


def test_the_boards_are_there() -> None:
    """All boards are found; an empty folder would make the laws below hold for nothing."""
    assert sorted(FILES) == ["box", "small"]


@pytest.mark.parametrize("name", FILES)
def test_every_axiom_holds(name: str) -> None:
    """Each board is read and checked thoroughly without a problem."""
    assert ready_board(name, GAME, thorough=True).name == name


@pytest.mark.parametrize("mode", MODES)
def test_thirty_cards_of_each_mode(mode: str) -> None:
    """Thirty trains of 2 to 6 days and thirty ships of 4 to 8, with the published mean."""
    found = {int(id.split("_")[1]): count for id, count in copies("card").items() if id.startswith(mode)}
    assert (list(found), sum(found.values())) == (list(MODES[mode]), 30)
    mean = sum(value * count for value, count in found.items()) / 30
    assert round(mean, 2) == {"train": 4.0, "ship": 6.13}[mode]


def test_the_other_pieces_of_the_box() -> None:
    """Fifteen events, with three elephants, one Relation and two blue ones; nine chips of each colour; 24 coins."""
    events = copies("event")
    assert (sum(events.values()), events["elephant"], events["relation"]) == (15, 3, 1)
    assert (events["delay"], events["storm"]) == (1, 1)
    assert [sum(colour["chips"].values()) for colour in BOX["colour"]] == [9, 9]
    assert BOX["printed"]["coins"] == 24


def test_the_route_has_ten_legs_of_the_kinds_that_occur() -> None:
    """Ten legs; besides the overland one they are of the six published kinds, each of which occurs."""
    legs = [(city.get("needs", {}).get("ship", 0), city.get("needs", {}).get("train", 0)) for city in BOX["city"][:-1]]
    assert len(legs) == 10
    assert [city["id"] for city in BOX["city"] if city["overland"]] == ["bombay"]
    kinds = {leg for leg in legs if leg != (0, 0)}
    assert kinds == {(0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 1)}
    assert "needs" not in BOX["city"][-1]


def test_what_nobody_has_published_is_called_assumed() -> None:
    """The three unknown legs and the unknown event copies say that they are assumed; the other legs do not."""
    legs = {city["id"]: provenance(city, "needs") for city in BOX["city"] if "needs" in city}
    assert {id for id, tag in legs.items() if tag.startswith("assumed")} == {"suez", "calcutta", "hong_kong"}
    unknown = {row["id"] for row in BOX["event"] if provenance(row, "copies").startswith("assumed")}
    assert unknown == {"princess", "balloon", "submarine"}
    assert {provenance(row, "copies") for row in BOX["card"]} == {"public-deck"}


def test_each_tag_is_explained_and_used() -> None:
    """Every provenance tag is a rulebook line or explained in the file, and every explanation is used."""
    rows = [row for key in ("city", "card", "event", "colour") for row in BOX[key]] + [BOX["printed"]]
    used = {tag for row in rows for tag in row.get("provenance", {}).values()} | {BOX["board"]["provenance"]}
    explained = set(BOX["provenance"])
    assert {tag for tag in used if not tag.startswith("rulebook TDM-")} == explained
