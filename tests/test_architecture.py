"""The page of architecture names every folder and file, and nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = ("spec", "graphs", "solvers", "verification", "fogg")


def test_every_file_has_its_phrase() -> None:
    """Every Python file of the packages stands in docs/architecture.md with a phrase, and every file named exists."""
    listed = dict(re.findall(r"^- `([\w/]+\.py)`: (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    present = {
        str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py" or path.parent.parent == ROOT
    }
    assert len(present) > 40
    assert present - listed.keys() == set()
    assert listed.keys() - present == set()
    assert {path for path, phrase in listed.items() if len(phrase.split()) < 3} == set()


def test_the_phrases_are_the_files_own() -> None:
    """The phrase of a file is the first sentence of its docstring, so that the page cannot drift from the code."""
    from fogg.architecture import phrase

    listed = dict(re.findall(r"^- `([\w/]+\.py)`: (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == {path: phrase(ROOT / path) for path in listed}
