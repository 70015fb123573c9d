"""A directed graph whose arcs and vertices use up resources, of which a path may use no more than there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from spec.language.errors import Malformed

Uses = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc with what it costs and what it uses of each resource. Nothing is negative."""

    tail: int
    head: int
    cost: int
    uses: Uses = ()


@dataclass(frozen=True)
class Network:
    """Vertices from 0, arcs, and how much there is of each resource; `rests` is what being at a vertex uses.

    `Malformed` with everything that is wrong with it.
    """

    vertices: int
    arcs: tuple[Arc, ...]
    limits: Uses = ()
    rests: tuple[Uses, ...] = ()

    def __post_init__(self) -> None:
        from spec.language.errors import Problem

        problems: list[Problem] = []
        kinds = len(self.limits)
        for number, arc in enumerate(self.arcs):
            if not (0 <= arc.tail < self.vertices and 0 <= arc.head < self.vertices):
                problems.append(Problem(None, f"arc {number} joins {arc.tail} and {arc.head}, not 0 to "
                                              f"{self.vertices - 1}"))
            if arc.cost < 0 or any(use < 0 for use in arc.uses):
                problems.append(Problem(None, f"arc {number} costs or uses less than nothing"))
            if len(arc.uses) != kinds:
                problems.append(Problem(None, f"arc {number} uses {len(arc.uses)} resources of {kinds}"))
        if self.rests and (len(self.rests) != self.vertices or any(len(rest) != kinds for rest in self.rests)):
            problems.append(Problem(None, "what vertices use does not fit their number and that of the resources"))
        if problems:
            raise Malformed(problems)

    @cached_property
    def leaving(self) -> tuple[tuple[Arc, ...], ...]:
        """The arcs out of each vertex, each using what the vertex that it leads to uses as well."""
        found: list[list[Arc]] = [[] for _ in range(self.vertices)]
        for arc in self.arcs:
            rest = self.rests[arc.head] if self.rests else (0,) * len(self.limits)
            uses = tuple(one + more for one, more in zip(arc.uses, rest, strict=True))
            found[arc.tail].append(Arc(arc.tail, arc.head, arc.cost, uses))
        return tuple(tuple(arcs) for arcs in found)

    @cached_property
    def entering(self) -> tuple[tuple[Arc, ...], ...]:
        """The same arcs by the vertex that they lead to."""
        found: list[list[Arc]] = [[] for _ in range(self.vertices)]
        for arcs in self.leaving:
            for arc in arcs:
                found[arc.head].append(arc)
        return tuple(tuple(arcs) for arcs in found)

    def used_at(self, vertex: int) -> Uses:
        """What a path uses that has only just begun there."""
        return self.rests[vertex] if self.rests else (0,) * len(self.limits)


def read_or_library(text: str) -> Network:
    """A network in the format of the OR-Library's `rcsp` files (Beasley and Christofides 1989).

    Numbers of vertices, arcs and resources; for each resource the least and the most that a path may use; for each
    vertex what it uses; for each arc its vertices from 1, its cost and what it uses. Least amounts above 0 are refused.
    """
    try:
        numbers = [int(word) for word in text.split()]
        vertices, arcs, kinds = numbers[:3]
        least, most = numbers[3:3 + kinds], numbers[3 + kinds:3 + 2 * kinds]
        at = 3 + 2 * kinds
        rests = tuple(tuple(numbers[at + one * kinds:at + (one + 1) * kinds]) for one in range(vertices))
        at += vertices * kinds
        step = 3 + kinds
        rows = [numbers[at + one * step:at + (one + 1) * step] for one in range(arcs)]
        found = tuple(Arc(row[0] - 1, row[1] - 1, row[2], tuple(row[3:])) for row in rows)
    except (ValueError, IndexError) as error:
        raise Malformed.one(f"this is no rcsp file: {error}", "give vertices, arcs, resources, limits, vertices, arcs"
                            ) from error
    if len(numbers) != at + arcs * step:
        raise Malformed.one(f"{len(numbers)} numbers stand here, {at + arcs * step} should", "give all of them")
    if any(least):
        raise Malformed.one("a resource of which a path must use something", "only the most may be limited")
    return Network(vertices, found, tuple(most), rests)


def total(network: Network, start: int, arcs: Sequence[Arc]) -> tuple[int, Uses]:
    """What a path of some of the network's `leaving` arcs costs and, with its vertices, uses."""
    uses = network.used_at(start)
    for arc in arcs:
        uses = tuple(one + more for one, more in zip(uses, arc.uses, strict=True))
    return sum(arc.cost for arc in arcs), uses
