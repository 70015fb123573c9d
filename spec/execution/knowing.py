"""What somebody knows of a state, and what a move comes to in every world that this leaves possible.

Everything here is computed from the cells that are seen. The values of the others are not even handed in, so that no
answer can give them away. NOTE(worlds): what is asked of a hidden cell or parameter splits what it can hold in two,
until every requirement has an answer in each part; a part in which a claim of the game about all positions cannot hold
is no possible world. What was seen earlier is not remembered: a viewer knows what lies on the table now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from weakref import WeakKeyDictionary

from spec.execution.position import every_combination
from spec.execution.ranges import NOTHING, Amount, Asked, Range, Ranges, slots_within
from spec.execution.seeing import Onlooker, seen_slots
from spec.execution.table import Table
from spec.language.actions import Declared, Kind, Property
from spec.language.nodes import Load, Node
from spec.language.state import Sight
from spec.language.tape import Tape

MOST_WORLDS = 200
"""At most so many parts are looked at one by one; what is open beyond them stays open."""

_MOST_TRIED = 16
"""After so many tries to find a possible world in a part of them there is taken to be one."""

MOST_HOPELESS = 50
"""The same for a move that is illegal in any case, where only some further reasons are at stake."""


@dataclass(frozen=True, eq=False)
class Known:
    """What a viewer knows of a state: for each slot of the row the smallest and largest value it can hold.

    `seen` tells which slots the viewer sees. Where the state has come about by the rules (`by_rule`), the claims of
    the game narrow down what is hidden.
    """

    table: Table
    viewer: Onlooker
    cells: tuple[Range, ...]
    seen: tuple[bool, ...]
    by_rule: bool = True

    @classmethod
    def of(cls, table: Table, row: Sequence[int], viewer: Onlooker, by_rule: bool = True) -> Known:
        """What a viewer knows of the state `row`."""
        seen = seen_slots(table, viewer)
        cells = tuple(
            (value, value) if is_seen else domain
            for value, is_seen, domain in zip(row, seen, table.instance.domains, strict=True)
        )
        return cls(table, viewer, cells, seen, by_rule)

    def at(self, table: Table) -> Known:
        """The same where the table plays by other readings."""
        return replace(self, table=table)

    def with_cell(self, slot: int, value: Range) -> Known:
        """The same with another range for one cell, whatever the claims of the game say to it."""
        cells = (*self.cells[:slot], value, *self.cells[slot + 1:])
        return replace(self, cells=cells, by_rule=False)

    def amount(self, declared: Declared, args: Sequence[int] = ()) -> Amount:
        """What a reading or a property can say, for known members."""
        ranges, tape = ranges_of(self.table, declared)
        amounts = ranges.amounts(self.cells, [(one, one) for one in args])
        return ranges.of(amounts, tape.result) if tape.result is not None else (0, 0, NOTHING)

    def is_possible(self, cells: tuple[Range, ...], asked: Iterable[Asked]) -> bool:
        """Whether the claims of the game allow narrower ranges of the cells that were asked about."""
        slots = [one for one in asked if one >= 0]
        claims = [one for one in self._open_claims if not one.slots.isdisjoint(slots)]
        waiting = [cells]
        for _ in range(_MOST_TRIED if claims else 0):
            if not waiting:
                return False
            some = waiting.pop()
            holds = _all_hold(claims, some)
            wide = [one for one in slots if some[one][0] < some[one][1]]
            if holds is None and wide:
                waiting.extend(_halves(some, wide[0]))
            elif holds is not False:
                return True
        return True

    @cached_property
    def _open_claims(self) -> list[_OpenClaim]:
        """The claims that what is hidden can still break."""
        found: list[_OpenClaim] = []
        for claim in _claims_about_hidden(self.table) if self.by_rule else ():
            ranges, tape = ranges_of(self.table, claim)
            if tape.result is None:
                continue
            for args in every_combination(self.table, claim):
                wanted = wanted_of(self.table, claim, args)
                exactly = [(one, one) for one in args]
                amounts = ranges.amounts(self.cells, exactly)
                lo, hi, asked = ranges.of(amounts, tape.result)
                if asked != NOTHING and lo <= wanted <= hi:
                    slots = frozenset(_open_slots(self, ranges, amounts))
                    found.append(_OpenClaim(ranges, tape.result, wanted, exactly, amounts, slots))
        return found


@dataclass(frozen=True, slots=True)
class _OpenClaim:
    """A claim for some members that may or may not hold, and the unknown slots that it looks at."""

    ranges: Ranges
    result: Node
    wanted: int
    args: list[Range]
    wider: list[Amount]
    slots: frozenset[int]

    def holds(self, cells: Sequence[Range]) -> bool | None:
        """Whether it holds for all that the cells can be, or for nothing that they can be; None if it is open."""
        lo, hi, asked = self.ranges.of(self.ranges.amounts(cells, self.args, self.wider), self.result)
        if not lo <= self.wanted <= hi:
            return False
        return True if asked == NOTHING else None


def _all_hold(claims: Sequence[_OpenClaim], cells: Sequence[Range]) -> bool | None:
    is_open = False
    for claim in claims:
        holds = claim.holds(cells)
        if holds is False:
            return False
        is_open = is_open or holds is None
    return None if is_open else True


def _open_slots(known: Known, ranges: Ranges, amounts: Sequence[Amount]) -> Iterator[int]:
    for node in ranges.nodes:
        if isinstance(node, Load):
            index = [ranges.of(amounts, one) for one in node.index]
            for slot in slots_within(known.table.instance, node.field, index):
                if known.cells[slot][0] < known.cells[slot][1]:
                    yield slot


@dataclass(frozen=True, slots=True)
class World:
    """A part of what is possible: the ranges of cells and parameters, and the amounts of an action's nodes there."""

    cells: tuple[Range, ...]
    args: tuple[Range, ...]
    amounts: list[Amount]


@dataclass(frozen=True, slots=True)
class Worlds:
    """The parts of what is possible that were looked at, and what was asked to tell them apart."""

    parts: tuple[World, ...]
    asked: tuple[Asked, ...]


def worlds(known: Known, ranges: Ranges, truths: Sequence[Sequence[Node]], args: Sequence[Range]) -> Worlds:
    """Split what is possible until all the truths are known in each part; they come in groups that belong together.

    It ends early when the other parts cannot bring anything new: every truth has been false somewhere, and each group
    has been true somewhere, as have all together unless one of them never can be.
    """
    root = World(known.cells, tuple(args), ranges.amounts(known.cells, args))
    every = tuple(dict.fromkeys(one for group in truths for one in group))
    is_hopeless = any(ranges.of(root.amounts, one)[1] == 0 for one in every)
    news, asked = _News(ranges, truths, root), dict[Asked, None]()
    parts: list[World] = []
    ruled_out: list[World] = []
    for part, is_possible in _parts(known, ranges, every, root, MOST_HOPELESS if is_hopeless else MOST_WORLDS, asked):
        (parts if is_possible else ruled_out).append(part)
        if is_possible:
            news.hear(part)
        if parts and not news.may_come:
            break
    # Where the claims rule out everything, the position breaks them, and they say nothing about what is hidden.
    return Worlds(tuple(parts or ruled_out), tuple(asked))


def is_surely(known: Known, ranges: Ranges, truths: Sequence[Node], args: Sequence[Range]) -> bool:
    """Whether all the truths hold in every part of what is possible."""
    root = World(known.cells, tuple(args), ranges.amounts(known.cells, args))
    if any(ranges.of(root.amounts, one)[1] == 0 for one in truths):
        return False
    are_any = False
    for part, is_possible in _parts(known, ranges, truths, root, MOST_WORLDS, {}):
        if is_possible:
            are_any = True
            if not all(ranges.of(part.amounts, one)[0] for one in truths):
                return False
    return are_any


def _parts(
    known: Known, ranges: Ranges, truths: Sequence[Node], root: World, most: int, asked: dict[Asked, None]
) -> Iterator[tuple[World, bool]]:
    """The parts in which the truths are known, and whether the claims of the game let them be possible.

    What is asked on the way goes into `asked`; from `most` parts on, those that are left stay as they are.
    """
    waiting, done = [root], 0
    known_to_be: dict[tuple[Range, ...], bool] = {root.cells: True}
    while waiting:
        world = waiting.pop()
        about = next((one for node in truths if (one := ranges.of(world.amounts, node)[2]) != NOTHING), NOTHING)
        if about != NOTHING and done + len(waiting) < most:
            asked[about] = None
            waiting.extend(_split(world, about, ranges))
        else:
            done += 1
            if world.cells not in known_to_be:
                known_to_be[world.cells] = known.is_possible(world.cells, asked)
            yield world, known_to_be[world.cells]


class _News:
    """What has not been seen yet of some truths: each false, each group true, all true."""

    def __init__(self, ranges: Ranges, truths: Sequence[Sequence[Node]], root: World) -> None:
        self.ranges = ranges
        possible = [group for group in truths if all(ranges.of(root.amounts, one)[1] for one in group)]
        self.falses = [one for group in truths for one in group if ranges.of(root.amounts, one)[2] != NOTHING]
        everything = [one for group in truths for one in group]
        self.trues: list[Sequence[Node]] = [*possible, everything] if len(possible) == len(truths) else possible

    @property
    def may_come(self) -> bool:
        """Whether another part could bring anything new."""
        return bool(self.falses or self.trues)

    def hear(self, world: World) -> None:
        """Take note of what holds in a part."""
        self.falses = [one for one in self.falses if self.ranges.of(world.amounts, one)[1]]
        self.trues = [
            group for group in self.trues if not all(self.ranges.of(world.amounts, one)[0] for one in group)
        ]


def _split(world: World, about: Asked, ranges: Ranges) -> Iterator[World]:
    """The world in two, by what one cell or parameter holds, the lower half last; first whether it holds anything."""
    if about >= 0:
        for cells in _halves(world.cells, about):
            yield World(cells, world.args, ranges.amounts(cells, world.args, world.amounts))
    else:
        for args in _halves(world.args, -1 - about):
            yield World(world.cells, args, ranges.amounts(world.cells, args, world.amounts))


def _halves(held: tuple[Range, ...], place: int) -> Iterator[tuple[Range, ...]]:
    lo, hi = held[place]
    middle = lo if lo < 0 else (lo + hi) // 2
    for part in ((middle + 1, hi), (lo, middle)):
        yield (*held[:place], part, *held[place + 1:])


def effect_known(known: Known, tape: Tape, ranges: Ranges, amounts: Sequence[Amount]) -> Known:
    """What is known after a move, given the amounts of its nodes."""
    cells, instance = list(known.cells), known.table.instance
    for store in tape.stores:
        path = [ranges.of(amounts, one) for one in store.path]
        if any(hi == 0 for _, hi, _ in path):
            continue
        slots = slots_within(instance, store.field, [ranges.of(amounts, one) for one in store.index])
        lo, hi, _ = ranges.of(amounts, store.value)
        least, most = instance.domains[slots[0]]
        lo, hi = min(max(lo, least), most), max(min(hi, most), least)
        is_sure = len(slots) == 1 and all(one == 1 for one, _, _ in path)
        for slot in slots:
            cells[slot] = (lo, hi) if is_sure else (min(cells[slot][0], lo), max(cells[slot][1], hi))
    return replace(known, cells=tuple(cells))


def wanted_of(table: Table, claim: Property, args: Sequence[int]) -> int:
    """What a claim about all positions must give: true, or what it gives at the start of a game."""
    return 1 if claim.kind is Kind.INVARIANT else table.executor.read(claim.name, table.instance.start, args)


def ranges_of(table: Table, declared: Declared) -> tuple[Ranges, Tape]:
    """The ranges of what an action requires and shows, or of what a reading or one-state property says."""
    return _kept(table, declared, effects=False)


def effects_of(table: Table, declared: Declared) -> tuple[Ranges, Tape]:
    """The ranges of everything on an action's tape."""
    return _kept(table, declared, effects=True)


_RANGES: WeakKeyDictionary[Table, dict[tuple[Declared, bool], tuple[Ranges, Tape]]] = WeakKeyDictionary()


def _kept(table: Table, declared: Declared, effects: bool) -> tuple[Ranges, Tape]:
    kept = _RANGES.setdefault(table, {})
    found = kept.get((declared, effects))
    if found is None:
        tape = table.instance.tape(declared)
        judged = tape if effects else replace(tape, stores=())
        shown = [one.node for require in tape.requires for one in require.shown]
        found = kept[declared, effects] = Ranges(table.instance, [*judged.roots(), *shown]), tape
    return found


def end_of_game(table: Table) -> Declared | None:
    """The reading that says whether the game has ended, if there is one."""
    return table.game.readings.get("over")


def claims_about_positions(table: Table) -> Iterator[Property]:
    """The claims that hold in every position of a game."""
    about = (Kind.INVARIANT, Kind.CONSERVED)
    return (one for one in table.game.properties.values() if one.kind in about and not one.false)


def _claims_about_hidden(table: Table) -> Iterator[Property]:
    """Those among them that look at a field not everyone sees."""
    for claim in claims_about_positions(table):
        nodes = ranges_of(table, claim)[0].nodes
        if any(isinstance(node, Load) and node.field.sight is not Sight.EVERYONE for node in nodes):
            yield claim
