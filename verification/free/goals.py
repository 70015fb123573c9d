"""Situations that some game should come to: an action is legal, an effect happens, a requirement alone refuses a move.

Each is a tape of its own whose requirements describe the situation, so that listing legal moves finds the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from spec.language.actions import Action
from spec.language.errors import Place
from spec.language.nodes import Const, Node, Op
from spec.language.rules import Rule
from spec.language.sorts import Bool
from spec.language.tape import Require, Tape
from spec.language.tracing import Tracer


@dataclass(frozen=True, slots=True)
class Site:
    """The requirements of an action that one line of the spec makes: one, or one for each member that it loops over."""

    action: Action
    rule: Rule
    place: Place
    numbers: tuple[int, ...]
    name: str


def sites(action: Action, tape: Tape) -> tuple[Site, ...]:
    """What an action requires, line by line; named action/rule, with #2 and so on for further lines of one rule."""
    numbers: dict[tuple[Rule, Place], list[int]] = {}
    for one in tape.requires:
        numbers.setdefault((one.rule, one.place), []).append(one.number)
    found: list[Site] = []
    seen: dict[Rule, int] = {}
    for (rule, place), group in numbers.items():
        seen[rule] = seen.get(rule, 0) + 1
        more = f"#{seen[rule]}" if seen[rule] > 1 else ""
        found.append(Site(action, rule, place, tuple(group), f"{action.name}/{rule.id}{more}"))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class Goal:
    """A situation: in some state there is a move of `action` that meets `tape`.

    `refused` are the numbers of the requirements that may refuse it, of which one must; none for a legal move.
    `key` is the same in every instance of a game; several actions may do what one rule says.
    """

    key: tuple[str, str]
    number: int
    tape: Tape
    refused: frozenset[int] = frozenset()


def is_impossible(goal: Goal) -> bool:
    """Whether board and choices alone rule a situation out."""
    return is_never(one.holds for one in goal.tape.requires)


def is_never(roots: Iterable[Node]) -> bool:
    """Whether one of some conditions is the constant false."""
    return any(isinstance(one, Const) and not one.value for one in roots)


def legal_goal(number: int, action: Action, tape: Tape) -> Goal:
    """The action is legal."""
    return Goal(("legal", action.name), number, tape)


def effect_goals(number: int, action: Action, tape: Tape) -> Iterator[Goal]:
    """For each rule whose stores all stand under conditions: the action is legal and one of those stores is made."""
    paths: dict[Rule, list[tuple[Node, ...]]] = {}
    for store in tape.stores:
        paths.setdefault(store.rule, []).append(store.path)
    for rule, several in paths.items():
        if all(several):
            make = Tracer(tape.shape)
            happens = either(make, (both(make, path) for path in several))
            needed = (*tape.requires, _require(rule, happens, action.place))
            yield Goal(("effect", rule.id), number, replace(tape, requires=needed))


def refusal_goal(number: int, site: Site, tape: Tape) -> Goal:
    """A move that a site refuses, and nothing else does."""
    make = Tracer(tape.shape)
    own = [one.holds for one in tape.requires if one.number in site.numbers]
    refuses = make.apply(Op.NOT, (both(make, own),), Bool)
    others = tuple(one for one in tape.requires if one.number not in site.numbers)
    alone = replace(tape, requires=(*others, _require(site.rule, refuses, site.place)))
    return Goal(("refuses", site.name), number, alone, frozenset(site.numbers))


def _require(rule: Rule, holds: Node, place: Place) -> Require:
    return Require(-1, rule, holds, "", (), place)


def both(make: Tracer, nodes: Iterable[Node]) -> Node:
    """That all of some conditions hold."""
    return make.apply(Op.AND, tuple(nodes), Bool)


def either(make: Tracer, nodes: Iterable[Node]) -> Node:
    """That one of some conditions holds."""
    return make.apply(Op.OR, tuple(nodes), Bool)
