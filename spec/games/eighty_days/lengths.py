"""What keeps the adventure cards together, always leaves a move, and brings every game to an end."""

from __future__ import annotations

from spec.games.eighty_days.assistance import fits_suitcase
from spec.games.eighty_days.board import Adventure, Item, Player
from spec.games.eighty_days.cards import in_london
from spec.games.eighty_days.periods import LAST_PERIOD
from spec.games.eighty_days.state import CARDS_DRAWN, Decision, JugglerField, Offer, Phase, Table
from spec.language import Number, Truth, choose, invariant, some, terminates, total

MOST_POINTS = 9  # on an adventure card


def cards_held(t: Table, player: Player) -> Number:
    """The cards that somebody holds, has been offered, or has in the diary."""
    held = t.adventure[player].exists.as_number()
    offered = total(t.offered[player, offer].exists.as_number() for offer in t.each(Offer))
    return t.diary[player] + held + offered


@invariant(
    "cards", "No adventure card is doubled: piles, hands and diaries hold at most those of the box.",
    "80D-25 80D-107 80D-108 80D-109 80D-121",
)
def cards_are_not_doubled(t: Table) -> Truth:
    held = total(cards_held(t, player) for player in t.each(Player))
    return t.adventures.left + t.london_adventures.left + held <= t.count(Adventure)


@invariant("cards", "No card in a diary is worth more than the best one of the box.", "80D-103 80D-125")
def points_come_from_cards(t: Table, player: Player) -> Truth:
    return t.points[player] <= MOST_POINTS * t.diary[player]


@invariant("cards", "Who is completing an adventure still holds it while its bonus is carried out.", "80D-106 80D-107")
def the_card_is_held_during_its_bonus(t: Table) -> Truth:
    return t.completing.implies(t.adventure[t.active].exists)


@invariant("cards", "Cards are drawn until none is to be drawn any more.", "80D-25 80D-37 80D-108")
def drawing_ends(t: Table) -> Truth:
    return ((t.open == Decision.DRAW) | (t.open == Decision.DEAL_ASSISTANT)).iff(t.to_draw > 0)


@invariant("cards", "Only who is to keep one of them has been offered cards.", "80D-25 80D-108")
def offers_are_open(t: Table, player: Player) -> Truth:
    first, second, third = (t.offered[player, offer].exists for offer in t.each(Offer))
    drawn = first.as_number() + second.as_number() + third.as_number()
    mine = player == t.active
    in_order = (first | ~second) & (second | ~third)
    drawing = mine & (t.open == Decision.DRAW) & (drawn + t.to_draw <= CARDS_DRAWN) & in_order
    keeping = mine & (t.open == Decision.KEEP) & first
    return drawing | keeping | (drawn == 0)


@invariant("always-a-move", "Whoever is to keep a card has one to keep.", "80D-25 80D-108")
def there_is_a_card_to_keep(t: Table) -> Truth:
    return (t.open == Decision.KEEP).implies(t.offered[t.active, Offer.FIRST].exists)


@invariant("always-a-move", "The pile has the cards that are to be drawn.", "80D-25 80D-108 80D-121")
def there_are_cards_to_draw(t: Table) -> Truth:
    left = choose(in_london(t, t.active), t.london_adventures.left, t.adventures.left)
    return (t.open == Decision.DRAW).implies(t.to_draw <= left)


@invariant("always-a-move", "Whoever is to choose an item finds one in the supply.", "80D-83 80D-136")
def there_is_an_item_to_choose(t: Table) -> Truth:
    return (t.open == Decision.CHOOSE_ITEM).implies(some(t.supply[Item.at(n)] > 0 for n in range(len(Item.members))))


@invariant(
    "suitcases", "Whatever is in a suitcase fits there, all of it together; with Jean into two.",
    "80D-84 80D-86 80D-87 80D-165",
)
def what_is_packed_fits(t: Table, player: Player) -> Truth:
    return fits_suitcase(t, player, [t.suitcase[player, Item.at(number)] for number in range(len(Item.members))])


@invariant("termination", "Whoever has passed does nothing more in the period.", "80D-94")
def who_has_passed_is_not_active(t: Table) -> Truth:
    return (t.passed[t.active] & (t.phase == Phase.ACTIONS)).implies(t.open == Decision.NOTHING)


def course(t: Table) -> Number:
    """How far the period is from its actions: what is left of the preparation or of phase 1."""
    players = len(list(t.each(Player)))
    to_be_dealt = players - t.active.index
    to_read = (t.start_marker.index + players - t.active.index - 1) % players  # those after the one who is to decide
    assisting = (t.open == Decision.DEAL_ASSISTANT) | (t.open == Decision.KEEP_ASSISTANT)
    tiles = choose(t.open == Decision.PASS_TILE, 20 + t.tiles_left, 27 + t.squares_left)
    laying = (t.open == Decision.PASS_TILE) | (t.open == Decision.LINE_TILE)
    dealing = choose(t.open == Decision.STARTING_PLAYER, 8, choose(assisting, 14, 8) + to_be_dealt)
    preparing = choose(laying, tiles, dealing)
    reading = choose(t.open == Decision.NEWSPAPER, 6, 1 + to_read)
    return choose(t.phase == Phase.PREPARATION, preparing, choose(t.phase == Phase.NEWSPAPER, reading, 0))


def stage(t: Table) -> Number:
    """How far the open decision is from the next action; a second draw that follows comes on top."""
    # A pass tile's trip may lead into London, where three cards at most are to be drawn: that makes it one step more.
    steps = (
        (Decision.KEEP, 2), (Decision.ROLL, 3), (Decision.ROLLED, 2), (Decision.CHOOSE_ITEM, 2), (Decision.PLACE, 1),
        (Decision.FREE_TRIP, 6), (Decision.SWAP, 1), (Decision.KEEP_ASSISTANT, 2),
    )
    left = total((t.open == decision).as_number() * count for decision, count in steps) + 3 * t.rolls_left
    drawing = (t.open == Decision.DRAW) | (t.open == Decision.DEAL_ASSISTANT)
    return left + choose(drawing, 2 + t.to_draw, 0) + 12 * t.draws_again.as_number()


@terminates(
    "termination",
    "Every game ends: periods pass, adventures are completed, players pass, Assistants turn over, coins are paid, "
    "decisions are made, turns end, and items go back; whatever a move makes more of, it makes less of something "
    "before it in this list.",
    "80D-14 80D-100 80D-124",
)
def every_game_ends(t: Table) -> Number:
    """The list as digits of one number, each below its base."""
    juggler = total(t.juggler[JugglerField.at(n)] for n in range(len(JugglerField.members)))
    items = [Item.at(number) for number in range(len(Item.members))]
    digits = (
        (LAST_PERIOD - t.period, 5),
        (course(t), 64),
        (2 * (t.count(Adventure) - total(t.diary[player] for player in t.each(Player))) - t.completing.as_number(), 80),
        (2 * total((~t.passed[player]).as_number() for player in t.each(Player)) - t.leaving.as_number(), 16),
        (total((~t.turned[player]).as_number() for player in t.each(Player)), 8),
        (total(t.coins[player] for player in t.each(Player)) + 2 * juggler, 140),
        (stage(t), 32),
        (t.acted.as_number(), 2),
        (total(t.suitcase[player, item] for player in t.each(Player) for item in items) + t.holster, 64),
    )
    rank = Number(0)
    for digit, base in digits:
        rank = base * rank + digit
    return rank
