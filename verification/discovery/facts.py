"""Facts of a game that nobody declared, each shown to hold in every state of every game: lemmas for other proofs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from spec.language.actions import Kind, Property
from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.settings import Setting
from spec.language.state import Field
from spec.lowering.instance import Instance
from verification.counterexamples import Countermodel
from verification.discovery.candidates import implications, limits
from verification.discovery.houdini import Houdini
from verification.discovery.laws import Law, lasting_laws
from verification.discovery.sampling import Sample, sample
from verification.discovery.structure import structure
from verification.system import System

MOVES = 3_000
"""Random moves of each instance that candidates are read off."""
BOARDS, INSTANCES = 2, 5
"""So many boards, and boards and choices, that are looked at."""

Progress = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Discovered:
    """What was found out about one system.

    `facts` hold in every state, with the help of each other and of `helpers`, declared invariants that do as well.
    """

    system: System
    facts: tuple[Property, ...]
    helpers: tuple[Property, ...]
    laws: tuple[Law, ...]
    tried: int
    moves: int

    @property
    def lemmas(self) -> tuple[Property, ...]:
        """What proofs may assume: the facts and what they lean on."""
        return (*self.helpers, *self.facts)


def samples_of(
    game: Game, players: int, boards: Sequence[BoardData], fixed: Mapping[Setting, int], moves: int = MOVES,
    seed: int = 1, progress: Progress | None = None,
) -> list[Sample]:
    """Random games on the smaller boards, under the usual choices and under others of what is not fixed."""
    chooser = random.Random(seed)
    tell = progress or (lambda text: None)
    ordered = sorted(boards, key=lambda board: sum(board.sizes.values()))[:BOARDS]
    open_settings = [one for one in game.settings.values() if one not in fixed]
    chosen: list[Mapping[Setting, int]] = [fixed]
    if open_settings:
        unusual = {one: one.unusual for one in open_settings}
        mixed = {one: chooser.randrange(len(one.choices)) for one in open_settings}
        chosen += [{**unusual, **fixed}, {**mixed, **fixed}]
    found: list[Sample] = []
    for choices in chosen:
        for board in ordered:
            if len(found) < INSTANCES:
                tell(f"playing on {board.title}")
                found.append(sample(Instance(game, players, board, choices), moves, seed))
    return found


def discover(
    system: System, boards: Sequence[BoardData], *, given: Sequence[Property] = (), implied: bool = True,
    moves: int = MOVES, seed: int = 1, progress: Progress | None = None,
) -> Discovered:
    """Facts of a system: candidates seen in random games on some of its boards, pruned to those that are inductive.

    `given` are invariants that are known to hold; other declared ones are candidates too. Without `implied` only laws
    and bounds are looked for, which takes less time.
    """
    game = system.game
    samples = samples_of(game, system.players, boards, system.choices, moves, seed, progress)
    found, samples = lasting_laws(game, system.shape, samples, seed)
    parts = implications(game, system.shape, samples) if implied else {}
    candidates = [*(law.invariant(system.shape) for law in found), *limits(game, samples), *structure(game), *parts]
    declared = [
        one for one in game.properties.values() if one.kind is Kind.INVARIANT and not one.false and one not in given
    ]
    left = Houdini(system, [*declared, *candidates], seed, progress, parts, given).run()
    helpers = (*given, *(one for one in left if one in declared))
    return Discovered(
        system, tuple(one for one in left if one not in declared), helpers,
        tuple(found), len(candidates), sum(len(one.steps) for one in samples),
    )


def when_asked(
    system: System, boards: Sequence[BoardData], given: Callable[[], Sequence[Property]], *, seed: int = 1,
    progress: Progress | None = None,
) -> Callable[[Countermodel], Iterator[Property]]:
    """Where facts come from that may exclude a countermodel; they are discovered for the first one that is shown.

    `given` says which invariants are known to hold by then.
    """
    @cache
    def source() -> Callable[[Countermodel], Iterator[Property]]:
        return stronger_facts(discover(system, boards, given=given(), seed=seed, progress=progress))

    return lambda countermodel: source()(countermodel)


def stronger_facts(found: Discovered, most: int = 12) -> Callable[[Countermodel], Iterator[Property]]:
    """Where facts come from that may exclude a countermodel: those about cells that it is told by, the closest first.

    They hold in every state; whether one excludes the countermodel is for the induction to find out.
    """
    def facts(countermodel: Countermodel) -> Iterator[Property]:
        told = {one.where for one in countermodel.held or () if isinstance(one.where, Field)}
        reads = {one: found.system.read(one) for one in found.facts}
        near = [one for one in found.facts if reads[one] & told]
        near.sort(key=lambda one: (len(reads[one] - told), -len(reads[one] & told)))
        yield from near[:most]

    return facts
