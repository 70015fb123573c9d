"""Expressions as a game file sees them: numbers, truths, members of named sorts.

A value holds either a node of the tape being traced or a plain integer (a literal, or a run without a tape).
Python's `and`, `or`, `not`, `in`, `if` and chained comparisons ask for `bool(value)`, which no expression has
while a rule is traced; each of them raises `SpecError` and says what to write instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, TypeVar, cast

from spec.language.errors import SpecError
from spec.language.nodes import MEANING, Const, Op, Raw
from spec.language.sorts import ABSENT, Bool, Int, Named, Opt, Sort, Upto

if TYPE_CHECKING:
    from spec.language.session import Session

E = TypeVar("E", bound="Element")
V = TypeVar("V", bound="Value")


class Value:
    """An expression of some sort."""

    __slots__ = ("raw", "session")
    __hash__ = None  # type: ignore[assignment]  # == builds an expression, so no value can be a key

    def __init__(self, raw: Raw, session: Session | None = None) -> None:
        self.raw = raw
        self.session = session

    def __bool__(self) -> NoReturn:
        raise SpecError(
            "an expression has no truth while a rule is traced; write `with t.when(...)` or `choose(...)` for `if`, "
            "`a & b`, `a | b`, `~a` for and, or, not, and split a chained comparison into two joined by `&`"
        )

    def __contains__(self, item: object) -> NoReturn:
        raise SpecError("`in` does not work on expressions; write `some(x == y for y in ...)`")

    def __iter__(self) -> NoReturn:
        raise SpecError("an expression cannot be looped over; write `for x in t.each(Sort)`")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.raw!r})"


def literal(value: Value) -> int | None:
    """The integer a value is known to be, or None."""
    raw = value.raw
    if isinstance(raw, int):
        return raw
    return raw.value if isinstance(raw, Const) else None


def apply_op(op: Op, sort: Sort, *args: Value) -> tuple[Raw, Session | None]:
    """Apply `op`: at once on plain integers, otherwise as a node of the session's tape."""
    session = next((arg.session for arg in args if arg.session is not None), None)
    raws = tuple(arg.raw for arg in args)
    if session is None:
        return MEANING[op](*raws), None
    return session.apply(op, raws, sort), session


class Truth(Value):
    """An expression of sort Bool."""

    __slots__ = ()

    def __and__(self, other: Truth | bool) -> Truth:
        return Truth(*apply_op(Op.AND, Bool, self, truth(other)))

    def __or__(self, other: Truth | bool) -> Truth:
        return Truth(*apply_op(Op.OR, Bool, self, truth(other)))

    def __rand__(self, other: bool) -> Truth:
        return truth(other) & self

    def __ror__(self, other: bool) -> Truth:
        return truth(other) | self

    def __invert__(self) -> Truth:
        return Truth(*apply_op(Op.NOT, Bool, self))

    def __eq__(self, other: Truth | bool) -> Truth:  # type: ignore[override]  # == builds an expression
        return self.iff(other)

    def __ne__(self, other: Truth | bool) -> Truth:  # type: ignore[override]  # != builds an expression
        return ~self.iff(other)

    def implies(self, other: Truth | bool) -> Truth:
        """False only where this holds and `other` does not."""
        return ~self | other

    def iff(self, other: Truth | bool) -> Truth:
        """True where both have the same truth."""
        return Truth(*apply_op(Op.EQ, Bool, self, truth(other)))

    def as_number(self) -> Number:
        """1 where it holds, else 0."""
        return Number(self.raw, self.session)


class Number(Value):
    """An integer expression."""

    __slots__ = ()

    def _arith(self, op: Op, other: Number | int, swap: bool = False) -> Number:
        operand = number(other)
        pair = (operand, self) if swap else (self, operand)
        return Number(*apply_op(op, _ANY_INT, *pair))

    def _compare(self, op: Op, other: Number | int, swap: bool = False) -> Truth:
        operand = number(other)
        pair = (operand, self) if swap else (self, operand)
        return Truth(*apply_op(op, Bool, *pair))

    def __add__(self, other: Number | int) -> Number:
        return self._arith(Op.ADD, other)

    def __radd__(self, other: int) -> Number:
        return self._arith(Op.ADD, other, swap=True)

    def __sub__(self, other: Number | int) -> Number:
        return self._arith(Op.SUB, other)

    def __rsub__(self, other: int) -> Number:
        return self._arith(Op.SUB, other, swap=True)

    def __mul__(self, other: Number | int) -> Number:
        return self._arith(Op.MUL, other)

    def __rmul__(self, other: int) -> Number:
        return self._arith(Op.MUL, other, swap=True)

    def __floordiv__(self, other: int) -> Number:
        return self._arith(Op.DIV, _divisor(other))

    def __mod__(self, other: int) -> Number:
        return self._arith(Op.MOD, _divisor(other))

    def __neg__(self) -> Number:
        return 0 - self

    def __eq__(self, other: Number | int) -> Truth:  # type: ignore[override]  # == builds an expression
        return self._compare(Op.EQ, other)

    def __ne__(self, other: Number | int) -> Truth:  # type: ignore[override]  # != builds an expression
        return ~self._compare(Op.EQ, other)

    def __lt__(self, other: Number | int) -> Truth:
        return self._compare(Op.LT, other)

    def __le__(self, other: Number | int) -> Truth:
        return self._compare(Op.LE, other)

    def __gt__(self, other: Number | int) -> Truth:
        return self._compare(Op.LT, other, swap=True)

    def __ge__(self, other: Number | int) -> Truth:
        return self._compare(Op.LE, other, swap=True)


class Element(Value):
    """A member of a named finite sort; each subclass is a sort.

    `class City(Element, size="board")` takes its size from the board, `size="players"` from the table,
    `size=3` is fixed; a subclass with `X = member()` attributes has just those members.
    """

    __slots__ = ()
    size: ClassVar[int | str]
    members: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, size: int | str | None = None) -> None:
        cls.members = tuple(name for name, value in vars(cls).items() if isinstance(value, Member))
        if cls.members and size is not None:
            raise SpecError(f"{cls.__name__} names its members, so it has no other size")
        if not cls.members and not (size in ("board", "players") or isinstance(size, int)):
            raise SpecError(f'{cls.__name__} needs members or a size: "board", "players" or a number')
        cls.size = len(cls.members) if size is None else size

    @classmethod
    def titles(cls) -> tuple[tuple[str, str], ...]:
        """The name and the title of every fixed member; without a title it is the name in plain words."""
        found = ((name, vars(cls)[name].title) for name in cls.members)
        return tuple((name, title or name.lower().replace("_", " ")) for name, title in found)

    @classmethod
    def at(cls: type[E], index: int) -> E:
        """The member with a known number."""
        return cls(index)

    @property
    def index(self) -> Number:
        """The member's number, from 0."""
        return Number(self.raw, self.session)

    def __eq__(self, other: Element | Maybe[Any]) -> Truth:  # type: ignore[override]  # == builds an expression
        return Truth(*apply_op(Op.EQ, Bool, self, _same_sort(type(self), other)))

    def __ne__(self, other: Element | Maybe[Any]) -> Truth:  # type: ignore[override]  # != builds an expression
        return ~(self == other)


class Member:
    """One member of a fixed sort; `Area.SHIP` is then an expression of sort Area."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.index = 0

    def __set_name__(self, owner: type, name: str) -> None:
        names = [key for key, value in vars(owner).items() if isinstance(value, Member)]
        self.index = names.index(name)

    def __get__(self, instance: object, owner: type[E]) -> E:
        return owner(self.index)


def member(title: str = "") -> Member:
    """Declare a member of the enclosing sort; `title` is what people read, by default its name."""
    return Member(title)


class Maybe(Value, Generic[E]):
    """A member of the sort `element`, or none."""

    __slots__ = ("element",)

    def __init__(self, element: type[E], raw: Raw, session: Session | None = None) -> None:
        super().__init__(raw, session)
        self.element = element

    @property
    def exists(self) -> Truth:
        """Whether there is a member."""
        return ~self.missing

    @property
    def missing(self) -> Truth:
        """Whether there is none."""
        return Truth(*apply_op(Op.EQ, Bool, self, Number(ABSENT)))

    @property
    def value(self) -> E:
        """The member; member 0 where there is none, so that every expression is total."""
        return self.element(*apply_op(Op.MAX, Named(self.element), self, Number(0)))

    def __eq__(self, other: Element | Maybe[Any] | None) -> Truth:  # type: ignore[override]  # builds an expression
        if other is None:
            return self.missing
        return Truth(*apply_op(Op.EQ, Bool, self, _same_sort(self.element, other)))

    def __ne__(self, other: Element | Maybe[Any] | None) -> Truth:  # type: ignore[override]  # builds an expression
        return ~(self == other)


_ANY_INT = Int(-(2**31), 2**31 - 1)


def _divisor(other: int) -> int:
    if not isinstance(other, int) or isinstance(other, bool) or other <= 0:
        raise SpecError("// and % need a positive literal on the right; every operation of a rule must be total")
    return other


def truth(value: Truth | bool) -> Truth:
    """A truth from a Truth or a Python bool; `SpecError` on any other sort."""
    if isinstance(value, Truth):
        return value
    if isinstance(value, bool):
        return Truth(int(value))
    raise SpecError(f"expected a truth, found {describe(value)}")


def number(value: Number | int) -> Number:
    """A number from a Number or a Python int; `SpecError` on any other sort."""
    if isinstance(value, Number):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Number(value)
    raise SpecError(f"expected a number, found {describe(value)}")


def _same_sort(element: type[Element], other: object) -> Value:
    if isinstance(other, Element) and type(other) is element:
        return other
    if isinstance(other, Maybe) and other.element is element:
        return other
    raise SpecError(f"cannot compare {element.__name__} with {describe(other)}; both sides need the same sort")


def describe(value: object) -> str:
    """A value's sort in words, for messages."""
    match value:
        case Maybe():
            return f"optional {value.element.__name__}"
        case Element():
            return type(value).__name__
        case Truth():
            return "a truth"
        case Number():
            return "a number"
        case _:
            return repr(value)


def wrap(sort: Sort, raw: Raw, session: Session | None) -> Any:
    """The expression of `sort` that holds `raw`."""
    match sort:
        case Int() | Upto():
            return Number(raw, session)
        case Named(element):
            return element(raw, session)
        case Opt(element):
            return Maybe(element, raw, session)
        case _:
            return Truth(raw, session)


def coerce(sort: Sort, value: object, what: str) -> Value:
    """`value` as an expression of `sort`; `SpecError` naming `what` if it is of another sort."""
    match sort, value:
        case (Int() | Upto()), Number() | int() if not isinstance(value, bool):
            return number(value)
        case Opt(element), None:
            return Maybe(element, ABSENT)
        case Opt(element), Maybe() if value.element is element:
            return value
        case Opt(element), Element() if type(value) is element:
            return Maybe(element, value.raw, value.session)
        case Named(element), Element() if type(value) is element:
            return value
        case (Int() | Upto() | Opt() | Named()), _:
            pass
        case _, Truth() | bool():
            return truth(value)
    raise SpecError(f"{what} holds {sort}, and this is {describe(value)}")


def sort_of_value(value: Value) -> Sort:
    """The sort of an expression."""
    match value:
        case Maybe():
            return Opt(value.element)
        case Element():
            return Named(type(value))
        case Truth():
            return Bool
        case _:
            return _ANY_INT


def choose(condition: Truth | bool, then: V | int, otherwise: V | int) -> V:
    """`then` where `condition` holds, else `otherwise`; both of one sort."""
    pattern = then if isinstance(then, Value) else otherwise
    sort = sort_of_value(pattern) if isinstance(pattern, Value) else _ANY_INT
    if isinstance(then, Maybe) or isinstance(otherwise, Maybe):
        holder = then if isinstance(then, Maybe) else cast("Maybe[Any]", otherwise)
        sort = Opt(holder.element)
    args = (truth(condition), coerce(sort, then, "choose"), coerce(sort, otherwise, "choose"))
    raw, session = apply_op(Op.ITE, sort, *args)
    return cast(V, wrap(sort, raw, session))


def least(a: Number | int, b: Number | int) -> Number:
    """The smaller of two numbers."""
    return number(a)._arith(Op.MIN, b)


def most(a: Number | int, b: Number | int) -> Number:
    """The larger of two numbers."""
    return number(a)._arith(Op.MAX, b)


def first(members: Iterable[E], holds: Callable[[E], Truth]) -> Maybe[E]:
    """The first member for which `holds` is true, or none."""
    known = list(members)
    if not known:
        raise SpecError("first(...) needs at least one member to look at")
    found = Maybe(type(known[-1]), ABSENT)
    for one in reversed(known):
        found = cast("Maybe[E]", choose(holds(one), cast(Any, one), found))
    return found


def every(truths: Any) -> Truth:
    """True where all of them hold; true for none."""
    result = Truth(1)
    for one in truths:
        result = result & truth(one)
    return result


def some(truths: Any) -> Truth:
    """True where at least one holds; false for none."""
    result = Truth(0)
    for one in truths:
        result = result | truth(one)
    return result


def total(numbers: Any) -> Number:
    """The sum of numbers; 0 for none."""
    result = Number(0)
    for one in numbers:
        result = result + one
    return result
