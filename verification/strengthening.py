"""What would exclude a countermodel to induction: facts that random games never break and with which the step holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from spec.language.actions import Action, Property
from spec.language.errors import SpecError
from spec.language.session import OpenSize
from spec.language.state import Field
from spec.lowering.executor import Executor
from verification.counterexamples import Countermodel
from verification.discovery import DISCOVERED
from verification.induction import Induction
from verification.patterns import Patterns
from verification.search import random_states
from verification.z3_lowering.errors import Unsupported

STATES = 1_500
"""Facts are read off so many states of random games."""
MOST_CELLS = 8
MOST_PREMISES = 2
MOST_TRIED = 24
"""So many facts are tried against one countermodel."""
MOST_FACTS = 3

Source = Callable[[Countermodel], Iterable[Property]]
"""Where facts come from that may exclude a countermodel: claims about every state, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Stronger:
    """A fact with which an action keeps a claim. `is_kept` says that it is proved itself, with the others' help.

    What was discovered is proved, with the help of what was discovered with it.
    """

    fact: Property
    is_kept: bool

    def __str__(self) -> str:
        return f"{self.fact.says} ({'which every move keeps' if self.is_kept else 'so in random games; not shown'})"


def read_off(executor: Executor, seed: int = 1) -> Source:
    """Facts about the cells of a countermodel, read off random games: the plainest first."""
    rows = random_states(executor, STATES, seed)

    def facts(countermodel: Countermodel) -> Iterable[Property]:
        held = [one for one in countermodel.held or () if isinstance(one.where, Field)]
        return Patterns(executor.instance, rows, held[:MOST_CELLS]).facts(MOST_PREMISES)[:MOST_TRIED]

    return facts


def stronger(
    induction: Induction, part: Property, action: Action, countermodel: Countermodel, sources: Sequence[Source]
) -> list[Stronger]:
    """Facts with which an action keeps a claim: one that excludes the countermodel, one for the next, and so on.

    Those that every move keeps are taken first, then those with which nothing more is needed, then the likeliest. Empty
    if there are none, or more than a few are needed.
    """
    found: list[Property] = []
    for _ in range(MOST_FACTS):
        fact = _excluding(induction, part, action, found, countermodel, sources)
        if fact is None:
            return []
        found.append(fact)
        failed, used = induction.with_facts(part, action, found)
        if failed is None:
            return [Stronger(one, one.proof == DISCOVERED or induction.is_kept(one, used)) for one in used]
        if failed.countermodel is None or failed.countermodel.held is None:
            return []
        countermodel = failed.countermodel
    return []


def _excluding(
    induction: Induction, part: Property, action: Action, others: Sequence[Property], countermodel: Countermodel,
    sources: Sequence[Source],
) -> Property | None:
    """The first fact that every move keeps, or else one with which the action keeps the claim, or else the first."""
    first: Property | None = None
    enough: Property | None = None
    for source in sources:
        for fact in source(countermodel):
            try:
                if induction.is_kept(fact, others):
                    return fact
                if enough is None and induction.with_facts(part, action, [*others, fact])[0] is None:
                    enough = fact
            except (OpenSize, Unsupported, SpecError):
                continue  # it cannot be said of every board
            first = first or fact
    return enough or first
