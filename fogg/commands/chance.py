"""`fogg chance`: how likely something is, as an exact fraction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from spec.execution.naming import Names
    from spec.lowering.instance import Instance
    from verification.chance import Answer

POLICIES = ("most", "least", "random")


@click.command(epilog="Examples: fogg chance tests/models/knuth_yao_die.py over --within 3 | "
               "fogg chance game.fogg wins Antonia --within 12 --json | "
               "fogg chance game.fogg score Ben --at-least 10 --policy most")
@click.argument("model", metavar="GAME|RECORD|FILE.py:NAME")
@click.argument("event", metavar="READING")
@click.argument("arguments", nargs=-1)
@options.set_up_options
@click.option("--within", type=click.IntRange(min=0), metavar="MOVES", help="Within so many moves; otherwise ever.")
@click.option("--policy", type=click.Choice(POLICIES), help="How the players choose; otherwise all three are told.")
@click.option("--at-least", type=int, metavar="N", help="For a reading that is a number: N or more.")
@click.option("--at-most", type=int, metavar="N", help="For a reading that is a number: N or less.")
@click.option("--max-states", type=click.IntRange(min=1), help="Give up after so many states.")
@options.memory
@options.as_json
def command(
    model: str, event: str, arguments: tuple[str, ...], players: str, board: str | None, variants: tuple[str, ...],
    rulings: tuple[str, ...], within: int | None, policy: str | None, at_least: int | None, at_most: int | None,
    max_states: int | None, memory: str | None, as_json: bool,
) -> None:
    """Tell how likely it is that READING comes to hold for ARGUMENTS (for any, if there are none).

    READING is a reading of the game, or a property about one state. MODEL is a game, a record (from the position at
    its end), or FILE.py:NAME for a Game in a Python file. The answer is an exact fraction: chance draws by its
    weights, and the players choose to make it as likely as can be (most), as unlikely as can be (least), or each thing
    that is possible alike (random). Every state within MOVES moves is looked at, so that small boards are needed.
    """
    from fogg.models import instance_of
    from fogg.progress import counting
    from verification.chance import Chances, Policy
    from verification.chance import event as event_of

    instance = instance_of(model, players, board, variants, rulings)
    given = _read(instance, _names(model, players, board, instance), event, arguments)
    wanted = event_of(instance, event, given, at_least=at_least, at_most=at_most)
    policies = [Policy(policy)] if policy else list(Policy)
    with counting("states", quiet=as_json) as progress:
        chances = Chances(
            instance, within, max_states=max_states, memory=options.read_size(memory), progress=progress
        )
        answers = [chances.of(wanted, within, one) for one in policies]
    if as_json:
        print_json({"event": event, "arguments": list(arguments), "within": within, "states": answers[0].states,
                    "chosen": answers[0].chosen, "probabilities": {one.policy.value: _as_data(one) for one in answers}})
        return
    for one in answers if answers[0].chosen or policy else answers[:1]:
        how = f"{HOW[one.policy.value]}: " if one.chosen else ""
        click.echo(f"{how}{one}")


HOW = {
    "most": "if the players make it as likely as can be", "least": "if they make it as unlikely as can be",
    "random": "if they choose at random",
}


def _as_data(answer: Answer) -> dict[str, Any]:
    found = answer.probability
    return {"fraction": str(found), "decimal": float(found)}


def _names(model: str, players: str, board: str | None, instance: Instance) -> Names:
    """What members are called: in a record, and with --players, the players have names of their own."""
    from fogg.records import load_record
    from spec.execution.table import set_up

    if model.endswith(".fogg"):
        return load_record(model, board=board).table.names
    choices = {one.id: list(one.choices)[made] for one, made in instance.all_choices.items()}
    named = players and not players.isdecimal()
    seats = options.read_players(players) if named else instance.players
    return set_up(instance.game, instance.board, seats, choices).names


def _read(instance: Instance, names: Names, event: str, arguments: tuple[str, ...]) -> list[int]:
    """The arguments as numbers; `Malformed` with every one that cannot be read."""
    game = instance.game
    declared = game.readings.get(event) or game.properties.get(event)
    if declared is None:
        return []
    if len(arguments) > len(declared.params):
        raise Malformed.one(f"{event} has {len(declared.params)} parameters, and {len(arguments)} were given",
                            "leave some out")
    values: list[int] = []
    problems: list[Problem] = []
    for (name, sort), text in zip(declared.params.items(), arguments, strict=False):
        try:
            values.append(names.read_within(sort, text))
        except Malformed as error:
            problems += [Problem(one.place, f"{name}: {one.what}", one.remedy, one.field) for one in error.problems]
    if problems:
        raise Malformed(problems)
    return values
