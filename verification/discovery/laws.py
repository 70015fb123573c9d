"""Laws of conservation: sums of numbers that no move of the games seen has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from spec.language.actions import Kind, Property
from spec.language.game import Game
from spec.language.sorts import Named, Shape
from spec.language.state import Field
from spec.language.values import Element, Number, Truth, total, wrap
from verification.discovery import DISCOVERED
from verification.discovery.features import Feature, features
from verification.discovery.linear import unchanged
from verification.discovery.sampling import Sample, Step, breaking

MOST_TERMS, LARGEST = 10, 12
"""A law has no more terms, and no larger coefficient."""
PLAYED, ROUNDS = 300_000, 6
"""Random moves of each instance that a law must hold in, as often as another is broken."""
MOST_CHANGES = 3_000
"""No more different changes are looked at for each kind of law."""


@dataclass(frozen=True, eq=False)
class Law:
    """A sum of numbers, each with its coefficient, that does not change."""

    terms: tuple[tuple[int, Feature], ...]
    about: type[Element] | None

    @property
    def fields(self) -> frozenset[Field]:
        """The fields that it speaks of."""
        return frozenset(feature.field for _, feature in self.terms)

    @property
    def words(self) -> str:
        """The law as a person reads it."""
        said = ""
        for coefficient, feature in self.terms:
            sign = " - " if coefficient < 0 else " + " if said else ""
            many = "" if abs(coefficient) == 1 else f"{abs(coefficient)} x "
            said += f"{sign}{many}{feature.words}".lstrip() if not said else f"{sign}{many}{feature.words}"
        of = "" if self.about is None else f"for each {self.about.__name__}: "
        return f"{of}{said} stays the same"

    @property
    def name(self) -> str:
        """A name that no other law has."""
        of = "" if self.about is None else f"_of_{self.about.__name__.lower()}"
        said = "_".join(
            f"{'minus_' if coefficient < 0 else ''}{'' if abs(coefficient) == 1 else f'{abs(coefficient)}_'}"
            f"{'count_' if feature.counts else ''}{feature.field.name}" for coefficient, feature in self.terms
        )
        return f"sum{of}_{said}"

    def conserved(self, shape: Shape) -> Property:
        """The claim that no move changes the sum."""
        def law(t: Any, *member: Any) -> Number:
            return self._sum(lambda feature: lambda *index: t.read(feature.field, index), shape, member)

        return self._property(law, Kind.CONSERVED)

    def invariant(self, shape: Shape) -> Property:
        """The claim that the sum is always what it is at the start."""
        def law(t: Any, *member: Any) -> Truth:
            now = self._sum(lambda feature: lambda *index: t.read(feature.field, index), shape, member)
            first = self._sum(lambda feature: lambda *index: _start(feature.field, t, index, shape), shape, member)
            return now == first

        return self._property(law, Kind.INVARIANT)

    def _sum(self, reader: Any, shape: Shape, member: Sequence[Any]) -> Number:
        one = member[0] if member else None
        return total(
            coefficient * feature.read(reader(feature), shape, one) for coefficient, feature in self.terms
        )

    def _property(self, function: Any, kind: Kind) -> Property:
        params = {} if self.about is None else {"it": Named(self.about)}
        return Property(self.name, function, params, kind, DISCOVERED, self.words, ())


def _start(field: Field, t: Any, index: tuple[Any, ...], shape: Shape) -> Any:
    """What a cell starts at."""
    from verification.z3_lowering.cells import smallest

    if field.start is None or isinstance(field.start, int):
        return wrap(field.sort, smallest(field.sort, shape) if field.start is None else int(field.start), None)
    from spec.language.values import coerce

    return coerce(field.sort, field.start(t.board, *index), f"the start of {field.name}")


def laws(game: Game, shape: Shape, samples: Sequence[Sample]) -> list[Law]:
    """The laws that all samples obey: of the whole table first, then of the members of each sort.

    `shape` says over which sorts a sum may run: those whose size is not open.
    """
    found: list[Law] = []
    for about in (None, *game.elements):
        numbers = list(features(game.state.fields, about, shape))
        if numbers:
            found += [law for law in _laws(numbers, about, samples) if not _is_known(law, found)]
    return found


def lasting_laws(
    game: Game, shape: Shape, samples: Sequence[Sample], seed: int = 1, moves: int = PLAYED
) -> tuple[list[Law], list[Sample]]:
    """The laws that hold in much longer play too, and the samples with the moves that broke others."""
    kept = list(samples)
    found = laws(game, shape, kept)
    for round_ in range(ROUNDS):
        broke = False
        for place, one in enumerate(kept):
            claims = [law.conserved(shape) for law in found]
            step = breaking(one, claims, moves, seed + round_) if claims else None
            if step is not None:
                kept[place] = replace(one, steps=(step, *one.steps))
                found, broke = laws(game, shape, kept), True
        if not broke:
            break
    return found, kept


def _laws(numbers: list[Feature], about: type[Element] | None, samples: Sequence[Sample]) -> list[Law]:
    changes: dict[tuple[int, ...], None] = {}
    for one in samples:
        members = range(1) if about is None else range(one.instance.shape[about] or 0)
        for step in one.steps:
            if len(changes) >= MOST_CHANGES:
                break
            moved = _moved(numbers, one, step)
            for member in members if moved else ():
                change = _change(numbers, moved, one, step, member)
                if any(change):
                    changes.setdefault(change)
    moving = [place for place in range(len(numbers)) if any(change[place] for change in changes)]
    numbers = [numbers[place] for place in moving]
    kept = (tuple(change[place] for place in moving) for change in changes)
    found: list[Law] = []
    for vector in unchanged(kept, len(numbers)):
        terms = tuple((number, feature) for number, feature in zip(vector, numbers, strict=True) if number)
        if len(terms) <= MOST_TERMS and max(abs(number) for number, _ in terms) <= LARGEST:
            found.append(Law(terms, about))
    return found


def _moved(numbers: Sequence[Feature], one: Sample, step: Step) -> frozenset[int]:
    """The numbers that a move may have changed: those of fields in which some cell changed."""
    found: set[int] = set()
    for place, feature in enumerate(numbers):
        slots = one.instance.layout[feature.field]
        part = slice(slots.offset, slots.offset + slots.cells)
        if step.before[part] != step.after[part]:
            found.add(place)
    return frozenset(found)


def _change(
    numbers: Sequence[Feature], moved: frozenset[int], one: Sample, step: Step, member: int
) -> tuple[int, ...]:
    return tuple(
        feature.in_row(one.instance, step.after, member) - feature.in_row(one.instance, step.before, member)
        if place in moved else 0 for place, feature in enumerate(numbers)
    )


def _is_known(law: Law, others: Sequence[Law]) -> bool:
    """Whether a law about members says what one about the whole table says already."""
    return any(law.about is other.about and law.name == other.name for other in others)
