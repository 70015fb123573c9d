"""Games for situations that random play does not come to: looked for by their distance, and on boards made for it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from spec.language.board import Printed
from spec.language.data import BoardData
from spec.language.game import Game
from spec.language.nodes import Lookup, Node
from spec.language.settings import Setting
from spec.language.sorts import Int, Named, Opt, Upto, bounds
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.python import PythonExecutor
from verification.free.goals import Goal
from verification.free.grounds import GoalsOf, changeable, goals_on, least, settings_in, spoken_of, with_all_alike
from verification.free.nearing import claim_of, games_to
from verification.free.watching import Met, Watcher
from verification.free.witnesses import Hunt, Progress, Witness, confirmed

LENGTHS, EACH = (32, 128, 512), 100_000
"""Moves of games played at random, and how many in all for each length."""
MOST_GENERATED = 100_000_000
"""So many moves are made by beams for one situation, on whatever boards and under whatever choices."""
MOST_MEMBERS = 8
"""A table that holds members of a sort is filled with each of them, if there are no more."""


@dataclass(eq=False)
class Seeking:
    """Looks for one situation after another, and adds what it finds to a hunt's games.

    On each board, with the settings that are left open as usual, one of them otherwise, or all: at random, and by beams
    that are led by the distance. Then on boards on which all cells of one table are alike: a claim about every board
    speaks of those too, as long as they meet the axioms.
    """

    game: Game
    players: int
    boards: Sequence[BoardData]
    fixed: Mapping[Setting, int]
    goals_of: GoalsOf
    found: Hunt
    seed: int
    tell: Progress
    _generated: int = field(default=0, init=False)

    def find(self, key: tuple[str, str]) -> Witness | None:
        """A game that comes to a situation, or None; what refuses an action that no game allows is not looked for."""
        if key[0] == "refuses" and ("legal", key[1].partition("/")[0]) in self.found.open:
            return None
        self._generated = 0
        for instance in chain(self._instances(key), self._changed(key)):
            for goal in goals_on(instance, self.goals_of, key.__eq__):
                self.tell(f"looking for {key[1]} on {instance.board.title}")
                met = self._at_random(instance, goal) or self._by_beams(instance, goal)
                if met is not None:
                    return self._kept(instance, met)
                if self._generated > MOST_GENERATED:
                    return None
        return None

    def _kept(self, instance: Instance, met: Met) -> Witness:
        assert met.goal is not None
        witness = Witness(met.goal, confirmed(PythonExecutor(instance), met), met.move)
        self.found.met[met.goal.key] = witness
        self.found.open.discard(met.goal.key)
        return witness

    def _by_beams(self, instance: Instance, goal: Goal) -> Met | None:
        executor = self._compiled(instance)
        for reached in games_to(executor, claim_of(goal), self.seed):
            self._generated += reached.generated
            if reached.moves is not None:
                after = Watcher(executor, [goal]).met_in(executor.led_to(reached.moves), reached.moves)
                return next((met for met in after if met.goal), None)
        return None

    def _at_random(self, instance: Instance, goal: Goal) -> Met | None:
        watcher = Watcher(self._compiled(instance), [goal])
        for longest in LENGTHS:
            for met in watcher.watch(self.seed + longest, EACH, longest):
                if met.goal is not None:
                    return met
        return None

    def _compiled(self, instance: Instance) -> LlvmExecutor:
        key = (id(instance.board), *instance.all_choices.values())
        return self._executors.setdefault(key, LlvmExecutor(instance))

    @cached_property
    def _executors(self) -> dict[tuple[int, ...], LlvmExecutor]:
        return {}

    @cached_property
    def _ordered(self) -> list[BoardData]:
        return sorted(self.boards, key=lambda board: sum(board.sizes.values()))

    def _instances(self, key: tuple[str, str]) -> Iterator[Instance]:
        seen: set[tuple[int, ...]] = set()
        for choices in self._choices(key):
            for board in self._ordered:
                instance = Instance(self.game, self.players, board, choices)
                at = (id(board), *instance.all_choices.values())
                if at not in seen:
                    seen.add(at)
                    yield instance

    def _choices(self, key: tuple[str, str]) -> Iterator[Mapping[Setting, int]]:
        """As usual; with one option, or one ruling that the situation turns on, otherwise; with all otherwise."""
        yield self.fixed
        left = [one for one in self.game.settings.values() if one not in self.fixed]
        unusual, turned_on = {one: one.unusual for one in left}, settings_in(self._spoken_of(key))
        for one in left:
            if one in turned_on or one in self.game.variants:
                yield {**self.fixed, one: unusual[one]}
        if left:
            yield {**unusual, **self.fixed}
            chooser = random.Random(self.seed)
            yield {**{one: chooser.randrange(len(one.choices)) for one in left}, **self.fixed}

    def _spoken_of(self, key: tuple[str, str]) -> list[Node]:
        first = Instance(self.game, self.players, self.boards[0], self.fixed)
        return list(spoken_of(first, self.goals_of, key.__eq__))

    def _changed(self, key: tuple[str, str]) -> Iterator[Instance]:
        """Boards on which all cells of a table are alike: first of those that the situation speaks of."""
        if len(self.boards) < 2:
            return  # a board that was asked for alone is the only one
        read = {node.table for node in self._spoken_of(key) if isinstance(node, Lookup)}
        for table in sorted(changeable(self.game), key=lambda table: table not in read):
            for board in self._ordered:
                yield from self._alike(board, table, table in read)

    def _alike(self, board: BoardData, table: Printed, any_member: bool) -> Iterator[Instance]:
        """A board with as little of something as may be, or with any one member of a kind; if it meets the axioms."""
        lo, hi = bounds(table.sort, self.game.shape(self.players, board.sizes))
        values: Sequence[int] = ()
        match table.sort:
            case Int() | Upto():
                values = (least(table, self.game, self.players, board),)
            case Named() | Opt() if any_member and hi - lo < MOST_MEMBERS:
                values = range(lo, hi + 1)
        for value in values:
            title = f"{board.title}, with {table.name.replace('_', ' ')} {value} throughout"
            made = with_all_alike(self.game, self.players, board, self.fixed, table, value, title)
            if made is not None:
                yield made
