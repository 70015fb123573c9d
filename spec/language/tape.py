"""The tape: what one action means, as pure expressions over the state before it.

A tape is straight-line code in SSA form: requirements, then guarded stores. Loads read the state before the
move; a load after a store in the rule's text was forwarded to the stored value when the tape was traced, so
stores can be done in any lowering after everything else is computed, the last one to a cell winning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from spec.language.errors import Place
from spec.language.nodes import Node, Param, in_order
from spec.language.rules import Rule
from spec.language.sorts import Shape
from spec.language.state import Field


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A value that explains a refusal, with what it is called in the message."""

    name: str
    node: Node


@dataclass(frozen=True, slots=True, eq=False)
class Require:
    """One requirement: the move is refused where `holds` is false. `holds` includes the conditions around it."""

    number: int
    rule: Rule
    holds: Node
    because: str
    shown: tuple[Shown, ...]
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """One store: `field[index] = value` where every condition of `path` holds, resting on `rule`.

    `checked` says that the value's bounds do not show it to be in the field's sort: executors check it when
    it is stored, and the verification proves it can never leave.
    """

    number: int
    rule: Rule
    field: Field
    index: tuple[Node, ...]
    value: Node
    path: tuple[Node, ...]
    checked: bool
    place: Place


@dataclass(frozen=True, eq=False)
class Tape:
    """What an action, property, reading or axiom means for sorts of the sizes in `shape`.

    A property or reading has a `result` and no stores; a chance action may have a `weight`.
    """

    name: str
    shape: Shape
    params: tuple[Param, ...]
    requires: tuple[Require, ...] = ()
    stores: tuple[Store, ...] = ()
    weight: Node | None = None
    result: Node | None = None
    origin: Mapping[str, str] = field(default_factory=dict)

    def roots(self) -> Iterator[Node]:
        """Every node that a consumer needs, in the order of the rule's text."""
        for require in self.requires:
            yield require.holds
        if self.weight is not None:
            yield self.weight
        for store in self.stores:
            yield from store.path
            yield from store.index
            yield store.value
        if self.result is not None:
            yield self.result

    def nodes(self) -> Iterator[Node]:
        """Every node once, operands first; messages' values are not among them."""
        return in_order(list(self.roots()))
