"""The numbers of states, moves, ends and layers of the shrunken games, counted anew and written down."""

import json
from pathlib import Path
from typing import Any

from tests.verification.exhausting.shrunken import LARGEST, SHRUNKEN
from verification.exploration import Exploration, explore

COUNTS = Path(__file__).parent / "counts.json"


def counted(found: Exploration) -> dict[str, Any]:
    """What is kept of an exploration."""
    return {
        "states": found.states, "moves": found.moves, "terminal": found.terminal, "represented": found.represented,
        "layers": list(found.layers),
    }


def main() -> None:
    """Count all of them and write the file."""
    found: dict[str, Any] = {}
    for name, make in SHRUNKEN.items():
        instance = make()
        ways = (True,) if name in LARGEST else (False, True)
        found[name] = {
            f"{'with' if way else 'without'} symmetry": counted(explore(instance, symmetry=way)) for way in ways
        }
    lines = ",\n".join(
        f' "{name}": {{\n' + ",\n".join(f'  "{how}": {json.dumps(numbers)}' for how, numbers in both.items()) + "\n }"
        for name, both in found.items()
    )
    COUNTS.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
