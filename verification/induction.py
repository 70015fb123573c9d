"""Induction: a claim holds at the start and every legal move keeps it, given the invariants that stand with it.

One question is asked for each claim and action. A claim is tried alone first, then with every invariant that still
stands; where it leans on others and one of those falls, it is asked again without them. What is not inductive by
itself may be so over several moves (k-induction).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from spec.language.actions import Action, Kind, Property
from spec.language.settings import Setting
from spec.language.state import Field
from spec.language.tape import Store
from verification.counterexamples import Countermodel, fields_read, in_words, value
from verification.known import Known
from verification.queries import Answer, Asker, Question, Status
from verification.system import System
from verification.z3_lowering.cells import FewCells, SymbolicState
from verification.z3_lowering.effects import Move
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.starts import start_state
from verification.z3_lowering.terms import Term, both

SHORT = 4_000
"""Milliseconds for a claim tried alone; it gets its full time with the others' help."""


@dataclass(frozen=True)
class Failed:
    """Why a claim could not be shown: at the start or after an action; z3's countermodel or its reason."""

    where: str
    countermodel: Countermodel | None
    reason: str = ""

    def __str__(self) -> str:
        if self.countermodel is None:
            return f"{self.where}: z3 gives up ({self.reason})"
        return f"{self.where}: {self.countermodel.words}"


@dataclass
class Shown:
    """What induction came to for one claim."""

    failed: list[Failed] = field(default_factory=list)
    leans: bool = False
    depth: int = 1

    @property
    def holds(self) -> bool:
        return not self.failed


@dataclass(frozen=True, eq=False)
class _Step:
    """One action from a free state, lowered once and asked about many times."""

    scope: Scope
    before: SymbolicState
    move: Move


Progress = Callable[[str], None]


class Induction:
    """Induction over one system. `support` are the invariants that may be assumed once they are shown themselves."""

    def __init__(
        self, system: System, support: Sequence[Property], asker: Asker, progress: Progress | None = None,
        known: Known | None = None,
    ) -> None:
        self.system = system
        self.standing = list(support)
        self.asker = asker
        self.progress = progress or (lambda text: None)
        self.known = known or Known()
        self._steps: dict[Action, _Step] = {}
        self.shown: dict[Property, Shown] = {}

    def possible(self) -> Answer:
        """Whether the axioms of the board contradict each other."""
        scope, state = self._at_the_start()
        self.system.assume_anywhere(scope)
        self.system.assume([], state, scope)
        return self.asker(self._question("start", scope, 0))

    @cached_property
    def impossible(self) -> tuple[Action, ...]:
        """The actions that no state obeying the invariants allows."""
        found: list[Action] = []
        for action in self.system.actions:
            about = self.known.about(self.system, action, None, self.standing)
            if about not in self.known.answers:
                step = self._step(action)
                scope = step.scope.fork()
                self.system.assume(self.standing, step.before, scope)
                question = self._question(f"{action.name}/possible", scope, 0, step.move)
                self.known.answers[about] = self.asker(question).status is not Status.FOLLOWS
            if not self.known.answers[about]:
                found.append(action)
        return tuple(found)

    @cached_property
    def loose(self) -> tuple[Field, ...]:
        """The fields whose start value is left free."""
        return self._start[2]

    def settle(self) -> None:
        """Find the invariants that stand together: all that are kept by every action and hold at the start."""
        asked = list(self.standing)
        while asked:
            fallen = [part for part in asked if not self._settled(part).holds]
            self.standing = [part for part in self.standing if part not in fallen]
            asked = [part for part in self.standing if self.shown[part].leans] if fallen else []
        self._deepen()

    def show(self, part: Property) -> Shown:
        """Show a claim with the help of the invariants that stand; `settle` comes first."""
        if part not in self.shown:
            self._settled(part)
        return self.shown[part]

    def _deepen(self) -> None:
        """Try fallen invariants over several moves; one that stands then may help the others."""
        for depth in range(2, self.asker.effort.deepest + 1):
            changed = True
            while changed:
                changed = False
                for part, shown in self.shown.items():
                    if part.kind is not Kind.INVARIANT or shown.holds or self._starts_wrong(shown):
                        continue
                    self.progress(f"{part.name} over {depth} moves")
                    helped = self._settled(part, keep_failed=True).holds
                    if not helped and self._holds_over(part, depth):
                        self.shown[part] = Shown(leans=True, depth=depth)
                    if self.shown[part].holds:
                        self.standing.append(part)
                        changed = True
                        break

    @staticmethod
    def _starts_wrong(shown: Shown) -> bool:
        return any(failed.where == "start" for failed in shown.failed)

    def _settled(self, part: Property, keep_failed: bool = False) -> Shown:
        shown = Shown()
        start = self._at_start(part)
        if start is not None:
            shown.failed.append(start)
        for action in self.system.actions:
            self.progress(f"{part.name} after {action.name}")
            failed, leans = self._kept(part, action)
            shown.leans = shown.leans or leans
            if failed is not None:
                shown.failed.append(failed)
        if not keep_failed or shown.holds:
            self.shown[part] = shown
        return shown

    def _at_start(self, part: Property) -> Failed | None:
        if part.kind in (Kind.STEP, Kind.CONSERVED):
            return None
        scope, state = self._at_the_start()
        claims = self.system.claim(part, state, None, scope)
        self.system.assume([], state, scope)
        answer = self.asker(self._question(f"{part.name}/start", scope, both(claim for _, claim in claims)))
        if answer.status is Status.FOLLOWS:
            return None
        if answer.model is None:
            return Failed("start", None, answer.reason)
        words = f"{part.says!r} fails for a board and start that the declarations allow"
        return Failed("start", Countermodel(words, self._choices(answer)))

    def _kept(self, part: Property, action: Action) -> tuple[Failed | None, bool]:
        """Whether an action keeps a claim; and whether it needed the other invariants for it."""
        is_state = part.kind in (Kind.INVARIANT, Kind.CONSERVED)
        if is_state and not self.system.written(action) & self.system.read(part):
            return None, False
        alone = [part] if part.kind is Kind.INVARIANT else []
        others = [one for one in self.standing if one is not part]
        name = f"{part.name}/{action.name}"
        about_alone = self.known.about(self.system, action, part, alone)
        about_all = self.known.about(self.system, action, part, alone + others)
        if self.known.answers.get(about_alone) or self.known.answers.get(about_all):
            return None, not self.known.answers.get(about_alone)
        answer = self._ask_kept(part, action, alone, f"{name}/alone", SHORT)
        self.known.answers[about_alone] = answer.status is Status.FOLLOWS
        if answer.status is Status.FOLLOWS:
            return None, False
        if others:
            answer = self._ask_kept(part, action, alone + others, name)
        if answer.status is not Status.FOLLOWS:
            return self._failure(part, action, answer), True
        self.known.answers[about_all] = True
        return None, True

    def _ask_kept(
        self, part: Property, action: Action, assumed: Sequence[Property], name: str, milliseconds: int | None = None
    ) -> Answer:
        step = self._step(action)
        scope = step.scope.fork()
        claims = self.system.claim(part, step.before, step.move.after, scope)
        self.system.assume(assumed, step.before, scope)
        question = self._question(name, scope, both(claim for _, claim in claims), step.move, step.move.sound)
        return self.asker(question, milliseconds)

    def obligations(self, action: Action) -> list[tuple[Store, Answer]]:
        """For each store of an action that might leave its sort: whether it cannot; asked together, then one by one."""
        step = self._step(action)
        due = step.move.obligations
        if not due:
            return []
        scope = step.scope.fork()
        self.system.assume(self.standing, step.before, scope)
        together = both(one.holds for one in due)
        answer = self.asker(self._question(f"stores/{action.name}", scope, together, step.move), SHORT)
        if answer.status is Status.FOLLOWS:
            return [(one.store, answer) for one in due]
        return [
            (one.store, self.asker(
                self._question(f"stores/{action.name}/{one.store.number}", scope, one.holds, step.move)
            ))
            for one in due
        ]

    def start_lies_within(self) -> Answer:
        """Whether every start value lies in its field's sort, for every board."""
        scope, state = self._at_the_start()
        cells = [
            scope.within(term, one.sort)
            for one, held in state.items() if isinstance(held, FewCells) for term in held.cells.values()
        ]
        self.system.assume([], state, scope)
        return self.asker(self._question("stores/start", scope, both(cells)))

    def store_failure(self, action: Action, store: Store, answer: Answer) -> Failed:
        """A store that may leave its sort, in words."""
        what = f"{action.name} stores {store.field.name} at {store.place}"
        return self._described(what, action, answer, frozenset({store.field}))

    def _failure(self, part: Property, action: Action, answer: Answer) -> Failed:
        return self._described(f"after {action.name}", action, answer, self.system.read(part))

    def _described(self, where: str, action: Action, answer: Answer, read: Iterable[Field]) -> Failed:
        if answer.model is None:
            return Failed(where, None, answer.reason)
        step = self._step(action)
        tape = self.system.actions[action]
        fields = {*read, *fields_read(tape)}
        words = in_words(answer.model, tape, step.move.params, step.before, fields, self.system.data)
        return Failed(where, Countermodel(words, self._choices(answer)))

    def _choices(self, answer: Answer) -> Mapping[Setting, int]:
        assert answer.model is not None
        scope = self.system.scope()
        return {one: value(answer.model, scope.setting(one)) for one in self.system.game.settings.values()}

    def _holds_over(self, part: Property, depth: int) -> bool:
        """Whether the first `depth` states obey an invariant, and any state after `depth` that obey it does too."""
        return self._first_states(part, depth) and all(
            self._after_path(part, path) for path in self._paths(self._breaking(part), depth)
        )

    def _breaking(self, part: Property) -> list[Action]:
        """The actions that do not keep an invariant by the help of what stands now."""
        return [action for action in self.system.actions if self._kept(part, action)[0] is not None]

    def _paths(self, last: Sequence[Action], depth: int) -> list[tuple[Action, ...]]:
        paths: list[tuple[Action, ...]] = [(action,) for action in last]
        for _ in range(depth - 1):
            paths = [(action, *path) for path in paths for action in self.system.actions]
        return paths

    def _after_path(self, part: Property, path: tuple[Action, ...]) -> bool:
        scope = self.system.scope()
        return self._along(part, path, scope, self.system.free_state(scope), (*self.standing, part))

    def _first_states(self, part: Property, depth: int) -> bool:
        paths: list[tuple[Action, ...]] = [()]
        for _ in range(depth - 1):
            paths = [(*path, action) for path in paths for action in self.system.actions]
            for path in paths:
                scope, state = self._at_the_start()
                if not self._along(part, path, scope, state, self.standing):
                    return False
        return True

    def _along(
        self, part: Property, path: Sequence[Action], scope: Scope, state: SymbolicState, assumed: Sequence[Property]
    ) -> bool:
        """Whether an invariant holds after a path of moves on which every state before obeys `assumed`."""
        states = [state]
        for number, action in enumerate(path):
            made = self.system.move(action, states[-1], scope, f"@{number}")
            scope.assume(made.legal)
            scope.assume(made.sound)
            states.append(made.after)
        claims = self.system.claim(part, states[-1], None, scope)
        for one in states[:-1]:
            self.system.assume(assumed, one, scope)
        name = "/".join([part.name, *(action.name for action in path)])
        question = self._question(name, scope, both(claim for _, claim in claims))
        return self.asker(question).status is Status.FOLLOWS

    def _question(self, name: str, scope: Scope, claim: Term, move: Move | None = None, sound: Term = 1) -> Question:
        inner = scope.fork()
        if move is not None:
            inner.assume(move.legal)
            inner.assume(sound)
        where = f"{self.system.game.id}/{self.system.players}/{name}"
        return Question(where, tuple(inner.all_facts()), claim)

    def _step(self, action: Action) -> _Step:
        if action not in self._steps:
            scope = self.system.scope()
            before = self.system.free_state(scope)
            self._steps[action] = _Step(scope, before, self.system.move(action, before, scope))
        return self._steps[action]

    def _at_the_start(self) -> tuple[Scope, SymbolicState]:
        scope, state, _ = self._start
        return scope.fork(), state

    @cached_property
    def _start(self) -> tuple[Scope, SymbolicState, tuple[Field, ...]]:
        scope = self.system.scope()
        return scope, *start_state(self.system.game, self.system.shape, self.system.tables, scope)
