"""The findings of a mutation as lines of a file, so that one that was stopped, or whose cases have grown, goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from spec.language.data import BoardData
from spec.language.errors import Malformed
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
    """A file of findings; `rules` and `evidence` tell the rules and the cases that they rest on."""

    path: Path
    rules: str
    evidence: str
    kept: dict[str, Kept] = field(default_factory=dict)

    @classmethod
    def opened(cls, path: Path, rules: str, evidence: str) -> Journal:
        """The journal in a file, with the decisions that still stand; `Malformed` if it is something else."""
        journal = cls(path, rules, evidence)
        if path.exists() and (text := path.read_text(encoding="utf-8")):
            try:
                journal._read(text.splitlines())
            except (ValueError, KeyError, TypeError) as error:
                raise Malformed.one(f"{path} is no journal of a mutation", "name another file") from error
        head = {"rules": rules, "evidence": evidence}
        lines = [json.dumps(head), *(json.dumps(journal._line(at, one)) for at, one in journal.kept.items())]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return journal

    def add(self, finding: Finding) -> None:
        """Write a finding down at once."""
        kept = Kept(finding.verdict, finding.by, finding.actions)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self._line(finding.mutant.id, kept)) + "\n")

    def _read(self, lines: list[str]) -> None:
        head = json.loads(lines[0])
        if head["rules"] != self.rules:
            return
        standing = (*OF_RULES, *OF_EVIDENCE) if head["evidence"] == self.evidence else OF_RULES
        for line in lines[1:]:
            said = json.loads(line)
            kept = Kept(Verdict(said["verdict"]), said["by"], tuple(said["actions"]))
            if kept.verdict in standing:
                self.kept[said["id"]] = kept

    @staticmethod
    def _line(at: str, kept: Kept) -> dict[str, object]:
        return {"id": at, "verdict": kept.verdict.value, "by": kept.by, "actions": list(kept.actions)}


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
