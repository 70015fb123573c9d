"""What an expression amounts to where the conditions around it hold.

A value read inside `with t.when(c)` says both what it is where `c` holds and what it is elsewhere, since the rule
may use it after the block. Where it is stored or required inside the block, only the first half matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from spec.language.nodes import Apply, Const, Node, Op, children
from spec.language.sorts import Bool

Rebuild = Callable[[Node, tuple[Node, ...]], Node]


class Assumption:
    """Rewrites nodes with the conditions of `path` taken as true.

    `born` numbers the nodes of the tape in the order in which they were made: what was made before every
    condition cannot contain one, so it is left alone without being looked into.
    """

    def __init__(self, rebuild: Rebuild, born: Mapping[int, int], path: tuple[Node, ...]) -> None:
        self._rebuild = rebuild
        self._born = born
        facts = [fact for condition in path for fact in _facts(condition, True)]
        self._oldest = min(born[id(node)] for node, _ in facts)
        self._done: dict[int, Node] = {id(node): rebuild(Const(int(holds), Bool), ()) for node, holds in facts}

    def __call__(self, root: Node) -> Node:
        waiting = [root]
        while waiting:
            node = waiting[-1]
            if id(node) in self._done:
                waiting.pop()
            elif self._born[id(node)] < self._oldest:
                self._done[id(node)] = node
            else:
                parts = children(node)
                open_parts = [part for part in parts if id(part) not in self._done]
                if open_parts:
                    waiting.extend(open_parts)
                    continue
                known = tuple(self._done[id(part)] for part in parts)
                self._done[id(node)] = node if known == parts else self._rebuild(node, known)
        return self._done[id(root)]


def _facts(condition: Node, holds: bool) -> Iterator[tuple[Node, bool]]:
    """`condition` and the conditions that it settles."""
    yield condition, holds
    if isinstance(condition, Apply):
        if condition.op is Op.NOT:
            yield from _facts(condition.args[0], not holds)
        elif condition.op is (Op.AND if holds else Op.OR):
            for part in condition.args:
                yield from _facts(part, holds)
