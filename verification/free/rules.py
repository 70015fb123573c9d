"""Every rule can come into play, every rule can refuse a move by itself, and no requirement is idle beside another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from spec.language.actions import Action
from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.rules import Rule
from spec.language.tape import Tape
from verification.free.deciding import Decider
from verification.free.goals import Goal, Site, effect_goals, legal_goal, refusal_goal, sites
from verification.free.seeking import Seeking
from verification.free.witnesses import Hunt, Witness
from verification.queries import Answer, Status
from verification.verdicts import Part, Verdict

Key = tuple[str, str]


def goals_of(number: int, action: Action, tape: Tape) -> Iterator[Goal]:
    """What is looked for of one action: that it is legal, each conditional effect, each line that refuses alone."""
    yield legal_goal(number, action, tape)
    yield from effect_goals(number, action, tape)
    for site in sites(action, tape):
        yield refusal_goal(number, site, tape)


@dataclass(frozen=True, eq=False)
class Rules:
    """The verdicts on one game's rules, from what a hunt met, what z3 says of the rest, and what is sought of that.

    `hunts` gives those for other numbers of players, whose games show as well what is claimed of some game.
    """

    game: Game
    hunt: Hunt
    decider: Decider
    seeking: Seeking | None = None
    at_hand: BoardData | None = None
    hunts: Callable[[], Iterable[Hunt]] = tuple

    @cached_property
    def _sites(self) -> tuple[Site, ...]:
        return tuple(site for action, tape in self.decider.system.actions.items() for site in sites(action, tape))

    def reachable(self) -> Iterator[Part]:
        """That every action is legal in some game, and that what each rule says is done in some game."""
        for action in self.game.actions.values():
            says = f"some game has a legal {action.name}"
            yield self._judged(("legal", action.name), action.name, says, action.rule.cites)
        for rule in self.game.rules.values():
            says = f"some game does what {rule.id} says"
            if self._use_of(rule) == "effect":  # what is done without a condition is done where the action is legal
                yield self._judged(("effect", rule.id), rule.id, says, rule.cites)

    @property
    def unused(self) -> tuple[Rule, ...]:
        """The rules by which no action requires or does anything: they speak of the start, of costs or of the end."""
        return tuple(rule for rule in self.game.rules.values() if not self._use_of(rule))

    def refuse(self) -> Iterator[Part]:
        """That every rule which requires something can refuse a move all alone."""
        by_rule: dict[Rule, list[Site]] = {}
        for site in self._sites:
            by_rule.setdefault(site.rule, []).append(site)
        for rule, several in by_rule.items():
            says = f"{rule.id} refuses some move alone"
            witness = self._shortest(("refuses", site.name) for site in several)
            if witness is not None:
                yield _reached(rule.id, says, witness, rule.cites)
                continue
            parts = [self._alone(site) for site in several]
            found = next((part for part in parts if part.verdict.good), None)
            if found is not None:
                yield replace(found, name=rule.id, says=says)
                continue
            verdict = Verdict.REFUTED if all(part.verdict is Verdict.REFUTED for part in parts) else Verdict.UNKNOWN
            telling = [part for part in parts if part.verdict is verdict]
            note = "; ".join(f"in {part.name.partition('/')[0]}: {part.note}" for part in telling)
            rests = tuple(dict.fromkeys(answer for part in telling for answer in part.answers))
            yield Part(rule.id, says, verdict, telling[0].method, note, rule.cites, answers=rests)

    def differ(self) -> Iterator[Part]:
        """That each requirement of an action refuses some move alone, so that none says what others say anyway."""
        for site in self._sites:
            yield self._alone(site)

    def _alone(self, site: Site) -> Part:
        if site.name not in self._judged_sites:
            says = f"{site.rule.id} refuses some {site.action.name} alone ({_line(site)})"
            part = self._judged(("refuses", site.name), site.name, says, site.rule.cites)
            if part.verdict is Verdict.REFUTED:
                seen = f"{part.note}; " if self.hunt.exhausted else ""
                part = replace(part, note=f"{seen}{self._why_never(site)}")
            self._judged_sites[site.name] = part
        return self._judged_sites[site.name]

    @cached_property
    def _judged_sites(self) -> dict[str, Part]:
        return {}

    def _judged(self, key: Key, name: str, says: str, cites: tuple[str, ...]) -> Part:
        """A game that comes to a situation; or that it is impossible; or what was done to find out."""
        witness = self.hunt.met.get(key)
        if witness is not None:
            return _reached(name, says, witness, cites)
        elsewhere = next((hunt.met[key] for hunt in self.hunts() if key in hunt.met), None)
        if elsewhere is not None:
            more = f"with {elsewhere.trace.instance.players} players"
            return replace(_reached(name, says, elsewhere, cites), note=more)
        if self.hunt.exhausted:
            why = f"it is so in none of all {self.hunt.exhausted} states"
            return Part(name, says, Verdict.REFUTED, "exhausted", why, cites)
        rests, why = self._ruled_out(self.decider, key)
        decider, sizes = self.decider, ""
        if why and self._narrower is not None:
            decider, sizes = self._narrower, f", on boards with {self._sizes}"
            rests, why = self._ruled_out(decider, key)
        if not why:
            told = f"no state that obeys the invariants allows it{sizes}"
            return Part(name, says, Verdict.REFUTED, "induction", told, cites, answers=rests)
        witness = None if self.seeking is None else self.seeking.find(key)
        if witness is not None:
            return _reached(name, says, witness, cites)
        return Part(name, says, Verdict.UNKNOWN, "", f"{self.hunt.looked}, {why}", cites)

    def _ruled_out(self, decider: Decider, key: Key) -> tuple[tuple[Answer, ...], str]:
        """What shows that a situation is impossible; or why that is not known."""
        answers: list[Answer] = []
        for number, (action, tape) in enumerate(decider.system.actions.items()):
            for goal in goals_of(number, action, tape):
                if goal.key != key:
                    continue
                answer = decider.impossible(action, goal.tape, "/".join((key[0], action.name, key[1])))
                if answer.status is Status.UNKNOWN:
                    return (), f"and z3 gives up ({answer.reason})"
                if answer.status is not Status.FOLLOWS:
                    unlike = decider.unlike(action, goal.tape, key[1])
                    return (), f"nor led by the distance; it would be so of {unlike}, which obeys the invariants"
                answers.append(answer)
        return decider.resting(answers), ""

    @cached_property
    def _narrower(self) -> Decider | None:
        return self.decider.narrower(self.at_hand)

    @property
    def _sizes(self) -> str:
        """The sizes that are fixed to use every invariant, in words."""
        assert self._narrower is not None
        return ", ".join(
            f"{size} of {one.__name__}" for one, size in self._narrower.system.shape.items()
            if size is not None and self.decider.system.shape[one] is None
        )

    def _why_never(self, site: Site) -> str:
        """Which other lines of the action always refuse as well, where this one does."""
        tape = self.decider.system.actions[site.action]
        if self._follows(site, tape, None):
            return "it refuses nothing: it holds in every state that obeys the invariants"
        also = [other for other in sites(site.action, tape) if other.name != site.name
                and self._follows(site, tape, other)]
        if not also:
            return "what it refuses is always refused by others too, now by one and now by another"
        names = " and ".join(f"{other.rule.id} ({_line(other)})" for other in also)
        return f"what it refuses is always refused by {names} too"

    def _follows(self, site: Site, tape: Tape, other: Site | None) -> bool:
        """Whether a site holds wherever another does (or always, for None)."""
        kept = () if other is None else other.numbers
        asked = replace(
            tape, requires=tuple(one for one in tape.requires if one.number in (*site.numbers, *kept)), weight=None
        )
        goal = refusal_goal(0, site, asked)
        name = f"{site.name}/beside {'nothing' if other is None else other.name}"
        return self.decider.impossible(site.action, goal.tape, name).status is Status.FOLLOWS

    def _use_of(self, rule: Rule) -> str:
        """How a rule comes into play: by an effect under conditions, by one without, by what it requires, or not."""
        tapes = self.decider.system.actions
        stores = [store for tape in tapes.values() for store in tape.stores if store.rule is rule]
        if stores:
            return "effect" if all(store.path for store in stores) else "always"
        requires = any(one.rule is rule for tape in tapes.values() for one in tape.requires)
        return "requires" if requires or any(action.rule is rule for action in tapes) else ""

    def _shortest(self, keys: Iterable[Key]) -> Witness | None:
        found = [self.hunt.met[key] for key in keys if key in self.hunt.met]
        return min(found, key=lambda one: len(one.trace.moves), default=None)


def _reached(name: str, says: str, witness: Witness, cites: tuple[str, ...]) -> Part:
    return Part(name, says, Verdict.REACHED, "replayed games", "", cites, witness.trace)


def _line(site: Site) -> str:
    return f"{site.place.file.rpartition('/')[2]}:{site.place.line}"
