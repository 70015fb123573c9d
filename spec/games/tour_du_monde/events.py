"""The event cards: blue ones strike when they are drawn, all others are kept and played when one likes.

The rulebook tells what Relation, the elephant and the blue ones do. That an elephant is worth a coin stands in the
publisher's sheet (fdokument.com, A1T5TsdB6DS.pdf); the Princess is told of in ludolegars.fr/25112004.
"""

from __future__ import annotations

from spec.games.tour_du_monde.board import Event, Player, is_blue
from spec.games.tour_du_monde.hands import HELD, discard_event_card, has_event
from spec.games.tour_du_monde.rulings import BLUE_REPLACED, ELEPHANT_SOLD, EVENT_TIME, PRINCESS_COPIES
from spec.games.tour_du_monde.state import Decision, Table
from spec.games.tour_du_monde.turns import (
    DECISIONS,
    GOLD,
    TURN,
    gain_coin,
    is_deciding,
    to_decide,
    travellers_lose,
)
from spec.language import Number, Truth, action, chance, choose, rule, some, total

EVENTS = rule(
    "events.played", "Playing events", "An event that is not blue is kept and its effect used when its owner likes.",
    "TDM-13",
)
BLUE = rule(
    "events.blue", "Blue events",
    "Delay costs every traveller one day and bad weather two; then all events are shuffled, those in hands too.",
    "TDM-13 TDM-25",
)
RELATION = rule("events.relation", "Relation", "With Relation a player may travel a second time in the turn.", "TDM-16")
PRINCESS = rule("events.princess", "Princess", "The Princess has the effect of the last event.", "TDM-13")
ELEPHANT_COIN = rule(
    "events.elephant-coin", "An elephant for a coin", "An elephant that is not ridden is discarded for a gold coin.",
    "TDM-11 TDM-13",
)
DELAY_DAYS, STORM_DAYS = 1, 2


def effect_of(t: Table, card: Event) -> Event:
    """What an event card does: the Princess does what the last event did."""
    return choose(card == Event.PRINCESS, t.last_played.value, card)


def has_effect(t: Table, card: Event, *effects: Event) -> Truth:
    """Whether a card does one of these; a Princess with nothing to copy is refused for that alone."""
    copies_nothing = (card == Event.PRINCESS) & t.last_played.missing
    return copies_nothing | some(effect_of(t, card) == effect for effect in effects)


def can_play(t: Table, p: Player, card: Event) -> None:
    """Refuse unless `p` holds this event card, and a Princess has something to copy."""
    t.require(HELD, has_event(t, p, card), because="{p} does not hold {card}", p=p, card=card)
    t.require(PRINCESS, (card != Event.PRINCESS) | t.last_played.exists, because="no event has been played yet")


def at_its_time(t: Table, p: Player) -> None:
    """Refuse unless `p` may use an event now that takes no leg."""
    t.require(
        TURN, (p == t.turn) | t.chosen(EVENT_TIME, "b"), because="it is the turn of {turn}, not of {p}", turn=t.turn,
        p=p,
    )
    t.require(DECISIONS, is_deciding(t), because="what comes next is {open}, or a card that is drawn", open=t.open)


def play(t: Table, p: Player, card: Event) -> None:
    """`p` plays an event card, which is discarded."""
    t.does(EVENTS)
    t.last_played = effect_of(t, card)
    discard_event_card(t, p, card)


def strike(t: Table, event: Event) -> None:
    """A blue event: travellers lose days, and all events are shuffled, those in hands too."""
    t.does(BLUE)
    travellers_lose(t, choose(event == Event.STORM, Number(STORM_DAYS), Number(DELAY_DAYS)))
    for one in t.each(Event):
        t.events.discard(one, total(t.kept[player, one] for player in t.each(Player)))
        for player in t.each(Player):
            t.kept[player, one] = 0
    t.events.shuffle()


@chance(EVENTS)
def draw_event_card(t: Table, event: Event) -> None:
    """An event card is drawn."""
    t.require(DECISIONS, t.events_due > 0, because="no event card is to be drawn")
    t.weight(t.events.chance_of(event))
    t.events.take(event)
    with t.when(is_blue(event)):
        t.events.discard(event)
        strike(t, event)
        with t.when(t.chosen(PRINCESS_COPIES, "b")):
            t.last_played = event
        t.events_due = choose(t.chosen(BLUE_REPLACED, "b"), t.events_due - 1, 0)
    with t.otherwise():
        t.kept[t.turn, event] += 1
        t.events_due = 0


@action(RELATION)
def play_relation(t: Table, p: Player, card: Event) -> None:
    """Play Relation, to travel a second time in this turn."""
    to_decide(t, p, Decision.TURN)
    can_play(t, p, card)
    t.require(RELATION, has_effect(t, card, Event.RELATION), because="{card} gives no second leg", card=card)
    t.require(RELATION, ~t.relation | (p != t.turn), because="there is no third leg in a turn")
    play(t, p, card)
    t.does(RELATION)
    t.relation = True


@action(ELEPHANT_COIN)
def sell_elephant(t: Table, p: Player, card: Event) -> None:
    """Discard an elephant for a gold coin."""
    at_its_time(t, p)
    t.require(ELEPHANT_COIN, t.chosen(ELEPHANT_SOLD, "a"), because="an elephant is ridden and not sold")
    can_play(t, p, card)
    t.require(ELEPHANT_COIN, has_effect(t, card, Event.ELEPHANT), because="{card} is worth no coin", card=card)
    play(t, p, card)
    t.does(GOLD)
    gain_coin(t, p)


@action(PRINCESS)
def repeat_blue(t: Table, p: Player) -> None:
    """Play the Princess to repeat a blue event."""
    at_its_time(t, p)
    can_play(t, p, Event.PRINCESS)
    blue_counts = t.chosen(PRINCESS_COPIES, "b") | t.last_played.missing
    t.require(
        PRINCESS, has_effect(t, Event.PRINCESS, Event.DELAY, Event.STORM) & blue_counts,
        because="the last event that counts was not a blue one",
    )
    blue = effect_of(t, Event.PRINCESS)
    play(t, p, Event.PRINCESS)
    strike(t, blue)
