"""What is proved of a mutant piece by piece is so of the whole, and the stores of legal moves alone are trusted."""

from collections.abc import Iterator
from functools import cache

from spec.language.actions import Action
from spec.language.data import EMPTY
from tests.models.rising_prices import MODEL
from verification.mutation.equivalence import Equivalence
from verification.mutation.mutants import Kind, Mutant
from verification.queries import Asker, Effort, Status
from verification.system import System


@cache
def equivalence() -> Equivalence:
    system = System(MODEL, 2, MODEL.shape(2, EMPTY.sizes), EMPTY)
    return Equivalence(system, Asker(Effort(milliseconds=2_000)))


def offered() -> Iterator[tuple[Action, Mutant]]:
    for action in MODEL.actions.values():
        for mutant in equivalence().prepared(action).workshop.mutants:
            yield action, mutant


def of(kind: Kind, says: str) -> tuple[Action, Mutant]:
    return next((action, one) for action, one in offered() if one.kind is kind and one.says.startswith(says))


def test_what_is_the_same_by_pieces_is_the_same() -> None:
    """Of each mutant that is proved by pieces the whole is proved too, and there are such mutants."""
    proved = [(action, one) for action, one in offered() if equivalence().is_same_by_pieces(action, one)]
    assert len(proved) >= 2
    assert {equivalence().ask(action, one).status for action, one in proved} == {Status.FOLLOWS}


def test_a_requirement_that_others_imply_may_be_dropped() -> None:
    """No price is beyond 40, as nobody has so many coins."""
    assert equivalence().is_same_by_pieces(*of(Kind.NO_REQUIREMENT, "top[a] + 1 <= 40"))


def test_a_requirement_that_keeps_a_store_in_its_sort_may_not_be_dropped() -> None:
    """Without it a move is legal that was not, and no store of that move is trusted to stay in its sort."""
    dropped = of(Kind.NO_REQUIREMENT, "top[a] + 1 <= coins[p]")
    assert not equivalence().is_same_by_pieces(*dropped)
    assert equivalence().ask(*dropped).status is Status.FAILS
