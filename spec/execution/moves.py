"""Moves in words: `Antonia travel london_paris_ship` for a player, `* roll shoes` for chance.

The writer is canonical; the reader takes any case, titles as well as ids, and unmistakable beginnings of words.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from types import MappingProxyType

from spec.execution.naming import plain
from spec.execution.table import Table
from spec.language.actions import Action
from spec.language.errors import Ambiguous, Malformed, Problem
from spec.language.game import Game
from spec.language.sorts import Named
from spec.lowering.executor import Move

CHANCE = "*"
"""Stands where a player's name would, for what chance or the referee does."""


@dataclass(frozen=True, slots=True)
class Signature:
    """How an action's moves are written: whether a player comes first, and how many words follow its name."""

    action: Action
    number: int
    by_player: bool

    @property
    def words(self) -> int:
        """The number of parameters written after the action's name."""
        return len(self.action.params) - self.by_player


def signatures(table: Table) -> Mapping[str, Signature]:
    """Every action's signature, by name."""
    return _signatures_of(table.game)


@lru_cache(maxsize=64)
def _signatures_of(game: Game) -> Mapping[str, Signature]:
    found = {}
    for number, (name, action) in enumerate(game.actions.items()):
        first = next(iter(action.params.values()), None)
        by_player = not action.chance and isinstance(first, Named) and first.element is game.players
        found[name] = Signature(action, number, by_player)
    return found


@lru_cache(maxsize=64)
def _by_plain_name(game: Game) -> Mapping[str, list[Signature]]:
    found: dict[str, list[Signature]] = {}
    for name, one in _signatures_of(game).items():
        found.setdefault(plain(name), []).append(one)
    return found


def move_text(table: Table, move: Move, instead: Mapping[int, str] = MappingProxyType({})) -> str:
    """A move as records write it; `instead` holds words for parameters, by place, that are not to be told."""
    action = table.executor.actions[move[0]]
    signature = signatures(table)[action.name]
    words = [
        instead.get(place) or _quoted(table.names.id(sort, value))
        for place, (sort, value) in enumerate(zip(action.params.values(), move[1:], strict=True))
    ]
    if signature.by_player:
        return " ".join([words[0], action.name, *words[1:]])
    return " ".join([CHANCE, action.name, *words])


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


def read_move(table: Table, text: str) -> Move:
    """The move that a line names; `Malformed` with all that is wrong with it, `Ambiguous` if it could be two.

    Names of several words need no quotation marks where only one way of taking the words together makes sense.
    """
    words = _words(table, text)
    try:
        return _move(table, words)
    except Malformed as error:
        together = {move for grouped in _groupings(table, words) if (move := _if_readable(table, grouped)) is not None}
        if len(together) > 1:
            which = "; ".join(sorted(move_text(table, move) for move in together))
            raise Ambiguous.one(f"{text!r} could be {which}", "write it as one of these") from None
        if not together:
            raise error
        return together.pop()


def _words(table: Table, text: str) -> list[str]:
    if _SIMPLE.fullmatch(text):
        words = text.split()
    else:
        try:
            words = shlex.split(text.replace("'", "\\'"))
        except ValueError as error:
            raise Malformed.one(f"cannot read {text!r}: {error}", "close the quotation mark") from None
        words = [word.strip(",;:.") for word in words if word.strip(",;:.") == CHANCE or plain(word)]
    if len(words) < 2:
        raise Malformed.one(f"{text!r} is not a move", "write who moves, the action, and what it needs, such as "
                            f"'{table.players[0]} pass'; or '{CHANCE} ...' for chance")
    return words


_SIMPLE = re.compile(r"(?:\*|[A-Za-z0-9]\w*)(?: [A-Za-z0-9]\w*)*", re.ASCII)
"""Words that `shlex` and the marks around words leave as they are: most lines of most records, and quick to split."""


def _groupings(table: Table, words: list[str]) -> Iterator[list[str]]:
    """Every way of joining neighbours among the words after the first that leaves enough for some action."""
    rest = words[1:]
    if len(rest) > _MOST_WORDS:
        return
    for needed in sorted({signature.words for signature in signatures(table).values()}):
        for cuts in combinations(range(1, len(rest)), needed):
            edges = [0, *cuts, len(rest)]
            yield [words[0], *(" ".join(rest[a:b]) for a, b in pairwise(edges))]


_MOST_WORDS = 12
"""Longer lines are not tried with their words joined."""


def _if_readable(table: Table, words: list[str]) -> Move | None:
    try:
        return _move(table, words)
    except Malformed:
        return None


def _move(table: Table, words: list[str]) -> Move:
    signature = _signature(table, words[1])
    problems: list[Problem] = []
    values: list[int] = []
    by_chance = words[0] == CHANCE
    if by_chance == signature.by_player:
        who = f"a player makes this move: write {table.players[0]} {signature.action.name} ..."
        what = f"{signature.action.name} is not made by {words[0]}"
        raise Malformed.one(what, who if by_chance else f"write {CHANCE} {signature.action.name} ...")
    given = ([words[0]] if signature.by_player else []) + words[2:]
    sorts = list(signature.action.params.items())
    if len(given) != len(sorts):
        needs = ", ".join(name for name, _ in sorts[signature.by_player:]) or "nothing"
        what = f"{signature.action.name} is followed by {len(words) - 2} words"
        problems.append(Problem(None, what, f"it needs {needs}"))
        raise Malformed(problems)
    ambiguous = 0
    for (_, sort), word in zip(sorts, given, strict=True):
        try:
            values.append(table.names.read_within(sort, word))
        except Malformed as error:
            problems.extend(error.problems)
            ambiguous += isinstance(error, Ambiguous)
    if problems:
        raise (Ambiguous if ambiguous == len(problems) else Malformed)(problems)
    return (signature.number, *values)


def _signature(table: Table, word: str) -> Signature:
    known = signatures(table)
    wanted = plain(word)
    exact = _by_plain_name(table.game).get(wanted, [])
    found = exact or [one for name, one in known.items() if wanted and plain(name).startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(one.action.name for one in found)
        raise Ambiguous.one(f"{word!r} could be {which}", "write enough letters to tell them apart")
    raise Malformed.one(f"there is no action {word!r}", "the actions are " + ", ".join(known))
