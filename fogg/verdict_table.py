"""The table of all claims with their verdicts and times, from the file that `fogg verify --summary` keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Verdicts = list[dict[str, Any]]


def read_verdicts(file: Path) -> Verdicts:
    """The results in a file of verdicts."""
    found: Verdicts = json.loads(file.read_text(encoding="utf-8"))["results"]
    return found


def verdict_table(file: Path) -> Iterator[str]:
    """One line for each claim and verdict, in Markdown."""
    groups: dict[tuple[str, ...], Verdicts] = {}
    for one in read_verdicts(file):
        key = tuple(str(one[what]) for what in ("game", "property", "verdict", "method", "board"))
        groups.setdefault(key, []).append(one)
    yield "| game | claim | players | board | verdict | how | questions | cvc5 | CPU s |"
    yield "|---|---|---|---|---|---|---|---|---|"
    game = ""
    for (id_, claim, verdict, method, board), lines in sorted(groups.items(), key=lambda group: group[0][0]):
        shown, game = ("" if id_ == game else f"`{id_}`"), id_
        questions = sum(line["questions"] for line in lines)
        seconds = sum(line["seconds"] for line in lines)
        players = _players([line["players"] for line in lines])
        opinion = _opinion([line["second_solver"] or "" for line in lines])
        yield (f"| {shown} | `{claim}` | {players} | {board} | {verdict} | {method} "
               f"| {questions} | {opinion} | {seconds:.1f} |")


def _players(counts: Sequence[int]) -> str:
    """3, 2 to 4, or 2, 4."""
    few, many = min(counts), max(counts)
    if few != many and sorted(counts) == list(range(few, many + 1)):
        return f"{few} to {many}"
    return ", ".join(map(str, sorted(counts)))


def _opinion(told: Sequence[str]) -> str:
    """What the second solver says of several results together."""
    unknown = [re.fullmatch(r"(\d+) of (\d+) questions unknown", one) for one in told]
    open_ = sum(int(one.group(1)) for one in unknown if one is not None)
    others = [one for one, match in zip(told, unknown, strict=True) if match is None and one not in ("agreed", "")]
    words = [f"all but {open_}"] if open_ else ["agreed"] if "agreed" in told else []
    return ", ".join([*words, *dict.fromkeys(others)])
