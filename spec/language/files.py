"""Read texts and TOML from files; what cannot be read is one `Malformed` with its place and what to do."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from spec.language.errors import Malformed, Place

MOST_BYTES = 2**26
"""No text is longer: devices that never end are files, too."""


def read_text(path: Path | str, remedy: str) -> str:
    """The text of a file; `Malformed` with `remedy` if it cannot be read."""
    if not str(path):
        raise Malformed.one("a file to read has no name", remedy)
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Malformed.one(f"cannot read {path}: {error.strerror}", remedy) from error
    what = f"cannot read {path}: it is not a text in UTF-8"
    if b"\0" in content:  # half of each letter in UTF-16, where no byte ends a line
        raise Malformed.one(what, "save it as UTF-8")
    if len(content) > MOST_BYTES:
        raise Malformed.one(f"cannot read {path}: it is longer than {MOST_BYTES // 2**20} MiB", remedy)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Malformed.one(what, "save it as UTF-8", Place(str(path), line)) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The content of a TOML text; `Malformed` at the line where it is broken."""
    try:
        return tomllib.loads(text)
    except ValueError as error:  # a TOMLDecodeError, or what Python says of a number with thousands of digits
        line = re.search(r"line (\d+)", str(error))
        raise Malformed.one(str(error), "mend the TOML", Place(file, int(line[1]) if line else 1)) from error
    except RecursionError as error:
        raise Malformed.one("brackets stand too deep within each other", "mend the TOML", Place(file, 1)) from error
