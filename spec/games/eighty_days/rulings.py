"""What the rulebook leaves open: each question with lettered readings, the one we take, and why."""

from __future__ import annotations

from spec.language import ruling

BANK_SHORT = ruling(
    "bank-short", "Somebody is to take more coins than the general supply has. What then?",
    {
        "a": "One after another in turn order, each takes what there is.",
        "b": "Whoever cannot be given the full sum gets nothing.",
    },
    "a", "Nobody is paid less than possible, and a bank of fixed size needs no rule to make up coins.",
    "80D-46 80D-137 80D-28",
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
    "80D-83 80D-135",
)

PILE_SHORT = ruling(
    "pile-short", "Two adventure cards are to be drawn and the pile holds only one. What then?",
    {"a": "The one card is drawn and kept.", "b": "No card is drawn."},
    "a", "The player comes as close to what the rule says as the cards allow.",
    "80D-108 80D-109 80D-121",
)

REMOVAL = ruling(
    "removal", "When may a player remove an item from the own suitcase?",
    {
        "a": "Whenever that player is the one to decide something.",
        "b": "Whenever anybody is to decide something.",
    },
    "a", "An item returned out of turn hardly ever matters, and a record stays readable.",
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
    "80D-150 80D-67 80D-59",
)

GUARDIAN_FREE_TRIP = ruling(
    "guardian-free-trip", "Does a free trip by train need The Guardian's revolver in the suitcase?",
    {"a": "Yes.", "b": "No."},
    "a", "The revolver is no cost, and a bonus only waives travel costs and line costs.",
    "80D-150 80D-139",
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
    "free-trip-duty", "Must a player make the free trip of a bonus?",
    {"a": "Yes, if any line can be used.", "b": "No, the player may stay."},
    "a", "A bonus must always be carried out at once; without a usable line there is nothing to carry out.",
    "80D-106 80D-138 80D-141",
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
