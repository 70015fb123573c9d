"""Components are conserved: the sums of numbers that no move changes, discovered in games and proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from spec.language.actions import Property
from spec.language.data import BoardData
from spec.language.sorts import Int, Upto
from verification.discovery.facts import samples_of
from verification.discovery.houdini import Houdini
from verification.discovery.laws import Law, lasting_laws
from verification.discovery.sampling import Sample
from verification.discovery.structure import one_or_none, structure
from verification.free.deciding import traces
from verification.queries import Answer, Asker, Question, Status
from verification.system import System
from verification.verdicts import Part, Verdict
from verification.z3_lowering.terms import both

IMPLIED = 10_000
"""Milliseconds for the question whether the declared invariants say it."""

Progress = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Conserved:
    """The verdicts on one system's laws of conservation, which are read off `samples`.

    `standing` gives the declared invariants that hold in every state.
    """

    system: System
    samples: Sequence[Sample]
    standing: Callable[[], Sequence[Property]]
    asker: Asker
    seed: int
    progress: Progress

    def laws(self) -> Iterator[Part]:
        """Each law that no move of the games seen breaks, and whether it is proved."""
        moves = sum(len(one.steps) for one in self.samples)
        for law in self.found:
            if self.claims[law] in self.shown:
                answers = self._confirmed(self.claims[law], self.shown)
                note = "" if answers else "shown together with the others alone, so that nobody could check it"
                how = "by the invariants" if self.claims[law] in self._implied else "induction"
                yield Part(law.name, law.words, Verdict.PROVED, how, note, (), answers=answers)
            else:
                why = f"no move of {moves:,} broke it, and z3 does not show it by induction"
                yield Part(law.name, law.words, Verdict.UNKNOWN, "", why)
        if not self.found:
            why = "no sum of the numbers in a state stays the same, or there are no numbers"
            yield Part("laws", "some number is conserved", Verdict.VACUOUS, "", why)

    @cached_property
    def claims(self) -> Mapping[Law, Property]:
        """Each law as the claim that the sum is always what it is at the start."""
        return {law: law.invariant(self.system.shape) for law in self.found}

    @cached_property
    def shown(self) -> list[Property]:
        """What every move keeps of the laws, alone or together with the declared invariants that stand."""
        claims = list(self.claims.values())
        lying = list(structure(self.system.game))
        left = Houdini(self.system, [*lying, *claims], self.seed, self.progress).run()
        rest = [one for one in claims if one not in left]
        if rest:
            plain = [one for one in one_or_none(self.system.game) if traces(self.system, one)]
            given = [*self.standing(), *left, *plain]
            for one in rest:
                self.progress(f"whether the invariants say that {one.says}")
                answer = self._follows(one, given)
                if answer.status is Status.FOLLOWS:
                    self._implied[one] = answer
            left += self._implied
            rest = [one for one in rest if one not in left]
        if rest:
            left += Houdini(self.system, rest, self.seed, self.progress, given=[*self.standing(), *left]).run()
        return left

    @cached_property
    def _implied(self) -> dict[Property, Answer]:
        """The laws that the declared invariants come to, taken together."""
        return {}

    def _follows(self, claim: Property, given: Sequence[Property]) -> Answer:
        """Whether a law is so in every state in which some invariants are."""
        scope = self.system.scope()
        state = self.system.free_state(scope)
        holds = both(one for _, one in self.system.claim(claim, state, None, scope))
        self.system.assume(given, state, scope)
        name = f"{self.system.game.id}/{self.system.players}/free/{claim.name}"
        return self.asker(Question(name, tuple(scope.all_facts()), holds), IMPLIED)

    def _confirmed(self, claim: Property, shown: Sequence[Property]) -> tuple[Answer, ...]:
        """The questions that a law's proof comes to, one for each action, as a second solver can be asked them."""
        if claim in self._implied:
            return (self._implied[claim],)
        answers: list[Answer] = []
        for action in self.system.actions:
            if not self.system.written(action) & self.system.read(claim):
                continue
            for assumed in (list(shown), [*shown, *self.standing()]):
                scope = self.system.scope()
                before = self.system.free_state(scope)
                made = self.system.move(action, before, scope)
                kept = both(one for _, one in self.system.claim(claim, before, made.after, scope))
                self.system.assume(assumed, before, scope)
                scope.assume(made.legal)
                scope.assume(made.sound)
                name = f"{self.system.game.id}/{self.system.players}/free/{claim.name}/{action.name}"
                answer = self.asker(Question(name, tuple(scope.all_facts()), kept))
                if answer.status is Status.FOLLOWS:
                    break
            if answer.status is not Status.FOLLOWS:
                return ()  # z3 has shown it once, with what it had learned from other questions
            answers.append(answer)
        return tuple(answers)

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
    system: System, boards: Sequence[BoardData], standing: Callable[[], Sequence[Property]], asker: Asker,
    seed: int, progress: Progress, moves: int = 2_000,
) -> Conserved:
    """Look for the laws of one system."""
    samples = samples_of(system.game, system.players, boards, system.choices, moves, seed, progress)
    return Conserved(system, samples, standing, asker, seed, progress)
