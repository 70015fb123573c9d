"""Models in Promela, for Spin: one process that does one move after the other, each a `d_step`.

Without `spin -o2` Spin leaves variables that nothing reads out of its states, and counts too few. It counts its start
among the transitions: moves are transitions less one. Chance is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from spec.language.board import Printed
from spec.language.nodes import Load, Node, Op
from spec.language.state import Field
from spec.language.tape import Store
from spec.lowering.blocks import Block
from spec.lowering.instance import Instance
from verification.export.arrays import ArrayTerms, cells_of
from verification.export.commands import Command, Model
from verification.export.effects import effect
from verification.export.headings import heading
from verification.export.labels import labels
from verification.export.moves import Chance
from verification.export.names import Names
from verification.export.scalars import Scalars
from verification.export.unsupported import check_numbers

RESERVED = (
    "active assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan cond_expr D_proctype "
    "d_step do else empty enabled end eval false fi for full get_priority goto hidden if in init inline int len "
    "local ltl mtype nempty never nfull notrace np_ od of pc_value pid printf printm priority proctype provided "
    "run return select set_priority short show skip STDIN timeout trace true typedef unless unsigned xr xs x_ "
    "auto case char const continue default double enum extern float long register restrict signed sizeof static "
    "struct switch union void volatile while now main game"
)

LARGEST_TABLE = 1000
"""Spin runs out of memory reading arrays of tens of thousands; larger tables are written as decisions."""


class Terms(ArrayTerms):
    """Expressions in Promela, where truths are numbers."""

    def __init__(self, instance: Instance, fields: Mapping[Field, str], used: dict[str, Printed]) -> None:
        super().__init__(instance, fields, used, "==")

    def number(self, node: Node) -> str:
        return self._written(node)[1]

    def load(self, node: Load, index: Sequence[str]) -> str:
        return _unshifted(super().load(node, index), field_shift(self.instance, node.field))

    def entry(self, table: Printed, place: str) -> str:
        return _unshifted(f"board_{table.name}[{place}]", shift(cells_of(self.instance, table)))

    def junction(self, op: Op, args: Iterable[str]) -> str:
        return f"({(' && ' if op is Op.AND else ' || ').join(args)})"

    def negation(self, truth: str) -> str:
        return f"!{truth}" if truth.startswith("(") else f"!({truth})"

    def choice(self, condition: str, then: str, otherwise: str) -> str:
        return f"({condition} -> {then} : {otherwise})"


def shift(cells: Sequence[int]) -> int:
    """What is added to each number of an array, because Promela's lists of start values have no negative numbers."""
    return -min(0, *cells) if len(set(cells)) > 1 else 0


def field_shift(instance: Instance, field: Field) -> int:
    """The same for a field: 0 unless it starts with different numbers, negative ones among them."""
    slots = instance.layout[field]
    start = instance.start[slots.offset:slots.offset + slots.cells]
    return -slots.lo if shift(start) else 0


def _unshifted(text: str, by: int) -> str:
    return f"({text} - {by})" if by else text


def promela(model: Model) -> str:
    """The text of a model. Stores that may leave their sort are asserted not to.

    The macro `over` tells where the game has ended, if the game says so; what is legal there is in the model too.
    `Unsupported` if a number may need more than 32 bits.
    """
    check_numbers(model, "Promela", 32)
    return "\n".join(_lines(model)) + "\n"


def _lines(model: Model) -> Iterator[str]:
    instance, names = model.instance, Names(RESERVED, ("kept_", "board_"))
    fields = names.fields(instance)
    used: dict[str, Printed] = {}
    commands = [_command(instance, fields, used, command) for command in model.commands]
    macros = [f"#define {names(label)} {Terms(instance, fields, used).truth(node)}" for label, node in labels(model)]
    yield from (f"/* {line} */" for line in heading(model, Chance.FREE))
    yield "/* Make the verifier by `spin -o2 -a`, so that no variable is left out; moves are transitions less one. */"
    for table in used.values():
        yield f"hidden {_array(f'board_{table.name}', cells_of(instance, table))}"
    kept = max((count for count, _ in commands), default=0)
    if kept:
        yield "hidden int " + ", ".join(f"kept_{number}" for number in range(kept)) + ";"
    for field, name in fields.items():
        slots = instance.layout[field]
        start = instance.start[slots.offset:slots.offset + slots.cells]
        if field.index:
            yield _array(name, start, (slots.lo, slots.hi), field_shift(instance, field))
        else:
            yield f"{_type(slots.lo, slots.hi)} {name} = {start[0]};"
    yield from macros
    yield "active proctype game()"
    yield "{"
    yield "end: do"
    for _, lines in commands:
        yield from lines
    yield "  od"
    yield "}"


def _array(name: str, cells: Sequence[int], limits: tuple[int, int] | None = None, by: int | None = None) -> str:
    """The declaration of an array; `limits` are what its cells may hold later, without them it is constant.

    A constant one is hidden, which a bit cannot be.
    """
    by = shift(cells) if by is None else by
    lo, hi = limits or (min(cells), max(2, *cells))
    start = str(cells[0]) if len(set(cells)) == 1 else f"{{ {', '.join(str(one + by) for one in cells)} }}"
    told = f" /* each is {by} more than it stands for */" if by else ""
    return f"{_type(lo + by, hi + by)} {name}[{len(cells)}] = {start};{told}"


def _type(lo: int, hi: int) -> str:
    """The smallest type that holds these numbers."""
    kinds = {"bit": (0, 1), "byte": (0, 255), "short": (-(2**15), 2**15 - 1), "int": (-(2**31), 2**31 - 1)}
    return next(kind for kind, (least, most) in kinds.items() if least <= lo and hi <= most)


def _command(
    instance: Instance, fields: Mapping[Field, str], used: dict[str, Printed], command: Command
) -> tuple[int, list[str]]:
    """How many local variables a command needs, and its lines."""
    decided = Scalars(instance, command.tracer, larger_than=LARGEST_TABLE)
    guard = Terms(instance, fields, used).truth(decided(command.guard))
    done = effect([decided.store(store) for store in command.stores], instance.shape)
    body: list[str] = []
    terms = Terms(instance, fields, used)
    body += [f"kept_{number} = {terms.keep(one, f'kept_{number}')};" for number, one in enumerate(done.kept)]
    body += _block(terms, done.top)
    words = command.words.replace("*/", "* /")
    indented = (f"       {line}" for line in body or ["skip"])
    return len(done.kept), [f"  /* {words} */", f"  :: d_step {{ {guard} ->", *indented, "     }"]


def _block(terms: Terms, block: Block) -> Iterator[str]:
    for item in block.items:
        if isinstance(item, Store):
            yield from _store(terms, item)
            continue
        assert item.condition is not None
        yield f"if :: {terms.truth(item.condition)} ->"
        yield from (f"  {line}" for line in _block(terms, item))
        yield ":: else fi;"


def _store(terms: Terms, store: Store) -> Iterator[str]:
    value = terms.number(store.value)
    if store.checked:
        slots = terms.instance.layout[store.field]
        yield f"assert({slots.lo} <= {value} && {value} <= {slots.hi});"
    by = field_shift(terms.instance, store.field)
    stored = f"{value} + {by}" if by else value
    yield f"{terms.cell(store.field, store.index, [terms.number(one) for one in store.index])} = {stored};"
