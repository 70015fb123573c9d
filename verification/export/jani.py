"""Models in JANI, for the Modest tools, Storm and Momba: one automaton with one location, one edge for each move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from spec.language.nodes import Load, Lookup, Op
from verification.export.commands import Model
from verification.export.expressions import Expressions
from verification.export.headings import heading
from verification.export.labels import labels
from verification.export.moves import KEPT, Chance, Written, of_chance, written
from verification.export.names import Cell, Names
from verification.export.unsupported import check_numbers

Json = Any
"""What `json` writes: here numbers, truths, names, and objects of them."""

_HERE = "play"
_AND, _OR = "∧", "∨"  # noqa: RUF001  # JANI's own sign, no letter


class Terms(Expressions[Json]):
    """Expressions in JANI; equal parts may be one object."""

    def __init__(self, cells: Mapping[Cell, str]) -> None:
        super().__init__()
        self.cells = cells

    def constant(self, value: int) -> Json:
        return value

    def known_truth(self, value: bool) -> Json:
        return value

    def load(self, node: Load, index: Sequence[Json]) -> Json:
        return self.cells[node.field, tuple(one.lo for one in node.index)]

    def lookup(self, node: Lookup, index: Sequence[Json]) -> Json:
        raise AssertionError("no table is left among scalars")

    def operation(self, op: Op, a: Json, b: Json) -> Json:
        if op is Op.DIV:
            return {"op": "floor", "exp": _both("/", a, b)}
        return _both(_SIGNS[op], a, b)

    def junction(self, op: Op, args: Iterable[Json]) -> Json:
        return joined(_AND if op is Op.AND else _OR, list(args))

    def negation(self, truth: Json) -> Json:
        return {"op": "¬", "exp": truth}

    def choice(self, condition: Json, then: Json, otherwise: Json) -> Json:
        return {"op": "ite", "if": condition, "then": then, "else": otherwise}


_SIGNS = {
    Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.MOD: "%", Op.MIN: "min", Op.MAX: "max", Op.EQ: "=", Op.LT: "<",
    Op.LE: "≤",
}


def _both(sign: str, left: Json, right: Json) -> Json:
    return {"op": sign, "left": left, "right": right}


def joined(sign: str, parts: Sequence[Json]) -> Json:
    """Parts joined by an operation of two, as flat as can be."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return _both(sign, joined(sign, parts[:middle]), joined(sign, parts[middle:]))


def jani(model: Model, chance: Chance = Chance.WEIGHTED) -> str:
    """The text of a model: a DTMC if chance decides everything and is weighted, otherwise an MDP.

    The transient variable `over` tells where the game has ended, if the game says so; moves that are legal there are
    in the model too. `Unsupported` if a number may need more bits than a double holds.
    """
    check_numbers(model, "JANI", 53)
    return json.dumps(_model(model, chance), ensure_ascii=False, separators=(",", ":")) + "\n"


def _model(model: Model, chance: Chance) -> Json:
    names, actions = Names(prefixes=(KEPT,)), Names()
    game = names(model.instance.game.id)
    cells = names.cells(model.instance)
    chosen, drawn = of_chance(written(model, lambda: Terms(cells), str), chance)
    told = [(names(label), Terms(cells).truth(node)) for label, node in labels(model)]
    edges = [
        {"location": _HERE, "action": actions(move.command.name), "comment": move.command.words,
         "guard": {"exp": move.guard}, "destinations": [_destination(cells, move)]}
        for move in chosen
    ]
    if drawn:
        edges.append(_drawn(cells, drawn, actions("chance")))
    kept: dict[str, tuple[int, int]] = {}
    for one in (one for move in (*chosen, *drawn) for one in move.kept):
        lo, hi = kept.get(one.name, (0, 0))
        kept[one.name] = min(lo, one.lo), max(hi, one.hi)
    performed = [edge["action"] for edge in edges]
    return {
        "jani-version": 1,
        "name": game,
        "metadata": {"description": "\n".join(heading(model, chance))},
        "type": "dtmc" if drawn and not chosen else "mdp",
        "features": ["derived-operators"],
        "actions": [{"name": name} for name in performed],
        "variables": [
            _variable(name, slots.lo, slots.hi, model.instance.start[slots.slot(at)])
            for (field, at), name in cells.items() for slots in [model.instance.layout[field]]
        ] + [_variable(name, lo, hi, 0) for name, (lo, hi) in kept.items()]
        + [{"name": name, "type": "bool", "transient": True, "initial-value": False} for name, _ in told],
        "automata": [{
            "name": game,
            "locations": [{"name": _HERE, "transient-values": [{"ref": name, "value": exp} for name, exp in told]}],
            "initial-locations": [_HERE],
            "edges": edges,
        }],
        "system": {"elements": [{"automaton": game}],
                   "syncs": [{"synchronise": [name], "result": name} for name in performed]},
        "properties": [],
    }


def _variable(name: str, lo: int, hi: int, start: int) -> Json:
    limits = {"kind": "bounded", "base": "int", "lower-bound": lo, "upper-bound": hi}
    return {"name": name, "type": limits, "initial-value": start}


def _destination(cells: Mapping[Cell, str], move: Written[Json], probability: Json = 1) -> Json:
    """Values are kept one after the other, then everything changes at once, and then nothing is kept any more."""
    order = len(move.kept)
    assignments = [{"ref": one.name, "value": one.value, "index": place} for place, one in enumerate(move.kept)]
    assignments += [{"ref": cells[cell], "value": value, "index": order} for cell, value in move.updates]
    assignments += [{"ref": one.name, "value": 0, "index": order + 1} for one in move.kept]
    return {"location": _HERE, "probability": {"exp": probability}, "assignments": assignments}


def _drawn(cells: Mapping[Cell, str], drawn: Sequence[Written[Json]], action: str) -> Json:
    """All moves of chance as one edge: each by its weight where it may happen, over the sum of these."""
    shares = [{"op": "ite", "if": move.guard, "then": move.share, "else": 0} for move in drawn]
    whole = joined("+", shares)
    return {
        "location": _HERE, "action": action, "guard": {"exp": joined(_OR, [move.guard for move in drawn])},
        "destinations": [
            {**_destination(cells, move, _both("/", share, whole)), "comment": move.command.words}
            for move, share in zip(drawn, shares, strict=True)
        ],
    }
