"""End of game and final scoring."""

from __future__ import annotations

from spec.games.eighty_days.assistance import assists
from spec.games.eighty_days.board import LARGEST_BOX, Area, Assistant, Player
from spec.games.eighty_days.general_supply import price
from spec.games.eighty_days.rulings import AMELIE_POINTS
from spec.games.eighty_days.state import Decision, Table
from spec.language import Number, Truth, choose, every, reading, rule, total

TRAVEL_DIARY = rule(
    "scoring.diary", "The travel diary", "The points of the completed adventures are added up.",
    "80D-103 80D-106 80D-125",
)
RACE = rule("scoring.race", "The race", "The points of the arrival card are added.", "80D-126")
NOT_BACK = rule(
    "scoring.not-back", "Not back in London?",
    "Whoever is not in the arrival city London loses 5 points for each line of the shortest way there.",
    "80D-128 80D-129",
)
WINNER = rule(
    "scoring.winner", "The winner",
    "The most points win, then the most coins, counted by value; those who are still tied share the victory.",
    "80D-130",
)
AMELIE = rule(
    "assistants.amelie", "Amelie, the poetess",
    "At the end Amelie gives points for the number of completed adventures: 1 for three, 2 for four, 4 for five.",
    "80D-127 80D-164",
)
POINTS_A_CITY = 5


def is_over(t: Table) -> Truth:
    """Whether everyone has passed in period V."""
    return t.open == Decision.NOTHING


def not_back(t: Table, player: Player) -> Number:
    """What a player loses who is not back in London."""
    return POINTS_A_CITY * t.board.distance[t.city[player]]


def amelie_gives(t: Table, completed: Number) -> Number:
    """The points of Amelie for so many adventures in the diary, from three on."""
    further = completed - 3
    growing = 1 + further * (further + 1) // 2
    doubling = total(choose(further == steps, 2**steps, 0) for steps in range(LARGEST_BOX))
    by_two = choose(further == 0, 1, 2 * further)
    points = choose(
        t.chosen(AMELIE_POINTS, "a"), growing, choose(t.chosen(AMELIE_POINTS, "b"), doubling, by_two)
    )
    return choose(further >= 0, points, 0)


def amelie(t: Table, player: Player) -> Number:
    """The points of Amelie, for whoever has her."""
    return choose(assists(t, player, Assistant.AMELIE), amelie_gives(t, t.diary[player]), 0)


def victory_points(t: Table, player: Player) -> Number:
    """The travel diary, the race and Amelie, less what not being back costs."""
    card = t.arrival_card[player]
    race = choose(card.exists, t.board.arrival_points[card.value], 0)
    return t.points[player] + race + amelie(t, player) - not_back(t, player)


def is_not_beaten(t: Table, player: Player, other: Player) -> Truth:
    """Whether `other` has fewer points than `player`, or as many and no more coins."""
    mine, others = victory_points(t, player), victory_points(t, other)
    return (others < mine) | ((others == mine) & (t.coins[other] <= t.coins[player]))


@reading
def over(t: Table) -> Truth:
    """Whether the game has ended."""
    return is_over(t)


@reading
def score(t: Table, player: Player) -> Number:
    """The victory points of a player, as if the game ended now."""
    return victory_points(t, player)


@reading
def penalty(t: Table, player: Player) -> Number:
    """The points a player loses for not being back in London, as if the game ended now."""
    return not_back(t, player)


@reading
def coins_of(t: Table, player: Player) -> Number:
    """The coins of a player by value, which decide a tie."""
    return t.coins[player]


@reading
def wins(t: Table, player: Player) -> Truth:
    """Whether a player has won, alone or with others."""
    return is_over(t) & every(is_not_beaten(t, player, other) for other in t.each(Player))


@reading
def price_of(t: Table, area: Area) -> Number:
    """What the next person pays in an area."""
    return price(t, area)
