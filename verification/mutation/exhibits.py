"""What is known of a game from outside its rules: cases and records, each as moves from a position and what they show.

A case also shows what follows under the other readings of every ruling that it leaves open, as a judge's answer does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spec.execution.cases import Case
from spec.execution.cells import read_assignment
from spec.execution.entries import Step, TableRuling
from spec.execution.header import Header
from spec.execution.moves import read_move
from spec.execution.records import Record
from spec.execution.table import Table
from spec.execution.verdicts import Verdict
from spec.language.actions import Property
from spec.language.settings import Ruling, Setting
from spec.lowering.executor import Move
from verification.mutation.columns import Ground

SetUp = Callable[[Header], Table]


@dataclass(eq=False)
class Exhibit:
    """Moves from a position under one choice for every setting.

    `course` holds the state before each move by the rules as they are, and `broken` the rules that each breaks; they
    are filled in once. `ruling` is the open ruling of which this is another reading than the one that is followed.
    """

    ground: Ground
    choices: tuple[int, ...]
    start: tuple[int, ...]
    moves: tuple[Move, ...]
    ruling: Ruling | None = None
    course: list[Sequence[int]] = field(default_factory=list)
    broken: list[frozenset[str]] = field(default_factory=list)


@dataclass(eq=False)
class Trial:
    """A case or record: its moves as they are followed, and under the other readings of rulings that are open.

    `verdict` is what is expected of the last move (UNJUDGED for a record, of which every move shall break what it
    breaks by the rules as they are); `rules` those that an illegal one breaks, `readings` the choices of `ruling` that
    make it legal or illegal, `after` slots with their values behind a legal one, `weight` how often chance makes it,
    and `reads` readings, members and results. `claim` is what the end of a record shows.
    """

    name: str
    exhibit: Exhibit
    verdict: Verdict
    others: tuple[Exhibit, ...] = ()
    ruling: str = ""
    rules: frozenset[str] = frozenset()
    after: tuple[tuple[int, int], ...] = ()
    reads: tuple[tuple[str, tuple[int, ...], int], ...] = ()
    weight: int | None = None
    readings: Mapping[int, bool] = field(default_factory=dict)
    claim: Property | None = None

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        """All courses, the one that is followed first."""
        return (self.exhibit, *self.others)


class Grounds:
    """One ground for each number of players and board."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Ground] = {}

    def __call__(self, table: Table) -> Ground:
        key = (len(table.players), id(table.board))
        if key not in self._known:
            self._known[key] = Ground(table.instance)
        return self._known[key]


def trial_of_case(
    case: Case, set_up: SetUp, grounds: Grounds, mentioned: Callable[[Ground, int], Iterable[Setting]]
) -> Trial:
    """A case as a trial; `mentioned` gives the settings that an action, by its number, has to do with."""
    table = set_up(case.header)
    ground = grounds(table)
    row = list(table.instance.start)
    for name, value in case.position.items():
        cell, number = read_assignment(table, f"{name} = {value}")
        row[cell.slot] = number
    written = [*case.moves, case.move] if case.move else list(case.moves)
    moves = tuple(read_move(table, move) for move in written)
    made = dict(table.instance.all_choices)
    base = Exhibit(ground, ground.choices(made), tuple(row), moves)
    concerned = {setting for move in moves for setting in mentioned(ground, move[0])}
    others = [
        Exhibit(ground, ground.choices({**made, ruling: number}), tuple(row), moves, ruling)
        for ruling in table.game.rulings if ruling.id not in case.header.settings and ruling in concerned
        for number in range(len(ruling.choices)) if number != made[ruling]
    ]
    cells = [read_assignment(table, f"{name} = {value}") for name, value in case.after.items()]
    return Trial(
        case.id, base, case.verdict, tuple(others), case.ruling, frozenset(case.rules),
        tuple((cell.slot, value) for cell, value in cells),
        tuple(_read(table, name, members, said) for (name, *members), said in case.reads.items()), case.weight,
        _readings(case, table),
    )


def _readings(case: Case, table: Table) -> dict[int, bool]:
    """Whether the move is legal, by the number of the choice."""
    if not case.readings:
        return {}
    ruling = table.game.settings[case.ruling]
    return {ruling.number_of(choice): said == "legal" for choice, said in case.readings.items()}


def _read(table: Table, name: str, members: list[str], said: str) -> tuple[str, tuple[int, ...], int]:
    reading = table.game.readings[name]
    sorts = reading.params.values()
    args = tuple(table.names.read_within(sort, word) for sort, word in zip(sorts, members, strict=True))
    result = table.instance.tape(reading).result
    assert result is not None
    return name, args, table.names.read(result.sort, said)


def trial_of_record(record: Record, name: str, grounds: Grounds, claim: Property | None = None) -> Trial:
    """A record as a trial, up to what a table ruled; `claim` is what its end shows."""
    table = record.table
    moves: list[Move] = []
    for entry in record.entries:
        if isinstance(entry, TableRuling):
            claim = None
            break
        if isinstance(entry, Step):
            moves.append(entry.move)
    ground = grounds(table)
    exhibit = Exhibit(ground, ground.choices(table.instance.all_choices), record.start, tuple(moves))
    return Trial(name, exhibit, Verdict.UNJUDGED, claim=claim)
