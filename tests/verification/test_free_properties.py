"""What every game should have without its spec claiming it, on a game in which one thing of each kind is wrong."""

import sys

import pytest

from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Sight,
    State,
    Truth,
    action,
    array,
    invariant,
    noted,
    reading,
    rule,
    scalar,
)
from spec.lowering.python import PythonExecutor
from verification.free.job import FREE, verify_free
from verification.queries import Effort
from verification.traces import Trace
from verification.verdicts import Part, Result, Verdict


class Guest(Element, size="players"):
    """Whoever eats."""


class NoBoard(Board):
    """Nothing is printed."""


class Buffet(State[NoBoard]):
    turn = scalar(Guest)
    left = scalar(Int(0, 6), start=6)
    eaten = array(Guest, Int(0, 6))
    full = array(Guest, Bool)
    diet = array(Guest, Bool, start=lambda board, p: p.index == 0, sight=Sight.OWNER)
    washed = scalar(Bool)


TURN = rule("buffet.turn", "Turns", "Guests eat in turn.", "BU-1")
PLENTY = rule("buffet.plenty", "Plenty", "There must be something left.", "BU-2")
FULL = rule("buffet.full", "Full", "Whoever is full eats no more.", "BU-3")
STARVED = rule("buffet.starved", "Starved", "Nobody eats of nothing.", "BU-4")
DESSERT = rule("buffet.dessert", "Dessert", "Dessert comes after twelve pieces.", "BU-5")
DIET = rule("buffet.diet", "Diet", "Nobody offers food to somebody on a diet.", "BU-6")
SAME = noted("free.requirements-differ", "eat/buffet.plenty eat/buffet.st*", "It is told in two ways on purpose.")
WASHING = rule("buffet.washing", "Washing up", "Somebody washes up in the end.", "BU-7")


@action(PLENTY)
def eat(t: Buffet, p: Guest) -> None:
    """Eat a piece."""
    t.require(TURN, p == t.turn)
    t.require(PLENTY, t.left > 0)
    t.require(STARVED, t.left + 1 > 1)
    t.require(FULL, ~t.full[p])
    t.left -= 1
    t.eaten[p] += 1
    with t.when(t.eaten[p] == 4):
        t.does(FULL)
        t.full[p] = True
    t.does(TURN)
    t.turn = t.clockwise(p)


@action(DIET)
def offer(t: Buffet, p: Guest, to: Guest) -> None:
    """Offer the others a turn."""
    t.require(TURN, p == t.turn)
    t.require(DIET, ~t.diet[to] & (p != to))
    t.turn = to


@action(DESSERT)
def take_dessert(t: Buffet, p: Guest) -> None:
    """Have a dessert, which nobody ever gets."""
    t.require(DESSERT, t.eaten[p] > 5)
    t.left -= 0


@action(WASHING)
def wash(t: Buffet, p: Guest) -> None:
    """Wash up, whoever it is."""
    t.require(WASHING, (t.left == 0) & ~t.washed)
    t.washed = True


@reading
def over(t: Buffet) -> Truth:
    """Whether everything is eaten and washed up."""
    return t.washed


@invariant("eating", "nobody eats more than four pieces", "BU-3")
def four_at_most(t: Buffet, guest: Guest) -> Truth:
    return (t.eaten[guest] <= 4) & (t.full[guest] == (t.eaten[guest] >= 4))


MODEL = Game("buffet", "A buffet", Buffet, NoBoard, Guest, (2,), (sys.modules[__name__],))


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    """Every free property of the game."""
    return {one.property: one for one in verify_free(MODEL, effort=Effort(moves=100_000))}


def part(result: Result, name: str) -> Part:
    """A part by its name."""
    return next(one for one in result.parts if one.name == name)


def ended(trace: Trace) -> list[int]:
    """The state after a trace, each move of which must be legal."""
    executor = PythonExecutor(trace.instance)
    row = list(trace.instance.start)
    for move in trace.moves:
        assert executor.broken(row, move) == ()
        row = executor.apply(row, move)
    return row


def test_every_free_property_is_answered(results: dict[str, Result]) -> None:
    """Each of them has a result with parts."""
    assert set(FREE) == set(results)
    assert all(result.parts for result in results.values())


def test_actions_and_effects_come_into_play(results: dict[str, Result]) -> None:
    """What can be done is shown by a game that is replayed; what cannot is refuted."""
    found = results["free.rules-reachable"]
    verdicts = {one.name: one.verdict for one in found.parts}
    assert verdicts == {
        "eat": Verdict.REACHED, "offer": Verdict.REACHED, "take_dessert": Verdict.REFUTED, "wash": Verdict.REACHED,
        "buffet.full": Verdict.REACHED,
    }
    full = part(found, "buffet.full").trace
    assert full is not None and len(full.moves) >= 4
    slots = next(one for field, one in full.instance.layout.items() if field.name == "full")
    assert any(ended(full)[slots.offset:slots.offset + slots.cells])


def test_rules_refuse_alone(results: dict[str, Result]) -> None:
    """A rule is seen to refuse a move alone; one that says what another says never does."""
    found = results["free.rules-refuse"]
    refuted = [one.name for one in found.parts if one.verdict is not Verdict.REACHED]
    assert refuted == ["buffet.plenty", "buffet.starved"]


def test_requirements_that_say_the_same_are_told(results: dict[str, Result]) -> None:
    """Each of two lines that say the same is idle, and the other is named."""
    found = results["free.requirements-differ"]
    plenty, starved = part(found, "eat/buffet.plenty"), part(found, "eat/buffet.starved")
    assert plenty.verdict is Verdict.REFUTED and "buffet.starved" in plenty.note
    assert starved.verdict is Verdict.REFUTED and "buffet.plenty" in starved.note
    assert part(found, "eat/buffet.full").verdict is Verdict.REACHED


def test_what_a_spec_notes_is_as_declared(results: dict[str, Result]) -> None:
    """An exception that the spec knows of is told with its reason, and is no failure; elsewhere it is one."""
    noted_, other = results["free.requirements-differ"], results["free.rules-refuse"]
    assert (noted_.as_declared, other.as_declared) == (True, False)
    assert "on purpose" in part(noted_, "eat/buffet.plenty").note


def test_a_refusal_is_that_of_one_rule(results: dict[str, Result]) -> None:
    """In the position that is shown nothing else refuses the move."""
    shown = part(results["free.requirements-differ"], "eat/buffet.full").trace
    assert shown is not None
    row, executor = ended(shown), PythonExecutor(shown.instance)
    tape = shown.instance.tape(MODEL.actions["eat"])
    broken = [{tape.requires[number].rule.id for number in executor.broken(row, (0, guest))} for guest in (0, 1)]
    assert {"buffet.full"} in broken


def test_parameters_that_never_matter(results: dict[str, Result]) -> None:
    """It does not matter who washes up or is refused dessert, and it matters who eats."""
    found = results["free.parameters-matter"]
    assert {one.name: one.verdict for one in found.parts} == {
        "eat/p": Verdict.REACHED, "offer/p": Verdict.REACHED, "offer/to": Verdict.REACHED,
        "take_dessert/p": Verdict.REFUTED, "wash/p": Verdict.REFUTED,
    }


def test_what_is_counted_is_conserved(results: dict[str, Result]) -> None:
    """Pieces are on the table or eaten."""
    found = results["free.components-conserved"]
    assert [(one.says, one.verdict) for one in found.parts] == [
        ("left + all eaten stays the same", Verdict.PROVED),
    ]
    assert found.parts[0].answers


def test_hidden_cells_decide(results: dict[str, Result]) -> None:
    """That somebody is on a diet decides whether others may offer, who do not see it."""
    found = results["free.hidden-decides-nothing"]
    assert {one.name: one.verdict for one in found.parts} == {
        "eat": Verdict.PROVED, "offer": Verdict.UNKNOWN, "take_dessert": Verdict.PROVED, "wash": Verdict.PROVED,
    }  # no two games look alike in which it differs, as nobody's diet ever changes
    assert "diet" in part(found, "offer").note


def test_a_game_that_gets_stuck(results: dict[str, Result]) -> None:
    """A guest who is full and can only offer to somebody on a diet can do nothing, though food is left."""
    (found,) = results["free.never-stuck"].parts
    assert found.verdict is Verdict.REFUTED and found.trace is not None
    row = ended(found.trace)
    executor = PythonExecutor(found.trace.instance)
    assert (executor.legal(row), executor.read("over", row)) == ([], 0)


def test_a_name_that_is_none() -> None:
    """Whoever asks for something else is told what there is."""
    with pytest.raises(KeyError, match=r"free\.rules-refuse"):
        verify_free(MODEL, names=["free.nothing"])
