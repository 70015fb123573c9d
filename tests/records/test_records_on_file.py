"""Records that are kept: each is canonical, and the dispute in the manual is judged as the manual says."""

import re
from pathlib import Path

import pytest

from fogg.setup import table
from spec.execution.cases import read_suite, run_case
from spec.execution.header import Header
from spec.execution.judging import judge
from spec.execution.records import Record, read_record, write_record
from spec.execution.table import Table

FOLDER = Path(__file__).parents[2] / "fogg" / "examples"
FILES = sorted(FOLDER.glob("*.fogg"))
DOCS = Path(__file__).parents[2] / "docs"


def seat(header: Header) -> Table:
    return table(header.game, header.board or None, header.seated, header.settings)


def read(text: str) -> Record:
    return read_record(text, "dispute.fogg", seat)


def block(page: str, language: str) -> str:
    """The one code block of a page in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert isinstance(found, str)
    return found


def test_there_are_records() -> None:
    """An empty folder is no success."""
    assert FILES != []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_canonical(path: Path) -> None:
    """A record that is kept is written as the writer writes it."""
    text = path.read_text(encoding="utf-8")
    assert write_record(read(text)) == text


def test_the_dispute() -> None:
    """Antonia's ride breaks two rules, and Clara's way home depends on a ruling; everything else is legal."""
    judgement = judge(read((FOLDER / "dispute.fogg").read_text(encoding="utf-8")))
    assert judgement.impossible == ()
    told = {move.move: move for move in judgement.moves if move.verdict.value != "legal"}
    assert [(move.verdict.value, [one.rule.id for one in move.broken]) for move in told.values()] == [
        ("depends", ["arrival.four-adventures"]), ("illegal", ["travel.price", "travel.line-costs"]),
    ]
    (depends,) = told["Clara free_trip new_york_london_ship"].depends
    assert (depends.ruling.id, depends.readings) == ("fourth-adventure", {"a": "illegal", "b": "legal"})


def test_the_manual() -> None:
    """The manual shows the dispute as it is kept, and the judge's answer word by word."""
    record = block("records.md", "fogg")
    assert record == (FOLDER / "dispute.fogg").read_text(encoding="utf-8")
    assert "\n".join(judge(read(record)).lines()) + "\n" == block("records.md", "text")


def test_the_other_dispute() -> None:
    """Antonia's two balloons depend on a ruling, Ben's third roll is illegal; the manual shows the judge's answer."""
    judgement = judge(read((FOLDER / "tour.fogg").read_text(encoding="utf-8")))
    assert judgement.impossible == ()
    told = [move for move in judgement.moves if move.verdict.value != "legal"]
    assert [(move.verdict.value, [one.rule.id for one in move.broken]) for move in told] == [
        ("depends", ["travel.balloon"]), ("illegal", ["die.reroll"]),
    ]
    assert [(one.ruling.id, one.readings) for one in told[0].depends] == [("stand-ins", {"a": "illegal", "b": "legal"})]
    answer = "".join(f"    {line}\n" for line in judgement.lines())
    assert answer in (DOCS / "records.md").read_text(encoding="utf-8")


def test_the_case_in_the_manual() -> None:
    """The case that the manual shows can be read and holds."""
    (case,) = read_suite(block("cases.md", "toml"), "cases.md").cases
    assert run_case(case, seat) == ()
