"""Machine code says what the reference executor says, down to the corners, and plays fairly."""

import random
from collections import Counter
from collections.abc import Iterator
from ctypes import c_bool, c_char_p, c_int32
from functools import cache
from math import perm, sqrt

import pytest

from spec.language.actions import Kind
from spec.language.errors import Malformed, SpecError
from spec.language.game import Game
from spec.language.sorts import bounds
from spec.lowering.executor import Move
from spec.lowering.instance import Instance, Row
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_moves import MoveCode
from spec.lowering.llvm_player import RandomPlayer, Shows, random_search
from spec.lowering.llvm_rows import RowPacking, narrowest
from spec.lowering.llvm_values import check_texts
from spec.lowering.python import PythonExecutor
from spec.lowering.shown import shown
from tests.lowering import corners
from tests.models import die_hard, eight_puzzle, knuth_yao_die, rising_prices, tic_tac_toe

CORNERS, PRICES = corners.MODEL, rising_prices.MODEL
MODELS = (CORNERS, die_hard.MODEL, eight_puzzle.MODEL, knuth_yao_die.MODEL, PRICES, tic_tac_toe.MODEL)
each_model = pytest.mark.parametrize("game", MODELS, ids=[game.id for game in MODELS])
FAULTY = CORNERS.actions["overstep"]


@cache
def pair(game: Game) -> tuple[PythonExecutor, LlvmExecutor]:
    instance = Instance(game, game.counts[0])
    return PythonExecutor(instance), LlvmExecutor(instance)


def walk(game: Game, seed: int, length: int) -> Iterator[tuple[Row, list[Move], Move, Row]]:
    """States of random play with their legal moves, the move made, and the state after; faults are stepped around."""
    reference = pair(game)[0]
    rng, row = random.Random(seed), list(reference.instance.start)
    for _ in range(length):
        legal = reference.legal(row)
        if not legal:
            row = list(reference.instance.start)
            continue
        safe = [move for move in legal if reference.actions[move[0]] is not FAULTY]
        by_action = rng.choice(sorted({one[0] for one in safe}))
        move = rng.choice([one for one in safe if one[0] == by_action])
        after = reference.apply(row, move)
        yield row, legal, move, after
        row = after


@each_model
def test_agrees_with_the_reference_in_play(game: Game) -> None:
    """Legal moves and their order, weights, successors and readings are the reference's in states of random play."""
    reference, native = pair(game)
    for row, legal, move, after in walk(game, 5, 300):
        assert native.legal(row) == legal
        assert native.weights(row) == {one: reference.weight(row, one) for one in legal}
        assert native.weight(row, move) == reference.weight(row, move)
        assert native.apply(row, move) == after
        for name, one in (*reference.instance.game.readings.items(), *reference.instance.game.properties.items()):
            args = tuple(random.Random(7).randint(*bounds(sort, reference.instance.shape))
                         for sort in one.params.values())
            assert native.read(name, row, args, after) == reference.read(name, row, args, after)


@each_model
def test_agrees_on_what_refuses_any_move(game: Game) -> None:
    """For moves with any parameters, the requirements that fail are the reference's, and so are weights."""
    reference, native = pair(game)
    rng, refused = random.Random(3), 0
    for row, *_ in walk(game, 9, 100):
        for number, action in enumerate(reference.actions):
            domains = [bounds(sort, reference.instance.shape) for sort in action.params.values()]
            move = (number, *(rng.randint(lo, hi) for lo, hi in domains))
            expected = reference.broken(row, move)
            assert native.broken(row, move) == expected
            assert native.weight(row, move) == reference.weight(row, move)
            refused += bool(expected)
    assert (refused > 0) == (game not in (die_hard.MODEL, knuth_yao_die.MODEL))


def test_lists_more_moves_than_there_was_room_for() -> None:
    """A state with more legal moves than fit grows the room and lists them all."""
    reference, native = pair(CORNERS)
    row = [7, *reference.instance.start[1:]]
    assert len(reference.legal(row)) > 1560
    assert native.legal(row) == reference.legal(row)
    assert native.random_play(3, 1, row).moves == 1


def test_a_constant_weight_of_zero_is_never_legal() -> None:
    """A chance move whose weight is always 0 is in no list of legal moves."""
    reference, native = pair(CORNERS)
    number = list(reference.instance.game.actions).index("never")
    assert [move for move in reference.legal(reference.instance.start) if move[0] == number] == []
    assert native.legal(native.instance.start) == reference.legal(reference.instance.start)


def test_a_store_outside_its_sort_is_told_with_its_place() -> None:
    """A store that leaves its sort raises what the reference raises, and says where the spec makes it."""
    reference, native = pair(CORNERS)
    slots = {slots.field.name: slots.offset for slots in reference.instance.layout.values()}
    row = list(reference.instance.start)
    row[slots["level"]], row[slots["flag"]] = 20, 1
    move = (list(reference.instance.game.actions).index("overstep"), 0)
    with pytest.raises(SpecError, match=r"corners\.py:\d+: level holds -20\.\.20, not 21"):
        native.apply(row, move)
    with pytest.raises(SpecError, match="level holds"):
        reference.apply(row, move)


@pytest.mark.parametrize(("lo", "hi", "bits", "signed"), [
    (0, 1, 8, False), (0, 255, 8, False), (-1, 127, 8, True), (-128, 127, 8, True), (-1, 128, 16, True),
    (0, 256, 16, False), (0, 65_535, 16, False), (-1, 65_535, 32, True), (-(1 << 31), (1 << 31) - 1, 32, True),
])
def test_cells_are_the_narrowest_that_hold_their_sort(lo: int, hi: int, bits: int, signed: bool) -> None:
    """A cell holds both ends of its sort, in the fewest bits."""
    width = narrowest(lo, hi)
    assert width is not None
    assert (bits, signed) == (width.bits, width.signed)


def test_no_cell_holds_more_than_32_bits() -> None:
    """A sort of more than 32 bits has no cell."""
    assert narrowest(0, 1 << 31) is None


@each_model
def test_packing_gives_a_row_back(game: Game) -> None:
    """Unpacking inverts packing, at the ends of all sorts too."""
    instance = Instance(game, game.counts[0])
    packing = RowPacking(instance)
    for row in (instance.start, [lo for lo, _ in instance.domains], [hi for _, hi in instance.domains]):
        assert packing.unpack(packing.pack(row)) == list(row)


def test_packing_refuses_what_is_no_state() -> None:
    """A row with a slot outside its sort, or of another length, is refused with the slot."""
    packing = RowPacking(Instance(die_hard.MODEL, 1))
    with pytest.raises(Malformed, match=r"slot 1 of the state holds 0\.\.5, not 6"):
        packing.pack((0, 6))
    with pytest.raises(Malformed, match="has 2 slots, and 3 were given"):
        packing.pack((0, 0, 0))


@each_model
def test_codes_give_moves_back_in_order(game: Game) -> None:
    """Decoding inverts encoding, and codes are ordered as moves are."""
    codes = MoveCode(Instance(game, game.counts[0]))
    moves = sorted({move for _, legal, _, _ in walk(game, 2, 30) for move in legal})
    encoded = [codes.encode(move) for move in moves]
    assert [codes.decode(code) for code in encoded] == moves
    assert encoded == sorted(encoded)


def test_long_parameters_take_codes_of_64_bits() -> None:
    """Codes are as wide as the longest parameters need."""
    assert [MoveCode(Instance(one, one.counts[0])).bits for one in (CORNERS, die_hard.MODEL)] == [64, 32]


@pytest.mark.parametrize("move", [(), (9, 0), (-1, 0), (0,), (0, 0, 0), (0, 1)])
def test_codes_refuse_what_is_no_move(move: Move) -> None:
    """A move of no action, or with parameters outside their sorts, is refused."""
    with pytest.raises(Malformed):
        MoveCode(Instance(die_hard.MODEL, 1)).encode(move)


def test_fingerprints_part_states() -> None:
    """The states of the 8-puzzle that a walk meets have fingerprints of their own, and keep them."""
    native = pair(eight_puzzle.MODEL)[1]
    states = {tuple(row) for row, *_ in walk(eight_puzzle.MODEL, 4, 2_000)}
    prints = {native.fingerprint(row) for row in states}
    assert len(states) == len(prints) == len({one >> 32 for one in prints}) > 500
    assert {native.fingerprint(list(row)) for row in states} == prints


def test_equal_seeds_play_equal_games() -> None:
    """Random play depends on its seed alone, and on it it does."""
    native = pair(tic_tac_toe.MODEL)[1]
    first, second = native.random_play(1, 20_000), native.random_play(2, 20_000)
    assert first == native.random_play(1, 20_000)
    assert first != second
    assert sum(first.counts.values()) == first.moves == 20_000


def test_games_of_tic_tac_toe_are_as_long_as_they_should_be() -> None:
    """Of the 255,168 games 1440, 5328, 47952, 72576 and 127872 have 5 to 9 moves; the k-th has 10 - k choices."""
    ended = {5: 1440, 6: 5328, 7: 47_952, 8: 72_576, 9: 127_872}
    assert sum(ended.values()) == 255_168
    expected = sum(length * games / perm(9, length) for length, games in ended.items())
    played = pair(tic_tac_toe.MODEL)[1].random_play(1, 1_000_000)
    assert abs(played.moves / played.games - expected) < 0.02


@pytest.mark.parametrize("small", [False, True])
def test_chance_goes_by_weight(small: bool) -> None:
    """Each action is as frequent as the weights of its moves say, within four standard deviations."""
    reference, native = pair(CORNERS)
    slots = {slots.field.name: slots.offset for slots in reference.instance.layout.values()}
    start = list(reference.instance.start)
    if small:
        start[slots["worth"]:slots["worth"] + 5] = [41, 42, 44, 41, 47]
        start[slots["level"]] = 20
    weights = native.weights(start)
    assert len(set(weights.values())) > 3
    runs = 20_000
    seen = Counter[str]()
    for seed in range(runs):
        seen.update(native.random_play(seed * 7919, 1, start).counts)
    for number, action in enumerate(reference.actions):
        share = sum(weight for move, weight in weights.items() if move[0] == number) / sum(weights.values())
        assert abs(seen[action.name] / runs - share) < 4 * sqrt(share * (1 - share) / runs) + 1e-9


def test_play_that_cannot_begin_says_so() -> None:
    """A start where the game is over is an error, not an endless loop."""
    reference, native = pair(tic_tac_toe.MODEL)
    final = next(row for row in _ends(reference))
    with pytest.raises(SpecError, match="needs a start with a legal move"):
        native.random_play(1, 10, final)


def _ends(reference: PythonExecutor) -> Iterator[Row]:
    row = list(reference.instance.start)
    while legal := reference.legal(row):
        row = reference.apply(row, legal[0])
    yield row


def test_play_stops_at_a_fault() -> None:
    """Random play that meets a store outside its sort raises the spec's error."""
    with pytest.raises(SpecError, match=r"corners\.py:\d+: level holds"):
        pair(CORNERS)[1].random_play(1, 10_000_000)


def test_a_search_finds_a_store_that_leaves_its_sort() -> None:
    """A search without properties ends at a fault, with legal moves that lead to it."""
    reference, native = pair(CORNERS)
    found = random_search(native, 1, 10_000_000)
    assert found is not None and found.shows is Shows.FAULT
    row = list(reference.instance.start)
    for move in found.moves[:-1]:
        row = reference.apply(row, move)
    assert reference.actions[found.moves[-1][0]] is FAULTY
    with pytest.raises(SpecError):
        reference.apply(row, found.moves[-1])


@pytest.mark.parametrize(("game", "name", "is_found"), [
    (CORNERS, "small_steps", True), (CORNERS, "counts_down", True), (PRICES, "periods_left", True),
    (PRICES, "four_lies", True), (PRICES, "triangle", False), (PRICES, "all_coins", False),
    (PRICES, "one_more", False), (PRICES, "all_150", False),
])
def test_a_search_shows_what_does_not_hold(game: Game, name: str, is_found: bool) -> None:
    """A search finds properties that fail (or can be reached), and no others; its last move shows it first."""
    reference, native = pair(game)
    declared = reference.instance.game.properties[name]
    found = random_search(native, 3, 100_000, [declared])
    assert (found is not None and found.property == name) == is_found
    if found is None:
        return
    before: Row | None = None
    row = list(reference.instance.start)
    shows = []
    for move in found.moves:
        assert reference.broken(row, move) == ()
        before, row = row, reference.apply(row, move)
        shows.append(shown(reference, declared, before, row) is not None)
    assert shows == [False] * (len(shows) - 1) + [True]


@pytest.mark.parametrize("game", (CORNERS, PRICES))
def test_each_compiled_check_is_the_reference_s(game: Game) -> None:
    """For each property, machine code and reference agree on every move, and on every state as a start."""
    reference, native = pair(game)
    pack = native.source.rows.pack
    for declared in game.properties.values():
        name = native.machine.fresh("agrees")
        native.machine.add(check_texts(native.source, [declared], name))
        check = native.machine.function(name, c_int32, c_char_p, c_char_p, c_bool)
        expected = [
            (shown(reference, declared, row, after) is None, shown(reference, declared, None, after) is None)
            for row, _, _, after in walk(game, 6, 200)
        ]
        assert [
            (check(pack(row), pack(after), False) == -1, check(pack(row), pack(after), True) == -1)
            for row, _, _, after in walk(game, 6, 200)
        ] == expected


@pytest.mark.parametrize("game", (CORNERS, PRICES))
def test_compiled_checks_are_the_reference_s(game: Game) -> None:
    """Of all properties together, the one that a move shows first is the one that the reference says."""
    reference = pair(game)[0]
    properties = [one for one in reference.instance.game.properties.values() if one.kind is not Kind.REACHABLE]
    found = random_search(pair(game)[1], 8, 1_000, properties)
    assert found is not None
    row, before = list(reference.instance.start), None
    for move in found.moves:
        before, row = row, reference.apply(row, move)
    first = next(one for one in properties if shown(reference, one, before, row) is not None)
    assert first.name == found.property


def test_games_that_grow_too_long_are_begun_anew() -> None:
    """A game is given up after so many moves, and counts as none that ended; tic-tac-toe takes five at least."""
    executor = pair(tic_tac_toe.MODEL)[1]
    short, enough = (RandomPlayer(executor, longest=longest).play(1, 1_000) for longest in (4, 5))
    assert (short.moves, short.games) == (1_000, 0)
    assert (enough.moves, enough.games > 0) == (1_000, True)
