"""Travelling: one leg in a turn, paid with cards of just the modes it requires, one of which may be replaced."""

from __future__ import annotations

from typing import Annotated

from spec.games.tour_du_monde.arriving import arrive
from spec.games.tour_du_monde.board import Card, Event, Mode, Player
from spec.games.tour_du_monde.events import can_play, effect_of, has_effect, play
from spec.games.tour_du_monde.hands import OptionalCard, discard, has_cards, in_order
from spec.games.tour_du_monde.rows import is_row_empty
from spec.games.tour_du_monde.rulings import PAIR_BY_BALLOON, STAND_INS
from spec.games.tour_du_monde.state import Decision, Table, is_home
from spec.games.tour_du_monde.turns import DAYS, lose_days, to_decide
from spec.language import Maybe, Number, Truth, action, choose, most, optional, rule, total

LEG = rule(
    "travel.one-leg", "One leg a turn",
    "After taking a card one may travel to the next city in the direction of the arrow, once, with Relation twice.",
    "TDM-8 TDM-16 TDM-17",
)
MODES = rule(
    "travel.modes", "The modes of a leg", "A leg is paid with cards of just the modes that it requires.", "TDM-17"
)
PAIR = rule(
    "travel.pair", "Two equal cards",
    "Where a leg takes two ships or two trains, two cards of the same value cost their days once.", "TDM-18",
)
BALLOON = rule(
    "travel.balloon", "By balloon",
    "A balloon replaces one card that the leg requires; instead of its days those of a die are lost.",
    "TDM-12 TDM-17",
)
SUBMARINE = rule(
    "travel.submarine", "By submarine",
    "The submarine replaces one ship, and costs the days printed on it. No source tells its effect: it is assumed.",
    "TDM-13",
)
OVERLAND = rule(
    "travel.overland", "From Bombay to Calcutta",
    "That leg takes twelve days and no card, or an elephant: six days and those of a die. No balloon goes there.",
    "TDM-19",
)
DAYS_ON_FOOT, DAYS_BY_ELEPHANT = 12, 6

OptionalMode = Annotated[Maybe[Mode], optional(Mode)]
OptionalEvent = Annotated[Maybe[Event], optional(Event)]


def may_travel(t: Table, p: Player) -> None:
    """Refuse unless `p` may travel a leg now."""
    to_decide(t, p, Decision.TURN)
    t.require(LEG, ~is_home(t, p), because="{p} is home", p=p)
    with t.when(p == t.turn):
        t.require(LEG, t.took.exists | is_row_empty(t), because="{p} takes a card first", p=p)
        t.require(
            LEG, (t.legs == 0) | (t.relation & (t.legs == 1)), because="{p} has travelled {legs} legs in this turn",
            p=p, legs=t.legs,
        )


def set_out(t: Table, p: Player) -> None:
    """`p` travels a leg."""
    t.does(LEG)
    t.legs += 1
    t.without_leg = 0
    with t.when(t.legs == 2):
        t.second_legs[p] += 1


def is_by(t: Table, card: Maybe[Card], mode: Mode) -> Truth:
    """Whether there is a card and it is of this mode."""
    return card.exists & (t.board.mode[card.value] == mode)


def still_needed(t: Table, p: Player, mode: Mode, replaced: list[Maybe[Mode]]) -> Number:
    """How many cards of a mode the leg of `p` takes besides those replaced."""
    return t.board.needs[t.city[p], mode] - total((one == mode).as_number() for one in replaced)


@action(MODES)
def travel(
    t: Table, p: Player, balloon: OptionalMode, event: OptionalEvent, instead: OptionalMode,
    one: OptionalCard, two: OptionalCard, three: OptionalCard,
) -> None:
    """Travel to the next city: what the action's balloon replaces, an event and what it replaces, and the cards."""
    may_travel(t, p)
    t.require(OVERLAND, ~t.board.overland[t.city[p]], because="from {city} one goes on foot or by elephant",
              city=t.city[p])
    has_balloon = t.balloon | (p != t.turn)
    t.require(BALLOON, balloon.missing | has_balloon, because="{p} has not taken the balloon in this turn", p=p)
    is_one = balloon.missing | event.missing
    t.require(BALLOON, is_one | t.chosen(STAND_INS, "b"), because="one card is replaced, not two")
    with t.when(event.exists):
        can_play(t, p, event.value)
    effect = effect_of(t, event.value)
    t.require(
        MODES, event.missing | has_effect(t, event.value, Event.BALLOON, Event.SUBMARINE),
        because="{event} replaces no card", event=event,
    )
    by_submarine = event.exists & (effect == Event.SUBMARINE)
    t.require(
        BALLOON, by_submarine | event.exists.iff(instead.exists),
        because="it is an event that replaces a card, and one it does",
    )
    t.require(SUBMARINE, ~by_submarine | (instead == Mode.SHIP), because="the submarine replaces a ship")
    cards: list[Maybe[Card]] = [one, two, three]
    left = [still_needed(t, p, mode, [balloon, instead]) for mode in (Mode.SHIP, Mode.TRAIN)]
    # What is replaced too often is told of the submarine where it is what replaces, else of the balloon.
    for mode, needed in zip((Mode.SHIP, Mode.TRAIN), left, strict=True):
        under_water = by_submarine & (instead == mode)
        t.require(
            SUBMARINE, (needed >= 0) | ~under_water, because="the leg has no such card for the submarine to replace"
        )
        t.require(
            BALLOON, (needed >= 0) | (under_water & (balloon != mode)), because="the leg has no such card to replace"
        )
    ships, trains = (most(needed, 0) for needed in left)
    in_order(t, cards)
    for place, card in enumerate(cards):
        right = choose(
            ships > place, is_by(t, card, Mode.SHIP),
            choose(ships + trains > place, is_by(t, card, Mode.TRAIN), card.missing),
        )
        t.require(
            MODES, right, because="besides what is replaced the leg takes {ships} ships and {trains} trains",
            ships=ships, trains=trains,
        )
        has_cards(t, p, cards[: place + 1])

    def value(card: Maybe[Card]) -> Number:
        return choose(card.exists, t.board.days[card.value], 0)

    set_out(t, p)
    together = total(value(card) for card in cards) + choose(by_submarine, t.board.submarine_days, 0)
    with t.when(two.exists & ((one == two) | (two == three))):
        t.does(PAIR)
        lose_days(t, p, together - value(two))
    with t.otherwise():
        t.does(DAYS)
        lose_days(t, p, together)
    for card in cards:
        discard(t, p, card)
    with t.when(event.exists):
        play(t, p, event.value)
    t.does(BALLOON)
    with t.when(balloon.exists):
        t.balloon = False
    dice = balloon.exists.as_number() + (event.exists & ~by_submarine).as_number()
    with t.when(dice == 0):
        arrive(t, p)
    with t.otherwise():
        t.dice = dice
        t.open = Decision.ROLL
        mode = choose(balloon.exists, balloon.value, instead.value)
        others = total(choose(is_by(t, card, mode), value(card), 0) for card in cards)
        may_match = t.chosen(PAIR_BY_BALLOON, "b") & (dice == 1) & (t.board.needs[t.city[p], mode] == 2)
        t.pair_value = choose(may_match, others, 0)


def goes_overland(t: Table, p: Player) -> None:
    """Refuse unless the leg of `p` goes overland."""
    may_travel(t, p)
    t.require(OVERLAND, t.board.overland[t.city[p]], because="from {city} one travels with cards", city=t.city[p])


@action(OVERLAND)
def walk(t: Table, p: Player) -> None:
    """Go from Bombay to Calcutta in twelve days."""
    goes_overland(t, p)
    set_out(t, p)
    t.does(OVERLAND)
    lose_days(t, p, DAYS_ON_FOOT)
    arrive(t, p)


@action(OVERLAND)
def ride(t: Table, p: Player, card: Event) -> None:
    """Ride from Bombay to Calcutta on an elephant, or on what the Princess copies."""
    goes_overland(t, p)
    can_play(t, p, card)
    t.require(OVERLAND, has_effect(t, card, Event.ELEPHANT), because="{card} is no elephant", card=card)
    set_out(t, p)
    play(t, p, card)
    t.does(OVERLAND)
    lose_days(t, p, DAYS_BY_ELEPHANT)
    t.dice = 1
    t.pair_value = 0
    t.open = Decision.ROLL
