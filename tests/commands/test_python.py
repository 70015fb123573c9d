"""A Python user has what the command line has, under one import."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import fogg
from fogg.command import group
from spec.execution.judging import judge
from spec.execution.replaying import end_of

DISPUTE = Path(fogg.__file__).parent / "examples" / "dispute.fogg"


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


def test_a_viewer_is_named_and_must_sit_there() -> None:
    """A name and a seat show the same; nobody and no seat are refused, never shown as a stranger would see it."""
    position = fogg.start(fogg.table("eighty_days", board="small", players=["Antonia", "Ben"]))
    assert fogg.view(position, "ben") == fogg.view(position, 1)
    for nobody in ("Zoe", 2, -1):
        with pytest.raises(fogg.Malformed):
            fogg.view(position, nobody)


def test_things_show_themselves_in_a_line() -> None:
    """What a person prints while trying things out is short."""
    table = fogg.table("eighty_days", board="small", players=["Antonia", "Ben"])
    position = fogg.start(table)
    for one in (table, position, fogg.board_picture(position)):
        assert len(repr(one)) < 200


def test_a_record_ends_where_the_judge_ends() -> None:
    """What a judge refuses is left out and told; every other command goes on from the same position."""
    record = fogg.load_record(str(DISPUTE))
    ending = end_of(record)
    refused = [move.line for move in judge(record).moves if move.broken]
    assert refused == [move.line for move in ending.left_out] == [65, 72]
    done = CliRunner().invoke(group, ["legal", str(DISPUTE)])
    assert done.exit_code == 0
    assert [text in done.output for text in ending.position.legal] == [True] * len(ending.position.legal)


def test_a_game_broken_off_is_kept(tmp_path: Path) -> None:
    """Whoever stops in the middle finds the moves so far in the record; the table can be looked at before."""
    kept = tmp_path / "part.fogg"
    words = ["play", "eighty_days", "--players", "Antonia,Ben", "--seats", "human,random", "-o", str(kept)]
    done = CliRunner().invoke(group, words, input="view\n?\nquit\n")
    assert "the table" in done.output.casefold()
    moves = [entry for entry in fogg.load_record(str(kept)).entries if hasattr(entry, "move")]
    assert len(moves) == 2  # both cards of the deal
