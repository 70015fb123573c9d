"""Pairs of states that look alike to a viewer and differ in what is hidden, and everything that is told of each.

Members that hide in a state, such as cards in hands and piles, change places with each other everywhere out of sight;
hidden numbers are dealt anew among the cells of their field.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from spec.execution.judging import judge
from spec.execution.knowing import Known
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.prospects import prospects
from spec.execution.reasons import effect
from spec.execution.records import record_of
from spec.execution.seeing import Onlooker, Viewer, seen_slots
from spec.execution.table import Table
from spec.execution.unseen import args_seen
from spec.execution.views import view
from spec.language.sorts import Named, Opt, Sort, bounds
from spec.language.values import Element
from spec.lowering.executor import Move

MOVES = 3
"""So many moves are judged in each pair."""


@dataclass(frozen=True)
class Pair:
    """Two states that look alike to a viewer, and moves in each that do."""

    table: Table
    viewer: Onlooker
    one: tuple[int, ...]
    other: tuple[int, ...]
    moves: tuple[Move, ...]
    others: tuple[Move, ...]


def onlookers(table: Table) -> list[Onlooker]:
    """Every player and a bystander."""
    return [*range(len(table.players)), Viewer.BYSTANDER]


def positions(table: Table, seed: int, count: int, longest: int) -> Iterator[Position]:
    """States on the way of random games, which are broken off after `longest` moves."""
    rng = random.Random(seed)
    for _ in range(count):
        game = rng.getrandbits(60)
        length = len(play_out(table, game, longest=longest).moves)
        yield play_out(table, game, longest=rng.randrange(length)).end


def pairs(table: Table, position: Position, rng: random.Random) -> Iterator[Pair]:
    """For each viewer a state that looks like a given one, if anything is hidden from them."""
    for viewer in onlookers(table):
        seen = seen_slots(table, viewer)
        swap = _swap(table, position.row, seen, rng)
        other = shuffled(table, position.row, seen, swap)
        if other == position.row:
            continue
        known = Known.of(table, position.row, viewer)
        moves = [(one, _swapped_out_of_sight(known, one, swap)) for one in _moves(table, position.row, other, rng)]
        # A state that no game reaches may leave a move without an effect, which is another matter.
        sound = [pair for pair in moves if _is_sound(table, position.row, pair[0]) and _is_sound(table, other, pair[1])]
        yield Pair(table, viewer, position.row, other, tuple(one for one, _ in sound), tuple(one for _, one in sound))


Swap = dict[type[Element], list[int]]
"""For each sort what each of its members becomes where it is not seen."""


def _swap(table: Table, row: Sequence[int], seen: Sequence[bool], rng: random.Random) -> Swap:
    swap: Swap = {}
    for element in table.game.elements:
        visible = _members_seen(table, row, seen, element)
        free = [one for one in range(table.instance.shape[element] or 0) if one not in visible]
        places = dict(zip(free, rng.sample(free, len(free)), strict=True))
        swap[element] = [places.get(one, one) for one in range(table.instance.shape[element] or 0)]
    return swap


def shuffled(table: Table, row: Sequence[int], seen: Sequence[bool], swap: Swap) -> tuple[int, ...]:
    """The same state with what is not seen changing places."""
    changed = list(row)
    for slots in table.instance.layout.values():
        cells = [index for index in slots.indices() if not seen[slots.slot(index)]]
        values = {index: _swapped(slots.field.sort, row[slots.slot(index)], swap, table) for index in cells}
        for index in cells:
            moved = tuple(
                _swapped(sort, one, swap, table) for sort, one in zip(slots.field.index, index, strict=True)
            )
            changed[slots.slot(moved if moved in values else index)] = values[index]
    return tuple(changed)


def _swapped_out_of_sight(known: Known, move: Move, swap: Swap) -> Move:
    """The move that corresponds to one in the other state: the same but for what is done out of sight.

    If it would not be told by the same words, because of what is seen of it, the move itself.
    """
    table = known.table
    args = args_seen(known, move)
    sorts = table.executor.actions[move[0]].params.values()
    other = (move[0], *(
        _swapped(sort, value, swap, table) if lo < hi else value
        for sort, value, (lo, hi) in zip(sorts, move[1:], args, strict=True)
    ))
    return other if args_seen(known, other) == args else move


def _members_seen(table: Table, row: Sequence[int], seen: Sequence[bool], element: type[Element]) -> set[int]:
    found: set[int] = set()
    for slots in table.instance.layout.values():
        if slots.field.sort in (Named(element), Opt(element)):
            found |= {row[slot] for slot in range(slots.offset, slots.offset + slots.cells) if seen[slot]}
    return found


def _swapped(sort: Sort, value: int, swap: Swap, table: Table) -> int:
    if isinstance(sort, (Named, Opt)) and sort.element is not table.game.players and value >= 0:
        return swap[sort.element][value]
    return value


def _moves(table: Table, one: Sequence[int], other: Sequence[int], rng: random.Random) -> list[Move]:
    """Moves that a state's hidden part decides, as far as there are any; legal and random ones besides."""
    legal = [set(table.executor.legal(row)) for row in (one, other)]
    deciding = sorted(legal[0] ^ legal[1])
    common = sorted(legal[0] & legal[1])
    wanted = rng.sample(deciding, min(MOVES - 1, len(deciding))) + rng.sample(common, min(1, len(common)))
    while len(wanted) < MOVES:
        number = rng.randrange(len(table.executor.actions))
        sorts = table.executor.actions[number].params.values()
        wanted.append((number, *(rng.randint(*bounds(sort, table.instance.shape)) for sort in sorts)))
    return wanted


def _is_sound(table: Table, row: Sequence[int], move: Move) -> bool:
    return bool(table.executor.broken(row, move)) or effect(table, row, move) is not None


def told(table: Table, row: Sequence[int], viewer: Onlooker, moves: Sequence[Move], agreed: bool) -> dict[str, str]:
    """Everything that a viewer is told of a state, and of each move made in it."""
    position = Position(table, tuple(row))
    seen, next_ = view(position, viewer), prospects(position, viewer)
    found = {"view": f"{seen}\n{json.dumps(seen.to_json())}", "prospects": f"{next_}\n{json.dumps(next_.to_json())}"}
    for number, move in enumerate(moves):
        record = record_of(table, [move], position)
        if not agreed:
            record = replace(record, header=replace(record.header, settings={}))
        judgement = judge(record, viewer)
        found[f"move {number}"] = "\n".join([*judgement.lines(), json.dumps(judgement.to_json())])
    return found


def differences(pair: Pair, viewer: Onlooker, agreed: bool) -> list[str]:
    """What a viewer is told otherwise of the second state of a pair than of the first."""
    one = told(pair.table, pair.one, viewer, pair.moves, agreed)
    other = told(pair.table, pair.other, viewer, pair.others, agreed)
    return [f"{what}:\n{one[what]}\n--\n{other[what]}" for what in one if one[what] != other[what]]
