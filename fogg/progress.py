"""Progress on long work: a count and a rate on a terminal, nothing when the output is read by a program."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counting(what: str, *, quiet: bool = False) -> Iterator[Callable[[int], None] | None]:
    """A function to call with the count so far; None where nobody watches (`quiet`, or no terminal)."""
    if quiet or not sys.stderr or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    began = time.monotonic()
    with Console(stderr=True).status(f"0 {what}") as status:
        def update(count: int) -> None:
            rate = count / max(time.monotonic() - began, 1e-9)
            status.update(f"{count:,} {what}, {rate:,.0f} a second")

        yield update


@contextmanager
def steps(title: str, *, quiet: bool = False) -> Iterator[Callable[[str], None] | None]:
    """A function to call with the name of each step; None where nobody watches."""
    if quiet or not sys.stderr or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(title) as status:
        yield lambda step: status.update(f"{title}: {step}")


@contextmanager
def bar(title: str, *, quiet: bool = False) -> Iterator[Callable[[int, int], None] | None]:
    """A function to call with how much is done of how much, drawn as a bar; None where nobody watches."""
    if quiet or not sys.stderr or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
