"""Who has which Assistant, and what that means for the suitcase; what they can do stands in `assistants.py`."""

from __future__ import annotations

from spec.games.eighty_days.board import Assistant, Item, Player, fits_with
from spec.games.eighty_days.rulings import MATILDA_ORDER
from spec.games.eighty_days.state import Decision, Table, Two
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Number, Truth, choose, least, most


def assists(t: Table, p: Player, assistant: Assistant) -> Truth:
    """Whether `p` has an Assistant."""
    return t.chosen(ASSISTANTS, "yes") & (t.assistant[p] == assistant)


def deal_assistants(t: Table) -> None:
    """The active player is to be dealt two Assistants next."""
    t.to_draw = len(Two.members)
    t.open = Decision.DEAL_ASSISTANT


def on_the_card(t: Table, p: Player, item: Item) -> Number:
    """How many of an item lie on Matilda's card for `p` to use."""
    return choose((item == Item.REVOLVER) & assists(t, p, Assistant.MATILDA), t.holster, 0)


def holds(t: Table, p: Player, item: Item) -> Number:
    """How many of an item `p` can use: those in the suitcase, and Matilda's as if they were there."""
    return t.suitcase[p, item] + on_the_card(t, p, item)


def taken_from_card(t: Table, p: Player, item: Item, count: Number | int) -> Number:
    """How many of `count` items that `p` returns are those on Matilda's card."""
    last = most(count - t.suitcase[p, item], 0)
    first = least(on_the_card(t, p, item), count)
    return choose(t.chosen(MATILDA_ORDER, "b"), first, least(last, on_the_card(t, p, item)))


def fits_suitcase(t: Table, p: Player, counts: list[Number]) -> Truth:
    """Whether so many of each item fit the suitcase of `p`, or with Jean both of them."""
    return fits_with(t.board, counts, assists(t, p, Assistant.JEAN))
