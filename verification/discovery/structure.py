"""How piles and stacks lie in a state: what the language's own components keep, which facts about cards lean on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spec.language.actions import Kind, Property
from spec.language.components import Pile, Stack
from spec.language.game import Game
from spec.language.sorts import Int, Named
from spec.language.values import Element, Number, Truth, choose
from verification.discovery import DISCOVERED


def structure(game: Game) -> Iterator[Property]:
    """For each pile that its queue lies together from its head on, for each stack that it is filled from the top."""
    for base in reversed(game.state.__mro__):
        for name, part in vars(base).items():
            if isinstance(part, Pile):
                yield _lies_together(name, part)
            elif isinstance(part, Stack):
                yield _filled_from_the_top(name, part)


def _lies_together(name: str, pile: Pile[Any]) -> Property:
    def together(t: Any, place: Element) -> Truth:
        head, length = t.read(pile.head, ()), t.read(pile.length, ())
        size: Number = t.count(pile.card)
        beyond = choose(place.index >= head.index, place.index - head.index, place.index - head.index + size)
        held: Truth = t.read(pile.queue, (place,)).exists
        return held.iff(beyond < length)

    says = f"the cards put under {name.replace('_', ' ')} lie together from the first on"
    params = {"place": Named(pile.card)}
    return Property(f"{name}_lies_together", together, params, Kind.INVARIANT, DISCOVERED, says, ())


def _filled_from_the_top(name: str, stack: Stack[Any]) -> Property:
    def filled(t: Any, place: Number) -> Truth:
        held: Truth = t.read(stack.slots, (place,)).exists
        return held.iff(place < t.read(stack.held, ()))

    says = f"{name.replace('_', ' ')} is filled from the top"
    params = {"place": Int(0, stack.depth - 1)}
    return Property(f"{name}_is_filled", filled, params, Kind.INVARIANT, DISCOVERED, says, ())
