"""Directed search for games that reach a state: shortest ones, lower bounds, and what no game reaches."""

from __future__ import annotations

from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest

from spec.language import Game, Number, Truth, choose, every, reachable, total
from spec.language.actions import Property
from spec.language.data import EMPTY, BoardData, Name
from spec.language.errors import SpecError
from spec.lowering.direct import DirectExecutor
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from tests.models import bridge_torch, die_hard, gated_journey, hanoi, rising_prices
from verification.directed import Reached, Seeker
from verification.proofs import verify
from verification.puzzles import eight_puzzle
from verification.puzzles.eight_puzzle import Frame, Square, distance
from verification.queries import Effort
from verification.refuting import Refuter, Sought
from verification.traces import Trace
from verification.verdicts import Verdict

FARTHEST = (8, 6, 7, 2, 5, 4, 3, 0, 1)
"""One of the two positions of the 8-puzzle that are 31 slides from its goal (Reinefeld 1993)."""
QUICK = Effort(moves=400_000, states=2_000)


def claimed(game: Game, *claims: Property) -> Game:
    """The game with some claims more."""
    section = ModuleType("claims")
    vars(section).update({claim.name: claim for claim in claims})
    return Game(game.id, game.title, game.state, game.board, game.players, game.counts, (*game.sections, section))


def seeker(game: Game, claim: Property, board: BoardData | None = None, trusted: bool = True) -> Seeker:
    whole = claimed(game, claim)
    instance = Instance(whole, game.counts[0]) if board is None else Instance(whole, game.counts[0], board)
    return Seeker(LlvmExecutor(instance), claim, trusted)


def best(game: Game, claim: Property, board: BoardData | None = None) -> tuple[int | None, int]:
    """How long the game found is, and how long any is at least."""
    found = seeker(game, claim, board).seek(500_000)
    return (None if found.moves is None else len(found.moves)), found.at_least


@reachable("four", "the big jug holds four gallons", "DH-1")
def four_gallons(t: Any) -> Truth:
    return t.big == 4  # type: ignore[no-any-return]  # a field of any state


@reachable("six", "the jugs hold six gallons between them, the small one two", "DH-1")
def two_and_four(t: Any) -> Truth:
    return (t.big == 4) & (t.small == 2)  # type: ignore[no-any-return]  # a field of any state


@reachable("moved", "every disc lies on the last peg", "TH-1")
def all_moved(t: Any) -> Truth:
    return every(t.peg[disc] == hanoi.Peg.at(2) for disc in t.each(hanoi.Disc))


def is_across(t: Any, minutes: int) -> Truth:
    across = every(t.across[walker] for walker in t.each(bridge_torch.Walker))
    return across & (t.elapsed <= minutes)  # type: ignore[no-any-return]  # a field of any state


@reachable("across", "all are across after 60 minutes", "BT-1")
def in_time(t: Any) -> Truth:
    return is_across(t, 60)


@reachable("faster", "all are across after 59 minutes", "BT-1")
def too_fast(t: Any) -> Truth:
    return is_across(t, 59)


def slides(t: Frame) -> Number:
    """Each tile's way to its place, along rows and columns."""
    ways = []
    for square in t.each(Square):
        for tile in range(1, 9):
            row, column = divmod(FARTHEST.index(tile), 3)
            way = distance(square.index // 3, Number(row)) + distance(square.index % 3, Number(column))
            ways.append(choose(t.tile[square] == tile, way, 0))
    return total(ways)


def is_farthest(t: Frame) -> Truth:
    return every(t.tile[Square.at(place)] == tile for place, tile in enumerate(FARTHEST))


@reachable("farthest", "the farthest position is reached", "EP-1")
def farthest_blindly(t: Frame) -> Truth:
    return is_farthest(t)


@reachable("farthest", "the farthest position is reached", "EP-1", moves=slides)
def farthest(t: Frame) -> Truth:
    return is_farthest(t)


def way_of_the_empty_square(t: Frame) -> Number:
    row, column = divmod(FARTHEST.index(0), 3)
    return distance(t.empty.index // 3, Number(row)) + distance(t.empty.index % 3, Number(column))


@reachable("farthest", "the farthest position is reached", "EP-1", moves=way_of_the_empty_square)
def farthest_with_a_weak_bound(t: Frame) -> Truth:
    return is_farthest(t)


@reachable("farthest", "the farthest position is reached", "EP-1", moves=lambda t: 2 * way_of_the_empty_square(t))
def farthest_too_fast(t: Frame) -> Truth:
    return is_farthest(t)


@reachable("swapped", "two tiles alone are swapped", "EP-1")
def swapped(t: Frame) -> Truth:
    tiles = (2, 1, *range(3, 9), 0)
    return every(t.tile[Square.at(place)] == tile for place, tile in enumerate(tiles))


def test_four_gallons_take_six_moves() -> None:
    """Die Hard: four gallons after six moves and no fewer."""
    assert best(die_hard.MODEL, four_gallons) == (6, 6)


@pytest.mark.parametrize("discs", [1, 3, 8])
def test_hanoi_takes_all_its_moves(discs: int) -> None:
    """n discs are moved in 2^n - 1 moves and no fewer."""
    assert (2**discs - 1, 2**discs - 1) == best(hanoi.MODEL, all_moved, hanoi.discs(discs))


def test_the_bridge_is_crossed_in_five() -> None:
    """Four walkers with one torch cross five times, and can be across after 60 minutes."""
    assert best(bridge_torch.MODEL, in_time, bridge_torch.BOARD) == (5, 5)


@pytest.mark.parametrize("claim", [farthest_blindly, farthest])
def test_the_farthest_position_is_31_slides_away(claim: Property) -> None:
    """With a lower bound or without one, the shortest way to the farthest position has 31 slides."""
    assert best(eight_puzzle.MODEL, claim) == (31, 31)


def test_a_lower_bound_saves_states() -> None:
    """With the tiles' ways as a lower bound a small part of the states is seen."""
    blind = seeker(eight_puzzle.MODEL, farthest_blindly).seek(500_000)
    bounded = seeker(eight_puzzle.MODEL, farthest).seek(500_000)
    assert bounded.states * 10 < blind.states


@pytest.mark.parametrize(
    ("game", "claim", "board"),
    [(bridge_torch.MODEL, too_fast, bridge_torch.BOARD), (eight_puzzle.MODEL, swapped, None),
     (die_hard.MODEL, two_and_four, None)],
)
def test_what_no_game_reaches(game: Game, claim: Property, board: BoardData | None) -> None:
    """Where all states were seen without it, none reaches it: 59 minutes, an odd permutation, six gallons."""
    found = seeker(game, claim, board).seek(600_000)
    assert (found.moves, found.exhausted) == (None, True)


def test_a_beam_finds_a_game_and_proves_nothing() -> None:
    """A beam's game is one, and its lower bound is none."""
    search = seeker(eight_puzzle.MODEL, farthest)
    found = search.beam(50)
    assert found.moves is not None and found.at_least == 0 and not found.shortest
    executor = DirectExecutor(search.executor.instance)
    row = list(executor.instance.start)
    for move in found.moves:
        assert executor.broken(row, move) == ()
        row = executor.apply(row, move)
    assert executor.read("farthest", row) == 1


def test_a_beam_keeps_to_a_limit() -> None:
    """No game beyond the limit is found, and none is where the limit is below the shortest."""
    search = seeker(eight_puzzle.MODEL, farthest)
    assert search.beam(20_000, limit=30).moves is None
    within = search.beam(20_000, limit=31).moves
    assert within is not None and len(within) == 31


def test_equal_seeds_give_equal_games() -> None:
    """A search depends on its seed and on nothing else, also when a search went before it."""
    first = seeker(eight_puzzle.MODEL, farthest).beam(30, seed=5)
    other = seeker(eight_puzzle.MODEL, farthest)
    other.best_first(10_000)
    assert first == other.beam(30, seed=5)


def test_the_bound_of_an_unfinished_search_holds() -> None:
    """Where the effort ends first, what is then known of the length grows with the effort and never exceeds it."""
    search = seeker(eight_puzzle.MODEL, farthest_blindly)
    bounds = [search.best_first(generated).at_least for generated in (1, 200_001, 400_001)]
    assert all(one <= other for one, other in pairwise(bounds))
    assert 1 < bounds[-1] <= 31


def test_a_start_that_is_it() -> None:
    """What holds at the start takes no move."""
    @reachable("empty", "a jug is empty", "DH-1")
    def empty(t: Any) -> Truth:
        return t.big == 0  # type: ignore[no-any-return]  # a field of any state

    assert Reached((), 0, states=1) == seeker(die_hard.MODEL, empty).seek(1_000)
    (result,) = verify(claimed(die_hard.MODEL, empty), names=["empty"], effort=QUICK)
    assert (result.verdict, result.method) == (Verdict.REACHED, "0 moves, shortest")


def test_a_proved_bound_makes_the_verdict_exact() -> None:
    """The bound is a part of the proof; the game found is said to be a shortest one."""
    game = claimed(eight_puzzle.MODEL, farthest_with_a_weak_bound)
    (result,) = verify(game, names=["farthest"], effort=Effort(moves=4_000_000))
    claim, bound = result.parts
    assert (bound.name, bound.verdict) == ("farthest_with_a_weak_bound_moves_needed", Verdict.PROVED)
    assert (claim.verdict, claim.method, claim.at_least, claim.shortest) == (
        Verdict.REACHED, "31 moves, shortest", 31, True
    )
    assert result.verdict == Verdict.REACHED


def test_a_bound_that_is_too_large_is_refuted() -> None:
    """A bound that falls by two in a move is refuted by such a move, and no length rests on it."""
    (result,) = verify(claimed(eight_puzzle.MODEL, farthest_too_fast), names=["farthest"], effort=QUICK)
    claim, bound = result.parts
    assert (bound.verdict, result.verdict) == (Verdict.REFUTED, Verdict.REFUTED)
    assert bound.trace is not None
    assert claim.trace is not None and claim.at_least is not None
    assert claim.at_least <= 31 <= len(claim.trace.moves)


def towns_left(t: Any) -> Number:
    """The towns that the first walker has not seen; each counts twice where there are five of them."""
    first = next(iter(t.each(gated_journey.Walker)))
    unseen = total(choose(t.been[first, town], 0, 1) for town in t.each(gated_journey.Town))
    return (t.count(gated_journey.Town) - 3) * unseen  # type: ignore[no-any-return]  # a field of any state


@reachable("traveller", "the first walker has been everywhere", "GJ-1", moves=towns_left)
def everywhere(t: Any) -> Truth:
    first = next(iter(t.each(gated_journey.Walker)))
    return every(t.been[first, town] for town in t.each(gated_journey.Town))


def test_a_bound_is_proved_for_the_board_of_the_game() -> None:
    """A bound that looks at every member of a board is shown for the board that a game is looked for on, no other."""
    square = gated_journey.BOARD
    start, end = (square.tables[end] for end in ("start", "end"))
    wider = BoardData(
        "wider", "A town more", {"Town": 5, "Path": 5}, {"Town": (*square.names["Town"], Name("west", "West"))},
        {**square.tables, "start": (*start, 0), "end": (*end, 4), "toll": (0,) * 5},
    )
    game = claimed(gated_journey.MODEL, everywhere)
    verdicts = [
        result.parts[1].verdict for ground in (square, wider)
        for result in verify(game, names=["traveller"], at_hand=square, grounds=[ground], effort=QUICK)
    ]
    assert verdicts == [Verdict.PROVED, Verdict.REFUTED]


@pytest.mark.parametrize(("lengths", "bounds", "told"), [
    ((9, 4, 3), (5, 4, 3), 4), ((9, 4), (5, 3), 9), ((None, 4), (2, 2), 4),
], ids=["a shortest game", "the first game", "the only game"])
def test_a_game_that_is_proved_to_be_a_shortest_one_is_preferred(
    monkeypatch: pytest.MonkeyPatch, lengths: tuple[int | None, ...], bounds: tuple[int, ...], told: int
) -> None:
    """Boards are gone through until a game is a shortest one; if none is, the first game found is told."""
    instance = Instance(die_hard.MODEL, 1)
    answers = iter([
        Sought(None if length is None else Trace(instance, ((0,),) * length, "four"), "", at_least=bound)
        for length, bound in zip(lengths, bounds, strict=True)
    ])
    monkeypatch.setattr(Refuter, "_reached", lambda *_: next(answers))
    found = Refuter(die_hard.MODEL, 1, EMPTY, {}, QUICK, [EMPTY] * len(lengths)).reach(four_gallons, False)
    assert found.trace is not None
    assert len(found.trace.moves) == told


def test_an_effort_is_multiplied() -> None:
    """What takes seven times the effort makes seven times the moves in seven times the memory, and asks as before."""
    assert QUICK.times(7) == Effort(moves=2_800_000, states=2_000, room=7)


def test_what_is_never_so_is_refuted_by_induction() -> None:
    """Where the search cannot see all states, that the claim never holds is shown by induction, for every board."""
    @reachable("rich", "there is a coin too many", "RP-4")
    def one_too_many(t: Any) -> Truth:
        lying = total(t.laid[area] for area in t.each(rising_prices.Area))
        held = total(t.coins[buyer] for buyer in t.each(rising_prices.Buyer))
        return t.supply + lying + held == 151  # type: ignore[no-any-return]  # a field of any state

    game = claimed(rising_prices.MODEL, one_too_many)
    (result,) = verify(game, names=["rich"], players=[2], effort=Effort(moves=40_000, states=100))
    assert (result.verdict, result.method) == (Verdict.REFUTED, "induction")


def test_what_is_not_found_is_unknown() -> None:
    """Without a game, all states or an induction nothing is known, and the note says how far was looked."""
    (result,) = verify(
        claimed(eight_puzzle.MODEL, swapped), names=["swapped"], effort=Effort(moves=400, states=100, deepest=1)
    )
    assert result.verdict == Verdict.UNKNOWN
    assert "no game of fewer than" in result.note


def test_a_measure_has_the_parameters_of_its_claim() -> None:
    """A bound for other parameters than its claim's is an error where it is declared."""
    def bound(t: Any, square: Square) -> Number:
        return Number(0)

    with pytest.raises(SpecError, match="parameters of the claim"):
        @reachable("far", "far", "EP-1", moves=bound)
        def far(t: Any) -> Truth:
            return Truth(1)


def test_the_least_bound_of_all_parameters_counts() -> None:
    """A claim with parameters holds for some of them, so the smallest of their bounds is one."""
    def missing(t: Any, walker: bridge_torch.Walker) -> Number:
        return choose(t.across[walker], 0, walker.index)

    @reachable("one", "somebody but the first is across", "BT-1", moves=missing)
    def somebody(t: Any, walker: bridge_torch.Walker) -> Truth:
        return t.across[walker] & (walker.index > 0)  # type: ignore[no-any-return]  # a field of any state

    found = seeker(bridge_torch.MODEL, somebody, bridge_torch.BOARD).seek(1_000)
    assert found.moves is not None and (len(found.moves), found.at_least) == (1, 1)
