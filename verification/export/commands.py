"""What every export is written from: an instance as variables, and as commands that have no parameters any more.

A command is one action with one value for each parameter, folded. It may be done where its guard holds; its stores
read the state before, are done in order where their conditions hold, and the last one to a cell wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spec.language.actions import Action
from spec.language.nodes import Const, Node, Op, in_order
from spec.language.printing import member_text
from spec.language.sorts import Bool
from spec.language.tape import Store, Tape
from spec.language.tracing import Tracer
from spec.lowering.fixing import Fixer, fixed_stores
from spec.lowering.instance import Instance
from spec.lowering.plan import depths
from verification.export.names import digits
from verification.export.unsupported import Unsupported

MOST_ARGUMENTS = 200_000
"""An action with more arguments to be looked at than this is not exported."""


@dataclass(frozen=True, eq=False)
class Command:
    """An action with its arguments; `weight` is None for a player's move and positive wherever the guard holds."""

    action: Action
    arguments: tuple[int, ...]
    words: str
    guard: Node
    weight: Node | None
    stores: tuple[Store, ...]
    tracer: Tracer

    def roots(self) -> Iterator[Node]:
        """Every node that the command computes something of."""
        yield self.guard
        if self.weight is not None:
            yield self.weight
        for store in self.stores:
            yield from (*store.path, *store.index, store.value)

    @property
    def name(self) -> str:
        """The action's name with the numbers of its arguments."""
        return "_".join([self.action.name, *map(digits, self.arguments)])


@dataclass(frozen=True, eq=False)
class Model:
    """An instance ready to be written in another language."""

    instance: Instance
    commands: tuple[Command, ...]


def model(instance: Instance, progress: Callable[[int], None] | None = None) -> Model:
    """The commands of every action, in order; arguments whose guard folds to false have none.

    `progress` gets the number of commands so far.
    """
    found: list[Command] = []
    for action in instance.game.actions.values():
        for command in commands(instance, action):
            found.append(command)
            if progress is not None:
                progress(len(found))
    return Model(instance, tuple(found))


def commands(instance: Instance, action: Action) -> Iterator[Command]:
    """One action's commands, in the order of its arguments."""
    tape = instance.tape(action)
    for arguments, fix in _Arguments(action, tape).after((), fixer(instance)):
        tracer = fix.tracer
        weight = None
        guards = [fix(require.holds) for require in tape.requires]
        if action.chance:
            weight = tracer.node(1) if tape.weight is None else fix(tape.weight)
            guards.append(tracer.apply(Op.LT, (0, weight), Bool))
        guard = tracer.apply(Op.AND, (1, *guards), Bool)
        if not _is_false(guard):
            named = zip(action.params.items(), arguments, strict=True)
            words = ", ".join(f"{name} {member_text(sort, value, instance.data)}" for (name, sort), value in named)
            stores = fixed_stores(fix, tape.stores)
            yield Command(action, arguments, f"{action.name}({words})", guard, weight, stores, tracer)


class _Arguments:
    """What an action's parameters may be. What reads only the first few parameters is folded once for these."""

    def __init__(self, action: Action, tape: Tape) -> None:
        self.action = action
        self.tape = tape
        self.tried = 0
        conditions = [require.holds for require in tape.requires]
        if action.chance and tape.weight is not None:
            conditions.append(tape.weight)
        roots = list(tape.roots())
        depth = depths(roots)
        known = range(len(tape.params) + 1)
        self.nodes = [[node for node in in_order(roots) if depth[id(node)] == count] for count in known]
        self.checks = [[node for node in conditions if depth[id(node)] == count] for count in known]

    def after(self, known: tuple[int, ...], fix: Fixer) -> Iterator[tuple[tuple[int, ...], Fixer]]:
        """Every choice of arguments that goes on from the `known` ones and that no condition refuses in all states.

        `fix` knows these arguments.
        """
        self.tried += 1
        if self.tried > MOST_ARGUMENTS:
            raise Unsupported(self.action, f"its parameters have more than {MOST_ARGUMENTS} values together")
        if any(_is_false(fix.tracer.apply(Op.LT, (0, fix(check)), Bool)) for check in self.checks[len(known)]):
            return
        if len(known) == len(self.tape.params):
            yield known, fix
            return
        for node in self.nodes[len(known)]:
            fix(node)
        param = self.tape.params[len(known)]
        if param.hi - param.lo >= MOST_ARGUMENTS:
            raise Unsupported(self.action, f"{param.name} has {param.hi - param.lo + 1} values")
        for value in range(param.lo, param.hi + 1):
            yield from self.after((*known, value), fix.bound(param.position, value))


def fixer(instance: Instance, arguments: tuple[int, ...] = ()) -> Fixer:
    """Folds nodes of the instance's tapes, with values for the leading parameters."""
    return Fixer(instance.all_choices, instance.data, instance.shape, dict(enumerate(arguments)))


def _is_false(node: Node) -> bool:
    return isinstance(node, Const) and not node.value

