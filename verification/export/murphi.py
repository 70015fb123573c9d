"""Models in Murphi, for Rumur and CMurphi: one rule for each move. Chance is free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from spec.language.board import Printed
from spec.language.nodes import Op
from spec.language.state import Field
from spec.language.tape import Store
from spec.lowering.blocks import Block
from spec.lowering.instance import Instance
from verification.export.arrays import ArrayTerms, cells_of
from verification.export.commands import Command, Model
from verification.export.effects import Kept, effect
from verification.export.headings import heading
from verification.export.labels import labels
from verification.export.moves import Chance
from verification.export.names import Names
from verification.export.unsupported import check_numbers

RESERVED = (
    "alias aliasrule aliasstatement any array assert assume begin boolean by case choose clear const cover do "
    "else elsif end endalias endaliasrule endchoose endexists endfor endforall endfunction endif endprocedure "
    "endrecord endrule endruleset endstartstate endswitch endwhile enum error exists false for forall from "
    "function if in interleaved invariant isundefined liveness ismember multiset multisetadd multisetcount "
    "multisetremove multisetremovepred of order process procedure program property put real record return rule "
    "ruleset scalarset startstate switch then to traceuntil true type undefine union var while"
)


class Terms(ArrayTerms):
    """Expressions in Murphi."""

    def __init__(self, instance: Instance, fields: Mapping[Field, str], used: dict[str, Printed]) -> None:
        super().__init__(instance, fields, used, "=")

    def entry(self, table: Printed, place: str) -> str:
        return f"board_{table.name}({place})"

    def junction(self, op: Op, args: Iterable[str]) -> str:
        return f"({(' & ' if op is Op.AND else ' | ').join(args)})"

    def negation(self, truth: str) -> str:
        return f"!{truth}" if truth.startswith("(") else f"!({truth})"

    def choice(self, condition: str, then: str, otherwise: str) -> str:
        return f"({condition} ? {then} : {otherwise})"


def murphi(model: Model) -> str:
    """The text of a model. A store that leaves its sort is an error that the checker finds by itself.

    The function `over` tells where the game has ended, if the game says so; what is legal there is in the model too.
    `Unsupported` if a number may need more than 64 bits.
    """
    check_numbers(model, "Murphi", 64)
    return "\n".join(_lines(model)) + "\n"


def _lines(model: Model) -> Iterator[str]:
    instance, names = model.instance, Names(RESERVED, ("kept_", "board_"))
    fields = names.fields(instance)
    used: dict[str, Printed] = {}
    rules = [line for command in model.commands for line in _rule(instance, fields, used, command)]
    told = [(names(label), Terms(instance, fields, used).truth(node)) for label, node in labels(model)]
    yield from (f"-- {line}" for line in heading(model, Chance.FREE))
    yield "var"
    for field, name in fields.items():
        slots = instance.layout[field]
        array = f"array [0..{slots.cells - 1}] of " if field.index else ""
        yield f"  {name} : {array}{slots.lo}..{slots.hi};"
    for table in used.values():
        yield from _table(table, cells_of(instance, table))
    for label, text in told:
        yield f"function {label}() : boolean; begin return {text}; end;"
    yield "startstate begin"
    for field, name in fields.items():
        slots = instance.layout[field]
        for place in range(slots.cells):
            yield f"  {name}{f'[{place}]' if field.index else ''} := {instance.start[slots.offset + place]};"
    yield "end;"
    yield from rules


def _table(table: Printed, cells: Sequence[int]) -> Iterator[str]:
    """A table is a function, so that it is no part of the state; it halves what the place may be."""
    ends = [place for place, (one, next_) in enumerate(pairwise(cells)) if one != next_] + [len(cells) - 1]
    yield f"function board_{table.name}(place : 0..{len(cells) - 1}) : {min(cells)}..{max(cells)};"
    yield "begin"
    yield from _halved([(end, cells[end]) for end in ends], "  ")
    yield "end;"


def _halved(runs: Sequence[tuple[int, int]], indent: str) -> Iterator[str]:
    """Statements that return the value of the run that `place` is in; a run is its last place and its value."""
    if len(runs) == 1:
        yield f"{indent}return {runs[0][1]};"
        return
    middle = len(runs) // 2
    yield f"{indent}if place <= {runs[middle - 1][0]} then"
    yield from _halved(runs[:middle], indent + "  ")
    yield f"{indent}else"
    yield from _halved(runs[middle:], indent + "  ")
    yield f"{indent}end;"


def _rule(
    instance: Instance, fields: Mapping[Field, str], used: dict[str, Printed], command: Command
) -> Iterator[str]:
    guard = Terms(instance, fields, used).truth(command.guard)
    done, terms = effect(command.stores, instance.shape), Terms(instance, fields, used)
    words = command.words.replace('"', "'")
    yield f'rule "{words}" {guard} ==>'
    if done.kept:
        yield "var"
        yield from (f"  kept_{number} : {_limits(one)};" for number, one in enumerate(done.kept))
    yield "begin"
    yield from (f"  kept_{number} := {terms.keep(one, f'kept_{number}')};" for number, one in enumerate(done.kept))
    yield from (f"  {line}" for line in _block(terms, done.top))
    yield "end;"


def _limits(kept: Kept) -> str:
    """What a kept value may be: 0 too, where it is not computed."""
    lo, hi = kept.node.lo, kept.node.hi
    return f"{min(lo, 0)}..{max(hi, 0)}" if kept.paths else f"{lo}..{hi}"


def _block(terms: Terms, block: Block) -> Iterator[str]:
    for item in block.items:
        if isinstance(item, Store):
            index = [terms.number(one) for one in item.index]
            yield f"{terms.cell(item.field, item.index, index)} := {terms.number(item.value)};"
            continue
        assert item.condition is not None
        yield f"if {terms.truth(item.condition)} then"
        yield from (f"  {line}" for line in _block(terms, item))
        yield "end;"
