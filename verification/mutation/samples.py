"""Moves in states that games come to, on which expressions are held against each other without z3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from spec.language.nodes import Node
from verification.mutation.bench import Stand
from verification.mutation.columns import Column

Known = tuple[Node, bool]
"""An expression, and whether it holds."""


class Samples:
    """The moves of stands that share one workshop, under the rules as they are."""

    def __init__(self, stands: Iterable[Stand]) -> None:
        self.stands = list(stands)

    def show(self, known: Sequence[Known]) -> bool:
        """Whether some move is such that all is so that is known."""
        return any(len(lines) > 0 for _, lines, _ in self._lines(known))

    def tell_apart(self, one: Node, other: Node, known: Sequence[Known]) -> bool:
        """Whether two expressions differ on a move for which all is so that is known."""
        return any(
            (stand.columns.value(one, passing)[lines] != stand.columns.value(other, passing)[lines]).any()
            for stand, lines, passing in self._lines(known)
        )

    def _lines(self, known: Sequence[Known]) -> Iterator[tuple[Stand, Column, dict[int, Column]]]:
        for stand in self.stands:
            passing: dict[int, Column] = {}
            fine = np.ones(stand.columns.count, dtype=bool)
            for node, holds in known:
                fine &= (stand.columns.value(node, passing) != 0) == holds
                if not fine.any():
                    break
            yield stand, np.flatnonzero(fine), passing
