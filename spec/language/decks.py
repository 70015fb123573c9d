"""A deck of cards with copies: a draw pile and a discard pile as counts per kind, shuffled anew when it runs out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from spec.language.errors import SpecError
from spec.language.sorts import Int, Named
from spec.language.state import Component, Field, Sight, State
from spec.language.values import Element, Number, choose, number, total

K = TypeVar("K", bound=Element)


class Deck(Component, Generic[K]):
    """A face-down draw pile and its face-up discard pile; copies of one kind are told apart by nobody.

    Every card in the draw pile is equally likely to be drawn, so a kind is drawn with the weight of its copies
    (NOTE(lazy-piles) in `components.py`). When the draw pile is empty, the next draw is made from the discard pile,
    which becomes the draw pile.
    """

    def __init__(self, kind: type[K], cards: int, copies: int, holds: Callable[..., Number | int]) -> None:
        if not 1 <= copies <= cards:
            raise SpecError(f"a deck of {cards} cards cannot hold {copies} copies of a kind")

        def start(board: Any, one: K) -> Number:
            return number(holds(board, one))

        def together(board: Any) -> Number:
            return total(start(board, one) for one in board.each(kind))

        self.kind = kind
        self.hidden = Field((Named(kind),), Int(0, copies), start, Sight.NOBODY)
        self.left = Field((), Int(0, cards), together, Sight.EVERYONE)
        self.discarded = Field((Named(kind),), Int(0, copies), 0, Sight.EVERYONE)
        self.away = Field((), Int(0, cards), 0, Sight.EVERYONE)
        self.parts = {"hidden": self.hidden, "left": self.left, "discarded": self.discarded, "away": self.away}

    def __get__(self, instance: State[Any], owner: type) -> DeckView[K]:
        return DeckView(self, instance)


class DeckView(Generic[K]):
    """A deck in a state."""

    def __init__(self, deck: Deck[K], state: State[Any]) -> None:
        self.deck = deck
        self.state = state

    @property
    def left(self) -> Number:
        """How many cards can still be drawn, those in the discard pile among them."""
        return self._read(self.deck.left) + self._read(self.deck.away)

    @property
    def face_down(self) -> Number:
        """How many cards can be drawn before the discard pile is shuffled."""
        return self._read(self.deck.left)

    @property
    def lying_open(self) -> Number:
        """How many cards lie on the discard pile."""
        return self._read(self.deck.away)

    def copies_face_down(self, kind: K) -> Number:
        """How many copies of a kind can be drawn before the discard pile is shuffled."""
        return self._read(self.deck.hidden, kind)

    def copies(self, kind: K) -> Number:
        """How many copies of a kind lie in the two piles."""
        return self._read(self.deck.hidden, kind) + self._read(self.deck.discarded, kind)

    def chance_of(self, kind: K) -> Number:
        """The weight of drawing `kind` next: how many copies lie in the pile that is drawn from."""
        weight: Number = choose(
            self._read(self.deck.left) > 0, self._read(self.deck.hidden, kind), self._read(self.deck.discarded, kind)
        )
        return weight

    def take(self, kind: K) -> None:
        """Remove one card of the kind that was drawn, after a new shuffle if the draw pile is empty."""
        with self.state.when(self._read(self.deck.left) == 0):
            self.shuffle()
        self._add(self.deck.hidden, -1, kind)
        self._add(self.deck.left, -1)

    def discard(self, kind: K, copies: Number | int = 1) -> None:
        """Put copies of a kind on the discard pile."""
        self._add(self.deck.discarded, copies, kind)
        self._add(self.deck.away, copies)

    def shuffle(self) -> None:
        """Shuffle the discard pile into the draw pile."""
        for kind in self.state.each(self.deck.kind):
            self._add(self.deck.hidden, self._read(self.deck.discarded, kind), kind)
            self.state.write(self.deck.discarded, (kind,), 0)
        self._add(self.deck.left, self._read(self.deck.away))
        self.state.write(self.deck.away, (), 0)

    def _read(self, field: Field, *index: K) -> Number:
        return self.state.read(field, index)  # type: ignore[no-any-return]  # all four fields hold numbers

    def _add(self, field: Field, change: Number | int, *index: K) -> None:
        self.state.write(field, index, self._read(field, *index) + change)


def deck(kind: type[K], cards: int, copies: int, holds: Callable[..., Number | int]) -> Deck[K]:
    """Declare a draw pile and its discard pile, with at most `cards` cards and `copies` of one kind.

    `holds(board, kind)` says how many copies are in the draw pile at the start.
    """
    return Deck(kind, cards, copies, holds)
