"""Commands, single variables and statements mean what the reference executor does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from fogg.setup import find_game, small_board, table
from spec.execution.playing import draw
from spec.language.nodes import MEANING, Apply, Const, Load, Lookup, Node
from spec.language.tape import Store
from spec.lowering.blocks import Block
from spec.lowering.instance import Instance, Row
from spec.lowering.python import PythonExecutor
from tests.lowering import corners
from tests.models import hanoi, tic_tac_toe
from tests.oracles import twists
from verification.export import Model, Unsupported, model, written_model
from verification.export.commands import Command
from verification.export.effects import effect
from verification.export.scalars import Scalars


def of_80_days() -> Instance:
    game = find_game("eighty_days")
    return table(game, small_board(game), 2).instance


INSTANCES: dict[str, Callable[[], Instance]] = {
    "twists": lambda: twists.INSTANCE,
    "tic-tac-toe": lambda: Instance(tic_tac_toe.MODEL, 2),
    "80 days": of_80_days,
}
each = pytest.mark.parametrize("name", INSTANCES)


@cache
def exported(name: str) -> Model:
    return model(INSTANCES[name]())


def rows(instance: Instance, count: int) -> Iterator[Row]:
    """States of random games, chance by its weights."""
    executor, rng, row = PythonExecutor(instance), random.Random(4), list(instance.start)
    for _ in range(count):
        yield row
        moves, weights = executor.legal_and_weights(row)
        if not moves:
            row = list(instance.start)
            continue
        row = executor.apply(row, moves[draw(weights, rng)] if weights else rng.choice(moves))


class Values:
    """The plainest meaning of a node of a row, each part when it is asked for; what is `kept` is not computed."""

    def __init__(self, instance: Instance, row: Sequence[int]) -> None:
        self.instance = instance
        self.row = row
        self.kept: dict[int, int] = {}

    def __call__(self, node: Node) -> int:
        return self.kept[id(node)] if id(node) in self.kept else self.computed(node)

    def computed(self, node: Node) -> int:
        """The value of a node that is not kept."""
        match node:
            case Const(value=value):
                return value
            case Load(field=field, index=index):
                return self.row[self.instance.layout[field].slot([self(one) for one in index])]
            case Lookup(table=table_, index=index):
                return self.instance.look_up(table_, tuple(self(one) for one in index))
            case Apply(op=op, args=args) if op.name == "ITE":
                return self(args[1]) if self(args[0]) else self(args[2])
            case Apply(op=op, args=args) if op.name in ("AND", "OR"):
                decided = op.name == "OR"
                return int(decided if any(bool(self(one)) is decided for one in args) else not decided)
            case Apply(op=op, args=args):
                return MEANING[op](*(self(one) for one in args))
            case _:
                raise AssertionError(f"{node} is open in a command")


class Remembered(Values):
    """The same of a row that does not change: everything is kept."""

    def __call__(self, node: Node) -> int:
        if id(node) not in self.kept:
            self.kept[id(node)] = self.computed(node)
        return self.kept[id(node)]


def moves_of(found: Model, row: Row) -> list[tuple[tuple[int, ...], Command]]:
    """The commands whose guards hold, with the moves that they are."""
    numbers = list(found.instance.game.actions.values())
    value = Remembered(found.instance, row)
    return [((numbers.index(one.action), *one.arguments), one) for one in found.commands if value(one.guard)]


@each
def test_commands_are_the_legal_moves(name: str) -> None:
    """In every state the commands whose guards hold are the legal moves, in order, with the same weights."""
    found = exported(name)
    executor = PythonExecutor(found.instance)
    for row in rows(found.instance, 25):
        legal, weights = executor.legal_and_weights(row)
        commands = moves_of(found, row)
        assert [move for move, _ in commands] == legal
        ours = [Values(found.instance, row)(one.weight) for _, one in commands if one.weight is not None]
        assert ours == weights


@each
def test_single_variables(name: str) -> None:
    """The new values of single variables are the state after the move; the guard reads no computed index any more."""
    found = exported(name)
    executor = PythonExecutor(found.instance)
    for row in rows(found.instance, 12):
        for move, command in moves_of(found, row):
            scalars = Scalars(found.instance, command.tracer)
            value, after = Remembered(found.instance, row), list(row)
            assert value(scalars(command.guard))
            for (field, at), node in scalars.updates(command).items():
                after[found.instance.layout[field].slot(at)] = value(node)
            assert after == executor.apply(row, move)


@each
def test_statements(name: str) -> None:
    """Done one after the other, in place, the statements lead to the state after the move."""
    found = exported(name)
    executor = PythonExecutor(found.instance)
    for row in rows(found.instance, 25):
        for move, command in moves_of(found, row):
            done, now = effect(command.stores, found.instance.shape), list(row)
            value = Values(found.instance, now)
            for one in done.kept:
                if not one.paths or any(all(value(node) for node in path) for path in one.paths):
                    value.kept[id(one.node)] = value(one.node)
            _do(done.top, value, now)
            assert now == executor.apply(row, move)


def _do(block: Block, value: Values, now: Row) -> None:
    for item in block.items:
        if isinstance(item, Store):
            slot = value.instance.layout[item.field].slot([value(one) for one in item.index])
            now[slot] = value(item.value)
        elif item.condition is None or value(item.condition):
            _do(item, value, now)


def test_swaps_keep_what_is_overwritten() -> None:
    """Two cells that change places: the first is kept before it is overwritten."""
    swap = next(one for one in exported("twists").commands if one.action.name == "swap")
    assert [str(node.node.field) for node in effect(swap.stores, twists.INSTANCE.shape).kept
            if isinstance(node.node, Load)] == ["full"]


def test_impossible_arguments_have_no_command() -> None:
    """Arguments that no state allows are left out: every command of the towers is a move of some game."""
    instance = Instance(hanoi.MODEL, 1, hanoi.discs(1))
    executor = PythonExecutor(instance)
    legal = {move[1:] for row in rows(instance, 60) for move in executor.legal(row)}
    assert sorted(one.arguments for one in model(instance).commands) == sorted(legal)


def test_too_many_arguments_are_told() -> None:
    """An action with a million times a million arguments is refused by name and line, before all are tried."""
    with pytest.raises(Unsupported, match=r"corners\.py:\d+: name_it cannot be exported: a has 1048577 values"):
        model(Instance(corners.MODEL, 2))


def test_too_long_effects_are_told() -> None:
    """A language without names for values refuses an effect that would fill pages."""
    with pytest.raises(Unsupported, match=r"cannot be exported: its effect has \d+ parts"):
        written_model(exported("80 days"), "prism")
