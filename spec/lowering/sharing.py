"""Instances that differ in one setting share the compiled functions of everything that does not mention it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from spec.language.actions import Declared
from spec.language.nodes import Choice
from spec.language.settings import Setting
from spec.lowering.instance import Instance
from spec.lowering.python import Function, PythonExecutor


class Mentioned:
    """The settings that each declaration of a game mentions, found by tracing it with everything left open."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance

    def __call__(self, declared: Declared) -> frozenset[Setting]:
        found = self._found.get(declared)
        if found is None:
            nodes = self._instance.open_tape(declared).nodes()
            found = frozenset(node.setting for node in nodes if isinstance(node, Choice))
            self._found[declared] = found
        return found

    @cached_property
    def _found(self) -> dict[Declared, frozenset[Setting]]:
        return {}


class SharingExecutor(PythonExecutor):
    """The reference executor of an instance that differs from another's in `setting` alone."""

    def __init__(
        self, instance: Instance, other: PythonExecutor, setting: Setting,
        mentioned: Callable[[Declared], frozenset[Setting]],
    ) -> None:
        super().__init__(instance)
        self._other = other
        self._setting = setting
        self._mentioned = mentioned

    def _function(self, key: tuple[Any, ...]) -> Function:
        if key not in self._functions and self._setting not in self._mentioned(self._declared_of(key)):
            self._functions[key] = self._other._function(key)
        return super()._function(key)

    def _declared_of(self, key: tuple[Any, ...]) -> Declared:
        return self._declared(key[1]) if key[0] == "read" else self.actions[key[1]]
