"""That nothing is made or lost: travel cards, events, chips and coins; and that piles hold what is drawn from them."""

from __future__ import annotations

from spec.games.tour_du_monde.board import Card, Chip, City, Colour, Event, Player, Slot, is_blue
from spec.games.tour_du_monde.properties import is_prepared
from spec.games.tour_du_monde.rulings import ROW_SIDE, ROW_SIZE
from spec.games.tour_du_monde.state import Decision, Table, events_in_play
from spec.games.tour_du_monde.turns import cards_to_be_had, events_to_be_had, travel_cards_held
from spec.language import Number, Truth, choose, every, invariant, some, step, total


@invariant(
    "cards", "No travel card is made or lost: all are in the piles, in the row or in hands.", "TDM-5 TDM-17 TDM-21"
)
def travel_cards_are_kept(t: Table, card: Card) -> Truth:
    in_row = total((t.row[slot] == card).as_number() for slot in t.each(Slot))
    in_hands = total(t.hand[player, card] for player in t.each(Player))
    return t.cards.copies(card) + in_row + in_hands == t.board.copies[card]


@invariant("cards", "No event card is made or lost: all are in the piles or in hands.", "TDM-5 TDM-13")
def event_cards_are_kept(t: Table, event: Event) -> Truth:
    in_hands = total(t.kept[player, event] for player in t.each(Player))
    return t.events.copies(event) + in_hands == events_in_play(t.board, event)


@invariant("cards", "A blue event is in no hand: it has struck.", "TDM-13")
def blue_events_are_not_held(t: Table, player: Player, event: Event) -> Truth:
    return is_blue(event).implies(t.kept[player, event] == 0)


@invariant("cards", "A blue event is never left on the discard pile: all events are shuffled at once.", "TDM-13")
def blue_events_lie_face_down(t: Table, event: Event) -> Truth:
    return is_blue(event).implies(t.events.copies_face_down(event) == t.events.copies(event))


@invariant("cards", "While three cards are dealt to each player, all others lie face down.", "TDM-5")
def the_rest_lies_face_down(t: Table) -> Truth:
    dealt = 3 * t.turn.index + t.laid
    dealing = (t.open == Decision.CHIPS) | (t.open == Decision.DEAL)
    return dealing.implies(t.cards.face_down + dealt == total(t.board.copies[card] for card in t.each(Card)))


@invariant("cards", "A Princess copies another card than herself.", "TDM-13")
def the_last_event_is_no_princess(t: Table) -> Truth:
    return t.last_played != Event.PRINCESS


@invariant("cards", "The piles of travel cards are counted.", "TDM-5")
def travel_piles_are_counted(t: Table) -> Truth:
    face_down = total(t.cards.copies_face_down(card) for card in t.each(Card))
    both = total(t.cards.copies(card) for card in t.each(Card))
    return (t.cards.face_down == face_down) & (t.cards.lying_open == both - face_down)


@invariant("cards", "The piles of event cards are counted.", "TDM-5")
def event_piles_are_counted(t: Table) -> Truth:
    face_down = total(t.events.copies_face_down(event) for event in t.each(Event))
    both = total(t.events.copies(event) for event in t.each(Event))
    return (t.events.face_down == face_down) & (t.events.lying_open == both - face_down)


@invariant("cards", "The piles have the cards that are to be drawn or laid out.", "TDM-5 TDM-9 TDM-13")
def there_are_cards_to_draw(t: Table) -> Truth:
    cards = cards_to_be_had(t)
    return (t.to_draw <= cards) & (t.to_lay <= cards) & (t.events_due > 0).implies(events_to_be_had(t) > 0)


def place_in_row(t: Table, slot: Slot) -> Number:
    """Which card of the row, from 0, is laid out at a space."""
    return choose(t.chosen(ROW_SIDE, "a"), slot.index, 5 - slot.index)


@invariant("cards", "A row is laid out space by space.", "TDM-9")
def the_row_is_laid_out_in_order(t: Table, slot: Slot) -> Truth:
    to_come = (t.open == Decision.LAY_OUT) & (place_in_row(t, slot) >= t.laid)
    over = t.open == Decision.NOTHING
    return (~is_prepared(t) | to_come | over).implies(t.row[slot].missing)


@invariant("cards", "Cards are laid out until none is to be laid out any more.", "TDM-9")
def laying_out_ends(t: Table) -> Truth:
    laying = t.open == Decision.LAY_OUT
    return laying.iff(t.to_lay > 0) & laying.implies(t.laid + t.to_lay <= 6)


@invariant(
    "cards", "The detective moves and cards are exchanged by an action only in rounds with a card laid below it.",
    "TDM-9 TDM-10",
)
def actions_come_from_the_row(t: Table) -> Truth:
    calls = ((Decision.EXCHANGE, Slot.EXCHANGE), (Decision.DETECTIVE, Slot.DETECTIVE))
    return every((t.open == decision).implies(place_in_row(t, slot) < t.laid) for decision, slot in calls)


@invariant(
    "cards", "The row is laid out from its side, by the ruling as many cards as players or one more; none lies beyond.",
    "TDM-9 TDM-26",
)
def the_row_is_no_longer(t: Table, slot: Slot) -> Truth:
    longest = t.count(Player) + t.chosen(ROW_SIZE, "a").as_number()
    return (is_prepared(t) & (place_in_row(t, slot) >= t.laid)).implies(t.row[slot].missing) & (
        is_prepared(t).implies(t.laid + t.to_lay <= longest)
    )


@invariant(
    "cards", "Whoever exchanges cards has a travel card, or has exchanged the last one; nobody else does.", "TDM-10"
)
def there_are_cards_to_exchange(t: Table) -> Truth:
    exchanging = t.open == Decision.EXCHANGE
    return exchanging.implies(travel_cards_held(t, t.turn) + t.exchanged > 0) & (t.exchanged > 0).implies(exchanging)


@invariant("coins", "No coin is made or lost: all are with the players or in the supply.", "TDM-5 TDM-11")
def coins_are_kept(t: Table) -> Truth:
    return t.bank + total(t.coins[player] for player in t.each(Player)) == t.board.coins


# A chip goes from the bag to a destination and from there to a player. It is said of each place and not as a sum, as a
# proof for every board leaves the number of cities open.


def chips_won(t: Table, chip: Chip) -> Number:
    """How many chips of a kind the players have won."""
    return total(t.won[player, chip] for player in t.each(Player))


@step("chips", "A chip comes to a city from the bag, and leaves it for a player who comes there.", "TDM-4 TDM-20")
def chips_come_and_go(before: Table, after: Table, colour: Colour, city: City, chip: Chip) -> Truth:
    was, is_ = before.chip[colour, city] == chip, after.chip[colour, city] == chip
    laid = (city == before.laying) & (after.bag[colour, chip] == before.bag[colour, chip] - 1)
    taken = (city == after.city[before.turn]) & (chips_won(after, chip) == chips_won(before, chip) + 1)
    return (is_ & ~was).implies(laid) & (was & ~is_).implies(taken)


@step("chips", "A chip leaves the bag for a city that has none.", "TDM-4")
def bags_empty_onto_the_board(before: Table, after: Table, colour: Colour, chip: Chip) -> Truth:
    place = before.laying
    laid = before.chip[colour, place].missing & (after.chip[colour, place] == chip)
    same = after.bag[colour, chip] == before.bag[colour, chip]
    return same | (laid & (after.bag[colour, chip] == before.bag[colour, chip] - 1))


@step("chips", "A player who wins a chip takes it from the city just reached.", "TDM-20")
def chips_are_won_from_the_board(before: Table, after: Table, player: Player, chip: Chip) -> Truth:
    there = after.city[player]
    taken = some(
        (before.chip[colour, there] == chip) & after.chip[colour, there].missing for colour in (Colour.RED, Colour.BLUE)
    )
    same = after.won[player, chip] == before.won[player, chip]
    return same | (taken & (player == before.turn) & (after.won[player, chip] == before.won[player, chip] + 1))


@invariant("chips", "Chips are laid out at one destination after another, as many as there are.", "TDM-4")
def chips_reach_every_destination(t: Table, colour: Colour) -> Truth:
    left = total(t.bag[colour, Chip.at(n)] for n in range(len(Chip.members)))
    laying = t.open == Decision.CHIPS
    return (left == t.count(City) - 1 - t.laying.index) & laying.iff(t.laying.index < t.count(City) - 1) & (
        t.laying.index >= 1
    )


@invariant("chips", "No chip lies where none has been laid.", "TDM-4")
def chips_are_not_laid_early(t: Table, colour: Colour, city: City) -> Truth:
    return ((city.index >= t.laying.index) | (city.index == 0)).implies(t.chip[colour, city].missing)


@invariant("chips", "A chip is decided on only just after it was taken.", "TDM-20")
def chips_are_offered_when_taken(t: Table) -> Truth:
    return t.offered.exists.iff(t.open == Decision.CHIP)


@invariant("chips", "Nobody has won more chips than cities.", "TDM-20")
def a_chip_a_city(t: Table, player: Player) -> Truth:
    return total(t.won[player, Chip.at(n)] for n in range(len(Chip.members))) <= t.city[player].index


@invariant("chips", "As many have come to a city as are there or further.", "TDM-20")
def arrivals_in_cities_are_counted(t: Table, city: City) -> Truth:
    past = total((t.city[player].index >= city.index).as_number() for player in t.each(Player))
    return (city.index == 0) | (t.reached[city] == past)


@invariant("chips", "Chips are drawn from what is left of them.", "TDM-4")
def bags_are_not_overdrawn(t: Table, colour: Colour) -> Truth:
    return every(t.bag[colour, Chip.at(n)] <= t.board.chips[colour, Chip.at(n)] for n in range(len(Chip.members)))
