"""Words for items: `hat`, `2xhat`, or the same word several times."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from solvers.packing import Shape

_COUNTED = re.compile(r"(\d+)\s*[x*×]\s*(\S.*)")  # noqa: RUF001  # people do write the multiplication sign


def read_counts(words: Sequence[str], kinds: int, number_of: Callable[[str], int]) -> tuple[int, ...]:
    """How many of each kind the words ask for; `number_of` reads the name of one kind.

    `Malformed` with every word that names none.

    >>> read_counts(["2xhat", "coat", "hat"], 2, ["hat", "coat"].index)
    (3, 1)
    """
    counts = [0] * kinds
    problems: list[Problem] = []
    for word in words:
        counted = _COUNTED.fullmatch(word.strip())
        times, name = (int(counted[1]), counted[2]) if counted else (1, word)
        try:
            counts[number_of(name)] += times
        except Malformed as error:
            problems.extend(error.problems)
    if problems:
        raise Malformed(problems)
    return tuple(counts)


def one_of(items: Sequence[Shape]) -> Callable[[str], int]:
    """A reader for the names of items, in any case and by unmistakable beginnings."""
    from graphs.cells import suggestion
    from spec.execution.naming import plain

    names = [item.name for item in items]

    def number_of(word: str) -> int:
        exact = [n for n, name in enumerate(names) if plain(name) == plain(word)]
        found = exact or [n for n, name in enumerate(names) if plain(word) and plain(name).startswith(plain(word))]
        if len(found) != 1:
            what = f"{word!r} could be {', '.join(names[n] for n in found)}" if found else f"there is no item {word!r}"
            raise Malformed.one(what, f"{suggestion(word, names)}the items are {', '.join(names)}")
        return found[0]

    return number_of
