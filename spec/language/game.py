"""A game: a state, a board, and the sections that hold its rules, put together once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, TypeVar

from spec.language.actions import Action, Axiom, Declared, Kind, Property, Reading
from spec.language.board import Board
from spec.language.errors import SpecError
from spec.language.noted import Noted
from spec.language.rules import Rule
from spec.language.settings import Ruling, Setting, Settled, Variant
from spec.language.sorts import Named, Opt, Shape, Sort, Upto
from spec.language.state import State
from spec.language.tape import Tape
from spec.language.tracing import trace
from spec.language.values import Element

D = TypeVar("D")


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game.

    `players` is the sort of the players and `counts` the numbers of them that may play; `sections` are modules
    (one a rulebook section) whose rules, settings, actions, readings, properties and axioms make up the game,
    in the order of the modules and of their text. The reading named `over` tells when a game has ended.
    """

    id: str
    title: str
    state: type[State[Any]]
    board: type[Board]
    players: type[Element]
    counts: tuple[int, ...]
    sections: tuple[ModuleType, ...]
    rulebook: str = ""

    def _members(self, kind: type[D]) -> Iterator[D]:
        seen: set[int] = set()
        for section in self.sections:
            for value in vars(section).values():
                if isinstance(value, kind) and id(value) not in seen:
                    seen.add(id(value))
                    yield value

    @property
    def seats(self) -> str:
        """How many may play, in words: "2 to 4"."""
        few, many = self.counts[0], self.counts[-1]
        return str(few) if few == many else f"{few} to {many}"

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by id, in the order of the sections."""
        return self._by("id", self._members(Rule))

    @cached_property
    def settings(self) -> Mapping[str, Setting]:
        """Every variant and ruling by id."""
        return self._by("id", self._members(Setting))

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The official options."""
        return tuple(one for one in self.settings.values() if isinstance(one, Variant))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The questions the rulebook leaves open."""
        return tuple(one for one in self.settings.values() if isinstance(one, Ruling))

    @cached_property
    def settled(self) -> Mapping[str, Settled]:
        """The questions that the rulebook's text settles, by id."""
        return self._by("id", self._members(Settled))

    @cached_property
    def noted(self) -> tuple[Noted, ...]:
        """Where a property that every game should have is meant not to hold."""
        return tuple(self._members(Noted))

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """Every action by name, in the order of the sections."""
        return self._by("name", self._members(Action))

    @cached_property
    def readings(self) -> Mapping[str, Reading]:
        """Everything that can be read off a state, by name."""
        return self._by("name", self._members(Reading))

    @cached_property
    def properties(self) -> Mapping[str, Property]:
        """Every claim by name; that a claim's `moves` never says too much follows it."""
        claims = (one for claim in self._members(Property) for one in (claim, claim.steady) if one is not None)
        return self._by("name", claims)

    @cached_property
    def axioms(self) -> Mapping[str, Axiom]:
        """What a board must meet, by name."""
        return self._by("name", self._members(Axiom))

    @cached_property
    def elements(self) -> tuple[type[Element], ...]:
        """Every named sort that the game uses, in the order of first use."""
        found: dict[type[Element], None] = {self.players: None}
        for sort in self._sorts():
            if isinstance(sort, (Named, Opt, Upto)):
                found.setdefault(sort.element)
        return tuple(found)

    def _sorts(self) -> Iterator[Sort]:
        for field in self.state.fields:
            yield from (*field.index, field.sort)
        for table in self.board.tables:
            yield from (*table.index, table.sort)
        for declared in self._members(Declared):
            yield from declared.params.values()

    def shape(self, players: int, sizes: Mapping[str, int | None]) -> Shape:
        """The size of every sort, for so many players and a board's sizes by sort name (None leaves one open)."""
        if players not in self.counts:
            raise SpecError(f"{self.title} is played by {self.seats}, not by {players}")
        shape: dict[type[Element], int | None] = {}
        for element in self.elements:
            match element.size:
                case "players":
                    shape[element] = players
                case "board":
                    shape[element] = sizes[element.__name__]
                case size:
                    shape[element] = int(size)
        return shape

    def tape(self, declared: Declared, shape: Shape) -> Tape:
        """The tape of an action, reading, property or axiom of this game."""
        rules = frozenset(self.rules.values())
        if isinstance(declared, Action) and declared.rule not in rules:
            raise SpecError(f"unknown rule {declared.rule.id!r}: no section of this game declares it", declared.place)
        moments = 1
        if isinstance(declared, Axiom):
            moments = 0
        elif isinstance(declared, Property) and declared.kind is Kind.STEP:
            moments = 2
        return trace(
            declared.name, declared.function, declared.params, shape, self.state, self.board, moments=moments,
            rules=rules, rule=declared.rule if isinstance(declared, Action) else None,
        )

    def _by(self, key: str, members: Iterator[D]) -> dict[str, D]:
        found: dict[str, D] = {}
        for one in members:
            name = getattr(one, key)
            if name in found:
                place = one.place if isinstance(one, Declared) else None
                raise SpecError(f"{self.id} declares {name!r} twice; every name may stand once", place)
            found[name] = one
        return found
