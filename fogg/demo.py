"""The main job in two minutes: `python -m fogg.demo` plays, judges, proves, packs, finds a route, and draws."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import click

EXAMPLES = Path(__file__).parent / "examples"


def steps(out: Path) -> list[tuple[str, str, int]]:
    """Each step: what it shows, the command, and the exit status it must have."""
    dispute = os.path.relpath(EXAMPLES / "dispute.fogg")
    return [
        ("A whole game, played from the spec", f"play eighty_days --players Antonia,Ben,Clara --seats greedy --seed 24 "
         f"--quiet -o {out}/game.fogg", 0),
        ("Every move of it is legal", f"judge {out}/game.fogg --quiet", 0),
        ("A dispute, judged with citations", f"judge {dispute}", 1),
        ("The invariants, proved for every board",
         "verify eighty_days coin-stacking four-adventures endgame --players 3", 0),
        ("A suitcase, packed", f"pack eighty_days shoes revolver hat umbrella coat --svg {out}/suitcase.svg", 0),
        ("Too much for it, and what to give back", "pack eighty_days 2xshoes 2xrevolver 2xhat coat", 1),
        ("The cheapest way around the world", "route eighty_days london_departure london_arrival --by cheapest "
         f"--adventures 4 --svg {out}/route.svg", 0),
        ("The board itself", f"board show eighty_days side_a --svg {out}/board.svg", 0),
    ]


def main() -> None:
    """Run every step; exit status 1 if one does not end as it must."""
    from fogg.command import main as fogg

    out = Path("out")
    out.mkdir(exist_ok=True)
    failed = []
    for title, command, expected in steps(out):
        click.secho(f"\n{title}", bold=True)
        click.secho(f"$ fogg {command}", dim=True)
        status = 0
        try:
            fogg(shlex.split(command))
        except SystemExit as stop:
            status = int(stop.code or 0)
        if status != expected:
            failed.append(f"fogg {command}: exit status {status}, not {expected}")
    click.secho("\nPictures", bold=True)
    for picture in sorted(out.glob("*.svg")):
        click.echo(f"  {picture}")
    for line in failed:
        click.secho(line, fg="red", err=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
