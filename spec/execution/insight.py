"""What somebody can say of a move: legal or illegal whatever is hidden, or depending on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.execution.hinges import HiddenThing, Hinge
from spec.execution.knowing import Known, World, Worlds, end_of_game, is_surely, ranges_of, worlds
from spec.execution.ranges import NOTHING, Amount, Asked, Range, Ranges
from spec.execution.reasons import ENDED
from spec.execution.refusals import Broken
from spec.execution.seeing import HIDDEN
from spec.execution.verdicts import Verdict
from spec.language.actions import Action
from spec.language.nodes import Node
from spec.language.rules import Rule
from spec.language.sorts import Named
from spec.language.state import Sight
from spec.language.tape import Require, Tape
from spec.lowering.executor import Move

Args = tuple[Range, ...]
"""The parameters of a move, each from the smallest to the largest that it can be."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What can be said of a move: `broken` are the rules that it breaks in every possible case; `hinge` what decides
    if it depends, and what decides which rules it breaks if there is none that it always breaks."""

    verdict: Verdict
    broken: tuple[Broken, ...] = ()
    hinge: Hinge | None = None


def exactly(move: Move) -> Args:
    """The parameters of a move that is known."""
    return tuple((one, one) for one in move[1:])


def finding(known: Known, number: int, args: Args) -> Finding:
    """What a viewer can say of a move of action `number`.

    A requirement that hinges on something hidden makes the move depend on it. The weight of a chance move does not,
    nor what it requires of what nobody sees, such as which cards have been dealt: what chance has done out of sight is
    taken as it was seen, unless it cannot be.
    """
    action = known.table.executor.actions[number]
    ranges, tape = ranges_of(known.table, action)
    wider = ranges.amounts(known.cells, args)
    found = worlds(known, ranges, _by_rule(tape), args)
    maybe, always = _failing(found, ranges, tape)
    broken = [_said(known, tape.requires[one], ranges, wider) for one in always]
    broken += [Broken(rule, rule.says) for rule in _always_somehow(found, ranges, tape, always)]
    if action.chance and tape.weight is not None and ranges.of(wider, tape.weight)[1] <= 0:
        broken.append(Broken(action.rule, f"this cannot happen by chance here ({action.rule.says})"))
    if broken:
        return Finding(Verdict.ILLEGAL, tuple(dict.fromkeys(broken)))
    end = _at_the_end(known)
    can_happen = any(not _fails(one, ranges, tape) for one in found.parts)
    if not maybe or (can_happen and action.chance and _nobody_sees(known, found.asked)):
        return end
    said = [_said(known, tape.requires[one], ranges, wider) for one in maybe]
    hinge = Hinge(*_decides(known, action, found.asked), tuple(dict.fromkeys([*said, *end.broken])))
    can_be_legal = end.verdict is not Verdict.ILLEGAL and can_happen
    return Finding(Verdict.DEPENDS if can_be_legal else Verdict.ILLEGAL, (), hinge)


def is_surely_legal(known: Known, number: int, args: Args) -> bool:
    """Whether a viewer would find a move legal; quicker than a finding, as it needs no reasons."""
    action = known.table.executor.actions[number]
    if action.chance:
        return finding(known, number, args).verdict is Verdict.LEGAL
    ranges, tape = ranges_of(known.table, action)
    if not is_surely(known, ranges, [require.holds for require in tape.requires], args):
        return False
    return _at_the_end(known).verdict is Verdict.LEGAL


def may_happen(known: Known, number: int, args: Args) -> Iterator[Move]:
    """The moves within ranges of the parameters that nothing known rules out, in the order of the executor."""
    action = known.table.executor.actions[number]
    ranges, tape = ranges_of(known.table, action)
    waiting: list[tuple[Args, Sequence[Amount]]] = [(args, ranges.amounts(known.cells, args))]
    while waiting:
        some, amounts = waiting.pop()
        weight = ranges.of(amounts, tape.weight)[1] if action.chance and tape.weight is not None else 1
        if weight <= 0 or any(ranges.of(amounts, require.holds)[1] == 0 for require in tape.requires):
            continue
        open_ = next((place for place, (lo, hi) in enumerate(some) if lo < hi), None)
        if open_ is None:
            yield (number, *(lo for lo, _ in some))
            continue
        lo, hi = some[open_]
        for half in (((lo + hi) // 2 + 1, hi), (lo, (lo + hi) // 2)):
            narrower = (*some[:open_], half, *some[open_ + 1:])
            waiting.append((narrower, ranges.amounts(known.cells, narrower, amounts)))


def anything(known: Known, number: int) -> Args:
    """The ranges of an action's parameters when nothing is said of them."""
    tape = ranges_of(known.table, known.table.executor.actions[number])[1]
    return tuple((param.lo, param.hi) for param in tape.params)


def hidden_thing(known: Known, slot: int) -> HiddenThing:
    """What a hidden cell is part of: its field, and its owner if its first index is a player."""
    table = known.table
    for slots in table.instance.layout.values():
        if slots.offset <= slot < slots.offset + slots.cells:
            if slots.field.index[:1] != (Named(table.game.players),):
                return HiddenThing(slots.field.name, "")
            seat = next(index[0] for index in slots.indices() if slots.slot(index) == slot)
            return HiddenThing(slots.field.name, table.players[seat])
    raise IndexError(f"a row has no slot {slot}")


def _at_the_end(known: Known) -> Finding:
    """What is to be said of a move that breaks no rule: it is legal, unless the game has ended."""
    over = end_of_game(known.table)
    if over is None:
        return Finding(Verdict.LEGAL)
    ranges, tape = ranges_of(known.table, over)
    if tape.result is None:
        return Finding(Verdict.LEGAL)
    found = worlds(known, ranges, [[tape.result]], ())
    amounts = [ranges.of(part.amounts, tape.result) for part in found.parts]
    ended = (Broken(ENDED, "the game has ended"),)
    if all(hi == 0 for _, hi, _ in amounts):
        return Finding(Verdict.LEGAL)
    if all(lo for lo, _, _ in amounts):
        return Finding(Verdict.ILLEGAL, ended)
    return Finding(Verdict.DEPENDS, (), Hinge(*_decides(known, None, found.asked), ended))


def _failing(found: Worlds, ranges: Ranges, tape: Tape) -> tuple[list[int], list[int]]:
    """The places of the requirements that fail in some possible case, and of those that fail in every one."""
    maybe: list[int] = []
    always: list[int] = []
    for place, require in enumerate(tape.requires):
        holds = [ranges.of(part.amounts, require.holds) for part in found.parts]
        if any(lo == 0 for lo, _, _ in holds):
            (always if all(hi == 0 for _, hi, _ in holds) else maybe).append(place)
    return maybe, always


def _always_somehow(found: Worlds, ranges: Ranges, tape: Tape, always: Sequence[int]) -> Iterator[Rule]:
    """The rules that are broken in every possible case, though now by this requirement and now by that."""
    said = {tape.requires[one].rule for one in always}
    for rule, holds in zip(dict.fromkeys(require.rule for require in tape.requires), _by_rule(tape), strict=True):
        if rule not in said and all(any(ranges.of(one.amounts, node)[1] == 0 for node in holds) for one in found.parts):
            yield rule


def _by_rule(tape: Tape) -> list[list[Node]]:
    """What an action requires, by rules in the order of the tape."""
    found: dict[Rule, list[Node]] = {}
    for require in tape.requires:
        found.setdefault(require.rule, []).append(require.holds)
    return list(found.values())


def _nobody_sees(known: Known, asked: Sequence[Asked]) -> bool:
    """Whether nobody at the table sees any of the cells that were asked about."""
    slots = [one for one in asked if one >= 0]
    return all(
        layout.field.sight is Sight.NOBODY for layout in known.table.instance.layout.values()
        if any(layout.offset <= one < layout.offset + layout.cells for one in slots)
    )


def _fails(part: World, ranges: Ranges, tape: Tape) -> bool:
    """Whether the move is illegal all over a part of what is possible."""
    return any(ranges.of(part.amounts, require.holds)[1] == 0 for require in tape.requires)


def _said(known: Known, require: Require, ranges: Ranges, amounts: Sequence[Amount]) -> Broken:
    """A broken rule in words, with what is not known left open."""
    if not require.because:
        return Broken(require.rule, require.rule.says)
    texts = {}
    for shown in require.shown:
        lo, _, asked = ranges.of(amounts, shown.node)
        texts[shown.name] = HIDDEN if asked != NOTHING else known.table.names.title(shown.node.sort, lo)
    return Broken(require.rule, require.because.format(**texts))


def _decides(known: Known, action: Action | None, asked: Sequence[Asked]) -> tuple[
    tuple[HiddenThing, ...], tuple[str, ...]
]:
    """What was asked to find out: each hidden thing and each hidden parameter once, in the order of the state."""
    things = dict.fromkeys(hidden_thing(known, slot) for slot in sorted(one for one in asked if one >= 0))
    names = list(action.params) if action is not None else []
    return tuple(things), tuple(names[-1 - one] for one in sorted((one for one in asked if one < 0), reverse=True))
