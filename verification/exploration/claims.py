"""What exhaustive exploration says of a game's claims on one instance: proved, bounded or refuted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spec.language.actions import Kind, Property
from spec.language.game import Game
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from verification.exploration.explore import Exploration, Violation, explore
from verification.verdicts import Part, Result, Verdict, combined

STORES = "stores"
"""The claim that every game makes: no store leaves its sort."""


@dataclass(frozen=True, eq=False)
class Checked:
    """The last exploration made, and a result for each named proof, the one about stores last."""

    exploration: Exploration
    results: tuple[Result, ...]

    @property
    def good(self) -> bool:
        """Whether everything is proved or reached."""
        return all(result.verdict.good for result in self.results)


def claims_of(game: Game, reach: bool = False) -> list[Property]:
    """The properties that are claimed of every game, and with `reach` those of some game, too."""
    some = {one.proof for one in game.properties.values() if one.kind is Kind.REACHABLE}
    return [one for one in game.properties.values() if reach or one.proof not in some]


def check(
    instance: Instance, properties: Sequence[Property] | None = None, *, max_states: int | None = None,
    max_moves: int | None = None, memory: int | None = None, symmetry: bool = False,
    progress: Callable[[int], None] | None = None, threads: int = 1,
) -> Checked:
    """Look at properties (what the game claims of every game, if none are given) in every state and every move.

    What is violated is refuted by a shortest trace, and the exploration begins anew without it; where a store leaves
    its sort there is no state to go on from, so the other claims are then only looked at up to there. What holds is
    proved for this instance if the exploration is complete, and otherwise bounded by the moves looked at.
    """
    began = time.monotonic()
    claims = claims_of(instance.game) if properties is None else list(properties)
    executor = LlvmExecutor(instance)
    broken: dict[str, Violation] = {}
    while True:
        left = [one for one in claims if one.name not in broken]
        found = explore(
            instance, max_states=max_states, max_moves=max_moves, memory=memory, properties=left, symmetry=symmetry,
            progress=progress, executor=executor, threads=threads,
        )
        if found.violation is None:
            break
        broken[found.violation.name] = found.violation
        if found.violation.declared is None:
            break
    parts = {one: _part(one, found, broken.get(one.name)) for one in claims}
    named = {name: tuple(part for one, part in parts.items() if one.proof == name)
             for name in dict.fromkeys(one.proof for one in claims)}
    named[STORES] = (_stores(found, broken.get("domains")),)
    seconds, board, note = time.monotonic() - began, instance.data.name, _why(found)
    return Checked(found, tuple(
        combined(
            name, several, instance.players, board, seconds,
            [note] if any(part.verdict is Verdict.BOUNDED for part in several) else [],
        )
        for name, several in named.items()
    ))


def _seen(found: Exploration) -> tuple[Verdict, str]:
    """The verdict and the method of what is violated nowhere."""
    return (Verdict.PROVED, "exhausted") if found.complete else (Verdict.BOUNDED, f"{found.depth} moves")


def _why(found: Exploration) -> str:
    """Why not every state was seen; empty if all were."""
    if found.complete:
        return ""
    end = "a store leaves its sort there" if found.violation else f"stopped: {found.stopped.value}"
    return f"all states within {found.depth} moves were seen, {found.states} in all; {end}"


def _part(declared: Property, found: Exploration, broken: Violation | None) -> Part:
    name, says, cites = declared.name, declared.says, declared.cites
    if broken is not None:
        return Part(name, says, Verdict.REFUTED, "a shortest trace", broken.trace.shows, cites, broken.trace)
    witness = found.witnesses.get(name)
    if witness is not None:
        return Part(name, says, Verdict.REACHED, "a shortest game", "", cites, witness, len(witness.moves))
    verdict, method = _seen(found)
    if declared.kind is Kind.REACHABLE and found.complete:
        return Part(name, says, Verdict.REFUTED, method, "no state of this instance shows it", cites)
    return Part(name, says, verdict, method, "", cites)


def _stores(found: Exploration, broken: Violation | None) -> Part:
    says = "No effect of a move leaves the range of what it changes."
    if broken is not None:
        return Part(STORES, says, Verdict.REFUTED, "a shortest trace", broken.trace.shows, (), broken.trace)
    return Part(STORES, says, *_seen(found))
