"""Every move of every exhibit, in columns by ground and action: there a mutant is tried on all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from spec.language.actions import Action
from spec.language.game import Game
from spec.language.nodes import Choice
from spec.language.settings import Setting
from spec.lowering.executor import Move
from verification.mutation.columns import Column, Columns, Effects, Ground
from verification.mutation.exhibits import Exhibit
from verification.mutation.mutants import Mutant
from verification.mutation.workshop import Workshop


class Workshops:
    """The workshop of each action for each shape of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = tuple(game.actions.values())
        self._known: dict[tuple[object, ...], Workshop] = {}

    def __call__(self, ground: Ground, number: int) -> Workshop:
        """The workshop of an action by its number."""
        shape = ground.instance.shape
        key = (number, *sorted((element.__name__, size) for element, size in shape.items()))
        if key not in self._known:
            action = self.actions[number]
            self._known[key] = Workshop(self.game.tape(action, shape), self.game.board.tables, action.rule.id)
        return self._known[key]

    def mentioned(self, ground: Ground, number: int) -> frozenset[Setting]:
        """The settings that an action, or the end of the game, has to do with."""
        tape = self(ground, number).tape
        if id(tape) not in self._mentioned:
            over = self.game.readings.get("over")
            tapes = [tape] if over is None else [tape, self.game.tape(over, ground.instance.shape)]
            self._mentioned[id(tape)] = frozenset(
                node.setting for one in tapes for node in one.nodes() if isinstance(node, Choice)
            )
        return self._mentioned[id(tape)]

    @cached_property
    def _mentioned(self) -> dict[int, frozenset[Setting]]:
        return {}


@dataclass(frozen=True, eq=False)
class Difference:
    """A line of a stand on which a mutant does something else, and what all lines come to under it."""

    stand: Stand
    line: int
    effects: Effects


class Stand:
    """All moves of one action on one ground; `sources` tells for each line whose move it is, and the how-manieth."""

    def __init__(
        self, ground: Ground, action: Action, workshop: Workshop, rows: Sequence[Sequence[int]],
        moves: Sequence[Move], choices: Sequence[Sequence[int]], sources: Sequence[tuple[Exhibit, int]] = (),
    ) -> None:
        self.ground, self.action, self.workshop, self.sources = ground, action, workshop, sources
        args = np.asarray([move[1:] for move in moves], dtype=np.int64).reshape(len(moves), len(action.params))
        self.columns = Columns(
            ground, np.asarray(rows, dtype=np.int64), args, np.asarray(choices, dtype=np.int64).reshape(len(moves), -1)
        )
        self.chance_rule = action.rule.id if action.chance else ""

    @cached_property
    def base(self) -> Effects:
        """What the rules as they are come to."""
        self.columns.keep(self.workshop.tape.roots())
        return self.columns.effects(self.workshop.tape, self.chance_rule)

    def under(self, mutant: Mutant) -> Effects | None:
        """What the mutant comes to; None if the action has no such clause."""
        base = self.base
        tape = self.workshop.mutants.get(mutant)
        if tape is None:
            return None
        return self.columns.effects(tape, self.chance_rule, base, self.workshop.tape)

    def differing(self, effects: Effects) -> Column:
        """The lines on which other rules are broken, or a legal move does something else or leaves its sort."""
        base = self.base
        broken = np.zeros(self.columns.count, dtype=bool)
        for number, holds in base.needs.items():
            other = effects.needs.get(number)
            if other is not holds:
                broken |= ~holds if other is None else holds != other
        done = np.zeros(self.columns.count, dtype=bool)
        if effects.after is not base.after:
            done = (effects.after != base.after).any(axis=1) | (effects.leaves & ~base.leaves)
        if effects.weight is not base.weight:
            done = done | (effects.weight != base.weight)
        found: Column = np.flatnonzero(broken | (done & effects.legal))
        return found

    def playing_otherwise(self, effects: Effects) -> Column:
        """The lines of those that differ on which the game itself does: the move is legal at least for one of both."""
        lines = self.differing(effects)
        found: Column = lines[self.base.legal[lines] | effects.legal[lines]]
        return found


class Bench:
    """The stands of many exhibits, whose courses by the rules as they are it fills in."""

    def __init__(self, workshops: Workshops, exhibits: Iterable[Exhibit]) -> None:
        self.workshops = workshops
        taken: dict[tuple[int, int], list[tuple[Exhibit, int]]] = {}
        going = [exhibit for exhibit in exhibits if exhibit.moves]
        step = 0
        for exhibit in going:
            exhibit.course = [exhibit.start]
            exhibit.broken = []
        while going:
            together: dict[tuple[int, int], list[Exhibit]] = {}
            for exhibit in going:
                together.setdefault((id(exhibit.ground), exhibit.moves[step][0]), []).append(exhibit)
            for key, group in together.items():
                taken.setdefault(key, []).extend((exhibit, step) for exhibit in group)
                self._advance(group, step)
            step += 1
            going = [exhibit for exhibit in going if len(exhibit.moves) > step]
        self.stands = [self._stand(lines) for lines in taken.values()]
        self.stands.sort(key=lambda stand: -len(stand.sources))

    def _stand(self, lines: Sequence[tuple[Exhibit, int]]) -> Stand:
        first, at = lines[0]
        number = first.moves[at][0]
        return Stand(
            first.ground, self.workshops.actions[number], self.workshops(first.ground, number),
            [exhibit.course[step] for exhibit, step in lines], [exhibit.moves[step] for exhibit, step in lines],
            [exhibit.choices for exhibit, _ in lines], lines,
        )

    def _advance(self, group: Sequence[Exhibit], step: int) -> None:
        effects = self._stand([(exhibit, step) for exhibit in group]).base
        for line, exhibit in enumerate(group):
            broken = effects.broken(line)
            exhibit.broken.append(broken)
            exhibit.course.append(exhibit.course[-1] if broken else tuple(effects.after[line].tolist()))

    def differences(self, mutant: Mutant) -> Iterator[Difference]:
        """Every line on which a mutant does something else."""
        for stand in self.stands:
            effects = stand.under(mutant)
            if effects is not None:
                for line in stand.differing(effects).tolist():
                    yield Difference(stand, line, effects)
