"""A table: a game set up for play, with its board, players, variants and rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from spec.execution.naming import Names, plain, wrong_name
from spec.language.data import EMPTY, BoardData
from spec.language.errors import Malformed, Problem
from spec.language.game import Game
from spec.language.settings import Setting
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor

SEATS = ("Antonia", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo")
"""Names for players who give none."""


@dataclass(frozen=True, eq=False)
class Table:
    """A game set up. `players` are names in seat order, clockwise; settings left out keep their defaults."""

    game: Game
    players: tuple[str, ...]
    board: BoardData = EMPTY
    choices: Mapping[Setting, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<table of {self.game.title}, {' and '.join(self.players)}, on {self.board.title}>"

    @cached_property
    def instance(self) -> Instance:
        """The game with everything fixed, for any lowering."""
        return Instance(self.game, len(self.players), self.board, self.choices)

    @cached_property
    def executor(self) -> PythonExecutor:
        """The reference executor."""
        return PythonExecutor(self.instance)

    @cached_property
    def names(self) -> Names:
        """The names of all members at this table."""
        return Names(
            self.game.elements, self.instance.data, {self.game.players: self.players}, self.instance.shape
        )

    @property
    def agreed(self) -> Mapping[str, str]:
        """The choice made for every setting, by the setting's id."""
        return {
            setting.id: list(setting.choices)[number] for setting, number in self.instance.all_choices.items()
        }

    def with_choice(self, setting: Setting, choice: str) -> Table:
        """The same table with another choice of one setting; what does not turn on it is not compiled again."""
        number = setting.number_of(choice)
        if self.instance.all_choices[setting] == number:
            return self
        found = self._siblings.get((setting, number))
        if found is None:
            found = self._siblings[setting, number] = replace(self, choices={**self.choices, setting: number})
        return found

    def with_names(self, players: Sequence[str]) -> Table:
        """The same table with other names in the seats; nothing is compiled again. `Malformed` if they cannot be."""
        found = set_up(self.game, self.board, players)
        if len(found.players) != len(self.players):
            raise Malformed([wrong_count(self.game, len(found.players))])
        found = replace(self, players=found.players)
        vars(found).update(instance=self.instance, executor=self.executor)  # where cached properties are kept
        return found

    @cached_property
    def _siblings(self) -> dict[tuple[Setting, int], Table]:
        return {}


def set_up(
    game: Game, board: BoardData = EMPTY, players: int | Sequence[str] = 0, choices: Mapping[str, str] | None = None
) -> Table:
    """A table for a game; `Malformed` with everything that is wrong with the players and choices.

    `players` is how many there are, or their names in seat order (by default as few as may play); `choices` maps
    ids of variants and rulings to what was agreed.
    """
    problems: list[Problem] = []
    names = _names(game, players, problems)
    made = _choices(game, choices or {}, problems)
    if problems:
        raise Malformed(problems)
    return Table(game, names, board, made)


def wrong_count(game: Game, players: int) -> Problem:
    """What is wrong with a number of players that may not play."""
    seats = f"{game.seats} {'player' if game.counts == (1,) else 'players'}"
    return Problem(None, f"{game.title} is for {seats}, not {players}", f"choose {game.seats}")


def choices_of(game: Game, choices: Mapping[str, str]) -> dict[Setting, int]:
    """Choices by id as settings and numbers; `Malformed` with every one that the game does not have."""
    problems: list[Problem] = []
    made = _choices(game, choices, problems)
    if problems:
        raise Malformed(problems)
    return made


def _names(game: Game, players: int | Sequence[str], problems: list[Problem]) -> tuple[str, ...]:
    if isinstance(players, int):
        count = players or game.counts[0]
        seats = range(min(count, game.counts[-1]))  # nobody names a billion players only to hear that they are too many
        names = tuple(SEATS[seat] if seat < len(SEATS) else f"Player{seat + 1}" for seat in seats)
    else:
        names = tuple(players)
        count = len(names)
    if count not in game.counts:
        problems.append(wrong_count(game, count))
    if len({plain(name) for name in names}) < len(names):
        problems.append(Problem(None, f"two players have the same name: {', '.join(names)}", "give each their own"))
    problems.extend(problem for name in names if (problem := wrong_name(name)) is not None)
    return names


def _choices(game: Game, choices: Mapping[str, str], problems: list[Problem]) -> dict[Setting, int]:
    made: dict[Setting, int] = {}
    for id_, choice in choices.items():
        setting = next((one for one in game.settings.values() if plain(one.id) == plain(id_)), None)
        if setting is None:
            known = ", ".join(game.settings) or "none"
            problems.append(Problem(None, f"{game.title} has no variant or ruling {id_!r}", f"it has {known}"))
        elif (made_choice := _choice(setting, choice)) is None:
            known = "; ".join(f"{letter}: {text}" for letter, text in setting.choices.items())
            problems.append(Problem(None, f"{id_} has no choice {choice!r}", known))
        elif made.setdefault(setting, setting.number_of(made_choice)) != setting.number_of(made_choice):
            problems.append(Problem(None, f"{setting.id} is chosen twice, and otherwise", "leave out one of them"))
    return made


def _choice(setting: Setting, text: str) -> str | None:
    return next((choice for choice in setting.choices if plain(choice) == plain(text)), None)
