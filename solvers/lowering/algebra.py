"""The operations of a tape on terms: known results are folded, and what is asked twice is one variable."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import gcd

from solvers.lowering.emitting import Emitter, is_literal, is_truth
from solvers.lowering.terms import (
    MOST_VALUES,
    TRUTHS,
    Affine,
    Domain,
    Term,
    Variable,
    added,
    difference,
    domain,
    key_of,
    negated,
    of,
    scaled,
    united,
    values_of,
)
from spec.language.nodes import MEANING, Op


class Algebra:
    """Makes terms of terms for one model."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Term] = {}
        self._meant: dict[int, tuple[Variable, int]] = {}

    def applied(self, op: Op, args: Sequence[Term]) -> Term:
        """The result of an operation."""
        if all(isinstance(arg, int) for arg in args):
            return MEANING[op](*args)
        match op:
            case Op.AND:
                return self.both(args)
            case Op.OR:
                return self.either(args)
            case Op.NOT:
                return negated(args[0])
            case Op.ITE:
                return self.chosen(*args)
            case Op.EQ:
                return self.is_zero(difference(*args))
            case Op.LE:
                return self.is_at_most_zero(difference(*args))
            case Op.LT:
                return self.is_at_most_zero(scaled(difference(*args), 1, 1))
            case Op.ADD:
                return added(*args)
            case Op.SUB:
                return difference(*args)
            case Op.MUL:
                return self.product(*args)
            case Op.DIV | Op.MOD:
                return self.divided(args[0], _constant(args[1]), op is Op.MOD)
            case Op.MIN | Op.MAX:
                return self.extreme(args[0], args[1], op is Op.MAX)

    def truth(self, term: Term) -> Term:
        """A term that is 0 or 1, as a literal."""
        if isinstance(term, int) or is_literal(term):
            return term
        return self.is_zero(scaled(term, 1, -1))

    def single(self, term: Term) -> Term:
        """A term as one variable, with a factor and a constant at most."""
        if isinstance(term, int) or len(term.parts) == 1:
            return term
        return self._made(("single", term.key), term.values, lambda emitter, result: emitter.equal(result, term))

    def is_equal(self, term: Term, value: int) -> Term:
        """Whether a term comes to a number."""
        return self.is_zero(scaled(term, 1, -value))

    def related(self, terms: Sequence[Affine], results: Mapping[tuple[int, ...], int]) -> Term:
        """A number for each combination of the values of some terms."""
        outcomes = sorted(set(results.values()))
        if len(outcomes) == 1:
            return outcomes[0]
        if len(outcomes) == 2:
            marks = {row: int(result == outcomes[1]) for row, result in results.items()}
            return scaled(self._table(terms, marks, TRUTHS), outcomes[1] - outcomes[0], outcomes[0])
        return self._table(terms, results, domain(outcomes))

    def _table(self, terms: Sequence[Affine], results: Mapping[tuple[int, ...], int], values: Domain) -> Term:
        rows = tuple((*row, result) for row, result in results.items())

        def define(emitter: Emitter, result: Term) -> None:
            emitter.table([*terms, _affine(result)], rows)

        return self._made(("table", tuple(term.key for term in terms), rows), values, define)

    def one_of(self, cases: Sequence[tuple[Sequence[Term], Term]]) -> Term:
        """The term of the first case whose truths all hold, where exactly one case's do."""
        values = united([values_of(term) for _, term in cases])

        def define(emitter: Emitter, result: Term) -> None:
            for where, term in cases:
                emitter.equal(result, term, where)

        key = tuple((tuple(key_of(one) for one in where), key_of(term)) for where, term in cases)
        return self._made(("one of", key), values, define)

    def both(self, truths: Iterable[Term]) -> Term:
        """All of some truths hold."""
        kept: dict[Hashable, Term] = {}
        for one in truths:
            truth = self.truth(one)
            if isinstance(truth, int):
                if not truth:
                    return 0
                continue
            if negated(truth).key in kept:  # type: ignore[union-attr]  # the opposite of a variable is a term too
                return 0
            kept[truth.key] = truth
        if not kept:
            return 1
        if len(kept) == 1:
            return next(iter(kept.values()))
        every = list(kept.values())

        def define(emitter: Emitter, whole: Term) -> None:
            for one in every:
                emitter.any_of([negated(whole), one])
            emitter.any_of([whole, *(negated(one) for one in every)])

        return self._made(("both", frozenset(kept)), TRUTHS, define)

    def either(self, truths: Iterable[Term]) -> Term:
        """At least one of some truths holds."""
        return negated(self.both(negated(self.truth(one)) for one in truths))

    def chosen(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """One of two terms by a truth."""
        test = self.truth(condition)
        if isinstance(test, int):
            return then if test else otherwise
        gap = difference(then, otherwise)
        if isinstance(gap, int):
            return added(otherwise, scaled(test, gap))
        if is_truth(then) and is_truth(otherwise):
            if isinstance(then, int):
                return self.either([test, otherwise]) if then else self.both([negated(test), otherwise])
            if isinstance(otherwise, int):
                return self.either([negated(test), then]) if otherwise else self.both([test, then])
        if test.constant:
            test, then, otherwise = negated(test), otherwise, then

        def define(emitter: Emitter, result: Term) -> None:
            emitter.equal(result, then, [test])
            emitter.equal(result, otherwise, [negated(test)])

        values = united([values_of(then), values_of(otherwise)])
        return self._made(("if", key_of(test), key_of(then), key_of(otherwise)), values, define)

    def is_zero(self, term: Term) -> Term:
        """Whether a term is 0."""
        if isinstance(term, int):
            return int(term == 0)
        if 0 not in term.values:
            return 0
        if len(term.parts) == 1:
            ((variable, factor),) = term.parts
            value, rest = divmod(-term.constant, factor)
            return 0 if rest else self.is_value(variable, value)
        divisor = gcd(*(factor for _, factor in term.parts))
        if term.constant % divisor:
            return 0
        plain = term if term.parts[0][1] > 0 else _opposite(term)

        def define(emitter: Emitter, result: Term) -> None:
            emitter.equal(plain, 0, [result])
            emitter.apart(plain, 0, [negated(result)])

        return self._made(("zero", plain.key), TRUTHS, define)

    def is_at_most_zero(self, term: Term) -> Term:
        """Whether a term is 0 or less."""
        values = values_of(term)
        if values[-1] <= 0:
            return 1
        if values[0] > 0 or isinstance(term, int):
            return 0
        if term.parts[0][1] < 0:
            return negated(self.is_at_most_zero(scaled(term, -1, 1)))
        if len(term.parts) == 1:
            ((variable, factor),) = term.parts
            return self.is_at_most(variable, -term.constant // factor)

        def define(emitter: Emitter, result: Term) -> None:
            emitter.at_most(term, 0, [result])
            emitter.at_most(scaled(term, -1), -1, [negated(result)])

        return self._made(("at most", term.key), TRUTHS, define)

    def is_value(self, variable: Variable, value: int) -> Term:
        """Whether a variable has a value."""
        values = variable.values
        if value not in values:
            return 0
        if variable.is_truth:
            return of(variable) if value else negated(of(variable))
        if len(values) == 2 and value == values[0]:
            return negated(self.is_value(variable, values[1]))

        def define(emitter: Emitter, result: Term) -> None:
            emitter.equal(of(variable), value, [result])
            emitter.apart(_of(variable), value, [negated(result)])

        found = self._made(("value", variable.number, value), TRUTHS, define)
        self._meant[_affine(found).parts[0][0].number] = variable, value
        return found

    def told(self, truth: Affine) -> dict[int, int]:
        """The numbers of variables, and their values, that a truth tells where it holds."""
        ((variable, factor),) = truth.parts
        holds = int(factor == 1)
        found = {variable.number: holds}
        if variable.number in self._meant:
            meant, value = self._meant[variable.number]
            if holds:
                found[meant.number] = value
            elif len(meant.values) == 2:
                found[meant.number] = meant.values[0] if value == meant.values[1] else meant.values[1]
        return found

    def is_at_most(self, variable: Variable, most: int) -> Term:
        """Whether a variable is no more than a number."""
        values = variable.values
        if most >= values[-1]:
            return 1
        if most < values[0]:
            return 0
        if most < values[1]:
            return self.is_value(variable, values[0])
        if most >= values[-2]:
            return negated(self.is_value(variable, values[-1]))

        def define(emitter: Emitter, result: Term) -> None:
            emitter.at_most(of(variable), most, [result])
            emitter.at_most(scaled(of(variable), -1), -most - 1, [negated(result)])

        return self._made(("upto", variable.number, most), TRUTHS, define)

    def is_among(self, variable: Variable, chosen: Sequence[int]) -> Term:
        """Whether a variable has one of some of its values."""
        inside = set(chosen)
        values = variable.values
        kept, others = [one for one in values if one in inside], [one for one in values if one not in inside]
        if not kept or not others:
            return int(not others)
        if len(kept) == 1:
            return self.is_value(variable, kept[0])
        if len(others) == 1:
            return negated(self.is_value(variable, others[0]))
        if kept[-1] < others[0]:
            return self.is_at_most(variable, kept[-1])
        if others[-1] < kept[0]:
            return negated(self.is_at_most(variable, others[-1]))

        def define(emitter: Emitter, result: Term) -> None:
            emitter.within(_of(variable), domain(kept), [result])
            emitter.within(_of(variable), domain(others), [negated(result)])

        return self._made(("among", variable.number, tuple(kept)), TRUTHS, define)

    def mapped(self, variable: Variable, results: Mapping[int, int]) -> Term:
        """A number for each value of a variable."""
        values = variable.values
        outcomes = sorted({results[value] for value in values})
        if len(outcomes) == 1:
            return outcomes[0]
        slope, rest = divmod(results[values[1]] - results[values[0]], values[1] - values[0])
        if not rest and all(results[one] - results[values[0]] == slope * (one - values[0]) for one in values):
            return scaled(of(variable), slope, results[values[0]] - slope * values[0])
        if len(outcomes) == 2:
            high = self.is_among(variable, [value for value in values if results[value] == outcomes[1]])
            return scaled(high, outcomes[1] - outcomes[0], outcomes[0])
        rows = tuple((value, results[value]) for value in values)

        def define(emitter: Emitter, result: Term) -> None:
            emitter.table([_of(variable), _affine(result)], rows)

        return self._made(("mapped", variable.number, rows), domain(outcomes), define)

    def product(self, a: Term, b: Term) -> Term:
        """One term times another."""
        if isinstance(a, int):
            return scaled(b, a)
        if isinstance(b, int):
            return scaled(a, b)
        for one, other in ((a, b), (b, a)):
            if is_truth(one):
                return self.chosen(one, other, 0)
        ends = [one * other for one in (a.values[0], a.values[-1]) for other in (b.values[0], b.values[-1])]

        def define(emitter: Emitter, result: Term) -> None:
            emitter.product(_affine(result), [a, b])

        values = range(min(ends), max(ends) + 1)
        return self._made(("times", frozenset((a.key, b.key))), values, define)

    def divided(self, term: Term, divisor: int, rest: bool) -> Term:
        """A term divided by a positive number, rounded down; or what is left over."""
        meaning = MEANING[Op.MOD if rest else Op.DIV]
        if isinstance(term, int):
            return meaning(term, divisor)
        if len(term.parts) == 1 and len(term.parts[0][0].values) <= MOST_VALUES:
            ((variable, factor),) = term.parts
            return self.mapped(
                variable, {value: meaning(value * factor + term.constant, divisor) for value in variable.values}
            )

        def define(emitter: Emitter, whole: Term) -> None:
            left = difference(term, scaled(whole, divisor))
            emitter.at_most(left, divisor - 1)
            emitter.at_most(scaled(left, -1), 0)

        values = range(term.values[0] // divisor, term.values[-1] // divisor + 1)
        whole = self._made(("divided", term.key, divisor), values, define)
        if not rest:
            return whole

        def define_rest(emitter: Emitter, left: Term) -> None:
            emitter.equal(left, difference(term, scaled(whole, divisor)))

        return self._made(("rest", term.key, divisor), range(divisor), define_rest)

    def extreme(self, a: Term, b: Term, largest: bool) -> Term:
        """The larger, or the smaller, of two terms."""
        one, other = values_of(a), values_of(b)
        if one[0] >= other[-1]:
            return a if largest else b
        if other[0] >= one[-1]:
            return b if largest else a
        gap = difference(a, b)
        if isinstance(gap, int):
            return a if (gap >= 0) == largest else b
        bound = max if largest else min
        lo, hi = bound(one[0], other[0]), bound(one[-1], other[-1])
        values = domain(value for value in {*one, *other} if lo <= value <= hi) if _are_few(one, other) else (
            range(lo, hi + 1)
        )

        def define(emitter: Emitter, result: Term) -> None:
            emitter.extreme(_affine(result), [a, b], largest)

        return self._made(("extreme", largest, frozenset((key_of(a), key_of(b)))), values, define)

    def _made(self, key: Hashable, values: Domain, define: Callable[[Emitter, Term], None]) -> Term:
        found = self._known.get(key)
        if found is None:
            if len(values) == 1:
                return values[0]
            variable = Variable(values)
            found = self._known[key] = of(variable)
            result = found
            variable.define = lambda emitter: define(emitter, result)
        return found


def _are_few(one: Domain, other: Domain) -> bool:
    return len(one) + len(other) <= MOST_VALUES


def _constant(term: Term) -> int:
    assert isinstance(term, int), "the language divides by constants only"
    return term


def _affine(term: Term) -> Affine:
    assert isinstance(term, Affine), "a variable has more than one value"
    return term


def _of(variable: Variable) -> Affine:
    return _affine(of(variable))


def _opposite(term: Affine) -> Affine:
    return _affine(scaled(term, -1))
