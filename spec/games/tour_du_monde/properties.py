"""What must hold in every game, on every board: the claims about days, legs, hands, the end, and own turns.

Figures of the rulebook are written out here on purpose: a claim that took them from the rules could not catch a
wrong one.
"""

from __future__ import annotations

from spec.games.tour_du_monde.board import City, Player
from spec.games.tour_du_monde.rulings import SIX_PLAYERS, STANDSTILL
from spec.games.tour_du_monde.state import Decision, Table, is_home
from spec.games.tour_du_monde.turns import cards_held
from spec.language import Number, Truth, choose, every, invariant, step, total

BEFORE_PLAY = (Decision.CHIPS, Decision.DEAL, Decision.STARTING_PLAYER)


def is_prepared(t: Table) -> Truth:
    """Whether the preparation is over."""
    return every(t.open != decision for decision in BEFORE_PLAY)


def is_in_turn(t: Table) -> Truth:
    """Whether somebody has the turn now, the die still to be rolled or not."""
    return (t.open == Decision.ROLL) | (t.open.index > Decision.NOTHING.index)


def is_rolling(t: Table) -> Truth:
    """Whether a leg waits for the die."""
    return (t.open == Decision.ROLL) | (t.open == Decision.KEEP)


def is_under_way(t: Table, p: Player) -> Number:
    """1 while a leg of `p` waits for the die, else 0."""
    return ((p == t.turn) & is_rolling(t)).as_number()


def is_in_london_again(t: Table, p: Player) -> Truth:
    """Whether the pawn of `p` stands at the end of the route."""
    return t.city[p].index == t.count(City) - 1


# Days


@step("days", "Nobody gets days back.", "TDM-17 TDM-25")
def days_never_go_back(before: Table, after: Table, player: Player) -> Truth:
    return after.days[player] >= before.days[player]


@step("days", "Whoever is home loses no more days.", "TDM-25")
def days_stay_after_arrival(before: Table, after: Table, player: Player) -> Truth:
    return is_home(before, player).implies(after.days[player] == before.days[player])


@invariant("days", "Whoever is at the end of the route has arrived, and nobody else has.", "TDM-24")
def home_is_london(t: Table, player: Player) -> Truth:
    return is_home(t, player).iff(is_in_london_again(t, player))


@invariant("days", "The detective is never in London.", "TDM-14")
def detective_is_out(t: Table) -> Truth:
    return (t.detective.index > 0) & (t.detective.index < t.count(City) - 1)


@invariant("days", "The die is rolled for somebody on the way, as long as dice are left.", "TDM-12 TDM-19")
def dice_are_for_travellers(t: Table) -> Truth:
    rolling = is_rolling(t)
    return rolling.iff(t.dice > 0) & (t.open == Decision.KEEP).iff(t.rolled > 0) & (
        rolling.implies(~is_home(t, t.turn) & (t.legs > 0))
    )


@invariant("days", "Only a roll of the die can make a pair with a card.", "TDM-12 TDM-18")
def pairs_are_rolled(t: Table) -> Truth:
    return is_rolling(t) | (t.pair_value == 0)


# Legs


@invariant("one-leg", "There is one leg in a turn, and a second one only with Relation.", "TDM-16")
def one_leg_a_turn(t: Table) -> Truth:
    return t.legs <= 1 + t.relation.as_number()


@invariant("one-leg", "Legs and Relation count in a turn only.", "TDM-16")
def no_legs_between_turns(t: Table) -> Truth:
    return is_in_turn(t) | ((t.legs == 0) & ~t.relation & ~t.balloon & t.took.missing)


@step("one-leg", "A pawn moves to the next city only, in its own turn, and each city is one of the legs of that turn.",
      "TDM-16 TDM-17")
def a_city_is_a_leg(before: Table, after: Table, player: Player) -> Truth:
    stays = after.city[player].index == before.city[player].index
    moves = after.city[player].index == before.city[player].index + 1
    waited = is_under_way(before, player)
    return stays | (moves & (player == before.turn) & (after.legs == before.legs + 1 - waited))


# Hands


@invariant("hand-limit", "Out of the own turn nobody holds more than six cards, events among them.", "TDM-21")
def six_cards_between_turns(t: Table, player: Player) -> Truth:
    return (is_in_turn(t) & (player == t.turn)) | (cards_held(t, player) <= 6)


@invariant("hand-limit", "Three cards are dealt to each player, one player after another.", "TDM-5")
def three_cards_are_dealt(t: Table, player: Player) -> Truth:
    dealt = choose(player == t.turn, t.laid, choose(player.index < t.turn.index, Number(3), Number(0)))
    held = cards_held(t, player)
    return (
        (t.open == Decision.CHIPS).implies((held == 0) & (t.turn.index == 0) & (t.laid == 0))
        & (t.open == Decision.DEAL).implies((held == dealt) & (t.laid < 3))
        & (t.open == Decision.STARTING_PLAYER).implies((held == 3) & (t.laid == 0))
    )


@invariant("hand-limit", "Cards are drawn in turns only, three at most.", "TDM-10 TDM-11 TDM-20")
def draws_are_in_turns(t: Table) -> Truth:
    return (t.open.index > Decision.NOTHING.index) | ((t.to_draw == 0) & (t.events_due == 0))


# The end


def arrivals_needed(t: Table) -> Number:
    """How many arrivals end the game: one of two, two of three, three of four, four of five and of six."""
    players = t.count(Player)
    six = choose(t.chosen(SIX_PLAYERS, "a"), Number(4), Number(5))
    return choose(players == 2, Number(1), choose(players == 6, six, players - 1))


def most_rounds_without_leg(t: Table) -> Number:
    """How many rounds in a row without a leg end the game."""
    return choose(t.chosen(STANDSTILL, "a"), Number(10), Number(40))


def is_triggered(t: Table) -> Truth:
    """Whether the game ends with this round."""
    return (t.home >= arrivals_needed(t)) | (t.without_leg >= most_rounds_without_leg(t))


@invariant("ending", "A game that is over had its end triggered.", "TDM-27")
def the_end_was_triggered(t: Table) -> Truth:
    return (t.open == Decision.NOTHING).implies(is_triggered(t))


@step("ending", "No round follows one that has triggered the end.", "TDM-27")
def no_round_after_the_trigger(before: Table, after: Table) -> Truth:
    begins = after.without_leg == before.without_leg + 1
    not_yet = (after.home < arrivals_needed(after)) & (before.without_leg < most_rounds_without_leg(before))
    return begins.implies(not_yet)


@step("ending", "Rounds are counted on.", "TDM-8 TDM-22")
def rounds_go_on(before: Table, after: Table) -> Truth:
    return (after.round == before.round) | (after.round == before.round + 1)


@step("ending", "The game and its rounds end only after everybody who travels has had the turn.", "TDM-22 TDM-27")
def everybody_has_had_the_turn(before: Table, after: Table, player: Player) -> Truth:
    ends = (after.without_leg == before.without_leg + 1) | (after.open == Decision.NOTHING)
    return ends.implies(before.acted[player] | is_home(before, player) | (player == before.turn))


@step("ending", "No move is possible once the game is over.", "TDM-27")
def nothing_follows_the_end(before: Table, after: Table) -> Truth:
    return before.open != Decision.NOTHING


@invariant("ending", "As many have arrived as have a place in the order of arrival.", "TDM-24")
def arrivals_are_counted(t: Table) -> Truth:
    return t.home == total(is_home(t, player).as_number() for player in t.each(Player))


@invariant("ending", "No two have the same place in the order of arrival.", "TDM-24 TDM-28")
def arrivals_differ(t: Table, player: Player, other: Player) -> Truth:
    same = is_home(t, player) & (t.arrival[player] == t.arrival[other])
    return (t.arrival[player] <= t.home) & same.implies(player == other)


@invariant("ending", "Whoever has the turn has not had it in this round.", "TDM-8 TDM-22")
def one_turn_a_round(t: Table) -> Truth:
    begins = t.open == Decision.LAY_OUT
    return (is_in_turn(t) | begins).implies(~t.acted[t.turn]) & (begins | (t.legs == 0) & is_in_turn(t)).implies(
        ~is_home(t, t.turn)
    )


@invariant("ending", "Nobody has had the turn when a round begins.", "TDM-22")
def a_round_begins_afresh(t: Table, player: Player) -> Truth:
    return (~is_prepared(t) | (t.open == Decision.LAY_OUT)).implies(~t.acted[player])


# Own turns


@invariant(
    "own-turns", "Each city reached takes an own turn or a Relation: ten legs take ten turns less the Relations.",
    "TDM-16",
)
def cities_take_turns(t: Table, player: Player) -> Truth:
    legs = t.city[player].index + is_under_way(t, player)
    had = t.acted[player] | (player == t.turn) & (t.legs > 0)
    return legs <= t.round - 1 + had.as_number() + t.second_legs[player]


@invariant("own-turns", "A second leg comes behind a first one.", "TDM-16")
def second_legs_follow_first_ones(t: Table, player: Player) -> Truth:
    first_legs = t.city[player].index + is_under_way(t, player) - t.second_legs[player]
    return first_legs >= ((player == t.turn) & (t.legs > 0)).as_number()


@step("own-turns", "A leg counts as a second one only where Relation was played in that turn.", "TDM-16")
def second_legs_need_relation(before: Table, after: Table, player: Player) -> Truth:
    grows = after.second_legs[player] == before.second_legs[player] + 1
    same = after.second_legs[player] == before.second_legs[player]
    return same | (grows & before.relation & (player == before.turn) & (before.legs == 1))


@invariant("own-turns", "Nobody travels before the first round.", "TDM-6 TDM-8")
def journeys_begin_in_london(t: Table, player: Player) -> Truth:
    return is_prepared(t) | ((t.city[player].index == 0) & (t.round == 1))
