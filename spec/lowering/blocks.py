"""The stores of a tape as nested blocks, and in which block each node is needed.

A node that only one block's stores read is computed inside that block, so that a branch not taken costs
nothing. Both compiled lowerings write an action's effect by walking these blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from spec.language.nodes import Node, children, in_order
from spec.language.tape import Store


@dataclass(eq=False)
class Block:
    """Stores and inner blocks done where `condition` holds (always, if it is None)."""

    condition: Node | None
    items: list[Store | Block] = field(default_factory=list)


@dataclass(eq=False)
class Blocks:
    """The outermost block, and for each node (by id) the set of places that read it, as a bit mask."""

    top: Block
    readers: dict[int, int]
    masks: dict[int, int]

    def needed(self, item: Store | Block, done: set[int]) -> Iterator[Node]:
        """The nodes that must be computed before `item`: its own, and what later places read too."""
        roots = self.roots(item)
        own = roots if isinstance(item, Store) else roots[:1]
        inside = self.masks[id(item)]
        direct = {id(node) for node in in_order(own, done)}
        for node in in_order(roots, done):
            if id(node) in direct or self.readers[id(node)] & ~inside:
                yield node

    def roots(self, item: Store | Block) -> list[Node]:
        """Every node that `item` reads, the block's condition first."""
        if isinstance(item, Store):
            return [*item.index, item.value]
        first = [] if item.condition is None else [item.condition]
        return first + [node for inner in item.items for node in self.roots(inner)]


def blocks(stores: Sequence[Store]) -> Blocks:
    """Nest stores by their conditions, in order; neighbours share a block as far as their conditions agree."""
    top = Block(None)
    open_blocks = [top]
    for store in stores:
        depth = 1
        while (
            depth < len(open_blocks) and depth <= len(store.path)
            and open_blocks[depth].condition is store.path[depth - 1]
        ):
            depth += 1
        del open_blocks[depth:]
        for condition in store.path[depth - 1:]:
            inner = Block(condition)
            open_blocks[-1].items.append(inner)
            open_blocks.append(inner)
        open_blocks[-1].items.append(store)
    result = Blocks(top, {}, {})
    _number(result, top, 0)
    _propagate(result, [node for item in top.items for node in result.roots(item)])
    return result


def _number(result: Blocks, block: Block, place: int) -> int:
    """Give every condition and store a place of its own; a block's mask covers all inside it."""
    before = place
    if block.condition is not None:
        result.readers[id(block.condition)] = result.readers.get(id(block.condition), 0) | 1 << place
        place += 1
    for item in block.items:
        if isinstance(item, Block):
            place = _number(result, item, place)
        else:
            for node in (*item.index, item.value):
                result.readers[id(node)] = result.readers.get(id(node), 0) | 1 << place
            result.masks[id(item)] = 1 << place
            place += 1
    result.masks[id(block)] = (1 << place) - (1 << before)
    return place


def _propagate(result: Blocks, roots: list[Node]) -> None:
    for node in reversed(list(in_order(roots))):
        mask = result.readers.setdefault(id(node), 0)
        for child in children(node):
            result.readers[id(child)] = result.readers.get(id(child), 0) | mask
