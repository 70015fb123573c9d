"""`fogg rules`: a game's rules, the rulebook line by line, and what each rule amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fogg import options
from fogg.commands.games import described_ruling
from fogg.ledger import counted, described, ledger_of, lines_named, print_ledger
from fogg.output import print_json, print_rows
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.language.game import Game


@click.command(epilog="Examples: fogg rules eighty_days | fogg rules eighty_days travel.price --code | "
                      "fogg rules eighty_days --line 80D-60")
@click.argument("game")
@click.argument("rule", required=False)
@click.option("--code", is_flag=True, help="Show the Python that the reference executor runs.")
@click.option("--rulings", is_flag=True,
              help="Show the rulings: questions the rulebook leaves open; and those its text settles.")
@click.option("--ledger", is_flag=True, help="Show only the ledger: what each line of the rulebook became.")
@click.option("--line", "lines", metavar="LINE", multiple=True, help="Show this line of the ledger.")
@click.option("--rule", "of_rules", metavar="RULE", multiple=True, help="Show the lines that this rule states.")
@click.option("--kind", "kinds", type=click.Choice(["rule", "fact", "example", "flavour"]), multiple=True,
              help="Show the lines of this kind.")
@options.as_json
def command(
    game: str, rule: str | None, code: bool, rulings: bool, ledger: bool, lines: tuple[str, ...],
    of_rules: tuple[str, ...], kinds: tuple[str, ...], as_json: bool,
) -> None:
    """Show the rules of GAME and the ledger of its rulebook, or one RULE and the actions that rest on it."""
    from fogg.setup import find_game

    found = find_game(game)
    if rule is not None:
        options.refuse(options.given("rulings", "ledger", "lines", "of_rules", "kinds"), "one rule is shown")
        _one(found, rule, code, as_json)
        return
    options.refuse(options.given("code"), "it is of one rule, and none is named")
    if rulings:
        options.refuse(options.given("ledger", "lines", "of_rules", "kinds"), "the rulings are shown")
        _rulings(found, as_json)
    elif ledger or lines or of_rules or kinds:
        _ledger(found, lines, of_rules, kinds, as_json)
    else:
        _rules(found, as_json)


def _rules(game: Game, as_json: bool) -> None:
    ledger = ledger_of(game)
    if as_json:
        listed = [{"id": one.id, "title": one.title, "says": one.says, "citations": list(one.cites)}
                  for one in game.rules.values()]
        print_json({**({"ledger": counted(ledger, game)} if ledger else {}), "rules": listed})
        return
    print_rows(game.title, ("rule", "says", "lines"),
               [(one.id, one.says, " ".join(one.cites)) for one in game.rules.values()])
    if ledger:
        click.echo()
        print_ledger(ledger, game, ledger.entries)


def _ledger(
    game: Game, lines: tuple[str, ...], of_rules: tuple[str, ...], kinds: tuple[str, ...], as_json: bool
) -> None:
    ledger = ledger_of(game)
    if ledger is None:
        raise Malformed.one(f"{game.title} has no ledger yet", "list its rules with: fogg rules " + game.id)
    wanted = lines_named(ledger, game, lines, of_rules, kinds)
    if as_json:
        print_json({"ledger": counted(ledger, game), "lines": [described(one) for one in wanted]})
        return
    print_ledger(ledger, game, wanted)


def _rulings(game: Game, as_json: bool) -> None:
    found = game.rulings
    if as_json:
        print_json({
            "rulings": [{"id": one.id, **described_ruling(one)} for one in found],
            "settled": [{"id": one.id, "question": one.question, "answer": one.answer, "citations": list(one.cites)}
                        for one in game.settled.values()],
        })
        return
    for one in found:
        click.echo(f"{one.id} [{', '.join(one.cites)}]\n  {one.title}")
        for letter, text in one.choices.items():
            click.echo(f"  {'*' if letter == one.default else ' '} {letter}: {text}")
        click.echo(f"  why: {one.why}\n")
    if game.settled:
        click.echo("Settled by the text:\n")
    for answered in game.settled.values():
        click.echo(f"{answered.id} [{', '.join(answered.cites)}]\n  {answered.question}\n  {answered.answer}\n")


def _one(found: Game, rule: str, code: bool, as_json: bool) -> None:
    from fogg.setup import table
    from graphs.cells import suggestion
    from spec.language.printing import print_tape

    if rule not in found.rules:
        raise Malformed.one(f"{found.title} has no rule {rule!r}",
                            f"{suggestion(rule, found.rules)}list them with: fogg rules {found.id}")
    wanted = found.rules[rule]
    ledger = ledger_of(found)
    ready = table(found)
    actions = []
    for number, action in enumerate(found.actions.values()):
        tape = ready.instance.tape(action)
        resting = {action.rule, *(one.rule for one in tape.requires), *(one.rule for one in tape.stores)}
        if wanted in resting:
            sources = [ready.executor.source((part, number)) for part in ("legal", "broken", "apply")] if code else []
            actions.append({"action": action.name, "title": action.title, "place": _place(str(action.place)),
                            "pseudo_code": print_tape(tape), "python": "\n\n".join(sources)})
    answer = {"id": wanted.id, "title": wanted.title, "says": wanted.says, "citations": list(wanted.cites),
              "actions": actions}
    stated = ledger.of_rule(wanted.id) if ledger else ()
    if as_json:
        print_json({**answer, "lines": [described(one) for one in stated]})
        return
    click.echo(f"{wanted.id}: {wanted.title} [{', '.join(wanted.cites)}]\n{wanted.says}\n")
    for line in stated:
        click.echo(f"{line.id}, {line.kind.value}: {line.note}")
    click.echo()
    for one in actions:
        click.echo(f"{one['action']} ({one['place']}): {one['title']}")
        click.echo(f"{one['python'] if code else one['pseudo_code']}\n")


def _place(text: str) -> str:
    """A place inside the package, without the folders above it."""
    head, found, tail = text.rpartition("/spec/")
    return f"spec/{tail}" if found else head or text
