"""A Python user has what the command line has, under one import."""

from __future__ import annotations

import fogg


def test_every_name_is_there() -> None:
    """Each public name can be had from `fogg`."""
    assert len(fogg.__all__) > 15
    assert [name for name in fogg.__all__ if not callable(getattr(fogg, name))] == []


def test_a_game_from_set_up_to_picture() -> None:
    """Set up, list, play, refuse, view and draw."""
    table = fogg.table("eighty_days", board="small", players=["Antonia", "Ben"])
    position = fogg.start(table)
    after = position.play(position.legal[0])
    assert after.row != position.row
    assert position.broken(position.legal[0]) == ()
    assert [one.rule.id for one in position.broken("Ben pass")] == ["actions.decisions", "actions.turn"]
    assert any("Antonia" in line for line in fogg.view(position, 0).lines())
    assert fogg.board_picture(after)._repr_svg_().lstrip().startswith("<")
    assert "<svg" in fogg.suitcase_picture(after, "ben").svg
