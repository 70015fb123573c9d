"""What this lowering cannot say."""

from __future__ import annotations

from spec.language.errors import FoggError, Place


class Unsupported(FoggError):
    """A construct that the z3 lowering does not have; the message begins with the line of the spec that uses it."""

    def __init__(self, construct: str, place: Place | None) -> None:
        self.construct = construct
        self.place = place
        where = f"{place}: " if place else ""
        super().__init__(f"{where}the z3 lowering has no {construct}")
