"""What was found out about mutants: who notices each, that it is the same game, or that nothing notices it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from verification.mutation.mutants import Mutant


class Verdict(Enum):
    """What became of a mutant; only the first four are decisions."""

    CASE = "case"
    PROPERTY = "property"
    RECORD = "record"
    EQUIVALENT = "equivalent"
    SURVIVED = "survived"
    UNKNOWN = "unknown"

    @property
    def decided(self) -> bool:
        """Whether the mutant is killed, or proved to be the same game."""
        return self not in (Verdict.SURVIVED, Verdict.UNKNOWN)


@dataclass(frozen=True)
class Shown:
    """A position and a move on which the rules and a mutant differ, in words from which a case can be written.

    `cells` are those that the action reads and that are not as at the start; `reached` says that a game leads there.
    """

    board: str
    players: tuple[str, ...]
    settings: Mapping[str, str]
    cells: tuple[str, ...]
    move: str
    by_rules: str
    by_mutant: str
    reached: bool

    def lines(self) -> list[str]:
        """The whole, a line for each thing."""
        agreed = ", ".join(f"{id_}={choice}" for id_, choice in self.settings.items())
        return [
            f"on {self.board}, {' and '.join(self.players)}{f', {agreed}' if agreed else ''}"
            + ("" if self.reached else " (a state that no claim rules out)"),
            *(f"  {cell}" for cell in self.cells), f"  {self.move}", f"  by the rules: {self.by_rules}",
            f"  by the mutant: {self.by_mutant}",
        ]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON has it."""
        return {
            "board": self.board, "players": list(self.players), "settings": dict(self.settings),
            "position": list(self.cells), "move": self.move, "by_rules": self.by_rules, "by_mutant": self.by_mutant,
            "reached": self.reached,
        }


@dataclass(frozen=True)
class Finding:
    """What became of one mutant: `by` names the case, property or record that notices it, or a proof's boards."""

    mutant: Mutant
    actions: tuple[str, ...]
    verdict: Verdict
    by: str
    seconds: float
    shown: Shown | None = None

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON has it."""
        where = self.mutant.written or self.mutant.place
        return {
            "id": self.mutant.id, "rule": self.mutant.rule, "kind": self.mutant.kind.value,
            "part": self.mutant.part.value, "clause": self.mutant.says,
            "place": f"{Path(where.file).name}:{where.line}" if where else "", "actions": list(self.actions),
            "verdict": self.verdict.value, "by": self.by, "seconds": round(self.seconds, 3),
            **({"shown": self.shown.to_json()} if self.shown is not None else {}),
        }


def tally(findings: Iterable[Finding]) -> dict[str, int]:
    """How many mutants there are of each verdict."""
    counted = Counter(one.verdict for one in findings)
    return {"mutants": counted.total(), **{verdict.value: counted[verdict] for verdict in Verdict}}


def by_rule(findings: Sequence[Finding]) -> dict[str, dict[str, int]]:
    """The tally of each rule's clauses, in the order of their first mutants."""
    rules: dict[str, list[Finding]] = {}
    for one in findings:
        rules.setdefault(one.mutant.rule, []).append(one)
    return {rule: tally(group) for rule, group in rules.items()}
