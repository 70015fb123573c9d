"""A mutant on trial: whether a judge who goes by the spoilt rules answers a case or record as it must be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from spec.execution.verdicts import Verdict
from spec.language.actions import Declared, Property
from spec.language.sorts import bounds
from spec.language.tape import Tape
from spec.lowering.executor import Move
from verification.mutation.bench import Bench, Difference, Workshops
from verification.mutation.columns import Columns, Ground
from verification.mutation.exhibits import Exhibit, Trial
from verification.mutation.mutants import Mutant


@dataclass(frozen=True)
class Outcome:
    """What came of an exhibit: whether the moves up to the last are as they should be, what that breaks, the end.

    `weight` is how often chance makes the last one, if a mutant says something else of it; else None.
    """

    led: bool
    broken: frozenset[str]
    row: Sequence[int] | None
    weight: int | None = None


class Trials:
    """Trials with the bench of all their exhibits."""

    def __init__(self, workshops: Workshops, trials: Sequence[Trial]) -> None:
        self.workshops = workshops
        self.trials = trials
        self._tapes: dict[tuple[int, Declared], Tape] = {}
        self.bench = Bench(workshops, (exhibit for trial in trials for exhibit in trial.exhibits))
        self._trial_of = {id(exhibit): trial for trial in trials for exhibit in trial.exhibits}
        self.wrong = [trial for trial in trials if self._is_missed(trial, {})]

    def killing(self, mutant: Mutant, most: int = 1) -> list[Trial]:
        """The first trials that notice a mutant, `most` of them at most."""
        changed: dict[Trial, dict[int, tuple[int, Difference]]] = {}
        for difference in self.bench.differences(mutant):
            exhibit, step = difference.stand.sources[difference.line]
            first = changed.setdefault(self._trial_of[id(exhibit)], {})
            if id(exhibit) not in first or step < first[id(exhibit)][0]:
                first[id(exhibit)] = step, difference
        found: list[Trial] = []
        for trial, exhibits in sorted(changed.items(), key=lambda item: len(item[0].exhibit.moves)):
            outcomes = {at: self._outcome(difference, mutant) for at, (_, difference) in exhibits.items()}
            if self._is_missed(trial, outcomes):
                found.append(trial)
                if len(found) == most:
                    break
        return found

    def _outcome(self, difference: Difference, mutant: Mutant) -> Outcome:
        """How an exhibit goes on from the first move at which the mutant does something else."""
        exhibit, step = difference.stand.sources[difference.line]
        effects, line = difference.effects, difference.line
        broken = effects.broken(line)
        row: Sequence[int] | None = exhibit.course[step] if broken else effects.after[line].tolist()
        if not broken and effects.leaves[line]:
            return Outcome(False, broken, None)
        weight = int(effects.weight[line])
        is_record = self._trial_of[id(exhibit)].verdict is Verdict.UNJUDGED
        while True:
            if is_record and broken != exhibit.broken[step]:
                return Outcome(False, broken, None)
            if step == len(exhibit.moves) - 1:
                return Outcome(True, broken, row, weight)
            if broken and not is_record:
                return Outcome(False, broken, None)
            step += 1
            assert row is not None
            if self.is_over(exhibit, row):
                return Outcome(False, broken, None)
            broken, row, weight = self._one(exhibit, row, exhibit.moves[step], mutant)
            if row is None:
                return Outcome(False, broken, None)

    def _one(
        self, exhibit: Exhibit, row: Sequence[int], move: Move, mutant: Mutant
    ) -> tuple[frozenset[str], Sequence[int] | None, int]:
        """The rules that one move breaks, the state after it (None if it leaves its sort), and how often it happens."""
        workshop = self.workshops(exhibit.ground, move[0])
        action = self.workshops.actions[move[0]]
        columns = _line(exhibit, row, move[1:])
        tape = workshop.mutants.get(mutant, workshop.tape)
        effects = columns.effects(tape, action.rule.id if action.chance else "")
        broken, weight = effects.broken(0), int(effects.weight[0])
        if broken:
            return broken, row, weight
        return broken, None if effects.leaves[0] else effects.after[0].tolist(), weight

    def is_over(self, exhibit: Exhibit, row: Sequence[int]) -> bool:
        """Whether the game has ended."""
        return "over" in self.workshops.game.readings and bool(self._read(exhibit, "over", (), row))

    def _read(self, exhibit: Exhibit, name: str, args: Sequence[int], row: Sequence[int]) -> int:
        game = self.workshops.game
        declared = game.readings.get(name) or game.properties[name]
        tape = self._tape(exhibit.ground, declared)
        assert tape.result is not None
        return int(_line(exhibit, row, args).value(tape.result, {})[0])

    def _tape(self, ground: Ground, declared: Declared) -> Tape:
        key = id(ground), declared
        if key not in self._tapes:
            self._tapes[key] = self.workshops.game.tape(declared, ground.instance.shape)
        return self._tapes[key]

    def _is_missed(self, trial: Trial, outcomes: dict[int, Outcome]) -> bool:
        """Whether what is expected of a trial is not what came; exhibits without an outcome went as they should."""
        found = {id(exhibit): outcomes.get(id(exhibit)) or self._original(exhibit) for exhibit in trial.exhibits}
        base = found[id(trial.exhibit)]
        if not base.led:
            return True
        if trial.verdict is Verdict.UNJUDGED:
            return trial.claim is not None and not self._shows(trial.exhibit, trial.claim, base.row)
        others = [(exhibit.ruling, found[id(exhibit)]) for exhibit in trial.others]
        depends = {
            ruling.id for ruling, other in others
            if ruling is not None and other.led and bool(other.broken) != bool(base.broken)
        }
        match trial.verdict:
            case Verdict.DEPENDS:
                return trial.ruling not in depends or self._is_read_otherwise(trial, found)
            case Verdict.LEGAL:
                return bool(base.broken) or bool(depends) or not self._is_as_expected(trial, base)
            case Verdict.ILLEGAL:
                return base.broken != trial.rules or bool(depends)
            case _:
                return False

    def _is_read_otherwise(self, trial: Trial, found: dict[int, Outcome]) -> bool:
        """Whether a reading of the ruling that decides makes the move legal where it should not, or the other way."""
        at = next(
            at for setting, at in trial.exhibit.ground.setting_at.items() if setting.id == trial.ruling
        )
        asked = [one for one in trial.exhibits if one.ruling is None or one.ruling.id == trial.ruling]
        return any(
            (found[id(one)].led and not found[id(one)].broken) != trial.readings[one.choices[at]]
            for one in asked if one.choices[at] in trial.readings
        )

    def _is_as_expected(self, trial: Trial, outcome: Outcome) -> bool:
        row = outcome.row
        assert row is not None
        if trial.weight is not None and outcome.weight not in (None, trial.weight):
            return False
        return all(row[slot] == value for slot, value in trial.after) and all(
            self._read(trial.exhibit, name, args, row) == value for name, args, value in trial.reads
        )

    def _shows(self, exhibit: Exhibit, claim: Property, row: Sequence[int] | None) -> bool:
        shape = exhibit.ground.instance.shape
        ranges = [range(lo, hi + 1) for lo, hi in (bounds(sort, shape) for sort in claim.params.values())]
        return row is not None and any(self._read(exhibit, claim.name, args, row) for args in product(*ranges))

    @staticmethod
    def _original(exhibit: Exhibit) -> Outcome:
        if not exhibit.moves:
            return Outcome(True, frozenset(), exhibit.start)
        led = not any(exhibit.broken[:-1])
        return Outcome(led, exhibit.broken[-1], exhibit.course[-1])


def _line(exhibit: Exhibit, row: Sequence[int], args: Sequence[int]) -> Columns:
    return Columns(
        exhibit.ground, np.asarray([row], dtype=np.int64), np.asarray([args], dtype=np.int64).reshape(1, len(args)),
        np.asarray([exhibit.choices], dtype=np.int64),
    )
