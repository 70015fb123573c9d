"""The end of a turn and of a round: hand limit, detective, first player's marker, and the clock."""

from __future__ import annotations

from spec.games.tour_du_monde.board import Card, Event, Mode, Player
from spec.games.tour_du_monde.ending import END, is_last_round
from spec.games.tour_du_monde.hands import HELD, discard_event_card, has_event
from spec.games.tour_du_monde.rows import begin_row, clear_row, is_row_empty
from spec.games.tour_du_monde.rulings import MARKER_PAST_HOME, MUST_MOVE
from spec.games.tour_du_monde.state import LAST_ROUND, Decision, Table, is_home
from spec.games.tour_du_monde.turns import (
    DECISIONS,
    TURN,
    cards_held,
    is_settled,
    lose_days,
    to_decide,
    travellers_lose,
)
from spec.language import Truth, action, choose, every, first, least, rule, total

HAND = 6
DETECTIVE_DAYS = 2

TAKEN = rule(
    "rounds.card-taken", "A card in each turn", "Each takes a card of the row, as long as one lies there.",
    "TDM-8 TDM-9",
)
STAY = rule("rounds.stay", "Staying", "Nobody has to travel.", "TDM-16")
LIMIT = rule(
    "rounds.limit", "Six cards", "At the end of a turn six cards may be held, events among them; the rest goes.",
    "TDM-21",
)
ARREST = rule(
    "rounds.detective", "Meeting the detective", "Who ends the turn in the detective's city loses two days.", "TDM-14"
)
MARKER = rule(
    "rounds.marker", "Passing the marker",
    "After a round the first player's marker passes to the left, unless somebody has taken it.", "TDM-15 TDM-22",
)
CLOCK = rule(
    "rounds.clock", "The clock", "Once somebody is home, each further round costs those who are not a day.",
    "TDM-23 TDM-25",
)


def could_pay(t: Table, p: Player) -> Truth:
    """Whether `p` could pay for the next leg with travel cards alone, or it takes none."""
    def enough(mode: Mode) -> Truth:
        held = total(choose(t.board.mode[card] == mode, t.hand[p, card], 0) for card in t.each(Card))
        return held >= t.board.needs[t.city[p], mode]

    return every(enough(mode) for mode in t.each(Mode))


@action(LIMIT)
def discard_card(t: Table, p: Player, card: Card) -> None:
    """Discard a travel card above the limit."""
    to_decide(t, p, Decision.DISCARD)
    t.require(LIMIT, cards_held(t, p) > HAND, because="{p} holds six cards or fewer", p=p)
    t.require(HELD, t.hand[p, card] > 0, because="{p} does not hold {card}", p=p, card=card)
    t.hand[p, card] -= 1
    t.cards.discard(card)


@action(LIMIT)
def discard_event(t: Table, p: Player, event: Event) -> None:
    """Discard an event card above the limit."""
    to_decide(t, p, Decision.DISCARD)
    t.require(LIMIT, cards_held(t, p) > HAND, because="{p} holds six cards or fewer", p=p)
    t.require(HELD, has_event(t, p, event), because="{p} does not hold {event}", p=p, event=event)
    discard_event_card(t, p, event)


@action(TURN)
def end_turn(t: Table, p: Player) -> None:
    """End the own turn; with more than six cards some are discarded first, and then it is ended again."""
    t.require(TURN, p == t.turn, because="it is the turn of {turn}, not of {p}", turn=t.turn, p=p)
    discarding = t.open == Decision.DISCARD
    t.require(DECISIONS, (t.open == Decision.TURN) | discarding, because="what comes next is {open}", open=t.open)
    t.require(DECISIONS, is_settled(t), because="a card is drawn first")
    t.require(TAKEN, t.took.exists | is_row_empty(t) | (p != t.turn), because="{p} takes a card first", p=p)
    t.require(
        STAY, t.chosen(MUST_MOVE, "a") | (t.legs > 0) | discarding | is_home(t, p) | ~could_pay(t, p),
        because="{p} could pay for the next leg", p=p,
    )
    too_many = cards_held(t, p) > HAND
    t.require(LIMIT, ~(discarding & too_many), because="{p} holds {held} cards", p=p, held=cards_held(t, p))
    with t.when(too_many):
        t.does(LIMIT)
        t.open = Decision.DISCARD
    with t.otherwise():
        close_turn(t, p)


def close_turn(t: Table, p: Player) -> None:
    """The turn of `p` is over, and the next begins; after the last one, the next round."""
    t.does(ARREST)
    with t.when(t.city[p] == t.detective):
        lose_days(t, p, DETECTIVE_DAYS)
    t.does(TURN)
    t.acted[p] = True
    t.took = None
    t.balloon = False
    t.legs = 0
    t.relation = False
    following = first(t.clockwise_from(p)[1:], lambda player: ~t.acted[player] & ~is_home(t, player))
    with t.when(following.exists):
        t.turn = following.value
        t.open = Decision.TURN
    with t.otherwise():
        end_round(t)


def end_round(t: Table) -> None:
    """A round is over: the game ends, or the next round begins."""
    clear_row(t)
    with t.when(is_last_round(t)):
        t.does(END)
        t.open = Decision.NOTHING
    with t.otherwise():
        t.does(TURN)
        t.round = least(t.round + 1, LAST_ROUND)
        t.without_leg += 1
        for player in t.each(Player):
            t.acted[player] = False
        t.does(CLOCK)
        with t.when(t.home > 0):
            travellers_lose(t, 1)
        pass_marker(t)
        begin_row(t)


def pass_marker(t: Table) -> None:
    """The first player's marker passes on, and its owner or the next traveller has the first turn."""
    t.does(MARKER)

    def traveller_from(player: Player) -> Player:
        found = first(t.clockwise_from(player), lambda one: ~is_home(t, one))
        return choose(found.exists, found.value, player)  # somebody travels, or the game would be over

    neighbour = t.clockwise(t.first_player)
    owner = choose(t.next_first.exists, t.next_first.value, neighbour)
    begins = traveller_from(owner)
    t.first_player = choose(t.chosen(MARKER_PAST_HOME, "a"), begins, owner)
    t.next_first = None
    t.turn = begins
