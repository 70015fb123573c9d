"""What is wrong with a spec is told when it is loaded: the file and line that hold it, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from spec.language import Board, Element, Game, Int, Number, State, action, array, choose, member, rule, scalar
from spec.language.actions import Action
from spec.language.errors import SpecError
from spec.language.rules import Rule

KNOWN = rule("some.rule", "A rule", "It is declared.", "XY-1")
UNKNOWN = Rule("other.rule", "Another", "No section declares it.", ("XY-2",))


class Player(Element, size="players"):
    """Who plays."""


class City(Element, size=3):
    """Where."""


class Colour(Element):
    RED = member()
    BLUE = member()


class NoBoard(Board):
    """Nothing is printed."""


class Table(State[NoBoard]):
    coins = array(Player, Int(0, 9))
    place = scalar(City)
    colour = scalar(Colour)
    track = array(Int(0, 9), Player)


def mixed_sorts(t: Table, p: Player) -> None:
    t.require(KNOWN, t.place == t.colour)


def unknown_rule(t: Table, p: Player) -> None:
    t.require(UNKNOWN, t.coins[p] > 0)


def no_rule(t: Table, p: Player) -> None:
    t.require("some.rule", t.coins[p] > 0)  # type: ignore[arg-type]  # the mistake on purpose


def no_such_field(t: Table, p: Player) -> None:
    t.coinz = 3


def python_if(t: Table, p: Player) -> None:
    if t.coins[p] > 0: t.place = City.at(1)  # noqa: E701  # pyright: ignore  # on purpose, one line


def python_and(t: Table, p: Player) -> None:
    t.require(KNOWN, t.coins[p] > 0 and t.coins[p] < 5)


def python_or(t: Table, p: Player) -> None:
    t.require(KNOWN, t.coins[p] > 0 or t.coins[p] < 5)


def python_not(t: Table, p: Player) -> None:
    t.require(KNOWN, not t.coins[p] > 0)  # pyright: ignore  # the mistake on purpose


def python_in(t: Table, p: Player) -> None:
    t.require(KNOWN, 3 in t.coins[p])


def chained(t: Table, p: Player) -> None:
    t.require(KNOWN, 0 < t.coins[p] < 5)


def outside(t: Table, p: Player) -> None:
    t.coins[p] = 10


def lonely_otherwise(t: Table, p: Player) -> None:
    with t.otherwise(): t.place = City.at(1)  # noqa: E701  # one line, so that the error has one place


def wrong_index(t: Table, p: Player) -> None:
    t.coins[t.place] = 1  # type: ignore[index]  # the mistake on purpose


def zero_divisor(t: Table, p: Player) -> None:
    t.coins[p] = t.coins[p] // 0


def a_truth_for_a_rule(t: Table, p: Player) -> None:
    t.require(t.coins[p] > 0, t.coins[p] > 0)  # type: ignore[arg-type]  # the mistake on purpose


def a_number_for_a_truth(t: Table, p: Player) -> None:
    t.require(KNOWN, t.coins[p])  # type: ignore[arg-type]  # the mistake on purpose


def undeclared_rule_of_stores(t: Table, p: Player) -> None:
    t.does(UNKNOWN)


def python_bool(t: Table, p: Player) -> None:
    t.require(KNOWN, bool(t.coins[p] > 0))


def mixed_store(t: Table, p: Player) -> None:
    t.place = t.colour


def mixed_choice(t: Table, p: Player) -> None:
    t.place = choose(t.coins[p] > 0, t.place, t.colour)


def member_as_number(t: Table, p: Player) -> None:
    t.coins[p] = t.coins[p] + t.place  # type: ignore[operator]  # the mistake on purpose


def index_may_leave(t: Table, p: Player) -> None:
    t.track[t.coins[p] + 1] = p


def no_such_member(t: Table, p: Player) -> None:
    t.coins[Player.at(2)] = 1


def too_few_indices(t: Table, p: Player) -> None:
    t.coins[p, p] = 1  # type: ignore[index]  # the mistake on purpose


def whole_array(t: Table, p: Player) -> None:
    t.coins = 3  # type: ignore[assignment]  # the mistake on purpose


def looped_number(t: Table, p: Player) -> None:
    list(t.coins[p])


def harmless(t: Table, p: Player) -> None:
    t.coins[p] = 1


MISTAKES: dict[Callable[..., None], str] = {
    mixed_sorts: "cannot compare City with Colour", unknown_rule: "unknown rule 'other.rule'",
    no_rule: "needs a rule first", no_such_field: "no field 'coinz'", python_if: "t.when", python_and: "a & b",
    python_or: "a | b", python_not: "~a", python_in: "some(", chained: "split a chained comparison",
    outside: "coins holds 0..9", lonely_otherwise: "needs a `when`", wrong_index: "an index of coins holds Player",
    zero_divisor: "positive literal", a_truth_for_a_rule: "declare it with rule(...)",
    a_number_for_a_truth: "needs a condition that is a truth", undeclared_rule_of_stores: "unknown rule 'other.rule'",
    python_bool: "t.when", mixed_store: "place holds City, and this is Colour", mixed_choice: "choose holds City",
    member_as_number: "expected a number, found City", index_may_leave: "use least() and most()",
    no_such_member: "an index of coins ranges over 2..2, outside Player", too_few_indices: "coins has 1 indices",
    whole_array: "coins[...] = ...", looped_number: "for x in t.each(Sort)",
}


def traced(declared: Action) -> None:
    section = ModuleType("section")
    vars(section).update(KNOWN=KNOWN, declared=declared)
    game = Game("mistakes", "Mistakes", Table, NoBoard, Player, (2,), (section,))
    game.tape(declared, game.shape(2, {}))


@pytest.mark.parametrize("function", MISTAKES, ids=lambda one: one.__name__)
def test_a_mistake_is_told_with_its_line(function: Callable[..., None]) -> None:
    """Tracing raises `SpecError` with what to write, at the line of the function's body."""
    with pytest.raises(SpecError) as caught:
        traced(action(KNOWN)(function))
    assert MISTAKES[function] in str(caught.value)
    assert (__file__, function.__code__.co_firstlineno + 1) == (caught.value.place.file, caught.value.place.line)


def line_of(function: Callable[..., None]) -> tuple[str, int]:
    return __file__, function.__code__.co_firstlineno


def after_a_store(t: Table, p: Player) -> None:
    with t.when(t.coins[p] > 0):
        t.place = City.at(1)
    t.colour = Colour.BLUE
    with t.otherwise():
        t.place = City.at(2)


def after_a_helper(t: Table, p: Player) -> None:
    with t.when(t.coins[p] > 0):
        t.place = City.at(1)
    hidden_when(t, p)
    with t.otherwise():
        t.place = City.at(2)


def hidden_when(t: Table, p: Player) -> None:
    with t.when(t.coins[p] > 1):
        t.colour = Colour.BLUE


@pytest.mark.parametrize("function", [after_a_store, after_a_helper], ids=lambda one: one.__name__)
def test_an_otherwise_never_belongs_to_a_when_out_of_sight(function: Callable[..., None]) -> None:
    """Neither something done in between nor a `when` of a called function gets the `otherwise`."""
    with pytest.raises(SpecError, match="needs a `when` just before it") as caught:
        traced(action(KNOWN)(function))
    assert (__file__, function.__code__.co_firstlineno + 4) == (caught.value.place.file, caught.value.place.line)


def test_an_action_needs_a_rule() -> None:
    """`@action()` of something that is no rule is refused at the function's line."""
    with pytest.raises(SpecError, match="write @action") as caught:
        action("some.rule")(outside)  # type: ignore[arg-type]  # the mistake on purpose
    assert line_of(outside) == (caught.value.place.file, caught.value.place.line)


def test_the_rule_of_an_action_is_declared() -> None:
    """An action whose own rule no section declares is refused at the function's line."""
    with pytest.raises(SpecError, match=r"unknown rule 'other\.rule'") as caught:
        traced(action(UNKNOWN)(harmless))
    assert line_of(harmless) == (caught.value.place.file, caught.value.place.line)


def test_a_parameter_needs_a_sort() -> None:
    """A parameter without a sort is refused at the function's line."""
    def unsorted(t: Table, p: Player, count: Number) -> None:
        t.coins[p] = count

    def bare(t: Table, p) -> None:  # type: ignore[no-untyped-def]  # the mistake on purpose
        t.coins[p] = 1

    for function in (unsorted, bare):
        with pytest.raises(SpecError, match="annotate it with a subclass of Element") as caught:
            action(KNOWN)(function)
        assert line_of(function) == (caught.value.place.file, caught.value.place.line)


def test_a_name_stands_once() -> None:
    """Two actions of one name are refused at the line of the second."""
    section = ModuleType("section")
    vars(section).update(KNOWN=KNOWN, one=action(KNOWN)(outside), two=action(KNOWN)(outside))
    with pytest.raises(SpecError, match="declares 'outside' twice") as caught:
        _ = Game("twice", "Twice", Table, NoBoard, Player, (2,), (section,)).actions
    assert line_of(outside) == (caught.value.place.file, caught.value.place.line)


def test_a_rule_is_cited() -> None:
    """A rule without citations, or with an id of another form, is refused where it is declared."""
    with pytest.raises(SpecError, match="needs citations such as") as caught:
        rule("some.other", "A rule", "It is declared.", "")
    assert __file__ == caught.value.place.file
    with pytest.raises(SpecError, match=r"section\.short-name"):
        rule("Some Rule", "A rule", "It is declared.", "XY-1")


def test_truths_compare_as_expressions() -> None:
    """`==` between truths is an expression too, so it never quietly asks whether they are one object."""
    section = ModuleType("section")

    @action(KNOWN)
    def alike(t: Table, p: Player) -> None:
        t.require(KNOWN, (t.coins[p] > 0) == (t.place == City.at(1)))
        t.require(KNOWN, (t.coins[p] > 0) != True)  # noqa: E712  # what a rules person may write

    vars(section).update(KNOWN=KNOWN, alike=alike)
    game = Game("alike", "Alike", Table, NoBoard, Player, (2,), (section,))
    first, second = game.tape(alike, game.shape(2, {})).requires
    assert (0, 1) == (first.holds.lo, first.holds.hi) == (second.holds.lo, second.holds.hi)


def test_a_field_has_a_name_of_its_own() -> None:
    """A field named like something that every state has is refused at its line."""
    with pytest.raises(SpecError, match="cannot be called weight") as caught:
        type("Scales", (State,), {"weight": scalar(Int(0, 9))})
    assert caught.value.place.file == __file__


def test_a_name_does_not_hide_another_in_one_file() -> None:
    """A second action of the same name in a file is refused where it stands, before it can hide the first."""
    text = "@action(KNOWN)\ndef go(t: Table, p: Player) -> None: ...\n"
    scope = {"action": action, "KNOWN": KNOWN, "Table": Table, "Player": Player}
    with pytest.raises(SpecError, match="'go' stands here again") as caught:
        exec(compile(text * 2, "walks.py", "exec"), scope)
    assert (caught.value.place.file, caught.value.place.line) == ("walks.py", 3)
