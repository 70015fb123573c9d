"""From a claim that induction could not show to a trace that refutes it: fast random play, then every short game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from spec.language.actions import Action, Property
from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.settings import Setting
from spec.lowering.executor import Disagreement, Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_player import LONGEST, FoundTrace, RandomPlayer
from spec.lowering.python import PythonExecutor
from verification.directed import Seeker
from verification.queries import Effort
from verification.search import Found, breadth_first, random_search
from verification.traces import Shows, Trace, nothing, replayed, shortened, violation

WORTH_SHORTENING = 8
"""A trace of no more moves is short enough; a search in order finds the shortest."""
LONGEST_ONWARD = 1_000
"""Moves of a game that is played on past its end."""

Choices = Mapping[Setting, int]


@dataclass(frozen=True, slots=True)
class Sought:
    """What looking for a trace came to.

    `looked` says in words where nothing was found; `depth` is the number of moves up to which every state was seen;
    `exhausted` says that there are no other states. No game that shows it has fewer than `at_least` moves.
    """

    trace: Trace | None
    looked: str
    depth: int = 0
    exhausted: bool = False
    at_least: int = 0

    @property
    def shortest(self) -> bool:
        """Whether there is a trace, and it is proved that none is shorter."""
        return self.trace is not None and len(self.trace.moves) <= self.at_least


@dataclass(frozen=True, eq=False)
class _Wanted:
    """What a trace must show: a property, or a store of the action numbered `faulty` that leaves its sort."""

    says: str
    shows: Shows
    declared: Property | None = None
    faulty: int | None = None


@dataclass(frozen=True, eq=False)
class _Ground:
    """One instance to look on; what is compiled or searched for once is kept."""

    instance: Instance
    effort: Effort

    @cached_property
    def reference(self) -> PythonExecutor:
        return PythonExecutor(self.instance)

    @cached_property
    def native(self) -> LlvmExecutor:
        return LlvmExecutor(self.instance)

    @cached_property
    def fault(self) -> FoundTrace | None:
        """A fault that random play comes to, whatever action it is of."""
        return self._native([])

    def at_random(self, wanted: _Wanted) -> tuple[Move, ...] | None:
        """Moves that show what is wanted, found by playing at random.

        Native play stops at the end of a game and at the first fault. A claim is about every legal move, those
        after the end too, so where such play shows nothing it goes on past both.
        """
        if wanted.declared is None:
            found = self.fault
            if found is None or (found.moves and found.moves[-1][0] == wanted.faulty):
                return None if found is None else found.moves
            return random_search(self.reference, wanted.shows, self.effort, wanted.faulty).moves
        for onward in (False, True):
            found = self._native([wanted.declared], onward)
            if found is not None and found.property:
                return found.moves
        return None

    def _native(self, watched: Sequence[Property], onward: bool = False) -> FoundTrace | None:
        """What native random play finds; then again in shorter and shorter games, while that finds it too."""
        longest = LONGEST_ONWARD if onward else LONGEST
        best = RandomPlayer(self.native, watched, longest, onward).search(self.effort.seed, self.effort.moves)
        shorter = best
        while shorter is not None and len(shorter.moves) > WORTH_SHORTENING:
            best = shorter
            player = RandomPlayer(self.native, watched, len(best.moves) * 3 // 4, onward)
            again = player.search(self.effort.seed, self.effort.moves // 2)
            shorter = again if again is not None and again.property == best.property else None
        return shorter or best

    def in_order(self, wanted: _Wanted) -> Found:
        """Every state in order of the moves that lead to it."""
        return breadth_first(self.reference, wanted.shows, self.effort, wanted.faulty)


@dataclass(frozen=True, eq=False)
class Refuter:
    """Looks for traces of one game, first on one board; None looks nowhere. `fixed` are the choices that are not open.

    Where nothing is found there it is looked for on each of `grounds`, and what some game must reach on those alone.
    """

    game: Game
    players: int
    board: BoardData | None
    fixed: Choices
    effort: Effort
    grounds: Sequence[BoardData] = ()
    progress: Callable[[int], None] | None = None
    _grounds: dict[tuple[int, ...], _Ground] = field(default_factory=dict)

    def property(self, declared: Property, choices: Sequence[Choices] = ()) -> Sought:
        """Look for a trace that refutes a property, under each of `choices` and under the default ones."""
        return self._sought(_Wanted(f"this fails: {declared.says}", violation(declared), declared), choices)

    def is_broken(self, declared: Property) -> bool:
        """Whether fast random play on the first board comes to break a property; a game of it is looked for later."""
        if self.board is None or self.game.properties.get(declared.name) is not declared:
            return False  # no executor knows a fact that the game does not claim
        player = RandomPlayer(self._ground(self.board, self.fixed).native, [declared])
        found = player.search(self.effort.seed, self.effort.moves // 10)
        return found is not None and bool(found.property)

    def reach(self, declared: Property, trusted: bool) -> Sought:
        """Look for a game that reaches what a property claims; `trusted` says that its `moves` are proved.

        It is looked for on one board after another, with the settings left open at their defaults, until one has a
        game that is proved to be a shortest one; if none has, the first game is told.
        """
        if not self.grounds:
            return Sought(None, "no board was given to look for a game on")
        looked: list[Sought] = []
        for board in self.grounds:
            looked.append(self._reached(self._ground(board, self.fixed), declared, trusted))
            if looked[-1].shortest:
                break
        games = [one for one in looked if one.trace is not None]
        if games:
            return next((one for one in games if one.shortest), games[0])
        return Sought(None, "; ".join(one.looked for one in looked), exhausted=all(one.exhausted for one in looked))

    def _reached(self, ground: _Ground, declared: Property, trusted: bool) -> Sought:
        seeker = Seeker(ground.native, declared, trusted, self.effort.room)
        found = seeker.seek(self.effort.moves // 8, self.effort.seed, self.progress)
        if found.moves is None:
            where = f"{ground.instance.board.title} for {self.players} players"
            if found.exhausted:
                return Sought(None, f"all that matters of {where} was seen, {found.states} states", exhausted=True)
            looked = f"no game of fewer than {found.at_least} moves does, nor one among {found.generated} moves"
            return Sought(None, f"{looked} on {where}")
        shows = violation(declared)
        moves = found.moves if found.shortest else shortened(ground.reference, found.moves, shows)
        if len(moves) < found.at_least:
            raise Disagreement(f"a game of {len(moves)} moves reaches {declared.name}, which takes {found.at_least}")
        return Sought(replayed(ground.instance, moves, shows, declared.says), "", at_least=found.at_least)

    def stores(self, action: Action, choices: Sequence[Choices] = ()) -> Sought:
        """Look for a trace after which a store of an action leaves its sort."""
        number = list(self.game.actions).index(action.name)
        return self._sought(_Wanted(f"a store of {action.name} leaves its sort", nothing, None, number), choices)

    def _sought(self, wanted: _Wanted, choices: Sequence[Choices]) -> Sought:
        if self.board is None:
            return Sought(None, "no board was given to look for a counterexample on")
        # What one board cannot show another may, such as one with other components.
        boards = [self.board, *(one for one in self.grounds if one is not self.board)]
        grounds = list(dict.fromkeys(
            self._ground(board, {**one, **self.fixed}) for board in boards for one in (*choices, {})
        ))
        depth, exhausted, states = 1 << 30, True, 0
        for ground in grounds:
            moves = ground.at_random(wanted)
            if moves is None:
                found = ground.in_order(wanted)
                moves = found.moves
                depth, exhausted = min(depth, found.depth), exhausted and found.exhausted
                states += found.states
            if moves is not None:
                trace, is_shortest = _confirmed(ground.reference, moves, wanted, self.effort)
                return Sought(trace, "", at_least=len(trace.moves) if is_shortest else 0)
        if exhausted:
            return Sought(None, f"all {states} states of {_titles(boards)} obey it", depth, True)
        looked = f"{self.effort.moves} random moves on {_titles(boards)}, nor within {depth} moves of the start"
        return Sought(None, f"nothing against it in {looked}", depth)

    def player(self, choices: Choices) -> Executor | None:
        """What plays the game with some choices where they are open, on the board that is looked on first."""
        return None if self.board is None else self._ground(self.board, {**choices, **self.fixed}).native

    def _ground(self, board: BoardData, choices: Choices) -> _Ground:
        instance = Instance(self.game, self.players, board, choices)
        key = (id(board), *instance.all_choices.values())
        return self._grounds.setdefault(key, _Ground(instance, self.effort))


def _titles(boards: Sequence[BoardData]) -> str:
    return " and of ".join(board.title for board in boards)


def _confirmed(executor: Executor, moves: tuple[Move, ...], wanted: _Wanted, effort: Effort) -> tuple[Trace, bool]:
    """The trace without needless moves, or a shortest one (which is told) if a short search finds it; replayed."""
    short = shortened(executor, moves, wanted.shows, wanted.faulty)
    quick = replace(effort, states=effort.states // 10)
    shortest = breadth_first(executor, wanted.shows, quick, wanted.faulty).moves
    best = short if shortest is None else shortest
    trace = replayed(executor.instance, best, wanted.shows, wanted.says, wanted.faulty)
    return trace, shortest is not None or not best
