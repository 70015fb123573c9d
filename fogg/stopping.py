"""Ctrl-C on long work: what is done so far is kept, so it must neither be lost nor break anything half-way."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

STOPPED = 130
"""The exit status of what Ctrl-C ended."""

Progress = Callable[[str], None]


@contextmanager
def stoppable(progress: Progress | None = None) -> Iterator[Progress]:
    """Let Ctrl-C raise `KeyboardInterrupt`, and give a function to tell each step to, which passes it on.

    Python drops an exception that is raised while an object is thrown away, as z3's terms are all the time; then it is
    raised at the next step. Outside the main thread, or where Ctrl-C is ignored, nothing changes.
    """
    asked = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        if not _throws_away(frame):
            asked = False
            raise KeyboardInterrupt

    def step(text: str) -> None:
        nonlocal asked
        if asked:
            asked = False
            raise KeyboardInterrupt
        if progress is not None:
            progress(text)

    before = signal.getsignal(signal.SIGINT)
    try:
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, stop)
    except ValueError:  # not the main thread, which alone hears of Ctrl-C
        yield step
        return
    try:
        yield step
    finally:
        signal.signal(signal.SIGINT, before)


def _throws_away(frame: FrameType | None) -> bool:
    """Whether an exception that is raised now comes out of `__del__`, and so nowhere."""
    while frame is not None:
        if frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False
