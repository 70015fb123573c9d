"""The state of a game, declared as typed fields: scalars and arrays indexed by sorts.

    class Table(State[MyBoard]):
        turn = scalar(Player)
        coins = array(Player, Int(0, 125))
        bag = array(Player, Item, Int(0, 12))

Type checkers understand the declarations: `t.coins[p]` is a Number and `t.coins[line]` is an error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from enum import Enum
from types import CodeType
from typing import Any, ClassVar, Generic, TypeVar, overload

from spec.language.errors import Place, SpecError, spec_place
from spec.language.nodes import Op, Raw
from spec.language.rules import Rule
from spec.language.session import Session
from spec.language.settings import Setting
from spec.language.sorts import Int, Named, Sort, SortOf, bounds, sort_of
from spec.language.values import Element, Number, Truth, Value, apply_op, coerce, number, truth

B = TypeVar("B")
V = TypeVar("V")
I1 = TypeVar("I1", bound=Value)
I2 = TypeVar("I2", bound=Value)
I3 = TypeVar("I3", bound=Value)
P = TypeVar("P", bound=Element)


class Sight(Enum):
    """Who can see a field: everyone, the player its first index names, or nobody."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"


Start = int | Callable[..., Any]
"""A start value, or a function of the board and the cell's indices that gives it."""


class Field:
    """One declared part of the state: its name, index sorts, element sort, start value and who can see it."""

    def __init__(self, index: tuple[Sort, ...], sort: Sort, start: Start | None, sight: Sight) -> None:
        self.name = ""
        self.index = index
        self.sort = sort
        self.start = start
        self.sight = sight
        self.place: Place = spec_place()

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Cells:
    """An array of the state, ready to be indexed."""

    __slots__ = ("field", "state")

    def __init__(self, field: Field, state: State[Any]) -> None:
        self.field = field
        self.state = state

    def __getitem__(self, index: Any) -> Any:
        return self.state.read(self.field, index if isinstance(index, tuple) else (index,))

    def __setitem__(self, index: Any, value: Any) -> None:
        self.state.write(self.field, index if isinstance(index, tuple) else (index,), value)


class Cells1(Cells, Generic[I1, V]):
    """An array with one index."""

    __slots__ = ()

    def __getitem__(self, index: I1) -> V:
        return super().__getitem__(index)  # type: ignore[no-any-return]  # the field's sort gives V

    def __setitem__(self, index: I1, value: V | int | bool | Element | None) -> None:
        super().__setitem__(index, value)


class Cells2(Cells, Generic[I1, I2, V]):
    """An array with two indices."""

    __slots__ = ()

    def __getitem__(self, index: tuple[I1, I2]) -> V:
        return super().__getitem__(index)  # type: ignore[no-any-return]  # the field's sort gives V

    def __setitem__(self, index: tuple[I1, I2], value: V | int | bool | Element | None) -> None:
        super().__setitem__(index, value)


class Cells3(Cells, Generic[I1, I2, I3, V]):
    """An array with three indices."""

    __slots__ = ()

    def __getitem__(self, index: tuple[I1, I2, I3]) -> V:
        return super().__getitem__(index)  # type: ignore[no-any-return]  # the field's sort gives V

    def __setitem__(self, index: tuple[I1, I2, I3], value: V | int | bool | Element | None) -> None:
        super().__setitem__(index, value)


class Scalar(Field, Generic[V]):
    """A field with one cell."""

    def __get__(self, instance: State[Any], owner: type) -> V:
        if instance is None:
            raise SpecError(f"{self.name} is a field; read it from a state")
        return instance.read(self, ())  # type: ignore[no-any-return]  # the field's sort gives V

    def __set__(self, instance: State[Any], value: V | int | bool | Element | None) -> None:
        instance.write(self, (), value)


class Array1(Field, Generic[I1, V]):
    """A field with a cell for each member of one sort."""

    def __get__(self, instance: State[Any], owner: type) -> Cells1[I1, V]:
        return Cells1(self, instance)

    def __set__(self, instance: State[Any], value: Cells1[I1, V]) -> None:
        raise SpecError(f"{self.name} is an array; store into one of its cells, {self.name}[...] = ...")


class Array2(Field, Generic[I1, I2, V]):
    """A field with a cell for each pair of members of two sorts."""

    def __get__(self, instance: State[Any], owner: type) -> Cells2[I1, I2, V]:
        return Cells2(self, instance)


class Array3(Field, Generic[I1, I2, I3, V]):
    """A field with a cell for each triple of members of three sorts."""

    def __get__(self, instance: State[Any], owner: type) -> Cells3[I1, I2, I3, V]:
        return Cells3(self, instance)


def scalar(
    sort: SortOf[V] | type[V], *, start: Start | None = None, sight: Sight = Sight.EVERYONE
) -> Scalar[V]:
    """Declare a field with one cell; it starts at `start`, by default the sort's smallest value."""
    return Scalar((), sort_of(sort), start, sight)


@overload
def array(
    one: SortOf[I1] | type[I1], sort: SortOf[V] | type[V], /, *, start: Start | None = None, sight: Sight = ...
) -> Array1[I1, V]: ...
@overload
def array(
    one: SortOf[I1] | type[I1], two: SortOf[I2] | type[I2], sort: SortOf[V] | type[V], /,
    *, start: Start | None = None, sight: Sight = ...,
) -> Array2[I1, I2, V]: ...
@overload
def array(
    one: SortOf[I1] | type[I1], two: SortOf[I2] | type[I2], three: SortOf[I3] | type[I3],
    sort: SortOf[V] | type[V], /, *, start: Start | None = None, sight: Sight = ...,
) -> Array3[I1, I2, I3, V]: ...
def array(*sorts: Any, start: Start | None = None, sight: Sight = Sight.EVERYONE) -> Any:
    """Declare a field with a cell for each member of the index sorts; the last sort is what a cell holds."""
    *index, sort = (sort_of(declared) for declared in sorts)
    kinds: dict[int, type[Field]] = {1: Array1, 2: Array2, 3: Array3}
    if len(index) not in kinds:
        raise SpecError("an array has one, two or three index sorts and then the sort of its cells")
    return kinds[len(index)](tuple(index), sort, start, sight)


class Component:
    """A part of the state made of several fields, such as a pile of cards; `parts` maps suffixes to fields."""

    parts: dict[str, Field]

    def __set_name__(self, owner: type, name: str) -> None:
        for suffix, field in self.parts.items():
            field.name = f"{name}_{suffix}" if suffix else name


class State(Generic[B]):
    """A state that a rule reads and writes in order; subclasses declare fields."""

    fields: ClassVar[tuple[Field, ...]] = ()

    def __init_subclass__(cls) -> None:
        fields: list[Field] = []
        for base in reversed(cls.__mro__):
            for value in vars(base).values():
                if isinstance(value, Field):
                    fields.append(value)
                elif isinstance(value, Component):
                    fields.extend(value.parts.values())
        for field in fields:
            if field.name in vars(State):
                what = f"a field cannot be called {field.name}: every state has something of that name"
                raise SpecError(what, field.place)
        cls.fields = tuple(fields)

    def __init__(self, session: Session, board: B, after: bool = False) -> None:
        vars(self).update(session=session, board=board, after=after)

    session: Session
    board: B
    after: bool

    def __setattr__(self, name: str, value: object) -> None:
        if not hasattr(type(self), "__mro__") or not any(name in vars(base) for base in type(self).__mro__):
            known = ", ".join(field.name for field in self.fields)
            raise SpecError(f"there is no field {name!r} to store to; the fields are {known}")
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        known = ", ".join(field.name for field in self.fields)
        raise SpecError(f"there is no field {name!r}; the fields are {known}")

    def read(self, field: Field, index: tuple[Any, ...]) -> Any:
        """The expression for a cell of `field`."""
        raws = checked_index(self.session, field.name, field.index, index)
        return self.session.wrapped(field.sort, self.session.load(field, raws, self.after))

    def write(self, field: Field, index: tuple[Any, ...], value: object) -> None:
        """Store into a cell of `field`."""
        if self.after:
            raise SpecError(f"{field.name} belongs to the state after the move, which a property only reads")
        raws = checked_index(self.session, field.name, field.index, index)
        self.session.passed()
        self.session.store(field, raws, coerce(field.sort, value, field.name).raw)

    def require(self, rule: Rule, condition: Truth | bool, because: str = "", **values: Value | int) -> None:
        """Refuse the move unless `condition` holds; `because` is shown then, with `{name}` for each value."""
        checked = self.session.checked_rule(rule, "require")
        self.session.passed()
        if not isinstance(condition, (Truth, bool)):
            raise SpecError(f"require({checked.id}, ...) needs a condition that is a truth")
        shown = {name: number(value) if isinstance(value, int) else value for name, value in values.items()}
        self.session.require(checked, truth(condition).raw, because, shown)

    def does(self, rule: Rule) -> None:
        """The stores that follow are what `rule` says."""
        self.session.rule = self.session.checked_rule(rule, "does")

    def when(self, condition: Truth | bool) -> AbstractContextManager[None]:
        """`with t.when(condition):` does what is inside only where it holds."""
        return self.session.when(condition, _caller())

    def otherwise(self) -> AbstractContextManager[None]:
        """`with t.otherwise():` does what is inside only where the `when` just before did not hold."""
        return self.session.otherwise(_caller())

    def weight(self, weight: Number | int) -> None:
        """How often this chance move happens, against the others that are possible now."""
        self.session.weigh(number(weight).raw)

    def chosen(self, setting: Setting, choice: str) -> Truth:
        """Whether `choice` was made for a variant or ruling."""
        return chosen(self.session, setting, choice)

    def count(self, element: type[Element]) -> Number:
        """The number of members of a sort."""
        return self.session.count(element)

    def each(self, element: type[P]) -> Iterator[P]:
        """Every member of a sort in order; the loop is unrolled on the tape."""
        return (element(index, self.session) for index in range(self.session.size(element)))

    def clockwise(self, member: P, steps: Number | int = 1) -> P:
        """The member `steps` further on, beginning again after the last."""
        size = self.session.size(type(member))
        moved = (member.index + steps) % size
        return type(member)(moved.raw, moved.session)

    def clockwise_from(self, first: P) -> list[P]:
        """Every member once, from `first` on and beginning again after the last."""
        return [self.clockwise(first, steps) for steps in range(self.session.size(type(first)))]


def chosen(session: Session, setting: Setting, choice: str) -> Truth:
    """Whether `choice` was made for a setting."""
    return Number(session.choice(setting), session) == setting.number_of(choice)


def _caller() -> tuple[int, CodeType]:
    """Which call of which function runs the method that asks."""
    frame = sys._getframe(2)
    return id(frame), frame.f_code


def checked_index(
    session: Session, name: str, sorts: tuple[Sort, ...], index: tuple[Any, ...]
) -> tuple[Raw, ...]:
    """The raw indices of a cell; `SpecError` if they are not of the declared sorts, or numbers that may leave them."""
    if len(index) != len(sorts):
        raise SpecError(f"{name} has {len(sorts)} indices, and {len(index)} were given")
    raws: list[Raw] = []
    for sort, value in zip(sorts, index, strict=True):
        raw = coerce(sort, value, f"an index of {name}").raw
        lo, hi = bounds(sort, session.shape)
        least, most = (raw, raw) if isinstance(raw, int) else (raw.lo, raw.hi)
        if (isinstance(sort, Int) and not lo <= least <= most <= hi) or most < lo or hi < least:
            raise SpecError(f"an index of {name} ranges over {least}..{most}, outside {sort}; use least() and most()")
        raws.append(raw)
    return tuple(raws)


def element_at(element: type[P], index: Number) -> P:
    """The member with a computed number; numbers past the ends give the first or last member."""
    size = index.session.count(element) if index.session else number(_fixed_size(element))
    clamped = apply_op(Op.MIN, Named(element), Number(*apply_op(Op.MAX, Named(element), index, number(0))), size - 1)
    return element(*clamped)


def _fixed_size(element: type[Element]) -> int:
    if isinstance(element.size, int):
        return element.size
    raise SpecError(f"element_at({element.__name__}, ...) needs an expression; for a literal use {element.__name__}.at")
