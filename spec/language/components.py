"""Parts of a state that most games share: a pile of cards revealed lazily, and a stack of open decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from spec.language.errors import SpecError
from spec.language.sorts import Bool, Int, Named, Opt, Upto
from spec.language.state import Component, Field, Sight, State, element_at
from spec.language.values import Element, Maybe, Number, Truth, choose, coerce, number, total

C = TypeVar("C", bound=Element)


class Pile(Component, Generic[C]):
    """A face-down pile: a shuffled part without an order, and below it a queue of cards put under the pile.

    While the shuffled part lasts, every card in it is equally likely to be drawn; then the queue is drawn in
    order. NOTE(lazy-piles): this has the same distribution as shuffling beforehand, keeps permutations out of
    the state, and lets a game on paper be written down card by card as it is seen.
    """

    def __init__(
        self, card: type[C], holds: Callable[..., Truth], size: Callable[..., Number | int] | None = None
    ) -> None:
        def unseen(board: Any) -> Number:
            return total(holds(board, one).as_number() for one in board.each(card))

        self.card = card
        self.seen = Field((Named(card),), Bool, lambda board, one: ~holds(board, one), Sight.NOBODY)
        self.unseen = Field((), Upto(card), size or unseen, Sight.EVERYONE)
        self.queue = Field((Named(card),), Opt(card), None, Sight.NOBODY)
        self.head = Field((), Named(card), None, Sight.NOBODY)
        self.length = Field((), Upto(card), None, Sight.EVERYONE)
        self.parts = {
            "seen": self.seen, "unseen": self.unseen, "queue": self.queue, "head": self.head, "length": self.length
        }

    def __get__(self, instance: State[Any], owner: type) -> PileView[C]:
        return PileView(self, instance)


class PileView(Generic[C]):
    """A pile in a state."""

    def __init__(self, pile: Pile[C], state: State[Any]) -> None:
        self.pile = pile
        self.state = state

    @property
    def left(self) -> Number:
        """How many cards the pile holds."""
        return self._unseen + self._length

    def is_shuffled(self, card: C) -> Truth:
        """Whether a card is in the shuffled part."""
        seen: Truth = self.state.read(self.pile.seen, (card,))
        return ~seen

    def queued(self, place: C) -> Maybe[C]:
        """What is put at one of the places for cards below the shuffled part, places being numbered as cards are."""
        return self.state.read(self.pile.queue, (place,))  # type: ignore[no-any-return]  # an optional card

    def chance_of(self, card: C) -> Number:
        """The weight of drawing `card` next: 1 or 0."""
        front: Maybe[C] = self.state.read(self.pile.queue, (self._head,))
        seen: Truth = self.state.read(self.pile.seen, (card,))
        drawn = choose(self._unseen > 0, ~seen, (self._length > 0) & (front == card))
        return drawn.as_number()

    def take(self, card: C) -> None:
        """Remove the card that was drawn."""
        state, pile = self.state, self.pile
        head, length, unseen = self._head, self._length, self._unseen
        from_shuffle = unseen > 0
        with state.when(from_shuffle):
            state.write(pile.seen, (card,), True)
            state.write(pile.unseen, (), unseen - 1)
        with state.when(~from_shuffle):
            state.write(pile.queue, (head,), None)
            state.write(pile.length, (), length - 1)
            following = choose(head.index + 1 >= state.count(pile.card), 0, head.index + 1)
            state.write(pile.head, (), element_at(pile.card, choose(length == 1, 0, following)))

    def put_under(self, card: C) -> None:
        """Put `card` at the bottom of the pile."""
        state, pile = self.state, self.pile
        size = state.count(pile.card)
        end = self._head.index + self._length
        tail = element_at(pile.card, choose(end >= size, end - size, end))
        state.write(pile.queue, (tail,), card)
        state.write(pile.length, (), self._length + 1)

    @property
    def _unseen(self) -> Number:
        return self.state.read(self.pile.unseen, ())  # type: ignore[no-any-return]  # an Upto field

    @property
    def _length(self) -> Number:
        return self.state.read(self.pile.length, ())  # type: ignore[no-any-return]  # an Upto field

    @property
    def _head(self) -> C:
        return self.state.read(self.pile.head, ())  # type: ignore[no-any-return]  # a field of the card's sort


def pile(
    card: type[C], holds: Callable[..., Truth] = lambda board, card: Truth(1),
    size: Callable[..., Number | int] | None = None,
) -> Pile[C]:
    """Declare a face-down pile; `holds(board, card)` says which cards are shuffled into it at the start.

    `size(board)` is how many those are, where a table knows it (`MemberCount`); without it they are counted one by
    one, which a proof for every board cannot do.
    """
    return Pile(card, holds, size)


class Stack(Component, Generic[C]):
    """Open decisions, the innermost on top. Slot 0 is the top, so that a rule reads it without arithmetic."""

    def __init__(self, element: type[C], depth: int) -> None:
        if depth < 1:
            raise SpecError("a stack needs a depth of at least 1")
        self.element = element
        self.depth = depth
        self.slots = Field((Int(0, depth - 1),), Opt(element), None, Sight.EVERYONE)
        self.held = Field((), Int(0, depth), None, Sight.EVERYONE)
        self.parts = {"": self.slots, "depth": self.held}

    def __get__(self, instance: State[Any], owner: type) -> StackView[C]:
        return StackView(self, instance)


class StackView(Generic[C]):
    """A stack of open decisions in a state."""

    def __init__(self, stack: Stack[C], state: State[Any]) -> None:
        self.stack = stack
        self.state = state

    @property
    def top(self) -> Maybe[C]:
        """The decision that must be made now, if one is open."""
        return self._slot(0)

    def push(self, decision: C) -> None:
        """Open a decision on top of the others."""
        held: Number = self.state.read(self.stack.held, ())
        for index in reversed(range(1, self.stack.depth)):
            self.state.write(self.stack.slots, (number(index),), self._slot(index - 1))
        self.state.write(self.stack.slots, (number(0),), coerce(Opt(self.stack.element), decision, "push"))
        self.state.write(self.stack.held, (), held + 1)

    def pop(self) -> None:
        """Close the decision on top."""
        held: Number = self.state.read(self.stack.held, ())
        for index in range(self.stack.depth - 1):
            self.state.write(self.stack.slots, (number(index),), self._slot(index + 1))
        self.state.write(self.stack.slots, (number(self.stack.depth - 1),), None)
        self.state.write(self.stack.held, (), held - 1)

    def _slot(self, index: int) -> Maybe[C]:
        return self.state.read(self.stack.slots, (number(index),))  # type: ignore[no-any-return]  # an Opt field


def stack(element: type[C], depth: int) -> Stack[C]:
    """Declare a stack of open decisions, at most `depth` of them at once."""
    return Stack(element, depth)
