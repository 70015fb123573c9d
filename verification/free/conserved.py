"""Components are conserved: the sums of numbers that no move changes, discovered in games and proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from spec.language.actions import Property
from spec.language.data import BoardData
from spec.language.sorts import Int, Upto
from verification.discovery.facts import samples_of
from verification.discovery.houdini import Houdini
from verification.discovery.laws import Law, lasting_laws
from verification.discovery.sampling import Sample
from verification.system import System
from verification.verdicts import Part, Verdict

Progress = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Conserved:
    """The verdicts on one system's laws of conservation, which are read off `samples`.

    `standing` gives the declared invariants that hold in every state.
    """

    system: System
    samples: Sequence[Sample]
    standing: Callable[[], Sequence[Property]]
    seed: int
    progress: Progress

    def laws(self) -> Iterator[Part]:
        """Each law that no move of the games seen breaks, and whether it is proved."""
        moves = sum(len(one.steps) for one in self.samples)
        shown = self._shown(self.found)
        for law in self.found:
            if law.name in shown:
                note = "leans on other laws and on declared invariants"
                yield Part(law.name, law.words, Verdict.PROVED, "induction", note)
            else:
                why = f"no move of {moves:,} broke it, and z3 does not show it by induction"
                yield Part(law.name, law.words, Verdict.UNKNOWN, "", why)
        if not self.found:
            why = "no sum of the numbers in a state stays the same, or there are no numbers"
            yield Part("laws", "some number is conserved", Verdict.VACUOUS, "", why)

    def _shown(self, found: Sequence[Law]) -> frozenset[str]:
        """The names of the laws that every move keeps, alone or together with the declared invariants."""
        claims = {law.invariant(self.system.shape): law for law in found}
        left = Houdini(self.system, list(claims), self.seed, self.progress).run()
        if len(left) < len(claims):
            rest: list[Property] = [one for one in claims if one not in left]
            left += Houdini(self.system, rest, self.seed, self.progress, given=[*self.standing(), *left]).run()
        return frozenset(claims[one].name for one in left if one in claims)

    @cached_property
    def found(self) -> list[Law]:
        """The laws that no move of the games seen breaks."""
        return lasting_laws(self.system.game, self.system.shape, self.samples, self.seed)[0]

    def notes(self) -> Iterator[str]:
        """Which numbers are in no law."""
        said = {field for law in self.found for field in law.fields}
        rest = [
            field.name for field in self.system.game.state.fields
            if isinstance(field.sort, (Int, Upto)) and field not in said
        ]
        if rest:
            yield f"no law was seen for {', '.join(rest)}"


def conserved(
    system: System, boards: Sequence[BoardData], standing: Callable[[], Sequence[Property]], seed: int,
    progress: Progress, moves: int = 2_000,
) -> Conserved:
    """Look for the laws of one system."""
    samples = samples_of(system.game, system.players, boards, system.choices, moves, seed, progress)
    return Conserved(system, samples, standing, seed, progress)
