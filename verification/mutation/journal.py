"""The findings of a mutation as lines of a file, so that one that was stopped, or whose cases have grown, goes on."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from spec.language.data import BoardData
from spec.language.errors import Malformed
from spec.language.files import read_text
from spec.language.game import Game
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Param, Size, children
from spec.language.sorts import Shape
from spec.language.tape import Tape
from verification.mutation.findings import Finding, Verdict
from verification.mutation.mutants import Mutant

OF_RULES = (Verdict.EQUIVALENT, Verdict.PROPERTY)
"""Decisions that stand whatever cases there are."""
OF_EVIDENCE = (Verdict.CASE, Verdict.RECORD)


@dataclass(frozen=True)
class Kept:
    """A finding of an earlier run."""

    verdict: Verdict
    by: str
    actions: tuple[str, ...]

    def again(self, mutant: Mutant) -> Finding:
        """The finding, said of the mutant as it is now."""
        return Finding(mutant, self.actions, self.verdict, self.by, 0.0)


@dataclass(eq=False)
class Journal:
    """A file of findings on a game; `rules` and `evidence` tell the rules and the cases that they rest on."""

    path: Path
    game: str
    rules: str
    evidence: str
    kept: dict[str, Kept] = field(default_factory=dict)

    @classmethod
    def opened(cls, path: Path, game: str, rules: str, evidence: str) -> Journal:
        """The journal in a file, with the decisions that still stand; `Malformed` if it is something else.

        What other rules, boards or numbers of players led to is moved to a file beside it.
        """
        journal = cls(path, game, rules, evidence)
        head, findings = read_journal(path, game)
        if head is not None and head["rules"] != rules:
            path.replace(path.with_name(f"{path.name}.old"))
        elif head is not None:
            journal._take(findings, OF_RULES if head["evidence"] != evidence else (*OF_RULES, *OF_EVIDENCE))
        head = {"game": game, "rules": rules, "evidence": evidence}
        lines = [json.dumps(head), *(json.dumps(journal._line(at, one)) for at, one in journal.kept.items())]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return journal

    def add(self, finding: Finding) -> None:
        """Write a finding down at once."""
        kept = Kept(finding.verdict, finding.by, finding.actions)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self._line(finding.mutant.id, kept)) + "\n")

    def _take(self, lines: Mapping[str, Kept], standing: Collection[Verdict]) -> None:
        self.kept.update((at, kept) for at, kept in lines.items() if kept.verdict in standing)

    @staticmethod
    def _line(at: str, kept: Kept) -> dict[str, object]:
        return {"id": at, "verdict": kept.verdict.value, "by": kept.by, "actions": list(kept.actions)}


def read_journal(path: Path, game: str) -> tuple[dict[str, str] | None, dict[str, Kept]]:
    """What a journal says that it rests on, None if there is nothing yet, and its findings by their mutants.

    A last line that was never finished is left out. `Malformed` if the file is no journal, or of another game.
    """
    if not path.exists() or not (text := read_text(path, "name another file")):
        return None, {}
    whole, *lines = text.splitlines()
    if lines and not text.endswith("\n"):
        lines.pop()
    try:
        said_first: dict[str, Any] = {"game": game, **json.loads(whole)}  # journals did not always name their game
        head = {name: str(said_first[name]) for name in ("game", "rules", "evidence")}
        kept = {str(said["id"]): Kept(Verdict(said["verdict"]), str(said["by"]), tuple(map(str, said["actions"])))
                for said in map(json.loads, lines)}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Malformed.one(f"{path} is no journal of a mutation", "name another file") from error
    if head["game"] != game:
        raise Malformed.one(f"{path} is the journal of {head['game']}", "name another file")
    return head, kept


def digest_of_rules(game: Game, shapes: Iterable[Shape], boards: Iterable[BoardData]) -> str:
    """Tells the rules and claims of a game on some boards from all others."""
    told = blake2b(digest_size=8)
    for shape in shapes:
        for declared in (*game.actions.values(), *game.readings.values(), *game.properties.values()):
            told.update(f"{declared.name} {_tape_text(game.tape(declared, shape))}".encode())
    for board in boards:
        told.update(repr([(name, bytes(str(list(cells)), "utf-8")) for name, cells in board.tables.items()]).encode())
    return told.hexdigest()


def digest_of_texts(texts: Iterable[str]) -> str:
    """Tells the texts of cases and records from all others."""
    return blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()


def _tape_text(tape: Tape) -> str:
    at: dict[int, int] = {}
    words: list[str] = []
    for number, node in enumerate(tape.nodes()):
        at[id(node)] = number
        words.append(f"{_node_text(node)}({','.join(str(at[id(part)]) for part in children(node))})")
    requires = [(one.number, one.rule.id, one.place.line, at[id(one.holds)]) for one in tape.requires]
    stores = [
        (one.rule.id, one.field.name, one.place.line, [at[id(node)] for node in (*one.path, *one.index, one.value)])
        for one in tape.stores
    ]
    ends = [None if node is None else at[id(node)] for node in (tape.weight, tape.result)]
    return f"{words} {requires} {stores} {ends}"


def _node_text(node: Node) -> str:
    line = node.place.line if node.place is not None else 0
    match node:
        case Const(value=value):
            return str(value)
        case Param(name=name):
            return name
        case Choice(setting=setting):
            return setting.id
        case Size(element=element):
            return element.__name__
        case Load(field=field, after=after):
            return f"{field.name}{after}"
        case Lookup(table=table):
            return table.name
        case Apply(op=op):
            return f"{op.value}@{line}"
