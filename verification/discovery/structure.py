"""How piles and stacks lie in a state: what the language's own components keep, which facts about cards lean on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spec.language.actions import Kind, Property
from spec.language.components import Pile, Stack
from spec.language.game import Game
from spec.language.sorts import Int, Named, Opt
from spec.language.state import Field
from spec.language.values import Element, Number, Truth, choose, total
from verification.discovery import DISCOVERED


def structure(game: Game) -> Iterator[Property]:
    """For each pile that its queue lies together from its head on, for each stack that it is filled from the top."""
    for base in reversed(game.state.__mro__):
        for name, part in vars(base).items():
            if isinstance(part, Pile):
                yield _lies_together(name, part)
            elif isinstance(part, Stack):
                yield _filled_from_the_top(name, part)


def counted(game: Game) -> Iterator[Property]:
    """For each pile that as many cards are in its shuffled part as it is known to have, whichever they are.

    It is said of all cards together, so their number must be known.
    """
    for base in reversed(game.state.__mro__):
        for name, part in vars(base).items():
            if isinstance(part, Pile):
                yield _is_counted(name, part)


def one_or_none(game: Game) -> Iterator[Property]:
    """For each array of members that may be absent that a cell is none of them or just one: plain, but not to a sum."""
    for field in game.state.fields:
        if isinstance(field.sort, Opt) and field.index:
            yield _is_one_or_none(field)


def _is_one_or_none(field: Field) -> Property:
    assert isinstance(field.sort, Opt)
    element, params = field.sort.element, {f"at{place}": sort for place, sort in enumerate(field.index)}

    def one(t: Any, *index: Any) -> Truth:
        cell = t.read(field, index)
        held: Number = total((cell == member).as_number() for member in t.each(element))
        there: Number = cell.exists.as_number()
        return held == there

    says = f"{field.name.replace('_', ' ')} is one of all or none"
    return Property(f"{field.name}_is_one_or_none", one, params, Kind.INVARIANT, DISCOVERED, says, ())


def _is_counted(name: str, pile: Pile[Any]) -> Property:
    def counts(t: Any) -> Truth:
        shuffled = total((~t.read(pile.seen, (one,))).as_number() for one in t.each(pile.card))
        left: Number = t.read(pile.unseen, ())
        return shuffled == left

    says = f"the shuffled part of {name.replace('_', ' ')} has as many cards as are counted"
    return Property(f"{name}_is_counted", counts, {}, Kind.INVARIANT, DISCOVERED, says, ())


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
