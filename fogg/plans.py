"""Questions about plans as people put them, and their answers as data and as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from solvers.plans import Advice, Others, Plan, PlanGuide
    from spec.execution.position import Position
    from spec.execution.table import Table


def others_of(table: Table, text: str | None, guide: PlanGuide) -> Others:
    """What the others do: "help", "idle", or actions parted by commas; `Malformed` if there are no such actions."""
    from solvers.plans import Helping, in_order

    if text == "help":
        return Helping()
    if text in (None, "idle"):
        return in_order(table.game, guide.idle)
    return in_order(table.game, [word.strip() for word in str(text).split(",")])


def planner_of(position: Position, name: str | None) -> int:
    """The seat of the one who plans: by name, else whoever moves next, else the first."""
    from spec.language.sorts import Named

    table = position.table
    if name is not None:
        return table.names.read(Named(table.game.players), name)
    movers = [move[1] for move in position.moves if not table.executor.actions[move[0]].chance]
    return movers[0] if movers else 0


def points_now(position: Position, aim: Any) -> int:
    """What the objective reads at the position."""
    declared = position.table.game.readings[aim.reading]
    return position.read(aim.reading, *((aim.player,) if declared.params else ()))


def plan_data(plan: Plan, file: str) -> dict[str, Any]:
    """A plan as data."""
    from spec.execution.moves import move_text

    question, table = plan.question, plan.question.position.table
    return {
        "file": file, "player": table.players[question.aim.player], "objective": question.aim.reading,
        "now": points_now(question.position, question.aim), "value": plan.value, "bound": plan.bound,
        "gap": plan.gap, "verdict": plan.verdict.name.lower(), "engines": [one.value for one in plan.agreed],
        "horizon": question.horizon, "others": str(question.others),
        "luck": {"seed": question.luck.seed, "from_record": len(question.luck.scripted)},
        "searched_moves": plan.looked, "states": plan.states, "notes": list(plan.notes),
        "moves": [move_text(table, move) for move in plan.moves],
    }


def plan_lines(plan: Plan) -> list[str]:
    """A plan in words, its moves as records write them."""
    from spec.execution.moves import move_text

    question, table = plan.question, plan.question.position.table
    span = "the rest of the game" if question.horizon is None else f"the next {question.horizon} moves of everybody"
    drawn = f", {len(question.luck.scripted)} draws as in the record" if question.luck.scripted else ""
    lines = [
        f"{table.players[question.aim.player]}: {question.aim.reading} {plan.value}, now "
        f"{points_now(question.position, question.aim)}, over {span}",
        f"{plan.verdict.value} ({' and '.join(one.value for one in plan.agreed)}; {plan.states:,} states)",
    ]
    if plan.gap:
        lines.append(f"no plan comes to more than {plan.bound}: a gap of {plan.gap}")
    lines += [f"{question.others}; luck of seed {question.luck.seed}{drawn}", *(f"note: {one}" for one in plan.notes)]
    return [*lines, "", *(move_text(table, move) for move in plan.moves)]


def advice_data(advice: Advice, file: str) -> dict[str, Any]:
    """The moves with their averages as data."""
    from solvers.plans.averages import CONFIDENCE
    from spec.execution.moves import move_text

    table = advice.position.table
    return {
        "file": file, "player": table.players[advice.aim.player], "objective": advice.aim.reading,
        "now": points_now(advice.position, advice.aim), "separated": advice.separated, "confidence": CONFIDENCE,
        "policy": advice.policy.value, "games": advice.games, "unfinished": advice.unfinished,
        "interrupted": advice.interrupted,
        "moves": [
            {"move": move_text(table, one.move), "mean": one.mean, "half_width": one.half, "games": one.rounds,
             "behind": one.behind, "behind_half_width": one.behind_by, "dropped": one.dropped}
            for one in advice.moves
        ],
    }


def advice_lines(advice: Advice) -> tuple[list[str], list[tuple[str, ...]]]:
    """What is said of the moves, and a row for each."""
    from solvers.plans.averages import CONFIDENCE
    from spec.execution.moves import move_text

    table, share = advice.position.table, f"{CONFIDENCE:.0%}"
    first = advice.moves[0]
    told = f"is better than each other move with {share} confidence" if advice.separated else (
        f"leads; {share} confidence does not tell it from the others that are not marked as worse"
    )
    lines = [
        f"{table.players[advice.aim.player]}: {move_text(table, first.move)} {told}",
        f"{advice.aim.reading} at the end of {advice.games:,} games; {advice.policy.value}",
    ]
    if len(advice.moves) == 1:
        lines[0] = f"{table.players[advice.aim.player]}: {move_text(table, first.move)} is the only legal move"
    if advice.unfinished:
        lines.append(f"note: {advice.unfinished:,} games were given up unfinished, and count as they stood")
    if advice.interrupted:
        lines.append("note: stopped at the keyboard: what is known so far")
    rows: list[tuple[str, ...]] = [
        (move_text(table, one.move), f"{one.mean:.2f}", f"{one.half:.2f}", f"{one.rounds:,}",
         f"{one.behind:.2f}", "worse" if one.dropped else "")
        for one in advice.moves
    ]
    return lines, rows


def checked_options(
    average: bool, *, horizon: int | None, others: str | None, output: str | None, policy: str | None
) -> None:
    """`Malformed` if an option is given that says nothing about averages, or about them alone."""
    wrong = [
        (average and horizon is not None, "--average plays games to their end", "leave out --horizon"),
        (average and others is not None, "--average lets everybody play by one policy",
         "leave out --others, or choose a --policy"),
        (average and output is not None, "--average writes no plan", "leave out --output"),
        (not average and policy is not None, "--policy is how games are played out for averages", "add --average"),
    ]
    problems = [Problem(None, says, remedy) for is_wrong, says, remedy in wrong if is_wrong]
    if problems:
        raise Malformed(problems)
