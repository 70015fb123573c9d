"""Verdicts and results: what was found out about a claim, how, and what it rests on. Never rounded up."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verification.queries import Answer
    from verification.traces import Trace


class Verdict(Enum):
    """What is known of a claim. The order is from bad to good; a whole is as good as its worst part."""

    REFUTED = "refuted"
    UNKNOWN = "unknown"
    BOUNDED = "bounded"
    VACUOUS = "vacuous"
    REACHED = "reached"
    PROVED = "proved"

    @property
    def good(self) -> bool:
        """Whether what was claimed is so."""
        return self in (Verdict.REACHED, Verdict.PROVED)


MOST_TOLD = 3
"""The note of a whole tells of so many parts that are not proved; the parts tell of themselves."""


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of a whole, given those of its parts; UNKNOWN for none."""
    order = list(Verdict)
    return min(verdicts, key=order.index, default=Verdict.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Part:
    """One claim of a named proof. `note` says why it is not proved, or what its proof leans on.

    Where it is reached, no game that reaches it has fewer than `at_least` moves. `k` is the number of moves that a
    proof by k-induction looks back, or within which nothing speaks against the claim where it is BOUNDED. `answers` are
    those of z3 that a proof rests on. `declared` is the verdict that the spec declares, if it is not a good one.
    """

    name: str
    says: str
    verdict: Verdict
    method: str
    note: str = ""
    citations: tuple[str, ...] = ()
    trace: Trace | None = None
    at_least: int | None = None
    k: int | None = None
    answers: tuple[Answer, ...] = ()
    declared: Verdict | None = None

    @property
    def as_declared(self) -> bool:
        """Whether the verdict is the one that the spec declares."""
        return self.verdict.good if self.declared is None else self.verdict is self.declared

    @property
    def shortest(self) -> bool | None:
        """Whether it is proved that no game which reaches it is shorter than the trace; None if it is not reached."""
        if self.trace is None or self.at_least is None:
            return None
        return len(self.trace.moves) == self.at_least


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out about a named proof for a number of players and a board.

    `board` names the board, or says for which boards it holds. `trace` refutes the claim, or is the witness of a
    claim that something can happen; the reference executor has replayed it. `seconds` is the CPU time spent. `second`
    is what a second solver says of the questions that proofs rest on; empty where nothing was proved.
    """

    property: str
    verdict: Verdict
    method: str
    players: int
    board: str
    seconds: float
    note: str = ""
    citations: tuple[str, ...] = ()
    trace: Trace | None = None
    parts: tuple[Part, ...] = field(default=())
    second: str = ""

    @builtins.property  # a field has the name
    def as_declared(self) -> bool:
        """Whether every part has the verdict that the spec declares."""
        return all(part.as_declared for part in self.parts) if self.parts else self.verdict.good

    @builtins.property  # a field has the name
    def k(self) -> int | None:
        """How many moves its proofs look back at most, or within how many nothing speaks against it."""
        depths = [part.k for part in self.parts if part.k is not None and part.verdict is self.verdict]
        if not depths:
            return None
        return min(depths) if self.verdict is Verdict.BOUNDED else max(depths)

    def __str__(self) -> str:
        how = f" ({self.method})" if self.method else ""
        note = f": {self.note}" if self.note else ""
        return f"{self.property}, {self.players} players, {self.board}: {self.verdict.name}{how}{note}"


def combined(
    name: str, parts: tuple[Part, ...], players: int, board: str, seconds: float, notes: Iterable[str] = ()
) -> Result:
    """The result of a named proof from its parts; notes that several parts share are said once."""
    verdict = worst([part.verdict for part in parts if not part.as_declared] or [part.verdict for part in parts])
    same = [part for part in parts if part.verdict is verdict]
    methods = list(dict.fromkeys(part.method for part in same if part.method))
    method = " and ".join(methods) if verdict.good else "".join(methods[:1])
    said = [f"{part.name}: {part.note}" for part in parts if part.note and not part.as_declared]
    if len(said) > MOST_TOLD:
        said[MOST_TOLD:] = [f"and {len(said) - MOST_TOLD} more parts"]
    citations = dict.fromkeys(line for part in parts for line in part.citations)
    trace = next((part.trace for part in parts if part.trace and part.verdict is verdict), None)
    note = "; ".join(dict.fromkeys([*said, *notes]))
    return Result(name, verdict, method, players, board, seconds, note, tuple(citations), trace, parts)
