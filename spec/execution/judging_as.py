"""Judge a record for one of the players or a bystander: what they can know, and nothing that they cannot see.

The game goes on as it really went: what a move changes in sight of the viewer, they see. Each move is judged from the
cells they see before it, as `knowing.py` explains.
"""

from __future__ import annotations

from dataclasses import replace

from spec.execution.alternatives import Alternatives, Depends
from spec.execution.entries import Comment, Decision, Step, TableRuling
from spec.execution.insight import Args, Finding, finding, hidden_thing, is_surely_legal
from spec.execution.knowing import Known, effect_known, effects_of
from spec.execution.nearest_seen import changes_seen, nearest_seen
from spec.execution.possible_seen import impossibilities_seen
from spec.execution.records import Record
from spec.execution.seeing import HIDDEN, Onlooker, name_of
from spec.execution.stepping import Replay
from spec.execution.unseen import args_seen, args_text
from spec.execution.verdicts import Judgement, MoveJudgement, Verdict


def judge_as(record: Record, viewer: Onlooker) -> Judgement:
    """What a viewer can say of every move of a record, and of the position it starts from."""
    known = Known.of(record.table, record.start, viewer)
    impossible = impossibilities_seen(known, record.start)
    judge = _SeenJudge(record, replace(known, by_rule=not impossible))
    for entry in record.entries:
        match entry:
            case Step():
                judge.step(entry)
            case TableRuling():
                judge.ruling(entry)
            case Comment():
                pass
    return Judgement(record.file, record.table.game.id, impossible, tuple(judge.found), name_of(record.table, viewer))


class _SeenJudge:
    """A replay as a viewer follows it. What they would know had a refused move been made is carried along."""

    def __init__(self, record: Record, known: Known) -> None:
        self.found: list[MoveJudgement] = []
        self._viewer = known.viewer
        self._by_rule = known.by_rule
        self._replay = Replay(record.table, record.start)
        settled = {ruling for ruling in record.table.game.rulings if ruling.id in record.header.settings}
        self._readings = Alternatives(record.table, settled)
        self._imagined: Known | None = None
        self._imagined_line = 0

    def step(self, step: Step) -> None:
        """Judge one move from what is seen before it, and make it if it really is legal."""
        before = self._known()
        is_judged = self._replay.step(step.move) is not Verdict.UNJUDGED
        self.found.append(self._as_seen(step, before, self._known(), is_judged))

    def ruling(self, ruling: TableRuling) -> None:
        """Go on as the table ruled; what it ruled of something hidden is not told."""
        self._replay.rule(ruling)
        if self.found:
            last = self.found[-1]
            stands = ruling.decision is Decision.STANDS and last.verdict in (Verdict.ILLEGAL, Verdict.DEPENDS)
            rulings = (*last.rulings, self._words(ruling))
            self.found[-1] = replace(last, rulings=rulings, stands=last.stands or stands)
        if ruling.reading is not None:
            self._readings = self._readings.settled(*ruling.reading)
        if ruling.decision in (Decision.STANDS, Decision.CELL):
            self._by_rule, self._imagined = False, None

    def _known(self) -> Known:
        return Known.of(self._replay.table, self._replay.row, self._viewer, self._by_rule)

    def _as_seen(self, step: Step, before: Known, after: Known, is_judged: bool) -> MoveJudgement:
        number, args = step.move[0], args_seen(before, step.move)
        text = args_text(before.table, number, args)
        if not is_judged:
            return MoveJudgement(step.line, text, Verdict.UNJUDGED)
        mine = finding(before, number, args)
        depends = _deciding(self._readings, before, step, args, mine)
        judgement = MoveJudgement(
            step.line, text, Verdict.DEPENDS if depends else mine.verdict, mine.broken, depends=depends,
            hinge=mine.hinge,
        )
        if mine.verdict is Verdict.ILLEGAL:
            return self._with_reasons(judgement, before, number, args)
        _follow(self._readings, before, step, args, after)
        if self._imagined is not None:
            self._imagined = self._imagine(self._imagined, number, args)
        return judgement

    def _with_reasons(self, judgement: MoveJudgement, known: Known, number: int, args: Args) -> MoveJudgement:
        follows = 0
        if self._imagined is None:
            self._imagined, self._imagined_line = _effect(known, number, args), judgement.line
        elif is_surely_legal(self._imagined, number, args):
            follows = self._imagined_line
            self._imagined = _effect(self._imagined, number, args)
        return replace(
            judgement, follows=follows, nearest=nearest_seen(known, number, args),
            changes=changes_seen(known, number, args),
        )

    def _imagine(self, known: Known, number: int, args: Args) -> Known | None:
        """What would be known after a move had the refused one been made; nothing if it could not be made then."""
        is_illegal = finding(known, number, args).verdict is Verdict.ILLEGAL
        return None if is_illegal else _effect(known, number, args)

    def _words(self, ruling: TableRuling) -> str:
        known = self._known()
        if ruling.cell is None or known.seen[ruling.cell[0].slot]:
            return ruling.text
        return f"{hidden_thing(known, ruling.cell[0].slot)} = {HIDDEN}"


def _effect(known: Known, number: int, args: Args) -> Known:
    ranges, tape = effects_of(known.table, known.table.executor.actions[number])
    return effect_known(known, tape, ranges, ranges.amounts(known.cells, args))


def _deciding(readings: Alternatives, known: Known, step: Step, args: Args, mine: Finding) -> tuple[Depends, ...]:
    """The rulings under another reading of which the viewer would say something else."""
    found: list[Depends] = []
    for ruling in known.table.game.rulings:
        others = {
            choice: finding(known.at(other), step.move[0], args) for (one, choice), other in readings.others.items()
            if one is ruling and readings.matters(ruling, step.move)
        }
        if all(one.verdict is mine.verdict for one in others.values()):
            continue
        every = {**others, known.table.agreed[ruling.id]: mine}
        said = {one: every[one] for one in ruling.choices if one in every}
        broken = {one: what.broken or (what.hinge.broken if what.hinge else ()) for one, what in said.items()}
        unknown = frozenset(one for one, what in said.items() if what.verdict is Verdict.DEPENDS)
        found.append(Depends(ruling, broken, unknown))
    return tuple(found)


def _follow(readings: Alternatives, known: Known, step: Step, args: Args, after: Known) -> None:
    """Drop the readings under which the viewer would see something else after the move than is seen."""
    number = step.move[0]
    if not _may_look_like(_effect(known, number, args), after):
        return  # the move was refused for something hidden
    for (ruling, choice), other in list(readings.others.items()):
        if readings.matters(ruling, step.move):
            there = known.at(other)
            is_illegal = finding(there, number, args).verdict is Verdict.ILLEGAL
            if is_illegal or not _may_look_like(_effect(there, number, args), after):
                del readings.others[ruling, choice]


def _may_look_like(expected: Known, after: Known) -> bool:
    """Whether what is seen is among what was expected."""
    return all(
        lo <= is_ <= hi for (lo, hi), (is_, _), is_seen in zip(expected.cells, after.cells, after.seen, strict=True)
        if is_seen
    )
