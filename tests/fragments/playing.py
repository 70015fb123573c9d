"""Random play that holds the tapes to the rule functions at every state."""

from random import Random

from spec.lowering.direct import DirectExecutor
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance, Row
from spec.lowering.python import PythonExecutor


def name(executor: Executor, move: Move) -> str:
    """The name of a move's action."""
    return executor.actions[move[0]].name


def play(
    instance: Instance, seed: int, moves: int = 2000, compared: int = 25, first: int = 20
) -> list[tuple[Row, Move]]:
    """Play at random to the end of the game; gives every state with the move made there.

    Chance moves come by their weights. Every `compared`-th state, and the `first` ones, must have the same legal moves,
    weights and effects when the rules are run directly.
    """
    python, direct, random = PythonExecutor(instance), DirectExecutor(instance), Random(seed)
    row = list(instance.start)
    history: list[tuple[Row, Move]] = []
    for turn in range(moves):
        if python.read("over", row):
            return history
        legal = python.legal(row)
        assert legal, f"no legal move after {[name(python, move) for _, move in history[-5:]]}"
        if turn < first or turn % compared == 0:
            assert direct.legal(row) == legal
            for move in legal:
                assert direct.weight(row, move) == python.weight(row, move)
                assert direct.apply(row, move) == python.apply(row, move)
        weights = [python.weight(row, move) for move in legal]
        (move,) = random.choices(legal, weights)
        history.append((row, move))
        row = python.apply(row, move)
    raise AssertionError(f"the game did not end within {moves} moves")


class Table:
    """A position on which moves are made by name, with fields read and set by name."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.python = PythonExecutor(instance)
        self.numbers = {action.name: number for number, action in enumerate(self.python.actions)}
        self.row = list(instance.start)

    def legal(self, action: str = "") -> list[tuple[int, ...]]:
        """The parameters with which an action is legal now; or all legal moves."""
        return [move[1:] for move in self.python.legal(self.row) if name(self.python, move) == action]

    def names(self) -> set[str]:
        """The actions that have a legal move now."""
        return {name(self.python, move) for move in self.python.legal(self.row)}

    def broken(self, action: str, *args: int) -> set[str]:
        """The ids of the rules that refuse a move."""
        move = (self.numbers[action], *args)
        tape = self.instance.tape(self.python.actions[move[0]])
        return {tape.requires[number].rule.id for number in self.python.broken(self.row, move)}

    def do(self, action: str, *args: int) -> None:
        """Make a move, which must be legal."""
        assert set() == self.broken(action, *args)
        self.row = self.python.apply(self.row, (self.numbers[action], *args))

    def __getitem__(self, key: str | tuple[str | int, ...]) -> int:
        return self.row[self.slot(*key) if isinstance(key, tuple) else self.slot(key)]

    def __setitem__(self, key: str | tuple[str | int, ...], value: int) -> None:
        self.row[self.slot(*key) if isinstance(key, tuple) else self.slot(key)] = value

    def slot(self, field: str | int, *index: str | int) -> int:
        """Where a cell lies in a row."""
        slots = next(slots for slots in self.instance.layout.values() if slots.field.name == field)
        return slots.slot([int(one) for one in index])

    def read(self, reading: str, *args: int) -> int:
        """The result of a reading."""
        return self.python.read(reading, self.row, args)
