"""A command's effect as statements one after the other, for languages with arrays that store at once.

All reads are of the state before, so what a store would spoil for a later reader is kept in a local variable first;
so is what is read more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from spec.language.nodes import Const, Load, Lookup, Node, children, in_order
from spec.language.sorts import Shape, bounds
from spec.language.state import Field
from spec.language.tape import Store
from spec.lowering.blocks import Block, blocks

Path = tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Kept:
    """A value that is kept. It may only be computed where all conditions of one of the `paths` hold, if there are any.

    Elsewhere an index in it may name no cell; nobody reads it there.
    """

    node: Node
    paths: tuple[Path, ...]


@dataclass(frozen=True, eq=False)
class Effect:
    """`kept` are computed first, in this order; then the stores of `top` are done, block by block."""

    kept: tuple[Kept, ...]
    top: Block


@dataclass(frozen=True, eq=False)
class _Reader:
    """Something that is computed: where, and the fields that were stored to by then."""

    node: Node
    path: Path
    stored: frozenset[Field]


def effect(stores: Sequence[Store], shape: Shape) -> Effect:
    """The statements for stores that read the state before."""
    top = blocks(stores).top
    readers = _in_turn(top, (), set())
    roots = [reader.node for reader in readers]
    uses, total = Counter(id(node) for node in roots), _total(roots, shape)
    for node in in_order(roots):
        uses.update(id(child) for child in children(node))
    kept: dict[int, list[Path]] = {
        id(node): [] for node in in_order(roots) if uses[id(node)] > 1 and id(node) in total and not _is_plain(node)
    }
    spoilt = [reader for reader in readers if _reads(reader, set(kept))]
    for reader in spoilt:
        paths = kept.setdefault(id(reader.node), [])
        if id(reader.node) not in total:
            paths.append(reader.path)
    return Effect(tuple(Kept(node, tuple(kept[id(node)])) for node in in_order(roots) if id(node) in kept), top)


def _in_turn(block: Block, path: Path, stored: set[Field]) -> list[_Reader]:
    """Everything that is computed, in order."""
    found: list[_Reader] = []
    if block.condition is not None:
        found.append(_Reader(block.condition, path, frozenset(stored)))
        path = (*path, block.condition)
    for item in block.items:
        if isinstance(item, Block):
            found += _in_turn(item, path, stored)
        else:
            found += [_Reader(node, path, frozenset(stored)) for node in (*item.index, item.value)]
            stored.add(item.field)
    return found


def _reads(reader: _Reader, kept: Collection[int]) -> bool:
    """Whether it reads a field that was stored to, outside of what is kept already."""
    waiting = [] if id(reader.node) in kept else [reader.node]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, Load) and node.field in reader.stored:
            return True
        fresh = [child for child in children(node) if id(child) not in kept and id(child) not in seen]
        seen.update(map(id, fresh))
        waiting += fresh
    return False


def _total(roots: Sequence[Node], shape: Shape) -> set[int]:
    """The nodes that can be computed in every state: each index in them names a cell, whatever it is."""
    found: set[int] = set()
    for node in in_order(list(roots)):
        if all(id(child) in found for child in children(node)) and _names_cells(node, shape):
            found.add(id(node))
    return found


def _names_cells(node: Node, shape: Shape) -> bool:
    match node:
        case Load(field=Field(index=sorts), index=index):
            pairs = zip(sorts, index, strict=True)
        case Lookup(table=table, index=index):
            pairs = zip(table.index, index, strict=True)
        case _:
            return True
    limits = ((one, *bounds(sort, shape)) for sort, one in pairs)
    return all(lo <= one.lo and one.hi <= hi for one, lo, hi in limits)


def _is_plain(node: Node) -> bool:
    """Whether it is as cheap to write again: a literal, or a cell with a known index."""
    return isinstance(node, Const) or (isinstance(node, Load) and all(isinstance(one, Const) for one in node.index))
