"""What may come about in a game: a reading or a claim about a state, for some or for given values of its parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product

from spec.language.actions import Declared, Kind, Property
from spec.language.errors import Malformed
from spec.language.sorts import BoolSort
from spec.lowering.instance import Instance, Row
from spec.lowering.llvm import LlvmExecutor


@dataclass(frozen=True, eq=False)
class Event:
    """That a reading or claim holds of a state for one of `arguments`, or that its number is in `wanted`.

    `wanted` is from its first to its last number, both included; None for a truth.
    """

    declared: Declared
    arguments: tuple[tuple[int, ...], ...]
    wanted: tuple[int, int] | None = None

    def holds(self, executor: LlvmExecutor, row: Row) -> bool:
        """Whether it has come about in a state."""
        values = (executor.read(self.declared.name, row, one) for one in self.arguments)
        if self.wanted is None:
            return any(values)
        least, most = self.wanted
        return any(least <= value <= most for value in values)


def event(
    instance: Instance, name: str, arguments: Sequence[int] = (), *, at_least: int | None = None,
    at_most: int | None = None,
) -> Event:
    """The event of a name; without arguments that it holds for some values of the parameters.

    `at_least` and `at_most` say which numbers of a reading are meant. `Malformed` if there is nothing of that name, if
    it is no claim about one state, or if arguments are missing, too many or out of range.
    """
    game = instance.game
    declared = game.readings.get(name) or game.properties.get(name)
    claims = [one.name for one in game.properties.values() if _is_of_states(one)]
    if declared is None or not _is_of_states(declared):
        what = f"{name} is no claim about one state" if declared else f"{game.title} has nothing called {name!r}"
        raise Malformed.one(what, _remedy(name, [*game.readings], claims))
    params = instance.tape(declared).params
    if arguments and len(arguments) != len(params):
        raise Malformed.one(f"{name} has {len(params)} parameters, and {len(arguments)} were given",
                            f"give {' '.join(declared.params)}, or none for any of their values")
    _check_wanted(instance, declared, at_least, at_most)
    for param, value in zip(params, arguments, strict=False):
        if not param.lo <= value <= param.hi:
            raise Malformed.one(f"{param.name} is {value}, not {param.lo}..{param.hi}")
    every = product(*(range(param.lo, param.hi + 1) for param in params))
    given = (tuple(arguments),) if arguments else tuple(every)
    wanted = None
    if at_least is not None or at_most is not None:
        wanted = -(2**62) if at_least is None else at_least, 2**62 if at_most is None else at_most
    return Event(declared, given, wanted)


def _remedy(name: str, readings: list[str], claims: list[str]) -> str:
    """What may be asked for instead: the nearest of all, and all readings; claims are too many for a line."""
    if not (readings or claims):
        return "declare a reading"
    close = get_close_matches(name, [*readings, *claims], n=1)
    nearest = f"did you mean {close[0]!r}? " if close else ""
    kinds = ([f"its readings are {', '.join(readings)}"] if readings else []) + (
        ["its claims about states may be asked for too, such as " + claims[0]] if claims else []
    )
    return nearest + "; ".join(kinds)


def _check_wanted(instance: Instance, declared: Declared, at_least: int | None, at_most: int | None) -> None:
    """`Malformed` unless a number, and no truth, is asked for by some range that is not empty."""
    result = instance.tape(declared).result
    assert result is not None, "a reading or claim has a result"
    is_truth = isinstance(result.sort, BoolSort)
    if is_truth and not {at_least, at_most} <= {None, 0, 1}:
        raise Malformed.one(f"{declared.name} holds (1) or does not (0), it is no other number",
                            "ask for at most 0 to know how likely it fails")
    if not is_truth and (result.lo, result.hi) != (0, 1) and at_least is None and at_most is None:
        raise Malformed.one(f"{declared.name} is a number", "say how much it has to be at least, or at most")
    if at_least is not None and at_most is not None and at_least > at_most:
        raise Malformed.one(f"no number is at least {at_least} and at most {at_most}", "change one of them")


def _is_of_states(declared: Declared) -> bool:
    return not isinstance(declared, Property) or declared.kind in (Kind.INVARIANT, Kind.REACHABLE)
