"""The sections of a board file: its own, and those it takes from the board that it is based on.

Boards of one box share its cards and pieces. A file whose heading says `based_on = "NAME"` (or the path of a file,
seen from its own folder) takes every section that it leaves out, whole, from there, with its provenance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from graphs.places import Lines
from spec.language.errors import Malformed, Problem
from spec.language.files import parse_toml, read_text

A_PATH = "give the path of a board file"
BASED_ON = "based_on"
_ITS_OWN = {"board", "provenance"}
"""Sections that speak of one file and are never taken; what tags mean is known beside it."""

Find = Callable[[str, Path], Path]
"""The path of a board by its name, or by its path seen from a folder; `Malformed` if there is no such name."""


@dataclass(frozen=True)
class Sections:
    """What a board file holds and takes, with the lines of each section.

    `tags` gives the provenance of each section's data that have no tag of their own, `sources` what tags mean,
    `borrowed` the tags that another file explains, and `problems` what is wrong with how the files fit together.
    """

    content: Mapping[str, Any]
    lines: Lines
    tags: Mapping[str, object]
    sources: Mapping[str, object]
    borrowed: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()


def read_sections(text: str, file: str, find: Find) -> Sections:
    """The sections of a board file with those it takes from others.

    `Malformed` if a file is not readable TOML, is of another game, or is based on itself.
    """
    return _read(text, file, find, ())


def plain_text(text: str) -> str:
    """A text without the mark that some editors put before it."""
    return text.removeprefix("\ufeff")


def _read(text: str, file: str, find: Find, above: tuple[Path, ...]) -> Sections:
    text = plain_text(text)
    content, lines = parse_toml(text, file), Lines(file, text)
    heading, sources = (part if isinstance(part, dict) else {} for part in map(content.get, ("board", "provenance")))
    own = Sections(content, lines, dict.fromkeys(content, heading.get("provenance")), sources)
    return _on_top(own, heading, find, (*above, Path(file).resolve())) if BASED_ON in heading else own


def _on_top(own: Sections, heading: Mapping[str, Any], find: Find, files: tuple[Path, ...]) -> Sections:
    """The sections of a file on top of those that it is based on."""
    place, source = own.lines.of("board", 0, BASED_ON), heading[BASED_ON]
    if not isinstance(source, str) or not source:
        raise Malformed.one(f"is {source!r}", "write the name of a board or the path of its file", place, BASED_ON)
    try:
        path = find(source, Path(own.lines.file).parent)
        text = read_text(path, A_PATH)
    except Malformed as error:
        raise Malformed(replace(one, place=place, field=BASED_ON) for one in error.problems) from error
    if path.resolve() in files:
        what = f"{path} is based on itself" if len(files) == 1 else f"{path} is based on itself by way of others"
        raise Malformed.one(what, f"leave out {BASED_ON}, or name another board", place, BASED_ON)
    base = _read(text, str(path), find, files)
    based = base.content.get("board")
    game = based.get("game") if isinstance(based, dict) else None
    if game != heading.get("game", game):
        raise Malformed.one(f"{path} is a board of {game!r}", "name a board of the same game", place, BASED_ON)
    return _merged(own, base)


def _merged(own: Sections, base: Sections) -> Sections:
    taken = [section for section in base.content if section not in own.content and section not in _ITS_OWN
             and not _is_said_elsewhere(base.content[section], own)]
    return Sections(
        {**own.content, **{section: base.content[section] for section in taken}},
        own.lines.taking(taken, base.lines),
        {**own.tags, **{section: base.tags[section] for section in taken}},
        {**own.sources, **base.sources},  # a tag that both explain means what the data of the other file say
        frozenset(base.sources.keys() - own.sources.keys()),
        (*own.problems, *base.problems, *_told_otherwise(own, base)),
    )


def _is_said_elsewhere(part: object, own: Sections) -> bool:
    """Whether a file says all of a plain section itself, under whatever heading: `grid` may stand anywhere."""
    said = {key for plain in own.content.values() if isinstance(plain, dict) for key in plain}
    return isinstance(part, dict) and part.keys() - {"provenance"} <= said


def _told_otherwise(own: Sections, base: Sections) -> list[Problem]:
    """A tag means one thing, since data of both files may carry it."""
    mine, theirs = (partial(one.lines.of, "provenance", 0) for one in (own, base))
    remedy = "leave it out here, or give it a name of its own"
    return [
        Problem(mine(tag), f"is explained otherwise at {theirs(tag)}", remedy, tag)
        for tag in own.sources if tag in base.sources and own.sources[tag] != base.sources[tag]
    ]
