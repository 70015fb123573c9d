"""A board: the printed constants of a game, as tables over sorts, and the axioms every board must meet.

    class MyBoard(Board):
        departure = printed(City)
        start = printed(Line, City)
        cost = printed(Line, Item, Int(0, 3))

A proof may leave the tables uninterpreted and assume only the axioms; then it holds for every board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, overload

from spec.language.derivations import Derivation, Derived
from spec.language.errors import Place, SpecError, spec_place
from spec.language.session import Session
from spec.language.settings import Setting
from spec.language.sorts import Bool, Sort, SortOf, sort_of
from spec.language.state import checked_index, chosen
from spec.language.values import Element, Number, Truth, Value

V = TypeVar("V")
I1 = TypeVar("I1", bound=Value)
I2 = TypeVar("I2", bound=Value)
P = TypeVar("P", bound=Element)

Values = Mapping[str, Any]
"""Printed values by member name, for tables that the rulebook itself gives."""


class Printed:
    """One table of a board: its name, index sorts, cell sort, and where its data come from."""

    def __init__(
        self, index: tuple[Sort, ...], sort: Sort, *, default: int | None = None, derived: Derivation | bool = False,
        values: Values | None = None, rename: str = "",
    ) -> None:
        self.name = ""
        self.index = index
        self.sort = sort
        self.default = default
        self.derived = derived
        self.values = values
        self.key = rename
        self.place: Place = spec_place()

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.key = self.key or name

    @property
    def closed_downward(self) -> bool:
        """Whether with every true cell all cells of smaller indices are true."""
        return isinstance(self.derived, Derived) and self.derived.closed_downward

    def __repr__(self) -> str:
        return self.name


class Column:
    """A table of the board, ready to be indexed."""

    __slots__ = ("board", "table")

    def __init__(self, table: Printed, board: Board) -> None:
        self.table = table
        self.board = board

    def __getitem__(self, index: Any) -> Any:
        return self.board.look_up(self.table, index if isinstance(index, tuple) else (index,))


class Column1(Column, Generic[I1, V]):
    """A table with one index."""

    __slots__ = ()

    def __getitem__(self, index: I1) -> V:
        return super().__getitem__(index)  # type: ignore[no-any-return]  # the table's sort gives V


class Column2(Column, Generic[I1, I2, V]):
    """A table with two indices."""

    __slots__ = ()

    def __getitem__(self, index: tuple[I1, I2]) -> V:
        return super().__getitem__(index)  # type: ignore[no-any-return]  # the table's sort gives V


class Constant(Printed, Generic[V]):
    """A single printed value."""

    def __get__(self, instance: Board, owner: type) -> V:
        return instance.look_up(self, ())  # type: ignore[no-any-return]  # the table's sort gives V


class Printed1(Printed, Generic[I1, V]):
    """A printed value for each member of one sort."""

    def __get__(self, instance: Board, owner: type) -> Column1[I1, V]:
        return Column1(self, instance)


class Printed2(Printed, Generic[I1, I2, V]):
    """A printed value for each pair of members of two sorts."""

    def __get__(self, instance: Board, owner: type) -> Column2[I1, I2, V]:
        return Column2(self, instance)


class Relation(Printed):
    """A derived truth about several numbers or members, written as a call: `board.fits(1, 0, 2)`."""

    def __get__(self, instance: Board, owner: type) -> Callable[..., Truth]:
        return lambda *index: instance.look_up(self, index)


@overload
def printed(
    sort: SortOf[V] | type[V], /, *, default: int | None = ..., derived: Derivation | bool = ...,
    values: Values | None = ..., rename: str = ...,
) -> Constant[V]: ...
@overload
def printed(
    one: SortOf[I1] | type[I1], sort: SortOf[V] | type[V], /, *, default: int | None = ...,
    derived: Derivation | bool = ..., values: Values | None = ..., rename: str = ...,
) -> Printed1[I1, V]: ...
@overload
def printed(
    one: SortOf[I1] | type[I1], two: SortOf[I2] | type[I2], sort: SortOf[V] | type[V], /, *,
    default: int | None = ..., derived: Derivation | bool = ..., values: Values | None = ..., rename: str = ...,
) -> Printed2[I1, I2, V]: ...
def printed(
    *sorts: Any, default: int | None = None, derived: Derivation | bool = False, values: Values | None = None,
    rename: str = "",
) -> Any:
    """Declare a table of the board; the last sort is what a cell holds.

    `default` fills cells that a board file leaves out; `derived` says how a table is computed instead; `values` gives
    the data where the rulebook itself prints them; `rename` is the key in a board file, if not the table's name.
    """
    *index, sort = (sort_of(declared) for declared in sorts)
    kinds: dict[int, type[Printed]] = {0: Constant, 1: Printed1, 2: Printed2}
    if len(index) not in kinds:
        raise SpecError("a printed table has at most two index sorts and then the sort of its cells; or use relation()")
    return kinds[len(index)](
        tuple(index), sort, default=default, derived=derived, values=values, rename=rename
    )


def relation(*sorts: Any, derived: Derivation | bool = True) -> Relation:
    """Declare a derived truth over any number of sorts, filled by a solver before play."""
    return Relation(tuple(sort_of(declared) for declared in sorts), Bool, derived=derived)


class Detail:
    """Data of a board that no rule reads: positions, names of shapes, texts. `kind` is the Python type."""

    def __init__(self, element: type[Element] | None, kind: type, default: object = None) -> None:
        self.name = ""
        self.element = element
        self.kind = kind
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


def detail(element: type[Element] | None, kind: type, default: object = None) -> Detail:
    """Declare data that only pictures and solvers read, one value for each member of `element` (or one in all)."""
    return Detail(element, kind, default)


class Board:
    """The printed constants; subclasses declare tables with `printed(...)`."""

    tables: ClassVar[tuple[Printed, ...]] = ()
    details: ClassVar[tuple[Detail, ...]] = ()

    def __init_subclass__(cls) -> None:
        members = [value for base in reversed(cls.__mro__) for value in vars(base).values()]
        cls.tables = tuple(value for value in members if isinstance(value, Printed))
        cls.details = tuple(value for value in members if isinstance(value, Detail))

    def __init__(self, session: Session) -> None:
        self.session = session

    def look_up(self, table: Printed, index: Sequence[Any]) -> Any:
        """The expression for a cell of `table`."""
        raws = checked_index(self.session, table.name, table.index, tuple(index))
        return self.session.wrapped(table.sort, self.session.lookup(table, raws))

    def chosen(self, setting: Setting, choice: str) -> Truth:
        """Whether `choice` was made for a variant or ruling: for what a game starts with."""
        return chosen(self.session, setting, choice)

    def each(self, element: type[P]) -> list[P]:
        """Every member of a sort in order."""
        return [element(index, self.session) for index in range(self.session.size(element))]

    def count(self, element: type[Element]) -> Number:
        """The number of members of a sort."""
        return self.session.count(element)

