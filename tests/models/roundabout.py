"""A carriage on a roundabout with a side road that nobody can reach, for claims that one step back does not show."""

import sys

from spec.language import Board, Element, Game, Int, State, Truth, action, invariant, rule, scalar, step


class Driver(Element, size="players"):
    """Whoever drives."""


DRIVE = rule("road.drive", "Driving", "From place to place around, or along the side road to the ditch.", "RA-1")


class NoBoard(Board):
    """Nothing is printed."""


class Road(State[NoBoard]):
    place = scalar(Int(0, 9))
    laps = scalar(Int(0, 3))


@action(DRIVE)
def around(t: Road, p: Driver) -> None:
    """0, 1, 2 and 0 again."""
    t.require(DRIVE, t.place <= 2)
    with t.when(t.place == 2):
        t.place = 0
        with t.when(t.laps < 3):
            t.laps += 1
    with t.otherwise():
        t.place += 1


@action(DRIVE)
def side_road(t: Road, p: Driver) -> None:
    """5, 6, 7 and the ditch at 8; no road leads to 5."""
    t.require(DRIVE, (t.place >= 5) & (t.place <= 7))
    t.place += 1


@action(DRIVE)
def climb(t: Road, p: Driver) -> None:
    """Out of the ditch."""
    t.require(DRIVE, t.place == 8)
    t.place = 0


@invariant("dry", "the carriage is never in the ditch", "RA-1")
def never_in_the_ditch(t: Road) -> Truth:
    return t.place != 8


@invariant("near", "it is not within two places of the ditch, which the last step alone shows", "RA-1")
def not_near(t: Road) -> Truth:
    return (t.place != 7) & (t.place != 8)


@step("laps", "laps are not lost", "RA-1")
def laps_grow(before: Road, after: Road) -> Truth:
    return after.laps >= before.laps


MODEL = Game("roundabout", "A roundabout", Road, NoBoard, Driver, (1,), (sys.modules[__name__],))
