"""Put a game's boards, cases and records together for mutation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fogg.records import Tables, load_record
from spec.execution.cases import read_suite
from spec.language.errors import Malformed, Problem
from spec.language.files import read_text

if TYPE_CHECKING:
    from spec.execution.header import Header
    from spec.execution.table import Table
    from spec.language.data import BoardData
    from spec.language.game import Game
    from verification.mutation.bench import Workshops
    from verification.mutation.exhibits import Trial
    from verification.mutation.run import Labour, Mutation, Progress


def case_files(game: Game, folder: str | None) -> list[Path]:
    """The suites of a game: those of a folder, or of tests/cases here; `Malformed` if there are none."""
    where = Path(folder) if folder is not None else Path("tests") / "cases" / game.id
    files = sorted(where.glob("*.toml"))
    if not files:
        remedy = "give the folder of the cases with --cases FOLDER"
        come = "" if folder is not None else "cases come with a checkout of Fogg and not with the package: "
        raise Malformed.one(f"{where} holds no cases", come + remedy)
    return files


def record_files(game: Game, folders: Sequence[str]) -> list[Path]:
    """The records of a game: those of folders, or the ones that come with a checkout; `Malformed` for no folder."""
    for folder in folders:
        if not Path(folder).is_dir():
            raise Malformed.one(f"there is no folder {folder}", "give the folder of the records")
    usual = (Path("tests") / "records" / game.id, Path("docs") / "games" / game.id, Path("fogg") / "examples")
    found = [file for folder in (map(Path, folders) if folders else usual) for file in sorted(folder.glob("*.fogg"))]
    return [file for file in found if load_record(str(file)).table.game.id == game.id]


def mutation(
    game: Game, boards: Sequence[BoardData], counts: Sequence[int], cases: Sequence[Path], records: Sequence[Path],
    labour: Labour | None = None, progress: Progress | None = None, ids: Sequence[str] = (),
) -> Mutation:
    """A game ready to be mutated on boards at hand and for numbers of players, with its cases and records.

    `Malformed`, before the cases are read, if no mutant can have one of the numbers `ids`.
    """
    from verification.mutation.bench import Workshops
    from verification.mutation.exhibits import Grounds, trial_of_case, trial_of_record
    from verification.mutation.run import Labour, Mutation
    from verification.mutation.trying import Trials

    workshops, grounds, seats = Workshops(game), Grounds(), Tables()
    if ids:
        _check_ids(ids, workshops, boards, counts)

    def seat(header: Header) -> Table:
        table = seats(header, header.board or None)
        if table.game.id != game.id:
            raise Malformed.one(f"there are cases of {table.game.title} among those of {game.title}",
                                "give the folder of the cases with --cases FOLDER")
        return table

    suites = [read_suite(read_text(path, "give the folder of the cases with --cases FOLDER"), path.name)
              for path in cases]
    tried = [trial_of_case(case, seat, grounds, workshops.mentioned) for suite in suites for case in suite.cases]
    kept: list[Trial] = []
    for path in records:
        record = load_record(str(path), tables=seats)
        claim = game.properties.get(path.stem.rpartition("_")[0])
        kept.append(trial_of_record(record, path.name, grounds, claim))
    found = Mutation(
        game, boards, counts, workshops, Trials(workshops, tried), Trials(workshops, kept), labour or Labour(), progress
    )
    wrong = [trial.name for trial in (*found.cases.wrong, *found.records.wrong)]
    if wrong:
        raise Malformed.one(f"the rules as they are do not answer {', '.join(wrong)}", "put the rules or cases right")
    return found


def _check_ids(ids: Sequence[str], workshops: Workshops, boards: Sequence[BoardData], counts: Sequence[int]) -> None:
    from graphs.cells import suggestion
    from spec.lowering.instance import Instance
    from verification.mutation.columns import Ground

    known: set[str] = set()
    for count in dict.fromkeys((min(counts), max(counts))):
        for board in boards:
            ground = Ground(Instance(workshops.game, count, board))
            known.update(*(workshops(ground, number).offered_ids for number in range(len(workshops.actions))))
            if known.issuperset(ids):
                return
    tells = "findings tell the numbers of all"
    raise Malformed([
        Problem(None, f"there is no mutant {one!r}", suggestion(one, sorted(known)) + tells)
        for one in dict.fromkeys(ids) if one not in known
    ])
