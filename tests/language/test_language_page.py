"""The examples of docs/language.md run, in order, as one program."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

from spec.language.data import BoardData
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor

PAGE = Path(__file__).parents[2] / "docs" / "language.md"


def test_the_page_runs() -> None:
    """Every block runs, and the game of the page can be played."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 5
    module = ModuleType("language_page")
    sys.modules[module.__name__] = module
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), vars(module))
    assert [module.text + "\n"] == re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    board = BoardData("ring", "A ring", {"City": 3, "Card": 4}, {}, {"home": (0,), "next": (1, 2, 0)})
    executor = PythonExecutor(Instance(module.GAME, 2, board))
    start = executor.instance.start
    assert executor.legal(start) == [(0, 0), (1, 0), (1, 1)]
    assert [executor.weight(start, (1, weather)) for weather in range(2)] == [3, 1]
    assert list(executor.broken(start, (0, 1))) == [0]
    # A plea in a storm is refused by the next player, and a parcel drawn: tea has four copies, silk two.
    row = executor.apply(start, (1, 1))
    for name, *args in (("ask", 0), ("refuse", 1)):
        move = (list(module.GAME.actions).index(name), *args)
        assert move in executor.legal(row)
        row = executor.apply(row, move)
    draws = [move for move in executor.legal(row) if executor.actions[move[0]].name == "draw_parcel"]
    assert [executor.weight(row, move) for move in draws] == [4, 2]
    assert executor.read("beggar", row) == -1
