"""What a deck tells of its piles, held to two lists of real cards."""

import random
import sys
from collections import Counter

import pytest

from spec.language import Board, Element, Game, Number, State, action, array, chance, deck, reading, rule
from spec.language.sorts import Int
from spec.lowering.instance import Instance
from spec.lowering.registry import LOWERINGS, lowering

COPIES = (3, 1, 2)


class Player(Element, size="players"):
    """Who draws."""


class Kind(Element, size=3):
    """A kind of card."""


class NoBoard(Board):
    """Nothing is printed."""


class Cards(State[NoBoard]):
    cards = deck(Kind, cards=6, copies=3, holds=lambda board, kind: COPIES[kind.raw])
    hand = array(Kind, Int(0, 3))


DRAW = rule("deck.draw", "Drawing", "A card is drawn.", "XY-1")


@chance(DRAW)
def draw(t: Cards, kind: Kind) -> None:
    """Draw a card."""
    t.weight(t.cards.chance_of(kind))
    t.cards.take(kind)
    t.hand[kind] += 1


@action(DRAW)
def discard(t: Cards, p: Player, kind: Kind) -> None:
    """Discard a card."""
    t.require(DRAW, t.hand[kind] > 0)
    t.hand[kind] -= 1
    t.cards.discard(kind)


@reading
def face_down(t: Cards) -> Number:
    return t.cards.face_down


@reading
def lying_open(t: Cards) -> Number:
    return t.cards.lying_open


@reading
def face_down_of(t: Cards, kind: Kind) -> Number:
    return t.cards.copies_face_down(kind)


MODEL = Game("deck_counts", "Cards that are counted", Cards, NoBoard, Player, (1,), (sys.modules[__name__],))


@pytest.mark.parametrize("name", LOWERINGS)
def test_piles_are_counted_as_real_ones_are(name: str) -> None:
    """The draw pile, its copies of each kind and the discard pile are those of cards moved by hand."""
    executor, chooser = lowering(name)(Instance(MODEL, 1)), random.Random(3)
    row = list(executor.instance.start)
    pile = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
    away: list[int] = []
    for _ in range(60):
        move = chooser.choice(executor.legal(row))
        kind = move[-1]
        if executor.actions[move[0]].chance:
            if not pile:
                pile, away = away, []
            pile.remove(kind)
        else:
            away.append(kind)
        row = list(executor.apply(row, move))
        counts = Counter(pile)
        assert (executor.read("face_down", row), executor.read("lying_open", row)) == (len(pile), len(away))
        assert [executor.read("face_down_of", row, (one,)) for one in range(3)] == [counts[one] for one in range(3)]
