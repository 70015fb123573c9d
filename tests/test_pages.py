"""Pages that the code could contradict are what the code writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogg.command import main
from fogg.demo import steps
from fogg.pages import PACKAGES, ROOT, pages


@pytest.mark.parametrize("path", sorted(pages()), ids=lambda path: path.name)
def test_generated_pages_are_current(path: Path) -> None:
    """Each generated page equals what `python -m fogg.pages` writes now."""
    assert path.read_text(encoding="utf-8") == pages()[path]


def test_every_file_has_a_phrase() -> None:
    """Each Python file of the packages stands in the page of architecture, with a phrase of three words at least."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^- `([\w/]+\.py)`: (.+)$", text, re.MULTILINE))
    present = {
        str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py"
    }
    assert len(present) > 40
    assert listed.keys() == present
    assert {path for path, phrase in listed.items() if len(phrase.split()) < 3} == set()


def test_links_lead_somewhere() -> None:
    """Every relative link in README and docs leads to a file that is there."""
    files = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    pattern = re.compile(r"\]\(([^)#:]+?)(?:#[^)]*)?\)")
    links = [(page, link) for page in files for link in pattern.findall(page.read_text(encoding="utf-8"))]
    assert len(links) > 5
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_the_dispute_of_the_readme_is_judged_so() -> None:
    """The worked dispute in README.md is, word for word, what `fogg judge` prints."""
    import subprocess
    import sys

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n\$ fogg judge (\S+)\n(.*?)```", text, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-m", "fogg", "judge", shown[0]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == shown[1]


def test_the_python_of_the_readme_runs() -> None:
    """The Python in README.md runs, and its last line finds broken rules."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    *lines, last = code.strip().splitlines()
    scope: dict[str, object] = {}
    exec("\n".join(lines), scope)
    assert eval(last.partition("#")[0], scope)


@pytest.mark.slow
@pytest.mark.parametrize("picture", sorted((ROOT / "docs" / "pictures").glob("*.svg")), ids=lambda path: path.name)
def test_pictures_are_current(tmp_path: Path, picture: Path) -> None:
    """Each picture of the pages is what the demonstration draws now."""
    [words] = [words for _, words, _ in steps(tmp_path) if picture.name in words]
    main(words.split())
    assert picture.read_text(encoding="utf-8") == (tmp_path / picture.name).read_text(encoding="utf-8")
