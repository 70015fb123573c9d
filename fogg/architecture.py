"""Write the list of files in docs/architecture.md from the files' own docstrings: `python -m fogg.architecture`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("spec", "graphs", "solvers", "verification", "fogg")
BEGIN, END = "<!-- files: begin -->", "<!-- files: end -->"


def phrase(path: Path) -> str:
    """The first line of a file's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def listing() -> str:
    """Every folder and file with its phrase, folders in the order that imports point."""
    return "\n".join(line for package in PACKAGES for line in _folder(ROOT / package))


def _folder(folder: Path) -> Iterator[str]:
    name = folder.relative_to(ROOT)
    yield f"\n### `{name}/`: {phrase(folder / '__init__.py')}\n"
    if folder.parent == ROOT:
        yield f"- `{name}/__init__.py`: {phrase(folder / '__init__.py')}"
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield f"- `{path.relative_to(ROOT)}`: {phrase(path)}"
    for inner in sorted(path for path in folder.iterdir() if (path / "__init__.py").is_file()):
        yield from _folder(inner)


def main() -> None:
    """Write the list between its two marks."""
    page = ROOT / "docs" / "architecture.md"
    text = page.read_text(encoding="utf-8")
    pattern = re.compile(re.escape(BEGIN) + ".*" + re.escape(END), re.DOTALL)
    page.write_text(pattern.sub(lambda _: f"{BEGIN}\n{listing()}\n\n{END}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
