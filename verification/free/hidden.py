"""What nobody told a player never changes which moves that player may make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from spec.language.actions import Action, Property
from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.nodes import Load, Node, Param, in_order
from spec.language.sorts import BoolSort
from spec.language.state import Field, Sight
from spec.lowering.executor import Disagreement, Move
from spec.lowering.instance import Instance
from verification.counterexamples import in_words
from verification.discovery.facts import samples_of
from verification.discovery.sampling import Sample
from verification.free.deciding import Decider
from verification.free.witnesses import replay
from verification.queries import Answer, Question, Status
from verification.traces import Trace, move_words
from verification.verdicts import Part, Verdict
from verification.z3_lowering.cells import Cells, FewCells, Index, ManyCells, SymbolicState, free_cells
from verification.z3_lowering.effects import move, parameters
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, choice, equal


@dataclass(frozen=True, eq=False)
class Hidden:
    """The verdicts on one game's actions: what their legality reads that the acting player does not see."""

    game: Game
    decider: Decider
    boards: Sequence[BoardData]
    seed: int

    def never_decides(self) -> Iterator[Part]:
        """For each action of a player whether all that decides on it is seen by that player."""
        for action in self.game.actions.values():
            if not action.chance:
                yield self._judged(action)

    def _judged(self, action: Action) -> Part:
        says = f"whoever does {action.name} sees all that decides whether it is legal"
        tape = self.decider.system.actions[action]
        fields = _hidden_fields([one.holds for one in tape.requires])
        if not fields:
            how = "by the text of the rules"
            return Part(action.name, says, Verdict.PROVED, how, "", action.rule.cites)
        answer, words = self._look_alike(action, ())
        if answer.status is not Status.FOLLOWS and self.decider.standing:
            answer, words = self._look_alike(action, self.decider.standing)
        if answer.status is Status.FOLLOWS:
            how = "two states that look alike compared by z3"
            rests = self.decider.resting([answer])
            return Part(action.name, says, Verdict.PROVED, how, "", action.rule.cites, answers=rests)
        trace = self._told_apart(action)
        names = " and ".join(sorted(field.name for field in fields))
        rules = " and ".join(dict.fromkeys(
            one.rule.id for one in tape.requires if _hidden_fields([one.holds])
        ))
        why = f"{rules} read what may be hidden, {names}"
        if trace is not None:
            return Part(action.name, says, Verdict.REFUTED, "two games that look alike", why, action.rule.cites, trace)
        why += f", as in {words}" if words else ""
        return Part(action.name, says, Verdict.UNKNOWN, "", why, action.rule.cites)

    def _told_apart(self, action: Action) -> Trace | None:
        """A game to a state in which a move is legal that is not in another that looks the same to who makes it."""
        number = list(self.game.actions).index(action.name)
        for one in self._samples:
            seen: dict[object, tuple[int, frozenset[Move]]] = {}
            slots = [_visible(one.instance, viewer) for viewer in range(one.instance.players)]
            for place, step in enumerate(one.steps):
                legal = [move for move in one.executor.legal(step.after) if move[0] == number]
                for viewer, visible in enumerate(slots):
                    look = (viewer, tuple(step.after[slot] for slot in visible))
                    mine = frozenset(move for move in legal if move[1] == viewer)
                    first, others = seen.setdefault(look, (place, mine))
                    if others != mine:
                        return self._trace(one, place if mine - others else first, min(mine ^ others))
        return None

    def _trace(self, one: Sample, place: int, move: Move) -> Trace:
        """The game to a state of a sample, replayed, with what is legal there."""
        moves: list[Move] = []
        while True:
            moves.append(one.steps[place].move)
            if one.steps[place].before == tuple(one.instance.start):
                break
            place -= 1
        moves.reverse()
        reference = one.executor.reference
        if reference.broken(replay(reference, moves), move):
            raise Disagreement(f"only machine code finds {move} legal after {moves}")
        words = move_words(one.instance, reference.actions[move[0]].name, move)
        return Trace(one.instance, tuple(moves), f"{words} is legal, and not after another game that looks the same")

    @cached_property
    def _samples(self) -> list[Sample]:
        system = self.decider.system
        return samples_of(self.game, system.players, self.boards, system.choices, 1_500, self.seed)

    def _look_alike(self, action: Action, assumed: Sequence[Property]) -> tuple[Answer, str]:
        """Whether a move that is legal in one state is legal in every other that looks the same to the player."""
        system = self.decider.system
        tape = replace(system.actions[action], stores=())
        scope = system.scope()
        one = system.free_state(scope)
        params = parameters(tape, action.name, scope)
        other = looking_alike(one, params[0], scope)
        first = move(tape, params, one, system.tables, scope, False)
        second = move(tape, params, other, system.tables, scope, False)
        for state in (one, other):
            system.assume(assumed, state, scope)
        scope.assume(first.legal)
        name = f"{system.game.id}/{system.players}/free/{action.name}/hidden"
        answer = self.decider.asker(Question(name, tuple(scope.all_facts()), second.legal))
        if answer.model is None:
            return answer, ""
        fields = _hidden_fields([require.holds for require in tape.requires])
        return answer, in_words(answer.model, tape, params, one, fields, system.data)


def _hidden_fields(roots: list[Node]) -> frozenset[Field]:
    """The fields of which some cell is read that the acting player, the first parameter, may not see."""
    return frozenset(
        node.field for node in in_order(roots) if isinstance(node, Load) and not _is_seen(node)
    )


def _visible(instance: Instance, viewer: int) -> tuple[int, ...]:
    """The slots of a row that a player sees."""
    return tuple(
        slots.offset + number
        for field, slots in instance.layout.items() for number, index in enumerate(slots.indices())
        if field.sight is Sight.EVERYONE or (field.sight is Sight.OWNER and bool(index) and index[0] == viewer)
    )


def _is_seen(node: Load) -> bool:
    match node.field.sight:
        case Sight.EVERYONE:
            return True
        case Sight.OWNER:
            owner = node.index[0] if node.index else None
            return isinstance(owner, Param) and owner.position == 0
        case Sight.NOBODY:
            return False


def looking_alike(state: SymbolicState, viewer: Term, scope: Scope) -> SymbolicState:
    """A state that differs from another only in cells that a player does not see."""
    return {field: _unseen(field, cells, viewer, scope) for field, cells in state.items()}


def _unseen(field: Field, cells: Cells, viewer: Term, scope: Scope) -> Cells:
    if field.sight is Sight.EVERYONE:
        return cells
    fresh = free_cells(field, f"{field.name}~", scope)
    if field.sight is Sight.NOBODY or not field.index:
        return fresh
    truths = isinstance(field.sort, BoolSort)
    if isinstance(cells, FewCells) and isinstance(fresh, FewCells):
        return FewCells({
            at: choice(equal(viewer, at[0]), term, fresh.cells[at], truths) for at, term in cells.cells.items()
        }, truths)

    def base(index: Index, inner: Scope) -> Term:
        mine, theirs = cells.select(index, inner), fresh.select(index, inner)
        return choice(equal(viewer, index[0]), mine, theirs, truths)

    return ManyCells(base, field.sort, field.index, truths)

