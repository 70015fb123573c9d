"""The state of a game of 80 Days: everything on the table, and what must be decided now."""

from __future__ import annotations

from spec.games.eighty_days.board import (
    MOST_PIECES,
    Adventure,
    Area,
    Arrival,
    City,
    Item,
    Newspaper,
    Player,
    Printed,
)
from spec.language import (
    Bool,
    Element,
    Int,
    Number,
    Sight,
    State,
    Truth,
    Upto,
    array,
    choose,
    member,
    optional,
    pile,
    scalar,
    total,
)

MONEY = 125
"""75 grey coins and 10 yellow ones worth 5 (80D-3). Money is counted by its value: whoever has a yellow coin may
change it at any time (80D-60), so changing is no move and the value is all that matters. Stacks are of grey coins; the
rulebook does not say what happens when all 75 lie on the board, and here others then stand for them."""


class Phase(Element):
    """Where the game stands: it is prepared, or a period is in its phase 1 or 2. Phase 3 takes no decision."""

    PREPARATION = member("the preparation")
    NEWSPAPER = member("phase 1, the newspaper")
    ACTIONS = member("phase 2, the actions")


class Decision(Element):
    """What must happen next: a decision of the active player, or something left to chance."""

    DRAW = member("drawing adventure cards")
    KEEP = member("keeping one of the drawn adventure cards")
    STARTING_PLAYER = member("determining the starting player")
    NEWSPAPER = member("revealing the newspaper")
    OBSERVER = member("the choice that The Observer gives")
    ROLL = member("rolling the black market die")
    CHOOSE_ITEM = member("choosing an item")
    PLACE = member("placing the item")
    FREE_TRIP = member("the free trip")
    ACTION = member("an action")
    NOTHING = member("nothing, the game is over")


class Offer(Element):
    """The two cards that somebody has drawn and may keep one of."""

    FIRST = member()
    SECOND = member()


class JugglerField(Element):
    """The marked spaces of the juggler, for stacks of 2, 1 and 1 coins."""

    LEFT = member()
    MIDDLE = member()
    RIGHT = member()


JUGGLER_STACKS = ((JugglerField.LEFT, 2), (JugglerField.MIDDLE, 1), (JugglerField.RIGHT, 1))


def fix_coins(board: Printed, area: Area) -> Number:
    """How many fix coins lie in an area: 1 or 0, by the number of players (80D-20 to 80D-22)."""
    two, three = board.count(Player) == 2, board.count(Player) == 3
    market = (area == Area.BOUTIQUE) | (area == Area.BAZAAR)
    return ((two & (area != Area.BLACK_MARKET)) | (three & market)).as_number()


def juggler_stack(field: JugglerField) -> Number:
    """How many coins a full field of the juggler holds."""
    return total(choose(field == one, coins, 0) for one, coins in JUGGLER_STACKS)


def ordinary(board: Printed, card: Adventure) -> Truth:
    """Whether a card belongs to the ordinary adventures, not to those of London."""
    return ~board.london[card]


class Table(State[Printed]):
    """Everything on the table."""

    # The course of the game. The active player is the one whose turn it is, or who is to decide in phase 1.
    phase = scalar(Phase)
    period = scalar(Int(1, 5), start=1)
    open = scalar(Decision, start=lambda board: Decision.DRAW)
    active = scalar(Player)
    acted = scalar(Bool)  # whether the active player has taken the one action of this turn
    passed = array(Player, Bool)
    start_marker = scalar(Player)

    newspaper = scalar(optional(Newspaper))
    revealed = array(Newspaper, Bool)

    # Coins, by value. `height` is the rightmost stack of an area, a fix coin being a stack of 1; `laid` is all
    # that lies there but the fix coin.
    bank = scalar(Int(0, MONEY), start=MONEY - 4)
    coins = array(Player, Int(0, MONEY))
    height = array(Area, Int(0, 15), start=fix_coins)
    laid = array(Area, Int(0, MONEY))
    juggler = array(JugglerField, Int(0, 2), start=lambda board, field: juggler_stack(field))

    supply = array(Item, Int(0, MOST_PIECES), start=lambda board, item: board.stock[item])
    suitcase = array(Player, Item, Int(0, MOST_PIECES))
    rolled = scalar(optional(Item))  # the item that is to be placed; it lies in the supply until it is

    city = array(Player, City, start=lambda board, player: board.departure)
    arrival_card = array(Player, optional(Arrival))
    arrivals_taken = scalar(Upto(Arrival))

    # Adventures. `to_draw` are the cards still to be drawn of those that are being drawn; `completing` says that
    # the bonus of the active player's card is being carried out, the card not yet being in the diary.
    adventures = pile(Adventure, holds=ordinary, size=lambda board: board.ordinary_cards)
    london_adventures = pile(
        Adventure, holds=lambda board, card: board.london[card], size=lambda board: board.london_cards
    )
    adventure = array(Player, optional(Adventure), sight=Sight.OWNER)
    offered = array(Player, Offer, optional(Adventure), sight=Sight.OWNER)
    to_draw = scalar(Int(0, 2), start=2)
    completing = scalar(Bool)
    draws_again = scalar(Bool)  # only under a ruling: a second draw follows the one for arriving in London
    diary = array(Player, Upto(Adventure))
    points = array(Player, Int(0, 342))  # of the cards in the diary: at most 9 on each of 38
