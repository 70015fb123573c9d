"""The examples of the page about solvers run, and print what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "solvers.md"


def test_examples_of_the_page() -> None:
    """All of them, and there are several."""
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted >= 20
    assert found.failed == 0
