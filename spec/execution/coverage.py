"""Hold a game's ledger and its rules against each other: nothing of the rulebook missing, nothing invented.

A rule, ruling or variant cites a line exactly where the ledger says that the line is stated by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spec.execution.cases import Case
from spec.execution.ledger import Entry, Ledger, LineKind
from spec.language.errors import Place, Problem
from spec.language.game import Game
from spec.language.state import Component

A_PLACE = "name a table of the board (board.stock) or a field of the state (state.bank)"


@dataclass(frozen=True)
class _Citing:
    """Something of the spec that cites lines: `what` it is in words, and where it is written if that is known."""

    what: str
    cites: tuple[str, ...]
    place: Place | None = None


def uncovered(ledger: Ledger, game: Game) -> tuple[str, ...]:
    """The lines that are not listed, or listed as a rule that no rule of the game states."""
    return tuple(
        id_ for id_ in ledger.numbered
        if (entry := ledger.by_id.get(id_)) is None
        or (entry.kind is LineKind.RULE and not any(rule in game.rules for rule in entry.rules))
    )


def disagreements(ledger: Ledger, game: Game) -> tuple[Problem, ...]:
    """Where a ledger and its game's rules, rulings, variants and claims disagree; nothing if they agree."""
    whole = Place(ledger.file, 1)
    rules = {id_: _Citing(f"rule {id_}", rule.cites) for id_, rule in game.rules.items()}
    settings = {id_: _Citing(f"setting {id_}", setting.cites) for id_, setting in game.settings.items()}
    claims = [_Citing(f"claim {id_}", claim.cites, claim.place) for id_, claim in game.properties.items()]
    found = [Problem(whole, f"{id_} is not listed", "read it and list it") for id_ in ledger.numbered
             if id_ not in ledger.by_id]
    for entry in ledger.entries:
        found += _named(entry, entry.rules, rules, "rule")
        found += _named(entry, entry.settings, settings, "ruling or variant")
        found += [Problem(entry.place, f"{entry.id}: there is no {where}", A_PLACE) for where in entry.where
                  if where not in places(game)]
    found += [Problem(whole, f"no line supports {rule.what}", "find its line, or take the rule out")
              for id_, rule in rules.items() if not ledger.of_rule(id_)]
    found += _not_named(ledger, rules, {entry.id: entry.rules for entry in ledger.entries})
    found += _not_named(ledger, settings, {entry.id: entry.settings for entry in ledger.entries})
    for citing in (*rules.values(), *settings.values(), *claims):
        found += _unsound(ledger, citing)
    return tuple(found)


def unplayed(ledger: Ledger, run: Mapping[str, Case]) -> tuple[Problem, ...]:
    """The examples that no case replays; `run` are the cases that are run, by id."""
    found: list[Problem] = []
    for entry in ledger.entries:
        for id_ in entry.cases:
            if id_ not in run:
                found.append(Problem(entry.place, f"{entry.id}: there is no case {id_} that is run", "write that case"))
            elif entry.id not in run[id_].cites:
                found.append(Problem(entry.place, f"{entry.id}: case {id_} does not cite it", "let the case cite it"))
    return tuple(found)


def places(game: Game) -> frozenset[str]:
    """Where a fact may stand: `board.` with a table or detail of the board, `state.` with a field or pile."""
    printed = {*(table.name for table in game.board.tables), *(detail.name for detail in game.board.details)}
    piles = {name for base in game.state.__mro__ for name, one in vars(base).items() if isinstance(one, Component)}
    kept = piles | {field.name for field in game.state.fields}
    return frozenset({f"board.{name}" for name in printed} | {f"state.{name}" for name in kept})


def _named(entry: Entry, named: tuple[str, ...], known: Mapping[str, _Citing], what: str) -> Iterator[Problem]:
    """What a line names and the spec does not have, or has without citing the line."""
    for id_ in named:
        if id_ not in known:
            yield Problem(entry.place, f"{entry.id}: there is no {what} {id_}", "name one that the spec declares")
        elif entry.id not in known[id_].cites:
            yield Problem(entry.place, f"{entry.id} names {known[id_].what}, which does not cite it", "read the line")


def _not_named(
    ledger: Ledger, known: Mapping[str, _Citing], named: Mapping[str, tuple[str, ...]],
) -> Iterator[Problem]:
    """What the spec has and cites a listed line that does not name it."""
    for id_, citing in known.items():
        for line in dict.fromkeys(citing.cites):
            if line in named and id_ not in named[line]:
                place = ledger.by_id[line].place
                yield Problem(place, f"{citing.what} cites {line}, which does not name it", "read the line")


def _unsound(ledger: Ledger, citing: _Citing) -> Iterator[Problem]:
    """Citations that nothing can rest on, whatever they cite."""
    place = citing.place or Place(ledger.file, 1)
    if not citing.cites:
        yield Problem(place, f"{citing.what} cites no line", "cite what it rests on")
    for line in dict.fromkeys(citing.cites):
        entry = ledger.by_id.get(line)
        if citing.cites.count(line) > 1:
            yield Problem(place, f"{citing.what} cites {line} twice", "cite it once")
        if entry is None:
            yield Problem(place, f"{citing.what} cites {line}, which is not listed", "read the line")
        elif entry.kind is LineKind.FLAVOUR:
            yield Problem(place, f"{citing.what} cites {line}, which is flavour", "cite what states it")
