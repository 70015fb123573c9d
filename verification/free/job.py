"""The properties that every game has without declaring them, by name, and what was found out about each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from spec.language.actions import Property
from spec.language.data import EMPTY, BoardData
from spec.language.game import Game
from spec.language.session import OpenSize
from spec.language.settings import Setting
from verification.discovery.houdini import Houdini
from verification.discovery.structure import structure
from verification.free.conserved import Conserved, conserved
from verification.free.deciding import Decider, widest_system
from verification.free.ending import Ending
from verification.free.hidden import Hidden
from verification.free.parameters import Parameters
from verification.free.rules import Rules, goals_of
from verification.free.seeking import Seeking
from verification.free.stuck import Stuck
from verification.free.witnesses import Hunt, hunt
from verification.induction import Induction
from verification.queries import Asker, Effort, Listener
from verification.verdicts import Part, Result, Verdict, combined

Progress = Callable[[str], None]

SOME_GAME = ("free.rules-reachable", "free.rules-refuse", "free.requirements-differ", "free.parameters-matter")
"""What is claimed of some game: found for one number of players, it is found."""

NOTHING = "there is nothing in this game of which it could be so"

FREE: Mapping[str, str] = {
    "free.rules-reachable": "every action is legal and every effect happens in some game",
    "free.rules-refuse": "every rule refuses some move alone",
    "free.requirements-differ": "no requirement of an action is idle because others refuse the same",
    "free.parameters-matter": "no action has a parameter that never matters",
    "free.components-conserved": "what is counted is conserved: the sums that no move changes",
    "free.never-stuck": "somebody can act or chance does, until the game is over",
    "free.terminates": "every game ends",
    "free.hidden-decides-nothing": "what a player does not see never changes which moves that player may make",
}
"""The properties by name, and what they claim."""

CHEAP = ("free.terminates", "free.hidden-decides-nothing")
"""Those that take hardly more than the invariants, which the declared proofs need anyway."""


def verify_free(
    game: Game, *, names: Iterable[str] | None = None, players: Iterable[int] | None = None,
    board: BoardData | None = None, at_hand: BoardData | None = None, grounds: Sequence[BoardData] = (),
    choices: Mapping[Setting, int] | None = None, effort: Effort | None = None,
    listeners: Sequence[Listener] = (), progress: Progress | None = None,
    tell: Callable[[Result], None] | None = None, made: Sequence[Induction] = (),
) -> list[Result]:
    """Find out about free properties for each number of players; `KeyError` for a name that is none.

    The arguments mean what they mean for declared proofs: with `board` it is about that board alone; without, about
    every board, games being looked for on each of `grounds`. `tell` hears of each result at once.
    Inductions that were `made` for declared proofs of the same game are gone on with.
    """
    wanted = tuple(names) if names is not None else tuple(FREE)
    for name in wanted:
        if name not in FREE:
            raise KeyError(f"there is no free property {name!r}; there are {', '.join(FREE)}")
    boards = [board] if board is not None else list(grounds) or [at_hand or EMPTY]
    jobs: list[FreeJob] = []
    for count in tuple(players) if players is not None else game.counts:
        jobs.append(FreeJob(
            game, count, board, at_hand or boards[0], tuple(boards), dict(choices or {}), effort or Effort(),
            tuple(listeners), progress or (lambda text: None), tuple(made), jobs,
        ))
    results: list[Result] = []
    for job in jobs:
        for result in job.run(wanted):
            results.append(result)
            if tell is not None:
                tell(result)
    return put_together(results)


@dataclass(frozen=True, eq=False)
class FreeJob:
    """The free properties for one number of players; what some game should show, one of another of `jobs` may."""

    game: Game
    players: int
    board: BoardData | None
    at_hand: BoardData
    boards: tuple[BoardData, ...]
    choices: Mapping[Setting, int]
    effort: Effort
    listeners: tuple[Listener, ...]
    progress: Progress
    made: tuple[Induction, ...]
    jobs: Sequence[FreeJob]

    def run(self, names: Iterable[str]) -> Iterator[Result]:
        """The results of some free properties."""
        for name in names:
            started = time.process_time()
            where = self.board.title if self.board is not None else "every board"
            try:
                parts = tuple(self._as_noted(name, one) for one in self._parts(name)) or (
                    Part(name, FREE[name], Verdict.VACUOUS, "", NOTHING),
                )
            except OpenSize as error:
                why = f"a rule loops over {error.element.__name__}, whose size only a board gives; give one"
                parts = (Part(name, FREE[name], Verdict.UNKNOWN, "", why),)
            parts += tuple(self._stale(name, parts))
            yield combined(name, parts, self.players, where, time.process_time() - started, self._notes(name))

    def _as_noted(self, name: str, part: Part) -> Part:
        """A part with what the spec notes of it: that it is meant not to hold."""
        for one in self.game.noted:
            if one.covers(name, part.name):
                return replace(part, declared=Verdict.REFUTED, note=f"{part.note} (noted: {one.why})")
        return part

    def _stale(self, name: str, parts: Sequence[Part]) -> Iterator[Part]:
        """What the spec notes of parts that there are not."""
        for one in self.game.noted:
            if one.property == name and not any(one.covers(name, part.name) for part in parts):
                what = " ".join(one.parts)
                why = f"the spec notes this of {what}, and there is no such part"
                yield Part(what, FREE[name], Verdict.UNKNOWN, "", why)

    def _parts(self, name: str) -> Iterator[Part]:
        match name:
            case "free.rules-reachable":
                return self.rules.reachable()
            case "free.rules-refuse":
                return self.rules.refuse()
            case "free.requirements-differ":
                return self.rules.differ()
            case "free.parameters-matter":
                return Parameters(self.game, self.hunts, self.decider_and_sizes[0]).matter()
            case "free.components-conserved":
                return self.conserved.laws()
            case "free.never-stuck":
                decider = self.decider_and_sizes[0]
                return Stuck(
                    self.game, self.players, self.boards, self.choices, lambda: decider.standing,
                    lambda: self.conserved.shown, lambda: self.lying, lambda: decider.unsaid, decider.asker,
                    self.effort, self.progress,
                ).never()
            case "free.terminates":
                decider = self.decider_and_sizes[0]
                return Ending(
                    decider.system, lambda: self.conserved.samples,
                    lambda: [*decider.standing, *self.conserved.shown], decider.asker,
                    self.effort.seed, self.progress, decider.resting, decider.declared_ranking,
                ).always()
            case "free.hidden-decides-nothing":
                return Hidden(self.game, self.decider_and_sizes[0], self.boards, self.effort.seed).never_decides()
        raise KeyError(name)

    def _notes(self, name: str) -> Iterator[str]:
        fixed = self.decider_and_sizes[1]
        if fixed:
            sizes = ", ".join(f"{self.at_hand.sizes[one]} of {one}" for one in fixed)
            yield f"proofs are for boards with {sizes}, because a rule loops over them"
        if name == "free.components-conserved":
            yield from self.conserved.notes()
        if name == "free.rules-reachable" and self.rules.unused:
            unused = ", ".join(one.id for one in self.rules.unused)
            yield f"no action requires or does anything by {unused}"

    @cached_property
    def hunt(self) -> Hunt:
        """Games for what the rules should show."""
        return hunt(
            self.game, self.players, self.boards, self.choices, goals_of, self.effort.seed, progress=self.progress
        )

    @cached_property
    def conserved(self) -> Conserved:
        """The laws of conservation."""
        decider = self.decider_and_sizes[0]
        return conserved(
            decider.system, self.boards, lambda: decider.standing, decider.asker, self.effort.seed, self.progress
        )

    @cached_property
    def lying(self) -> list[Property]:
        """How piles and stacks lie, as far as it is shown."""
        decider = self.decider_and_sizes[0]
        candidates = list(structure(self.game))
        return Houdini(decider.system, candidates, self.effort.seed, self.progress, given=decider.standing).run()

    @cached_property
    def decider_and_sizes(self) -> tuple[Decider, tuple[str, ...]]:
        """Who asks z3, and the sorts whose sizes it has to fix."""
        system, fixed = widest_system(self.game, self.players, self.board, self.at_hand, self.choices)
        return Decider(system, Asker(self.effort, list(self.listeners)), self.progress, self.made), fixed

    @cached_property
    def rules(self) -> Rules:
        """The verdicts on rules."""
        seeking = Seeking(
            self.game, self.players, self.boards, self.choices, goals_of, self.hunt, self.effort.seed, self.progress
        )
        return Rules(self.game, self.hunt, self.decider_and_sizes[0], seeking, self.at_hand, self.hunts)

    def hunts(self) -> Iterator[Hunt]:
        """The games looked at for this number of players, and then for others that are asked about together with it."""
        yield self.hunt
        for job in self.jobs:
            if job is not self:
                yield job.hunt


def put_together(results: Sequence[Result]) -> list[Result]:
    """The results with what was found for other numbers of players put in where it is claimed of some game."""
    reached: dict[tuple[str, str], tuple[Part, int]] = {}
    for result in results:
        for part in result.parts:
            if part.verdict.good and part.declared is None:
                reached.setdefault((result.property, part.name), (part, result.players))
    return [
        _completed(result, reached) if result.property in SOME_GAME and not result.verdict.good else result
        for result in results
    ]


def _completed(result: Result, reached: Mapping[tuple[str, str], tuple[Part, int]]) -> Result:
    parts: list[Part] = []
    for part in result.parts:
        other, players = reached.get((result.property, part.name), (part, result.players))
        told = "" if other is part else f"with {players} players; with {result.players}: {part.note}"
        parts.append(part if part.as_declared or other is part else replace(other, note=told))
    whole = combined(result.property, tuple(parts), result.players, result.board, result.seconds)
    return replace(whole, note=whole.note or result.note) if whole.verdict.good else replace(result, parts=whole.parts)
