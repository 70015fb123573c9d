"""What of a move is done out of a viewer's sight: a card drawn into a hand, which of two cards is kept.

A parameter is out of sight if what it does to cells that the viewer does not see depends on it, unless what is seen
afterwards tells it. Whatever else is done was announced at the table, and everybody heard it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from spec.execution.insight import Args, anything, may_happen
from spec.execution.knowing import Known, effect_known, effects_of
from spec.execution.moves import move_text, signatures
from spec.execution.position import Position
from spec.execution.ranges import Amount, Ranges, slots_within
from spec.execution.seeing import HIDDEN, Onlooker
from spec.execution.table import Table
from spec.language.nodes import Apply, Node, Op, Param, children, in_order
from spec.language.sorts import Named
from spec.language.tape import Store, Tape
from spec.lowering.executor import Move


def args_seen(known: Known, move: Move) -> Args:
    """The parameters of a move as a viewer knows them; those out of sight can be anything.

    Whoever makes a move knows it.
    """
    signature = signatures(known.table)[known.table.executor.actions[move[0]].name]
    if all(known.seen) or (signature.by_player and move[1] == known.viewer):
        return _opened(move, (), frozenset())
    whole = anything(known, move[0])
    hidden = _going_out_of_sight(known, move, whole)
    hidden = frozenset(place for place in hidden if not _is_told(known, move, place, hidden, whole))
    return _opened(move, whole, hidden)


def args_text(table: Table, number: int, args: Args) -> str:
    """A move as records write it, with what is out of sight left open."""
    hidden = {place: HIDDEN for place, (lo, hi) in enumerate(args) if lo < hi}
    return move_text(table, (number, *(lo for lo, _ in args)), hidden)


def text_seen(position: Position, move: Move, viewer: Onlooker) -> str:
    """A move made from a position in the words of records, with what is out of the viewer's sight left open."""
    known = Known.of(position.table, position.row, viewer)
    return args_text(position.table, move[0], args_seen(known, move))


def _opened(move: Move, whole: Args, hidden: frozenset[int]) -> Args:
    """The parameters of a move, some of them left open."""
    return tuple(whole[place] if place in hidden else (value, value) for place, value in enumerate(move[1:]))


def _going_out_of_sight(known: Known, move: Move, whole: Args) -> frozenset[int]:
    """The places of the parameters that something hidden may depend on; who is concerned is always seen."""
    action = known.table.executor.actions[move[0]]
    ranges, tape = effects_of(known.table, action)
    player = Named(known.table.game.players)
    open_ = frozenset(place for place, sort in enumerate(action.params.values()) if sort != player)
    while True:
        # A parameter known to be seen may tell that another does not go out of sight after all.
        amounts = ranges.amounts(known.cells, _opened(move, whole, open_))
        hidden = open_ & frozenset(
            place for store, flow in zip(tape.stores, _flows(tape), strict=True) for place in flow.depends
            if not all(known.seen[slot] for slot in _slots(known, store, ranges, amounts))
        )
        if hidden == open_:
            return hidden
        open_ = hidden


def _is_told(known: Known, move: Move, place: int, hidden: frozenset[int], whole: Args) -> bool:
    """Whether what is seen after the move could come from no other value of one parameter."""
    number = move[0]
    ranges, tape = effects_of(known.table, known.table.executor.actions[number])
    open_ = _opened(move, whole, hidden)
    amounts = ranges.amounts(known.cells, open_)
    slots = [_slots(known, store, ranges, amounts) for store in tape.stores]
    flows = list(zip(slots, _flows(tape), strict=True))
    visible = [flow for at, flow in flows if any(known.seen[slot] for slot in at)]
    hidden_from = [flow for at, flow in flows if not all(known.seen[slot] for slot in at)]
    if not any(place in flow.depends for flow in visible):
        return False
    if any(place in flow.carries for flow in visible) and not any(place in flow.carries for flow in hidden_from):
        return True  # it only decides whether something hidden is done, as a trip that ends somewhere does

    def after(value: int) -> Known:
        args = (*open_[:place], (value, value), *open_[place + 1:])
        return effect_known(known, tape, ranges, ranges.amounts(known.cells, args, amounts))

    value, (lo, hi) = move[1 + place], whole[place]
    mine = after(value)
    possible = [one for one in range(lo, hi + 1) if _may_be(known, number, open_, place, one)]
    # A move that is refused whatever it was tells nothing by its being possible.
    others = possible if value in possible else range(lo, hi + 1)
    return all(one == value or _look_different(known, mine, after(one)) for one in others)


def _may_be(known: Known, number: int, args: Args, place: int, value: int) -> bool:
    """Whether a move may happen with a value of one parameter."""
    with_value = (*args[:place], (value, value), *args[place + 1:])
    return next(may_happen(known, number, with_value), None) is not None


def _look_different(known: Known, one: Known, other: Known) -> bool:
    """Whether two states are told apart by some cell that the viewer sees."""
    return any(
        is_seen and (a[1] < b[0] or b[1] < a[0])
        for is_seen, a, b in zip(known.seen, one.cells, other.cells, strict=True)
    )


def _slots(known: Known, store: Store, ranges: Ranges, amounts: Sequence[Amount]) -> list[int]:
    """The slots that a store may change."""
    if any(ranges.of(amounts, one)[1] == 0 for one in store.path):
        return []
    return slots_within(known.table.instance, store.field, [ranges.of(amounts, one) for one in store.index])


@dataclass(frozen=True, slots=True)
class _Flow:
    """The parameters that a store depends on at all, and those of which something is put there (or picks the place)."""

    depends: frozenset[int]
    carries: frozenset[int]


_FLOWS: WeakKeyDictionary[Tape, tuple[_Flow, ...]] = WeakKeyDictionary()


def _flows(tape: Tape) -> tuple[_Flow, ...]:
    """What each store of a tape depends on."""
    found = _FLOWS.get(tape)
    if found is None:
        found = _FLOWS[tape] = tuple(
            _Flow(
                frozenset(_params(in_order([*one.index, one.value, *one.path]))),
                frozenset(_params(_carried([*one.index, one.value]))),
            )
            for one in tape.stores
        )
    return found


def _params(nodes: Iterable[Node]) -> Iterator[int]:
    return (node.position for node in nodes if isinstance(node, Param))


def _carried(roots: Sequence[Node]) -> Iterator[Node]:
    """The nodes whose values go into some roots; what only decides between them is left out."""
    waiting, seen = list(roots), set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if not isinstance(node, Apply):
            waiting.extend(children(node))
        elif node.op is Op.ITE:
            waiting.extend(node.args[1:])
        elif node.op not in _DECIDING:
            waiting.extend(node.args)


_DECIDING = frozenset((Op.EQ, Op.LT, Op.LE, Op.AND, Op.OR, Op.NOT))
