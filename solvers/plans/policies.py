"""How everybody plays on behind a move whose average is asked for."""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from solvers.plans.rollouts import LONGEST, End, Rollouts
from solvers.plans.rules import CompiledRules
from spec.language.errors import Malformed, SpecError
from spec.lowering.executor import Move


class Policy(Enum):
    """Who plays how, in words; chance always goes by its weights."""

    GREEDY = "from the next move on everybody takes what gives them most at once, one of the equals at random"
    RANDOM = "from the next move on everybody plays at random"


class Playing(Protocol):
    """Plays a game to its end; equal seeds play equal games from one state."""

    def end(self, state: bytes, seed: int) -> End:
        """The end of one game from a state."""
        ...


def playing(policy: Policy, rules: CompiledRules, reading: str) -> Playing:
    """A policy, for what a reading counts."""
    return Rollouts(rules.executor) if policy is Policy.RANDOM else Greedy(rules, reading)


class Greedy:
    """One move ahead: of the legal moves of whoever is to move one after which the reading is largest for them.

    Where several players may move, one of them does, whoever it is. `Malformed` if the game does not say when it is
    over, or the reading is not a player's own.
    """

    def __init__(self, rules: CompiledRules, reading: str) -> None:
        game = rules.instance.game
        if "over" not in game.readings:
            raise Malformed.one(f"{game.title} has no reading called over", "declare when the game ends")
        if not game.readings[reading].params:
            raise Malformed.one(f"{reading} is nobody's own, so that nobody could take most", "use --policy random")
        self.rules = rules
        self.reading = reading
        self._chance = [action.chance for action in game.actions.values()]

    def end(self, state: bytes, seed: int) -> End:
        """The end of one game; `SpecError` if nothing but faults can be played."""
        rules, chosen = self.rules, random.Random(seed)
        for _ in range(LONGEST):
            if rules.read(state, "over"):
                return End(state, True)
            legal = rules.moves(state)
            by_player: dict[int, list[Move]] = {}
            for move in legal:
                if not self._chance[move[0]]:
                    by_player.setdefault(move[1], []).append(move)
            if by_player:
                player = chosen.choice(list(by_player)) if len(by_player) > 1 else next(iter(by_player))
                state = self._best(state, player, by_player[player], chosen)
            elif legal:
                state = self._drawn(state, list(legal), list(legal.values()), chosen)
            else:
                return End(state, False)
        return End(state, False)

    def _best(self, state: bytes, player: int, moves: Sequence[Move], chosen: random.Random) -> bytes:
        best: bytes | None = None
        most, equals = 0, 0
        for move in moves:
            try:
                after = self.rules.after(state, move)
            except SpecError:
                continue  # a fault of the spec, which random play takes back too
            value = self.rules.read(after, self.reading, (player,))
            if best is None or value > most:
                best, most, equals = after, value, 1
            elif value == most:
                equals += 1
                if chosen.random() * equals < 1:  # each of the equals is as likely
                    best = after
        if best is None:
            raise SpecError("nothing but faults can be played before the game is over")
        return best

    def _drawn(self, state: bytes, moves: list[Move], weights: list[int], chosen: random.Random) -> bytes:
        while moves:
            (number,) = chosen.choices(range(len(moves)), weights)
            try:
                return self.rules.after(state, moves[number])
            except SpecError:
                del moves[number], weights[number]
        raise SpecError("nothing but faults can be drawn before the game is over")
