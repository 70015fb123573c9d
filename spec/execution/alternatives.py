"""The other readings of the rulings that a table has not agreed on, carried along while a game is replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from spec.execution.reasons import effect, reasons
from spec.execution.refusals import Broken
from spec.execution.table import Table
from spec.language.settings import Ruling, Setting
from spec.lowering.executor import Move


@dataclass(frozen=True, slots=True)
class Depends:
    """A ruling that decides a move: for each reading that replays the game so far, the rules the move breaks then.

    Under the readings in `unknown` it depends on something hidden whether the move breaks them.
    """

    ruling: Ruling
    broken: Mapping[str, tuple[Broken, ...]]
    unknown: frozenset[str] = frozenset()

    @property
    def readings(self) -> dict[str, str]:
        """`legal`, `illegal` or `depends` for each reading, by its letter."""
        return {
            choice: "depends" if choice in self.unknown else "illegal" if broken else "legal"
            for choice, broken in self.broken.items()
        }

    def __str__(self) -> str:
        verdicts = []
        for choice, broken in self.broken.items():
            because = ": " + ", ".join(str(one) for one in broken) if broken else ""
            verdicts.append(f"{self.readings[choice]} if {choice} ({self.ruling.choices[choice]}){because}")
        return f"ruling {self.ruling.id}, {self.ruling.title} {'; '.join(verdicts)}"


class Alternatives:
    """Tables that differ from `table` in one ruling that nobody has settled, as long as the moves made are legal there.

    Where a reading makes a move do something else, its own position is carried on from there.
    """

    def __init__(self, table: Table, settled: set[Ruling]) -> None:
        self.table = table
        self.others: dict[tuple[Ruling, str], Table] = {}
        self._parted: dict[tuple[Ruling, str], tuple[int, ...]] = {}
        for ruling in table.game.rulings:
            made = table.agreed[ruling.id]
            for choice in ruling.choices:
                if ruling not in settled and choice != made:
                    self.others[ruling, choice] = table.with_choice(ruling, choice)

    def settled(self, ruling: Ruling, choice: str) -> Alternatives:
        """The same from here on, where the table has agreed on a reading of one ruling."""
        self.put_right()
        kept = Alternatives(self.table.with_choice(ruling, choice), set())
        kept.others = {key: other for key, other in kept.others.items() if key in self.others and key[0] != ruling}
        return kept

    def put_right(self) -> None:
        """The table has put the position right: readings whose own position was another one are over."""
        for key in self._parted:
            del self.others[key]
        self._parted.clear()

    @property
    def are_left(self) -> bool:
        """Whether any ruling is open at all."""
        return bool(self.others)

    def concern(self, move: Move) -> bool:
        """Whether another reading may say something else of a move, so that `deciding` and `follow` matter."""
        return bool(self._parted) or any(self.matters(ruling, move) for ruling, _ in self.others)

    def deciding(self, row: Sequence[int], move: Move, broken: tuple[Broken, ...]) -> tuple[Depends, ...]:
        """The rulings that decide a move: under another reading it is legal where `broken` refuses it, or refused."""
        found: list[Depends] = []
        for ruling in self.table.game.rulings:
            others = {
                choice: reasons(other, self._parted.get((one, choice), row), move)
                for (one, choice), other in self.others.items()
                if one is ruling and self._may_differ((one, choice), move)
            }
            if any(bool(one) != bool(broken) for one in others.values()):
                all_of_them = {**others, self.table.agreed[ruling.id]: broken}
                found.append(Depends(ruling, {one: all_of_them[one] for one in ruling.choices if one in all_of_them}))
        return tuple(found)

    def follow(self, row: Sequence[int], move: Move, after: Sequence[int] | None) -> None:
        """Make `move` under the other readings; `after` is the position behind it, None if it was refused at `row`.

        A reading under which a move is illegal that was made is dropped: the game would have gone otherwise.
        """
        for key, other in list(self.others.items()):
            if not self._may_differ(key, move):
                continue
            here = self._parted.get(key, tuple(row))
            refused = bool(reasons(other, here, move))
            there = None if refused else effect(other, here, move)
            if there is not None:
                self._parted[key] = there
            elif after is not None:
                del self.others[key]
                self._parted.pop(key, None)
            if self._parted.get(key) == (tuple(row) if after is None else tuple(after)):
                del self._parted[key]  # it has come to the same position

    def _may_differ(self, key: tuple[Ruling, str], move: Move) -> bool:
        return key in self._parted or self.matters(key[0], move)

    def matters(self, ruling: Ruling, move: Move) -> bool:
        """Whether a ruling has to do with a move at all."""
        action = self.table.executor.actions[move[0]]
        return ruling in self.table.instance.mentioned(action) or ruling in self._settings_of_end

    @cached_property
    def _settings_of_end(self) -> tuple[Setting, ...]:
        over = self.table.game.readings.get("over")
        return self.table.instance.mentioned(over) if over is not None else ()
