"""The layout: imports point one way, names are ours alone, engines know no game, and the pages match the tree."""

from __future__ import annotations

import ast
import re
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from fogg.setup import find_game

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


def games() -> list[str]:
    """The ids of the games."""
    found = [path.name for path in (ROOT / "spec" / "games").iterdir() if (path / "game.py").is_file()]
    assert found, "there is no game"
    return found


def titles() -> list[str]:
    """What the games are called."""
    return [find_game(game).title for game in games()]


def naming(text: str) -> list[str]:
    """The lines of a source text that name a game, but for examples: doctests, and `fogg COMMAND GAME ...`."""
    names = "|".join(map(re.escape, (*games(), *titles())))
    example = re.compile(rf">>> .*|fogg (?:[a-z]+ )+(?:{names})\b")
    return [line.strip() for line in text.splitlines() if re.search(names, example.sub("", line))]


def test_engines_know_no_game() -> None:
    """Games are named only in their specs, their boards, their own solvers, the examples of commands, and tests."""
    examples = {("fogg", "demo.py")}
    wrong: dict[str, list[str]] = {}
    for path in (path for package in ORDER for path in sources(package)):
        parts = path.relative_to(ROOT).parts
        its_own = parts[:2] == ("spec", "games") or (parts[0] == "solvers" and parts[1] in games())
        if not its_own and parts not in examples and (lines := naming(path.read_text(encoding="utf-8"))):
            wrong["/".join(parts)] = lines
    assert wrong == {}


def test_a_name_in_code_is_seen() -> None:
    """A game in a condition or an import is told, and an example on the same page is not."""
    game = games()[0]
    code = f'>>> table("{game}")\nfogg board new {game} -o mine.toml\nif game.id == "{game}":\nimport solvers.{game}\n'
    assert naming(code) == [f'if game.id == "{game}":', f"import solvers.{game}"]


def test_no_folder_is_named_for_a_game_but_its_own() -> None:
    """Only specs, boards and solvers have a folder for each game, and no file elsewhere bears its name."""
    wrong = [
        "/".join(parts) for package in ORDER for path in (ROOT / package).rglob("*")
        if any(game in path.name for game in games()) and "__pycache__" not in path.parts
        and (parts := path.relative_to(ROOT).parts)[:2] not in (("spec", "games"), ("graphs", "boards"))
        and not (parts[0] == "solvers" and parts[1] in games())
    ]
    assert wrong == []


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
