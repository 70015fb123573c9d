"""Whose turn it is, what must be decided first, and the supplies that many rules draw on."""

from __future__ import annotations

from spec.games.tour_du_monde.board import Card, Event, Player
from spec.games.tour_du_monde.rulings import PILE_EMPTY
from spec.games.tour_du_monde.state import LAST_DAY, Decision, Table, is_home
from spec.language import Number, Truth, choose, least, rule, total

TURN = rule(
    "turns.order", "Turns", "From the first player on everybody who travels has one turn a round, clockwise.",
    "TDM-7 TDM-8 TDM-22",
)
DECISIONS = rule(
    "turns.decisions", "One thing after another",
    "What an action, a card, a chip or the die calls for is done before anything else.", "TDM-8 TDM-10 TDM-12 TDM-20",
)
PILES = rule(
    "turns.piles", "Draw piles", "Travel cards and events are drawn face down, each as likely as it has copies left.",
    "TDM-5 TDM-10 TDM-11 TDM-13 TDM-20",
)
GOLD = rule("turns.gold", "Gold coins", "Coins come from the supply, as far as it lasts, and go back to it.",
            "TDM-5 TDM-10 TDM-11 TDM-20")
DAYS = rule("turns.days", "Days", "A time marker advances by the days lost, as long as its owner is not home.",
            "TDM-17 TDM-25")


def is_settled(t: Table) -> Truth:
    """Whether no card is still to be drawn."""
    return (t.to_draw == 0) & (t.events_due == 0)


def is_deciding(t: Table) -> Truth:
    """Whether the player whose turn it is has a decision to make."""
    return (t.open.index > Decision.NOTHING.index) & is_settled(t)


def to_decide(t: Table, p: Player, decision: Decision) -> None:
    """Refuse unless `p` is the one to decide this."""
    t.require(TURN, p == t.turn, because="it is the turn of {turn}, not of {p}", turn=t.turn, p=p)
    to_happen(t, decision)


def to_happen(t: Table, decision: Decision) -> None:
    """Refuse unless this is what comes next."""
    t.require(DECISIONS, t.open == decision, because="what comes next is {open}", open=t.open)
    t.require(DECISIONS, is_settled(t), because="a card is drawn first")


def in_own_turn(t: Table, p: Player) -> None:
    """Refuse unless `p` decides something in the own turn."""
    t.require(TURN, p == t.turn, because="it is the turn of {turn}, not of {p}", turn=t.turn, p=p)
    t.require(DECISIONS, is_deciding(t), because="what comes next is {open}, or a card that is drawn", open=t.open)


def lose_days(t: Table, p: Player, days: Number | int) -> None:
    """`p`, who is not home, loses days."""
    t.days[p] = least(t.days[p] + days, LAST_DAY)


def travellers_lose(t: Table, days: Number | int, but: Player | None = None) -> None:
    """Everybody not home loses days, except `but`."""
    for player in t.each(Player):
        loses = ~is_home(t, player) if but is None else ~is_home(t, player) & (player != but)
        with t.when(loses):
            lose_days(t, player, days)


def gain_coin(t: Table, p: Player) -> None:
    """`p` gets a gold coin; from an empty supply there is none, as the publisher's sheet says."""
    with t.when(t.bank > 0):
        t.coins[p] += 1
        t.bank -= 1


def pay_coins(t: Table, p: Player, coins: int) -> None:
    """`p` pays coins to the supply."""
    t.coins[p] -= coins
    t.bank += coins


def cards_to_be_had(t: Table) -> Number:
    """How many travel cards can be drawn."""
    return choose(t.chosen(PILE_EMPTY, "a"), t.cards.left, t.cards.face_down)


def events_to_be_had(t: Table) -> Number:
    """How many event cards can be drawn."""
    return choose(t.chosen(PILE_EMPTY, "a"), t.events.left, t.events.face_down)


def cards_held(t: Table, p: Player) -> Number:
    """How many cards `p` holds, events among them."""
    return travel_cards_held(t, p) + total(t.kept[p, event] for event in t.each(Event))


def travel_cards_held(t: Table, p: Player) -> Number:
    """How many travel cards `p` holds."""
    return total(t.hand[p, card] for card in t.each(Card))
