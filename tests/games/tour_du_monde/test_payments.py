"""Which payments of a leg are legal and what they cost, found a second time by trying every set of cards."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from fogg.setup import find_game, ready_board
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor

GAME = find_game("tour_du_monde")
NEEDS = {
    "london": "ship train", "paris": "train", "brindisi": "ship", "suez": "ship ship", "calcutta": "ship ship",
    "hong_kong": "ship", "yokohama": "ship ship", "san_francisco": "train train", "new_york": "ship ship train",
}
CARDS = [("ship", days) for days in range(4, 9)] + [("train", days) for days in range(2, 7)]
MODES = ("ship", "train")
EVENTS = ("elephant", "relation", "princess", "balloon", "submarine", "delay", "storm")
SUBMARINE = 3
NONE = -1

Payment = tuple[int, int, int, int, int, int]
"""What the balloon replaces, the event played, what that replaces, and three cards."""


@cache
def executor(players: int) -> PythonExecutor:
    return PythonExecutor(Instance(GAME, players, ready_board("box", GAME)))


class Position:
    """Cells of a state by name."""

    def __init__(self, python: PythonExecutor, row: Sequence[int]) -> None:
        self.row = row
        self.slots = {slots.field.name: slots for slots in python.instance.layout.values()}

    def cell(self, field: str, *index: int) -> int:
        return self.row[self.slots[field].slot(index)]


def payments(at: Position, city: str, mover: int) -> dict[Payment, int]:
    """Every payment for the next leg of `mover`, with the days it costs before any die."""
    hand = Counter({kind: at.cell("hand", mover, kind) for kind in range(len(CARDS))})
    last = at.cell("last_played")
    found: dict[Payment, int] = {}
    for balloon, event, instead in product((NONE, 0, 1), (NONE, *range(len(EVENTS))), (NONE, 0, 1)):
        effect = last if event != NONE and EVENTS[event] == "princess" else event
        if (event == NONE) != (instead == NONE) or (balloon != NONE and event != NONE):
            continue  # one card at most is replaced
        if event != NONE and (at.cell("kept", mover, event) == 0 or effect == NONE):
            continue
        by_submarine = event != NONE and EVENTS[effect] == "submarine"
        if event != NONE and not (EVENTS[effect] == "balloon" or (by_submarine and MODES[instead] == "ship")):
            continue
        if balloon != NONE and not at.cell("balloon"):
            continue
        needed = Counter(NEEDS[city].split())
        needed.subtract(MODES[mode] for mode in (balloon, instead) if mode != NONE)
        if min(needed.values()) < 0:
            continue
        for cards in combinations_with_replacement(range(len(CARDS)), sum(needed.values())):
            if Counter(CARDS[card][0] for card in cards) != +needed or Counter(cards) - hand:
                continue
            alike = {CARDS[card][1] for card, count in Counter(cards).items() if count == 2}
            days = sum(CARDS[card][1] for card in cards) - sum(alike) + SUBMARINE * by_submarine
            one, two, three = (*cards, NONE, NONE, NONE)[:3]
            found[balloon, event, instead, one, two, three] = days
    return found


def visited(players: int, seed: int) -> Iterator[tuple[Sequence[int], list[Move]]]:
    """The states of a random game with their legal moves; players travel as soon as they can."""
    python, chooser = executor(players), random.Random(seed)
    row: Sequence[int] = python.instance.start
    while moves := python.legal(row):
        yield row, moves
        row = python.apply(row, chooser.choices(moves, [python.weight(row, one) for one in moves])[0])


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_the_legal_payments_are_those_found_by_trying(players: int, seed: int) -> None:
    """TDM-12, TDM-16 to TDM-18: just those are legal, and each costs the days counted here."""
    python = executor(players)
    travel = next(number for number, action in enumerate(python.actions) if action.name == "travel")
    cities = [name.id for name in python.instance.board.names["City"]]
    compared = 0
    for row, moves in visited(players, seed):
        at = Position(python, row)
        mover = at.cell("turn")
        city = cities[at.cell("city", mover)]
        legal = {move[2:]: move for move in moves if move[0] == travel}
        rests = any(python.actions[move[0]].name == "end_turn" for move in moves)  # the turn, with a card taken
        may_travel = at.cell("legs") == 0 or (at.cell("legs") == 1 and at.cell("relation"))
        expected = payments(at, city, mover) if rests and may_travel and city in NEEDS and at.cell("open") == 6 else {}
        assert set(legal) == set(expected)
        for paid, move in legal.items():
            after = Position(python, python.apply(row, move))
            assert after.cell("days", mover) - at.cell("days", mover) == expected[paid]  # type: ignore[index]  # 6 long
            compared += 1
    assert compared > 50
