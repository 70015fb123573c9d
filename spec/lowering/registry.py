"""Every lowering by name. The contract suite runs all of them; nothing is imported before it is asked for."""

from __future__ import annotations

from importlib import import_module

from spec.language.errors import Malformed
from spec.lowering.executor import Executor

LOWERINGS = {
    "direct": ("spec.lowering.direct", "DirectExecutor"),
    "python": ("spec.lowering.python", "PythonExecutor"),
    "llvm": ("spec.lowering.llvm", "LlvmExecutor"),
}
"""The name of a lowering, to the module and class of its executor."""


def lowering(name: str) -> type[Executor]:
    """The executor class of a lowering; `Malformed` if there is none of that name."""
    if name not in LOWERINGS:
        raise Malformed.one(f"there is no lowering {name!r}", f"the lowerings are {', '.join(LOWERINGS)}")
    module, class_name = LOWERINGS[name]
    found: type[Executor] = getattr(import_module(module), class_name)
    return found
