"""Records: a game as a text file that a person can type at the table. `docs/records.md` shows the notation.

The writer is canonical and the reader forgiving; what could mean two things is refused, and everything that is
wrong with a file is told at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from spec.execution.cells import assignment_text, changed_cells, read_assignment
from spec.execution.entries import Comment, Entry, Step, entry_lines, read_ruling, read_step
from spec.execution.header import Header, HeaderReader, header_lines
from spec.execution.moves import CHANCE
from spec.execution.naming import plain
from spec.execution.position import Position
from spec.execution.stepping import Replay
from spec.execution.table import Table
from spec.language.data import EMPTY
from spec.language.errors import Malformed, Place, Problem
from spec.lowering.executor import Move

SetUp = Callable[[Header], Table]
"""Makes the table that a heading describes; raises `Malformed` if it cannot."""

_BLOCK = re.compile(r"(position|moves)\s*:", re.IGNORECASE)
_RULING = re.compile(r"ruling\s*:\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Record:
    """A game as it was written down. `start` is the state before the first move; comments above it are kept.

    `lines` maps the slots of the start that are given to their lines.
    """

    file: str
    header: Header
    table: Table
    start: tuple[int, ...]
    entries: tuple[Entry, ...]
    comments: tuple[str, ...] = ()
    lines: Mapping[int, int] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves with their lines."""
        return tuple(entry for entry in self.entries if isinstance(entry, Step))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(step.move for step in self.steps)

    @property
    def is_mid_game(self) -> bool:
        """Whether it starts from another position than a game does."""
        return self.start != self.table.instance.start

    def up_to(self, number: int) -> Record:
        """The record as it stood before move `number + 1` was written: so many moves and what was ruled of them.

        `Malformed` if it has fewer moves.
        """
        steps = [at for at, entry in enumerate(self.entries) if isinstance(entry, Step)]
        if not 0 <= number <= len(steps):
            raise Malformed.one(f"{number} is out of range", f"write how many moves: 0 to {len(steps)}")
        return replace(self, entries=self.entries[:steps[number]] if number < len(steps) else self.entries)

    def position_at(self, number: int) -> Position:
        """The position after so many moves and what was ruled of them; 0 is the position the record starts from.

        It is replayed as the judge replays it: refused moves change nothing. `Malformed` if it has fewer moves.
        """
        replay = Replay(self.table, self.start)
        for entry in self.up_to(number).entries:
            replay.follow(entry)
        return Position(replay.table, tuple(replay.row))


def record_of(
    table: Table, moves: Sequence[Move], start: Position | None = None, *, board: str = "", title: str = "",
) -> Record:
    """The record of a game played; every setting is written down. `board` is what the heading calls the board."""
    name = board or ("" if table.board is EMPTY else table.board.name)
    header = Header(table.game.id, name, table.players, 0, dict(table.agreed), title)
    entries = tuple(Step(0, move) for move in moves)
    return Record("", header, table, start.row if start else table.instance.start, entries)


def write_record(record: Record) -> str:
    """A record in its canonical form; reading it and writing it again gives the same text."""
    parts = [[f"# {comment}".rstrip() for comment in record.comments], header_lines(record.header)]
    cells = changed_cells(record.table, record.table.instance.start, record.start)
    if cells:
        parts.append(["position:", *(f"  {assignment_text(record.table, cell, value)}" for cell, value in cells)])
    parts.append(entry_lines(record.table, record.entries))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def read_record(text: str, file: str, set_up: SetUp) -> Record:
    """The record in a text; `file` is what messages call it. `Malformed` with every problem found."""
    problems: list[Problem] = []
    lines = _sorted_lines(text, file, problems)
    header = lines.heading.header()
    table = _table(lines.heading, header, set_up, problems) if header.game else None
    if table is None:
        raise Malformed(_in_order(problems))
    start, given = _start(table, lines, file, problems)
    entries: list[Entry] = []
    for line, body, comment in lines.body:
        ruling = _RULING.fullmatch(body)
        try:
            if not body:
                entries.append(Comment(line, comment))
            elif ruling:
                entries.append(read_ruling(table, line, ruling[1], comment))
            else:
                entries.append(read_step(table, line, body, comment))
        except Malformed as error:
            problems.extend(_placed(error.problems, Place(file, line)))
    if problems:
        raise Malformed(_in_order(problems))
    settings = {id_: choice for id_, choice in table.agreed.items() if id_ in _agreed_ids(header, table)}
    kept = Header(
        table.game.id, header.board, table.players, 0, settings, header.title, header.date, header.lines
    )
    return Record(file, kept, table, start, tuple(entries), tuple(lines.comments), given)


def game_of(text: str, file: str = "") -> str:
    """The game that a record's heading names, as it is written there; "" if it names none."""
    return _sorted_lines(text, file, []).heading.values.get("game", "")


@dataclass(frozen=True)
class _Lines:
    """The lines of a file by what they are: number, text without comment, comment."""

    heading: HeaderReader
    comments: list[str]
    cells: list[tuple[int, str]]
    body: list[tuple[int, str, str]]


def _sorted_lines(text: str, file: str, problems: list[Problem]) -> _Lines:
    found = _Lines(HeaderReader(file, problems), [], [], [])
    in_heading, in_position, margin = True, False, 0
    for number, whole in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line, comment = _without_comment(whole)
        block = _BLOCK.fullmatch(line)
        if not line and not comment:
            continue
        moves_began = any(body for _, body, _ in found.body)
        if moves_began and (block or found.heading.owns(line)):
            remedy = "move it above the first, or write 'ruling: ...' for what was settled at the table"
            problems.append(Problem(Place(file, number), f"{line!r} stands below moves", remedy))
        elif block:
            in_heading, in_position, margin = False, block[1].casefold() == "position", _indent(whole)
        elif in_position and _is_cell(line, _indent(whole) > margin, found.heading):
            found.cells.append((number, line))
        elif in_heading and line and not _RULING.fullmatch(line) and found.heading.takes(number, line):
            pass
        elif line:
            in_heading = in_position = False
            found.body.append((number, line, comment))
            continue
        elif not in_heading and not in_position:
            found.body.append((number, "", comment))
            continue
        if comment:
            found.comments.append(comment)
    return found


def _is_cell(line: str, is_indented: bool, heading: HeaderReader) -> bool:
    """Whether a line of a position is meant as a cell, with or without slips in it, and not as a move or ruling."""
    if not line or _RULING.fullmatch(line):
        return False
    return "=" in line or "[" in line or (is_indented and not (line.startswith(CHANCE) or heading.is_player(line)))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _without_comment(line: str) -> tuple[str, str]:
    """A line's text and its comment, which begins at a `#` at the start or after a space, outside quotation marks."""
    quoted = False
    for at, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        if char == "#" and not quoted and (at == 0 or line[at - 1].isspace()):
            return line[:at].strip(), line[at + 1:].strip()
    return line.strip(), ""


def _table(heading: HeaderReader, header: Header, set_up: SetUp, problems: list[Problem]) -> Table | None:
    try:
        return set_up(header)
    except Malformed as error:
        problems.extend(
            Problem(one.place or heading.place_of(one), one.what, one.remedy, one.field) for one in error.problems
        )
        return None


def _start(
    table: Table, lines: _Lines, file: str, problems: list[Problem]
) -> tuple[tuple[int, ...], dict[int, int]]:
    """The state before the first move, and the line on which each slot of it is given."""
    row = list(table.instance.start)
    given: dict[int, int] = {}
    for line, text in lines.cells:
        try:
            cell, value = read_assignment(table, text)
        except Malformed as error:
            problems.extend(_placed(error.problems, Place(file, line)))
            continue
        if cell.slot in given:
            where = f"{text.partition('=')[0].strip()} was given on line {given[cell.slot]}"
            problems.append(Problem(Place(file, line), where, "keep one of the two lines"))
        given[cell.slot] = line
        row[cell.slot] = value
    return tuple(row), given


def _agreed_ids(header: Header, table: Table) -> set[str]:
    wanted = {plain(id_) for id_ in header.settings}
    return {id_ for id_ in table.game.settings if plain(id_) in wanted}


def _placed(problems: Sequence[Problem], place: Place) -> list[Problem]:
    return [Problem(one.place or place, one.what, one.remedy, one.field) for one in problems]


def _in_order(problems: Sequence[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda one: one.place.line if one.place else 0)
