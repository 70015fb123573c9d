"""The named proofs of a game: shown by induction, refuted by a replayed trace, or left open with the reason."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spec.language.actions import Kind, Property
from spec.language.data import EMPTY, BoardData, fixed_tables
from spec.language.game import Game
from spec.language.session import OpenSize
from spec.language.settings import Setting
from spec.language.values import Element
from spec.lowering.instance import Instance
from verification.induction import Failed, Induction, Shown
from verification.queries import Asker, Effort, Listener, Status
from verification.refuting import Sought, sought, stores_outside
from verification.system import System
from verification.verdicts import Part, Result, Verdict, combined

STORES = "stores"
"""The proof that every game has without declaring it: no store leaves its sort."""

Progress = Callable[[str], None]


def proof_names(game: Game) -> tuple[str, ...]:
    """The names of a game's proofs, in the order of its text; the one that no store leaves its sort comes last."""
    return (*dict.fromkeys(part.proof for part in game.properties.values()), STORES)


def verify(
    game: Game, *, names: Iterable[str] | None = None, players: Iterable[int] | None = None,
    board: BoardData | None = None, at_hand: BoardData | None = None,
    choices: Mapping[Setting, int] | None = None, effort: Effort | None = None,
    listeners: Sequence[Listener] = (), progress: Progress | None = None,
) -> list[Result]:
    """Verify named proofs for each number of players.

    With `board` the proofs are about that board; without, about every board that meets the axioms, and `at_hand` is
    the board that counterexamples are looked for on, and that gives the size of a sort which a rule loops over.
    `choices` fixes settings, those left out are open: what is proved holds for all of them. `listeners` see every
    answer of z3 and may raise, as a second solver that disagrees does.
    """
    wanted = tuple(names) if names is not None else proof_names(game)
    unknown = [name for name in wanted if name not in proof_names(game)]
    if unknown:
        raise KeyError(f"{game.id} has no proof {unknown[0]!r}; it has {', '.join(proof_names(game))}")
    job = _Job(game, wanted, board, at_hand, dict(choices or {}), effort or Effort(), tuple(listeners), progress)
    return [result for count in (tuple(players) if players is not None else game.counts) for result in job.run(count)]


@dataclass(frozen=True, eq=False)
class _Job:
    game: Game
    names: tuple[str, ...]
    board: BoardData | None
    at_hand: BoardData | None
    choices: Mapping[Setting, int]
    effort: Effort
    listeners: tuple[Listener, ...]
    progress: Progress | None
    clock: list[float] = field(default_factory=lambda: [0.0])

    def run(self, players: int) -> Iterator[Result]:
        """The results for one number of players; proofs whose sorts must be fixed alike are done together."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for name in self.names:
            try:
                groups.setdefault(self._looped_over(name, players), []).append(name)
            except _Unfixable as error:
                yield self._open(name, players, error.element)
        for fixed, names in groups.items():
            yield from self._group(players, fixed, names)

    def _group(self, players: int, fixed: tuple[str, ...], names: list[str]) -> Iterator[Result]:
        self.clock[0] = time.perf_counter()
        system = self._system(players, fixed)
        asker = Asker(self.effort, list(self.listeners))
        support = [part for part in self.game.properties.values()
                   if part.kind is Kind.INVARIANT and _traces(system, part)]
        induction = Induction(system, support, asker, self.progress)
        notes = self._notes(system, fixed)
        if induction.possible().status is Status.FOLLOWS:
            why = "the axioms contradict each other, so that there is no board at all"
            for name in names:
                yield self._result(name, self._all_parts(name, Verdict.VACUOUS, why), players, fixed, [])
            return
        induction.settle()
        notes += [f"{loose.name} may start at anything in its sort" for loose in induction.loose]
        if induction.impossible:
            never = ", ".join(action.name for action in induction.impossible)
            notes.append(f"no state that obeys the invariants allows {never}")
        for name in names:
            if name == STORES:
                yield self._result(name, tuple(self._stores(induction, players)), players, fixed, notes)
            else:
                parts = tuple(self._part(part, induction, players) for part in self._parts(name))
                yield self._result(name, parts, players, fixed, notes)

    def _part(self, part: Property, induction: Induction, players: int) -> Part:
        if part.kind is Kind.REACHABLE:
            return self._reached(part, players)
        shown = induction.show(part)
        if shown.holds:
            if len(induction.impossible) == len(induction.system.actions):
                return Part(part.name, part.says, Verdict.VACUOUS, "", "no move is ever possible", part.cites)
            leans = "leans on the other invariants" if shown.leans else ""
            return Part(part.name, part.says, Verdict.PROVED, _method(shown), leans, part.cites)
        found = sought(part, self._instances(players, shown.failed), self.effort, self._is_one(players))
        return self._judged(part.name, part.says, part.cites, shown.failed, found, self._is_one(players))

    def _reached(self, part: Property, players: int) -> Part:
        found = sought(part, self._instances(players, ()), self.effort, self._is_one(players))
        if found.trace is not None:
            method = f"reached in {len(found.trace.moves)} moves"
            return Part(part.name, part.says, Verdict.PROVED, method, "", part.cites, found.trace)
        if found.exhausted:
            return Part(part.name, part.says, Verdict.REFUTED, "exhausted", found.looked, part.cites)
        return Part(part.name, part.says, Verdict.UNKNOWN, "", f"not reached; {found.looked}", part.cites)

    def _judged(
        self, name: str, says: str, cites: tuple[str, ...], failed: Sequence[Failed], found: Sought, is_one: bool
    ) -> Part:
        if found.trace is not None:
            method = f"a trace of {len(found.trace.moves)} moves"
            return Part(name, says, Verdict.REFUTED, method, str(failed[0]), cites, found.trace)
        if found.exhausted:
            return Part(name, says, Verdict.PROVED, "exhausted", found.looked, cites)
        if all(one.countermodel is None for one in failed):
            return Part(name, says, Verdict.UNKNOWN, "", f"{failed[0]}; {found.looked}", cites)
        if is_one and found.depth > 0 and all(setting in self.choices for setting in self.game.settings.values()):
            return Part(name, says, Verdict.BOUNDED, f"{found.depth} moves", f"not inductive: {failed[0]}", cites)
        return Part(name, says, Verdict.UNKNOWN, "", f"not inductive: {failed[0]}; {found.looked}", cites)

    def _stores(self, induction: Induction, players: int) -> Iterator[Part]:
        answer = induction.start_lies_within()
        proved = answer.status is Status.FOLLOWS
        yield _stores_part(
            Verdict.PROVED if proved else Verdict.UNKNOWN, "by the declarations" if proved else "",
            "" if proved else answer.reason or "a start value may lie outside its sort", "start",
        )
        for action in induction.system.actions:
            if self.progress:
                self.progress(f"stores of {action.name}")
            found = induction.obligations(action)
            bad = [(store, said) for store, said in found if said.status is not Status.FOLLOWS]
            if not bad:
                yield _stores_part(Verdict.PROVED, "induction", "", action.name, action.rule.cites)
                continue
            failed = [induction.store_failure(action, store, said) for store, said in bad]
            trace = stores_outside(action, self._instances(players, failed), self.effort, self._is_one(players))
            says = f"no store of {action.name} leaves its sort"
            yield self._judged(action.name, says, action.rule.cites, failed, trace, self._is_one(players))

    def _instances(self, players: int, failed: Sequence[Failed]) -> list[Instance]:
        """Where to look for traces: under the choices of each countermodel, and under the default ones."""
        board = self.board or self.at_hand or (EMPTY if self._prints_nothing(players) else None)
        if board is None:
            return []
        made = [one.countermodel.choices for one in failed if one.countermodel is not None]
        distinct: list[Mapping[Setting, int]] = []
        for choices in [*made[:1], {}]:
            whole = {**choices, **self.choices}
            if whole not in distinct:
                distinct.append(whole)
        return [Instance(self.game, players, board, choices) for choices in distinct]

    def _is_one(self, players: int) -> bool:
        """Whether the claim is about one board, so that what is seen there settles it."""
        return self.board is not None or self._prints_nothing(players)

    def _prints_nothing(self, players: int) -> bool:
        """Whether the game has just one board, the one that its spec prints."""
        if any(element.size == "board" for element in self.game.elements):
            return False
        fixed = fixed_tables(self.game.board, self.game.shape(players, {}))
        return all(table.name in fixed for table in self.game.board.tables)

    def _parts(self, name: str) -> list[Property]:
        return [part for part in self.game.properties.values() if part.proof == name]

    def _looped_over(self, name: str, players: int) -> tuple[str, ...]:
        """The sorts whose size a proof must fix because a rule or one of its claims loops over them."""
        if self.board is not None:
            return ()
        fixed: tuple[str, ...] = ()
        while True:
            system = self._system(players, fixed)
            try:
                _ = system.actions
                for part in self._parts(name):
                    system.tape(part)
                return fixed
            except OpenSize as error:
                if self.at_hand is None:
                    raise _Unfixable(error.element) from None
                fixed = tuple(sorted({*fixed, error.element.__name__}))

    def _system(self, players: int, fixed: tuple[str, ...]) -> System:
        if self.board is not None:
            shape = self.game.shape(players, self.board.sizes)
            return System(self.game, players, shape, self.board, self.choices)
        sizes: dict[str, int | None] = {
            element.__name__: None for element in self.game.elements if element.size == "board"
        }
        for name in fixed:
            assert self.at_hand is not None
            sizes[name] = self.at_hand.sizes[name]
        return System(self.game, players, self.game.shape(players, sizes), None, self.choices)

    def _notes(self, system: System, fixed: tuple[str, ...]) -> list[str]:
        notes = []
        if fixed:
            assert self.at_hand is not None
            sizes = ", ".join(f"{self.at_hand.sizes[name]} of {name}" for name in fixed)
            notes.append(f"for boards with {sizes}, because a rule loops over them")
        notes += [f"without the axiom {one.name}, which loops over a sort of open size" for one in system.axioms[1]]
        return notes

    def _where(self, fixed: tuple[str, ...]) -> str:
        if self.board is not None:
            return self.board.title
        return "every board" if not fixed else f"every board with as many of {' and '.join(fixed)}"

    def _open(self, name: str, players: int, element: type[Element]) -> Result:
        why = f"a rule loops over {element.__name__}, whose size only a board gives; give one"
        return combined(name, self._all_parts(name, Verdict.UNKNOWN, why), players, "every board", 0.0)

    def _all_parts(self, name: str, verdict: Verdict, why: str) -> tuple[Part, ...]:
        parts = tuple(Part(one.name, one.says, verdict, "", why, one.cites) for one in self._parts(name))
        return parts or (_stores_part(verdict, "", why),)

    def _result(
        self, name: str, parts: tuple[Part, ...], players: int, fixed: tuple[str, ...], notes: Iterable[str]
    ) -> Result:
        now = time.perf_counter()
        seconds, self.clock[0] = now - self.clock[0], now
        return combined(name, parts, players, self._where(fixed), seconds, notes)


class _Unfixable(Exception):
    def __init__(self, element: type[Element]) -> None:
        self.element = element


def _traces(system: System, part: Property) -> bool:
    try:
        system.tape(part)
    except OpenSize:
        return False
    return True


def _method(shown: Shown) -> str:
    return "induction" if shown.depth == 1 else f"{shown.depth}-induction"


def _stores_part(
    verdict: Verdict, method: str, note: str, name: str = STORES, citations: tuple[str, ...] = ()
) -> Part:
    return Part(name, "no value leaves its sort", verdict, method, note, citations)
