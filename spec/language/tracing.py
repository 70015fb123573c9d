"""Tracing: run a rule's function once on expressions and write down its tape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from spec.language.assuming import Assumption
from spec.language.errors import FoggError, Place, SpecError, spec_place
from spec.language.folding import folded, result_bounds
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Raw, Size
from spec.language.rules import Rule
from spec.language.session import Session
from spec.language.settings import Setting
from spec.language.sorts import Bool, Int, Shape, Sort, bounds
from spec.language.tape import Require, Shown, Store, Tape
from spec.language.values import Element, Truth, Value, wrap

if TYPE_CHECKING:
    from spec.language.board import Board, Printed
    from spec.language.state import Field, State

_SIZES = Int(1, 10_000)


class Tracer(Session):
    """A session that interns nodes and collects requirements and stores."""

    def __init__(self, shape: Shape, rules: frozenset[Rule] | None = None) -> None:
        super().__init__(shape, rules)
        self._nodes: dict[tuple[Any, ...], Node] = {}
        self._born: dict[int, int] = {}
        self._known: dict[tuple[int, ...], Assumption] = {}
        self.requires: list[Require] = []
        self.stores: list[Store] = []
        self.weight: Node | None = None

    def node(self, raw: Raw, sort: Sort = Bool) -> Node:
        """The node for a raw value; literals become constants."""
        return self._intern(Const(raw, sort)) if isinstance(raw, int) else raw

    def param(self, position: int, name: str, sort: Sort) -> Any:
        """The expression for a parameter."""
        node = self._intern(Param(position, name, sort, *bounds(sort, self.shape), spec_place()))
        return wrap(sort, node, self)

    def apply(self, op: Op, args: tuple[Raw, ...], sort: Sort, place: Place | None = None) -> Node:
        compared = op in (Op.EQ, Op.LT, Op.LE)
        known = next((arg.sort for arg in args if not isinstance(arg, int)), sort) if compared else sort
        operands = tuple(self.node(arg, known) for arg in args)
        simpler = folded(op, operands, sort)
        if isinstance(simpler, tuple):
            return self.apply(op, simpler, sort, place)
        if simpler is not None:
            return self._intern(simpler)
        lo, hi = result_bounds(op, operands)
        return self._intern(Apply(op, operands, sort, lo, hi, place or spec_place()))

    def rebuilt(self, node: Node, parts: tuple[Node, ...]) -> Node:
        """The same node over other operands."""
        match node:
            case Const() | Param() | Choice() | Size():
                return self._intern(node)
            case Load():
                return self._intern(replace(node, index=parts))
            case Lookup():
                return self._intern(replace(node, index=parts))
            case Apply(op=op, sort=sort, place=place):
                return self.apply(op, parts, sort, place)
            case _:
                assert_never(node)

    def load(self, field: Field, index: tuple[Raw, ...], after: bool) -> Node:
        cell = tuple(self.node(raw, sort) for raw, sort in zip(index, field.index, strict=True))
        value: Node = self._intern(
            Load(field, cell, after, field.sort, *bounds(field.sort, self.shape), spec_place())
        )
        for store in self.stores:
            if store.field is field:
                # The conditions around this point stay in: the value may be read again where they do not hold.
                same = [self.apply(Op.EQ, pair, Bool) for pair in zip(cell, store.index, strict=True)]
                hit = self._conjunction([*same, *store.path])
                value = self.apply(Op.ITE, (hit, store.value, value), field.sort)
        return value

    def store(self, field: Field, index: tuple[Raw, ...], value: Raw) -> None:
        if self.rule is None:
            raise SpecError(f"a store to {field.name} needs a rule: declare the action with one, or write t.does(rule)")
        cell = tuple(self._here(self.node(raw, sort)) for raw, sort in zip(index, field.index, strict=True))
        node = self._here(self.node(value, field.sort))
        lo, hi = bounds(field.sort, self.shape)
        if node.hi < lo or hi < node.lo:
            raise SpecError(f"{field.name} holds {lo}..{hi}, and this store gives {node.lo}..{node.hi}")
        path = self._path()
        if any(isinstance(condition, Const) and not condition.value for condition in path):
            return
        checked = node.lo < lo or hi < node.hi
        place = spec_place()
        self.stores.append(Store(len(self.stores), self.rule, field, cell, node, path, checked, place))

    def lookup(self, table: Printed, index: tuple[Raw, ...]) -> Node:
        cell = tuple(self.node(raw, sort) for raw, sort in zip(index, table.index, strict=True))
        return self._intern(Lookup(table, cell, table.sort, *bounds(table.sort, self.shape), spec_place()))

    def choice(self, setting: Setting) -> Node:
        last = len(setting.choices) - 1
        return self._intern(Choice(setting, Int(0, last), 0, last, spec_place()))

    def open_size(self, element: type[Element]) -> Node:
        return self._intern(Size(element, _SIZES, _SIZES.lo, _SIZES.hi, spec_place()))

    def require(self, rule: Rule, condition: Raw, because: str, values: Mapping[str, Value]) -> None:
        guard = self._conjunction(self._path())
        holds = self.apply(Op.OR, (self.apply(Op.NOT, (guard,), Bool), self._here(self.node(condition))), Bool)
        shown = tuple(Shown(name, self._here(self.node(value.raw, _sort(value)))) for name, value in values.items())
        self.requires.append(Require(len(self.requires), rule, holds, because, shown, spec_place()))

    def weigh(self, weight: Raw) -> None:
        if self.path:
            raise SpecError("t.weight(...) stands outside every `with t.when(...)`; use choose(...) for its value")
        self.weight = self.node(weight, _SIZES)

    def negated(self, condition: Raw) -> Node:
        return self.apply(Op.NOT, (condition,), Bool)

    def entered(self, condition: Raw) -> Node:
        return self._here(self.node(condition))

    def _here(self, node: Node) -> Node:
        """What `node` amounts to where the conditions around this point hold."""
        path = self._path()
        if not path or any(isinstance(condition, Const) for condition in path):
            return node  # a constant left in the path is false: nothing here is ever done
        key = tuple(map(id, path))
        if key not in self._known:
            self._known[key] = Assumption(self.rebuilt, self._born, path)
        return self._known[key](node)

    def _path(self) -> tuple[Node, ...]:
        path: list[Node] = []
        for raw in self.path:
            node = self.node(raw)
            if not (isinstance(node, Const) and node.value) and node not in path:
                path.append(node)
        return tuple(path)

    def _conjunction(self, conditions: list[Node] | tuple[Node, ...]) -> Node:
        if not conditions:
            return self.node(1)
        return conditions[0] if len(conditions) == 1 else self.apply(Op.AND, tuple(conditions), Bool)

    def _intern(self, node: Node) -> Node:
        kept = self._nodes.setdefault(_key(node), node)
        self._born.setdefault(id(kept), len(self._born))
        return kept


def _key(node: Node) -> tuple[Any, ...]:
    match node:
        case Const(value=value, sort=sort):
            return Const, value, sort
        case Param(position=position):
            return Param, position
        case Choice(setting=setting):
            return Choice, setting
        case Size(element=element):
            return Size, element
        case Load(field=field, index=index, after=after):
            return Load, id(field), after, *map(id, index)
        case Lookup(table=table, index=index):
            return Lookup, id(table), *map(id, index)
        case Apply(op=op, args=args):
            return Apply, op, *map(id, args)


def _sort(value: Value) -> Sort:
    from spec.language.values import sort_of_value

    return sort_of_value(value)


ParamSorts = Mapping[str, Sort]


def trace(
    name: str, function: Callable[..., object], params: ParamSorts, shape: Shape, state: type[State[Any]],
    board: type[Board], *, rules: frozenset[Rule] | None = None, rule: Rule | None = None, moments: int = 1,
) -> Tape:
    """The tape of a rule's function.

    The function gets a state (two of them, before and after, if `moments` is 2; the board alone if it is 0),
    then its parameters. A returned truth or number becomes the tape's result.
    """
    tracer = Tracer(shape, rules)
    tracer.rule = rule
    printed = board(tracer)
    subjects: list[object] = [state(tracer, printed, after=moment == 1) for moment in range(moments)] or [printed]
    arguments = [tracer.param(position, key, sort) for position, (key, sort) in enumerate(params.items())]
    try:
        result = function(*subjects, *arguments)
    except FoggError:
        raise
    except Exception as error:  # whatever else the function raises is a bug in the spec, told at its line
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise SpecError(what, _place_in(error, function)) from error
    if result is not None and not isinstance(result, (Value, bool, int)):
        raise SpecError(f"{name} returned {result!r}; it must return an expression", _place_of(function))
    if result is not None and tracer.stores:
        raise SpecError(f"{name} returns a value, so it must not store anything", tracer.stores[0].place)
    node = None
    if isinstance(result, bool):
        node = tracer.node(int(result))
    elif isinstance(result, int):
        node = tracer.node(result, Int(result, result))
    elif isinstance(result, Value):
        node = tracer.node(result.raw, Bool if isinstance(result, Truth) else _sort(result))
    nodes = [param.raw for param in arguments if isinstance(param, Value)]
    return Tape(
        name, dict(shape), tuple(node for node in nodes if isinstance(node, Param)), tuple(tracer.requires),
        tuple(tracer.stores), tracer.weight, node,
    )


def _place_in(error: Exception, function: Callable[..., object]) -> Place:
    """The innermost line of the function's own file that an exception came through."""
    file, place, trace = function.__code__.co_filename, _place_of(function), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            place = Place(file, trace.tb_lineno)
        trace = trace.tb_next
    return place


def _place_of(function: Callable[..., object]) -> Place:
    code = function.__code__
    return Place(code.co_filename, code.co_firstlineno)

