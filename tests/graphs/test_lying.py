"""What lies on the lines of a board is seen on its picture, and empty squares as long as nothing does."""

import pytest

import fogg
from fogg.setup import table
from graphs.lying import lying_on_links
from graphs.picture import costs_of, links_of
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.games.eighty_days.board import LineTile

SQUARE = "marked line"


def test_a_square_is_on_every_marked_line() -> None:
    """The sixteen squares of side B are seen with nothing on them; side A has none."""
    squares = {}
    for side in ("side_a", "side_b"):
        seated = table("eighty_days", side)
        squares[side] = [link for link in links_of(seated.game, seated.board) if link.square]
    assert squares["side_a"] == []
    assert len(squares["side_b"]) == 16
    assert {(link.square, link.label) for link in squares["side_b"]} == {(SQUARE, "")}


@pytest.mark.parametrize("board", ["side_b", "small_b"])
def test_the_tiles_that_lie_there_are_told(board: str) -> None:
    """Before the first move nothing lies anywhere; in play every square has another tile with its costs."""
    seated = table("eighty_days", board)
    assert lying_on_links(Position.start(seated)) == {}
    end = play_out(seated, 1, longest=60).end
    laid = lying_on_links(end)
    links = links_of(seated.game, seated.board, laid)
    assert {link.id: link.label for link in links if link.square} == laid
    cells = seated.instance.cells(end.row)
    costs = costs_of(seated.game, LineTile, seated.board)
    names = seated.board.names["Line"]
    for number, name in enumerate(names):
        tile = cells["line_tile", (number,)]
        assert laid.get(name.id) == (None if tile < 0 else costs[tile] or LineTile.titles()[tile][1])
    assert all(f">{label}<" in fogg.board_picture(end).svg for label in laid.values())


def test_costs_are_told_in_words() -> None:
    """Each thing is named as often as it is asked for, numbers are counted, and nothing is nothing."""
    seated = table("eighty_days", "small_b")
    costs = costs_of(seated.game, LineTile, seated.board)
    assert costs[7:9] + costs[13:] == ["", "shoes", "1 coin", "2 coins", "hat, hat, 1 coin"]
