"""What is proved of a mutant piece by piece is so of the whole, and the stores of legal moves alone are trusted."""

from collections.abc import Iterator
from functools import cache

from spec.language.actions import Action
from spec.language.data import EMPTY
from spec.language.nodes import Const
from spec.lowering.instance import Instance
from tests.models.rising_prices import MODEL
from verification.mutation.bench import Workshops
from verification.mutation.columns import Ground
from verification.mutation.corpus import corpus
from verification.mutation.equivalence import Equivalence
from verification.mutation.mutants import Kind, Mutant
from verification.mutation.samples import Samples
from verification.queries import Asker, Effort, Status
from verification.system import System


@cache
def equivalence(games: int = 2) -> Equivalence:
    """What is asked of z3 about the model, with samples of so many random games."""
    instance = Instance(MODEL, 2)
    ground, workshops = Ground(instance), Workshops(MODEL)
    return Equivalence(
        System(MODEL, 2, instance.shape, EMPTY), Asker(Effort(milliseconds=2_000)),
        lambda action: workshops(ground, workshops.actions.index(action)),
        corpus(workshops, [(ground, instance)], seed=1, games=games, states=6),
    )


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


def test_samples_only_spare_questions() -> None:
    """With random games at hand the same mutants are proved by pieces as without any, and fewer questions are asked."""
    with_games, without = ([
        (action, one) for action, one in offered() if equivalence(games).is_same_by_pieces(action, one)
    ] for games in (2, 0))
    assert with_games == without


def test_samples_tell_apart_what_differs_where_it_matters() -> None:
    """That it is a payer's turn is not always so, but is where the move is legal; and some payment is."""
    tape = equivalence().prepared(MODEL.actions["pay"]).workshop.tape
    samples = Samples(stand for stand in equivalence().stands if stand.workshop.tape is tape)
    turn, *others = needs = [(one.holds, True) for one in tape.requires]
    always = Const(1, turn[0].sort)
    assert samples.tell_apart(turn[0], always, others)
    assert not samples.tell_apart(turn[0], always, needs)
    assert samples.show(needs) and not samples.show([*needs, (turn[0], False)])
