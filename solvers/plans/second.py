"""The second engine for small searches: depth first on the reference executor.

It shares with the first neither the machine code nor the order of the search, only the tapes.
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.plans.rules import ReferenceRules
from solvers.plans.search import Effort
from solvers.plans.world import Node, World

Row = tuple[int, ...]


def best_by_reference(
    rules: ReferenceRules, world: World[Row], row: Sequence[int], horizon: int | None, effort: Effort
) -> int | None:
    """The best value by looking at every state within the horizon, or at every state; None if the effort is spent.

    Without a horizon only states where the game is over, or nothing can be done, count.
    """
    best: int | None = None
    start = world.start(row)
    left_at: dict[Node[Row], int] = {start: horizon or 0}
    stack = [start]
    while stack:
        node = stack.pop()
        left = left_at[node]
        effort.seen += 1
        if effort.seen > effort.states or (effort.seen % 64 == 0 and effort.is_spent):
            return None
        options = [] if horizon is not None and not left else [after for _, after in world.options(node)]
        if horizon is not None or not options:
            value = world.value(node)
            best = value if best is None else max(best, value)
        for after in options:
            if horizon is None:
                if after not in left_at:
                    left_at[after] = 0
                    stack.append(after)
            elif left_at.get(after, -1) < left - 1:
                left_at[after] = left - 1
                stack.append(after)
    return best
