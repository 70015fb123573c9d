"""What the rulebook leaves open: each question with lettered readings, the one we take, and why.

Published answers are listed with their sources in the facts about this game; "the publisher's sheet" is the printed
sheet on gold coins and the game for two.
"""

from __future__ import annotations

from spec.language import ruling, settled

ROW_SIZE = ruling(
    "row-size", "How many travel cards are laid out for so many players?",
    {"a": "One more than players, at most six.", "b": "As many as players."},
    "a", "Nearly every report says so; six is the number of spaces.", "TDM-9",
)

ROW_SHRINKS = ruling(
    "row-shrinks", "Somebody has come home. How many cards are laid out from then on?",
    {"a": "As for the number of players still travelling.", "b": "As many as before."},
    "a", "The number of cards is said to shrink with the players in the game.", "TDM-26 TDM-9",
)

ROW_SIDE = ruling(
    "row-side", "From which side are the spaces filled, when fewer than six cards are laid out?",
    {"a": "From the left.", "b": "From the right."},
    "a", "The rulebook says from left to right; one report has it the other way.", "TDM-9",
)

PILE_EMPTY = ruling(
    "pile-empty", "A card is to be drawn and its pile is empty. What then?",
    {"a": "The discarded cards are shuffled and become the pile.", "b": "No card is drawn."},
    "a", "Every comparable game goes on so, and blue events show that discarded events come back.",
    "TDM-5 TDM-9 TDM-10 TDM-11 TDM-13 TDM-20",
)

EXCHANGE_TAKEN = ruling(
    "exchange-taken", "May the card just taken be among those exchanged?",
    {"a": "Yes, it is in the hand.", "b": "No."},
    "a", "The action is carried out after the card was taken.", "TDM-10",
)

BLUE_REPLACED = ruling(
    "blue-replaced", "Does somebody who draws a blue event draw another card for it?",
    {"a": "No.", "b": "Yes, one; if that is blue too, no more."},
    "a", "The rulebook speaks of one card drawn and of shuffling after it.", "TDM-13",
)

EVENT_TIME = ruling(
    "event-time", "When may an event be used that takes no leg: an elephant for its coin, a Princess for a blue event?",
    {"a": "Whenever its owner decides something in the own turn.", "b": "Whenever anybody decides something."},
    "a", "The effects of other cards only make sense in the own turn.", "TDM-13",
)

PRINCESS_COPIES = ruling(
    "princess-copies", "Which card does the Princess copy?",
    {"a": "The last event that somebody played from the hand.", "b": "The last event, be it a blue one that struck."},
    "a", "A blue event is not played by anybody, it strikes.", "TDM-13",
)

STAND_INS = ruling(
    "stand-ins", "How many cards of a leg may be replaced?",
    {"a": "One, by a balloon or an event.", "b": "Two, one by the balloon of the action and one by an event."},
    "a", "The rulebook has the die stand for a card, and a card played besides where two are needed.", "TDM-12 TDM-17",
)

PAIR_BY_BALLOON = ruling(
    "pair-by-balloon", "Does a roll of the same number as the other card make a pair?",
    {"a": "No.", "b": "Yes, the die then costs no days."},
    "a", "The discount is for discarding two cards.", "TDM-12 TDM-18",
)

REROLL_ELEPHANT = ruling(
    "reroll-elephant", "May a coin buy another roll for the elephant too?",
    {"a": "Yes.", "b": "No, for the balloon only."},
    "a", "The rulebook speaks of the die in general, and the publisher's sheet names both.", "TDM-11 TDM-19",
)

MUST_MOVE = ruling(
    "must-move", "May somebody stay who could pay for the next leg with cards in the hand?",
    {"a": "Yes, travelling is optional.", "b": "No."},
    "a", "The rulebook says so; one player of the game for two believed otherwise.", "TDM-16",
)

MARKER_PAST_HOME = ruling(
    "marker-past-home", "The first player's marker is to pass to somebody who is home. Who gets it?",
    {"a": "The next player to the left who still travels.", "b": "That neighbour, and the next traveller begins."},
    "a", "Whoever is home has no more turns to begin a round with.", "TDM-22 TDM-24",
)

STANDSTILL = ruling(
    "standstill", "Nobody has to travel. Does a game in which nobody does go on for ever?",
    {
        "a": "No, it ends as it stands with the tenth round in a row without a leg.",
        "b": "No, it ends as it stands with the fortieth round in a row without a leg.",
    },
    "a", "A game must end; whoever wants to get home travels far sooner.", "TDM-16 TDM-27",
)

SIX_PLAYERS = ruling(
    "six-players", "With which arrival does a game of six end?",
    {"a": "With the fourth.", "b": "With the last but one, as other games do."},
    "a", "The rulebook says so.", "TDM-27",
)

EIGHTY = ruling(
    "eighty", "Is a journey of exactly 80 days a success?",
    {"a": "Yes.", "b": "No, it takes fewer than 80."},
    "a", "The title, nearly every source and the rule for late players give 80; one sentence wants fewer.", "TDM-28",
)

TIE = ruling(
    "tie", "Two players come home with the same number of days. Who wins?",
    {
        "a": "Who came home first; of two players in all, who has more coins.",
        "b": "Who came home first, whatever the number of players.",
        "c": "Who has more coins, and among those who came home first.",
    },
    "a", "The rulebook says who came first; the publisher's sheet has coins for the game of two.", "TDM-28",
)

STAYED_OUT = ruling(
    "stayed-out", "A game of three or more ends and somebody not home has used fewest days. Can that player win?",
    {"a": "No.", "b": "Yes, days are compared as they stand."},
    "a", "The winner is somebody who came to London; of two the publisher's sheet says who wins.", "TDM-27 TDM-28",
)

ALL_LATE = ruling(
    "all-late", "In a game of three or more nobody came home within 80 days. Who wins?",
    {"a": "Who came home first, whatever the days.", "b": "Nobody."},
    "a", "The rulebook says so; one review holds that all lose. Of two the publisher's sheet says who wins.", "TDM-28",
)

SLIPS = ruling(
    "slips", "Where does a later arrival put the betting slip?",
    {"a": "On top of the others.", "b": "Under the others."},
    "a", "The rulebook says above; the publisher's sheet says below. Only how to read the order depends on it.",
    "TDM-24",
)

ELEPHANT_SOLD = ruling(
    "elephant-sold", "May an elephant be discarded for a gold coin instead of being ridden?",
    {"a": "Yes.", "b": "No, it waits to be ridden."},
    "a", "The rulebook does not speak of it, and the publisher's sheet says so.", "TDM-11 TDM-13",
)

ACTION_WITH_CARD = settled(
    "action-with-card", "May the action above the card be left for later, for after travelling?",
    "No: it is chosen with the card, and travelling comes behind it. Only the balloon waits for the leg.",
    "TDM-8 TDM-10 TDM-17",
)
MARKER_CARD = settled(
    "marker-card", "May the first player take the card below the action that takes the marker?",
    "Yes, without the action: a card may always be taken without it.", "TDM-10 TDM-15",
)
REPLACED_MODE = settled(
    "replaced-mode", "From London to Paris, which card does a balloon replace?",
    "The ship or the train, as the player likes: any mode of the leg may be replaced.", "TDM-12 TDM-17",
)
ONE_DIE_ONE_CARD = settled(
    "one-die-one-card", "May one balloon replace both cards of a leg by two ships?",
    "No: the die stands for one card, and the other one is played.", "TDM-12",
)
MIXED_PAIR = settled(
    "mixed-pair", "Do a ship and a train of one number cost their days once?",
    "No: it takes two ships, or two trains.", "TDM-18",
)
EVENTS_IN_HANDS = settled(
    "events-in-hands", "Are event cards in hands lost when a blue event is drawn?",
    "Yes, everybody's: all events are shuffled, those in hands too.", "TDM-13",
)
NO_THIRD_LEG = settled(
    "no-third-leg", "Do Relation and a Princess that copies it give a third leg in one turn?",
    "No: it allows a second time, which the player has already.", "TDM-16",
)
LAST_OF_ALL = settled(
    "last-of-all", "Who takes the blue chip of a city that somebody never reaches?",
    "Nobody: it is for the last of all players. Of two, the second is the last.", "TDM-20",
)
HOME_IS_SAFE = settled(
    "home-is-safe", "Does somebody at home lose days by the detective, a blue event, a chip or the clock?",
    "No: the marker has stopped for good, and the detective never goes to London.",
    "TDM-13 TDM-14 TDM-20 TDM-23 TDM-25",
)
OWN_DISCARDS = settled(
    "own-discards", "Which of seven cards goes at the end of the turn?",
    "Any that its owner chooses, a travel card or an event: both count.", "TDM-21",
)
CARD_IN_EACH_TURN = settled(
    "card-in-each-turn", "May somebody do without a card of the row?",
    "No: a turn goes through its steps, and it is the action above the card and the leg that may be left out.",
    "TDM-8 TDM-10 TDM-16",
)
DETECTIVE_MOVES = settled(
    "detective-moves", "May the action of the detective leave him where he is?",
    "No: it moves him. Whoever wants him to stay does not use it.", "TDM-10 TDM-14",
)
CHIP_AT_ONCE = settled(
    "chip-at-once", "May a bonus chip be kept and used later?",
    "No: whoever takes it may use it then, or does without. Only events are said to wait for when one likes.",
    "TDM-13 TDM-20",
)
ONE_CLOCK = settled(
    "one-clock", "Two players are home. Do the others lose two days when a round begins?",
    "No: the clock is started by the first one, and costs a day a round.", "TDM-23",
)
ROUND_IS_FINISHED = settled(
    "round-is-finished", "Does an arrival count that comes behind the one which ends the game, in the same round?",
    "Yes: the game ends with the round, so everybody has the same number of turns.", "TDM-27",
)
