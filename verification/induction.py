"""Induction: a claim holds at the start and every legal move keeps it, given the invariants that stand with it.

One question is asked for each claim and action. A claim is tried alone first, then with every invariant that still
stands; where it leans on others and one of those falls, it is asked again without them. What is not inductive by
itself may be so over several moves (k-induction).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from spec.language.actions import Action, Kind, Property
from spec.language.state import Field
from spec.language.tape import Store
from verification.cases import in_cases
from verification.counterexamples import Countermodel
from verification.known import Known, Lesson
from verification.queries import Answer, Asker, Question, Status
from verification.shown import Failed, Shown
from verification.steps import Steps
from verification.system import ROUNDS, System
from verification.z3_lowering.cells import FewCells, SymbolicState
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import both

SHORT = 4_000
"""Milliseconds for a claim tried alone; it gets its full time with the others' help."""


Progress = Callable[[str], None]


class Induction(Steps):
    """Induction over one system. `support` are the invariants that may be assumed once they are shown themselves.

    `given` are claims that were shown of a more general system, such as one with sizes left open: they hold here too.
    `refuted` tells quickly of some claims that a game breaks them, so that no time is spent on showing them.
    """

    def __init__(
        self, system: System, support: Sequence[Property], asker: Asker, progress: Progress | None = None,
        known: Known | None = None, given: Induction | None = None,
        refuted: Callable[[Property], bool] | None = None,
    ) -> None:
        super().__init__(system, asker)
        self.standing = list(support)
        self.progress = progress or (lambda text: None)
        self.known = known or Known()
        self._keeps_answers = known is None  # they are large, and what is known may outlive many games
        self.given = given
        self._refuted = refuted or (lambda part: False)
        self.shown: dict[Property, Shown] = {}
        if given is not None:
            self.shown.update((part, shown) for part, shown in given.shown.items() if shown.holds)
        self._settled = False

    def possible(self) -> Answer:
        """Whether the axioms of the board contradict each other."""
        scope, state = self.at_the_start()
        self.system.assume_anywhere(scope)
        self.system.assume([], state, scope)
        return self.asker(self.question("start", scope, 0))

    @property
    def impossible(self) -> tuple[Action, ...]:
        """The actions that no state obeying the invariants allows; none is known to be before they are settled."""
        if self.given is not None:
            return self.given.impossible
        return self._impossible if self._settled else ()

    @cached_property
    def _impossible(self) -> tuple[Action, ...]:
        found: list[Action] = []
        holding = self.holding
        for action in self.system.actions:
            about = self.known.about(self.system, action, None, holding)
            if about not in self.known.answers:
                step = self.step(action)
                scope = step.scope.fork()
                self.system.assume(holding, step.before, scope)
                question = self.question(f"{action.name}/possible", scope, 0, step.move)
                self.known.answers[about] = self.asker(question).status is not Status.FOLLOWS
            if not self.known.answers[about]:
                found.append(action)
        return tuple(found)

    @property
    def holding(self) -> list[Property]:
        """The invariants that are shown so far: all that stand, once they are settled."""
        return [part for part in self.standing if part in self.shown and self.shown[part].holds]

    @cached_property
    def loose(self) -> tuple[Field, ...]:
        """The fields whose start value is left free."""
        return self._start[2]

    def settle(self) -> None:
        """Find the invariants that stand together: all that are kept by every action and hold at the start."""
        if self._settled:
            return
        self._settled = True
        asked = [part for part in self.standing if part not in self.shown]
        while asked:
            fallen = {part: None for part in asked if not self._show(part).holds}
            self.standing = [part for part in self.standing if part not in fallen]
            asked = [part for part in self.standing if fallen.keys() & self.shown[part].helpers.keys()]
        self._deepen()

    def show(self, part: Property) -> Shown:
        """Show a claim with the help of the invariants that stand.

        If they are not settled, those that it needs are shown first, and those that these need; all of them only where
        one of these falls.
        """
        if part not in self.shown and not self._settled:
            together: dict[Property, Shown] = {}
            waiting = [part]
            while waiting and all(shown.holds for shown in together.values()):
                one = waiting.pop()
                if one not in together and one not in self.shown:
                    together[one] = self._tried(one, self.standing)
                    waiting += together[one].helpers
            if all(shown.holds for shown in together.values()):
                self.shown.update(together)
            else:
                self.settle()
        if part not in self.shown:
            self._show(part)
        return self.shown[part]

    def answers(self, part: Property) -> list[Answer]:
        """All answers that a claim which was shown rests on: its own, and those for the invariants that it needs."""
        found: dict[Answer, None] = {}
        rests: dict[Property, None] = {}
        waiting = [part]
        while waiting:
            one = waiting.pop()
            if one not in rests:
                rests[one] = None
                found.update(dict.fromkeys(self.shown[one].answers))
                waiting += self.shown[one].helpers
        return list(found)

    def _deepen(self) -> None:
        """Try fallen invariants over several moves; one that stands then may help the others."""
        left = [
            part for part, shown in self.shown.items()
            if part.kind is Kind.INVARIANT and not shown.holds and not self._starts_wrong(shown)
        ]
        if self.asker.effort.deepest < 2 or not left:
            return
        left = [part for part in left if not self._refuted(part)]
        fell_beside = dict.fromkeys(left, len(self.standing))  # with these and more they were tried in vain
        for depth in range(2, self.asker.effort.deepest + 1):
            changed = True
            while changed:
                changed = False
                for part in left:
                    self.progress(f"{part.name} over {depth} moves")
                    again: Shown | None = None
                    if fell_beside[part] < len(self.standing):
                        again = self._tried(part, self.standing)
                        fell_beside[part] = len(self.standing)
                    if again is None or not again.holds:
                        again = self._over(part, depth)
                    if again.holds:
                        self.shown[part] = again
                        self.standing.append(part)
                        left.remove(part)
                        changed = True
                        break

    @staticmethod
    def _starts_wrong(shown: Shown) -> bool:
        return any(failed.where == "start" for failed in shown.failed)

    def _show(self, part: Property) -> Shown:
        self.shown[part] = self._tried(part, self.standing)
        return self.shown[part]

    def _tried(self, part: Property, others: Sequence[Property]) -> Shown:
        """What comes of showing a claim with the help of some invariants."""
        shown = Shown()
        self._try_start(part, shown)
        for action in self.system.actions:
            self.progress(f"{part.name} after {action.name}")
            self._try(part, action, [one for one in others if one is not part], shown)
        return shown

    def _try_start(self, part: Property, shown: Shown) -> None:
        if part.kind in (Kind.STEP, Kind.CONSERVED):
            return
        scope, state = self.at_the_start()
        claims = self.system.claim(part, state, None, scope)
        self.system.assume([], state, scope)
        answer = self.asker(self.question(f"{part.name}/start", scope, both(claim for _, claim in claims)))
        if answer.status is Status.FOLLOWS:
            shown.answers.append(answer)
        elif answer.model is None:
            shown.failed.append(Failed("start", None, answer.reason))
        else:
            words = f"{part.says!r} fails for a board and start that the declarations allow"
            shown.failed.append(Failed("start", Countermodel(words, self.choices(answer))))

    def _try(self, part: Property, action: Action, others: Sequence[Property], shown: Shown) -> None:
        """Whether an action keeps a claim: first by itself, then with the help of other invariants."""
        is_state = part.kind in (Kind.INVARIANT, Kind.CONSERVED)
        if is_state and not self.system.written(action) & self.system.read(part):
            return
        before = self.known.shown_by(self.system, action, part, others)
        if before is not None:
            shown.helpers.update(dict.fromkeys(before.helpers))
            shown.answers += before.answers
            return
        alone = [part] if part.kind is Kind.INVARIANT else []
        name = f"{part.name}/{action.name}"
        answer = self._ask_kept(part, action, alone, f"{name}/alone", SHORT if others else None)
        parts = in_cases(answer.question, self._briefly) if answer.status is Status.UNKNOWN else ()
        if parts and parts[-1].status is Status.FOLLOWS:
            self.known.keep(self.system, action, part, Lesson((), parts if self._keeps_answers else ()))
            shown.answers += parts
            return
        if answer.status is not Status.FOLLOWS and others:
            answer = self._ask_kept(part, action, [*alone, *others], name)
        if answer.status is not Status.FOLLOWS:
            what = f"after {action.name}"
            shown.failed.append(self.described(what, action, answer, self.system.read(part)))
            return
        helpers = self.system.rests_on(answer.used, others)
        self.known.keep(self.system, action, part, Lesson(helpers, (answer,) if self._keeps_answers else ()))
        shown.helpers.update(dict.fromkeys(helpers))
        shown.answers.append(answer)

    def _briefly(self, question: Question) -> Answer:
        return self.asker(question, SHORT // 2)

    def with_facts(
        self, part: Property, action: Action, facts: Sequence[Property]
    ) -> tuple[Failed | None, tuple[Property, ...]]:
        """Why an action does not keep a claim even if some facts held, too; or None, and those that it takes."""
        alone = [part] if part.kind is Kind.INVARIANT else []
        others = [one for one in self.holding if one is not part]
        answer = self._ask_kept(part, action, [*alone, *facts, *others], f"{part.name}/{action.name}/with", SHORT)
        if answer.status is Status.FOLLOWS:
            return None, self.system.rests_on(answer.used, facts)
        return self.described(f"after {action.name}", action, answer, self.system.read(part)), ()

    def is_kept(self, fact: Property, others: Sequence[Property] = ()) -> bool:
        """Whether a fact holds at the start and every action keeps it, with the help of the invariants and others."""
        shown = Shown()
        self._try_start(fact, shown)
        for action in self.system.actions:
            if shown.holds:
                self._try(fact, action, [one for one in (*self.holding, *others) if one is not fact], shown)
        return shown.holds

    def _ask_kept(
        self, part: Property, action: Action, assumed: Sequence[Property], name: str, milliseconds: int | None = None
    ) -> Answer:
        step = self.step(action)
        scope = step.scope.fork()
        claims = self.system.claim(part, step.before, step.move.after, scope)
        self.system.assume(assumed, step.before, scope)
        question = self.question(name, scope, both(claim for _, claim in claims), step.move, step.move.sound)
        return self.asker(question, milliseconds)

    def obligations(self, action: Action) -> list[tuple[Store, Answer]]:
        """For each store of an action that might leave its sort: whether it cannot; asked together, then one by one."""
        step = self.step(action)
        due = step.move.obligations
        if not due:
            return []
        self.settle()
        scope = step.scope.fork()
        self.system.assume(self.standing, step.before, scope)
        together = both(one.holds for one in due)
        answer = self.asker(self.question(f"stores/{action.name}", scope, together, step.move), SHORT)
        if answer.status is Status.FOLLOWS:
            return [(one.store, answer) for one in due]
        return [
            (one.store, self.asker(
                self.question(f"stores/{action.name}/{one.store.number}", scope, one.holds, step.move)
            ))
            for one in due
        ]

    def start_lies_within(self) -> Answer:
        """Whether every start value lies in its field's sort, for every board."""
        scope, state = self.at_the_start()
        cells = [
            scope.within(term, one.sort)
            for one, held in state.items() if isinstance(held, FewCells) for term in held.cells.values()
        ]
        self.system.assume([], state, scope)
        return self.asker(self.question("stores/start", scope, both(cells)))

    def _over(self, part: Property, depth: int) -> Shown:
        """Whether the first `depth` states obey an invariant, and any state after `depth` that obey it does too."""
        shown = Shown(depth=depth)
        paths = [path for length in range(1, depth) for path in self._paths(self.system.actions, length)]
        for path in paths:
            scope, state = self.at_the_start()
            if not self._along(part, path, scope, state, shown):
                return shown
        breaking = [one for one in self.system.actions if not self._keeps(part, one)]
        for path in self._paths(breaking, depth):
            scope = self.system.scope()
            if not self._along(part, path, scope, self.system.free_state(scope), shown, (part,)):
                return shown
        start = Shown()
        self._try_start(part, start)
        shown.answers += start.answers
        shown.failed += start.failed
        for action in self.system.actions:
            if action not in breaking:
                self._try(part, action, self.standing, shown)
        return shown

    def _keeps(self, part: Property, action: Action) -> bool:
        shown = Shown()
        self._try(part, action, self.standing, shown)
        return shown.holds

    def _paths(self, last: Iterable[Action], depth: int) -> list[tuple[Action, ...]]:
        """Every sequence of actions that ends with one of `last`."""
        paths: list[tuple[Action, ...]] = [(action,) for action in last]
        for _ in range(depth - 1):
            paths = [(action, *path) for path in paths for action in self.system.actions]
        return paths

    def _along(
        self, part: Property, path: Sequence[Action], scope: Scope, state: SymbolicState, shown: Shown,
        alone: tuple[Property, ...] = (),
    ) -> bool:
        """Whether an invariant holds after a path of moves on which every state before obeys `alone`.

        If that does not do, every state obeys all invariants that stand, and the board its axioms, too.
        """
        states = [state]
        for number, action in enumerate(path):
            made = self.system.move(action, states[-1], scope, f"@{number}")
            scope.assume(made.legal)
            scope.assume(made.sound)
            states.append(made.after)
        claims = self.system.claim(part, states[-1], None, scope)
        name = "/".join([part.name, *(action.name for action in path)])
        claim = both(claim for _, claim in claims)
        inner, answer = scope, None
        for assumed, rounds, milliseconds in ((alone, 0, SHORT), ((*self.standing, *alone), ROUNDS, None)):
            inner = scope.fork()
            for one in states[:-1]:
                self.system.assume(assumed, one, inner, rounds)
            answer = self.asker(self.question(name, inner, claim), milliseconds)
            if answer.status is Status.FOLLOWS:
                break
        assert answer is not None
        if answer.status is not Status.FOLLOWS:
            shown.failed.append(Failed(f"after {' and '.join(one.name for one in path)}", None, answer.reason))
            return False
        shown.answers.append(answer)
        helpers = self.system.rests_on(answer.used, self.standing)
        shown.helpers.update(dict.fromkeys(helpers))
        return True
