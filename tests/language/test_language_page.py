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
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    module = ModuleType("language_page")
    sys.modules[module.__name__] = module
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), vars(module))
    board = BoardData("ring", "A ring", {"City": 3, "Card": 4}, {}, {"home": (0,), "next": (1, 2, 0)})
    executor = PythonExecutor(Instance(module.GAME, 2, board))
    start = executor.instance.start
    assert executor.legal(start) == [(0, 0), (1, 0), (1, 1)]
    assert [executor.weight(start, (1, weather)) for weather in range(2)] == [3, 1]
    assert list(executor.broken(start, (0, 1))) == [0]
