"""Games that come to the situations looked for, on every board of a game and under choices of every kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from spec.language.data import BoardData
from spec.language.errors import SpecError
from spec.language.game import Game
from spec.language.nodes import Choice, Op
from spec.language.settings import Setting
from spec.language.sorts import Bool, Int, Upto
from spec.language.tracing import Tracer
from spec.lowering.executor import Disagreement, Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.python import PythonExecutor, compiled_value
from verification.free.goals import Goal
from verification.free.grounds import GoalsOf, changeable, goals_on, least, settings_in, spoken_of, with_all_alike
from verification.free.watching import Met, Watcher
from verification.traces import Trace, move_words

LENGTHS = (8, 16, 32, 64, 128, 512, 4_096)
"""Games are kept this short, one after another, so that no witness is much longer than it need be."""
EACH = 200_000
"""Random moves for each length."""
MOST_STATES = 3_000
"""A game with at most so many states is looked at state by state."""
VECTORS, MOST_TURNED = 4, 8
"""So many times every open setting is chosen anew, and so many settings alone."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Witness:
    """A game that comes to a situation, confirmed by the reference executor; a refused move is not part of it."""

    goal: Goal
    trace: Trace
    meant: Move


@dataclass
class Hunt:
    """What looking for games came to: a witness for what was met, and the moves made and instances played in vain.

    `exhausted` is the number of all states there are, if each of them was looked at; else 0.
    """

    met: dict[tuple[str, str], Witness] = field(default_factory=dict)
    open: set[tuple[str, str]] = field(default_factory=set)
    stuck: Trace | None = None
    moves: int = 0
    games: int = 0
    instances: int = 0
    exhausted: int = 0

    @property
    def looked(self) -> str:
        """Where it was looked, in words."""
        return f"not among {self.moves:,} random moves under {self.instances} choices of board and settings"


def hunt(
    game: Game, players: int, boards: Sequence[BoardData], fixed: Mapping[Setting, int], goals_of: GoalsOf,
    seed: int = 1, each: int = EACH, progress: Progress | None = None,
) -> Hunt:
    """Look for every goal of every action; board after board, then with other choices of the settings left open."""
    found = Hunt()
    tell = progress or (lambda text: None)
    first = Instance(game, players, boards[0], fixed)
    for number, action in enumerate(game.actions.values()):
        found.open.update(goal.key for goal in goals_of(number, action, first.open_tape(action)))

    def turned_on() -> list[Setting]:
        """What the goals that are still open turn on, which the usual choices may keep from being met."""
        return [one for one in settings_in(spoken_of(first, goals_of, found.open.__contains__)) if one not in fixed]

    # A board that was asked for alone is the only one; else a rule may be there for boards that do not come along.
    others = _scarce(game, players, boards[0], fixed) if len(boards) > 1 else iter(())
    for instance in chain(_instances(game, players, boards, fixed, turned_on, first, seed), others):
        if not found.open:
            break
        goals = goals_on(instance, goals_of, found.open.__contains__)
        if goals:
            watcher = _watch(instance, goals, found, seed, each, tell)
            if found.open and len(boards) == 1 and all(one in fixed for one in game.settings.values()):
                found.exhausted = _exhaust(watcher, found)
    return found


def _exhaust(watcher: Watcher, found: Hunt) -> int:
    """Look at every state of a small game; how many there are, or 0 if there are too many."""
    executor = watcher.executor
    has_end = "over" in executor.instance.game.readings
    reference = executor.reference
    ways: dict[tuple[int, ...], tuple[Move, ...]] = {tuple(executor.instance.start): ()}
    waiting = list(ways)
    while waiting:
        row = waiting.pop()
        for met in watcher.met_in(row, ways[row]):
            if met.goal is not None:
                found.met[met.goal.key] = Witness(met.goal, confirmed(reference, met), met.move)
                found.open.discard(met.goal.key)
        if has_end and executor.read("over", row):
            continue
        for move in executor.legal(row):
            try:
                after = tuple(executor.apply(row, move))
            except SpecError:
                continue
            if after not in ways:
                ways[after] = (*ways[row], move)
                waiting.append(after)
        if len(ways) > MOST_STATES:
            return 0
    return len(ways)


def _watch(instance: Instance, goals: list[Goal], found: Hunt, seed: int, each: int, tell: Progress) -> Watcher:
    tell(f"compiling {instance.board.title}")
    watcher = Watcher(LlvmExecutor(instance), goals)
    reference = PythonExecutor(instance)
    found.instances += 1
    for longest in LENGTHS:
        for met in watcher.watch(seed + longest, each, longest):
            if met.goal is None:
                found.stuck = found.stuck or stuck(reference, met.moves)
                continue
            found.met[met.goal.key] = Witness(met.goal, confirmed(reference, met), met.move)
            found.open.discard(met.goal.key)
        found.moves += watcher.moves
        found.games += watcher.games
        tell(f"{len(found.met)} situations met, {len(found.open)} not yet, in {found.moves:,} moves")
    return watcher


def _instances(
    game: Game, players: int, boards: Sequence[BoardData], fixed: Mapping[Setting, int],
    turned_on: Callable[[], list[Setting]], first: Instance, seed: int,
) -> Iterator[Instance]:
    """The smallest board first; then boards with all open settings chosen otherwise, with one, and at random."""
    ordered = sorted(boards, key=lambda board: sum(board.sizes.values()))
    for board in ordered:
        yield Instance(game, players, board, fixed)
    chooser = random.Random(seed)
    settings = [one for one in _mentioned(game, first) if one not in fixed]
    if not settings:
        return
    unusual = {one: one.unusual for one in settings}
    yield Instance(game, players, ordered[0], {**unusual, **fixed})
    for setting in turned_on()[:MOST_TURNED]:
        yield Instance(game, players, ordered[0], {setting: unusual[setting], **fixed})
    for vector in range(1, VECTORS):
        choices = {one: chooser.randrange(len(one.choices)) for one in settings}
        yield Instance(game, players, ordered[vector % len(ordered)], {**choices, **fixed})


def _scarce(
    game: Game, players: int, board: BoardData, fixed: Mapping[Setting, int]
) -> Iterator[Instance]:
    """The game on boards with as little of something as the axioms let there be, if a game begins otherwise then."""
    start = Instance(game, players, board, fixed).start
    for table in changeable(game):
        if isinstance(table.sort, (Int, Upto)):
            title = f"{board.title}, with as little of {table.name.replace('_', ' ')} as may be"
            few = least(table, game, players, board)
            instance = with_all_alike(game, players, board, fixed, table, few, title)
            if instance is not None and instance.start != start:
                yield instance


def _mentioned(game: Game, instance: Instance) -> list[Setting]:
    """The settings that some action mentions, or the start of a game may."""
    found = {
        node.setting for action in game.actions.values() for node in instance.open_tape(action).nodes()
        if isinstance(node, Choice)
    }
    return [one for one in game.settings.values() if one in found or one in game.variants]


def replay(reference: PythonExecutor, moves: Sequence[Move]) -> Sequence[int]:
    """The state after some moves from the start, each of which the reference executor must find legal."""
    row: Sequence[int] = reference.instance.start
    for move in moves:
        if reference.broken(row, move):
            raise Disagreement(f"machine code plays {move} from {list(row)}, which the reference executor refuses")
        row = reference.apply(row, move)
    return row


def stuck(reference: PythonExecutor, moves: tuple[Move, ...]) -> Trace:
    """A game after which nothing can be done although it is not over, confirmed by the reference executor."""
    row = replay(reference, moves)
    has_end = "over" in reference.instance.game.readings
    if reference.legal(row) or (has_end and reference.read("over", row)):
        raise Disagreement(f"only machine code finds nothing to do in {list(row)}")
    return Trace(reference.instance, moves, "nothing can be done, and the game is not over")


def confirmed(reference: PythonExecutor, met: Met) -> Trace:
    """The game as a trace, after the reference executor has made each move and found what is meant there."""
    instance, goal = reference.instance, met.goal
    assert goal is not None
    row = replay(reference, met.moves)
    action = reference.actions[met.move[0]]
    broken = set(reference.broken(row, met.move))
    if not _meets(instance, goal, row, met.move) or bool(broken) != bool(goal.refused) or not broken <= goal.refused:
        raise Disagreement(f"only machine code finds that {met.move} from {list(row)} meets {goal.key}")
    words = move_words(instance, action.name, met.move)
    if not broken:
        reference.apply(row, met.move)
        return Trace(instance, (*met.moves, met.move), "that is a legal move")
    rule = next(one.rule for one in instance.tape(action).requires if one.number in broken)
    return Trace(instance, met.moves, f"{words} is refused by {rule.id} alone")


def _meets(instance: Instance, goal: Goal, row: Sequence[int], move: Sequence[int]) -> bool:
    """Whether a move meets a goal's tape, computed by the reference lowering of its conditions."""
    make = Tracer(goal.tape.shape)
    holds = make.apply(Op.AND, tuple(one.holds for one in goal.tape.requires), Bool)
    return bool(compiled_value(instance, replace(goal.tape, requires=(), stores=(), result=holds))(row, row, *move[1:]))
