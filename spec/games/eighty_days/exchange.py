"""Swapping an item of the suitcase for one of the general supply."""

from __future__ import annotations

from spec.games.eighty_days.assistance import assists, fits_suitcase, holds, taken_from_card
from spec.games.eighty_days.board import Assistant, Item, Player
from spec.games.eighty_days.general_supply import return_items
from spec.games.eighty_days.state import Table
from spec.games.eighty_days.suitcase import FITS, JEAN, SUPPLY, put_into_suitcase
from spec.language import Rule, Truth, most, some


def fits_swapped(t: Table, p: Player, gives: Item, takes: Item) -> Truth:
    """Whether the suitcase of `p` holds one item in exchange for another."""
    off_card = taken_from_card(t, p, gives, 1)
    return fits_suitcase(t, p, [
        most(t.suitcase[p, one] - (one == gives).as_number() * (1 - off_card), 0) + (one == takes).as_number()
        for one in t.each(Item)
    ])


def swap_is_possible(t: Table, p: Player) -> Truth:
    """Whether `p` has an item that can be swapped."""
    return some(
        (holds(t, p, gives) > 0) & (t.supply[takes] > 0) & fits_swapped(t, p, gives, takes)
        for gives in t.each(Item) for takes in t.each(Item)
    )


def exchange(t: Table, p: Player, gives: Item, takes: Item, by: Rule) -> None:
    """`p` returns an item and takes another one from the supply instead, as rule `by` allows."""
    t.require(by, holds(t, p, gives) > 0, because="{p} has no {item}", p=p, item=gives)
    t.require(SUPPLY, t.supply[takes] > 0, because="the supply has no {item} left", item=takes)
    with t.when(holds(t, p, gives) > 0):
        fits = fits_swapped(t, p, gives, takes)
        t.require(
            FITS, fits, because="there is no room for {takes} in the suitcase of {p} in exchange for {gives}",
            takes=takes, p=p, gives=gives,
        )
        with t.when(assists(t, p, Assistant.JEAN)):
            t.require(JEAN, fits, because="nor in the second suitcase that Jean carries")
    return_items(t, p, gives, 1)
    put_into_suitcase(t, p, takes)
