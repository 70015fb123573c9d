"""What the lowering to CP-SAT answers where it cannot say something."""

from __future__ import annotations

from spec.language.errors import FoggError, Place


class Unsupported(FoggError):
    """A construct that the lowering to CP-SAT does not have, or only at a size that is not practical."""

    def __init__(self, what: str, place: Place | None = None) -> None:
        self.what = what
        self.place = place
        super().__init__(f"CP-SAT cannot say this: {what}" + (f" ({place})" if place else ""))
