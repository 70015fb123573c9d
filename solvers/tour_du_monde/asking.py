"""How plans of the tour are asked for, and what is told of them: what to take and pay in each turn, or why not."""

from __future__ import annotations

from typing import Any

from solvers.asking import HERE, Answer, Argument, Guide, Kind, Values, Wish
from solvers.tour_du_monde.pictures import plan_map
from solvers.tour_du_monde.plans import Plan
from solvers.tour_du_monde.positions import Situation, made_up, moved, read_city
from solvers.tour_du_monde.published import Planning, find_plan, legs_that_can_be_paid
from solvers.tour_du_monde.reading import cells_of, size_of_row, tour_of
from solvers.tour_du_monde.replaying import Replay, replay, turn_of
from solvers.tour_du_monde.tour import Objective
from solvers.tour_du_monde.words import counted, days_in_words, exact, payment_in_words, taking_in_words
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.tour_du_monde.board import Card, City, Event, Mode, Slot
from spec.language.errors import Malformed
from spec.language.sorts import Named


def _made_up(table: Table, seat: int, values: Values) -> Position:
    rows = values["row"] or []
    return made_up(table, seat, Situation(
        city=values["from"], cards=values["card"] or {}, events=values["event"] or {},
        coins=1 if values["coins"] is None else values["coins"], row=rows[0] if rows else (),
        balloon=bool(values["balloon"]), detective=values["detective"], last=values["last_played"],
    ))


def _standing(position: Position, seat: int, values: Values) -> Position:
    return position if values["from"] == HERE else moved(position, seat, values["from"])


def _legs(position: Position, seat: int, values: Values) -> int:
    """How many legs are asked about: up to a city, or so many, or one."""
    names, city = position.table.names.of(City), cells_of(position)["city", (seat,)]
    left = len(names) - 1 - city
    if values["to"] is not None and values["legs"] is not None:
        raise Malformed.one("--legs and TO both say how far to go", "leave out the one or the other")
    legs: int = values["to"] - city if values["to"] is not None else 1 if values["legs"] is None else values["legs"]
    if legs < 1 or legs > left:
        where = names[city].title
        what = f"{legs} legs" if values["to"] is None else names[values["to"]].title
        raise Malformed.one(f"{what} cannot be reached from {where}" if values["to"] is not None
                            else f"from {where} there are no {what}", f"ask about 1 to {left} legs")
    return legs


def _coming_rows(position: Position, values: Values) -> list[list[int]]:
    """The rows of the turns after this one; with a record those that are named, else all but the first."""
    rows: list[list[int]] = values["next_row"] or []
    rows = [*(values["row"] or [])[1:], *rows] if values.get("row") is not None else rows
    size = size_of_row(position)
    for row in rows:
        if len(row) != size or -1 in row:
            raise Malformed.one(f"the row of a coming turn has {size} cards, not {len(row) - row.count(-1)}",
                                "name them all, from left to right")
    return rows


def _answer(position: Position, seat: int, values: Values) -> Answer:
    turn_of(position, seat)  # raises if there is no turn to plan
    legs, rows = _legs(position, seat, values), _coming_rows(position, values)
    planning = find_plan(tour_of(position, seat, legs, rows), Objective(values["by"]))
    plan = planning.plan
    replayed = None if plan is None else replay(position, seat, plan, rows)
    data, before = _data(position, seat, planning, replayed), [_headline(position, seat, planning)]
    names, first = position.table.names.of(City), planning.tour.city
    title = f"{names[first].title} to {names[planning.tour.target].title}"
    if plan is None:
        before.append(f"{planning.verdict.value}: {data['reason']} ({planning.method})")
        return Answer(False, before, data, lambda: plan_map(position, seat, None, title=title))
    title += f": {exact(plan.expected)} days on average, {plan.worst} at worst"
    return Answer(
        True, before, data, lambda: plan_map(position, seat, plan, title=title),
        ("turn", "take", "leg to", "pay with", "days", "throw away"), _rows(position.table, plan),
        _after(position.table, planning, plan), () if replayed is None else replayed.texts,
    )


def _headline(position: Position, seat: int, planning: Planning) -> str:
    tour, table = planning.tour, position.table
    names = table.names.of(City)
    held = [*counted(table, Card, tour.hand), *counted(table, Event, tour.events)]
    coins = f"{tour.coins} coin{'' if tour.coins == 1 else 's'}"
    balloon = ["the balloon"] if tour.balloon else []
    return (f"{names[tour.city].title} to {names[tour.target].title} by {planning.objective.value}, "
            f"{table.players[seat]} having {', '.join([coins, *held, *balloon])}; "
            f"the detective is in {names[tour.detective].title}")


def _rows(table: Table, plan: Plan) -> list[tuple[str, ...]]:
    names, rows, city = table.names.of(City), list[tuple[str, ...]](), plan.tour.city
    for number, (turn, thrown) in enumerate(zip(plan.turns, plan.thrown, strict=True), 1):
        away = ", ".join([*counted(table, Card, thrown[0]), *counted(table, Event, thrown[1])])
        said = [str(number), taking_in_words(table, turn)]
        lines: list[tuple[str, str, str]] = []
        for payment in turn.paid:
            city += 1
            lines.append((names[city].title, payment_in_words(table, payment), days_in_words(table, payment)))
        if turn.second is not None:
            event = table.names.title(Named(Event), turn.second.event)
            lines.insert(0 if turn.early else 1, ("", f"play {event}", ""))
        for n, line in enumerate(lines or [("stay", "", "")]):
            is_last = n == max(len(lines) - 1, 0)
            rows.append((*(said if n == 0 else ("", "")), *line, away if is_last else ""))
    return rows


def _after(table: Table, planning: Planning, plan: Plan) -> list[str]:
    tour, lines = plan.tour, list[str]()
    besides = plan.days - sum(payment.days for turn in plan.turns for payment in turn.paid)
    if besides:
        lines.append(f"{besides} more days are lost to the detective and the clock")
    names = table.names.of(City)
    for leg, keep in plan.keeping:
        said = ", ".join(f"with {coins} coin{'' if coins == 1 else 's'} left up to {most}"
                         for coins, most in keep.items() if coins)
        if said:
            lines.append(f"die on the leg to {names[tour.city + leg + 1].title}: keep {said}; without coins any roll")
    if planning.going is not None and planning.going != plan.expected:
        lines.append(f"{exact(planning.going)} days on average if each leg is decided on only when its turn comes")
    lines.append(f"{exact(plan.expected)} days on average, {plan.worst} at worst: {planning.verdict.value} by "
                 f"{planning.objective.value} ({planning.method}; replayed by the rules)")
    if planning.why:
        lines.append(f"note: {planning.why}")
    return lines


def _data(position: Position, seat: int, planning: Planning, replayed: Replay | None) -> dict[str, Any]:
    table, tour, plan = position.table, planning.tour, planning.plan
    names = table.names.of(City)

    def named(element: type[Card] | type[Event], counts: tuple[int, ...]) -> dict[str, int]:
        return {table.names.id(Named(element), kind): count for kind, count in enumerate(counts) if count}

    data: dict[str, Any] = {
        "game": table.game.id, "player": table.players[seat], "from": names[tour.city].id,
        "to": names[tour.target].id, "by": planning.objective.value, "coins_in_hand": tour.coins,
        "cards_in_hand": named(Card, tour.hand), "events_in_hand": named(Event, tour.events),
        "detective": names[tour.detective].id, "verdict": planning.verdict.value,
        "agreed": [engine.value for engine in planning.agreed],
    }
    if planning.why:
        data["note"] = planning.why
    if plan is None or replayed is None:
        return data | {"reason": _reason(table, planning)}
    city, turns = tour.city, []
    for turn, thrown in zip(plan.turns, plan.thrown, strict=True):
        legs = []
        for payment in turn.paid:
            legs.append({
                "from": names[city].id, "to": names[city + 1].id, "cards": named(Card, payment.cards),
                "balloon": payment.balloon, "days": payment.days, "dice": len(payment.dice),
                "event": None if payment.event is None else table.names.id(Named(Event), payment.event),
            })
            city += 1
        offer = turn.offer
        turns.append({
            "take": None if offer is None else {
                "card": table.names.id(Named(Card), offer.card), "slot": table.names.id(Named(Slot), offer.slot),
                "using": offer.using,
                "detective": None if turn.detective is None else names[turn.detective].id,
            },
            "second_leg_by": None if turn.second is None else table.names.id(Named(Event), turn.second.event),
            "legs": legs,
            "throw_away": {**named(Card, thrown[0]), **named(Event, thrown[1])},
        })
    return data | {
        "turns": turns, "days_besides_dice": plan.days, "expected": str(plan.expected), "worst": plan.worst,
        "expected_going": None if planning.going is None else str(planning.going),
        "keep_at_most": [{"leg_to": names[tour.city + leg + 1].id, "by_coins_left": keep}
                         for leg, keep in plan.keeping],
        "moves": list(replayed.texts),
    }


def _reason(table: Table, planning: Planning) -> str:
    if planning.why:
        return planning.why
    tour, names = planning.tour, table.names.of(City)
    paid = legs_that_can_be_paid(tour)
    city = tour.city + paid
    needs = table.instance.data.tables["needs"]
    modes = Mode.titles()
    takes = " and ".join(f"{needs[city * len(modes) + mode]} x {title}" for mode, (_, title) in enumerate(modes)
                         if needs[city * len(modes) + mode]) or "no card"
    begun = f"{names[city].title} can be reached, but " if paid else ""
    return f"{begun}the leg from {names[city].title} takes {takes}, and what is at hand does not pay for it"


GUIDE = Guide(
    title="Find the fewest days from city FROM to city TO, or for the next legs, and replay the plan by the rules.",
    about='FROM may be "here" with --record: where the pawn stands. The first row is that of this turn; of rows that '
          "nobody knows nothing is taken. The others take nothing that is wanted and leave the detective where he is; "
          "nothing is drawn, bought, sold or won on the way.",
    examples=(
        "london --card ship_5 --card train_3 --card ship_8",
        "suez hong_kong --card 2xship_6 --card ship_4 --card ship_7 --event elephant --coins 2",
        'paris suez --card train_5 --row "ship_4,train_2,ship_8" --row "ship_6,ship_5,train_3" --svg map.svg',
        "san_francisco london --card 2xtrain_4 --card 2xship_8 --card train_2 --event balloon --by worst --json",
    ),
    arguments=(
        Argument("from", lambda table, text: read_city(table, text, leaving=True), may_be_here=True),
        Argument("to", lambda table, text: read_city(table, text, leaving=False), required=False),
    ),
    objectives=tuple(one.value for one in (Objective.EXPECTED, Objective.WORST)),
    objectives_help="The fewest days on average, or if every die falls badly.",
    asked=(
        Wish("--legs", Kind.NUMBER, "How many legs ahead, instead of TO; one without both."),
        Wish("--next-row", Kind.LISTS, "The cards laid out in a coming turn, from the left; repeat it.",
             "CARD,CARD,...", Card),
    ),
    wishes=(
        Wish("--card", Kind.COUNTS, "A travel card in the hand: ship_4, or 2xship_4; repeat it.", "CARD", Card),
        Wish("--event", Kind.COUNTS, "An event card in the hand; repeat it.", "EVENT", Event),
        Wish("--coins", Kind.NUMBER, "Coins in hand; without it one."),
        Wish("--balloon", Kind.FLAG, "The action of the balloon was used in this turn."),
        Wish("--row", Kind.LISTS, "The cards laid out in this turn, from the left; repeat it for coming turns.",
             "CARD,CARD,...", Card),
        Wish("--detective", Kind.MEMBER, "Where the detective is; without it where he begins.", "CITY", City),
        Wish("--last-played", Kind.MEMBER, "The event played last, which the Princess copies.", "EVENT", Event),
    ),
    made_up=_made_up, standing=_standing, answer=_answer,
)
