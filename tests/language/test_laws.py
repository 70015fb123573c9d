"""Laws of the language, on random expressions and random little programs."""

from __future__ import annotations

from types import ModuleType
from typing import Annotated, Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from spec.games.eighty_days.game import EIGHTY_DAYS
from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Number,
    State,
    Truth,
    action,
    array,
    choose,
    element_at,
    optional,
    rule,
    scalar,
)
from spec.language.actions import Action
from spec.language.nodes import MEANING, Apply, Const, Node, Op, Param, in_order
from spec.language.sorts import Sort
from spec.language.tracing import Tracer
from spec.lowering.direct import DirectExecutor
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor

NUMBER = Int(-(2**31), 2**31 - 1)
PARAMS: tuple[Sort, ...] = (Int(0, 3), Int(-2, 5), Int(2, 2), Bool, Bool)
Tree = tuple[Any, ...]


def trees() -> tuple[st.SearchStrategy[Tree], st.SearchStrategy[Tree]]:
    """Random expressions: those that are numbers, and those that are truths."""
    numbers: st.SearchStrategy[Tree] = st.deferred(lambda: some_numbers)
    truths: st.SearchStrategy[Tree] = st.deferred(lambda: some_truths)
    some_numbers = st.one_of(
        st.tuples(st.just("literal"), st.integers(-3, 6), st.just(NUMBER)),
        st.tuples(st.just("param"), st.integers(0, 2)),
        st.tuples(st.sampled_from([Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX]), numbers, numbers),
        st.tuples(
            st.sampled_from([Op.DIV, Op.MOD]), numbers,
            st.tuples(st.just("literal"), st.integers(1, 4), st.just(NUMBER)),
        ),
        st.tuples(st.just(Op.ITE), truths, numbers, numbers),
    )
    some_truths = st.one_of(
        st.tuples(st.just("literal"), st.integers(0, 1), st.just(Bool)),
        st.tuples(st.just("param"), st.integers(3, 4)),
        st.tuples(st.sampled_from([Op.EQ, Op.LT, Op.LE]), numbers, numbers),
        st.tuples(st.sampled_from([Op.AND, Op.OR, Op.EQ]), truths, truths),
        st.tuples(st.sampled_from([Op.AND, Op.OR]), truths, truths, truths),
        st.tuples(st.just(Op.NOT), truths),
        st.tuples(st.just(Op.ITE), truths, truths, truths),
    )
    return numbers, truths


NUMBERS, TRUTHS = trees()
VALUES = st.tuples(st.integers(0, 3), st.integers(-2, 5), st.just(2), st.integers(0, 1), st.integers(0, 1))


def meant(tree: Tree, values: tuple[int, ...]) -> int:
    """What an expression means, without any folding."""
    match tree:
        case ("literal", value, _):
            return int(value)
        case ("param", position):
            return values[position]
        case (op, *args):
            return MEANING[op](*(meant(arg, values) for arg in args))
    raise AssertionError(tree)


def folded(tree: Tree, tracer: Tracer, params: list[Node]) -> Node:
    """The node that tracing makes of an expression."""
    match tree:
        case ("literal", value, sort):
            return tracer.node(value, sort)
        case ("param", position):
            return params[position]
        case (op, *args):
            truth = op not in (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.MIN, Op.MAX, Op.ITE)
            return tracer.apply(op, tuple(folded(arg, tracer, params) for arg in args), Bool if truth else NUMBER)
    raise AssertionError(tree)


def evaluated(root: Node, values: tuple[int, ...]) -> dict[int, int]:
    """The value of every node under `root`, by identity."""
    found: dict[int, int] = {}
    for node in in_order([root]):
        match node:
            case Const(value=value):
                found[id(node)] = value
            case Param(position=position):
                found[id(node)] = values[position]
            case Apply(op=op, args=args):
                found[id(node)] = MEANING[op](*(found[id(arg)] for arg in args))
            case _:
                raise AssertionError(node)
    return found


@settings(max_examples=150, deadline=None)
@given(NUMBERS | TRUTHS, VALUES)
def test_folding_keeps_meaning_and_bounds_hold(tree: Tree, values: tuple[int, ...]) -> None:
    """The folded expression has the value of the written one, and each node's bounds contain its value."""
    tracer = Tracer({})
    params = [tracer.param(position, f"x{position}", sort).raw for position, sort in enumerate(PARAMS)]
    node = folded(tree, tracer, params)
    found = evaluated(node, values)
    assert meant(tree, values) == found[id(node)]
    assert [one for one in in_order([node]) if not one.lo <= found[id(one)] <= one.hi] == []


@settings(max_examples=60, deadline=None)
@given(NUMBERS | TRUTHS)
def test_equal_structure_is_one_node(tree: Tree) -> None:
    """Tracing an expression twice on one tape gives the same object."""
    tracer = Tracer({})
    params = [tracer.param(position, f"x{position}", sort).raw for position, sort in enumerate(PARAMS)]
    assert folded(tree, tracer, params) is folded(tree, tracer, params)


class Player(Element, size="players"):
    """Who plays."""


class Cell(Element, size=3):
    """Where numbers are kept."""


class NoBoard(Board):
    """Nothing is printed."""


class Memory(State[NoBoard]):
    cells = array(Cell, Int(0, 6))
    grid = array(Int(1, 2), Cell, Int(0, 6))
    one = scalar(Int(0, 6))
    flag = scalar(Bool)
    place = scalar(optional(Cell))


Program = list[Tree]
"""Statements, each a tuple of its kind and its parts; `keep` holds a value for later, outside its `when` too."""

RULE = rule("laws.little", "A little program", "It stores, loads and asks.", "XY-1")


def programs() -> st.SearchStrategy[Program]:
    """Random little programs of stores, loads kept for later, requirements and nested conditions."""
    numbers: st.SearchStrategy[Tree] = st.deferred(lambda: some_numbers)
    cells = st.one_of(st.tuples(st.just("at")), st.tuples(st.just("cell"), numbers), st.tuples(st.just("placed")))
    some_numbers = st.one_of(
        st.tuples(st.just("literal"), st.integers(0, 6)), st.tuples(st.just("n")), st.tuples(st.just("one")),
        st.tuples(st.just("kept"), st.integers(0, 3)), st.tuples(st.just("cells"), cells),
        st.tuples(st.just("grid"), numbers, cells), st.tuples(st.sampled_from(["+", "-"]), numbers, numbers),
    )
    truths = st.one_of(
        st.tuples(st.just("flag")), st.tuples(st.just("missing")),
        st.tuples(st.sampled_from(["=", "<"]), numbers, numbers),
    )
    simple = st.one_of(
        st.tuples(st.just("cells"), cells, numbers), st.tuples(st.just("grid"), numbers, cells, numbers),
        st.tuples(st.just("one"), numbers), st.tuples(st.just("flag"), truths),
        st.tuples(st.just("place"), st.none() | cells), st.tuples(st.just("keep"), numbers),
        st.tuples(st.just("require"), truths),
    )
    statements: st.SearchStrategy[Tree] = st.recursive(simple, lambda inner: st.tuples(
        st.just("when"), truths, st.lists(inner, min_size=1, max_size=4), st.none() | st.lists(inner, max_size=3)
    ), max_leaves=8)
    return st.lists(statements, min_size=1, max_size=6)


class Run:
    """One run of a little program on a state, whatever session the state belongs to."""

    def __init__(self, t: Memory, at: Cell, n: Number) -> None:
        self.t = t
        self.at = at
        self.n = n
        self.kept: list[Number] = []

    def number(self, tree: Tree) -> Number:
        match tree:
            case ("literal", value):
                return Number(value)
            case ("n",):
                return self.n
            case ("one",):
                return self.t.one
            case ("kept", index):
                return self.kept[index % len(self.kept)] if self.kept else self.n
            case ("cells", cell):
                return self.t.cells[self.cell(cell)]
            case ("grid", row, cell):
                return self.t.grid[self.row(row), self.cell(cell)]
            case ("+", a, b):
                return self.number(a) + self.number(b)
            case ("-", a, b):
                return self.number(a) - self.number(b)
        raise AssertionError(tree)

    def row(self, tree: Tree) -> Number:
        return self.number(tree) % 2 + 1

    def cell(self, tree: Tree) -> Cell:
        match tree:
            case ("at",):
                return self.at
            case ("placed",):
                return self.t.place.value
            case (_, index):
                return element_at(Cell, self.number(index))
        raise AssertionError(tree)

    def truth(self, tree: Tree) -> Truth:
        match tree:
            case ("flag",):
                return self.t.flag
            case ("missing",):
                return self.t.place.missing
            case ("=", a, b):
                return self.number(a) == self.number(b)
            case (_, a, b):
                return self.number(a) < self.number(b)
        raise AssertionError(tree)

    def do(self, program: Program) -> None:
        t = self.t
        for statement in program:
            match statement:
                case ("cells", cell, value):
                    t.cells[self.cell(cell)] = self.number(value) % 7
                case ("grid", row, cell, value):
                    t.grid[self.row(row), self.cell(cell)] = self.number(value) % 7
                case ("one", value):
                    t.one = choose(t.flag, self.number(value) % 7, t.one)
                case ("flag", truth):
                    t.flag = self.truth(truth)
                case ("place", cell):
                    t.place = None if cell is None else self.cell(cell)
                case ("keep", value):
                    self.kept.append(self.number(value))
                case ("require", truth):
                    t.require(RULE, self.truth(truth))
                case ("when", truth, then, otherwise):
                    with t.when(self.truth(truth)):
                        self.do(then)
                    if otherwise is not None:
                        with t.otherwise():
                            self.do(otherwise)
                case _:
                    raise AssertionError(statement)


def game_of(program: Program) -> Game:
    """A game whose one action is the program."""
    @action(RULE)
    def little(t: Memory, p: Player, at: Cell, n: Annotated[Number, Int(0, 3)]) -> None:
        Run(t, at, n).do(program)

    section = ModuleType("section")
    vars(section).update(RULE=RULE, little=little)
    return Game("little", "Little", Memory, NoBoard, Player, (1,), (section,))


ROWS = st.tuples(
    *[st.integers(0, 6)] * (3 + 6 + 1), st.integers(0, 1), st.integers(-1, 2)
)


@settings(max_examples=60, deadline=None)
@given(programs(), st.lists(st.tuples(ROWS, st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=6))
@example([("when", ("flag",), [("one", ("literal", 3)), ("keep", ("one",))], None), ("cells", ("at",), ("kept", 0))],
         [((1,) * 10 + (1, -1), 0, 0), ((1,) * 10 + (0, -1), 0, 0)])
@example([("place", ("at",)), ("cells", ("placed",), ("n",)), ("one", ("cells", ("at",)))],
         [((1,) * 10 + (1, 2), 1, 3)])
def test_tapes_mean_what_the_text_does(program: Program, moments: list[tuple[tuple[int, ...], int, int]]) -> None:
    """Loads forwarded from stores on the tape give what doing the statements one after the other gives."""
    instance = Instance(game_of(program), 1)
    python, direct = PythonExecutor(instance), DirectExecutor(instance)
    for row, at, n in moments:
        move = (0, 0, at, n)
        refused = direct.broken(row, move)
        assert refused == python.broken(row, move)
        if not refused:
            assert direct.apply(row, move) == python.apply(row, move)


def nodes(declared: Action, cities: int) -> int:
    """How many nodes the tape of an action of 80 Days has on a board of so many cities and lines."""
    sizes = {"City": cities, "Line": cities, "Adventure": 38, "Arrival": 8, "Face": 6}
    return len(list(EIGHTY_DAYS.tape(declared, EIGHTY_DAYS.shape(2, sizes)).nodes()))


def test_tapes_do_not_grow_with_the_board() -> None:
    """No action's tape has more nodes on a board of 5,000 cities and lines than on one of 5."""
    small = {name: nodes(one, 5) for name, one in EIGHTY_DAYS.actions.items()}
    assert small["travel"] > 50
    assert small == {name: nodes(one, 5000) for name, one in EIGHTY_DAYS.actions.items()}
