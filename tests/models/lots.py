"""Lots are drawn for who begins, then stones are taken from a heap in turn: nobody's seat matters at all.

`SEATED` is the same game with one rule more, which does tell the seats apart; each stands for a way to do so.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from spec.language import (
    Board,
    Element,
    Game,
    Int,
    Number,
    State,
    Truth,
    action,
    array,
    chance,
    choose,
    every,
    first,
    invariant,
    least,
    most,
    optional,
    reading,
    rule,
    scalar,
    step,
    total,
)


class Player(Element, size="players"):
    """The people around the heap."""


class Stones(Element, size=2):
    """One stone or two."""


LOTS = rule("lots.draw", "Lots", "Lots are drawn for who begins.", "LO-1")
TAKE = rule("lots.take", "Taking stones", "One stone or two are taken in turn; the last to take one has the heap.",
            "LO-2")
HEAP = 7


class NoBoard(Board):
    """Nothing is printed."""


class Heap(State[NoBoard]):
    left = scalar(Int(0, HEAP), start=HEAP)
    turn = scalar(optional(Player))
    last = scalar(optional(Player))
    taken = array(Player, Int(0, HEAP))
    fines = scalar(Int(0, 3))
    friend = array(Player, optional(Player))


@chance(LOTS)
def draw_lots(t: Heap, beginner: Player) -> None:
    """Somebody is drawn to begin."""
    t.require(LOTS, t.turn.missing)
    t.turn = beginner


@action(TAKE)
def take(t: Heap, p: Player, stones: Stones) -> None:
    """Take stones; the turn goes on clockwise past those who hold three."""
    number = stones.index + 1
    t.require(TAKE, t.turn == p)
    t.require(TAKE, t.left >= number)
    t.left -= number
    t.taken[p] += number
    t.last = p
    following = first(t.clockwise_from(p)[1:], lambda one: t.taken[one] < 3)
    t.turn = choose(following.exists, following.value, p)


@action(TAKE)
def befriend(t: Heap, p: Player, other: Player) -> None:
    """Name the one who took last a friend."""
    t.require(TAKE, t.turn == p)
    t.require(TAKE, (t.last == other) & t.friend[p].missing & (t.taken[p] == 0))
    t.friend[p] = other


@reading
def over(t: Heap) -> Truth:
    return t.left == 0


@invariant("stones", "No stone is lost.", "LO-2")
def stones_are_kept(t: Heap) -> Truth:
    return t.left + total(t.taken[one] for one in t.each(Player)) == HEAP


@invariant("stones", "Nobody is an own friend.", "LO-2")
def friends_are_others(t: Heap, player: Player) -> Truth:
    return t.friend[player] != player


@step("stones", "A friend stays one.", "LO-2")
def friends_stay(before: Heap, after: Heap, player: Player) -> Truth:
    return before.friend[player].missing | (after.friend[player] == before.friend[player])


@invariant("full", "Nobody takes four stones: false, and alike for every seat.", "LO-2")
def nobody_takes_four(t: Heap, player: Player) -> Truth:
    return t.taken[player] < 4


@invariant("first", "The first seat never has the most: false in the end, and told of one seat.", "LO-2")
def the_first_seat_has_fewer(t: Heap) -> Truth:
    others = [t.taken[one] for one in t.each(Player)][1:]
    highest: Number = others[0]
    for other in others[1:]:
        highest = most(highest, other)
    return t.taken[Player.at(0)] <= highest + 2


def _ends() -> dict[str, Callable[..., None]]:
    def lowest_seat(t: Heap, p: Player) -> None:
        """The first seat with few stones, counted from the door, has the turn."""
        found = first(t.each(Player), lambda one: t.taken[one] < 2)
        t.turn = choose(found.exists, found.value, p)

    def later_seats(t: Heap, p: Player) -> None:
        """Whoever sits further from the door than the last to take has the turn."""
        t.require(TAKE, every((one == p) | (t.taken[one] > 0) | (one.index < p.index) for one in t.each(Player)))
        t.left = t.left

    def by_number(t: Heap, p: Player) -> None:
        """As many are fined as the number of the seat says."""
        t.fines = least(p.index, 3)

    def in_order(t: Heap, p: Player) -> None:
        """Everybody pays a stone from the door on, until the heap is full again."""
        for one in t.each(Player):
            back = least(t.taken[one], HEAP - t.left)
            t.taken[one] -= least(back, t.left % 2)
            t.left += least(back, t.left % 2)

    def last_stands(t: Heap, p: Player) -> None:
        """Those with stones have the turn one after another: the last by the door keeps it."""
        for one in t.each(Player):
            with t.when(t.taken[one] > 1):
                t.turn = one

    def no_friend(t: Heap, p: Player) -> None:
        """The friend has the turn; without one whoever has number 0."""
        t.turn = t.friend[p].value

    def one_seat(t: Heap, p: Player) -> None:
        """Only the first seat may do this."""
        t.require(TAKE, p == Player.at(0))
        t.fines = 1

    found = (lowest_seat, later_seats, by_number, in_order, last_stands, no_friend, one_seat)
    return {one.__name__: one for one in found}


def _with(name: str, function: Callable[..., None]) -> Game:
    """The game with one action more."""
    module: Any = ModuleType(name)
    setattr(module, name, action(TAKE)(function))
    return Game(f"lots_{name}", "Lots", Heap, NoBoard, Player, (2, 3, 4), (sys.modules[__name__], module))


MODEL = Game("lots", "Lots", Heap, NoBoard, Player, (2, 3, 4), (sys.modules[__name__],))
SEATED = {name: _with(name, function) for name, function in _ends().items()}
CLAIMS = ("stones_are_kept", "friends_are_others", "friends_stay")
