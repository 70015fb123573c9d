"""Declaring what a game is made of: actions, chance moves, readings, properties and axioms.

Each is a plain function with its parameters' sorts in its annotations. Guard and effect stand in one function;
there is no other list of legal moves.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from spec.language.errors import Place, SpecError
from spec.language.rules import Rule
from spec.language.sorts import Sort, SortOf, sort_of
from spec.language.values import Element, Truth, most, number, truth

Function = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Declared:
    """A function of a spec with its name and its parameters' sorts, leading states or boards left out."""

    name: str
    function: Function
    params: Mapping[str, Sort]

    @property
    def title(self) -> str:
        """The first line of the function's docstring."""
        return (inspect.getdoc(self.function) or self.name).splitlines()[0]

    @property
    def place(self) -> Place:
        """Where it is written."""
        return Place(self.function.__code__.co_filename, self.function.__code__.co_firstlineno)


@dataclass(frozen=True, eq=False)
class Action(Declared):
    """A move of a player (its first parameter), or of chance; `rule` is what its stores rest on at first."""

    rule: Rule
    chance: bool


@dataclass(frozen=True, eq=False)
class Reading(Declared):
    """Something to be read off a state: who has won, how many points somebody has."""


class Kind(Enum):
    """What a property claims."""

    INVARIANT = "invariant"
    STEP = "step"
    CONSERVED = "conserved"
    REACHABLE = "reachable"
    TERMINATES = "terminates"


@dataclass(frozen=True, eq=False)
class Property(Declared):
    """A claim about every state or move; claims with the same `proof` are parts of one named proof.

    For a claim that some game reaches a state: `moves` is at most the number of moves still needed, which
    `steady` claims, and `guide` is smaller where less is missing. A claim that is `false` stands in the spec to be
    refuted: no game may reach the state, or some game must break the rest.
    """

    kind: Kind
    proof: str
    says: str
    cites: tuple[str, ...]
    moves: Reading | None = None
    guide: Reading | None = None
    false: bool = False

    @cached_property
    def steady(self) -> Property | None:
        """That `moves` falls by at most one a move, and to 0 where the claim holds; so it never says too much."""
        if self.moves is None:
            return None
        needed, holds = self.moves.function, self.function

        def steady(before: Any, after: Any, *args: Any) -> Truth:
            left = most(needed(after, *args), 0)
            falls_slowly = left >= number(needed(before, *args)) - 1
            return falls_slowly & truth(holds(after, *args)).implies(left == 0)

        steady.__code__ = steady.__code__.replace(
            co_filename=self.place.file, co_firstlineno=self.place.line  # an error in it is one of the claim's
        )
        says = f"never more moves are said to be needed than are, until this is so: {self.says}"
        return Property(f"{self.name}_moves_needed", steady, self.params, Kind.STEP, self.proof, says, self.cites)

    @cached_property
    def never(self) -> Property:
        """That what is claimed to be reached holds in no state."""
        holds = self.function

        def never(state: Any, *args: Any) -> Truth:
            return ~truth(holds(state, *args))

        return Property(f"{self.name}_never", never, self.params, Kind.INVARIANT, self.proof, self.says, self.cites)


@dataclass(frozen=True, eq=False)
class Axiom(Declared):
    """What every board must meet, for all values of the parameters; `says` is shown when a board does not."""

    says: str
    remedy: str


def action(rule: Rule) -> Callable[[Function], Action]:
    """Declare a move of a player; the first parameter is the player who makes it."""
    return lambda function: Action(*_declared(function, 1), rule=_rule(rule, function), chance=False)


def chance(rule: Rule) -> Callable[[Function], Action]:
    """Declare a move of chance or of the referee; `t.weight(...)` says how often, 1 if it is not said."""
    return lambda function: Action(*_declared(function, 1), rule=_rule(rule, function), chance=True)


def reading(function: Function) -> Reading:
    """Declare something to be read off a state."""
    return Reading(*_declared(function, 1))


def invariant(proof: str, says: str, cites: str, *, false: bool = False) -> Callable[[Function], Property]:
    """Claim that the returned truth holds in every reachable state, for all values of the parameters.

    With `false` the claim is one that people make and that is not so, like a guess that a game refutes: the spec
    declares that it is refuted.
    """
    return _property(Kind.INVARIANT, proof, says, cites, 1, false)


def step(proof: str, says: str, cites: str, *, false: bool = False) -> Callable[[Function], Property]:
    """Claim that the returned truth holds between the states before and after every legal move; `false`: not so."""
    return _property(Kind.STEP, proof, says, cites, 2, false)


def conserved(proof: str, says: str, cites: str, *, false: bool = False) -> Callable[[Function], Property]:
    """Claim that the returned number never changes; `false`: it does."""
    return _property(Kind.CONSERVED, proof, says, cites, 1, false)


def reachable(
    proof: str, says: str, cites: str, *, moves: Function | None = None, guide: Function | None = None,
    false: bool = False,
) -> Callable[[Function], Property]:
    """Claim that some game reaches a state where the returned truth holds, for some values of the parameters.

    `moves` gives of a state a number of moves that are still needed at least. It is verified with the claim, and is
    then a lower bound on the length of every such game. `guide` gives a number that is smaller the less is missing,
    by which a game is looked for (by `moves` without it); no verdict rests on it. With `false` the spec declares that
    no game reaches such a state.
    """
    lines = tuple(cites.split())

    def declared(function: Function) -> Property:
        name, _, params = _declared(function, 1)
        bound, nearness = (
            None if measure is None else _measure(measure, f"{name}_{what}", params)
            for what, measure in (("moves", moves), ("guide", guide))
        )
        return Property(name, function, params, Kind.REACHABLE, proof, says, lines, bound, nearness, false)

    return declared


def _measure(function: Function, name: str, params: Mapping[str, Sort]) -> Reading:
    """A number about a state, for the same parameters as the claim that it is given with."""
    found = Reading(name, *_declared(function, 1)[1:])
    if list(found.params.items()) != list(params.items()):
        raise SpecError(f"{found.name} needs the parameters of the claim that it is given with", found.place)
    return found


def terminates(proof: str, says: str, cites: str, *, false: bool = False) -> Callable[[Function], Property]:
    """Claim that every move makes the returned number smaller, and that it never drops below 0; `false`: not so."""
    return _property(Kind.TERMINATES, proof, says, cites, 1, false)


def axiom(says: str, remedy: str) -> Callable[[Function], Axiom]:
    """State what every board must meet; the function gets the board and its parameters."""
    return lambda function: Axiom(*_declared(function, 1), says=says, remedy=remedy)


def _property(
    kind: Kind, proof: str, says: str, cites: str, moments: int, false: bool
) -> Callable[[Function], Property]:
    lines = tuple(cites.split())
    return lambda function: Property(*_declared(function, moments), kind, proof, says, lines, false=false)


def _rule(rule: object, function: Function) -> Rule:
    if isinstance(rule, Rule):
        return rule
    place = Place(function.__code__.co_filename, function.__code__.co_firstlineno)
    raise SpecError(f"{function.__name__} needs a rule: write @action(SOME_RULE) above it", place)


def _declared(function: Function, leading: int) -> tuple[str, Function, dict[str, Sort]]:
    place = Place(function.__code__.co_filename, function.__code__.co_firstlineno)
    earlier = function.__globals__.get(function.__name__)
    if isinstance(earlier, Declared) and earlier.place != place and earlier.place.file == place.file:
        raise SpecError(f"{function.__name__!r} stands here again and would hide the one at {earlier.place}", place)
    names = list(inspect.signature(function).parameters)[leading:]
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise SpecError(f"{function.__name__}: an annotation cannot be read: {error}", place) from error
    params: dict[str, Sort] = {}
    for name in names:
        params[name] = _param_sort(name, hints.get(name), function, place)
    return function.__name__.rstrip("_"), function, params


def _param_sort(name: str, hint: Any, function: Function, place: Place) -> Sort:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, SortOf):
                return sort_of(extra)
    if isinstance(hint, type) and issubclass(hint, Element):
        return sort_of(hint)
    raise SpecError(
        f"parameter {name!r} of {function.__name__} needs a sort: annotate it with a subclass of Element, "
        "or Annotated[Number, Int(lo, hi)]", place,
    )
