"""The end of the game and the winner.

The rulebook tells of three to six players. Two play by the publisher's sheet (fdokument.com, A1T5TsdB6DS.pdf): no
Relation, the end with the round of the first arrival, and a winner of its own.
"""

from __future__ import annotations

from spec.games.tour_du_monde.board import City, Player
from spec.games.tour_du_monde.rulings import ALL_LATE, EIGHTY, SIX_PLAYERS, SLIPS, STANDSTILL, STAYED_OUT, TIE
from spec.games.tour_du_monde.state import Decision, Table, is_home
from spec.language import Number, Truth, choose, every, reading, rule, some

END = rule(
    "ending.trigger", "The end of the game",
    "The game ends with the round in which the last but one of three to five comes home, or the fourth of six; of two "
    "the first.", "TDM-27",
)
WINNER = rule(
    "ending.winner", "The winner",
    "Of those home within 80 days the one with the fewest wins, of equals the first to arrive; if nobody came home so, "
    "the first to arrive.", "TDM-2 TDM-28",
)
WINNER_OF_TWO = rule(
    "ending.winner-of-two", "The winner of two",
    "The first home wins within 80 days and else loses; of two home in one round the one with fewer days wins.",
    "TDM-28",
)
LIMIT = 80
LEG_IN_DAYS = 12


def arrivals_to_end(t: Table) -> Number:
    """How many arrivals bring the game to its end."""
    players = t.count(Player)
    others = choose((players == 6) & t.chosen(SIX_PLAYERS, "a"), 4, players - 1)
    return choose(players == 2, 1, others)


def is_last_round(t: Table) -> Truth:
    """Whether the game ends with the round that ends now."""
    standstill = choose(t.chosen(STANDSTILL, "a"), Number(10), Number(40))
    return (t.home >= arrivals_to_end(t)) | (t.without_leg >= standstill)


def is_over(t: Table) -> Truth:
    """Whether the game has ended."""
    return t.open == Decision.NOTHING


def is_in_time(t: Table, p: Player) -> Truth:
    """Whether the days of `p` are within the wager."""
    return t.days[p] <= LIMIT - t.chosen(EIGHTY, "b").as_number()


def is_before(t: Table, p: Player, q: Player) -> Truth:
    """Whether `p` wins against `q` if both have as many days: by coins where they count, then by arrival."""
    of_two = t.count(Player) == 2
    by_coins = t.chosen(TIE, "c") | t.chosen(TIE, "a") & of_two
    earlier = is_home(t, p) & (~is_home(t, q) | (t.arrival[p] < t.arrival[q]))
    return choose(by_coins & (t.coins[p] != t.coins[q]), t.coins[p] > t.coins[q], earlier)


def beats(t: Table, p: Player, q: Player) -> Truth:
    """Whether `p` has fewer days than `q`, or as many and wins the tie."""
    return (t.days[p] < t.days[q]) | ((t.days[p] == t.days[q]) & is_before(t, p, q))


def can_win(t: Table, p: Player) -> Truth:
    """Whether `p` is among those who are compared."""
    return is_home(t, p) | t.chosen(STAYED_OUT, "b")


def wins_among_many(t: Table, player: Player) -> Truth:
    """Whether a player wins in a game of three or more."""
    others = t.clockwise_from(player)[1:]

    def in_time(one: Player) -> Truth:
        return can_win(t, one) & is_in_time(t, one)

    fastest = in_time(player) & ~some(in_time(other) & beats(t, other, player) for other in others)
    all_late = every(~in_time(one) for one in (player, *others))
    return fastest | (all_late & t.chosen(ALL_LATE, "a") & (t.arrival[player] == 1))


def wins_of_two(t: Table, player: Player) -> Truth:
    """Whether a player wins in a game of two."""
    other = t.clockwise(player)
    both = is_home(t, player) & is_home(t, other)
    alone = is_home(t, player) & is_in_time(t, player)
    left_to_win = is_home(t, other) & ~is_home(t, player) & ~is_in_time(t, other)
    return choose(both, beats(t, player, other), alone & ~is_home(t, other) | left_to_win)


@reading
def over(t: Table) -> Truth:
    """Whether the game has ended."""
    return is_over(t)


@reading
def wins(t: Table, player: Player) -> Truth:
    """Whether a player has won."""
    return is_over(t) & choose(t.count(Player) == 2, wins_of_two(t, player), wins_among_many(t, player))


@reading
def score(t: Table, player: Player) -> Number:
    """How a player stands: twelve days for each leg travelled, less the days used."""
    return LEG_IN_DAYS * t.city[player].index - t.days[player]


@reading
def days_of(t: Table, player: Player) -> Number:
    """The days a player has used."""
    return t.days[player]


@reading
def legs_left(t: Table, player: Player) -> Number:
    """How many legs a player is from home."""
    return t.count(City) - 1 - t.city[player].index


@reading
def slip(t: Table, player: Player) -> Number:
    """Where a player's slip lies in the pile in London, 1 on top; 0 if it is not there."""
    from_top = choose(t.chosen(SLIPS, "a"), t.home + 1 - t.arrival[player], t.arrival[player])
    return choose(is_home(t, player), from_top, 0)
