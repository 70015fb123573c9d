"""Exact probabilities against known ones, and against the definition worked out by the reference executor."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import pytest

from spec.language.errors import Malformed
from spec.lowering.executor import Executor
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import gambler, knuth_yao_die, lots, missionaries, roundabout, tic_tac_toe
from tests.verification.exhausting.shrunken import SHRUNKEN
from verification.chance import Chances, Policy, event, probability

State = tuple[int, ...]
DIE = Instance(knuth_yao_die.MODEL, 1)
FACES = range(7, 13)


@cache
def chances(instance: Instance, within: int | None = None) -> Chances:
    """One exploration for many questions."""
    return Chances(instance, within)


LOTS = {players: Instance(lots.MODEL, players) for players in (2, 3)}
CARDS = SHRUNKEN["tour_without_coins"]()


def defined(executor: Executor, holds: Callable[[State], bool], moves: int, policy: Policy) -> Fraction:
    """The probability as it is defined: by looking at every course of so many moves."""

    @cache
    def of(state: State, left: int) -> Fraction:
        if holds(state):
            return Fraction(1)
        legal = executor.legal(state) if left else []
        values: list[Fraction] = []
        drawn: list[tuple[int, Fraction]] = []
        for move in legal:
            value = of(tuple(executor.apply(state, move)), left - 1)
            if executor.actions[move[0]].chance:
                drawn.append((executor.weight(state, move), value))
            else:
                values.append(value)
        if drawn:
            whole = sum(weight for weight, _ in drawn)
            values.append(sum((Fraction(weight, whole) * value for weight, value in drawn), Fraction(0)))
        return policy.of(values) if values else Fraction(0)

    return of(tuple(executor.instance.start), moves)


@pytest.mark.parametrize("face", FACES)
def test_each_face_of_the_die_is_a_sixth(face: int) -> None:
    """Knuth and Yao: 1/6 ever; within n flips 1/8 for each third flip and a quarter of that for each two flips more."""
    shows = event(DIE, "shows", [face])
    assert chances(DIE).of(shows).probability == Fraction(1, 6)
    for flips in range(12):
        wanted = sum((Fraction(1, 2 * 4**turn) for turn in range(1, 9) if 2 * turn + 1 <= flips), Fraction(0))
        assert chances(DIE).of(shows, flips).probability == wanted


def test_the_die_is_thrown_in_the_end() -> None:
    """Some face shows within n flips but for a quarter of the quarter and so on, and ever for certain."""
    over = event(DIE, "over")
    answer = chances(DIE).of(over)
    assert (answer.probability, answer.chosen, answer.states) == (1, False, 13)
    assert [chances(DIE).of(over, flips).probability for flips in (2, 3, 4, 5)] == [
        0, Fraction(3, 4), Fraction(3, 4), Fraction(15, 16),
    ]


def test_random_tic_tac_toe() -> None:
    """Known: at random X wins with 737/1260, O with 121/420, and 8/63 are drawn; together they may do as they like."""
    instance = Instance(tic_tac_toe.MODEL, 2)
    found = Chances(instance)
    x, o = (event(instance, "wins", [player]) for player in range(2))
    assert found.of(x).probability == Fraction(737, 1260)
    assert found.of(o).probability == Fraction(121, 420)
    assert found.of(x, 9).probability == Fraction(737, 1260)
    assert found.of(event(instance, "wins"), 9).probability == 1 - Fraction(8, 63)
    assert [found.of(x, None, policy).probability for policy in (Policy.MOST, Policy.LEAST)] == [1, 0]
    assert found.of(x, 4, Policy.MOST).probability == 0


def test_the_gambler_is_ruined() -> None:
    """Known: with q/p = 5/4 a purse of 3 grows to 10 with the probability (1 - (q/p)^3) / (1 - (q/p)^10)."""
    instance = Instance(gambler.MODEL, 1)
    ratio = Fraction(gambler.LOSES, gambler.WINS)
    wanted = (1 - ratio**gambler.PURSE) / (1 - ratio**gambler.GOAL)
    found = Chances(instance)
    assert found.of(event(instance, "rich")).probability == wanted
    assert found.of(event(instance, "over")).probability == 1
    late = found.of(event(instance, "rich"), 400).probability
    assert 0 < wanted - late < Fraction(1, 10**8)


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("moves", [0, 1, 4, 6])
def test_as_defined(policy: Policy, moves: int) -> None:
    """Within so many moves, for each policy and number wanted of a reading, it is what the definition gives."""
    instance = LOTS[3]
    executor = PythonExecutor(instance)
    taken = executor.instance.layout[lots.Heap.fields[3]]
    asked = event(instance, "nobody_takes_four", at_most=0)
    left = event(instance, "over")

    def four(state: Sequence[int]) -> bool:
        return any(state[taken.offset + player] >= 4 for player in range(3))

    assert chances(instance).of(asked, moves, policy).probability == defined(executor, four, moves, policy)
    ends = defined(executor, lambda state: bool(executor.read("over", state)), moves, policy)
    assert chances(instance).of(left, moves, policy).probability == ends


@pytest.mark.parametrize("policy", Policy)
def test_as_defined_where_cards_are_drawn(policy: Policy) -> None:
    """Draws from a pile of unlike cards have unlike weights; players choose in between."""
    executor = PythonExecutor(CARDS)
    asked = event(CARDS, "days_of", [1], at_least=19)
    wanted = defined(executor, lambda state: executor.read("days_of", state, (1,)) >= 19, 3, policy)
    answer = chances(CARDS, 3).of(asked, 3, policy)
    assert (answer.probability, answer.chosen) == (wanted, True)
    assert 0 < wanted < 1 or policy is Policy.LEAST


def test_more_moves_make_it_no_less_likely() -> None:
    """Within more moves it is at least as likely, and what ever comes about is the limit where a game ends."""
    over, found = event(LOTS[2], "over"), chances(LOTS[2])
    for policy in Policy:
        course = [found.of(over, moves, policy).probability for moves in range(16)]
        assert course == sorted(course)
        assert course[-1] == found.of(over, policy=policy).probability == 1


def test_where_players_may_come_back_nothing_is_guessed() -> None:
    """Of what ever comes about where players choose and come back, only a random choice is told."""
    instance = Instance(roundabout.MODEL, 1)
    turn = event(instance, "never_in_the_ditch", at_most=0)
    assert probability(instance, turn).probability == 0
    crossing = Instance(missionaries.MODEL, 1)
    assert probability(crossing, event(crossing, "over")).probability == 1
    with pytest.raises(Malformed, match="come back to the same state"):
        probability(crossing, event(crossing, "over"), policy=Policy.LEAST)


def test_too_few_states_are_told() -> None:
    """A probability from a part of the states is never given."""
    instance = Instance(tic_tac_toe.MODEL, 2)
    wins = event(instance, "wins")
    with pytest.raises(Malformed, match="all states within 6 moves"):
        probability(instance, wins, 6, max_states=1_000)
    assert probability(instance, wins, 4, max_states=2_000).probability == 0


@pytest.mark.parametrize(("name", "arguments", "told"), [
    ("friends_stay", [], "no claim about one state"),
    ("winner", [], "nothing called 'winner'"),
    ("friends_are_others", [1, 2], "1 parameters, and 2 were given"),
    ("friends_are_others", [3], "player is 3, not 0..2"),
])
def test_what_is_no_event_is_told(name: str, arguments: list[int], told: str) -> None:
    """What cannot come about, or not for such arguments, is told once."""
    with pytest.raises(Malformed, match=told):
        event(LOTS[3], name, arguments)
