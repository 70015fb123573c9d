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
from spec.lowering.python import compiled_value
from spec.lowering.shown import shown
from verification.directed import Reached, Seeker
from verification.proofs import verify
from verification.queries import Effort
from verification.verdicts import Verdict

MOVES = 600_000


@cache
def whole() -> Game:
    """The game with the claims of what runs out."""
    return find_game("eighty_days")


CLAIMS = tuple(name for name, one in whole().properties.items() if one.kind is Kind.REACHABLE)


@cache
def executor(board: str, players: int) -> LlvmExecutor:
    return LlvmExecutor(Instance(whole(), players, ready_board(board, whole())))


def found(claim: str, board: str, players: int, generated: int = MOVES, room: int = 1) -> Reached:
    """A game that reaches a claim, made move by move by the rules run directly; it is what is claimed at its end."""
    native = executor(board, players)
    declared = whole().properties[claim]
    result = Seeker(native, declared, trusted=True, room=room).seek(generated)
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


@pytest.mark.parametrize(("players", "length"), [(2, 22), (3, 20), (4, 19)])
def test_the_pile_of_a_small_board_runs_short(players: int, length: int) -> None:
    """On the small board the pile runs short, and in no fewer moves than the best-first search finds."""
    result = found("the_pile_is_short", "small", players)
    assert result.moves is not None
    assert (len(result.moves), result.at_least) == (length, length)


def test_the_london_pile_of_a_small_board_runs_short() -> None:
    """On the small board the London pile runs short with two players, in 37 moves, and a quick look rules out 33."""
    result = found("the_london_pile_is_short", "small", 2)
    assert result.moves is not None
    assert (len(result.moves), result.at_least) == (37, 34)


@pytest.mark.slow
def test_no_shorter_game_empties_the_london_pile_of_a_small_board() -> None:
    """All games of up to 36 moves that may still reach it are seen, and none does: 37 moves are the fewest."""
    result = found("the_london_pile_is_short", "small", 2, generated=22_000_000, room=2)
    assert result.moves is not None
    assert (len(result.moves), result.at_least, result.shortest) == (37, 37, True)


@pytest.mark.parametrize(("claim", "least"), [("the_pile_is_short", 114), ("the_london_pile_is_short", 66)])
def test_what_the_piles_of_side_a_take(claim: str, least: int) -> None:
    """On side A four players need so many moves at least until a pile runs short."""
    declared = whole().properties[claim].moves
    assert declared is not None
    instance = executor("side_a", 4).instance
    assert compiled_value(instance, instance.tape(declared))(instance.start, ()) == least


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
    """No move of two players comes nearer to a shortage by more than one move; on the small board they carry all that
    they want of shoes."""
    names = ["grey-coins-run-out", "shoes-run-out", "adventures-run-out", "london-adventures-run-out", "shortfalls"]
    small = ready_board("small", whole())
    results = verify(whole(), names=names, players=[2], at_hand=small, grounds=[small], effort=Effort(moves=1_000_000))
    parts = {part.name: part.verdict for result in results for part in result.parts}
    assert {name: verdict for name, verdict in parts.items() if verdict is not Verdict.PROVED} == {
        "too_few_grey_coins": Verdict.REACHED, "no_shoes_are_left": Verdict.REFUTED,
        "the_pile_is_short": Verdict.REACHED, "the_london_pile_is_short": Verdict.REACHED,
    }
