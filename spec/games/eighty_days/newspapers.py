"""Phase 1, reveal newspaper, and the newspapers of the glossary."""

from __future__ import annotations

from spec.games.eighty_days.assistance import holds
from spec.games.eighty_days.board import Area, Item, Newspaper, Player
from spec.games.eighty_days.diary import carry_on
from spec.games.eighty_days.general_supply import lay_newspaper_stack, return_items, take_coins
from spec.games.eighty_days.rolling import begin_roll
from spec.games.eighty_days.state import Decision, Table
from spec.games.eighty_days.turns import begin_actions, to_decide, to_happen
from spec.language import action, chance, rule

REVEAL = rule(
    "newspapers.reveal", "Revealing the newspaper",
    "Each period begins with a newspaper, one of five drawn from the nine; nobody knows which are left.",
    "80D-23 80D-40 80D-41 80D-45 80D-116",
)
COINS = rule(
    "newspapers.coins", "The coins of a newspaper", "Everyone takes the coins that the newspaper shows.",
    "80D-46 80D-143 80D-144 80D-145 80D-146 80D-147 80D-148 80D-149 80D-150",
)
STORM = rule(
    "newspapers.storm", "Stormy Today, The Broken Mirror and The Foggy Journal",
    "A stack of two coins lies on the ships, the trains or the special trips, which so cost 3 coins at first.",
    "80D-47 80D-143 80D-144 80D-145",
)
SANTA_EXPRESS = rule(
    "newspapers.santa-express", "Santa Express",
    "Everyone rolls the black market die and puts the item into the own suitcase; they do so in turn order.",
    "80D-47 80D-147",
)
OBSERVER = rule(
    "newspapers.observer", "The Observer",
    "Everyone takes 13 coins for an item returned, or 10 for none; they choose in turn order.",
    "80D-47 80D-151 80D-152 80D-153 80D-154",
)

STORMS = (
    (Newspaper.STORMY_TODAY, Area.SHIP),
    (Newspaper.BROKEN_MIRROR, Area.TRAIN),
    (Newspaper.FOGGY_JOURNAL, Area.SPECIAL),
)
"""The newspapers that raise a price, and whose."""
COINS_FOR_AN_ITEM = 13


@chance(REVEAL)
def reveal(t: Table, newspaper: Newspaper) -> None:
    """The newspaper of the period is turned up: any that has not been seen, each with the same chance."""
    to_happen(t, Decision.NEWSPAPER)
    t.require(REVEAL, ~t.revealed[newspaper], because="{newspaper} has been out already", newspaper=newspaper)
    t.newspaper = newspaper
    t.revealed[newspaper] = True

    t.does(COINS)
    with t.when(newspaper != Newspaper.OBSERVER):
        for player in t.clockwise_from(t.start_marker):
            take_coins(t, player, t.board.newspaper_coins[newspaper])

    t.does(STORM)
    for storm, area in STORMS:
        with t.when(newspaper == storm):
            lay_newspaper_stack(t, area)

    decided = (newspaper == Newspaper.SANTA_EXPRESS) | (newspaper == Newspaper.OBSERVER)
    with t.when(newspaper == Newspaper.SANTA_EXPRESS):
        t.does(SANTA_EXPRESS)
        begin_roll(t, t.start_marker)
    with t.when(newspaper == Newspaper.OBSERVER):
        t.does(OBSERVER)
        t.open = Decision.OBSERVER
    with t.when(~decided):
        begin_actions(t)


@action(OBSERVER)
def give_item(t: Table, p: Player, item: Item) -> None:
    """The Observer, a): return an item from the suitcase and take 13 coins."""
    to_decide(t, p, Decision.OBSERVER)
    t.require(OBSERVER, holds(t, p, item) > 0, because="{p} has no {item}", p=p, item=item)
    take_coins(t, p, COINS_FOR_AN_ITEM)
    return_items(t, p, item, 1)
    carry_on(t, p)


@action(OBSERVER)
def give_nothing(t: Table, p: Player) -> None:
    """The Observer, b): take 10 coins and return no item."""
    to_decide(t, p, Decision.OBSERVER)
    take_coins(t, p, t.board.newspaper_coins[Newspaper.OBSERVER])
    carry_on(t, p)
