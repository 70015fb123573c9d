"""A small game in which who helps whom is dealt out of sight, and what was dealt is only kept in cells nobody sees."""

import sys

from spec.execution.table import set_up
from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Sight,
    State,
    Truth,
    action,
    array,
    chance,
    every,
    invariant,
    optional,
    reading,
    rule,
)


class Player(Element, size="players"):
    """Who is helped."""


class Helper(Element, size=4):
    """Who helps."""


DEAL = rule("helpers.deal", "Dealing", "Each helper is dealt once.", "HLP-1")
SHOW = rule("helpers.show", "Showing", "A helper is laid open by whom they were dealt to.", "HLP-2")


class NoBoard(Board):
    """Nothing is printed."""


class Helpers(State[NoBoard]):
    dealt = array(Player, optional(Helper), sight=Sight.OWNER)
    shown = array(Player, optional(Helper))
    is_dealt = array(Helper, Bool, sight=Sight.NOBODY)


@chance(DEAL)
def deal(t: Helpers, p: Player, helper: Helper) -> None:
    """Deal a helper that was not dealt yet."""
    t.require(DEAL, t.shown[p].missing)
    t.require(DEAL, ~t.is_dealt[helper], "{helper} has been dealt", helper=helper)
    t.dealt[p] = helper
    t.is_dealt[helper] = True


@action(SHOW)
def show(t: Helpers, p: Player, helper: Helper) -> None:
    """Lay a helper open."""
    t.require(SHOW, t.dealt[p] == helper, "{helper} does not help {p}", helper=helper, p=p)
    t.dealt[p] = None
    t.shown[p] = helper


@action(DEAL)
def ask(t: Helpers, p: Player, helper: Helper) -> None:
    """Ask for a helper who was not dealt, which nobody can know."""
    t.require(DEAL, ~t.is_dealt[helper])


@reading
def over(t: Helpers) -> Truth:
    return every(t.shown[p].exists for p in t.each(Player))


@invariant("cards", "Who helps or is shown was dealt.", "HLP-1")
def helpers_were_dealt(t: Helpers, p: Player, helper: Helper) -> Truth:
    return ((t.dealt[p] == helper) | (t.shown[p] == helper)).implies(t.is_dealt[helper])


MODEL = Game("helpers", "Helpers", Helpers, NoBoard, Player, (2, 3), (sys.modules[__name__],))
TABLE = set_up(MODEL, players=["Antonia", "Ben"])
