"""Whether there is a better plan, by brute force: every way to play on, by the reference executor alone.

What plans assume holds. The others pass at once, and what a die brings is put back. Of the adventures only those named
are completed, in their order; the first counts as long as it stays in hand, the others are drawn and kept or not,
whatever is better.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from solvers.eighty_days.expeditions import Request
from solvers.eighty_days.journeys import ITEMS, known, number, rules_of
from solvers.eighty_days.others import pass_for
from solvers.expeditions import Objective
from spec.execution.position import Position
from spec.games.eighty_days.rulings import SWAP_DUTY
from spec.games.eighty_days.state import Decision
from spec.lowering.executor import Move

ACTION, NEWSPAPER, OBSERVER = (number(one) for one in (Decision.ACTION, Decision.NEWSPAPER, Decision.OBSERVER))
ROLL, ROLLED, PLACE = (number(one) for one in (Decision.ROLL, Decision.ROLLED, Decision.PLACE))
NOTHING = number(Decision.NOTHING)
TRAVELS, BUYS = ("travel", "leonard", "mary"), ("buy", "paul")
SHOPS = (*BUYS, "jill", "juggle")
LEFT_OUT = ("black_market", "search", "luigi", "pass")
DRAWS = ("draw_adventure", "draw_london", "keep")


@dataclass(frozen=True)
class Here:
    """A position in which the player is to decide, the adventures completed, and the periods begun since."""

    row: tuple[int, ...]
    done: int = 0
    lost: bool = False
    periods: int = 0


class Onward(NamedTuple):
    """What a move leads to, and what it counts."""

    actions: int
    paid: int
    there: Here


class PlayedOut:
    """All that a player can do from a position; at `most` so many positions are looked at."""

    def __init__(self, position: Position, player: int, request: Request, most: int) -> None:
        self.table, self.player, self.request = position.table, player, request
        self.names = list(self.table.game.actions)
        self.slots = {(of.name, index): slots.slot(index) for of, slots in self.table.instance.layout.items()
                      for index in slots.indices()}
        self.starts = list(self.settled(position, Here(())))
        self.must_swap = bool(known(rules_of(position).chosen(SWAP_DUTY, "b")))
        self.most, self.looked_at = most, 0

    def best(self, objective: Objective, limit: tuple[int, int, int]) -> tuple[int, int, int] | None:
        """What the best plan that is no worse than the limit is worth, as plans count it; None if there is none.

        It says nothing where `looked_at` comes to the most there may be.
        """
        cheapest, found = objective is Objective.CHEAPEST, list[tuple[int, int, int]]()
        waiting = [((0, 0), n, start) for n, start in enumerate(self.starts)]
        seen, made = set[Here](), len(waiting)
        while waiting and len(seen) < self.most:
            (first, second), _, here = heapq.heappop(waiting)
            if here in seen:
                continue
            seen.add(here)
            if self.is_goal(here):
                coins, periods = self.cell(here.row, "coins", self.player), here.periods + 1
                found.append((first, second, periods) if cheapest else (first, periods, -coins)
                             if objective is Objective.FEWEST else (periods, first, -coins))
            for onward in self.onward(here):
                more = (onward.paid, onward.actions) if cheapest else (onward.actions, 0)
                spent = first + more[0], second + more[1]
                least = (onward.there.periods + 1, spent[0]) if objective is Objective.FASTEST else spent
                if onward.there not in seen and least <= limit:
                    made += 1
                    heapq.heappush(waiting, (spent, made, onward.there))
        self.looked_at = len(seen)
        return min(found, default=None)

    def is_goal(self, here: Here) -> bool:
        """Whether the request is met."""
        items = [self.cell(here.row, "suitcase", self.player, item) for item in range(len(ITEMS))]
        cities, city = self.request.cities, self.cell(here.row, "city", self.player)
        settled = self.cell(here.row, "open") == ACTION
        return settled and here.done == len(self.request.cards) and (cities is None or city in cities) and not any(
            has < wants for has, wants in zip(items, self.request.items or items, strict=True))

    def onward(self, here: Here) -> Iterator[Onward]:
        """Everything that one decision of the player leads to."""
        position = Position(self.table, here.row)
        for move in self.choices(position, here):
            name, after, done, paid = self.names[move[0]], position.play(move), here.done, 0
            if name in (*TRAVELS, *BUYS):
                paid = self.purse(position) - self.purse(after)
            if name == "complete":
                done += 1
                card = self.request.cards[here.done]
                paid = self.table.instance.data.tables["needs_coins"][card]
            held = self.cell(after.row, "adventure", self.player)
            lost = here.lost or (not done and held not in self.request.cards[:1])
            for there in self.settled(after, replace(here, done=done, lost=lost)):
                yield Onward(int(name in (*TRAVELS, *BUYS, "juggle")), paid, there)

    def choices(self, position: Position, here: Here) -> Iterator[Move]:
        """The moves that a plan may make."""
        cards, decision = self.request.cards, self.cell(position.row, "open")
        wanted = cards[here.done] if here.done < len(cards) and not here.lost else None
        others = 0
        for move in position.moves:
            name = self.names[move[0]]
            if name in LEFT_OUT or (name in SHOPS and not self.request.shopping):
                continue
            if name == "swap" and not self.request.shopping and not self.must_swap:
                continue
            if name == "complete" and (wanted is None or self.cell(position.row, "adventure", self.player) != wanted):
                continue
            if name == "pass_with" and here.periods == len(self.request.papers):
                continue
            if name in DRAWS and not (move[-1] == wanted and here.done):
                others += 1
                if others > 1 or (move[-1] in cards and len(position.moves) > len(cards)):
                    others -= move[-1] in cards
                    continue  # one card that is of no use is like another
            if decision == PLACE and name == "place":
                continue
            yield move

    def settled(self, position: Position, here: Here) -> Iterator[Here]:
        """The positions in which the player decides next, once the others and chance have had their turns."""
        decision, active = self.cell(position.row, "open"), self.cell(position.row, "active")
        mine = active == self.player
        if decision == NOTHING:
            return
        if decision == ACTION and mine and not self.cell(position.row, "acted"):
            yield replace(here, row=position.row)
        elif decision == ACTION and (mine or self.cell(position.row, "acted")):
            yield from self.settled(position.play((self.names.index("finish"), active)), here)
        elif decision == ACTION:
            yield from self.settled(pass_for(position, active, spared=self.request.cards)[0], here)
        elif decision == NEWSPAPER:
            paper = self.request.papers[here.periods]
            read = position.play((self.names.index("reveal"), paper))
            yield from self.settled(read, replace(here, periods=here.periods + 1))
        elif decision == OBSERVER and mine:
            for move in position.moves:
                if self.names[move[0]] != "remove":
                    yield from self.settled(position.play(move), here)
        elif decision == OBSERVER:
            yield from self.settled(position.play((self.names.index("give_nothing"), active)), here)
        elif decision in (ROLL, ROLLED):
            yield from self.settled(self.rolled(position), here)
        elif mine:
            yield replace(here, row=position.row)
        else:
            yield from self.settled(position.play(position.moves[0]), here)

    def rolled(self, position: Position) -> Position:
        """What is rolled is put back at once."""
        before = self.table.instance.cells(position.row)
        roller = before["active", ()]
        while self.cell(position.row, "open") in (ROLL, ROLLED) and self.cell(position.row, "active") == roller:
            position = position.play(position.moves[0])
        if self.cell(position.row, "open") == PLACE and self.cell(position.row, "active") == roller:
            position = position.play((self.names.index("put_back"), roller))
        after = self.table.instance.cells(position.row)
        for item in range(len(ITEMS)):
            for name, index in (("suitcase", (roller, item)), ("supply", (item,))):
                after[name, index] = before[name, index]
        return Position(self.table, tuple(self.table.instance.row(after)))

    def purse(self, position: Position) -> int:
        """The player's coins."""
        return self.cell(position.row, "coins", self.player)

    def cell(self, row: tuple[int, ...], name: str, *index: int) -> int:
        """A cell of a row."""
        return row[self.slots[name, index]]
