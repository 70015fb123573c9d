"""Whether an expression says the same when the players change seats: everybody moves on by one, round the table.

Expressions are put into a normal form in which the order of sums, minima, conjunctions and the like does not matter.
A `Turner` of 0 steps gives the form of an expression as it is, one of 1 step that of the expression as it reads the
state after everybody has moved on, told in terms of the state before; where both forms are the same, moving on changes
nothing. A value that is a player moves on itself; what counts players or compares their numbers does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import assert_never

from spec.language.errors import Place, SpecError
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size
from spec.language.printing import expression
from spec.language.sorts import ABSENT, Named, Opt, Sort
from spec.language.values import Element

Facts = frozenset[int]
"""The normal forms of values that are known not to be absent."""

LONGEST_CHAIN = 200


class Kind(Enum):
    """Whether a value moves on with the players, stays, or can be read as either (a literal)."""

    STAYS = "stays"
    MOVES = "moves"
    EITHER = "either"


class NotTurned(SpecError):
    """An expression tells the players' seats apart."""


class Forms:
    """Normal forms as numbers: equal forms have equal numbers."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self.parts: list[tuple[object, ...]] = []

    def number(self, *parts: object) -> int:
        """The number of a form."""
        known = self._numbers.get(parts)
        if known is None:
            known = self._numbers[parts] = len(self.parts)
            self.parts.append(parts)
        return known


class Turner:
    """Puts expressions of one instance into the normal form that they have after `steps` seats."""

    def __init__(self, forms: Forms, player: type[Element], players: int, steps: int) -> None:
        self.forms = forms
        self.player = player
        self.players = players
        self.steps = steps
        self._kinds: dict[int, Kind] = {}
        self._done: dict[tuple[int, Kind, Facts], int] = {}
        self._kept: list[Node] = []  # nodes are known by id, so they are kept as long as what is known of them

    def is_player(self, sort: Sort) -> bool:
        """Whether a sort's values are players."""
        return isinstance(sort, (Named, Opt)) and sort.element is self.player

    def kind(self, node: Node) -> Kind:
        """How a node's value moves."""
        found = self._kinds.get(id(node))
        if found is None:
            found = self._kinds[id(node)] = self._kind(node)
            self._kept.append(node)
        return found

    def _kind(self, node: Node) -> Kind:
        match node:
            case Const():
                return Kind.EITHER
            case Param(sort=sort) | Load(sort=sort) | Lookup(sort=sort):
                return Kind.MOVES if self.is_player(sort) else Kind.STAYS
            case Choice() | Size():
                return Kind.STAYS
            case Apply(op=Op.ITE, args=(_, then, otherwise)):
                kinds = {self.kind(then), self.kind(otherwise)} - {Kind.EITHER}
                return next(iter(kinds)) if len(kinds) == 1 else Kind.STAYS if kinds else Kind.EITHER
            case Apply(op=Op.MAX, args=args):
                return Kind.MOVES if self._optional(args) is not None else Kind.STAYS
            case Apply(op=Op.MOD):
                return Kind.MOVES if self._seats(node) == 1 else Kind.STAYS
            case Apply():
                return Kind.STAYS
            case _:
                assert_never(node)

    def _optional(self, args: Sequence[Node]) -> Node | None:
        """The optional player whose value `max(player, 0)` is, if it is one."""
        for one, other in (args, reversed(args)):
            if self.kind(one) is Kind.MOVES and isinstance(other, Const) and other.value == 0:
                return one
        return None

    def _seats(self, node: Apply) -> int | None:
        """How many more players are added than taken away in a number counted round the table; None if it is not."""
        whole, size = node.args
        if not isinstance(size, Const) or size.value != self.players:
            return None
        terms = _terms(whole)
        if any(self.kind(one) is Kind.MOVES and one.lo < 0 for one, _ in terms):
            return None
        return sum(sign for one, sign in terms if self.kind(one) is Kind.MOVES)

    def truth(self, node: Node, facts: Facts = frozenset()) -> int:
        """The form of a truth or a number."""
        return self.form(node, Kind.STAYS, facts)

    def cell(self, node: Node, sort: Sort, facts: Facts = frozenset()) -> int:
        """The form of an index or a value of a sort."""
        return self.form(node, Kind.MOVES if self.is_player(sort) else Kind.STAYS, facts)

    def form(self, node: Node, kind: Kind, facts: Facts) -> int:
        """The form of a node as a value that moves or stays; `NotTurned` if it cannot be read so."""
        key = (id(node), kind, facts)
        found = self._done.get(key)
        if found is None:
            if self.kind(node) not in (kind, Kind.EITHER):
                self._refuse(node.place, f"a seat as a number, or a number as a seat: {expression(node)[:200]}")
            found = self._done[key] = self._formed(node, kind, facts)
        return found

    def _refuse(self, place: Place | None, what: str) -> int:
        raise NotTurned(what, place)

    def _formed(self, node: Node, kind: Kind, facts: Facts) -> int:
        number = self.forms.number
        match node:
            case Const(value=value):
                moves = kind is Kind.MOVES and 0 <= value < self.players
                return number("const", kind, (value - self.steps) % self.players if moves else value)
            case Param(position=position):
                return number("param", position)
            case Choice() | Size():
                return number("open", id(node))
            case Load(field=field, index=index, after=after):
                cells = (self.cell(one, sort, facts) for one, sort in zip(index, field.index, strict=True))
                return number("load", id(field), after, *cells)
            case Lookup(table=table, index=index):
                if self.is_player(table.sort) or any(self.is_player(sort) for sort in table.index):
                    return self._refuse(node.place, f"{table.name} of the board tells seats apart")
                return number("lookup", id(table), *(self.truth(one, facts) for one in index))
            case Apply(op=op, args=args):
                return self._applied(node, op, args, kind, facts)
            case _:
                assert_never(node)

    def _applied(self, node: Apply, op: Op, args: tuple[Node, ...], kind: Kind, facts: Facts) -> int:
        number = self.forms.number
        match op:
            case Op.AND | Op.OR:
                return self._junction(op, args, facts)
            case Op.NOT:
                return number(op, self.truth(args[0], facts))
            case Op.ITE:
                return self._chain(node, kind, facts)
            case Op.EQ:
                moves = any(self.kind(one) is Kind.MOVES for one in args)
                forms = (self.form(one, Kind.MOVES if moves else Kind.STAYS, facts) for one in args)
                return number(op, *sorted(forms))
            case Op.MAX if kind is Kind.MOVES:
                optional = self._optional(args)
                assert optional is not None, "only the value of an optional player moves"
                inner = self.form(optional, Kind.MOVES, facts)
                # An absent player's value is member 0, wherever the others have moved on to.
                absent = None if inner in facts else -self.steps % self.players
                return number("value", inner, absent)
            case Op.MOD if self._seats(node) in (0, 1):
                return number("round", *self._sum(args[0], facts, moving=True))
            case Op.ADD | Op.SUB:
                return number("sum", *self._sum(node, facts, moving=False))
            case Op.MIN | Op.MAX:
                return number(op, *sorted({self.truth(one, facts) for one in _flat(op, args)}))
            case Op.MUL:
                return number(op, *sorted(self.truth(one, facts) for one in args))
            case Op.DIV | Op.MOD | Op.LT | Op.LE:
                return number(op, *(self.truth(one, facts) for one in args))
            case _:
                assert_never(op)

    def _sum(self, node: Node, facts: Facts, moving: bool) -> list[tuple[int, int]]:
        """The terms of a sum, each with its sign; players stand for their seats where it is counted round the table."""
        found: list[tuple[int, int]] = []
        for one, sign in _terms(node):
            moves = moving and self.kind(one) is Kind.MOVES
            found.append((self.form(one, Kind.MOVES if moves else Kind.STAYS, facts), sign))
        return sorted(found)

    def _chain(self, node: Apply, kind: Kind, facts: Facts) -> int:
        """If, else if, ... else: neighbours whose conditions exclude one another, or with one value, may be swapped.

        The form is the first in order that such swaps lead to.
        """
        links: list[tuple[int, int, Node]] = []
        rest: Node = node
        while isinstance(rest, Apply) and rest.op is Op.ITE and len(links) < LONGEST_CHAIN:
            condition, then, otherwise = rest.args
            held = self.form(then, kind, facts | self.facts(condition, True, facts))
            links.append((self.truth(condition, facts), held, condition))
            facts = facts | self.facts(condition, False, facts)
            rest = otherwise
        ordered: list[int] = []
        while links:
            free = [
                place for place, (_, value, condition) in enumerate(links)
                if all(value == other or _exclude(condition, before) for _, other, before in links[:place])
            ]
            first = min(free, key=lambda place: links[place][:2])
            ordered += links.pop(first)[:2]
        return self.forms.number(Op.ITE, *ordered, self.form(rest, kind, facts))

    def _junction(self, op: Op, args: Sequence[Node], facts: Facts) -> int:
        """AND and OR: each part may rest on what the others say of absent players."""
        holds = op is Op.AND
        flat = _flat(op, args)
        told = [self.facts(one, holds, facts) for one in flat]
        telling = [(place, fact) for place, fact in enumerate(told) if fact]
        parts: set[int] = set()
        for place, one in enumerate(flat):
            others = frozenset().union(*(fact for at, fact in telling if at != place))
            parts.add(self.truth(one, facts | others))
        return self.forms.number(op, *sorted(parts))

    def facts(self, condition: Node, holds: bool, facts: Facts) -> Facts:
        """Which optional players are there if a condition holds, or if it does not."""
        if not isinstance(condition, Apply):
            return frozenset()
        op, args = condition.op, condition.args
        if op is Op.NOT:
            return self.facts(args[0], not holds, facts)
        if op is (Op.AND if holds else Op.OR):
            return frozenset().union(*(self.facts(one, holds, facts) for one in args))
        if op is Op.EQ:
            for one, other in (args, reversed(args)):
                if self.kind(one) is not Kind.MOVES or one.lo >= 0:
                    continue
                is_missing = isinstance(other, Const) and other.value == ABSENT
                if (is_missing and not holds) or (holds and other.lo >= 0):
                    return frozenset([self.form(one, Kind.MOVES, facts)])
        return frozenset()


def _exclude(one: Node, other: Node) -> bool:
    """Whether two conditions ask for different literals as the value of the same thing."""
    asked = [dict(_asked(condition)) for condition in (one, other)]
    return any(asked[1].get(thing, value) != value for thing, value in asked[0].items())


def _asked(condition: Node) -> Iterator[tuple[int, int]]:
    """The things that must have the value of a literal where a condition holds."""
    for part in _flat(Op.AND, [condition]):
        if isinstance(part, Apply) and part.op is Op.EQ:
            for thing, literal in (part.args, reversed(part.args)):
                if isinstance(literal, Const):
                    yield id(thing), literal.value


def _flat(op: Op, args: Sequence[Node]) -> list[Node]:
    """The operands of an operation whose brackets do not matter."""
    found: list[Node] = []
    for one in args:
        found.extend(_flat(op, one.args) if isinstance(one, Apply) and one.op is op else [one])
    return found


def _terms(node: Node) -> list[tuple[Node, int]]:
    """The terms of a sum of any depth, each with its sign."""
    found: list[tuple[Node, int]] = []
    waiting = [(node, 1)]
    while waiting:
        one, sign = waiting.pop()
        if isinstance(one, Apply) and one.op in (Op.ADD, Op.SUB):
            waiting += [(one.args[0], sign), (one.args[1], sign if one.op is Op.ADD else -sign)]
        else:
            found.append((one, sign))
    return found
