"""Mutate a game: try every mutant on the cases, the claims and the records, and prove what is left to be the same game.

What costs least is asked first. Cases, records and states of random games are looked at in columns; z3 is asked about
the few mutants that nothing there tells from the rules, and its countermodels are tried without it again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from spec.execution.cells import assignment_text, changed_cells
from spec.execution.moves import move_text
from spec.execution.table import SEATS, Table
from spec.language.actions import Action, Kind
from spec.language.data import EMPTY, BoardData
from spec.language.game import Game
from spec.language.settings import Setting
from spec.language.state import Field
from spec.language.tape import Tape
from spec.lowering.instance import Instance
from verification.counterexamples import fields_read
from verification.mutation.bench import Stand, Workshops
from verification.mutation.claims import Claims
from verification.mutation.columns import Effects, Ground
from verification.mutation.corpus import corpus
from verification.mutation.equivalence import Equivalence
from verification.mutation.findings import Finding, Shown, Verdict
from verification.mutation.mutants import Mutant
from verification.mutation.trying import Trials
from verification.mutation.witnesses import witness
from verification.queries import Answer, Asker, Effort, Status
from verification.system import System

Progress = Callable[[str], None]
EVERY_BOARD = "every board with as many places"


@dataclass(frozen=True)
class Labour:
    """How much is done: milliseconds for each question to z3, random games and states of each, and the seed of them.

    Without `proofs` z3 is not asked: what nothing else tells from the rules stays UNKNOWN.
    """

    milliseconds: int = 20_000
    games: int = 6
    states: int = 12
    seed: int = 1
    proofs: bool = True


@dataclass(frozen=True)
class _Difference:
    """A line on which a mutant does something else."""

    stand: Stand
    line: int
    effects: Effects
    reached: bool


@dataclass(eq=False)
class Mutation:
    """The mutants of a game for the fewest and the most of `counts` players, on boards at hand.

    `trials` are the cases and records. A mutant is equivalent if that is proved for each number of players and for
    every board with as many places as the first of `boards`, or for each of the boards.
    """

    game: Game
    boards: Sequence[BoardData]
    counts: Sequence[int]
    workshops: Workshops
    cases: Trials
    records: Trials
    labour: Labour = field(default_factory=Labour)
    progress: Progress | None = None

    @cached_property
    def mutants(self) -> dict[Mutant, tuple[str, ...]]:
        """Every mutant with the actions that have it."""
        found: dict[Mutant, dict[str, None]] = {}
        for ground in self._at_hand.values():
            for number, action in enumerate(self.workshops.actions):
                self._tell(f"the clauses of {action.name}")
                for mutant in self.workshops(ground, number).mutants:
                    found.setdefault(mutant, {})[action.name] = None
        return {mutant: tuple(actions) for mutant, actions in found.items()}

    def run(self, mutants: Sequence[Mutant]) -> Iterator[Finding]:
        """What becomes of each mutant, one after the other."""
        for number, mutant in enumerate(mutants):
            self._tell(f"{number} of {len(mutants)}: {mutant}")
            started = time.perf_counter()
            verdict, by, difference = self._judged(mutant)
            shown = self._shown(difference) if difference is not None else None
            yield Finding(mutant, self.mutants[mutant], verdict, by, time.perf_counter() - started, shown)

    def _judged(self, mutant: Mutant) -> tuple[Verdict, str, _Difference | None]:
        killing = self.cases.killing(mutant)
        if killing:
            return Verdict.CASE, killing[0].name, None
        difference: _Difference | None = None
        for stand in self._stands():
            effects = stand.under(mutant)
            lines = [] if effects is None else stand.playing_otherwise(effects).tolist()
            if effects is not None and lines:
                difference = difference or _Difference(stand, lines[0], effects, True)
                claim = self.claims.broken(stand, lines, effects)
                if claim:
                    return Verdict.PROPERTY, claim, None
        killing = self.records.killing(mutant)
        if killing:
            return Verdict.RECORD, killing[0].name, None
        return self._asked(mutant, difference)

    def _stands(self) -> Iterator[Stand]:
        yield from self.cases.bench.stands
        yield from self._corpus

    def _asked(self, mutant: Mutant, difference: _Difference | None) -> tuple[Verdict, str, _Difference | None]:
        """What z3 says of a mutant that no case, record or random game tells from the rules, or only without effect."""
        if not self.labour.proofs:
            verdict = Verdict.UNKNOWN if difference is None else Verdict.SURVIVED
            return verdict, "" if difference is not None else "z3 was not asked", difference
        if difference is None:
            verdict, by, difference = self._compared(mutant)
            if difference is None:
                return verdict, by, None
        claim = self.claims.broken(difference.stand, [difference.line], difference.effects)
        claim = claim or self._claim_that_falls(mutant, difference.stand.ground)
        return (Verdict.PROPERTY, claim, None) if claim else (Verdict.SURVIVED, "", difference)

    def _compared(self, mutant: Mutant) -> tuple[Verdict, str, _Difference | None]:
        """EQUIVALENT and for which boards, or SURVIVED and the difference, or UNKNOWN and why."""
        if all(self._same(mutant, count, None)[0] for count in self.counts_at_hand):
            return Verdict.EQUIVALENT, EVERY_BOARD, None
        unknown: list[str] = []
        for count in self.counts_at_hand:
            for board in self.boards:
                same, reason, difference = self._same(mutant, count, board)
                if difference is not None:
                    return Verdict.SURVIVED, "", difference
                if not same:
                    unknown.append(f"{count} players on {board.title}: {reason}")
        if unknown:
            return Verdict.UNKNOWN, "; ".join(unknown), None
        return Verdict.EQUIVALENT, " and ".join(board.title for board in self.boards), None

    def _same(self, mutant: Mutant, count: int, board: BoardData | None) -> tuple[bool, str, _Difference | None]:
        """Whether all actions that have the clause do the same on a board (on all of them, for None)."""
        equivalence = self._equivalence(count, board)
        for number, action in enumerate(self.workshops.actions):
            if action.name not in self.mutants[mutant] or not equivalence.offered(action, mutant):
                continue
            answer = equivalence.compared(action, mutant)
            if answer is None or answer.status is Status.FOLLOWS:
                continue
            if answer.model is None or board is None:
                return False, answer.reason, None
            ground = self._ground(count, board)
            seen = witness(equivalence.prepared(action), equivalence, ground, answer.model, number)
            stand = seen.stand(self.workshops)
            effects = stand.under(mutant)
            if effects is None or not len(stand.playing_otherwise(effects)) or not self._may_be(stand):
                return False, f"z3's countermodel for {action.name} is none", None
            return False, "", _Difference(stand, 0, effects, False)
        return True, "", None

    def _may_be(self, stand: Stand) -> bool:
        return bool(self.claims.hold(stand.ground, stand.columns.rows, stand.columns.chosen).all())

    def _claim_that_falls(self, mutant: Mutant, ground: Ground) -> str:
        """A claim that a legal move of a mutant breaks in a state that z3 finds, tried again without z3; or nothing."""
        equivalence = self._equivalence(ground.instance.players, ground.instance.board)
        for number, action in enumerate(self.workshops.actions):
            if action.name in self.mutants[mutant] and equivalence.offered(action, mutant):
                claim = self._claim_of(mutant, equivalence, number, ground)
                if claim:
                    return claim
        return ""

    def _claim_of(self, mutant: Mutant, equivalence: Equivalence, number: int, ground: Ground) -> str:
        action = self.workshops.actions[number]
        known = equivalence.prepared(action)
        written = _changed_fields(known.workshop.tape, known.workshop.mutants[mutant])
        for answer in self._tempted(mutant, equivalence, action, written):
            if answer.model is not None:
                stand = witness(known, equivalence, ground, answer.model, number).stand(self.workshops)
                effects = stand.under(mutant)
                claim = "" if effects is None or not self._may_be(stand) else self.claims.broken(stand, [0], effects)
                if claim:
                    return claim
        return ""

    def _tempted(
        self, mutant: Mutant, equivalence: Equivalence, action: Action, written: set[Field]
    ) -> Iterator[Answer]:
        """What z3 says of the mutant's stores, and then of all claims that what it does may break."""
        yield equivalence.ask_sound(action, mutant)
        yield equivalence.ask_kept(action, mutant, (
            part for part in self.game.properties.values()
            if part.kind is not Kind.REACHABLE and equivalence.system.read(part) & written
        ))

    @property
    def counts_at_hand(self) -> tuple[int, ...]:
        """The fewest and the most players."""
        return tuple(dict.fromkeys((min(self.counts), max(self.counts))))

    @cached_property
    def claims(self) -> Claims:
        """The game's claims."""
        return Claims(self.workshops)

    @cached_property
    def _at_hand(self) -> dict[tuple[int, str], Ground]:
        return {
            (count, board.name): Ground(Instance(self.game, count, board))
            for count in self.counts_at_hand for board in self.boards
        }

    def _ground(self, count: int, board: BoardData) -> Ground:
        key = count, board.name
        if key not in self._at_hand:
            self._at_hand[key] = Ground(Instance(self.game, count, board))
        return self._at_hand[key]

    def _equivalence(self, count: int, board: BoardData | None) -> Equivalence:
        key = count, None if board is None else board.name
        if key not in self._equivalences:
            ground = self._ground(count, board or self.boards[0])
            system = System(self.game, count, ground.instance.shape, None if board is None else ground.instance.data)
            self._equivalences[key] = Equivalence(
                system, Asker(Effort(milliseconds=self.labour.milliseconds)),
                lambda action: self.workshops(ground, self.workshops.actions.index(action)), self._stands(),
            )
        return self._equivalences[key]

    @cached_property
    def _equivalences(self) -> dict[tuple[int, str | None], Equivalence]:
        return {}

    @cached_property
    def _corpus(self) -> list[Stand]:
        """Moves in states of random games, half of the games by other settings than usual."""
        rng = random.Random(self.labour.seed)
        grounds: list[tuple[Ground, Instance]] = []
        for (count, _), ground in self._at_hand.items():
            self._tell(f"random games of {count}")
            others = {one: rng.randrange(len(one.choices)) for one in self.game.settings.values()}
            for choices in ({}, others) if others else ({},):
                grounds.append((ground, Instance(self.game, count, ground.instance.board, choices)))
        return corpus(self.workshops, grounds, self.labour.seed, self.labour.games, self.labour.states)

    def _shown(self, difference: _Difference) -> Shown:
        stand, line, effects = difference.stand, difference.line, difference.effects
        ground = stand.ground
        choices = dict(zip(ground.settings, stand.columns.chosen[line].tolist(), strict=True))
        made = {one: number for one, number in choices.items() if number != one.number_of(one.default)}
        table = Table(self.game, SEATS[:ground.instance.players], ground.instance.board, made)
        row = stand.columns.rows[line].tolist()
        move = (self.workshops.actions.index(stand.action), *stand.columns.args[line].tolist())
        return Shown(
            table.board.title if table.board is not EMPTY else "no board", table.players, _agreed(made),
            tuple(_cells(table, table.instance.start, row, fields_read(stand.workshop.tape))), move_text(table, move),
            _told(table, stand.base, line, row), _told(table, effects, line, row), difference.reached,
        )

    def _tell(self, text: str) -> None:
        if self.progress is not None:
            self.progress(text)


def _changed_fields(tape: Tape, spoilt: Tape) -> set[Field]:
    """The fields that two tapes of one workshop may leave otherwise: all they store to if other moves are legal."""
    if spoilt.stores is tape.stores:
        return {store.field for store in tape.stores}
    same = {id(store) for store in tape.stores} & {id(store) for store in spoilt.stores}
    return {store.field for store in (*tape.stores, *spoilt.stores) if id(store) not in same}


def _agreed(made: dict[Setting, int]) -> dict[str, str]:
    return {one.id: list(one.choices)[number] for one, number in made.items()}


def _cells(
    table: Table, before: Sequence[int], after: Sequence[int], fields: frozenset[Field] | None = None
) -> Iterator[str]:
    """The cells, of `fields` alone if they are given, that are not what they were."""
    for cell, value in changed_cells(table, before, after):
        if fields is None or cell.field in fields:
            yield assignment_text(table, cell, value)


def _told(table: Table, effects: Effects, line: int, row: Sequence[int]) -> str:
    """What comes of a move: the rules it breaks, or the cells that it changes."""
    broken = effects.broken(line)
    if broken:
        return f"illegal, {' and '.join(sorted(broken))}"
    if effects.leaves[line]:
        return "a store leaves its sort"
    cells = ", ".join(_cells(table, row, effects.after[line].tolist()))
    weight = int(effects.weight[line])
    return f"legal, {cells or 'nothing changes'}" + (f", weight {weight}" if weight != 1 else "")


