"""What the rulebook leaves open: each question with lettered readings, the one we take, and why."""

from __future__ import annotations

from spec.language import ruling, settled

BANK_SHORT = ruling(
    "bank-short", "Somebody is to take more coins than the general supply has. What then?",
    {
        "a": "One after another in turn order, each takes what there is.",
        "b": "Whoever cannot be given the full sum gets nothing.",
    },
    "a", "Nobody is paid less than possible, and a bank of fixed size needs no rule to make up coins.",
    "80D-46 80D-137 80D-143 80D-144 80D-145 80D-146 80D-147 80D-148 80D-149 80D-150 80D-152 80D-153 80D-171 80D-28 "
    "80D-30",
)

STORM_SHORT = ruling(
    "storm-short", "A newspaper lays a stack of two coins and the general supply has fewer. What then?",
    {
        "a": "What there is is laid, and the price starts at 3 coins all the same.",
        "b": "No stack is laid, and the price starts as in other periods.",
    },
    "a", "The newspaper says what the price starts at; the stack is there to show it.",
    "80D-143 80D-144 80D-145 80D-28",
)

ITEM_MISSING = ruling(
    "item-missing", "The rolled item is not in the general supply any more. What does the roller get?",
    {"a": "Nothing.", "b": "Any item, as with the joker."},
    "a", "The die is rolled once and the item it shows is taken; the joker alone gives a choice.",
    "80D-83 80D-135 80D-147 80D-172 80D-28",
)

REFILL_SHORT = ruling(
    "refill-short", "The juggler's spaces or the pass tiles are to get coins and the supply has too few. What then?",
    {"a": "They are filled in their order as far as the coins last.", "b": "None of them gets any."},
    "a", "The spaces are to be filled, and what there is comes nearest to that.",
    "80D-115 80D-28",
)

GREY_SHORT = ruling(
    "grey-short", "All 75 grey coins would not be enough for the stacks on the game board. May one still pay?",
    {
        "a": "Yes: anything stands for the missing coins, and only the price counts.",
        "b": "No: only grey coins are placed on the board, so the action cannot be taken.",
    },
    "a", "Any number of stacks may lie in an area, and no line lets an action fail for lack of grey coins.",
    "80D-3 80D-60 80D-65 80D-82 80D-83 80D-148",
)

PILE_SHORT = ruling(
    "pile-short", "More adventure cards are to be drawn than the pile holds. What then?",
    {"a": "Those that are left are drawn and one is kept.", "b": "No card is drawn."},
    "a", "The player comes as close to what the rule says as the cards allow.",
    "80D-108 80D-109 80D-121 80D-163 80D-169",
)

REMOVAL = ruling(
    "removal", "When may a player remove an item from the own suitcase?",
    {
        "a": "Whenever that player is the one to decide something.",
        "b": "Whenever anybody is to decide something.",
    },
    "a", "The text sets no limit; but an item returned out of turn hardly ever matters, and a record stays readable.",
    "80D-89",
)

GUARDIAN_LINE_COSTS = ruling(
    "guardian-line-costs", "The Guardian is out and the train line itself costs revolvers. How many are needed?",
    {
        "a": "One may serve twice: it is in the suitcase when the ride is paid for, and then handed over.",
        "b": "One more than the line costs: the costs come first and a revolver is in the suitcase on the ride.",
        "c": "One: nobody hands over revolvers for a train ride in this period.",
    },
    "b", "Costs are paid to move the pawn, and the newspaper wants a revolver in the suitcase for the ride itself.",
    "80D-150 80D-67 80D-59 80D-158",
)

GUARDIAN_FREE_TRIP = ruling(
    "guardian-free-trip", "Does a free trip by train need The Guardian's revolver in the suitcase?",
    {"a": "Yes.", "b": "No."},
    "a", "The revolver is no cost, and a bonus only waives travel costs and line costs.",
    "80D-150 80D-139 80D-141",
)

GUARDIAN_ASSISTANT = ruling(
    "guardian-assistant", "Does a train ride with Leonard or Mary need The Guardian's revolver in the suitcase?",
    {"a": "Yes, with both.", "b": "With Leonard only, who pays line costs too.", "c": "No."},
    "a", "The pawn rides on a train all the same, and the revolver is no cost that Mary would waive.",
    "80D-150 80D-158 80D-159",
)

MATILDA_ORDER = ruling(
    "matilda-order", "A revolver is handed over by somebody who has some in the suitcase and on Matilda. Which goes?",
    {"a": "Those in the suitcase go first.", "b": "Those on the card go first."},
    "a", "Revolvers on the card need no room, so nobody is better off giving them away first.",
    "80D-166",
)

ALBERT_ANYWHERE = ruling(
    "albert-anywhere", "May Albert roll up to three times when the die is not rolled for a purchase?",
    {"a": "No, only for a purchase on the black market.", "b": "Yes, whenever the die is rolled."},
    "a", "The card says where: in the black market. A bonus or newspaper lets its die be rolled once.",
    "80D-162 80D-135 80D-147 80D-172",
)

ALEX_AT_THE_DEAL = ruling(
    "alex-at-the-deal", "Is somebody with Alex dealt three adventure cards in the preparation?",
    {"a": "No, two are dealt to everyone.", "b": "Yes, Alex is kept before and helps at once."},
    "a", "In the preparation cards are dealt to everyone alike; Alex helps when new ones are drawn. Whether Assistants "
    "or adventures are dealt first is not said; a record tells of the Assistants first, however it was.",
    "80D-163 80D-25 80D-37",
)

AMELIE_POINTS = ruling(
    "amelie-points", "How do Amelie's points go on after 1 for three adventures, 2 for four and 4 for five?",
    {
        "a": "Each step is one more than the one before: 1, 2, 4, 7, 11, 16 and so on.",
        "b": "They double: 1, 2, 4, 8, 16, 32 and so on.",
        "c": "By two for each further one: 1, 2, 4, 6, 8, 10 and so on.",
    },
    "a", "The steps given are 1 and 2; the shortest rule for them is that they grow by one.",
    "80D-164 80D-127",
)

DISCARDED_ADVENTURE = ruling(
    "discarded-adventure", "Where does the adventure card go that the pass tile makes one discard?",
    {"a": "To the bottom of its pile, before the new ones are drawn.", "b": "Out of the game."},
    "a", "Every other card that is not kept goes to the bottom of the pile; there is no discard pile.",
    "80D-169 80D-108 80D-109",
)

SWAP_DUTY = ruling(
    "swap-duty", "Must somebody swap an item who takes the pass tile for it?",
    {"a": "No.", "b": "Yes, if any swap is possible."},
    "a", "Where the supply has its kind, an item swapped for its like changes nothing: that is hardly a duty.",
    "80D-96 80D-173",
)

LEAVING_LONDON = ruling(
    "leaving-london", "Can a free trip or an Assistant take a pawn out of the arrival city London again?",
    {
        "a": "No: whoever has arrived stays.",
        "b": "Yes: only the action Travel stays forbidden. Coming back counts as arriving, but for the arrival card. "
        "Whoever is elsewhere at the end is not back.",
    },
    "a", "The race is over for who has arrived, and London adventures can be completed in London only.",
    "80D-122 80D-128 80D-138 80D-139 80D-140 80D-141 80D-158 80D-159 80D-170",
)

FOURTH_ADVENTURE = ruling(
    "fourth-adventure", "The fourth adventure's bonus is a free trip. May it lead into the arrival city London?",
    {
        "a": "No: the bonus is step 1, and only step 2 puts the card into the diary.",
        "b": "Yes: the adventure is completed when its bonus is carried out.",
    },
    "a", "The steps are to be carried out in order, and four cards must be in the diary to enter.",
    "80D-105 80D-106 80D-107 80D-118",
)

BONUS_INTO_LONDON = ruling(
    "bonus-into-london", "A bonus takes a pawn into the arrival city London. How often are London adventures drawn?",
    {
        "a": "Once: the card just completed goes into the diary, and the new card is a London adventure.",
        "b": "Twice: for arriving, then for completing, where the first draw's card is the old one to be replaced.",
    },
    "a", "There is no current card to slide under the pile, and either rule alone gives the one card to be held.",
    "80D-106 80D-108 80D-109 80D-121",
)

FREE_TRIP_DUTY = ruling(
    "free-trip-duty", "Must a player make the free trip of a bonus or pass tile?",
    {"a": "Yes, if any line can be used.", "b": "No, the player may stay."},
    "a", "A bonus must always be carried out at once; without a usable line there is nothing to carry out.",
    "80D-96 80D-106 80D-138 80D-139 80D-140 80D-141 80D-170",
)

OLD_ADVENTURE = ruling(
    "old-adventure", "What happens to the current adventure card of somebody who searches for new ones?",
    {
        "a": "It goes to the bottom of the pile, and one of the new cards is kept.",
        "b": "It may be kept instead of a new one; the others go to the bottom of the pile.",
    },
    "a", "One of the cards drawn is to be kept and only one may be held, so the old one has to go.",
    "80D-109",
)

SEARCH_WITHOUT_CARD = ruling(
    "search-without-card", "May somebody search who holds no adventure card, as the pile had none to give?",
    {"a": "Yes.", "b": "No."},
    "a", "The pile may have cards again, and nobody should be without adventures for the rest of the game.",
    "80D-109",
)

CIRCLE_COUNTS = ruling(
    "circle-counts", "May an adventure that asks for a triangle or square be completed in a city with a circle?",
    {"a": "No, the symbol must be the one on the card.", "b": "Yes, a circle stands for both."},
    "a", "The card determines the city; the circle opens both markets, which is said of buying only.",
    "80D-102 80D-104 80D-77",
)

FREE_TRIP_STACK = settled(
    "free-trip-stack", "Are coins placed as a stack for a free trip?",
    "No: there are no travel costs, so the price for the next person stays.", "80D-138 80D-61",
)
PAID_INTO_SUPPLY = settled(
    "paid-into-supply", "Do the coins for Paul's hat and Leonard's trip raise a price?",
    "No: they are paid into the general supply, so every area stays as it is.", "80D-157 80D-158",
)
SUNDAY_CHOICE = settled(
    "sunday-choice", "Under Sunday Express, may a ship or train still be paid for in its own area?",
    "Yes: the area of special trips may be used too. The price is that of the area in which the coins are placed.",
    "80D-149 80D-61",
)
INDEPENDENT_STACKS = settled(
    "independent-stacks", "Under The Independent, are the two coins placed on the black market each time?",
    "Yes: only the price changes, and paying means placing a stack.", "80D-148 80D-83",
)
STORM_AND_FIX_COIN = settled(
    "storm-and-fix-coin", "A stack of two lies beside a fix coin. What is the next price?",
    "Three, as without the fix coin: one more than the last stack.", "80D-143 80D-61 80D-64",
)
UNDER_WHICH_PILE = settled(
    "under-which-pile", "Under which pile does a London adventure go that is not kept?",
    "Under the pile that it was drawn from, the London pile.", "80D-121 80D-122",
)
YELLOW_COINS = settled(
    "yellow-coins", "May a yellow coin pay where grey coins are asked for?",
    "It is changed first, which may be done at any time; so only the value of somebody's coins matters.", "80D-60",
)
TIE_BY_VALUE = settled(
    "tie-by-value", "In a tie, are coins counted by value or by number?",
    "It makes no difference: yellow coins may be changed at any time, so whoever has more value can show more coins.",
    "80D-130 80D-60",
)
LAST_PERIOD_MARKER = settled(
    "last-period-marker", "Does it matter who passes first in period V?",
    "No: there is no next period, and on side B no pass tile is taken.", "80D-96 80D-124",
)
CITIES_AWAY = settled(
    "cities-away", "Does London itself count as a city on the way for somebody who is not back?",
    "Yes: the way with the fewest lines counts, whatever they cost, and four lines away cost 20 points.",
    "80D-128 80D-129",
)
FIRST_TO_PASS = settled(
    "first-to-pass", "Who gets the start marker on side A if several pass?", "The first to pass in the period.",
    "80D-95",
)
PLAY_GOES_ON = settled(
    "play-goes-on", "Somebody has passed. Does everybody else have just one more turn?",
    "No: turns go on until all have passed.", "80D-49 80D-94",
)
WHOLE_TURN = settled(
    "whole-turn", "Is Luigi's other turn a whole one, with additional actions?",
    "Yes: a turn has one action and any additional ones before or after it. Whoever has passed has no turn.",
    "80D-161 80D-100 80D-94",
)
AFTER_PASSING = settled(
    "after-passing", "May whoever passes still complete an adventure, as where a pass tile's trip led to its city?",
    "No, only before: who passes may take no more actions, and all that a pass tile adds is its effect.",
    "80D-94 80D-96 80D-100",
)
BACK_TO_THE_PILE = settled(
    "back-to-the-pile", "Where in the pile go the two cards of New adventures! that are not kept?",
    "To its bottom, as after every other draw.", "80D-169 80D-108 80D-109",
)
NEW_IN_LONDON = settled(
    "new-in-london", "From which pile does New adventures! draw for somebody who is in the arrival city London?",
    "From the London pile: until the end London adventures are drawn there.", "80D-169 80D-122",
)
AS_IF_IN_SUITCASE = settled(
    "as-if-in-suitcase",
    "Do Matilda's revolvers count for The Guardian, and can one be returned for The Observer, swapped or removed?",
    "Yes: they are used as if they were in the suitcase.", "80D-166 80D-150 80D-152 80D-173 80D-89",
)
THREE_IS_THREE = settled(
    "three-is-three", "Does Alex add a card to those of the pass tile New adventures!?",
    "No: both say that three are drawn.", "80D-163 80D-169",
)
NO_ROOM = settled(
    "no-room", "What if an item that was rolled or won does not fit?",
    "Items may be removed at any time: others go back until it fits, or it goes back itself. So nobody need decline a "
    "roll of Santa Express.", "80D-89 80D-147",
)
OWN_MODULE = settled(
    "own-module", "Do the Assistants belong to side B?", "No: they are a module for either side.", "80D-36 80D-37",
)
TURNED_OVER = settled(
    "turned-over", "May an item be turned over, so that it lies mirrored in the suitcase?",
    "Yes: items may be twisted and turned in any way.", "80D-85",
)
READING_ORDER = settled(
    "reading-order", "In which order do players roll for Santa Express and choose for The Observer?",
    "Clockwise from the start marker, the one order that the rulebook has. It matters only where supplies run short or "
    "somebody waits to see what others do.", "80D-49 80D-147 80D-151",
)
RETURNED_IN_ORDER = settled(
    "returned-in-order", "In which order do several cards go to the bottom of a pile?",
    "The old card of a search goes first, then those drawn, as they were drawn. Cards drawn together are looked at "
    "together, so whoever cares for another order may name them in it when they are drawn from the shuffled pile.",
    "80D-108 80D-109 80D-163 80D-169",
)
