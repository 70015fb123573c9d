"""What the exported texts say, language by language."""

from __future__ import annotations

import json
import re
import sys
from types import ModuleType

import pytest

from spec.language import Board, Element, Game, Int, State, action, rule, scalar
from spec.language.errors import Malformed
from spec.lowering.instance import Instance
from tests.lowering import corners
from tests.models import die_hard, knuth_yao_die
from tests.oracles import twists
from verification.export import FORMATS, Chance, Unsupported, model, written_model
from verification.export.names import Names

DIE_HARD = Instance(die_hard.MODEL, 1)


def text(instance: Instance, language: str, chance: Chance = Chance.WEIGHTED) -> str:
    return written_model(model(instance), language, chance)


@pytest.mark.parametrize(("language", "lines"), [
    ("prism", ["  small : [0..3] init 0;", "  big : [0..5] init 0;", "  [fill_big_0] true -> (big' = 5);"]),
    ("promela", ["byte small = 0;", "byte big = 0;", "  /* fill_big(p Hero#0) */", "  :: d_step { true ->"]),
    ("murphi", ["  small : 0..3;", "  big : 0..5;", 'rule "fill_big(p Hero#0)" true ==>', "  big := 5;"]),
])
def test_variables_and_commands(language: str, lines: list[str]) -> None:
    """Each cell is a variable with its range and start, each action with its arguments a command."""
    written = text(DIE_HARD, language).splitlines()
    assert [line for line in lines if line not in written] == []


def test_jani_is_one_automaton() -> None:
    """JANI has one bounded variable for each cell, and one edge for each command, that happens for sure."""
    written = json.loads(text(DIE_HARD, "jani"))
    (automaton,) = written["automata"]
    assert [(one["name"], one["type"]["upper-bound"]) for one in written["variables"]] == [("small", 3), ("big", 5)]
    assert [edge["action"] for edge in automaton["edges"]] == [one["name"] for one in written["actions"]]
    assert {edge["destinations"][0]["probability"]["exp"] for edge in automaton["edges"]} == {1}
    assert (written["type"], len(automaton["edges"])) == ("mdp", 6)


@pytest.mark.parametrize("language", ["prism", "jani"])
def test_chance_alone_is_a_chain(language: str) -> None:
    """Where chance decides everything the model is a Markov chain; with chance free it is a decision process."""
    kinds = [
        re.search(r'(?m)^(dtmc|mdp)$|"type":"(dtmc|mdp)"', text(Instance(knuth_yao_die.MODEL, 1), language, chance))
        for chance in Chance
    ]
    assert [kind and (kind[1] or kind[2]) for kind in kinds] == ["dtmc", "mdp"]


@pytest.mark.parametrize("language", FORMATS)
def test_heading(language: str) -> None:
    """Every text says what it is a model of, and with which settings."""
    assert "Twists, 2 playing, board: twists" in text(twists.INSTANCE, language)


@pytest.mark.parametrize("language", FORMATS)
def test_end_of_the_game(language: str) -> None:
    """Every text tells by the name `over` where the game has ended; one whose game does not say so has none."""
    assert re.search(r"\bover\b", text(twists.INSTANCE, language))
    assert not re.search(r"\bover\b", text(DIE_HARD, language))


def test_stores_that_may_leave_are_asserted() -> None:
    """In Promela, whose numbers wrap, a store that may leave its sort is asserted not to."""
    assert "assert(0 <= (array + 1) && (array + 1) <= 9);" in text(twists.INSTANCE, "promela")


def test_large_numbers_are_told() -> None:
    """A value that may need more bits than a language has is told by name and line, before anything is written."""
    section = ModuleType("stretching")
    vars(section).update(ANY=corners.ANY, stretch=corners.stretch)
    game = Game("stretching", "Stretching", corners.Corners, corners.NoBoard, corners.Player, (2,), (section,))
    found = model(Instance(game, 2))
    with pytest.raises(Unsupported, match=r"corners\.py:\d+: stretch cannot be exported: .* 32 bits in Promela"):
        written_model(found, "promela")
    assert "wide" in written_model(found, "murphi")


def test_unknown_languages_are_told() -> None:
    """There are four languages, and another name is refused with theirs."""
    with pytest.raises(Malformed, match="there are jani, prism, promela, murphi"):
        text(DIE_HARD, "tla")


def test_names() -> None:
    """No name is reserved, begins like another kind of name, stands twice, or holds a strange sign."""
    names = Names("init max", ("kept_",))
    wishes = ["init", "big", "Big", "init_", "kept_0", "7 up", "a-b"]
    assert names.each(wishes) == ["init_", "big", "Big_", "init__", "xkept_0", "x7_up", "a_b"]


class Hero(Element, size="players"):
    """Whoever counts."""


class NoBoard(Board):
    """Nothing is printed."""


class Twice(State[NoBoard]):
    number = scalar(Int(0, 9))


ANY = rule("twice.any", "Twice", "Something is done twice.", "TW-1")


@action(ANY)
def twice(t: Twice, p: Hero) -> None:
    """The last store wins, and both read what was there before."""
    with t.when(t.number < 5):
        t.number += 1
    with t.when(t.number > 7):
        t.number = 0


MODEL = Game("twice", "Twice", Twice, NoBoard, Hero, (1,), (sys.modules[__name__],))


def test_the_last_store_wins() -> None:
    """Two stores to one cell become one new value, decided by the later store first."""
    (line,) = [line for line in text(Instance(MODEL, 1), "prism").splitlines() if "[twice_0]" in line]
    assert line == (
        "  [twice_0] true -> (number' = ((7 < ((number < 5) ? (number + 1) : number)) ? 0 : "
        "((number < 5) ? (number + 1) : number)));"
    )
