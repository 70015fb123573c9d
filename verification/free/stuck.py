"""Somebody can always act, or chance does, until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import z3

from spec.language.actions import Action, Property
from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.settings import Setting
from spec.lowering.executor import Executor
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.plan import plan
from spec.lowering.python import PythonExecutor
from verification.cases import in_cases
from verification.counterexamples import value as value_in
from verification.discovery.facts import discover
from verification.free.counting import counts
from verification.free.existing import some_move, tied_values
from verification.free.watching import LONGEST, Watcher
from verification.free.witnesses import stuck
from verification.instances import is_open
from verification.queries import Answer, Asker, Effort, Question, Status, check
from verification.search import breadth_first
from verification.system import System
from verification.traces import replayed
from verification.verdicts import Part, Verdict
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.effects import move
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, as_truth, both, equal, negated

FIRST_MOVES, MOST_MOVES = 40, 1_000
"""So many moves of one action are looked at to begin with, and so many that are found to matter."""
MOST_VALUES = 40
"""A parameter that no requirement ties to a value is tried at its first values only, if it has more."""
QUICK_STATES = 2_000
WHOLE, GUIDING = 15_000, 10_000
"""Milliseconds for the question as a whole, before it is split into cases; and for a state to learn a move from."""

Progress = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Stuck:
    """The verdicts for one game, board by board.

    `standing` gives declared invariants that hold on every board, `lemmas` laws that were discovered and do as well,
    `lying` among them those about how piles lie;
    `sums` are declared of all members of a sort whose number a board gives, and are to be shown on each.
    """

    game: Game
    players: int
    boards: Sequence[BoardData]
    choices: Mapping[Setting, int]
    standing: Callable[[], Sequence[Property]]
    lemmas: Callable[[], Sequence[Property]]
    lying: Callable[[], Sequence[Property]]
    sums: Callable[[], Sequence[Property]]
    asker: Asker
    effort: Effort
    progress: Progress

    def never(self) -> Iterator[Part]:
        """For each board whether some move is always legal until the end."""
        for board in self.boards:
            yield self._judged(board)

    def _judged(self, board: BoardData) -> Part:
        says = f"on {board.title} something can be done until the game is over"
        instance = Instance(self.game, self.players, board, self.choices)
        reference = PythonExecutor(instance)
        self.progress(f"something to do on {board.title}")
        seen = breadth_first(reference, _is_stuck, replace(self.effort, states=QUICK_STATES))
        if seen.moves is not None:
            trace = replayed(instance, seen.moves, _is_stuck, "nothing can be done, and the game is not over")
            return Part(board.name, says, Verdict.REFUTED, "a shortest trace", "", (), trace)
        settled = all(setting in self.choices for setting in self.game.settings.values())
        if seen.exhausted and settled:
            return Part(board.name, says, Verdict.PROVED, "exhausted", f"{seen.states} states")
        watcher = Watcher(LlvmExecutor(instance), [])
        for met in watcher.watch(self.effort.seed, self.effort.moves // 20, LONGEST):
            trace = stuck(reference, met.moves)
            return Part(board.name, says, Verdict.REFUTED, f"a trace of {len(met.moves)} moves", "", (), trace)
        looked = f"{watcher.moves:,} random moves in {watcher.games:,} games"
        lemmas, answers = self._proved(board, instance)
        if answers[-1].status is Status.FOLLOWS:
            note = f"leans on invariants and {lemmas} facts about this board" if lemmas else "leans on invariants"
            return Part(board.name, says, Verdict.PROVED, "induction", note, answers=answers)
        gives_up = answers[-1].model is None
        why = f"not in {looked} with the usual choices; z3 {'gives up' if gives_up else 'does not show it'}"
        return Part(board.name, says, Verdict.BOUNDED, f"{seen.depth} moves", why, k=seen.depth)

    def _proved(self, board: BoardData, instance: Instance) -> tuple[int, tuple[Answer, ...]]:
        """Whether no state that obeys the invariants and the laws of conservation leaves nothing to do."""
        system = System(self.game, self.players, instance.shape, board, self.choices)
        assumed: list[Property] = []
        answers = self._asked(system, instance, assumed)
        steps: Sequence[Callable[[], Iterable[Property]]] = (
            self.standing, lambda: [*self.lying(), *self._sums(system)], self.lemmas,
            lambda: self._discovered(system, board),
        )
        for more in steps:
            if answers[-1].status is Status.FOLLOWS:
                break
            new = [one for one in more() if one not in assumed]
            if new:
                assumed += new
                answers = self._asked(system, instance, assumed)
        standing = () if not assumed else self.standing()
        return sum(one not in standing for one in assumed), answers

    def _discovered(self, system: System, board: BoardData) -> Iterable[Property]:
        """Laws of the smallest board alone."""
        if board is not self._smallest:
            return ()
        found = discover(
            system, [board], given=list(self.standing()), implied=False, seed=self.effort.seed, progress=self.progress
        )
        return found.lemmas

    def _sums(self, system: System) -> Iterator[Property]:
        """What is claimed of all members of a sort together, as far as it is shown on a board."""
        self.progress("counting what lies on a board")
        yield from (claim for claim, _ in counts(system, self.asker, self.sums()))

    @property
    def _smallest(self) -> BoardData:
        """The board for which laws of its own are looked for, where those of every board do not do."""
        return min(self.boards, key=lambda board: sum(board.sizes.values()))

    def _asked(self, system: System, instance: Instance, assumed: Sequence[Property]) -> tuple[Answer, ...]:
        """Whether some move is legal wherever something is assumed.

        Moves are looked at until there is a legal one in every state, or a state has none: each state that z3 comes up
        with shows a move that must be looked at too. Of several answers, for as many cases, the last tells.
        """
        scope = system.scope()
        before = system.free_state(scope)
        over = self.game.readings.get("over")
        if over is not None:
            tape = system.tape(over)
            assert tape.result is not None
            scope.assume(negated(Expressions(scope, system.tables, (), before)(tape.result)))
        for action in system.actions:
            whole = some_move(system, action, before, scope)
            if whole is not None:
                scope.assume(negated(whole))
                continue
            for legal in islice(legal_moves(system, action, before, scope), FIRST_MOVES):
                scope.assume(negated(legal))
        system.assume(assumed, before, scope)
        where = f"{self.game.id}/{self.players}/free/something to do"
        guide = _Guide(system, instance, before, scope, min(GUIDING, self.asker.effort.milliseconds))
        for number in range(MOST_MOVES):
            self.progress(f"something to do on {instance.board.title}, {number} states looked at")
            missing = guide.move_missing()
            if missing is None:
                break
            scope.assume(negated(missing))
        question = Question(where, tuple(scope.all_facts()), 0)
        answers = (self.asker(question, min(WHOLE, self.asker.effort.milliseconds)),)
        return in_cases(question, self._case) or answers if answers[0].status is Status.UNKNOWN else answers

    def _case(self, question: Question) -> Answer:
        """What is said of one case, such as that of what is to be decided next."""
        self.progress(f"something to do, {question.name.rpartition('/')[2]}")
        return self.asker(question)


class _Guide:
    """Finds states in which none of the moves looked at so far is legal, and a move that is."""

    def __init__(
        self, system: System, instance: Instance, before: SymbolicState, scope: Scope, milliseconds: int
    ) -> None:
        self.system, self.instance, self.before, self.scope = system, instance, before, scope
        self.solver = z3.Solver()
        self.milliseconds = milliseconds
        self.told: set[int] = set()
        self.executor = PythonExecutor(instance)

    def move_missing(self) -> Term | None:
        """Whether a move is legal that is legal in a state without any so far; None if there is none or z3 gives up."""
        self.solver.add(*(fact for at, fact in self.scope.facts.items() if at not in self.told))
        self.told.update(self.scope.facts)
        settings = [(one, self.scope.setting(one)) for one in self.system.game.settings.values()]
        open_settings = [(one, term) for one, term in settings if not isinstance(term, int)]
        same = [as_truth(equal(term, self.executor.instance.all_choices[one])) for one, term in open_settings]
        found = check(self.solver, self.milliseconds, *same)
        if found == z3.unsat and same:
            found = check(self.solver, self.milliseconds)
        if found != z3.sat:
            return None
        model = self.solver.model()
        choices = {one: value_in(model, term) for one, term in settings}
        if choices != {one: self.executor.instance.all_choices[one] for one in choices}:
            self.executor = PythonExecutor(Instance(
                self.instance.game, self.instance.players, self.instance.board, choices
            ))
        row = [
            value_in(model, self.before[slots.field].select(index, self.scope.fork()))
            for slots in self.instance.layout.values() for index in slots.indices()
        ]
        legal = self.executor.legal(row)
        if not legal:
            return None
        made = legal[len(legal) // 2]
        action = self.executor.actions[made[0]]
        tape = replace(self.system.actions[action], stores=())
        express = Expressions(self.scope, self.system.tables, [0] * len(tape.params), self.before)
        # Whoever must be the one whose turn it is stays that in every state.
        params = [
            express(tied[0]) if len(tied) == 1 else value
            for value, tied in zip(made[1:], map(tied_values, plan(tape).levels[1:]), strict=True)
        ]
        return move(tape, params, self.before, self.system.tables, self.scope, action.chance).legal


def legal_moves(system: System, action: Action, before: SymbolicState, scope: Scope) -> Iterator[Term]:
    """Whether moves of an action are legal: at values that parameters are tied to, else at all of small sorts.

    Not every move is among them: that one of these is legal says more than that some move is.
    """
    tape = replace(system.actions[action], stores=())
    steps = plan(tape)

    def bound(params: tuple[Term, ...]) -> Iterator[tuple[Term, ...]]:
        if len(params) == len(tape.params):
            yield params
            return
        level = steps.levels[len(params) + 1]
        param = tape.params[len(params)]
        values: list[Term]
        if level.values is not None:
            filled = (*params, *([0] * (len(tape.params) - len(params))))
            express = Expressions(scope, system.tables, filled, before)
            values = [express(node) for node in level.values]
        elif is_open(param.sort, system.shape):
            values = scope.used_as(param.sort)
        else:
            values = list(range(param.lo, min(param.hi + 1, param.lo + MOST_VALUES)))
        for value in values:
            yield from bound((*params, value))

    for params in bound(()):
        inside = [scope.within(term, param.sort) for term, param in zip(params, tape.params, strict=True)]
        made = move(tape, params, before, system.tables, scope, action.chance)
        yield both([made.legal, *inside])


def _is_stuck(executor: Executor, before: Sequence[int] | None, after: Sequence[int]) -> bool:
    """Nothing is legal, and the game is not over."""
    has_end = "over" in executor.instance.game.readings
    return not executor.legal(after) and not (has_end and executor.read("over", after))
