"""What the box holds runs out: the games in which it does, replayed, and the fewest moves that they take."""

from __future__ import annotations

from functools import cache

import pytest

from fogg.setup import find_game, ready_board
from spec.games.eighty_days.board import Item
from spec.language import Game
from spec.language.actions import Kind
from spec.lowering.direct import DirectExecutor
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.shown import shown
from verification.directed import Reached, Seeker
from verification.proofs import verify
from verification.queries import Effort
from verification.verdicts import Verdict

MOVES = 400_000
SIDE_A = "80 Days, board side A (reconstruction)"


@cache
def whole() -> Game:
    """The game with the claims of what runs out."""
    return find_game("eighty_days")


CLAIMS = tuple(name for name, one in whole().properties.items() if one.kind is Kind.REACHABLE)


@cache
def executor(board: str, players: int) -> LlvmExecutor:
    return LlvmExecutor(Instance(whole(), players, ready_board(board, whole())))


def found(claim: str, board: str, players: int) -> Reached:
    """A game that reaches a claim, made move by move by the rules run directly; it is what is claimed at its end."""
    native = executor(board, players)
    declared = whole().properties[claim]
    result = Seeker(native, declared, trusted=True).seek(MOVES)
    assert result.moves is not None
    assert len(result.moves) >= result.at_least
    direct = DirectExecutor(native.instance)
    row = list(native.instance.start)
    for move in result.moves:
        assert shown(direct, declared, None, row) is None
        assert direct.broken(row, move) == ()
        row = direct.apply(row, move)
    assert shown(direct, declared, None, row) is not None
    return result


def test_every_kind_is_claimed() -> None:
    """Coins, grey coins, the five kinds of item and both piles of cards: nine claims, all with a lower bound."""
    assert len(CLAIMS) == 9
    assert all(whole().properties[name].moves is not None for name in CLAIMS)


@pytest.mark.parametrize(
    ("claim", "players", "length"),
    [("no_shoes_are_left", 4, 34), ("no_revolver_is_left", 4, 26), ("no_hat_is_left", 4, 26),
     ("no_umbrella_is_left", 4, 26), ("no_coat_is_left", 4, 26), ("no_revolver_is_left", 3, 24),
     ("no_hat_is_left", 3, 24), ("no_umbrella_is_left", 3, 24), ("no_coat_is_left", 3, 24)],
)
def test_players_buy_up_an_item(claim: str, players: int, length: int) -> None:
    """On side A three or four players buy up a kind of item, and in no fewer moves than its lower bound says."""
    result = found(claim, "side_a", players)
    assert result.moves is not None
    assert (len(result.moves), result.at_least) == (length, length)


@pytest.mark.parametrize(
    ("claim", "players", "length"),
    [("a_newspaper_cannot_be_paid", 2, 19), ("a_newspaper_cannot_be_paid", 3, 20),
     ("a_newspaper_cannot_be_paid", 4, 23), ("too_few_grey_coins", 2, 32), ("too_few_grey_coins", 4, 37)],
)
def test_coins_run_out(claim: str, players: int, length: int) -> None:
    """On side A the coins run out, and the grey ones of them, and in no fewer moves than the lower bound says."""
    result = found(claim, "side_a", players)
    assert result.moves is not None
    assert (len(result.moves), result.at_least) == (length, length)


@pytest.mark.parametrize("claim", ["the_pile_is_short", "the_london_pile_is_short"])
def test_the_piles_of_a_small_board_run_short(claim: str) -> None:
    """On the small board both piles run short with two players."""
    result = found(claim, "small", 2)
    assert result.moves is not None and len(result.moves) <= 60


def test_two_players_cannot_carry_all_shoes() -> None:
    """A search that finds nothing says so: without Jean two suitcases hold all shoes only if nobody has room."""
    native = executor("small", 2)
    result = Seeker(native, whole().properties["no_shoes_are_left"], trusted=True).seek(MOVES // 4)
    assert (result.moves, result.exhausted) == (None, False)


@pytest.mark.parametrize(
    ("board", "players", "kinds"),
    [("side_a", 2, {"UMBRELLA"}), ("side_a", 3, {*Item.members}), ("small", 4, {"HAT"})],
)
def test_what_suitcases_hold(board: str, players: int, kinds: set[str]) -> None:
    """A kind can run out while somebody has room for it only if the suitcases hold more of it than there are."""
    tables = ready_board(board, whole()).tables
    pieces = Instance(whole(), players, ready_board(board, whole())).data.tables["stock"]
    held = zip(Item.members, tables["alone"], pieces, strict=True)
    assert {kind for kind, alone, stock in held if players * alone > stock} == kinds


@pytest.mark.slow
def test_the_lower_bounds_are_proved() -> None:
    """No move of four players comes nearer to a shortage by more than one move, on side A or on every board."""
    names = [whole().properties[claim].proof for claim in CLAIMS]
    results = verify(
        whole(), names=[*names[:3], "shortfalls"], players=[4], at_hand=ready_board("small", whole()),
        grounds=[ready_board("side_a", whole())],
    )
    parts = {part.name: part.verdict for result in results for part in result.parts if part.name not in CLAIMS}
    assert len(parts) > 3
    assert {name for name, verdict in parts.items() if verdict is not Verdict.PROVED} == set()


@pytest.mark.slow
def test_two_players_never_want_for_hats() -> None:
    """That two players on side A find no room for a hat when none is left is proved by what suitcases hold."""
    (result,) = verify(
        whole(), names=["hats-run-out"], players=[2], at_hand=ready_board("small", whole()),
        grounds=[ready_board("side_a", whole())], effort=Effort(moves=100_000),
    )
    assert (result.verdict, result.method, result.board) == (Verdict.REFUTED, "induction", SIDE_A)
