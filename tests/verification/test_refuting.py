"""A claim is about every legal move: those after the end of a game, and those beside a move that is faulty."""

import sys

import pytest

from spec.language import Board, Element, Game, Int, State, Truth, action, invariant, reading, rule, scalar, step
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_player import RandomPlayer
from verification.proofs import verify
from verification.queries import Effort
from verification.verdicts import Verdict


class Walker(Element, size="players"):
    """Whoever walks."""


class NoBoard(Board):
    """Nothing is printed."""


class Path(State[NoBoard]):
    walked = scalar(Int(0, 12))
    burden = scalar(Int(0, 1))


WALK = rule("path.walk", "Walking", "Ten steps, and then nobody should walk on.", "PA-1")


@action(WALK)
def walk(t: Path, p: Walker) -> None:
    """Walk on, but not over the edge."""
    t.require(WALK, t.walked < 12)
    t.walked += 1


@action(WALK)
def load(t: Path, p: Walker) -> None:
    """Take up a weight: faulty, as nobody can carry two and none is refused."""
    t.burden += 1


@reading
def over(t: Path) -> Truth:
    """Whether the end has been reached."""
    return t.walked >= 10


@step("still", "nobody walks after the end", "PA-1")
def nobody_walks_on(before: Path, after: Path) -> Truth:
    return (before.walked < 10) | (after.walked == before.walked)


@invariant("near", "nobody gets as far as eleven", "PA-1")
def never_eleven(t: Path) -> Truth:
    return t.walked < 11


MODEL = Game("path", "A path", Path, NoBoard, Walker, (1,), (sys.modules[__name__],))
# No search in order gets there: that would do without random play.
RANDOM_ONLY = Effort(moves=1_000_000, plays=1, length=1, states=2)


@pytest.mark.parametrize("name", ["still", "near"])
def test_a_claim_is_refuted_beyond_the_end_and_beside_faults(name: str) -> None:
    """The eleventh step refutes both claims, though the game is over and most games run into a fault before."""
    (result,) = verify(MODEL, names=[name], effort=RANDOM_ONLY)
    assert result.verdict == Verdict.REFUTED
    assert result.trace is not None and len(result.trace.moves) == 11


def test_play_stops_at_the_end_unless_it_is_to_go_on() -> None:
    """Ordinary play never sees the eleventh step, however long it looks; onward play does."""
    instance = Instance(MODEL, 1)
    watched = [MODEL.properties["never_eleven"]]
    native = LlvmExecutor(instance)
    ordinary = RandomPlayer(native, watched).search(1, 1_000_000)
    assert ordinary is not None and ordinary.property == ""
    onward = RandomPlayer(native, watched, onward=True).search(1, 1_000_000)
    assert onward is not None and onward.property == "never_eleven"


def test_onward_play_ends_where_every_game_is_faulty() -> None:
    """Faults count as moves, so that a search with nothing but faults comes to its end."""
    instance = Instance(MODEL, 1)
    watched = [MODEL.properties["never_eleven"]]
    assert RandomPlayer(LlvmExecutor(instance), watched, longest=3, onward=True).search(1, 20_000) is None
