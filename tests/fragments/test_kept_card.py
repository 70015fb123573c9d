"""Piles and decks are revealed lazily, and give what shuffling the cards on a table gives, to the last fraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.fragments.kept_card import DRAWS, MODEL, ROUNDS
from tests.fragments.playing import Table, name, play

Distribution = dict[tuple[int, ...], Fraction]


def on_the_table(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards kept from a shuffled pile by a player who keeps the smaller of two."""
    waiting, kept = list(cards), []
    for _ in range(ROUNDS):
        small, large = sorted([waiting.pop(0), waiting.pop(0)])
        kept.append(small)
        waiting.append(large)
    return tuple(kept)


def drawn_on_the_table(pile: tuple[int, ...], discards: tuple[int, ...], shown: tuple[int, ...]) -> Distribution:
    """What is drawn from a deck of real cards, shuffled from its discards whenever it is empty."""
    if len(shown) == DRAWS:
        return {shown: Fraction(1)}
    if not pile:
        orders = list(permutations(discards))
        found: Distribution = {}
        for order in orders:
            for result, chance in drawn_on_the_table(order, (), shown).items():
                found[result] = found.get(result, Fraction(0)) + chance / len(orders)
        return found
    return drawn_on_the_table(pile[1:], discards + shown[-1:], (*shown, pile[0]))


def distribution(until: str, field: str) -> Distribution:
    """What lies in `field` when the first move named `until` can be made, over all chances."""
    t = Table(Instance(MODEL, 1))
    slots = next(slots for slots in t.instance.layout.values() if slots.field.name == field)
    found: Distribution = {}
    waiting: dict[tuple[int, ...], Fraction] = {tuple(t.instance.start): Fraction(1)}
    while waiting:
        following: dict[tuple[int, ...], Fraction] = {}
        for row, chance in waiting.items():
            moves = t.python.legal(row)
            names = {name(t.python, move) for move in moves}
            if until in names or not moves:
                result = row[slots.offset:slots.offset + slots.cells]
                found[result] = found.get(result, Fraction(0)) + chance
                continue
            if names == {"keep"}:  # the smaller card
                moves = [min(moves, key=lambda move: row[t.slot("drawn", move[2])])]
            weights = [t.python.weight(row, move) for move in moves]
            for move, weight in zip(moves, weights, strict=True):
                after = tuple(t.python.apply(row, move))
                following[after] = following.get(after, Fraction(0)) + chance * Fraction(weight, sum(weights))
        waiting = following
    return found


def test_a_pile_is_like_one_shuffled_beforehand() -> None:
    """80D-108: whatever goes to the bottom comes again in its order, after all that was shuffled."""
    tables = Counter(on_the_table(order) for order in permutations(range(5)))
    assert {kept: Fraction(count, 120) for kept, count in tables.items()} == distribution("draw_kind", "kept")


def test_a_deck_is_like_real_cards_shuffled_again() -> None:
    """I80-26: copies have no names, and the card still held is not among those shuffled."""
    expected: Distribution = {}
    for order in permutations((0, 0, 1)):
        for shown, chance in drawn_on_the_table(order, (), ()).items():
            expected[shown] = expected.get(shown, Fraction(0)) + chance / 6
    assert expected == distribution("", "shown")


@pytest.mark.parametrize("seed", range(3))
def test_random_play_ends_and_the_tapes_mean_the_rules(seed: int) -> None:
    assert len(play(Instance(MODEL, 1), seed, compared=1)) == 3 * ROUNDS + DRAWS


def test_the_unselected_card_is_drawn_last() -> None:
    """80D-25: it lies under the shuffled cards, and nobody else has it."""
    t = Table(Instance(MODEL, 1))
    t.do("draw", 0, 3)
    t.do("draw", 1, 1)
    t.do("keep", 0, 0)
    assert t.legal("draw") == [(0, 0), (0, 2), (0, 4)]
    for seat, card in enumerate((0, 2)):
        t.do("draw", seat, card)
    t.do("keep", 0, 1)
    t.do("draw", 0, 4)
    assert t.legal("draw") == [(1, 1)]
    assert PythonExecutor(t.instance).weight(t.row, (t.numbers["draw"], 1, 1)) == 1
