"""CPU time of this process."""

from __future__ import annotations

import time
from collections.abc import Callable


def cpu(work: Callable[[], object]) -> float:
    """The CPU seconds that some work takes; never 0."""
    began = time.process_time()
    work()
    return max(time.process_time() - began, 1e-9)
