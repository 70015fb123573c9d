"""The heading of a record: the game, the board, who sits at the table, and what was agreed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from spec.execution.naming import plain
from spec.language.errors import Place, Problem

KEYS = ("title", "date", "game", "board", "players")
"""The keys of a heading in the order in which they are written."""

AGREEMENTS = ("set", "variants", "rulings")
"""Keys under which settings are agreed; the writer only uses the first."""

_KEY = re.compile(r"([A-Za-z]\w*)\s*:\s*(.*)")
_SET = re.compile(r"set\s*:?\s+(.*=.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Header:
    """What stands above the moves. `settings` maps ids of variants and rulings to the choices agreed on.

    `players` are names in seat order, or empty where only a number is known (`seats`); `lines` says where each
    key and setting stands, for messages.
    """

    game: str = ""
    board: str = ""
    players: tuple[str, ...] = ()
    seats: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    date: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def seated(self) -> int | tuple[str, ...]:
        """The players as `set_up` takes them: their names, or how many they are (0 if nobody says)."""
        return self.players or self.seats


class HeaderReader:
    """Reads heading lines one by one, collecting what is wrong with them."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems
        self.values: dict[str, str] = {}
        self.settings: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def takes(self, line: int, text: str) -> bool:
        """Read a line if it belongs to a heading; False if it is something else."""
        if match := _SET.fullmatch(text):
            self._agree(line, match[1])
            return True
        match = _KEY.fullmatch(text)
        if match is None or self.is_player(match[1]):
            return False
        key, value = match[1].casefold(), match[2].strip()
        if key in AGREEMENTS:
            self._agree(line, value)
        elif key in KEYS:
            if key in self.values:
                self._problem(line, f"{key} stands twice", "keep one of the two lines", key)
            self.values.setdefault(key, value)  # so that what is wrong with it is told at its own line
            self.lines.setdefault(key, line)
        else:
            known = (*KEYS, *AGREEMENTS, "position", "moves", "ruling")
            close = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            self._problem(line, f"a heading has no {match[1]!r}", f"{hint}it may have {', '.join(known)}")
        return True

    def owns(self, text: str) -> bool:
        """Whether a line can only belong to a heading."""
        match = _KEY.fullmatch(text)
        known = match is not None and match[1].casefold() in (*KEYS, *AGREEMENTS) and not self.is_player(match[1])
        return known or _SET.fullmatch(text) is not None

    def is_player(self, text: str) -> bool:
        """Whether a line begins with the name of a player, as far as the heading names them."""
        word = text.split(None, 1)[0]
        return plain(word) in {plain(name) for name in re.split(r"[,;]", self.values.get("players", ""))}

    def header(self) -> Header:
        """The heading read so far."""
        if not self.values.get("game"):
            self._problem(1, "the heading names no game", "write a line such as 'game: the_game'", "game")
        names = [name.strip() for name in re.split(r"[,;]", self.values.get("players", "")) if name.strip()]
        seats = int(names[0]) if len(names) == 1 and names[0].isdecimal() else 0
        return Header(
            self.values.get("game", ""), self.values.get("board", ""), () if seats else tuple(names), seats,
            self.settings, self.values.get("title", ""), self.values.get("date", ""), self.lines,
        )

    def place_of(self, problem: Problem) -> Place:
        """The heading's line that a problem of setting up the table most likely comes from."""
        game, what = self.values.get("game", ""), problem.what
        agreed = (id_ for id_ in self.settings if what.startswith(f"{id_} has no choice") or f"ruling {id_!r}" in what)
        if what.startswith((f"there is no game {game!r}", f"{game!r} could be")):
            key = "game"
        elif (id_ := next(agreed, None)) is not None:
            key = id_
        else:
            # A name may hold any word, so that what is said of players goes first.
            key = next((f"{one}s" if one == "player" else one for one in ("player", "board")
                        if re.search(rf"\b{one}s?\b", what)), "game")
        return Place(self.file, self.lines.get(key, self.lines.get("game", 1)))

    def _agree(self, line: int, text: str) -> None:
        for one in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
            id_, equals, choice = (part.strip() for part in one.partition("="))
            if not (id_ and equals and choice):
                self._problem(line, f"{one!r} agrees on nothing", "write set ID = CHOICE")
                continue
            if id_ in self.settings and self.settings[id_] != choice:
                self._problem(line, f"{id_} is agreed on twice", "keep one of the two lines", id_)
            self.settings.setdefault(id_, choice)
            self.lines.setdefault(id_, line)

    def _problem(self, line: int, what: str, remedy: str, key: str = "") -> None:
        self.problems.append(Problem(Place(self.file, line), what, remedy, key))


def header_lines(header: Header) -> list[str]:
    """A heading as records write it."""
    players = ", ".join(header.players) or (str(header.seats) if header.seats else "")
    values = {
        "title": header.title, "date": header.date, "game": header.game, "board": header.board, "players": players
    }
    lines = [f"{key}: {values[key]}" for key in KEYS if values[key]]
    return lines + [f"set {id_} = {choice}" for id_, choice in header.settings.items()]
