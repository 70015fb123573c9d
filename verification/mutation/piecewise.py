"""Whether a mutant is the same game, asked piece by piece: is what was spoilt the same wherever it matters?

Where an expression stands, much is known: that the other requirements hold, that a store is done, that the other parts
of a junction do not decide it. From the spoilt clause outwards z3 is asked whether both expressions are the same there,
until they are. Such questions are small, and for one action all of them share what is known of a state. That the pieces
are the same is enough; where they are not, the whole may be the same yet. What follows mostly follows at once, and
what does not takes z3 long: so all pieces are asked about with few steps first, and none that a game tells apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3

from spec.language.nodes import Apply, Load, Lookup, Node, Op
from spec.language.tape import Store, Tape
from verification.mutation.samples import Known, Samples
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, as_truth, both, equal, negated

_ASKED = (Op.EQ, Op.LT, Op.LE, Op.AND, Op.OR, Op.NOT, Op.ITE, Op.MIN, Op.MAX)
"""What may come to the same although its operands do not."""

_Part = tuple[Node, Node, tuple[Known, ...]]
"""Two expressions, and what is known where they stand."""


class Pieces:
    """The questions about the mutants of one action, done in a state of which `scope` knows what is assumed.

    Each is limited to some of z3's own steps: the answers are the same however busy the machine is. An answer that z3
    does not find is none. What `samples` tell apart is not asked about.
    """

    def __init__(self, tape: Tape, express: Expressions, scope: Scope, samples: Samples, seed: int) -> None:
        self.tape = tape
        self.express = express
        self.scope = scope
        self.samples = samples
        self._solver: z3.Solver = z3.SimpleSolver()  # type: ignore[attr-defined]  # the types of z3 leave it out
        self._solver.set("random_seed", seed)
        self._solver.add(*scope.all_facts())
        self._told = set(scope.facts)
        self._never: dict[tuple[int, int], bool] = {}

    def same(self, spoilt: Tape, steps: int) -> bool:
        """Whether it is proved that another tape of the same workshop allows the same moves with the same effect."""
        self._solver.set("rlimit", steps)
        self._steps = steps
        return self._same_needs(spoilt) and self._same_weight(spoilt) and self._same_stores(spoilt)

    def _same_needs(self, spoilt: Tape) -> bool:
        others = {one.number: one.holds for one in spoilt.requires}
        changed = [one for one in self.tape.requires if others.get(one.number) is not one.holds]
        if not changed:
            return True
        rest = [(one.holds, True) for one in self.tape.requires if one not in changed]
        return all(
            self._same(one.holds, others[one.number], rest) if one.number in others
            else not self.samples.show([*rest, (one.holds, False)]) and self._follows(rest, self.express(one.holds))
            for one in changed
        )

    def _same_weight(self, spoilt: Tape) -> bool:
        one, other = self.tape.weight, spoilt.weight
        return one is other or (one is not None and other is not None and self._same(one, other, self._legal()))

    def _same_stores(self, spoilt: Tape) -> bool:
        if spoilt.stores is self.tape.stores:
            return True
        others = {store.number: store for store in spoilt.stores}
        legal = self._legal()
        return all(
            self._same_store(store, others[store.number], legal) if store.number in others
            else self._is_never_done(store, self._done(store, legal))
            for store in self.tape.stores if others.get(store.number) is not store
        )

    def _same_store(self, store: Store, other: Store, legal: Sequence[Known]) -> bool:
        known = self._done(store, legal)
        if self._is_never_done(store, known):
            return store.path == other.path or self._follows(legal, self._same_path(store, other))
        if store.path != other.path and not self._follows(legal, self._same_path(store, other)):
            return False
        pairs = zip((*store.index, store.value), (*other.index, other.value), strict=True)
        return all(self._same(one, another, known) for one, another in pairs)

    def _is_never_done(self, store: Store, known: Sequence[Known]) -> bool:
        """Whether no legal move does a store: all its mutants share the answer."""
        at = store.number, self._steps
        if at not in self._never:
            self._never[at] = not self.samples.show(known) and self._follows(known, 0)
        return self._never[at]

    @staticmethod
    def _done(store: Store, legal: Sequence[Known]) -> list[Known]:
        return [*legal, *((one, True) for one in store.path)]

    def _same_path(self, store: Store, other: Store) -> Term:
        return equal(*(both(self.express(one) for one in path) for path in (store.path, other.path)))

    def _legal(self) -> list[Known]:
        return [(one.holds, True) for one in self.tape.requires]

    def _same(self, one: Node, other: Node, known: Sequence[Known], beside: Sequence[Known] = ()) -> bool:
        """Whether two expressions are the same where something is known; their operands are asked about first.

        What is known from `beside` them mostly is enough, and is tried alone: the rest may be large.
        """
        if one is other:
            return True
        if self.samples.tell_apart(one, other, [*known, *beside]):
            return False
        parts = list(self._parts(one, other))
        if parts and all(self._same(a, b, known, [*beside, *more]) for a, b, more in parts):
            return True
        if parts and not (isinstance(one, Apply) and one.op in _ASKED):
            return False
        claim = equal(self.express(one), self.express(other))
        return bool(beside and self._follows(beside, claim)) or self._follows([*known, *beside], claim)

    def _parts(self, one: Node, other: Node) -> Iterator[_Part]:
        """The operands in which two expressions of one kind differ, with what is known where each of them matters.

        Those before it are the same by then.
        """
        match one, other:
            case Apply(op=Op.ITE, args=(test, *branches)), Apply(op=Op.ITE, args=(test_, *branches_)):
                if test is not test_:
                    yield test, test_, ()
                for a, b, holds in zip(branches, branches_, (True, False), strict=True):
                    if a is not b:
                        yield a, b, ((test, holds),)
            case Apply(op=(Op.AND | Op.OR) as op, args=args), Apply(op=op_, args=args_) if (
                op is op_ and len(args) == len(args_)
            ):
                pairs = sorted(zip(args, args_, strict=True), key=lambda pair: pair[0] is not pair[1])
                beside: list[Known] = []  # the parts that are the same, also those that were asked about before
                for a, b in pairs:
                    if a is not b:
                        yield a, b, tuple(beside)
                    beside.append((a, op is Op.AND))
            case Apply(op=op, args=args), Apply(op=op_, args=args_) if op is op_ and len(args) == len(args_):
                yield from ((a, b, ()) for a, b in zip(args, args_, strict=True) if a is not b)
            case Load(field=field, index=index), Load(field=field_, index=index_) if field is field_:
                yield from ((a, b, ()) for a, b in zip(index, index_, strict=True) if a is not b)
            case Lookup(table=table, index=index), Lookup(table=table_, index=index_) if table is table_:
                yield from ((a, b, ()) for a, b in zip(index, index_, strict=True) if a is not b)
            case _:
                return

    def _follows(self, known: Sequence[Known], claim: Term) -> bool:
        """Whether z3 finds at once that a claim follows."""
        if isinstance(claim, int) and claim:
            return True
        terms = [self.express(node) if holds else negated(self.express(node)) for node, holds in known]
        for at, fact in self.scope.facts.items():  # what expressions brought in: that they lie in their sorts
            if at not in self._told:
                self._told.add(at)
                self._solver.add(fact)
        self._solver.push()
        self._solver.add(as_truth(both([*terms, negated(claim)])))
        found = self._solver.check()
        self._solver.pop()
        return bool(found == z3.unsat)
