"""How `fogg rules` shows a ledger: what each line of the rulebook became in the spec."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from fogg.output import print_rows
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from spec.execution.ledger import Entry, Ledger
    from spec.language.game import Game


def ledger_of(game: Game) -> Ledger | None:
    """The ledger of a game, if it has one."""
    from spec.execution.ledger import load_ledger

    return load_ledger(game)


def counted(ledger: Ledger, game: Game) -> dict[str, Any]:
    """How many lines there are of each kind, and those that nothing covers."""
    from spec.execution.coverage import uncovered
    from spec.execution.ledger import LineKind

    kinds = {kind.value: ledger.count(kind) for kind in LineKind}
    return {"lines": ledger.lines, **kinds, "uncovered": list(uncovered(ledger, game))}


def described(entry: Entry) -> dict[str, Any]:
    """One line for JSON."""
    return {
        "line": entry.id, "kind": entry.kind.value, "rules": list(entry.rules), "settings": list(entry.settings),
        "where": list(entry.where), "cases": list(entry.cases), "note": entry.note,
    }


def lines_named(
    ledger: Ledger, game: Game, lines: Sequence[str], of_rules: Sequence[str], kinds: Sequence[str]
) -> tuple[Entry, ...]:
    """The lines that meet every filter; `Malformed` with each line or rule that there is not."""
    from graphs.cells import suggestion

    whole = [f"{ledger.rulebook}-{one}" if one.isdecimal() else one.upper() for one in lines]
    problems = [Problem(None, f"the rulebook has no line {one!r}", f"its lines are {ledger.rulebook}-1 to "
                        f"{ledger.rulebook}-{ledger.lines}") for one in whole if one not in set(ledger.numbered)]
    problems += [Problem(None, f"{game.title} has no rule {one!r}",
                         f"{suggestion(one, game.rules)}list them with: fogg rules {game.id}")
                 for one in of_rules if one not in game.rules]
    if problems:
        raise Malformed(problems)
    return tuple(
        entry for entry in ledger.entries
        if (not whole or entry.id in whole) and (not kinds or entry.kind.value in kinds)
        and (not of_rules or any(one in entry.rules for one in of_rules))
    )


def print_ledger(ledger: Ledger, game: Game, entries: Sequence[Entry]) -> None:
    """The lines one below the other, then how many there are of each kind."""
    print_rows("", ("line", "kind", "rules", "note"),
               [(one.id, one.kind.value, _rests_on(one), one.note) for one in entries])
    known = counted(ledger, game)
    lines, missing = known.pop("lines"), known.pop("uncovered")
    click.echo(f"\n{lines} lines: " + ", ".join(f"{count} {kind}" for kind, count in known.items())
               + f"; not covered: {' '.join(missing) or 'none'}")


def _rests_on(entry: Entry) -> str:
    """What states a line: rules, else what holds or replays it; rulings and variants that it turns on in brackets."""
    first = [*entry.rules, *entry.where, *(f"case {one}" for one in entry.cases)]
    return " ".join(first) + (f" ({', '.join(entry.settings)})" if entry.settings else "")
