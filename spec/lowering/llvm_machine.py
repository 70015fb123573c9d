"""Compiling the text of LLVM modules to machine code in this process."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm

from spec.lowering.llvm_code import DECLARATIONS

Native = Callable[..., Any]


def _target() -> llvm.TargetMachine:
    """This processor; a compiler owns the one that it is given."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=2)


class Machine:
    """Modules that may call one another's functions; their code lives as long as this object."""

    def __init__(self) -> None:
        self._target = _target()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._target)
        self._signatures: list[str] = []
        self._modules = 0

    def add(self, texts: Sequence[str]) -> None:
        """Compile definitions; they may call every function added before that is not internal."""
        body = "\n\n".join(texts)
        module = llvm.parse_assembly("\n".join([DECLARATIONS, *self._signatures, body, "!0 = !{}"]))
        module.triple, module.data_layout = self._target.triple, str(self._target.target_data)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        builder = llvm.create_pass_builder(self._target, options)
        builder.getModulePassManager().run(module, builder)
        self._engine.add_module(module)
        self._engine.finalize_object()
        self._signatures.extend(_declaration(text) for text in texts if not text.startswith("define internal"))
        self._modules += 1

    def fresh(self, name: str) -> str:
        """A name that no function has yet, for one that is compiled on demand."""
        return f"{name}_in_{self._modules}"

    def function(self, name: str, result: Any, *arguments: Any) -> Native:
        """A compiled function; other threads run while it does."""
        address = self._engine.get_function_address(name)
        return ctypes.CFUNCTYPE(result, *arguments)(address)


def _declaration(text: str) -> str:
    """What another module writes to call a function, from its definition."""
    return "declare " + text[len("define "):text.index(" {\n")]
