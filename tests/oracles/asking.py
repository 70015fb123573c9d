"""Asking checkers that other people wrote how many states and moves an exported model has."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from verification.export import Chance, Model, written_model
from verification.export.checkers import count, missing

Counts = tuple[int, int]
"""Distinct states with the first one, and distinct pairs of state and move."""


def storm() -> Any:
    """Storm's Python module; it is GPL, so nothing but tests may load it."""
    return import_module("stormpy")


def momba(model: Model) -> Counts:
    """What Momba's explorer counts in the JANI text."""
    network = import_module("momba.jani").load_model(written_model(model, "jani", Chance.FREE))
    explorer = import_module("momba.engine").Explorer.new_discrete_time(network)
    return explorer.count_states(), explorer.count_transitions()


def storm_jani(model: Model) -> Counts:
    """What Storm counts in the JANI text."""
    described, _ = storm().parse_jani_model_from_string(written_model(model, "jani", Chance.FREE))
    return _of_storm(described)


def storm_prism(model: Model) -> Counts:
    """What Storm counts in the PRISM text."""
    return _of_storm(prism_program(written_model(model, "prism", Chance.FREE)))


def prism_program(text: str) -> Any:
    """A PRISM text as Storm reads it, which is from a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.prism"
        path.write_text(text, encoding="utf-8")
        return storm().parse_prism_program(str(path))


def _of_storm(described: Any) -> Counts:
    """Storm gives each state without a move a loop of its own, which is no move of ours."""
    built = storm().build_model(described)
    deadlocks = len(list(built.labeling.get_states("deadlock")))
    return built.nr_states, built.nr_choices - deadlocks


def _checked(checker: str) -> Callable[[Model], Counts]:
    def counted(model: Model) -> Counts:
        found = count(checker, model, fast=False)
        assert found.moves is not None
        return found.states, found.moves

    return counted


ORACLES: dict[str, Callable[[Model], Counts]] = {
    "momba": momba, "storm-jani": storm_jani, "storm-prism": storm_prism, "spin": _checked("spin"),
    "rumur": _checked("rumur"),
}
"""Every oracle: each takes a model and tells its counts."""

MODULES = {"momba": "momba", "storm-jani": "stormpy", "storm-prism": "stormpy"}


def absent(oracle: str) -> tuple[str, ...]:
    """What must be installed before an oracle can be asked."""
    if oracle in MODULES:
        return () if find_spec(MODULES[oracle]) else (MODULES[oracle],)
    return missing(oracle)


def needed(oracle: str) -> None:
    """Skip the test, telling what is not installed."""
    lacking = absent(oracle)
    if lacking:
        pytest.skip(f"ORACLE NOT ASKED: {' and '.join(lacking)} is not installed")
