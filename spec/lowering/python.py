"""Tape to Python source: the reference executor. Readable, inspectable, and the referee of every other lowering."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from spec.language.actions import Declared
from spec.language.errors import SpecError
from spec.language.nodes import Const, Node, Param, in_order
from spec.language.tape import Tape
from spec.lowering.executor import NO_CHANCE, Executor, Move
from spec.lowering.instance import Instance, Row
from spec.lowering.plan import plan
from spec.lowering.python_apply import apply_source
from spec.lowering.python_source import Source

Function = Callable[..., Any]


class PythonExecutor(Executor):
    """Runs the generated source of each action, compiled when it is first asked for."""

    def legal(self, row: Sequence[int]) -> list[Move]:
        return self.legal_and_weights(row)[0]

    def legal_and_weights(self, row: Sequence[int]) -> tuple[list[Move], list[int]]:
        """Every legal move, and the weights of the chance moves among them (which come in the same order)."""
        moves: list[Move] = []
        weights: list[int] = []
        self._legal(row, moves, weights)
        return moves, weights

    def broken(self, row: Sequence[int], move: Move) -> tuple[int, ...]:
        return self._function(("broken", move[0]))(row, *move[1:])  # type: ignore[no-any-return]  # generated

    def weight(self, row: Sequence[int], move: Move) -> int:
        return self._function(("weight", move[0]))(row, *move[1:])  # type: ignore[no-any-return]  # generated

    def apply(self, row: Sequence[int], move: Move) -> Row:
        return self._function(("apply", move[0]))(row, *move[1:])  # type: ignore[no-any-return]  # generated

    def shown(self, row: Sequence[int], move: Move, requirement: int) -> tuple[int, ...]:
        """The values that a requirement's message shows, in its order."""
        return self._function(("shown", move[0], requirement))(row, *move[1:])  # type: ignore[no-any-return]

    def read(self, name: str, row: Sequence[int], args: Sequence[int] = (), after: Sequence[int] = ()) -> int:
        return int(self._function(("read", name))(row, after, *args))

    def learn(self, declared: Declared) -> None:
        """Answer `read` for a reading or property that the game itself does not declare."""
        self._functions["read", declared.name] = compiled_value(self.instance, self.instance.tape(declared))

    @cached_property
    def _legal(self) -> Function:
        lines = ["def legal(s, moves, weights):"]
        enumerators: dict[str, Function] = {}
        opened = ""
        for number, action in enumerate(self.actions):
            first, function = self._enumerator(number)
            enumerators[f"legal_{action.name}"] = function
            if first != opened and first:
                lines.append(f"    if {first}:")
            opened = first
            indent = "        " if first else "    "
            lines.append(f"{indent}legal_{action.name}(s, moves, weights)")
        return _executed(self.instance, "\n".join(lines), "legal", enumerators)

    def _enumerator(self, number: int) -> tuple[str, Function]:
        """The function that enumerates an action's legal moves, and its first condition on the state alone."""
        def make() -> tuple[str, Function]:
            first, lines = legal_source(self.instance, tape, number, self._is_chance(number))
            return first, _executed(self.instance, "\n".join(lines), f"legal_{tape.name}")

        tape = self._tape(number)
        return self.instance.shared.kept((tape, "legal"), make)

    def source(self, key: tuple[Any, ...]) -> str:
        """The source of one function: ("legal" | "broken" | "weight" | "apply", number), ("shown", number,
        requirement) or ("read", name)."""
        match key:
            case ("legal", int(number)):
                return "\n".join(legal_source(self.instance, self._tape(number), number, self._is_chance(number))[1])
            case ("broken", int(number)):
                return broken_source(self.instance, self._tape(number), self._is_chance(number))
            case ("weight", int(number)):
                tape = self._tape(number)
                return value_source(self.instance, tape, "weight", tape.weight)
            case ("apply", int(number)):
                return apply_source(self.instance, self._tape(number))
            case ("shown", int(number), int(requirement)):
                tape = self._tape(number)
                require = next(one for one in tape.requires if one.number == requirement)
                return tuple_source(self.instance, tape, "shown", [one.node for one in require.shown])
            case ("read", str(name)):
                tape = self.instance.tape(self._declared(name))
                return value_source(self.instance, tape, "read", tape.result)
            case _:
                raise KeyError(key)

    def _function(self, key: tuple[Any, ...]) -> Function:
        found = self._functions.get(key)
        if found is None:
            tape = self.instance.tape(self._declared(key[1])) if key[0] == "read" else self._tape(key[1])
            found = self._functions[key] = self.instance.shared.kept((tape, key), lambda: self._compiled(key))
        return found

    def _compiled(self, key: tuple[Any, ...]) -> Function:
        source = self.source(key)
        return _executed(self.instance, source, source[len("def "):source.index("(")])

    @cached_property
    def _functions(self) -> dict[tuple[Any, ...], Function]:
        return {}

    def _tape(self, number: int) -> Tape:
        return self.instance.tape(self.actions[number])

    def _is_chance(self, number: int) -> bool:
        return self.actions[number].chance

    def _declared(self, name: str) -> Declared:
        game = self.instance.game
        return game.readings.get(name) or game.properties[name]


def compiled_value(instance: Instance, tape: Tape) -> Function:
    """A function of two rows (before and after) and the parameters that gives a tape's result."""
    source = value_source(instance, tape, "read", tape.result)
    return _executed(instance, source, f"read_{tape.name}")


def compiled_values(instance: Instance, tape: Tape, nodes: list[Node]) -> Function:
    """A function of a row and the parameters that gives the value of each of some nodes of a tape."""
    return _executed(instance, tuple_source(instance, tape, "values", nodes), f"values_{tape.name}")


def _executed(
    instance: Instance, source: str, name: str, known: Mapping[str, Function] = MappingProxyType({})
) -> Function:
    scope: dict[str, Any] = {"SpecError": SpecError, **known}
    scope.update((f"T_{table}", cells) for table, cells in instance.data.tables.items())
    exec(compile(source, f"<{instance.game.id} {name}>", "exec"), scope)
    function: Function = scope[name]
    return function


def _signature(tape: Tape, *leading: str) -> str:
    return ", ".join([*leading, *(f"p_{param.name}" for param in tape.params)])


def legal_source(instance: Instance, tape: Tape, number: int, chance: bool) -> tuple[str, list[str]]:
    """The lines that enumerate an action's legal moves, and its first condition on the state alone."""
    if chance and isinstance(tape.weight, Const) and tape.weight.value <= 0:
        return "", [f"def legal_{tape.name}(s, moves, weights):", "    return"]
    steps = plan(tape)
    roots = [check for level in steps.levels for check in level.checks]
    roots += [value for level in steps.levels for value in level.values or ()]
    weight = tape.weight if chance and not isinstance(tape.weight, Const) else None
    roots += [weight, weight] if weight is not None else []
    source = Source(instance, roots)
    outer = steps.levels[0].checks
    first = Source(instance, outer[:1]).text(outer[0]) if outer else ""
    out = "return"
    for number_of_level, level in enumerate(steps.levels):
        later = [node for after in steps.levels[number_of_level:] for node in (*(after.values or ()), *after.checks)]
        later += [weight] if weight is not None else []
        if level.param is not None:
            _bind(source, level.param, level.values)
            out = "continue"
        checks = level.checks[1:] if number_of_level == 0 and first else level.checks
        for check in checks:
            source.assign([check])
            source.line(f"if not {source.text(check)}: {out}")
        ready = [node for node in in_order(later) if steps.depth[id(node)] <= number_of_level]
        source.assign(ready)
    args = "".join(f", p_{param.name}" for param in tape.params)
    if chance:
        if weight is not None:
            source.assign([weight])
            source.line(f"if {source.text(weight)} <= 0: {out}")
            source.line(f"weights.append({source.text(weight)})")
        else:
            source.line(f"weights.append({tape.weight.value if isinstance(tape.weight, Const) else 1})")
    source.line(f"moves.append(({number}{args}{',' if not tape.params else ''}))")
    return first, [f"def legal_{tape.name}(s, moves, weights):", *source.lines]


def _bind(source: Source, param: Param, values: tuple[Node, ...] | None) -> None:
    name = f"p_{param.name}"
    if values is None:
        source.line(f"for {name} in range({param.lo}, {param.hi + 1}):")
    else:
        source.assign(values)
        texts = ", ".join(source.text(value) for value in values)
        choices = f"({texts},)" if len(values) == 1 else f"sorted({{{texts}}})"
        source.line(f"for {name} in {choices}:")
    source.depth += 1
    if values is not None and any(value.lo < param.lo or value.hi > param.hi for value in values):
        source.line(f"if not {param.lo} <= {name} <= {param.hi}: continue")


def broken_source(instance: Instance, tape: Tape, chance: bool) -> str:
    """A function that gives the numbers of all requirements that fail."""
    weight = tape.weight if chance else None
    roots = [one.holds for one in tape.requires] + ([weight] if weight is not None else [])
    source = Source(instance, roots)
    source.line("failed = []")
    for require in tape.requires:
        source.assign([require.holds])
        source.line(f"if not {source.text(require.holds)}: failed.append({require.number})")
    if weight is not None:
        source.assign([weight])
        source.line(f"if {source.text(weight)} <= 0: failed.append({NO_CHANCE})")
    source.line("return tuple(failed)")
    return "\n".join([f"def broken_{tape.name}({_signature(tape, 's')}):", *source.lines])


def value_source(instance: Instance, tape: Tape, what: str, node: Node | None) -> str:
    """A function that gives one value: a weight, or what a reading or property says."""
    leading = ("s", "r") if what == "read" else ("s",)
    source = Source(instance, [] if node is None else [node])
    if node is not None:
        source.assign([node])
    source.line(f"return {1 if node is None else source.text(node)}")
    return "\n".join([f"def {what}_{tape.name}({_signature(tape, *leading)}):", *source.lines])


def tuple_source(instance: Instance, tape: Tape, what: str, nodes: list[Node]) -> str:
    """A function that gives several values."""
    source = Source(instance, nodes)
    source.assign(nodes)
    source.line(f"return ({''.join(source.text(node) + ', ' for node in nodes)})")
    return "\n".join([f"def {what}_{tape.name}({_signature(tape, 's')}):", *source.lines])
