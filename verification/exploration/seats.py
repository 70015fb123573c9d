"""In which states of an instance the players' seats do not matter: moving everybody on by one changes no move.

A game often deals and prepares in the order of the seats and is the same for everybody afterwards. So the moves are
looked at for each stage of the game, which is what the scalar fields with named members hold (the phase, the decision
to be made). Stages are followed from the start by what the moves may store there; the seats do not matter in the
largest set of stages that no move leaves and whose moves are all the same for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import product

from spec.language.actions import Action, Declared, Kind, Property
from spec.language.nodes import Apply, Const, Load, Node, Op, children, in_order
from spec.language.sorts import Named
from spec.language.state import Field
from spec.language.tape import Store, Tape
from spec.language.tracing import Tracer
from spec.lowering.instance import Instance
from verification.exploration.turning import Forms, NotTurned, Turner

Stage = tuple[int, ...]
"""The values of the fields that tell the stages of a game apart."""
MOST_STAGES = 2_000
"""An instance with more stages is taken to have one only."""


@dataclass(frozen=True, eq=False)
class Seats:
    """The stages in which the seats do not matter, of all `reached`, and why they do in each of the others.

    `fields` tell the stages apart. `why` holds reasons by stage; a stage that leads to one with a reason has its own.
    """

    instance: Instance
    fields: tuple[Field, ...]
    reached: tuple[Stage, ...]
    free: frozenset[Stage]
    why: Mapping[Stage, str]

    @property
    def reason(self) -> str:
        """Why the seats matter, if they do in every stage."""
        return next(iter(self.why.values()), "")


def seats(instance: Instance, asked: Sequence[Declared] = ()) -> Seats:
    """Find the stages in which an instance's moves, and what is asked of its states, are the same for every seat.

    `asked` are properties, each asked for all values of its parameters, and readings.
    """
    ends = instance.game.readings.get("over")
    return _Search(instance, [*asked, *([ends] if ends is not None else [])]).found()


class Specialised:
    """One tape with some fields known: what is then constant is folded, and what cannot be is left out.

    `after` are the fields as they are after a move, for a property of two states.
    """

    def __init__(
        self, instance: Instance, known: Mapping[Field, int], after: Mapping[Field, int] | None = None
    ) -> None:
        self.tracer = Tracer(instance.shape)
        self.known = known
        self.after = after or {}
        self._done: dict[int, Node] = {}

    def __call__(self, root: Node) -> Node:
        for node in in_order([root]):
            if id(node) not in self._done:
                self._done[id(node)] = self._rebuilt(node)
        return self._done[id(root)]

    def _rebuilt(self, node: Node) -> Node:
        match node:
            case Load(field=field, after=False) if field in self.known:
                return self.tracer.node(self.known[field], field.sort)
            case Load(field=field, after=True) if field in self.after:
                return self.tracer.node(self.after[field], field.sort)
            case _:
                return self.tracer.rebuilt(node, tuple(self._done[id(one)] for one in children(node)))

    def is_possible(self, tape: Tape) -> bool:
        """Whether a move may be legal, as far as the known fields tell."""
        return not any(_is_false(self(one.holds)) for one in tape.requires)

    def stores(self, tape: Tape) -> Iterator[Store]:
        """The stores that may be done."""
        for one in tape.stores:
            path = tuple(self(condition) for condition in one.path)
            if not any(_is_false(condition) for condition in path):
                kept = tuple(condition for condition in path if not isinstance(condition, Const))
                index = tuple(self(node) for node in one.index)
                yield Store(one.number, one.rule, one.field, index, self(one.value), kept, one.checked, one.place)


def _is_false(node: Node) -> bool:
    return isinstance(node, Const) and not node.value


class _Search:
    def __init__(self, instance: Instance, asked: Sequence[Declared]) -> None:
        self.instance = instance
        self.asked = asked
        self.player = instance.game.players
        self.tapes: dict[Action, Tape] = {one: instance.tape(one) for one in instance.game.actions.values()}
        fields = [field for field in instance.layout if self._tells_stages(field)]
        sizes = 1
        for field in fields:
            sizes *= instance.layout[field].hi + 1
        self.fields = tuple(fields) if sizes <= MOST_STAGES else ()
        self.forms = Forms()

    def _tells_stages(self, field: Field) -> bool:
        return not field.index and isinstance(field.sort, Named) and bool(field.sort.element.members)

    def found(self) -> Seats:
        """Follow the stages from the start, and take away those that lead to one where seats matter."""
        start = tuple(self.instance.start[self.instance.layout[field].offset] for field in self.fields)
        onward: dict[Stage, set[Stage]] = {}
        why: dict[Stage, str] = {}
        waiting = [start]
        while waiting:
            stage = waiting.pop()
            if stage in onward:
                continue
            onward[stage] = set()
            known = dict(zip(self.fields, stage, strict=True))
            for action, tape in self.tapes.items():
                special = Specialised(self.instance, known)
                if not special.is_possible(tape):
                    continue
                stores = list(special.stores(tape))
                onward[stage] |= self._next(stage, stores)
                if stage not in why:
                    reason = self._difference(special, action, tape, stores)
                    if reason:
                        why[stage] = reason
            waiting += onward[stage]
            for declared in self.asked:
                if stage not in why and not self._is_same(declared, stage, onward[stage]):
                    why[stage] = f"{declared.name} differs from seat to seat"
        free = set(onward) - set(why)
        while True:
            leaving = {stage for stage in free if not onward[stage] <= free}
            if not leaving:
                break
            free -= leaving
        return Seats(self.instance, self.fields, tuple(onward), frozenset(free), why)

    def _next(self, stage: Stage, stores: Sequence[Store]) -> set[Stage]:
        """The stages that a move may lead to."""
        values = [{value} for value in stage]
        for store in stores:
            if store.field in self.fields:
                hi = self.instance.layout[store.field].hi
                values[self.fields.index(store.field)] |= _values(store.value, hi)
        return set(product(*values))

    def _difference(self, special: Specialised, action: Action, tape: Tape, stores: Sequence[Store]) -> str:
        """How a move tells the seats apart; empty if it does not."""
        try:
            whole = [special(one.holds) for one in tape.requires]
            weight = None if tape.weight is None else special(tape.weight)
            before, after = (self._turner(steps) for steps in (0, 1))
            needs = [{turner.truth(part) for one in whole for part in _parts(one)} for turner in (before, after)]
            if needs[0] != needs[1]:
                return f"{action.name} needs something that differs from seat to seat"
            if weight is not None and before.truth(weight) != after.truth(weight):
                return f"how often {action.name} happens differs from seat to seat"
            return _reordered(stores, before, after, action)
        except NotTurned as error:
            return f"{action.name}: {error}"

    def _is_same(self, declared: Declared, stage: Stage, onward: Set[Stage]) -> bool:
        """Whether a property or reading is the same for every seat in a stage, and in those that a move leads to."""
        result = self.instance.tape(declared).result
        assert result is not None, "a property or reading has a result"
        known = dict(zip(self.fields, stage, strict=True))

        def same(after: Stage) -> bool:
            told = Specialised(self.instance, known, dict(zip(self.fields, after, strict=False)))(result)
            try:
                return self._turner(0).truth(told) == self._turner(1).truth(told)
            except NotTurned:
                return False

        steps = isinstance(declared, Property) and declared.kind is Kind.STEP
        return same(()) or (steps and all(same(following) for following in onward))

    def _turner(self, steps: int) -> Turner:
        return Turner(self.forms, self.player, self.instance.players, steps)


def _parts(node: Node) -> tuple[Node, ...]:
    return node.args if isinstance(node, Apply) and node.op is Op.AND else (node,)


def _values(node: Node, hi: int) -> set[int]:
    """The values that a member of a sort may have."""
    if isinstance(node, Const):
        return {node.value}
    if isinstance(node, Apply) and node.op is Op.ITE:
        return _values(node.args[1], hi) | _values(node.args[2], hi)
    return set(range(hi + 1))


def _reordered(stores: Sequence[Store], before: Turner, after: Turner, action: Action) -> str:
    """Whether the stores are the same once everybody has moved on, in an order that gives the same cells."""
    places: dict[object, list[int]] = {}
    for place, store in enumerate(stores):
        places.setdefault(_store_form(store, before), []).append(place)
    images: list[int] = []
    for store in stores:
        same = places.get(_store_form(store, after))
        if not same:
            return f"{action.name} changes {store.field.name} in a way that differs from seat to seat ({store.place})"
        images.append(same.pop(0))
    for second, store in enumerate(stores):
        for first in range(second):
            if images[first] > images[second] and _may_meet(stores[first], store):
                return f"{action.name} changes {store.field.name} seat by seat, the last one counting ({store.place})"
    return ""


def _store_form(store: Store, turner: Turner) -> object:
    facts = frozenset[int]()
    for condition in store.path:
        facts |= turner.facts(condition, True, facts)
    path = {turner.truth(part, facts) for condition in store.path for part in _parts(condition)}
    index = (turner.cell(one, sort, facts) for one, sort in zip(store.index, store.field.index, strict=True))
    return store.field, tuple(index), turner.cell(store.value, store.field.sort, facts), frozenset(path)


def _may_meet(one: Store, other: Store) -> bool:
    """Whether two stores may be to the same cell."""
    if one.field is not other.field:
        return False
    pairs = zip(one.index, other.index, strict=True)
    return not any(isinstance(a, Const) and isinstance(b, Const) and a.value != b.value for a, b in pairs)
