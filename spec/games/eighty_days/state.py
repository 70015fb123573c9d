"""The state of a game of 80 Days: everything on the table, and what must be decided now."""

from __future__ import annotations

from spec.games.eighty_days.board import (
    MONEY,
    MOST_PIECES,
    Adventure,
    Area,
    Arrival,
    Assistant,
    City,
    Item,
    Line,
    LineTile,
    Newspaper,
    PassTile,
    Player,
    Printed,
    Side,
)
from spec.games.eighty_days.variants import ASSISTANTS
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

GREY_COINS = 75  # the only ones that are placed on the game board (80D-3, 80D-60)
CARDS_DRAWN = 3  # at most, with Alex or by a pass tile (80D-163, 80D-169)
EXTRA_ROLLS = 2  # of Albert (80D-162)
REVOLVERS_OF_MATILDA = 2  # 80D-166


class Phase(Element):
    """Where the game stands: it is prepared, or a period is in its phase 1 or 2. Phase 3 takes no decision."""

    PREPARATION = member("the preparation")
    NEWSPAPER = member("phase 1, the newspaper")
    ACTIONS = member("phase 2, the actions")


class Decision(Element):
    """What must happen next: a decision of the active player, or something left to chance."""

    LINE_TILE = member("laying out the line tiles")
    PASS_TILE = member("laying out the pass tiles")
    DEAL_ASSISTANT = member("dealing an Assistant")
    KEEP_ASSISTANT = member("keeping one of the dealt Assistants")
    DRAW = member("drawing adventure cards")
    KEEP = member("keeping one of the drawn adventure cards")
    STARTING_PLAYER = member("determining the starting player")
    NEWSPAPER = member("revealing the newspaper")
    OBSERVER = member("the choice that The Observer gives")
    ROLL = member("rolling the black market die")
    ROLLED = member("taking what was rolled or rolling again")
    CHOOSE_ITEM = member("choosing an item")
    PLACE = member("placing the item")
    FREE_TRIP = member("the free trip")
    SWAP = member("the swap of an item")
    ACTION = member("an action")
    NOTHING = member("nothing, the game is over")


class Offer(Element):
    """The cards that somebody has drawn and may keep one of."""

    FIRST = member()
    SECOND = member()
    THIRD = member()


class Two(Element):
    """The two Assistants that somebody has been dealt and may keep one of."""

    ONE = member("the one")
    OTHER = member("the other")


class JugglerField(Element):
    """The marked spaces of the juggler, for stacks of 2, 1 and 1 coins."""

    LEFT = member()
    MIDDLE = member()
    RIGHT = member()


JUGGLER_STACKS = ((JugglerField.LEFT, 2), (JugglerField.MIDDLE, 1), (JugglerField.RIGHT, 1))
JUGGLED = sum(coins for _, coins in JUGGLER_STACKS)


def fix_coins(board: Printed, area: Area) -> Number:
    """How many fix coins lie in an area: 1 or 0, by the number of players (80D-20 to 80D-22)."""
    two, three = board.count(Player) == 2, board.count(Player) == 3
    market = (area == Area.BOUTIQUE) | (area == Area.BAZAAR)
    return ((two & (area != Area.BLACK_MARKET)) | (three & market)).as_number()


def juggler_stack(board: Printed, field: JugglerField) -> Number:
    """How many coins a full field of the juggler holds; side B has no juggler."""
    return choose(board.side == Side.A, total(choose(field == one, coins, 0) for one, coins in JUGGLER_STACKS), 0)


def tiles_to_lay(board: Printed) -> Number:
    """How many pass tiles are drawn at random: one more than there are players (80D-34)."""
    return choose(board.side == Side.B, board.count(Player) + 1, 0)


def first_decision(board: Printed) -> Decision:
    """What a game begins with: the tiles of side B, then the Assistants, then the adventures."""
    cards = choose(board.chosen(ASSISTANTS, "yes"), Decision.DEAL_ASSISTANT, Decision.DRAW)
    tiles = choose(board.marked_lines > 0, Decision.LINE_TILE, Decision.PASS_TILE)
    return choose(board.side == Side.B, tiles, cards)


def ordinary(board: Printed, card: Adventure) -> Truth:
    """Whether a card belongs to the ordinary adventures, not to those of London."""
    return ~board.london[card]


class Table(State[Printed]):
    """Everything on the table."""

    # The course of the game. The active player is the one whose turn it is, or who is to decide in phase 1.
    phase = scalar(Phase)
    period = scalar(Int(1, 5), start=1)
    open = scalar(Decision, start=first_decision)
    active = scalar(Player)
    acted = scalar(Bool)  # whether the active player has taken the one action of this turn
    passed = array(Player, Bool)
    leaving = scalar(Bool)  # whether the active player is passing and carries out the effect of a pass tile
    start_marker = scalar(Player)

    newspaper = scalar(optional(Newspaper))
    revealed = array(Newspaper, Bool)

    # Coins, by value. `height` is the rightmost stack of an area, a fix coin being a stack of 1; `laid` is all
    # that lies there but the fix coin.
    bank = scalar(Int(0, MONEY), start=lambda board: board.money - choose(board.side == Side.A, JUGGLED, 0))
    coins = array(Player, Int(0, MONEY))
    height = array(Area, Int(0, 15), start=fix_coins)
    laid = array(Area, Int(0, MONEY))
    juggler = array(JugglerField, Int(0, 2), start=juggler_stack)

    # Side B. `line_tile` lies on a line with a marked square; a pass tile lies in the middle, or is taken.
    line_tile = array(Line, optional(LineTile))
    tile_is_laid = array(LineTile, Bool)
    squares_left = scalar(Upto(Line), start=lambda board: choose(board.side == Side.B, board.marked_lines, 0))
    in_play = array(PassTile, Bool, start=lambda board, tile: (board.side == Side.B) & (tile == PassTile.ME_FIRST))
    available = array(PassTile, Bool, start=lambda board, tile: (board.side == Side.B) & (tile == PassTile.ME_FIRST))
    tiles_left = scalar(Int(0, 5), start=tiles_to_lay)
    tile_coins = array(PassTile, Int(0, 4))

    # The Assistants. `turned` says that the card shows its back in this period.
    assistant = array(Player, optional(Assistant))
    turned = array(Player, Bool)
    dealt = array(Player, Two, optional(Assistant), sight=Sight.OWNER)
    is_dealt = array(Assistant, Bool, sight=Sight.NOBODY)
    holster = scalar(Int(0, REVOLVERS_OF_MATILDA))  # the revolvers on Matilda's card

    supply = array(Item, Int(0, MOST_PIECES), start=lambda board, item: board.stock[item])
    suitcase = array(Player, Item, Int(0, MOST_PIECES))
    rolled = scalar(optional(Item))  # to be placed, or with rolls left to be taken; it lies in the supply until then
    rolls_left = scalar(Int(0, EXTRA_ROLLS))

    city = array(Player, City, start=lambda board, player: board.departure)
    arrival_card = array(Player, optional(Arrival))
    arrivals_taken = scalar(Upto(Arrival))
    led_out = array(Player, Bool)  # only under a ruling: the pawn was taken out of the arrival city London again

    # Adventures. `to_draw` are the cards still to be drawn or dealt, Assistants too; `completing` says that
    # the bonus of the active player's card is being carried out, the card not yet being in the diary.
    adventures = pile(Adventure, holds=ordinary, size=lambda board: board.ordinary_cards)
    london_adventures = pile(
        Adventure, holds=lambda board, card: board.london[card], size=lambda board: board.london_cards
    )
    adventure = array(Player, optional(Adventure), sight=Sight.OWNER)
    offered = array(Player, Offer, optional(Adventure), sight=Sight.OWNER)
    to_draw = scalar(Int(0, CARDS_DRAWN), start=lambda board: choose(board.side == Side.A, 2, 0))
    completing = scalar(Bool)
    draws_again = scalar(Bool)  # only under a ruling: a second draw follows the one for arriving in London
    diary = array(Player, Upto(Adventure))
    points = array(Player, Int(0, 342))  # of the cards in the diary: at most 9 on each of 38
