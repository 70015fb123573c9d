"""Where the mutants of one tape are made: all of them share the nodes that they leave as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from spec.language.board import Printed
from spec.language.errors import Place
from spec.language.nodes import Apply, Const, Load, Lookup, Node, Op, children, in_order
from spec.language.sorts import Bool, Int, Shape, Sort, bounds
from spec.language.tape import Store, Tape
from spec.language.tracing import Tracer
from verification.mutation.clauses import marks
from verification.mutation.mutants import COMPARED, Kind, Mutant, Part, is_number, spoilt_expressions

_ANY = Int(-(2**31), 2**31 - 1)
_Order = Sequence[tuple[Node, tuple[Node, ...]]]
"""Nodes with their operands, which come before them."""
_Spoilt = Mapping[int, Node]
"""What stands in the place of a node, by its id."""


class Workshop:
    """One action's tape, its mutants, and the tapes that they come to; `rule` is the one that its weight rests on."""

    def __init__(self, tape: Tape, tables: Iterable[Printed], rule: str) -> None:
        self.rule = rule
        self.tracer = Tracer(tape.shape)
        self.tables = {table.name: table for table in tables}
        nodes = list(tape.nodes())
        again: dict[int, Node] = {}
        for node in nodes:
            again[id(node)] = self.tracer.rebuilt(node, tuple(again[id(part)] for part in children(node)))
        self.tape = replace(
            tape, requires=tuple(replace(one, holds=again[id(one.holds)]) for one in tape.requires),
            stores=tuple(filter(None, (_store_over(store, again, tape.shape) for store in tape.stores))),
            weight=None if tape.weight is None else again[id(tape.weight)],
        )

    @cached_property
    def marks(self) -> dict[int, str]:
        """Which clause every node of the tape is."""
        return marks(self.tape.nodes())

    @cached_property
    def mutants(self) -> dict[Mutant, Tape]:
        """Every mutant that the tape offers, with its tape; what no rule could be written as is left out."""
        found: dict[Mutant, Tape] = {}
        made: set[tuple[object, ...]] = {_identity(self.tape)}
        for mutant in self._offered():
            if mutant not in found:
                tape = self._made(mutant)
                if tape is not None and (identity := _identity(tape)) not in made:
                    made.add(identity)
                    found[mutant] = tape
        return found

    @cached_property
    def offered_ids(self) -> frozenset[str]:
        """The numbers of all mutants that come into question: quickly found, and a few are none after all."""
        return frozenset(mutant.id for mutant in self._offered())

    def _offered(self) -> Iterator[Mutant]:
        for require in self.tape.requires:
            place, rule = require.place, require.rule.id
            yield Mutant(Kind.NO_REQUIREMENT, Part.NEEDS, place, "", "", rule, place, require.holds)
            yield from self._spoilt(Part.NEEDS, place, lambda node, rule=rule: rule)  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        for store in self.tape.stores:
            rule, name = store.rule.id, store.field.name
            yield Mutant(Kind.NO_STORE, Part.DOES, store.place, name, "", rule, store.place, store)
            if is_number(store.field.sort):
                for kind in (Kind.RAISED, Kind.LOWERED):
                    yield Mutant(kind, Part.DOES, store.place, name, "", rule, store.place, store)
        yield from self._spoilt(Part.DOES, None, lambda node: self._first_rules[id(node)])
        yield from self._spoilt(Part.WEIGHT, None, lambda node: self.rule)

    def _spoilt(self, part: Part, place: Place | None, rule_of: Callable[[Node], str]) -> Iterator[Mutant]:
        for node, _ in self._order(part, place):
            for kind, table in self._ways(node):
                yield Mutant(kind, part, place, self.marks[id(node)], table, rule_of(node), node.place, node)

    def _ways(self, node: Node) -> Iterable[tuple[Kind, str]]:
        return spoilt_expressions(node, tuple(self.tables.values()))

    @cached_property
    def _first_rules(self) -> dict[int, str]:
        """The rule of the first store that an expression matters to."""
        found: dict[int, str] = {}
        for store in self.tape.stores:
            for node in in_order([*store.path, *store.index, store.value]):
                found.setdefault(id(node), store.rule.id)
        return found

    def _order(self, part: Part, place: Place | None) -> _Order:
        key = part, place
        if key not in self._orders:
            match part:
                case Part.NEEDS:
                    roots = [one.holds for one in self.tape.requires if one.place == place]
                case Part.WEIGHT:
                    roots = [self.tape.weight] if self.tape.weight is not None else []
                case Part.DOES:
                    roots = [node for one in self.tape.stores for node in (*one.path, *one.index, one.value)]
            self._orders[key] = [(node, children(node)) for node in in_order(roots)]
        return self._orders[key]

    @cached_property
    def _orders(self) -> dict[tuple[Part, Place | None], _Order]:
        return {}

    def tape_of(self, mutant: Mutant) -> Tape:
        """The tape of a mutant; the tape as it is if it has no such clause."""
        return self._made(mutant) or self.tape

    def _made(self, mutant: Mutant) -> Tape | None:
        """The tape of a mutant; None if it could not be written in the language."""
        if mutant.kind is Kind.NO_REQUIREMENT:
            return replace(self.tape, requires=tuple(one for one in self.tape.requires if one.place != mutant.place))
        if mutant.place is not None and mutant.part is Part.DOES:
            return self._restored(mutant)
        order = self._order(mutant.part, mutant.place)
        spoilt: dict[int, Node] = {}
        for node, _ in order:
            if self.marks[id(node)] == mutant.mark and (mutant.kind, mutant.table) in self._ways(node):
                other = self._spoil(node, mutant)
                if other is not None:
                    spoilt[id(node)] = other
        if not spoilt:
            return None
        changed = self._above(order, spoilt)
        match mutant.part:
            case Part.NEEDS:
                requires = tuple(
                    replace(one, holds=changed[id(one.holds)])
                    if one.place == mutant.place and id(one.holds) in changed else one for one in self.tape.requires
                )
                tape = replace(self.tape, requires=requires)
            case Part.WEIGHT:
                assert self.tape.weight is not None
                tape = replace(self.tape, weight=changed.get(id(self.tape.weight), self.tape.weight))
            case Part.DOES:
                stores = filter(None, (_store_over(one, changed, self.tape.shape) for one in self.tape.stores))
                tape = replace(self.tape, stores=tuple(stores))
        return tape if self._can_be_written(tape, changed.values()) else None

    def _above(self, order: _Order, spoilt: _Spoilt) -> _Spoilt:
        """What becomes of every node that reads a spoilt one."""
        changed = dict(spoilt)
        for node, parts in order:
            if id(node) not in changed and any(id(part) in changed for part in parts):
                changed[id(node)] = self.tracer.rebuilt(node, tuple(changed.get(id(part), part) for part in parts))
        return changed

    def _restored(self, mutant: Mutant) -> Tape | None:
        """The tape with the stores at a place dropped, or with another amount."""
        stores: list[Store] = []
        for store in self.tape.stores:
            if (store.place, store.field.name) != (mutant.place, mutant.mark):
                stores.append(store)
            elif mutant.kind is not Kind.NO_STORE:
                stores.append(_of_value(store, self._shifted(store.value, mutant.kind), self.tape.shape))
        tape = replace(self.tape, stores=tuple(stores))
        return tape if self._can_be_written(tape, ()) else None

    def _spoil(self, node: Node, mutant: Mutant) -> Node | None:
        """Another expression instead of one."""
        match node:
            case Apply(op=op, args=(a, b), sort=sort) if op in COMPARED:
                if mutant.kind is Kind.FLIPPED:
                    return self.tracer.apply(Op.NOT, (node,), Bool, node.place)
                return self.tracer.apply(op, (a, self._shifted(b, mutant.kind)), sort, node.place)
            case Apply(op=op, args=args, sort=sort):
                shifted = tuple(self._shifted(arg, mutant.kind) if isinstance(arg, Const) else arg for arg in args)
                if op in (Op.DIV, Op.MOD) and shifted[1].lo <= 0:
                    return None
                return self.tracer.apply(op, shifted, sort, node.place)
            case Lookup():
                return self.tracer.rebuilt(replace(node, table=self.tables[mutant.table]), node.index)
            case _:
                return None

    def _shifted(self, node: Node, kind: Kind) -> Node:
        op = Op.ADD if kind is Kind.RAISED else Op.SUB
        sort = node.sort if is_number(node.sort) else _ANY
        return self.tracer.apply(op, (node, self.tracer.node(1, _ANY)), sort, node.place)

    def _can_be_written(self, tape: Tape, changed: Iterable[Node]) -> bool:
        """Whether every store may stay in its sort, and every index does, as the language asks of a rule."""
        for store in tape.stores:
            lo, hi = bounds(store.field.sort, tape.shape)
            if store.value.hi < lo or hi < store.value.lo or not _lies_in(store.field.index, store.index):
                return False
        return all(
            _lies_in(node.field.index if isinstance(node, Load) else node.table.index, node.index)
            for node in changed if isinstance(node, (Load, Lookup))
        )


def _lies_in(sorts: tuple[Sort, ...], index: tuple[Node, ...]) -> bool:
    return all(
        sort.lo <= node.lo <= node.hi <= sort.hi
        for sort, node in zip(sorts, index, strict=True) if isinstance(sort, Int)
    )


def _store_over(store: Store, changed: _Spoilt, shape: Shape) -> Store | None:
    """A store with some expressions changed; itself if it has none of them, None if it is never done."""
    parts = (*store.path, *store.index, store.value)
    if not any(id(one) in changed for one in parts):
        return store
    path = tuple(changed.get(id(one), one) for one in store.path)
    if any(isinstance(one, Const) and not one.value for one in path):
        return None
    path = tuple(one for one in path if not isinstance(one, Const))
    index = tuple(changed.get(id(one), one) for one in store.index)
    return _of_value(replace(store, index=index, path=path), changed.get(id(store.value), store.value), shape)


def _of_value(store: Store, value: Node, shape: Shape) -> Store:
    """A store of another value; from its bounds it is seen whether it may leave the sort."""
    lo, hi = bounds(store.field.sort, shape)
    return replace(store, value=value, checked=value.lo < lo or hi < value.hi)


def _identity(tape: Tape) -> tuple[object, ...]:
    """Equal for tapes of one workshop that mean the same by their very form."""
    needs = tuple((one.number, id(one.holds)) for one in tape.requires)
    does = tuple(
        (store.number, *map(id, store.path), "at", *map(id, store.index), "is", id(store.value))
        for store in tape.stores
    )
    return needs, does, id(tape.weight)
