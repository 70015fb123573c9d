"""Packing tasks: fits or not, all maximal multisets, and exact covers."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from fogg.solver_bench.measuring import PATIENCE, UNFINISHED, Task, Unfinished
from solvers.packing import Case, Shape, fits, packable
from solvers.packing.placements import Placements, placements
from solvers.packing.polyominoes import free_polyominoes
from solvers.packing.tilings import count_tilings

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


@dataclass(frozen=True)
class Question:
    """A case and some items, with counts where they are asked for."""

    case: Case
    items: tuple[Shape, ...]
    counts: tuple[int, ...] = ()

    @property
    def table(self) -> Placements:
        """Where each item can lie; both solvers may know it beforehand."""
        return placements(self.case, self.items)


def _shapes(rng: random.Random, sizes: tuple[int, ...]) -> tuple[Shape, ...]:
    return tuple(rng.choice(free_polyominoes(size)) for size in sizes)


def _fits_question(case: Case) -> Any:
    def make(rng: random.Random) -> Question:
        items = _shapes(rng, (2, 3, 3, 4, 4))
        counts, area = [0] * len(items), 0
        while area < case.area - rng.randint(0, 4):
            kind = rng.randrange(len(items))
            counts[kind] += 1
            area += items[kind].size
        return Question(case, items, tuple(counts))

    return make


def _model(question: Question, counts: tuple[int, ...]) -> cp_model.CpModel:
    """What one would write down: a boolean for each placement, no cell taken twice."""
    from ortools.sat.python import cp_model

    model, table = cp_model.CpModel(), question.table
    lies = [{mask: model.new_bool_var("") for mask in masks} for masks in table.masks]
    for one, count in zip(lies, counts, strict=True):
        model.add(sum(one.values()) == count)
    for cell in range(question.case.area):
        model.add_at_most_one(lie for one in lies for mask, lie in one.items() if mask >> cell & 1)
    return model


def _fits_by_cpsat(question: Question, counts: tuple[int, ...] | None = None) -> bool | Unfinished:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would keep Ctrl-C to itself
    solver.parameters.max_time_in_seconds = PATIENCE
    status = solver.solve(_model(question, question.counts if counts is None else counts))
    return status == cp_model.OPTIMAL if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) else UNFINISHED


def _maximal_question(case: Case, sizes: tuple[int, ...]) -> Any:
    return lambda rng: Question(case, _shapes(rng, sizes))


def _maximal_by_cpsat(question: Question) -> tuple[tuple[int, ...], ...] | Unfinished:
    """Level by level: of multisets all whose smaller ones fit, those that CP-SAT packs."""
    fitting: set[tuple[int, ...]] = {(0,) * len(question.items)}
    level: set[tuple[int, ...]] = set(fitting)
    while level:
        following: set[tuple[int, ...]] = set()
        for counts, kind in product(level, range(len(question.items))):
            more = _changed(counts, kind, 1)
            below = [_changed(more, one, -1) for one in range(len(more)) if more[one]]
            area = sum(count * item.size for count, item in zip(more, question.items, strict=True))
            may_fit = more not in following and area <= question.case.area and all(one in fitting for one in below)
            found = _fits_by_cpsat(question, more) if may_fit else False
            if isinstance(found, Unfinished):
                return UNFINISHED
            if found:
                following.add(more)
        fitting |= following
        level = following
    return tuple(sorted(
        counts for counts in fitting
        if not any(_changed(counts, one, 1) in fitting for one in range(len(counts)))
    ))


def _changed(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1:])


def _cover_question(case: Case) -> Any:
    def make(rng: random.Random) -> Question:
        items = tuple(rng.sample(free_polyominoes(5), case.area // 5))
        return Question(case, items, (1,) * len(items))

    return make


def _covers_by_exact_cover(question: Question) -> int:
    import exact_cover
    import numpy

    area, rows = question.case.area, []
    for item, masks in enumerate(question.table.masks):
        for mask in masks:
            row = [mask >> cell & 1 for cell in range(area)]
            rows.append(row + [int(one == item) for one in range(len(question.items))])
    return int(exact_cover.get_solution_count(numpy.array(rows, dtype=bool)))


def _fits_task(rows: int, columns: int) -> Task:
    return Task(
        f"fits_or_not_{rows}x{columns}", "plain CP-SAT model", ("ortools",),
        _fits_question(Case.rectangle(rows, columns)), lambda one: fits(one.case, one.items, one.counts),
        _fits_by_cpsat, lambda one: one.table,
    )


def _maximal_task(name: str, case: Case, sizes: tuple[int, ...]) -> Task:
    return Task(
        name, "CP-SAT, level by level", ("ortools",), _maximal_question(case, sizes),
        lambda one: packable(one.case, one.items).maximal, _maximal_by_cpsat, lambda one: one.table,
        repeatable=False,  # equal questions share one answer
    )


PACKING = (
    _fits_task(4, 5),
    _fits_task(5, 6),
    _maximal_task("all_maximal_multisets_4x5", Case.rectangle(4, 5), (3, 4, 4, 5)),
    _maximal_task("all_maximal_multisets_33_cells", Case.rectangle(3, 11), (5, 6, 7)),
    Task(
        "exact_covers_5x6", "exact-cover", ("exact_cover", "numpy"), _cover_question(Case.rectangle(5, 6)),
        lambda one: count_tilings(one.case, one.items, one.counts), _covers_by_exact_cover, lambda one: one.table,
    ),
)
