"""A command's effect as statements one after the other, for languages with arrays that store at once.

All reads are of the state before, so what a store would spoil for a later reader is kept in a local variable first;
so is what is read more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from spec.language.nodes import Const, Load, Node, children, in_order
from spec.language.state import Field
from spec.language.tape import Store
from spec.lowering.blocks import Block, blocks


@dataclass(frozen=True, eq=False)
class Effect:
    """`kept` are computed first, in this order; then the stores of `top` are done, block by block."""

    kept: tuple[Node, ...]
    top: Block


def effect(stores: Sequence[Store]) -> Effect:
    """The statements for stores that read the state before."""
    top = blocks(stores).top
    readers = _in_turn(top, set())
    roots = [node for node, _ in readers]
    uses = Counter(id(node) for node in roots)
    for node in in_order(roots):
        uses.update(id(child) for child in children(node))
    kept = {id(node) for node in in_order(roots) if uses[id(node)] > 1 and not _is_plain(node)}
    for root, stored in readers:
        if id(root) not in kept and _reads(root, stored, kept):
            kept.add(id(root))
    return Effect(tuple(node for node in in_order(roots) if id(node) in kept), top)


def _in_turn(block: Block, stored: set[Field]) -> list[tuple[Node, frozenset[Field]]]:
    """Everything that is computed, in order, with the fields stored to by then."""
    found: list[tuple[Node, frozenset[Field]]] = []
    if block.condition is not None:
        found.append((block.condition, frozenset(stored)))
    for item in block.items:
        if isinstance(item, Block):
            found += _in_turn(item, stored)
        else:
            found += [(node, frozenset(stored)) for node in (*item.index, item.value)]
            stored.add(item.field)
    return found


def _reads(root: Node, fields: Collection[Field], kept: set[int]) -> bool:
    """Whether a node reads one of the fields outside of what is kept already."""
    waiting = [root]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, Load) and node.field in fields:
            return True
        fresh = [child for child in children(node) if id(child) not in kept and id(child) not in seen]
        seen.update(map(id, fresh))
        waiting += fresh
    return False


def _is_plain(node: Node) -> bool:
    """Whether it is as cheap to write again: a literal, or a cell with a known index."""
    return isinstance(node, Const) or (isinstance(node, Load) and all(isinstance(one, Const) for one in node.index))
