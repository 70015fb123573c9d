"""Names in other languages: letters, digits and underscores, no reserved word, none twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from spec.language.state import Field
from spec.lowering.instance import Instance

Cell = tuple[Field, tuple[int, ...]]
"""One variable of the state: a field and the indices of one of its cells."""


class Names:
    """Gives names that nothing else in the file has, no `reserved` word either; none begins with a prefix."""

    def __init__(self, reserved: str = "", prefixes: tuple[str, ...] = ()) -> None:
        self._taken = {word.lower() for word in reserved.split()}
        self._prefixes = prefixes

    def __call__(self, wish: str) -> str:
        """The name wished for, with an underscore or a number behind it if it is taken."""
        plain = re.sub(r"\W", "_", wish, flags=re.ASCII)
        plain = plain if plain[:1].isalpha() and not plain.lower().startswith(self._prefixes) else f"x{plain}"
        name, number = plain, 1
        while name.lower() in self._taken:
            number += 1
            name = f"{plain}_" if number == 2 else f"{plain}_{number}"
        self._taken.add(name.lower())
        return name

    def cells(self, instance: Instance) -> Mapping[Cell, str]:
        """A name for every cell of the state: the field's, and the numbers of its indices ("m1" for -1)."""
        return {
            (slots.field, at): self("_".join([slots.field.name, *map(digits, at)]))
            for slots in instance.layout.values() for at in slots.indices()
        }

    def fields(self, instance: Instance) -> Mapping[Field, str]:
        """A name for every field of the state."""
        return {field: self(field.name) for field in instance.layout}

    def each(self, wishes: Iterable[str]) -> list[str]:
        """A name for every wish, in order."""
        return [self(wish) for wish in wishes]


def digits(number: int) -> str:
    """A number as part of a name."""
    return str(number).replace("-", "m")
