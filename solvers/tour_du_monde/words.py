"""Plans in words: payments, turns, and days as exact fractions."""

from __future__ import annotations

from fractions import Fraction

from solvers.tour_du_monde.plans import Turn
from solvers.tour_du_monde.tour import Payment
from spec.execution.table import Table
from spec.games.tour_du_monde.board import Card, City, Event, Slot
from spec.language.sorts import Named


def payment_in_words(table: Table, payment: Payment) -> str:
    """What pays for a leg: cards, the balloon, an event."""
    parts = counted(table, Card, payment.cards)
    if payment.balloon:
        parts.append("the balloon")
    if payment.event is not None:
        parts.append(table.names.title(Named(Event), payment.event))
    return ", ".join(parts) or "no card"


def counted(table: Table, element: type[Card] | type[Event], counts: tuple[int, ...]) -> list[str]:
    """Members with how many there are of each."""
    named = ((table.names.title(Named(element), kind), count) for kind, count in enumerate(counts) if count)
    return [title if count == 1 else f"{count} x {title}" for title, count in named]


def days_in_words(table: Table, payment: Payment) -> str:
    """The days of a leg, with its dice."""
    dice = " + die" * len(payment.dice)
    return f"{payment.days}{dice}" if payment.days or not dice else dice.removeprefix(" + ")


def taking_in_words(table: Table, turn: Turn) -> str:
    """Which card is taken, with the action that is used."""
    if turn.offer is None:
        return ""
    card = table.names.title(Named(Card), turn.offer.card)
    said = f"{card} with {table.names.title(Named(Slot), turn.offer.slot)}" if turn.offer.using else card
    if turn.detective is not None:
        said += f" (to {table.names.title(Named(City), turn.detective)})"
    return said


def exact(days: Fraction) -> str:
    """Days as a fraction, with about how much that is where it is not whole."""
    if days.denominator == 1:
        return str(days.numerator)
    return f"{days} (about {float(days):.2f})"
