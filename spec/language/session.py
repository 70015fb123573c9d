"""A session gives meaning to a rule's function while it runs: it traces a tape, or acts on plain values.

`State` and `Board` pass everything a rule does to the session they were made with; nothing is global.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from spec.language.errors import SpecError
from spec.language.nodes import Op, Raw
from spec.language.rules import Rule
from spec.language.settings import Setting
from spec.language.sorts import Shape, Sort
from spec.language.values import Element, Number, Truth, Value, truth, wrap

if TYPE_CHECKING:
    from spec.language.board import Printed
    from spec.language.state import Field


class OpenSize(SpecError):
    """A rule loops over a sort whose size is left open; `element` is that sort."""

    def __init__(self, element: type[Element]) -> None:
        self.element = element
        super().__init__(f"{element.__name__} has an open size here, so it cannot be looped over or counted")


class Session(ABC):
    """What a rule's function can do, whatever it is run for."""

    def __init__(self, shape: Shape, rules: frozenset[Rule] | None = None) -> None:
        self.shape = shape
        self.rules = rules
        self.path: list[Raw] = []
        self._closed: list[tuple[Raw, object] | None] = [None]
        self.rule: Rule | None = None

    @abstractmethod
    def apply(self, op: Op, args: tuple[Raw, ...], sort: Sort) -> Raw:
        """The result of a pure operation."""

    @abstractmethod
    def load(self, field: Field, index: tuple[Raw, ...], after: bool) -> Raw:
        """The cell's value at this point of the rule."""

    @abstractmethod
    def store(self, field: Field, index: tuple[Raw, ...], value: Raw) -> None:
        """Change the cell, where the conditions around this point hold."""

    @abstractmethod
    def lookup(self, table: Printed, index: tuple[Raw, ...]) -> Raw:
        """The cell's value on the board."""

    @abstractmethod
    def choice(self, setting: Setting) -> Raw:
        """The number of the choice made for a setting."""

    @abstractmethod
    def open_size(self, element: type[Element]) -> Raw:
        """The size of a sort whose size is left open."""

    @abstractmethod
    def require(self, rule: Rule, condition: Raw, because: str, values: Mapping[str, Value]) -> None:
        """Refuse the move where `condition` fails and the conditions around this point hold."""

    @abstractmethod
    def weigh(self, weight: Raw) -> None:
        """Set the weight of a chance move."""

    @abstractmethod
    def negated(self, condition: Raw) -> Raw:
        """The condition's opposite."""

    def entered(self, condition: Raw) -> Raw:
        """The condition as it stands inside the conditions around it."""
        return condition

    def wrapped(self, sort: Sort, raw: Raw) -> Any:
        """An expression of `sort` in this session."""
        return wrap(sort, raw, self)

    @contextmanager
    def when(self, condition: Truth | bool, caller: object = None) -> Iterator[None]:
        """What is done inside is done only where `condition` holds; `caller` is the function call that says so."""
        raw = self.entered(truth(condition).raw)
        self.path.append(raw)
        self._closed.append(None)
        try:
            yield
        finally:
            self.path.pop()
            self._closed.pop()
            self._closed[-1] = raw, caller

    @contextmanager
    def otherwise(self, caller: object = None) -> Iterator[None]:
        """What is done inside is done only where the `when` just before did not hold."""
        last = self._closed[-1]
        if last is None or last[1] != caller:
            raise SpecError("`otherwise` needs a `when` just before it, at the same level of the same function")
        with self.when(Truth(self.negated(last[0]), self)):
            yield
        self._closed[-1] = None

    def passed(self) -> None:
        """Something was done here, so that no `otherwise` can belong to a `when` further up."""
        self._closed[-1] = None

    def size(self, element: type[Element]) -> int:
        """The number of members of a sort; `OpenSize` where it is left open."""
        size = self.shape[element]
        if size is None:
            raise OpenSize(element)
        return size

    def count(self, element: type[Element]) -> Number:
        """The number of members of a sort, as an expression."""
        size = self.shape[element]
        return Number(size) if size is not None else Number(self.open_size(element), self)

    def checked_rule(self, rule: object, what: str) -> Rule:
        """`rule` if it is a rule of this game; `SpecError` otherwise."""
        if not isinstance(rule, Rule):
            raise SpecError(f"{what} needs a rule first, and {rule!r} is none; declare it with rule(...)")
        if self.rules is not None and rule not in self.rules:
            raise SpecError(f"unknown rule {rule.id!r}: no section of this game declares it")
        return rule
