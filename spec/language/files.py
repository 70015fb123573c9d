"""Read texts and TOML from files; what cannot be read is one `Malformed` with its place and what to do."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from spec.language.errors import Malformed, Place


def read_text(path: Path | str, remedy: str) -> str:
    """The text of a file; `Malformed` with `remedy` if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise Malformed.one(f"cannot read {path}: {error.strerror}", remedy) from error
    except UnicodeDecodeError as error:
        raise Malformed.one(f"cannot read {path}: it is not a text in UTF-8", remedy) from error


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The content of a TOML text; `Malformed` at the line where it is broken."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise Malformed.one(str(error), "mend the TOML", Place(file, int(line[1]) if line else 1)) from error
