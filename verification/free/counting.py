"""What is so of all members of a sort together, such as that a pile has as many cards as are counted, on one board.

It is shown case by case, one for each member that a move may change something of. A sum of which an unknown part
changes is hard for z3; with the part known it is plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from spec.language.actions import Action, Property
from spec.language.nodes import Param
from spec.language.state import Field
from spec.language.tape import Tape
from verification.discovery.structure import counted
from verification.instances import is_open
from verification.queries import Answer, Asker, Question, Status
from verification.system import System
from verification.z3_lowering.effects import move, parameters
from verification.z3_lowering.starts import start_state
from verification.z3_lowering.terms import Term, both

SHORT = 4_000
"""Milliseconds for one case."""
MOST_CASES = 100
"""A claim that takes more of them for one action is left alone."""


def counts(
    system: System, asker: Asker, claims: Sequence[Property] = ()
) -> list[tuple[Property, tuple[Answer, ...]]]:
    """The piles' counts and those claims that hold at the start and that every move keeps, with what shows it."""
    found: list[tuple[Property, tuple[Answer, ...]]] = []
    for claim in (*counted(system.game), *claims):
        if any(len(_cases(system, tape, system.read(claim))) > MOST_CASES for tape in system.actions.values()):
            continue
        answers: list[Answer] = []
        for question in _questions(system, claim):
            answer = asker(question, SHORT)
            if answer.status is not Status.FOLLOWS:
                break
            answers.append(answer)
        else:
            found.append((claim, tuple(answers)))
    return found


def _questions(system: System, claim: Property) -> Iterator[Question]:
    where = f"{system.game.id}/{system.players}/free/{claim.name}"
    scope = system.scope()
    start, _ = start_state(system.game, system.shape, system.tables, scope)
    holds = both(one for _, one in system.claim(claim, start, None, scope))
    yield Question(f"{where}/start", tuple(scope.all_facts()), holds)
    for action, tape in system.actions.items():
        if system.written(action) & system.read(claim):
            for number, values in enumerate(_cases(system, tape, system.read(claim))):
                yield _question(system, claim, action, values, f"{where}/{action.name}/{number}")


def _question(
    system: System, claim: Property, action: Action, values: Sequence[int | None], name: str
) -> Question:
    """Whether a move with some of its parameters known keeps a claim."""
    scope, tape = system.scope(), system.actions[action]
    before = system.free_state(scope)
    free = parameters(tape, action.name, scope)
    given: tuple[Term, ...] = tuple(
        term if value is None else value for term, value in zip(free, values, strict=True)
    )
    made = move(tape, given, before, system.tables, scope, action.chance)
    system.assume([claim], before, scope)
    scope.assume(made.legal)
    scope.assume(made.sound)
    kept = both(one for _, one in system.claim(claim, before, made.after, scope))
    return Question(name, tuple(scope.all_facts()), kept)


def _cases(system: System, tape: Tape, read: frozenset[Field]) -> list[tuple[int | None, ...]]:
    """Every value of the parameters that say where something is stored that a claim reads; None for the others."""
    telling = {
        node.position for store in tape.stores if store.field in read
        for node in store.index if isinstance(node, Param) and not is_open(node.sort, system.shape)
    }
    return list(product(*(
        range(param.lo, param.hi + 1) if param.position in telling else (None,) for param in tape.params
    )))
