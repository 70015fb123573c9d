"""Write the pages that the code knows better: `python -m fogg.pages` (a test holds them to what it writes).

The list of files in docs/architecture.md, the command line in docs/cli.md, the table in docs/verification.md, and each
game's rules and rulings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

    from spec.language.game import Game

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PACKAGES = ("spec", "graphs", "solvers", "verification", "fogg")
BEGIN, END = "<!-- files: begin -->", "<!-- files: end -->"
VERDICTS_BEGIN, VERDICTS_END = "<!-- verdicts: begin -->", "<!-- verdicts: end -->"


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    from fogg.setup import find_game, game_ids

    found = {
        DOCS / "architecture.md": architecture_page(), DOCS / "cli.md": command_line_page(),
        DOCS / "verification.md": verification_page(),
    }
    for id_ in game_ids():
        found[DOCS / "games" / f"{id_}.md"] = game_page(find_game(id_))
    return found


def phrase(path: Path) -> str:
    """The first line of a file's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def architecture_page() -> str:
    """The page of architecture as it stands, with the list of files written anew."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    listing = "\n".join(line for package in PACKAGES for line in _folder(ROOT / package))
    pattern = re.compile(re.escape(BEGIN) + ".*" + re.escape(END), re.DOTALL)
    return pattern.sub(lambda _: f"{BEGIN}\n{listing}\n\n{END}", text)


def _folder(folder: Path) -> Iterator[str]:
    name = folder.relative_to(ROOT)
    yield f"\n### `{name}/`: {phrase(folder / '__init__.py')}\n"
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield f"- `{path.relative_to(ROOT)}`: {phrase(path)}"
    for inner in sorted(path for path in folder.iterdir() if (path / "__init__.py").is_file()):
        yield from _folder(inner)


def verification_page() -> str:
    """The page of verification as it stands, with the table of verdicts written anew."""
    from fogg.verdict_table import verdict_table

    text = (DOCS / "verification.md").read_text(encoding="utf-8")
    table = "\n".join(verdict_table(DOCS / "verdicts.json"))
    pattern = re.compile(re.escape(VERDICTS_BEGIN) + ".*" + re.escape(VERDICTS_END), re.DOTALL)
    return pattern.sub(lambda _: f"{VERDICTS_BEGIN}\n\n{table}\n\n{VERDICTS_END}", text)


def command_line_page() -> str:
    """Every command's help."""
    from fogg.command import COMMANDS, group

    lines = [
        "# The command line", "",
        "Exit status: 0 all is well, 1 something is illegal, refuted or does not fit, 2 the input cannot be read;",
        "130 Ctrl-C ended it, 141 nobody read its output any more.",
        "Every answer can be had as JSON with `--json`; `fogg board new` writes TOML.", "",
    ]
    import click

    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None, f"{name} is listed and does not exist"
        lines += [f"## fogg {name}", "", *_help(command, f"fogg {name}")]
        for inner in sorted(getattr(command, "commands", {})):
            lines += [f"### fogg {name} {inner}", "", *_help(command.commands[inner], f"fogg {name} {inner}")]  # type: ignore[attr-defined]  # a group, by the line above
    return "\n".join(lines).rstrip() + "\n"


def _help(command: click.Command, path: str) -> list[str]:
    import click

    from fogg.command import group

    names = group.context_settings["help_option_names"]
    context = click.Context(
        command, info_name=path, max_content_width=100, terminal_width=100, help_option_names=names
    )
    return ["```text", *command.get_help(context).splitlines(), "```", ""]


def game_page(game: Game) -> str:
    """A game's variants, rulings, rules and claims, as its spec has them."""
    lines = [f"# {game.title}", "", f"For {game.seats} players. Written from the spec by "
             "`python -m fogg.pages`.", ""]
    if game.variants:
        lines += ["## Variants", ""]
        for variant in game.variants:
            lines += [f"- `{variant.id}` [{', '.join(variant.cites)}]: {variant.title}"]
            lines += [f"  - `{choice}`{_default(choice, variant.default)}: {text}"
                      for choice, text in variant.choices.items()]
        lines.append("")
    if game.rulings:
        lines += ["## Rulings", "", "Where the rulebook is silent: choose a reading with `--ruling ID=LETTER`.", ""]
        for number, ruling in enumerate(game.rulings, start=1):
            lines += [f"### {number}. `{ruling.id}`", "", f"{ruling.title} [{', '.join(ruling.cites)}]", ""]
            lines += [f"- **{letter}**{_default(letter, ruling.default)}: {text}"
                      for letter, text in ruling.choices.items()]
            lines += ["", f"Why: {ruling.why}", ""]
    if game.settled:
        lines += ["## Settled by the text", "", "Asked and answered by the rulebook itself, so there is no choice.", ""]
        lines += [f"- `{one.id}`: {one.question} {one.answer} [{', '.join(one.cites)}]"
                  for one in game.settled.values()]
        lines.append("")
    lines += ["## Rules", "", "| rule | says | lines |", "|---|---|---|"]
    lines += [f"| `{rule.id}` | {rule.says} | {' '.join(rule.cites)} |" for rule in game.rules.values()]
    found = sorted((DOCS / "games" / game.id).glob("*.fogg"))
    if found:
        lines += ["", "## Games that show something", "",
                  "Found by `fogg verify --games`, and replayed by the tests; `fogg judge` replays them too.", ""]
        lines += [f"- [{path.stem}]({game.id}/{path.name}): {_title(path)}" for path in found]
    if game.properties:
        lines += ["", "## Claims", "", "| proof | part | claims | lines |", "|---|---|---|---|"]
        lines += [f"| {one.proof} | `{one.name}` | {one.says} | {' '.join(one.cites)} |"
                  for one in game.properties.values()]
    return "\n".join(lines) + "\n"


def _title(record: Path) -> str:
    """What the heading of a record says of it."""
    return next(line.partition(":")[2].strip() for line in record.read_text(encoding="utf-8").splitlines()
                if line.startswith("title:"))


def _default(choice: str, default: str) -> str:
    return " (default)" if choice == default else ""


def main() -> None:
    """Write every generated page."""
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
