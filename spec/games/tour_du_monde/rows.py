"""The row of travel cards that is laid out each round, by the number of players."""

from __future__ import annotations

from spec.games.tour_du_monde.board import Card, Player, Slot
from spec.games.tour_du_monde.rulings import ROW_SHRINKS, ROW_SIDE, ROW_SIZE
from spec.games.tour_du_monde.state import Decision, Table
from spec.games.tour_du_monde.turns import cards_to_be_had, to_happen
from spec.language import Number, Truth, chance, choose, element_at, every, least, rule, total

ROW = rule(
    "rows.laid-out", "The row of travel cards",
    "Each round one card more than there are travellers is laid out from the left, six at most.", "TDM-9 TDM-26",
)


def row_size(t: Table) -> Number:
    """How many cards make a row."""
    playing = t.count(Player) - choose(t.chosen(ROW_SHRINKS, "a"), t.home, 0)
    return least(playing + t.chosen(ROW_SIZE, "a").as_number(), t.count(Slot))


def begin_row(t: Table) -> None:
    """A new row is to be laid out, as far as there are cards."""
    t.does(ROW)
    t.laid = 0
    t.to_lay = least(row_size(t), cards_to_be_had(t))
    t.open = choose(t.to_lay > 0, Decision.LAY_OUT, Decision.TURN)


def clear_row(t: Table) -> None:
    """What nobody took is discarded."""
    t.does(ROW)
    for card in t.each(Card):
        t.cards.discard(card, total((t.row[slot] == card).as_number() for slot in t.each(Slot)))
    for slot in t.each(Slot):
        t.row[slot] = None


def is_row_empty(t: Table) -> Truth:
    """Whether no card is left to take."""
    return every(t.row[slot].missing for slot in t.each(Slot))


@chance(ROW)
def lay_out(t: Table, card: Card) -> None:
    """The next card of the row is turned up."""
    to_happen(t, Decision.LAY_OUT)
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    from_left = choose(t.chosen(ROW_SIDE, "a"), t.laid, t.count(Slot) - 1 - t.laid)
    t.row[element_at(Slot, from_left)] = card
    t.laid += 1
    t.to_lay -= 1
    with t.when(t.to_lay == 0):
        t.open = Decision.TURN
