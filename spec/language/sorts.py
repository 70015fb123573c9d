"""Sorts: what a value ranges over.

A sort is `Bool`, `Int(lo, hi)`, a named finite sort (a subclass of `Element`) or `optional(...)` of one.
Every value is kept as one integer: a truth is 0 or 1, a member its number, an absent member -1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from spec.language.errors import SpecError

if TYPE_CHECKING:
    from spec.language.values import Element, Maybe, Number, Truth  # noqa: F401  # named in base classes

V = TypeVar("V")
E = TypeVar("E", bound="Element")

ABSENT = -1
LARGEST_SORT = 9_999
"""A sort whose size is left open (a proof for every board) has at most this many members plus one."""


class SortOf(Generic[V]):
    """A sort whose expressions have the Python type `V`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Int(SortOf["Number"]):
    """The integers from `lo` to `hi`, both included."""

    lo: int
    hi: int

    def __post_init__(self) -> None:
        if self.lo > self.hi:
            raise SpecError(f"Int({self.lo}, {self.hi}) holds no number; write the smaller bound first")

    def __str__(self) -> str:
        return f"{self.lo}..{self.hi}"


@dataclass(frozen=True, slots=True)
class BoolSort(SortOf["Truth"]):
    """The two truths; written `Bool`."""

    def __str__(self) -> str:
        return "Bool"


Bool = BoolSort()


@dataclass(frozen=True, slots=True)
class Named(SortOf["Element"]):
    """A named finite sort, standing for the `Element` subclass that declares it."""

    element: type[Element]

    def __str__(self) -> str:
        return self.element.__name__


@dataclass(frozen=True, slots=True)
class Opt(SortOf["Maybe[Any]"]):
    """A member of a named sort, or none."""

    element: type[Element]

    def __str__(self) -> str:
        return f"optional {self.element.__name__}"


@dataclass(frozen=True, slots=True)
class Upto(SortOf["Number"]):
    """The integers from 0 to the number of members of a named sort: how many of them there are somewhere."""

    element: type[Element]

    def __str__(self) -> str:
        return f"0..|{self.element.__name__}|"


Sort = Int | BoolSort | Named | Opt | Upto
Shape = Mapping["type[Element]", "int | None"]
"""The number of members of every named sort; None leaves it open."""


def optional(element: type[E]) -> SortOf[Maybe[E]]:
    """The sort of an `element` that may be absent."""
    return Opt(element)


def sort_of(declared: SortOf[Any] | type[Any]) -> Sort:
    """The sort that a declaration names; `SpecError` if it names none."""
    if isinstance(declared, (Int, BoolSort, Named, Opt, Upto)):
        return declared
    from spec.language.values import Element

    if isinstance(declared, type) and issubclass(declared, Element):
        return Named(declared)
    raise SpecError(f"{declared!r} is not a sort; use Bool, Int(lo, hi), a subclass of Element, or optional(...)")


def bounds(sort: Sort, shape: Shape) -> tuple[int, int]:
    """The smallest and largest integer that stands for a value of `sort`."""
    match sort:
        case Int(lo, hi):
            return lo, hi
        case BoolSort():
            return 0, 1
        case Named(element):
            return 0, _last(element, shape)
        case Opt(element):
            return ABSENT, _last(element, shape)
        case Upto(element):
            return 0, _last(element, shape) + 1


def _last(element: type[Element], shape: Shape) -> int:
    size = shape[element]
    return LARGEST_SORT if size is None else size - 1
