"""The named proofs of a game: shown by induction, refuted by a replayed trace, or left open with the reason."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphs.axioms import check_axioms
from spec.language.actions import Kind, Property
from spec.language.data import EMPTY, BoardData, fixed_tables
from spec.language.errors import Malformed
from spec.language.game import Game
from spec.language.session import OpenSize
from spec.language.settings import Setting
from spec.language.values import Element
from verification.discovery.facts import discover, when_asked
from verification.induction import Induction
from verification.judging import Judge
from verification.known import Known
from verification.queries import Asker, Effort, Listener, Status
from verification.refuting import Refuter
from verification.strengthening import Source
from verification.system import System
from verification.verdicts import Part, Result, Verdict, combined

STORES = "stores"
"""The proof that every game has without declaring it: no store leaves its sort."""

Progress = Callable[[str], None]
Tell = Callable[[Result], None]


def proof_names(game: Game) -> tuple[str, ...]:
    """The names of a game's proofs, in the order of its text; the one that no store leaves its sort comes last."""
    return (*dict.fromkeys(part.proof for part in game.properties.values()), STORES)


def verify(
    game: Game, *, names: Iterable[str] | None = None, players: Iterable[int] | None = None,
    board: BoardData | None = None, at_hand: BoardData | None = None, grounds: Sequence[BoardData] = (),
    choices: Mapping[Setting, int] | None = None, effort: Effort | None = None,
    listeners: Sequence[Listener] = (), progress: Progress | None = None, known: Known | None = None,
    lemmas: Sequence[Property] = (), sources: Sequence[Source] = (), tell: Tell | None = None,
    made: list[Induction] | None = None,
) -> list[Result]:
    """Verify named proofs for each number of players.

    With `board` the proofs are about that board; without, about every board that meets the axioms, and `at_hand` is
    the board that counterexamples are looked for on, and that gives the size of a sort which a rule loops over.
    Counterexamples are looked for on each of `grounds` then, and games that reach something on those alone; as that is
    claimed of some game, numbers of players for which none is found are left out where there is one for another.
    `choices` fixes settings, those left out are open: what is proved holds for all of them. `listeners` see every
    answer of z3 and may raise, as a second solver that disagrees does. What is `known` from the same game, whole or
    weakened, is not asked again. `lemmas` are further invariants that may help, if they are shown to hold; `sources`
    give facts that are told if they would make a claim inductive which is not. `tell` hears of each result at once,
    in the order in which they are found; `made` takes up the inductions, for others who need the invariants.
    `KeyError` for a name that is no proof.
    """
    wanted = tuple(names) if names is not None else proof_names(game)
    for name in wanted:
        if name not in proof_names(game):
            raise KeyError(f"{game.id} has no proof {name!r}; it has {', '.join(proof_names(game))}")
    counts = tuple(players) if players is not None else game.counts
    results: list[Result] = []
    for count in counts:
        job = _Job(
            game, count, wanted, board, at_hand, tuple(grounds), dict(choices or {}), effort or Effort(),
            tuple(listeners), progress, known, tuple(lemmas), tuple(sources), tell or (lambda result: None),
            [] if made is None else made,
        )
        results.extend(job.run())
    return of_some_game(game, results)


def of_some_game(game: Game, results: Sequence[Result]) -> list[Result]:
    """The results without those for players who do not reach what others do, whose note then tells of it."""
    claims = [one.name for one in game.properties.values() if one.kind is Kind.REACHABLE]
    missing: dict[str, dict[int, bool]] = {}
    reached = {result.property for result in results if result.verdict is Verdict.REACHED}
    for result in results:
        failed = [part for part in result.parts if not part.as_declared]
        if result.property in reached and failed and all(part.name in claims for part in failed):
            refuted = all(part.verdict is Verdict.REFUTED for part in failed)
            missing.setdefault(result.property, {})[result.players] = refuted
    kept: list[Result] = []
    for result in results:
        without = missing.get(result.property, {})
        if result.players in without:
            continue
        told = [
            f"{told} {' and '.join(str(one) for one in without if without[one] is refuted)} players"
            for refuted, told in ((False, "no game was found for"), (True, "no game reaches it for"))
            if refuted in without.values()
        ]
        kept.append(replace(result, note="; ".join(filter(None, [result.note, *told]))))
    return kept


def _on_grounds(results: Sequence[Result]) -> Result:
    """What the results for one board after another say together: that of the last, if it reaches what is claimed."""
    last = results[-1]
    others = [one for one in results if one is not last]
    notes = [f"on {one.board} {one.verdict.name}{f' ({one.method})' if one.method else ''}" for one in others]
    seconds = sum(one.seconds for one in results)
    if last.verdict is Verdict.REACHED or not others:
        return replace(last, note="; ".join(filter(None, [*notes, last.note])), seconds=seconds)
    bad = min(results, key=lambda one: one.verdict is Verdict.REFUTED)
    board = " and ".join(one.board for one in results)
    return replace(bad, board=board, note="; ".join(filter(None, [bad.note, *notes])), seconds=seconds)


@dataclass(frozen=True, eq=False)
class _Job:
    """The proofs for one number of players."""

    game: Game
    players: int
    names: tuple[str, ...]
    board: BoardData | None
    at_hand: BoardData | None
    grounds: tuple[BoardData, ...]
    choices: Mapping[Setting, int]
    effort: Effort
    listeners: tuple[Listener, ...]
    progress: Progress | None
    known: Known | None
    lemmas: tuple[Property, ...]
    sources: tuple[Source, ...]
    tell: Tell
    made: list[Induction]

    def run(self) -> Iterator[Result]:
        """The results in the order asked for; proofs for which the same sorts must be fixed are done together."""
        groups: dict[tuple[str, ...], list[str]] = {}
        found: dict[str, Result] = {}
        reaching = [name for name in self.names if self._reaches(name)]
        for name in (name for name in self.names if name not in reaching):
            try:
                groups.setdefault(self._looped_over(name), []).append(name)
            except _Unfixable as error:
                why = f"a rule loops over {error.element.__name__}, whose size only a board gives; give one"
                parts = self._all_parts(name, Verdict.UNKNOWN, why)
                self._keep(found, [combined(name, parts, self.players, "every board", 0.0)])
        widest: Induction | None = None
        for fixed, names in sorted(groups.items(), key=lambda one: len(one[0])):
            induction = self._induction(fixed, widest)
            if not fixed:
                widest = induction
            self._keep(found, self._group(fixed, names, induction))
        if reaching:
            self._keep(found, self._on_each_ground(reaching, widest or self._induction((), None)).values())
        yield from (found[name] for name in self.names)

    def _keep(self, found: dict[str, Result], results: Iterable[Result]) -> None:
        for result in results:
            found[result.property] = result
            self.tell(result)

    def _reaches(self, name: str) -> bool:
        """Whether a proof says of some games what they reach, and there are boards to look for them on."""
        parts = self._parts(name)
        bounds = [one.steady for one in parts]
        claims = all(one.kind is Kind.REACHABLE or one in bounds for one in parts)
        return self.board is None and bool(self.grounds and parts) and claims

    def _on_each_ground(self, names: Sequence[str], widest: Induction) -> dict[str, Result]:
        """What comes of claims that some game reaches something, on one board after another until one does.

        A bound on the moves that it takes may loop over the members of a board, so it is shown for each of them; and
        with the settings that are played with, which are the default ones where they are left open.
        """
        widest.settle()
        defaults = {one: one.number_of(one.default) for one in self.game.settings.values()}
        found: dict[str, list[Result]] = {name: [] for name in names}
        for ground in self.grounds:
            left = [name for name in names if not any(one.verdict is Verdict.REACHED for one in found[name])]
            if left:
                job = replace(self, board=ground, grounds=(ground,), choices={**defaults, **self.choices})
                for result in job._group((), left, job._induction((), widest)):
                    found[result.property].append(result)
        return {name: _on_grounds(results) for name, results in found.items()}

    def _induction(self, fixed: tuple[str, ...], given: Induction | None) -> Induction:
        system = self._system(fixed)
        support = [part for part in (*self.game.properties.values(), *self.lemmas)
                   if part.kind is Kind.INVARIANT and not part.false and _traces(system, part)]
        if self.effort.lemmas:
            support += discover(system, self._boards(), seed=self.effort.seed, progress=self.progress).facts
        asker = Asker(self.effort, list(self.listeners))
        refuted = self._refuter().is_broken
        self.made.append(Induction(system, support, asker, self.progress, self.known, given, refuted))
        return self.made[-1]

    def _boards(self) -> list[BoardData]:
        """The boards that random games are played on."""
        return [self.board] if self.board else list(self.grounds) or [self.at_hand or EMPTY]

    def _discovering(self, induction: Induction) -> Iterator[Source]:
        """Where facts come from that would make a claim inductive, if they are to be discovered."""
        if self.effort.facts and not self.effort.lemmas:
            yield when_asked(
                induction.system, self._boards(), lambda: induction.holding, seed=self.effort.seed,
                progress=self.progress,
            )

    def _group(self, fixed: tuple[str, ...], names: list[str], induction: Induction) -> Iterator[Result]:
        started = time.process_time()
        no_board = not self._has_board() and induction.possible().status is Status.FOLLOWS
        if not no_board and not self.effort.lean:
            induction.settle()
        judge = Judge(induction, self._refuter(), self._settles(), (*self.sources, *self._discovering(induction)))
        why = "the axioms contradict each other, so that there is no board at all"
        for name in names:
            if no_board:
                parts = self._all_parts(name, Verdict.VACUOUS, why)
            elif name == STORES:
                parts = tuple(judge.stores())
            else:
                parts = tuple(judge.property(part) for part in self._parts(name))
            notes = [] if no_board else self._notes(induction, fixed, parts)
            now = time.process_time()
            yield combined(name, parts, self.players, self._where(fixed, parts), now - started, notes)
            started = now

    def _has_board(self) -> bool:
        """Whether a board at hand meets the axioms, so that there is no need to ask z3 whether any can."""
        ground = self._ground()
        if ground is None:
            return False
        try:
            check_axioms(ground, self.game, thorough=True, players=self.players)
        except Malformed:
            return False
        return True

    def _refuter(self) -> Refuter:
        tell = self.progress
        count = None if tell is None else (lambda moves: tell(f"looking for a game, {moves:,} moves"))
        ground = self._ground()
        alone = () if ground is None else (ground,)
        grounds = alone if self.board is not None else self.grounds or alone
        return Refuter(self.game, self.players, ground, self.choices, self.effort, grounds, count)

    def _ground(self) -> BoardData | None:
        """The board that traces are looked for on."""
        return self.board or self.at_hand or (EMPTY if self._prints_all() else None)

    def _settles(self) -> bool:
        """Whether the claim is about one board and one choice for every setting."""
        one_board = self.board is not None or self._prints_all()
        return one_board and all(setting in self.choices for setting in self.game.settings.values())

    def _prints_all(self) -> bool:
        """Whether the game has just one board, the one that its spec prints."""
        if any(element.size == "board" for element in self.game.elements):
            return False
        fixed = fixed_tables(self.game.board, self.game.shape(self.players, {}))
        return all(table.name in fixed for table in self.game.board.tables)

    def _parts(self, name: str) -> list[Property]:
        return [part for part in self.game.properties.values() if part.proof == name]

    def _all_parts(self, name: str, verdict: Verdict, why: str) -> tuple[Part, ...]:
        parts = tuple(Part(one.name, one.says, verdict, "", why, one.cites) for one in self._parts(name))
        return parts or (Part(name, "no store leaves its sort", verdict, "", why),)

    def _looped_over(self, name: str) -> tuple[str, ...]:
        """The sorts whose size a proof must fix because a rule or one of its claims loops over them."""
        if self.board is not None:
            return ()
        fixed: tuple[str, ...] = ()
        while True:
            system = self._system(fixed)
            try:
                _ = system.actions
                for part in self._parts(name):
                    system.tape(part)
                return fixed
            except OpenSize as error:
                if self.at_hand is None:
                    raise _Unfixable(error.element) from None
                fixed = tuple(sorted({*fixed, error.element.__name__}))

    def _system(self, fixed: tuple[str, ...]) -> System:
        if self.board is not None:
            shape = self.game.shape(self.players, self.board.sizes)
            return System(self.game, self.players, shape, self.board, self.choices)
        sizes: dict[str, int | None] = {
            element.__name__: None for element in self.game.elements if element.size == "board"
        }
        for name in fixed:
            assert self.at_hand is not None
            sizes[name] = self.at_hand.sizes[name]
        return System(self.game, self.players, self.game.shape(self.players, sizes), None, self.choices)

    def _notes(self, induction: Induction, fixed: tuple[str, ...], parts: Sequence[Part]) -> list[str]:
        """What a reader of a result must know besides its verdict."""
        notes = []
        if fixed:
            assert self.at_hand is not None
            sizes = ", ".join(f"{self.at_hand.sizes[name]} of {name}" for name in fixed)
            notes.append(f"for boards with {sizes}, because a rule loops over them")
        # What is proved holds without it all the more.
        notes += [] if all(part.verdict is Verdict.PROVED for part in parts) else [
            f"without the axiom {one.name}, which loops over a sort of open size" for one in induction.system.axioms[1]
        ]
        if induction.loose:
            loose = ", ".join(one.name for one in induction.loose)
            notes.append(f"for any start of {loose}, as their start values loop over a sort of open size")
        if induction.impossible:
            never = ", ".join(action.name for action in induction.impossible)
            notes.append(f"no state that obeys the invariants allows {never}")
        return notes

    def _where(self, fixed: tuple[str, ...], parts: Sequence[Part]) -> str:
        """The board of a game that was found, or the boards that a proof is about."""
        reached = next((part.trace for part in parts if part.verdict is Verdict.REACHED and part.trace), None)
        if reached is not None and reached.instance.board is not EMPTY:
            return reached.instance.board.title
        if self.board is not None:
            return self.board.title
        return "every board" if not fixed else f"every board with as many of {' and '.join(fixed)}"


class _Unfixable(Exception):
    def __init__(self, element: type[Element]) -> None:
        self.element = element


def _traces(system: System, part: Property) -> bool:
    try:
        system.tape(part)
    except OpenSize:
        return False
    return True
