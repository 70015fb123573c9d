"""Whether a situation that no game was found to come to is impossible: asked of z3, for every board and choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from spec.language.actions import Action, Kind, Property
from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.session import OpenSize
from spec.language.settings import Setting
from spec.language.tape import Tape
from verification.counterexamples import fields_read, in_words
from verification.induction import Induction
from verification.queries import Answer, Asker, Question, Status
from verification.system import System
from verification.verdicts import Part, Verdict
from verification.z3_lowering.effects import move, parameters

QUICK = 2_000
"""Milliseconds for a question that is asked without the game's invariants first."""

Progress = Callable[[str], None]


def widest_system(
    game: Game, players: int, board: BoardData | None, at_hand: BoardData | None, choices: Mapping[Setting, int],
) -> tuple[System, tuple[str, ...]]:
    """The game on one board, or on all of them with as many members as `at_hand` of the sorts that are named.

    Those are the sorts that an action or the reading `over` loops over; `OpenSize` if there are any and nothing is at
    hand.
    """
    if board is not None:
        return System(game, players, game.shape(players, board.sizes), board, choices), ()
    sizes: dict[str, int | None] = {one.__name__: None for one in game.elements if one.size == "board"}
    fixed: list[str] = []
    while True:
        system = System(game, players, game.shape(players, sizes), None, choices)
        try:
            _ = system.actions
            if "over" in game.readings:
                system.tape(game.readings["over"])
            return system, tuple(sorted(fixed))
        except OpenSize as error:
            if at_hand is None:
                raise
            fixed.append(error.element.__name__)
            sizes[fixed[-1]] = at_hand.sizes[fixed[-1]]


def _is_about(one: System, other: System) -> bool:
    """Whether two systems are the same."""
    return (one.game, one.players, one.data, one.shape, one.choices) == (
        other.game, other.players, other.data, other.shape, other.choices
    )


class Decider:
    """Asks z3 about one system; the invariants that stand are found out when a question first needs them.

    Of inductions that were `made` before, the one about the same system is gone on with. What was found of a `wider`
    system, with sizes left open, holds of this one too.
    """

    def __init__(
        self, system: System, asker: Asker, progress: Progress | None = None, made: Sequence[Induction] = (),
        wider: Decider | None = None,
    ) -> None:
        self._wider = wider
        self._made = next((one for one in made if _is_about(one.system, system)), None)
        self.system = system if self._made is None else self._made.system
        self.asker = asker
        self.progress = progress or (lambda text: None)

    @cached_property
    def induction(self) -> Induction:
        """The game's invariants, settled."""
        if self._made is not None:
            self._made.settle()
            return self._made
        support = [one for one in _invariants(self.system.game) if traces(self.system, one)]
        given = None if self._wider is None else self._wider.induction
        induction = Induction(self.system, support, self.asker, self.progress, given=given)
        induction.settle()
        return induction

    def narrower(self, at_hand: BoardData | None) -> Decider | None:
        """Who asks about boards with as many members as `at_hand` of the sorts that invariants loop over, if any do."""
        sizes: dict[str, int | None] = {one.__name__: size for one, size in self.system.shape.items()}
        game, players, choices = self.system.game, self.system.players, self.system.choices
        system = self.system
        for one in _invariants(game):
            while at_hand is not None and (element := _looped_over(system, one)) is not None:
                sizes[element] = at_hand.sizes[element]
                system = System(game, players, game.shape(players, sizes), self.system.data, choices)
        return None if system is self.system else Decider(system, self.asker, self.progress, wider=self)

    @property
    def standing(self) -> Sequence[Property]:
        """The declared invariants that hold in every state that is reached."""
        return self.induction.standing

    @property
    def unsaid(self) -> Sequence[Property]:
        """The declared invariants that loop over a sort of open size, and so cannot be said of this system."""
        return [one for one in _invariants(self.system.game) if not traces(self.system, one)]

    def resting(self, answers: Iterable[Answer]) -> tuple[Answer, ...]:
        """Answers, and those for the invariants that they need."""
        found = dict.fromkeys(answers)
        if "induction" in self.__dict__:  # else no invariant was assumed
            used = [fact for answer in found for fact in answer.used]
            for helper in self.system.rests_on(used, self.standing):
                found.update(dict.fromkeys(self.induction.answers(helper)))
        return tuple(found)

    def declared_ranking(self) -> Part | None:
        """That every game ends, by a number that the spec declares to fall with every move; None if none is shown."""
        for one in self.system.game.properties.values():
            if one.kind is Kind.TERMINATES and not one.false and traces(self.system, one):
                shown = self.induction.show(one)
                if shown.holds:
                    note = f"by the number that the spec claims to fall, {one.name}"
                    rests = tuple(self.induction.answers(one))
                    return Part(one.name, one.says, Verdict.PROVED, "declared ranking", note, one.cites, answers=rests)
        return None

    def impossible(self, action: Action, tape: Tape, name: str) -> Answer:
        """Whether no state that obeys the invariants has a move that meets a tape; it is asked without them first."""
        answer, _ = self._ask(action, tape, name, [], QUICK)
        if answer.status is Status.FOLLOWS or not self.standing:
            return answer
        return self._ask(action, tape, name, self.standing, None)[0]

    def unlike(self, action: Action, tape: Tape, name: str) -> str:
        """A state that obeys the invariants, and a move that meets a tape, in words; empty if there is none."""
        return self._ask(action, tape, name, self.standing, None)[1]

    def _ask(
        self, action: Action, tape: Tape, name: str, assumed: Sequence[Property], milliseconds: int | None
    ) -> tuple[Answer, str]:
        self.progress(name)
        bare = replace(tape, stores=())
        scope = self.system.scope()
        before = self.system.free_state(scope)
        params = parameters(bare, action.name, scope)
        made = move(bare, params, before, self.system.tables, scope, action.chance)
        self.system.assume(assumed, before, scope)
        scope.assume(made.legal)
        where = f"{self.system.game.id}/{self.system.players}/free/{name}"
        answer = self.asker(Question(where, tuple(scope.all_facts()), 0), milliseconds)
        if answer.model is None:
            return answer, ""
        return answer, in_words(answer.model, bare, params, before, fields_read(bare), self.system.data)


def _invariants(game: Game) -> list[Property]:
    """The claims about every state that a spec makes."""
    return [one for one in game.properties.values() if one.kind is Kind.INVARIANT and not one.false]


def _looped_over(system: System, part: Property) -> str | None:
    """The sort of open size that a claim loops over, if there is one."""
    try:
        system.tape(part)
    except OpenSize as error:
        return error.element.__name__
    return None


def traces(system: System, part: Property) -> bool:
    """Whether a claim can be said of a system: it loops over no sort of open size."""
    return _looped_over(system, part) is None
