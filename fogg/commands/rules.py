"""`fogg rules`: a game's rules, and what each amounts to."""

from __future__ import annotations

import click

from fogg import options
from fogg.commands.games import described_ruling
from fogg.output import print_json, print_rows
from spec.language.errors import Malformed


@click.command(epilog="Examples: fogg rules eighty_days | fogg rules eighty_days travel.price --code")
@click.argument("game")
@click.argument("rule", required=False)
@click.option("--code", is_flag=True, help="Show the Python that the reference executor runs.")
@click.option("--rulings", is_flag=True, help="Show the rulings: questions the rulebook leaves open.")
@options.as_json
def command(game: str, rule: str | None, code: bool, rulings: bool, as_json: bool) -> None:
    """Show the rules of GAME with their citations, or one RULE and the actions that rest on it."""
    from fogg.setup import find_game

    found = find_game(game)
    if rule is not None:
        _one(game, rule, code, as_json)
        return
    if rulings:
        _rulings(game, as_json)
        return
    listed = [{"id": one.id, "title": one.title, "says": one.says, "citations": list(one.cites)}
              for one in found.rules.values()]
    if as_json:
        print_json({"rules": listed})
        return
    print_rows(found.title, ("rule", "says", "lines"),
               [(one.id, one.says, " ".join(one.cites)) for one in found.rules.values()])


def _rulings(game: str, as_json: bool) -> None:
    from fogg.setup import find_game

    found = find_game(game).rulings
    if as_json:
        print_json({"rulings": [{"id": one.id, **described_ruling(one)} for one in found]})
        return
    for one in found:
        click.echo(f"{one.id} [{', '.join(one.cites)}]\n  {one.title}")
        for letter, text in one.choices.items():
            click.echo(f"  {'*' if letter == one.default else ' '} {letter}: {text}")
        click.echo(f"  why: {one.why}\n")


def _one(game: str, rule: str, code: bool, as_json: bool) -> None:
    from fogg.setup import find_game, table
    from graphs.cells import suggestion
    from spec.language.printing import print_tape

    found = find_game(game)
    if rule not in found.rules:
        raise Malformed.one(f"{found.title} has no rule {rule!r}",
                            f"{suggestion(rule, found.rules)}list them with: fogg rules {found.id}")
    wanted = found.rules[rule]
    ready = table(found)
    actions = []
    for number, action in enumerate(found.actions.values()):
        tape = ready.instance.tape(action)
        resting = {one.rule for one in tape.requires} | {one.rule for one in tape.stores}
        if wanted in resting:
            sources = [ready.executor.source((part, number)) for part in ("legal", "broken", "apply")] if code else []
            actions.append({"action": action.name, "title": action.title, "place": _place(str(action.place)),
                            "pseudo_code": print_tape(tape), "python": "\n\n".join(sources)})
    answer = {"id": wanted.id, "title": wanted.title, "says": wanted.says, "citations": list(wanted.cites),
              "actions": actions}
    if as_json:
        print_json(answer)
        return
    click.echo(f"{wanted.id}: {wanted.title} [{', '.join(wanted.cites)}]\n{wanted.says}\n")
    for one in actions:
        click.echo(f"{one['action']} ({one['place']}): {one['title']}")
        click.echo(f"{one['python'] if code else one['pseudo_code']}\n")


def _place(text: str) -> str:
    """A place inside the package, without the folders above it."""
    head, found, tail = text.rpartition("/spec/")
    return f"spec/{tail}" if found else head or text
