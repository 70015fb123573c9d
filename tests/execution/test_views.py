"""Views: what each player, a bystander and the referee can see of a position."""

from hypothesis import given
from hypothesis import strategies as st

from spec.execution.cells import every_cell
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.seeing import HIDDEN, Viewer
from spec.execution.table import set_up
from spec.execution.views import view
from spec.language.state import Sight
from tests.execution.bazaar import MODEL

TABLE = set_up(MODEL, players=["Antonia", "Ben"])


@given(st.integers(0, 10**6), st.integers(0, 12), st.sampled_from([0, 1, Viewer.BYSTANDER]), st.data())
def test_hidden_cells_do_not_show(seed: int, moves: int, viewer: int | Viewer, data: st.DataObject) -> None:
    """Positions that differ only in cells that a viewer cannot see give equal views."""
    position = play_out(TABLE, seed, longest=moves).end
    row = list(position.row)
    for cell in every_cell(TABLE):
        sight = cell.field.sight
        if sight is Sight.NOBODY or (sight is Sight.OWNER and cell.index[0] != viewer):
            row[cell.slot] = data.draw(st.integers(*TABLE.instance.domains[cell.slot]))
    changed = Position(TABLE, tuple(row))
    assert view(position, viewer) == view(changed, viewer)
    assert view(position, viewer).to_json() == view(changed, viewer).to_json()


@given(st.integers(0, 10**6), st.integers(0, 12), st.data())
def test_visible_cells_show(seed: int, moves: int, data: st.DataObject) -> None:
    """The referee tells any two different positions apart."""
    position = play_out(TABLE, seed, longest=moves).end
    slot = data.draw(st.integers(0, len(position.row) - 1))
    lo, hi = TABLE.instance.domains[slot]
    value = data.draw(st.integers(lo, hi))
    changed = Position(TABLE, (*position.row[:slot], value, *position.row[slot + 1:]))
    assert (position.row == changed.row) == (view(position, Viewer.REFEREE) == view(changed, Viewer.REFEREE))


def test_in_words() -> None:
    """Members go by their titles, what is nothing is left out, and a hidden card is called hidden."""
    position = Position.start(TABLE)
    for move in ("Antonia buy rug", "Ben ask", "* draw moon", "Antonia buy rug"):
        position = position.play(move)
    assert list(view(position, 1).lines()) == [
        "The bazaar",
        "",
        "The table",
        "  turn: Ben",
        "  asked: none",
        "  supply: lamp 2, ruby 2, green tea 2",
        "  price: lamp 1, Flying rug 3, ruby 1, green tea 1",
        "  cards seen: hidden",
        "  cards unseen: 2",
        "  cards queue: hidden",
        "  cards head: hidden",
        "  cards length: 0",
        "  over: no",
        "",
        "Antonia",
        "  coins: 3",
        "  goods: Flying rug 2",
        "  omen: hidden",
        "  home: no",
        "  wealth: 5",
        "",
        "Ben",
        "  coins: 6",
        "  goods: none",
        "  omen: Full moon",
        "  home: no",
        "  wealth: 6",
        "  lucky: no",
    ]


def test_as_data() -> None:
    """The same as data: ids, truths and numbers, without what is hidden."""
    data = view(Position.start(TABLE), 0).to_json()
    assert data["cells"]["goods"]["Ben"] == {"lamp": 0, "rug": 0, "ruby": 0, "green_tea": 0}
    assert (data["cells"]["home"]["Ben"], data["cells"]["omen"]) == (False, {"Antonia": None})
    assert data["readings"]["wealth"] == {"Antonia": 6, "Ben": 6}
    assert data["readings"]["lucky"] == {"Antonia": False}
    assert HIDDEN not in str(data)
