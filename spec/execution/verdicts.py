"""What judging a record answers: a verdict for each move with everything that explains it, as data, text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from spec.execution.alternatives import Depends
from spec.execution.hinges import Hinge
from spec.execution.nearest import Way
from spec.execution.possible import Impossible
from spec.execution.refusals import Broken


class Verdict(Enum):
    """A move is legal, illegal, depends on a ruling or on what its reader cannot see, or cannot be judged; a record is
    the worst of its moves."""

    LEGAL = "legal"
    DEPENDS = "depends"
    ILLEGAL = "illegal"
    UNJUDGED = "unjudged"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    """The verdict on one move.

    `broken` holds every rule it breaks under the readings agreed on; `nearest` legal moves with one parameter changed;
    `changes` cells that would make it legal, each way alone; `depends` the rulings that decide it; `follows` the
    line of the refused move without which it is illegal (0 if there is none); `rulings` what the table said of it;
    `hinge` what decides it out of sight of whom it is judged for.
    """

    line: int
    move: str
    verdict: Verdict
    broken: tuple[Broken, ...] = ()
    nearest: tuple[str, ...] = ()
    changes: tuple[Way, ...] = ()
    depends: tuple[Depends, ...] = ()
    follows: int = 0
    rulings: tuple[str, ...] = ()
    stands: bool = False
    hinge: Hinge | None = None

    def to_json(self) -> dict[str, Any]:
        """The judgement of the move as JSON has it."""
        return {
            "line": self.line,
            "move": self.move,
            "verdict": self.verdict.value,
            "broken": [_broken_json(one) for one in self.broken],
            "nearest": list(self.nearest),
            "changes": [
                [{"cell": one.cell, "found": one.found, "wanted": one.wanted} for one in way] for way in self.changes
            ],
            "depends": [
                {
                    "ruling": one.ruling.id, "question": one.ruling.title, "citations": list(one.ruling.cites),
                    "readings": {
                        choice: {
                            "says": one.ruling.choices[choice], "verdict": one.readings[choice],
                            "broken": [_broken_json(broken) for broken in broken_then],
                        }
                        for choice, broken_then in one.broken.items()
                    },
                }
                for one in self.depends
            ],
            "hidden": self.hinge.to_json() if self.hinge else None,
            "follows": self.follows or None,
            "rulings": list(self.rulings),
            "stands": self.stands,
        }

    def lines(self) -> Iterator[str]:
        """The judgement of the move as lines of text."""
        yield f"line {self.line}: {self.move} -- {self.verdict.value}"
        for broken in self.broken:
            yield f"  {broken}"
        if self.hinge:
            how = "depends on" if self.verdict is Verdict.DEPENDS else "is illegal whatever it is, the rule depends on"
            yield f"  {how} the {self.hinge.names}"
            for broken in self.hinge.broken:
                yield f"  may break {broken}"
        for depends in self.depends:
            yield f"  {depends}"
        if self.follows:
            yield f"  it would be legal if the move on line {self.follows} had been made"
        for way in self.changes:
            yield f"  legal with {' and '.join(str(change) for change in way)}"
        if self.nearest:
            yield f"  legal: {'; '.join(self.nearest)}"
        for ruling in self.rulings:
            yield f"  the table: {ruling}"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a record: on its first position, on each move, and in all; `viewer` is for whom ("" for all)."""

    file: str
    game: str
    impossible: tuple[Impossible, ...]
    moves: tuple[MoveJudgement, ...]
    viewer: str = ""

    @property
    def verdict(self) -> Verdict:
        """Impossible if the first position is; else the worst of the moves: illegal, unjudged, depends, legal."""
        if self.impossible:
            return Verdict.IMPOSSIBLE
        found = {one.verdict for one in self.moves}
        worst_first = (Verdict.ILLEGAL, Verdict.UNJUDGED, Verdict.DEPENDS)
        return next((one for one in worst_first if one in found), Verdict.LEGAL)

    @property
    def status(self) -> int:
        """The exit status of a command that judges: 0 if everything is legal, else 1."""
        return 0 if self.verdict is Verdict.LEGAL else 1

    def to_json(self) -> dict[str, Any]:
        """The judgement as JSON has it; `docs/records.md` explains each key."""
        return {
            "file": self.file,
            "game": self.game,
            "viewer": self.viewer or None,
            "verdict": self.verdict.value,
            "impossible": [one.to_json() for one in self.impossible],
            "moves": [one.to_json() for one in self.moves],
        }

    def lines(self) -> Iterator[str]:
        """The judgement as lines of text; of legal moves only their number."""
        for impossible in self.impossible:
            yield f"impossible position: {impossible}"
        for move in self.moves:
            if move.verdict is not Verdict.LEGAL:
                yield from move.lines()
        legal = sum(move.verdict is Verdict.LEGAL for move in self.moves)
        yield f"{legal} of {len(self.moves)} moves legal: {self.verdict.value}"


def _broken_json(broken: Broken) -> dict[str, Any]:
    return {"rule": broken.rule.id, "citations": list(broken.rule.cites), "because": broken.because}
