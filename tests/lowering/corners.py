"""A spec of corners: cells of every width, floored division of negatives, 64-bit values, tied and many parameters,
weights, an index that only its condition keeps inside, and a store that leaves its sort."""

import sys
from typing import Annotated

from spec.language import (
    Board,
    Bool,
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
    conserved,
    invariant,
    optional,
    reachable,
    reading,
    rule,
    scalar,
    step,
    terminates,
)


class Player(Element, size="players"):
    """Whoever moves."""


class Mark(Element, size=5):
    """Something to pick."""


ANY = rule("corners.any", "Corners", "Everything here is odd.", "CO-1")


class NoBoard(Board):
    """Nothing is printed."""


class Corners(State[NoBoard]):
    level = scalar(Int(-20, 20))
    flag = scalar(Bool)
    big = scalar(Int(0, 40_000), start=17)
    wide = scalar(Int(-100_000, 100_000), start=-99_999)
    first = scalar(Mark, start=3)
    second = scalar(Mark, start=1)
    held = scalar(optional(Mark))
    worth = array(Mark, Int(0, 200), start=lambda board, mark: mark.index * 50)
    ledger = array(Int(-2, 2), Int(-300, 300))


@action(ANY)
def shift(t: Corners, p: Player, by: Annotated[Number, Int(-7, 7)]) -> None:
    after = t.level + by
    t.require(ANY, (after >= -20) & (after <= 20))
    t.require(ANY, by != 0, "by {by}", by=by)
    t.level = after
    t.ledger[after % 5 - 2] = after // 3 - 7 * ((-after) // 4) + (0 - by) % 6
    t.flag = after % 3 == 1


@action(ANY)
def stretch(t: Corners, p: Player) -> None:
    t.wide = t.wide * t.wide * t.wide // 1_009 % 200_001 - 100_000
    t.big = (t.big * 31 + 7) % 40_001


@action(ANY)
def pick(t: Corners, p: Player, mark: Mark) -> None:
    t.require(ANY, (mark == t.first) | (mark == t.second) | (mark == t.held))
    t.held = mark
    t.second = t.first
    t.first = t.clockwise(t.first, 2)


@action(ANY)
def leap(t: Corners, p: Player, a: Annotated[Number, Int(0, 39)], b: Annotated[Number, Int(0, 39)]) -> None:
    t.require(ANY, t.level == 7)
    t.require(ANY, a != b)
    t.level = choose(a < b, a - b, b - a) // 4
    t.held = None


@action(ANY)
def name_it(
    t: Corners, p: Player, a: Annotated[Number, Int(0, 1 << 20)], b: Annotated[Number, Int(0, 1 << 20)]
) -> None:
    t.require(ANY, t.flag)
    t.require(ANY, a == t.big)
    t.require(ANY, b == t.big * 25)
    t.flag = False


@action(ANY)
def inside(t: Corners, p: Player) -> None:
    mark = Mark(t.level.raw, t.session)
    with t.when((t.level >= 0) & (t.level <= 4)):
        t.require(ANY, t.worth[mark] != 150)
        t.worth[mark] = (t.worth[mark] * 3 + 1) % 200


@action(ANY)
def far(t: Corners, p: Player) -> None:
    mark = Mark((t.wide * 1_000_000).raw, t.session)
    with t.when((t.wide >= 0) & (t.wide <= 0)):
        t.require(ANY, t.worth[mark] != 150)
    t.require(ANY, t.flag)
    t.flag = False


@chance(ANY)
def fall(t: Corners, p: Player, mark: Mark) -> None:
    t.weight(t.worth[mark] - 40)
    t.worth[mark] = t.worth[mark] // 2


@chance(ANY)
def rise(t: Corners, p: Player, mark: Mark) -> None:
    t.weight(3)
    t.require(ANY, t.worth[mark] <= 100)
    t.worth[mark] += 100


@chance(ANY)
def never(t: Corners, p: Player) -> None:
    t.weight(0)
    t.level = 0


@action(ANY)
def overstep(t: Corners, p: Player) -> None:
    t.require(ANY, (t.level >= 19) & t.flag)
    t.level += 1
    t.level += 1


@reading
def product(t: Corners, mark: Mark) -> Number:
    return t.wide * t.wide * (t.worth[mark] - 7)


@invariant("low", "false, and kept to be refuted", "CO-1")
def low(t: Corners) -> Truth:
    return t.level <= 14


@step("steps", "levels do not move by more than seven", "CO-1")
def small_steps(before: Corners, after: Corners) -> Truth:
    return (after.level - before.level <= 7) & (before.level - after.level <= 7)


@terminates("ends", "false, and kept to be refuted", "CO-1")
def counts_down(t: Corners) -> Number:
    return t.big + 100_000 * (t.level + 20)


@terminates("drops", "false, and kept to be refuted from both sides", "CO-1")
def level_drops(t: Corners) -> Number:
    return t.level


@conserved("same", "false, and kept to be refuted for some marks alone", "CO-1")
def same_worth(t: Corners, mark: Mark) -> Number:
    return t.worth[mark]


@reachable("rich", "something is worth much", "CO-1")
def much_worth(t: Corners, mark: Mark) -> Truth:
    return t.worth[mark] > 180


MODEL = Game("corners", "Corners", Corners, NoBoard, Player, (2,), (sys.modules[__name__],))
