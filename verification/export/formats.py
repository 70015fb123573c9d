"""The languages that a model can be written in, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from spec.language.errors import Malformed
from verification.export.commands import Model
from verification.export.jani import jani
from verification.export.moves import Chance
from verification.export.murphi import murphi
from verification.export.prism import prism
from verification.export.promela import promela

FORMATS: Mapping[str, tuple[str, Callable[[Model, Chance], str]]] = {
    "jani": ("jani", jani),
    "prism": ("prism", prism),
    "promela": ("pml", lambda model, _: promela(model)),
    "murphi": ("m", lambda model, _: murphi(model)),
}
"""The name of a language, to what its files' names end in and the function that writes a model."""


def written_model(model: Model, language: str, chance: Chance = Chance.WEIGHTED) -> str:
    """A model's text in a language; Promela and Murphi know no probabilities, so there chance is free.

    `Malformed` if there is no such language.
    """
    if language not in FORMATS:
        raise Malformed.one(f"there is no language {language!r}", f"there are {', '.join(FORMATS)}")
    return FORMATS[language][1](model, chance)
