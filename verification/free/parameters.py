"""Every parameter of an action matters: another value is refused, or does something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from spec.language.actions import Action
from spec.language.errors import SpecError
from spec.language.game import Game
from spec.language.nodes import Param
from spec.language.printing import member_text
from spec.language.sorts import bounds
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from verification.free.deciding import Decider
from verification.free.witnesses import Hunt, replay
from verification.queries import Answer, Question, Status
from verification.system import System
from verification.traces import Trace
from verification.verdicts import Part, Verdict
from verification.z3_lowering.cells import Cells, FewCells, ManyCells
from verification.z3_lowering.effects import Move as Made
from verification.z3_lowering.effects import move, parameters
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, both, either, equal, negated

MOST_VALUES = 100
"""At most so many other values of a parameter are tried in a position."""


@dataclass(frozen=True, eq=False)
class Parameters:
    """The verdicts on the parameters of one game's actions, from the games of some hunts or by z3."""

    game: Game
    hunts: Callable[[], Iterable[Hunt]]
    decider: Decider

    def matter(self) -> Iterator[Part]:
        """For each parameter with more than one value whether it ever matters what it is."""
        for action in self.game.actions.values():
            for place, (name, sort) in enumerate(action.params.items()):
                lo, hi = bounds(sort, self.decider.system.shape)
                if lo < hi:  # what has just one value needs no reason
                    yield self._judged(action, place, name)

    def _judged(self, action: Action, place: int, name: str) -> Part:
        says = f"it matters to {action.name} what {name} is"
        full, cites = f"{action.name}/{name}", action.rule.cites
        shown = (self._shown(action, place, hunt) for hunt in self.hunts())
        trace = next((one for one in shown if one is not None), None)
        if trace is not None:
            return Part(full, says, Verdict.REACHED, "replayed games", "", cites, trace)
        tape = self.decider.system.actions[action]
        if not any(isinstance(node, Param) and node.position == place for node in tape.nodes()):
            why = "nothing that the action requires or does speaks of it"
            return Part(full, says, Verdict.REFUTED, "by the text of the rules", why, cites)
        answer = _never(self.decider, action, place)
        if answer.status is Status.FOLLOWS:
            why = "any two values are refused alike and do the same"
            rests = self.decider.resting([answer])
            return Part(full, says, Verdict.REFUTED, "two moves compared by z3", why, cites, answers=rests)
        return Part(full, says, Verdict.UNKNOWN, "", "no position was found where it matters", cites)

    def _shown(self, action: Action, place: int, hunt: Hunt) -> Trace | None:
        """A game to a position where two values are not alike: where the action is legal, or alone refused."""
        for key, witness in hunt.met.items():
            trace, moves = witness.trace, witness.trace.moves
            executor = self._executor(trace.instance)
            if key == ("legal", action.name):
                row, made = replay(executor, moves[:-1]), moves[-1]
                moves = moves[:-1]
            elif key[0] == "refuses" and key[1].startswith(f"{action.name}/"):
                row, made = replay(executor, moves), witness.meant
            else:
                continue
            told = _other_value(executor, row, made, place)
            if told:
                return Trace(trace.instance, moves, told)
        return None

    def _executor(self, instance: Instance) -> PythonExecutor:
        return self._executors.setdefault(instance, PythonExecutor(instance))

    @cached_property
    def _executors(self) -> dict[Instance, PythonExecutor]:
        return {}


def _other_value(executor: PythonExecutor, row: Sequence[int], made: Move, place: int) -> str:
    """What another value of a parameter changes, in words; empty if none of those tried does."""
    action = executor.actions[made[0]]
    name, sort = list(action.params.items())[place]
    lo, hi = bounds(sort, executor.instance.shape)
    mine = _outcome(executor, row, made)
    for value in range(lo, min(hi + 1, lo + MOST_VALUES)):
        other = (*made[:1 + place], value, *made[2 + place:])
        if other != made and _outcome(executor, row, other) != mine:
            now, then = (member_text(sort, one, executor.instance.data) for one in (made[1 + place], value))
            return f"then {action.name} with {name} {now} and with {name} {then} are not the same"
    return ""


def _outcome(executor: PythonExecutor, row: Sequence[int], made: Move) -> object:
    if executor.broken(row, made):
        return None
    try:
        return tuple(executor.apply(row, made))
    except SpecError as error:
        return str(error)


def _never(decider: Decider, action: Action, place: int) -> Answer:
    """Whether two moves that differ in one parameter are always refused alike and do the same."""
    system = decider.system
    scope = system.scope()
    before = system.free_state(scope)
    tape = system.actions[action]
    ones = parameters(tape, action.name, scope)
    others = parameters(tape, f"{action.name}~", scope)
    mixed = tuple(other if at == place else one for at, (one, other) in enumerate(zip(ones, others, strict=True)))
    first, second = (move(tape, params, before, system.tables, scope, action.chance) for params in (ones, mixed))
    alike = equal(first.legal, second.legal)
    same = both(_same(system, scope, first, second))
    claim = both([alike, either([negated(first.legal), both([equal(first.weight, second.weight), same])])])
    for assumed in ([], decider.standing):
        system.assume(assumed, before, scope)
        name = f"{system.game.id}/{system.players}/free/{action.name}/parameter {place}"
        answer = decider.asker(Question(name, tuple(scope.all_facts()), claim))
        if answer.status is Status.FOLLOWS:
            break
    return answer


def _same(system: System, scope: Scope, first: Made, second: Made) -> Iterator[Term]:
    """That two moves lead to the same cells."""
    for field in {store.field for store in first.tape.stores}:
        yield from _equal_cells(first.after[field], second.after[field], scope)


def _equal_cells(one: Cells, other: Cells, scope: Scope) -> Iterator[Term]:
    if isinstance(one, FewCells) and isinstance(other, FewCells):
        for at, term in one.cells.items():
            yield equal(term, other.cells[at])
    elif isinstance(one, ManyCells) and isinstance(other, ManyCells):
        for _, index, _ in (*one.writes, *other.writes):
            yield equal(one.select(index, scope), other.select(index, scope))
