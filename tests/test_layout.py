"""The layout: imports point one way, names are ours alone, engines know no game, and the pages match the tree."""

from __future__ import annotations

import ast
import re
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ORDER = ("spec", "graphs", "solvers", "verification", "fogg")
HEAVY = {"z3", "ortools", "llvmlite", "networkx", "drawsvg", "rich"}


def sources(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found, f"no Python files under {package}"
    return found


def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("package", ORDER)
def test_imports_point_one_way(package: str) -> None:
    """A package imports only itself and those before it: spec, graphs, solvers, verification, fogg."""
    later = set(ORDER[ORDER.index(package) + 1:])
    wrong = {str(path.relative_to(ROOT)): imported(path) & later for path in sources(package)}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_the_spec_needs_no_solver() -> None:
    """`spec` imports neither z3 nor ortools, so that rules can be read and played without them."""
    wrong = {str(path): imported(path) & {"z3", "ortools"} for path in sources("spec")}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_no_other_distribution_owns_our_names() -> None:
    """Our top-level packages belong to this distribution alone."""
    owners = packages_distributions()
    assert {name: sorted(set(owners.get(name, ["fogg"]))) for name in ORDER} == {name: ["fogg"] for name in ORDER}


def test_engines_know_no_game() -> None:
    """Games are named only in their specs, their boards, their own solvers, the examples of commands, and tests."""
    games = [path.name for path in (ROOT / "spec" / "games").iterdir() if (path / "game.py").is_file()]
    assert games, "there is no game"
    pattern = re.compile("|".join(games))
    wrong = []
    for package in ORDER:
        for path in sources(package):
            parts = path.relative_to(ROOT).parts
            if parts[:2] == ("spec", "games") or package == "fogg" or path.stem in games or set(parts) & set(games):
                continue
            wrong += [str(path.relative_to(ROOT)) for line in _code_lines(path) if pattern.search(line)]
    assert wrong == []


def _code_lines(path: Path) -> list[str]:
    """A file's lines without docstrings' examples: those that begin with the doctest prompt or stand in its output."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.strip().startswith((">>>", "#"))]


def test_files_are_short() -> None:
    """One idea a file: none is longer than 450 lines."""
    longest = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
               for package in ORDER for path in sources(package)}
    assert {path: length for path, length in longest.items() if length > 450} == {}


def test_the_front_door_is_quick_to_open() -> None:
    """`import fogg` and `fogg --help` load nothing heavy."""
    import subprocess
    import sys

    code = (
        "import sys\nfrom fogg.command import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print(sorted(set(sys.modules) & {HEAVY!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
