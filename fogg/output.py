"""What commands print: JSON on request, otherwise tables and plain lines."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spec.language.errors import Malformed

if TYPE_CHECKING:
    from rich.console import Console


def console() -> Console:
    """A console on standard output; colours only on a terminal."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout and sys.stdout.isatty() else 160)


def json_text(answer: Any, indent: int, encoding: str = "utf-8") -> str:
    """An answer as JSON, in escapes where an encoding cannot hold it."""
    text = json.dumps(answer, indent=indent, ensure_ascii=False)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = json.dumps(answer, indent=indent)
    return text


def print_json(answer: Any) -> None:
    """An answer as JSON on standard output."""
    click.echo(json_text(answer, 2, getattr(sys.stdout, "encoding", None) or "utf-8"))


def write_json(path: str, answer: Any) -> None:
    """An answer as JSON in a file; `-` is standard output."""
    write_text(path, json_text(answer, 1, "ascii" if path == "-" else "utf-8") + "\n")


def print_rows(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Rows under headings; in a narrow terminal words are broken, and never cut."""
    from rich.table import Column, Table

    first, *others = columns
    table = Table(
        Column(first, no_wrap=True), *(Column(one, overflow="fold") for one in others),
        title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold",
    )
    for row in rows:
        table.add_row(*row)
    console().print(table)


def print_aligned(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Rows under headings, each on one line and never cut, so that ids can be copied; the last column is ragged."""
    whole = [list(columns), *(list(row) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*whole, strict=True)]
    for row in whole:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def check_path(path: str) -> None:
    """`Malformed` if no file can be written there, as far as can be told without writing; `-` is standard output."""
    if path == "-":
        return
    if not path:
        raise Malformed.one("a file to write has no name", "give the path of a file")
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        folder = next(one for one in target.parents if one.exists() or one == one.parent)
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(target if target.exists() else folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _unwritten(path, error) from error


def check_folder(path: str) -> None:
    """Make a folder for files to write, before the work that they are about; `Malformed` if there can be none."""
    if not path:
        raise Malformed.one("a folder to write into has no name", "give the path of a folder")
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise Malformed.one(f"cannot write into {path}: {error.strerror}", "give the path of a folder") from error


def write_text(path: str, text: str) -> None:
    """Write a file, making its folder; `-` is standard output. `Malformed` if it cannot be written."""
    if path == "-":
        click.echo(text, nl=False)
        return
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise _unwritten(path, error) from error


def _unwritten(path: str, error: OSError) -> Malformed:
    return Malformed.one(f"cannot write {path}: {error.strerror}", "give the path of a file")
