"""Questions about suitcases as people put them: words read, everything that is wrong told at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from fogg import options
from fogg.items import one_of, read_counts
from spec.language.errors import Malformed, Problem
from spec.language.files import read_text

if TYPE_CHECKING:
    from solvers.packing import Arrangement
    from solvers.packing.vectors import Counts
    from solvers.suitcase import Suitcase

MOST_TOLD = 20
"""So many problems of a packing are told: a file that draws something else has one in each letter."""

V = TypeVar("V")


@dataclass(frozen=True)
class Wanted:
    """The words of a question, as the options of the command hold them."""

    words: Sequence[str]
    board: str | None
    case_file: str | None
    cases: int
    no_flip: Sequence[str]
    show_all: bool
    best: bool
    values: Sequence[str]
    now: str | None


@dataclass(frozen=True)
class Question:
    """A question that can be asked; `values` are those for `best`, `now` what lies in the case."""

    suitcase: Suitcase
    counts: Counts
    show_all: bool
    best: bool
    values: Counts
    now: Arrangement | None


def read_wanted(wanted: Wanted) -> Question:
    """The question that the words put; `Malformed` with everything that is wrong with them."""
    problems = _contradictions(wanted)
    found = _collected(problems, lambda: _suitcase(wanted))
    if found is None:
        raise Malformed(problems)
    suitcase, names = found
    number_of = one_of(suitcase.items)
    counts = _collected(problems, lambda: read_counts(names, len(suitcase.items), number_of))
    if counts is not None and suitcase.caps is not None:
        problems += [
            Problem(None, f"the box has {cap} x {item.name}, not {count}", "ask about fewer")
            for item, count, cap in zip(suitcase.items, counts, suitcase.caps, strict=True) if count > cap
        ]
    stiff = [_collected(problems, lambda word=word: number_of(word)) for word in wanted.no_flip]  # type: ignore[misc]
    values = _collected(problems, lambda: _values(suitcase, wanted.values, number_of))
    now = None
    if wanted.now is not None:
        file = wanted.now
        now = _collected(problems, lambda: _lying(suitcase, file))
    if problems or counts is None or values is None:
        raise Malformed(problems)
    ready = suitcase.without_flips([item for item in stiff if item is not None])
    return Question(ready, counts, wanted.show_all, wanted.best, values, now)


def _contradictions(wanted: Wanted) -> list[Problem]:
    """Options that do not go together."""
    asked = [name for name, on in (("--all", wanted.show_all), ("--best", wanted.best), ("--now", wanted.now)) if on]
    problems: list[Problem] = []
    if len(asked) > 1:
        problems.append(Problem(None, f"{' and '.join(asked)} are different questions", "leave out all but one"))
    if wanted.values and not wanted.best:
        problems.append(Problem(None, "--value only matters for --best", "add --best, or leave it out"))
    if wanted.now is not None and wanted.cases > 1:
        problems.append(Problem(None, "--now is of one case", "leave out --cases"))
    if wanted.case_file is not None and wanted.board is not None:
        problems.append(Problem(None, "--board and --case are two different suitcases", "leave out one of them"))
    return problems


def _collected(problems: list[Problem], read: Callable[[], V]) -> V | None:
    """What is read, or None with its problems among the others."""
    from solvers.packing import PackingError

    try:
        return read()
    except Malformed as error:
        problems.extend(error.problems)
    except PackingError as error:
        problems.extend(Problem(None, f"{error.about}: {one}") for one in error.problems)
    return None


def _suitcase(wanted: Wanted) -> tuple[Suitcase, Sequence[str]]:
    """What is packed, and the words that name the items."""
    from solvers.suitcase import Suitcase, several, suitcase_of

    if wanted.case_file is not None:
        from solvers.packing.files import read_case

        file = read_case(wanted.case_file)
        return Suitcase(several(file.case, wanted.cases), file.items, values=file.values), wanted.words
    if not wanted.words:
        raise Malformed.one("no game is named", "write fogg pack GAME ITEM..., or fogg pack --case FILE.toml ITEM...")
    from fogg.setup import find_game, ready_board

    game = find_game(wanted.words[0])
    if not game.board.tables:
        raise Malformed.one(f"{game.title} has no suitcase to pack", "give any other case with --case FILE.toml")
    return suitcase_of(game, ready_board(wanted.board, game), wanted.cases), wanted.words[1:]


def _values(suitcase: Suitcase, texts: Sequence[str], number_of: Callable[[str], int]) -> Counts:
    values = list(suitcase.values or (1,) * len(suitcase.items))
    problems: list[Problem] = []
    for name, amount in options.read_choices(tuple(texts)).items():
        try:
            item = number_of(name)
        except Malformed as error:
            problems += error.problems
            continue
        if not (amount.isascii() and amount.isdecimal()):
            problems.append(Problem(None, f"{name}={amount} is no value", "write ITEM=N with a whole number from 0"))
        else:
            values[item] = int(amount)
    if problems:
        raise Malformed(problems)
    return tuple(values)


def _lying(suitcase: Suitcase, file: str) -> Arrangement:
    """What lies in the case: the answer of `fogg pack --json`, or rows of letters."""
    from solvers.packing import BrokenArrangement, MalformedRequest, check_arrangement, drawn_arrangement

    text = read_text(file, "give a file that says how the case is packed")
    try:
        if text.lstrip().startswith("{"):
            found = _answered(suitcase, text)
        else:
            rows = [row.rstrip("\r\n") for row in text.splitlines() if row.strip()]
            found = drawn_arrangement(suitcase.case, suitcase.items, rows)
        check_arrangement(found, found.counts)
    except (BrokenArrangement, MalformedRequest) as error:
        problems = [Problem(None, f"{file}: {one}") for one in error.problems[:MOST_TOLD]]
        if len(error.problems) > MOST_TOLD:
            rest = len(error.problems) - MOST_TOLD
            problems.append(Problem(None, f"{file}: and {rest} more", "give a file that says how the case is packed"))
        raise Malformed(problems) from error
    return found


def _answered(suitcase: Suitcase, text: str) -> Arrangement:
    from solvers.packing import Arrangement, MalformedRequest, Placed

    number_of = one_of(suitcase.items)
    try:
        answer: dict[str, Any] = json.loads(text)
        placed = []
        for piece in answer["placed"]:
            cells = sorted((index(row), index(column)) for row, column in piece["cells"])
            placed.append(Placed(number_of(str(piece["item"])), tuple(cells)))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise MalformedRequest("what lies in the case", [f"it is no answer of fogg pack --json that fits: {error}"]) \
            from error
    return Arrangement(suitcase.case, suitcase.items, tuple(placed))
