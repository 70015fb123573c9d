"""The effect of an action as Python source: reads the row `s`, writes a new row `n`."""

from __future__ import annotations

from spec.language.tape import Store, Tape
from spec.lowering.blocks import Block, Blocks, blocks
from spec.lowering.instance import Instance
from spec.lowering.python_source import Source


def apply_source(instance: Instance, tape: Tape) -> str:
    """A function that gives the state after a legal move, and raises `SpecError` if a store leaves its sort."""
    nested = blocks(tape.stores)
    source = Source(instance, nested.roots(nested.top))
    source.line("n = list(s)")
    _write(source, nested, nested.top, set())
    source.line("return n")
    params = "".join(f", p_{param.name}" for param in tape.params)
    return "\n".join([f"def apply_{tape.name}(s{params}):", *source.lines])


def _write(source: Source, nested: Blocks, block: Block, done: set[int]) -> None:
    for item in block.items:
        for node in nested.needed(item, done):
            if source.is_shared(node):
                source.assign([node])
            done.add(id(node))
        if isinstance(item, Store):
            _store(source, item)
            continue
        assert item.condition is not None
        source.line(f"if {source.text(item.condition)}:")
        source.depth += 1
        names = dict(source.names)
        _write(source, nested, item, set(done))
        source.names = names
        source.depth -= 1


def _store(source: Source, store: Store) -> None:
    text = source.text(store.value)
    if store.checked:
        slots = source.instance.layout[store.field]
        source.line(f"if not {slots.lo} <= {text} <= {slots.hi}:")
        source.line(f"    raise SpecError(f'{store.field.name} holds {slots.lo}..{slots.hi}, not {{{text}}}')")
    whole = text if text.lstrip("-").isdigit() or not _is_truth(store) else f"int({text})"
    source.line(f"n[{source.slot(store.field, store.index)}] = {whole}")


def _is_truth(store: Store) -> bool:
    return (store.field.sort).__class__.__name__ == "BoolSort"
