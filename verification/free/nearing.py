"""How far a state is from a situation: a number by which a game that comes to it is looked for.

What must hold is measured condition by condition (the branch distance of search-based testing): a comparison of
numbers by how much is missing, anything else by whether it holds; what must hold together is added up, and of what
may hold instead the nearest counts. The number is 0 just where the situation is there, and no verdict rests on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any

from spec.language.actions import Kind, Property, Reading
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Raw, Size, in_order
from spec.language.session import Session
from spec.language.sorts import Bool, Int, Upto
from spec.language.values import Number, Truth
from spec.lowering.llvm import LlvmExecutor
from verification.directed import Reached, Seeker
from verification.free.goals import Goal

UNIT, FAR = 2, 60
"""What one piece, coin or step that is missing counts beside a condition that fails, and the most that any counts."""
WIDTHS = (100, 1_000)
"""The states that a beam keeps of every depth, in this order."""
MOST_COMBINED = 2_000
"""The distance is told for no situation with more values of its parameters than these, all taken together."""
LONGEST = 1_000
"""The moves of a game after which a beam is given up."""
_DISTANCE = Int(0, 4_000)


def games_to(executor: LlvmExecutor, situation: Property, seed: int) -> Iterator[Reached]:
    """What wider and wider beams come to that are led by the distance from a situation."""
    seeker = Seeker(executor, situation, trusted=False)
    for width in WIDTHS:
        yield seeker.beam(width, None, LONGEST, seed)


def claim_of(goal: Goal) -> Property:
    """That a situation is there for some parameters, with its distance as a guide, for the instance of its tape."""
    return situation(goal.key, goal.tape.params, [one.holds for one in goal.tape.requires])


def situation(key: Iterable[str], bound: Iterable[Param], roots: Sequence[Node], failing: int = 1) -> Property:
    """That conditions hold together for some parameters, with their distance as a guide if it is fast enough to tell.

    A condition that fails and is no comparison of numbers adds `failing` to it.
    """
    bound, words = tuple(bound), " ".join(key)
    params = {param.name: param.sort for param in bound}
    is_guided = prod(param.hi - param.lo + 1 for param in bound) <= MOST_COMBINED

    def there(t: Any, *args: Any) -> Truth:
        again = _Again(t.session, [one.raw for one in args])
        return Truth(again.both([again.value(root) for root in roots]), t.session)

    def distance(t: Any, *args: Any) -> Number:
        again = _Again(t.session, [one.raw for one in args], failing)
        return Number(again.total([again.distance(root, True) for root in roots]), t.session)

    name = re.sub(r"\W+", "_", words)
    return Property(
        name, there, params, Kind.REACHABLE, name, words, (), None,
        Reading(f"{name}_distance", distance, params) if is_guided else None,
    )


class _Again:
    """The nodes of a tape said once more in another session, and how far conditions among them are from holding."""

    def __init__(self, session: Session, args: list[Raw], failing: int = 1) -> None:
        self._session = session
        self._args = args
        self._failing = failing
        self._values: dict[int, Raw] = {}
        self._distances: dict[tuple[int, bool], Raw] = {}
        self._pairs: dict[tuple[int, int], Raw] = {}

    def value(self, root: Node) -> Raw:
        """What a node amounts to."""
        for node in in_order([root], self._values):
            self._values[id(node)] = self._value(node)
        return self._values[id(root)]

    def _value(self, node: Node) -> Raw:
        session, known = self._session, self._values
        match node:
            case Const(value=value):
                return value
            case Param(position=position):
                return self._args[position]
            case Choice(setting=setting):
                return session.choice(setting)
            case Size(element=element):
                return session.open_size(element)
            case Load(field=field, index=index, after=after):
                return session.load(field, tuple(known[id(one)] for one in index), after)
            case Lookup(table=table, index=index):
                return session.lookup(table, tuple(known[id(one)] for one in index))
            case Apply(op=op, args=args, sort=sort):
                return session.apply(op, tuple(known[id(one)] for one in args), sort)

    def distance(self, node: Node, wanted: bool) -> Raw:
        """How far a condition is from being as wanted."""
        at = id(node), wanted
        if at not in self._distances:
            self._distances[at] = self._distance(node, wanted)
        return self._distances[at]

    def _distance(self, node: Node, wanted: bool) -> Raw:
        if not isinstance(node, Apply):
            return self._fails(node, wanted)
        match node.op:
            case Op.NOT:
                return self.distance(node.args[0], not wanted)
            case Op.AND | Op.OR:
                parts = [self.distance(one, wanted) for one in node.args]
                return self.total(parts) if (node.op is Op.AND) is wanted else self._nearest(parts)
            case Op.ITE:
                condition, then, otherwise = node.args
                return self._nearest([
                    self.total([self.distance(condition, way), self.distance(part, wanted)])
                    for way, part in ((True, then), (False, otherwise))
                ])
            case Op.LE | Op.LT:
                a, b = (self.value(one) for one in node.args)
                strict = node.op is Op.LT
                return self._missing(a, b, int(strict)) if wanted else self._missing(b, a, int(not strict))
            case Op.EQ if wanted and all(isinstance(one.sort, (Int, Upto)) for one in node.args):
                a, b = (self.value(one) for one in node.args)
                return self.total([self._missing(a, b, 0), self._missing(b, a, 0)])
            case Op.EQ if not wanted:
                return self._unlike(*node.args)
            case _:
                return self._fails(node, wanted)

    def _unlike(self, a: Node, b: Node) -> Raw:
        """How far two values are from being different: by the conditions that would make them so."""
        at = (id(a), id(b))
        if at not in self._pairs:
            self._pairs[at] = self._unlike_anew(a, b)
        return self._pairs[at]

    def _unlike_anew(self, a: Node, b: Node) -> Raw:
        first, second = self.value(a), self.value(b)
        if first is second:
            return FAR
        if isinstance(a, Apply) and isinstance(b, Apply) and a.op is b.op:
            if a.op is Op.NOT:
                return self._unlike(a.args[0], b.args[0])
            if a.op is Op.ITE and self.value(a.args[0]) is self.value(b.args[0]):
                return self._nearest([
                    self.total([self.distance(a.args[0], way), self._unlike(a.args[part], b.args[part])])
                    for way, part in ((True, 1), (False, 2))
                ])
            if a.op in (Op.AND, Op.OR):
                return self._unlike_in_parts(a, b)
        for one, other in ((a, b), (b, a)):
            if isinstance(one, Apply) and one.op is Op.ITE:
                return self._unlike_by(one, other)
        if isinstance(a, Apply) and isinstance(b, Apply) and a.sort is Bool and b.sort is Bool:
            return self._nearest([
                self.total([self.distance(a, way), self.distance(b, not way)]) for way in (True, False)
            ])
        return self._equal(first, second)

    def _equal(self, first: Raw, second: Raw) -> Raw:
        """What two values add that are to be different."""
        return self._counted(self._session.apply(Op.EQ, (first, second), Bool))

    def _unlike_by(self, a: Apply, b: Node) -> Raw:
        """How far two values are from being different, by the cases of the first."""
        condition, then, otherwise = a.args
        return self._nearest([
            self.total([self.distance(condition, way), self._unlike(part, b)])
            for way, part in ((True, then), (False, otherwise))
        ])

    def _unlike_in_parts(self, a: Apply, b: Apply) -> Raw:
        """How far two conjunctions, or two disjunctions, are from being different: what they share decides nothing."""
        all_hold = a.op is Op.AND
        shared = {id(self.value(one)) for one in a.args} & {id(self.value(one)) for one in b.args}
        common = [self.distance(one, all_hold) for one in a.args if id(self.value(one)) in shared]
        left, right = ([one for one in side.args if id(self.value(one)) not in shared] for side in (a, b))
        if len(left) == len(right) == 1:
            return self.total([*common, self._unlike(left[0], right[0])])
        if not left and not right:
            return FAR  # the same in another order
        ways = [
            self.total([
                *(self.distance(one, all_hold) for one in agree),
                self._nearest([self.distance(one, not all_hold) for one in part]),
            ])
            for agree, part in ((left, right), (right, left)) if part
        ]
        return self.total([*common, self._nearest(ways)])

    def both(self, truths: list[Raw]) -> Raw:
        """Whether all of some truths hold."""
        return truths[0] if len(truths) == 1 else self._session.apply(Op.AND, tuple(truths), Bool) if truths else 1

    def total(self, parts: list[Raw]) -> Raw:
        """The sum of some numbers."""
        whole: Raw = 0
        for one in parts:
            whole = self._session.apply(Op.ADD, (whole, one), _DISTANCE)
        return whole

    def _nearest(self, parts: list[Raw]) -> Raw:
        least = parts[0]
        for one in parts[1:]:
            least = self._session.apply(Op.MIN, (least, one), _DISTANCE)
        return least

    def _missing(self, a: Raw, b: Raw, more: int) -> Raw:
        """How much is missing until a + more <= b."""
        apply = self._session.apply
        over = apply(Op.ADD, (apply(Op.SUB, (a, b), _DISTANCE), more), _DISTANCE)
        above = apply(Op.MAX, (0, over), _DISTANCE)
        return apply(Op.MIN, (FAR, apply(Op.MUL, (above, UNIT), _DISTANCE)), _DISTANCE)

    def _fails(self, node: Node, wanted: bool) -> Raw:
        """What a condition adds that is not as wanted."""
        value = self.value(node)
        return self._counted(self._session.apply(Op.NOT, (value,), Bool) if wanted else value)

    def _counted(self, fails: Raw) -> Raw:
        return fails if self._failing == 1 else self._session.apply(Op.MUL, (fails, self._failing), _DISTANCE)
