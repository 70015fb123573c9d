"""How fast states are explored and how many bytes they take, beside Spin and Rumur on the same models in the same run.

All rates are distinct states per CPU second of the search alone: no model is traced, written or compiled meanwhile.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from fogg.timing import cpu

if TYPE_CHECKING:
    from spec.lowering.instance import Instance
    from verification.exploration import Exploration

MODELS = {"8puzzle": "eight_puzzle", "cube": "pocket_cube"}
"""What a model is called in a benchmark's name, to its module."""
PEERS = ("spin", "rumur")


@cache
def _instance(model: str) -> Instance:
    from importlib import import_module

    made: Instance = import_module(f"verification.puzzles.{MODELS[model]}").instance()
    return made


def explored(model: str, runs: int) -> list[float]:
    """States per CPU second."""
    from verification.exploration.explore import prepared

    rates: list[float] = []
    for _ in range(runs):
        ready = prepared(_instance(model))
        found: list[Exploration] = []
        seconds = cpu(lambda ready=ready, found=found: found.append(ready.explored(None)))  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
        _check_whole(found[0])
        rates.append(found[0].states / seconds)
    return rates


def bytes_a_state(model: str) -> list[float]:
    """The bytes set aside for a state beside its own; the same in every run."""
    from verification.exploration import explore

    found = explore(_instance(model))
    _check_whole(found)
    return [found.found.overhead]


def _check_whole(found: Exploration) -> None:
    """`KeyboardInterrupt` if an exploration ended because of one: it keeps what it has, which is no measurement."""
    from verification.exploration.explore import Stopped

    if found.stopped is Stopped.INTERRUPTED:
        raise KeyboardInterrupt


def by_peer(peer: str, model: str) -> list[float]:
    """States per CPU second of another checker, run once; `FoggError` if it is not installed or counts otherwise."""
    from spec.language.errors import FoggError
    from verification.export import model as exported
    from verification.export.checkers import count

    known = {"8puzzle": 181_440, "cube": 3_674_160}[model]
    found = count(peer, exported(_instance(model)))
    if found.states != known:
        raise FoggError(f"{peer} counts {found.states} states of the {model} instead of {known}")
    return [found.rate]


def installed(peer: str) -> bool:
    """Whether another checker can be run here."""
    from verification.export.checkers import missing

    return not missing(peer)
