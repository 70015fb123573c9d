"""The verdict on one claim: what induction shows, or else what a search for traces comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from spec.language.actions import Action, Kind, Property
from spec.language.nodes import Const
from verification.induction import Induction
from verification.queries import Answer, Status
from verification.refuting import Choices, Refuter, Sought
from verification.shown import Failed, Shown
from verification.strengthening import Source, read_off, stronger
from verification.vacuity import says_nothing
from verification.verdicts import Part, Verdict

MOST_NAMED = 4
"""So many of the invariants that a proof leans on are named."""


@dataclass(frozen=True, eq=False)
class Judge:
    """Judges claims about one system.

    `settles` says that they are about the very game that the refuter searches, with every setting fixed, so that
    seeing all its states settles a claim. `sources` give facts that may strengthen a claim which is not inductive,
    before those that are read off random games.
    """

    induction: Induction
    refuter: Refuter
    settles: bool
    sources: tuple[Source, ...] = ()

    def property(self, part: Property) -> Part:
        """The verdict on one property, beside the one that its spec declares."""
        found = self._reached(part) if part.kind is Kind.REACHABLE else self._always(part)
        return replace(found, declared=Verdict.REFUTED) if part.false else found

    def _always(self, part: Property) -> Part:
        shown = self.induction.show(part)
        if not shown.holds:
            found = self.refuter.property(part, _choices(shown.failed))
            searched = self._searched(part.name, part.says, part.cites, shown.failed, found)
            if searched.verdict in (Verdict.UNKNOWN, Verdict.BOUNDED):
                return replace(searched, note=f"{searched.note}{self._excluded(part, shown.failed)}")
            return searched
        if len(self.induction.impossible) == len(self.induction.system.actions):
            return Part(part.name, part.says, Verdict.VACUOUS, "", "no move is ever possible", part.cites)
        nothing = says_nothing(self.induction, part)
        if nothing:
            return Part(part.name, part.says, Verdict.VACUOUS, "", nothing, part.cites)
        return self._proved(part, shown)

    def _excluded(self, part: Property, failed: Sequence[Failed]) -> str:
        """What would exclude the first countermodel to a claim, in words."""
        for one in failed:
            if one.action is None or one.countermodel is None or one.countermodel.held is None:
                continue
            executor = self.refuter.player(one.countermodel.choices)
            sources = [*self.sources, *([] if executor is None else [read_off(executor)])]
            found = stronger(self.induction, part, one.action, one.countermodel, sources)
            if found:
                return f"; {one.action.name} would keep it if {' and if '.join(map(str, found))}"
        return ""

    def _proved(self, part: Property, shown: Shown) -> Part:
        answers = tuple(self.induction.answers(part))
        constant = isinstance(self.induction.system.tape(part).result, Const)
        method = "by the declarations" if constant else _method(shown)
        return Part(
            part.name, part.says, Verdict.PROVED, method, _leaning(shown.helpers), part.cites, k=shown.depth,
            answers=answers,
        )

    def stores(self) -> Iterator[Part]:
        """The verdicts on the start values and on each action's stores: that none leaves its sort."""
        answer = self.induction.start_lies_within()
        says = "every start value lies in its sort"
        if answer.status is Status.FOLLOWS:
            yield Part("start", says, Verdict.PROVED, "by the declarations", answers=(answer,))
        else:
            why = answer.reason or "a start value may lie outside its sort on some board"
            yield Part("start", says, Verdict.UNKNOWN, "", why)
        for action in self.induction.system.actions:
            yield self._stores_of(action)

    def _stores_of(self, action: Action) -> Part:
        says = f"no store of {action.name} leaves its sort"
        answers = self.induction.obligations(action)
        failed = [self.induction.store_failure(action, store, said) for store, said in answers
                  if said.status is not Status.FOLLOWS]
        if not failed:
            rests = tuple(self._resting(list(dict.fromkeys(said for _, said in answers))))
            return Part(action.name, says, Verdict.PROVED, "induction", "", action.rule.cites, k=1, answers=rests)
        found = self.refuter.stores(action, _choices(failed))
        return self._searched(action.name, says, action.rule.cites, failed, found)

    def _resting(self, answers: Sequence[Answer]) -> Iterator[Answer]:
        """Answers, and those for the invariants that they need."""
        yield from answers
        used = (fact for answer in answers for fact in answer.used)
        for helper in self.induction.system.rests_on(used, self.induction.standing):
            yield from self.induction.answers(helper)

    def _reached(self, part: Property) -> Part:
        """A game that reaches it; or that it never holds, because the search saw every state or by induction."""
        trusted = part.steady is None or self.induction.show(part.steady).holds
        found = self.refuter.reach(part, trusted)
        if found.trace is not None:
            many = len(found.trace.moves)
            how = f"{many} {'move' if many == 1 else 'moves'}, "
            how += "shortest" if found.at_least == many else f"none shorter than {found.at_least}"
            return Part(part.name, part.says, Verdict.REACHED, how, "", part.cites, found.trace, found.at_least)
        if found.exhausted and self.settles:
            why = f"no state reaches it: {found.looked}"
            return Part(part.name, part.says, Verdict.REFUTED, "exhausted", why, part.cites)
        never = self.induction.show(part.never)
        if never.holds:
            why = "no game reaches it: that it is not so always stays"
            proof = self._proved(part.never, never)
            return replace(proof, name=part.name, verdict=Verdict.REFUTED, note=why)
        return Part(part.name, part.says, Verdict.UNKNOWN, "", f"not reached: {found.looked}", part.cites)

    def _searched(
        self, name: str, says: str, cites: tuple[str, ...], failed: Sequence[Failed], found: Sought
    ) -> Part:
        if found.trace is not None:
            many = len(found.trace.moves)
            method = f"a {'shortest ' if found.at_least == many else ''}trace of {many} move{'' if many == 1 else 's'}"
            return Part(name, says, Verdict.REFUTED, method, str(failed[0]), cites, found.trace)
        if found.exhausted and self.settles:
            return Part(name, says, Verdict.PROVED, "exhausted", found.looked, cites)
        refuses = any(one.countermodel is not None for one in failed)
        why = f"not inductive: {failed[0]}, and then this fails: {says}" if refuses else str(failed[0])
        if self.settles and found.depth > 0:
            return Part(name, says, Verdict.BOUNDED, f"{found.depth} moves", why, cites, k=found.depth)
        return Part(name, says, Verdict.UNKNOWN, "", f"{why}; {found.looked}", cites)


def _choices(failed: Sequence[Failed]) -> list[Choices]:
    """The settings of the first countermodel: a claim may fail under them alone."""
    return [one.countermodel.choices for one in failed if one.countermodel is not None][:1]


def _leaning(helpers: Iterable[Property]) -> str:
    names = [one.name for one in helpers]
    if len(names) > MOST_NAMED:
        names[MOST_NAMED:] = [f"{len(names) - MOST_NAMED} more invariants"]
    return f"leans on {', '.join(names)}" if names else ""


def _method(shown: Shown) -> str:
    return "induction" if shown.depth == 1 else f"{shown.depth}-induction"
