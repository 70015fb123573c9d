"""Models in the PRISM language, for PRISM and Storm: one module, one command for each move, one for all of chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from spec.language.nodes import Load, Lookup, Op
from verification.export.commands import Model
from verification.export.expressions import Expressions
from verification.export.headings import heading
from verification.export.labels import labels
from verification.export.moves import Chance, Written, of_chance, written
from verification.export.names import Cell, Names
from verification.export.unsupported import check_numbers

RESERVED = (
    "A bool clock const ctmc C double dtmc E endinit endinvariant endmodule endobservables endrewards endsystem "
    "false formula filter func F global G init invariant I int label max mdp min module X nondeterministic "
    "observable observables of Pmax Pmin P pomdp popta probabilistic prob pta rate rewards Rmax Rmin R S smg "
    "stochastic system true U W ctmdp ma marked floor ceil pow mod log round player endplayer deadlock"
)


class Terms(Expressions[str]):
    """Expressions in PRISM."""

    def __init__(self, cells: Mapping[Cell, str]) -> None:
        super().__init__()
        self.cells = cells

    def constant(self, value: int) -> str:
        return str(value) if value >= 0 else f"({value})"

    def known_truth(self, value: bool) -> str:
        return "true" if value else "false"

    def load(self, node: Load, index: Sequence[str]) -> str:
        return self.cells[node.field, tuple(one.lo for one in node.index)]

    def lookup(self, node: Lookup, index: Sequence[str]) -> str:
        raise AssertionError("no table is left among scalars")

    def operation(self, op: Op, a: str, b: str) -> str:
        match op:
            case Op.DIV:
                return f"floor({a} / {b})"
            case Op.MOD | Op.MIN | Op.MAX:
                return f"{_NAMES[op]}({a}, {b})"
            case _:
                return f"({a} {op.value} {b})"

    def junction(self, op: Op, args: Iterable[str]) -> str:
        return f"({(' & ' if op is Op.AND else ' | ').join(args)})"

    def negation(self, truth: str) -> str:
        return f"!{truth}" if truth.startswith("(") else f"!({truth})"

    def choice(self, condition: str, then: str, otherwise: str) -> str:
        return f"({condition} ? {then} : {otherwise})"


_NAMES = {Op.MOD: "mod", Op.MIN: "min", Op.MAX: "max"}


def prism(model: Model, chance: Chance = Chance.WEIGHTED) -> str:
    """The text of a model: a DTMC if chance decides everything and is weighted, otherwise an MDP.

    A state without a move is a deadlock of the module. `label "over"` tells where the game has ended, if the game
    says so; moves that are legal there are in the model too.
    `Unsupported` if a number may need more bits than a double holds, or if an effect is too long without names.
    """
    check_numbers(model, "PRISM", 53)
    return "\n".join(_lines(model, chance)) + "\n"


def _lines(model: Model, chance: Chance) -> Iterator[str]:
    names = Names(RESERVED)
    module = names(model.instance.game.id)
    cells = names.cells(model.instance)
    chosen, drawn = of_chance(written(model, lambda: Terms(cells)), chance)
    yield from (f"// {line}" for line in heading(model, chance))
    yield "dtmc" if drawn and not chosen else "mdp"
    yield ""
    own, whole = names.each(f"weight_of_{move.command.name}" for move in drawn), names("weights")
    for name, move in zip(own, drawn, strict=True):
        yield f"formula {name} = ({move.guard} ? {move.share} : 0);"
    if drawn:
        yield f"formula {whole} = {' + '.join(own)};"
    yield f"module {module}"
    for (field, at), name in cells.items():
        slots = model.instance.layout[field]
        yield f"  {name} : [{slots.lo}..{slots.hi}] init {model.instance.start[slots.slot(at)]};"
    for move in chosen:
        yield f"  // {move.command.words}"
        yield f"  [{names(move.command.name)}] {move.guard} -> {_updates(cells, move)};"
    if drawn:
        yield f"  [{names('chance')}] {whole} > 0 ->"
        for number, (move, share) in enumerate(zip(drawn, own, strict=True)):
            yield f"    // {move.command.words}"
            yield f"    {'+ ' if number else ''}{share} / {whole} : {_updates(cells, move)}"
        yield "  ;"
    yield "endmodule"
    for label, node in labels(model):
        yield f'label "{label}" = {Terms(cells).truth(node)};'


def _updates(cells: Mapping[Cell, str], move: Written[str]) -> str:
    return " & ".join(f"({cells[cell]}' = {value})" for cell, value in move.updates) or "true"
