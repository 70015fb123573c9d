"""`fogg verify GAME --discover`: facts that nobody declared, as text and as data."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from fogg.output import print_json

if TYPE_CHECKING:
    from spec.language.data import BoardData
    from spec.language.game import Game
    from spec.language.settings import Setting


def tell_facts(
    rules: Game, counts: Iterable[int], board: BoardData | None, at_hand: BoardData | None,
    grounds: list[BoardData], choices: Mapping[Setting, int], progress: Callable[[str], None] | None, as_json: bool,
) -> bool:
    """Discover facts for each number of players and tell them; whether there were any.

    On Ctrl-C what was found for the numbers of players before is told, and then the command ends.
    """
    from fogg.stopping import STOPPED, stoppable
    from spec.language.data import EMPTY
    from verification.discovery.facts import discover
    from verification.free.deciding import widest_system

    told: list[dict[str, Any]] = []
    stopped = 0  # the number of players at which it was stopped
    for players in counts:
        started = time.process_time()
        system, fixed = widest_system(rules, players, board, at_hand, choices)
        try:
            with stoppable(progress) as step:
                found = discover(system, [board] if board else grounds or [at_hand or EMPTY], progress=step)
        except KeyboardInterrupt:
            stopped = players
            break
        where = board.title if board else "every board"
        if fixed and at_hand is not None:
            where += f" with {', '.join(f'{at_hand.sizes[one]} of {one}' for one in fixed)}"
        told.append({
            "game": rules.id, "players": players, "board": where, "tried": found.tried, "moves": found.moves,
            "seconds": round(time.process_time() - started, 3), "facts": [one.says for one in found.facts],
            "leans_on": [one.name for one in found.helpers],
        })
        if not as_json:
            _print(told[-1])
    if as_json:
        print_json({"discovered": told, "interrupted": stopped > 0})
    if stopped:
        click.echo(f"stopped: no facts are kept before all are checked, and for {stopped} players they were not",
                   err=True)
        raise click.exceptions.Exit(STOPPED)
    return any(one["facts"] for one in told)


def _print(one: Mapping[str, Any]) -> None:
    facts, players = one["facts"], one["players"]
    click.echo(
        f"{len(facts)} facts hold in every state for {players} players on {one['board']}, of {one['tried']} that held "
        f"in {one['moves']:,} random moves; each is shown with the help of the others and of the declared invariants "
        f"({one['seconds']:.1f} s)"
    )
    for fact in facts:
        click.echo(f"  {fact}")
