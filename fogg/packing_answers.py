"""Answers to questions about suitcases: lines for people, the same as data, and a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spec.language.errors import Malformed

if TYPE_CHECKING:
    from fogg.packing import Question
    from solvers.packing import Arrangement, Shape
    from solvers.packing.vectors import Counts
    from solvers.suitcase import Packed


@dataclass(frozen=True)
class Answer:
    """What is shown; `found` is False where something does not fit or nobody could decide."""

    found: bool
    lines: Sequence[str]
    data: dict[str, Any]
    draw: Callable[[], str]


def answer_of(question: Question) -> Answer:
    """The answer, with a second engine asked wherever there is one."""
    if question.best:
        return _best(question)
    if question.now is not None:
        return _rearranged(question, question.now)
    from solvers.packing.picture import draw_gallery, draw_packing
    from solvers.suitcase import ask

    packed = ask(question.suitcase, question.counts, listing=question.show_all)
    if question.show_all and packed.maximal is None:
        raise Malformed.one("there are too many full suitcases to list", "ask without --all")

    def draw() -> str:
        if question.show_all and packed.maximal:
            case, items, title = packed.suitcase.case, packed.suitcase.items, packed.suitcase.title
            return draw_gallery(case, items, packed.maximal, title=title)
        return draw_packing(packed.packing, title=packed.suitcase.title)

    return Answer(packed.is_packed, _lines(packed, question.show_all), _data(packed, question.show_all), draw)


def _best(question: Question) -> Answer:
    from solvers.packing.answers import in_words
    from solvers.packing.picture import draw_arrangement
    from solvers.suitcase import as_many_as_can_be, best

    suitcase, items = question.suitcase, question.suitcase.items
    counts = question.counts if any(question.counts) else as_many_as_can_be(suitcase)
    found = best(suitcase, counts, question.values)
    engines = " and ".join(found.agreed) or "no engine"
    verdict = f"best value ({engines})" if found.is_best else f"best found; none is worth more than {found.bound}"
    values = ", ".join(f"{item.name}={value}" for item, value in zip(items, question.values, strict=True))
    lines = [f"of {in_words(items, counts)}, with {values}:",
             f"{in_words(items, found.counts)}, worth {found.value}: {verdict}"]
    others = [one for one in found.ties or () if one != found.counts]
    lines += [f"as good is {in_words(items, one)}" for one in others]
    lines += ["", *_pictured(found.arrangement), ""]
    data = {
        **_case_data(found.arrangement), "items": _named(items, counts), "values": _named(items, question.values),
        "verdict": "optimal" if found.is_best else "best found", "value": found.value, "bound": found.bound,
        "best": _named(items, found.counts), "as_good": [_named(items, one) for one in others],
        "agreed": list(found.agreed), "placed": _placed(found.arrangement),
    }
    left = tuple(count - kept for count, kept in zip(counts, found.counts, strict=True))
    out = left if any(question.counts) else None
    return Answer(found.is_best, lines, data,
                  lambda: draw_arrangement(found.arrangement, left_out=out, title=suitcase.title,
                                           caption=f"Worth {found.value}: {verdict}."))


def _rearranged(question: Question, now: Arrangement) -> Answer:
    from solvers.packing import DoesNotFit, TooLarge, rearranged
    from solvers.packing.answers import in_words
    from solvers.packing.picture import draw_arrangement, draw_packing
    from solvers.suitcase import ask

    suitcase, items = question.suitcase, question.suitcase.items
    try:
        found = rearranged(now, question.counts)
    except TooLarge as limit:
        raise Malformed.one(str(limit), "ask without --now") from limit
    if isinstance(found, DoesNotFit):
        packed = ask(suitcase, question.counts, listing=False)
        return Answer(False, _lines(packed, False), _data(packed, False),
                      lambda: draw_packing(packed.packing, title=suitcase.title))
    what = f"{in_words(items, now.counts)} in the case, wanted {in_words(items, question.counts)}"
    number = f"{found.moved} piece{'' if found.moved == 1 else 's'} to move, and fewer do not do"
    number = number if found.moved else "nothing that lies there need be moved"
    lines = [f"{what}: {number} ({' and '.join(found.agreed)})", *found.steps, "",
             *_pictured(found.after), ""]
    data = {
        **_case_data(found.after), "items": _named(items, question.counts), "verdict": "fits",
        "agreed": list(found.agreed), "moved": found.moved, "stays": len(found.stays), "steps": list(found.steps),
        "placed": _placed(found.after),
    }
    caption = "; ".join(found.steps) or "Nothing is to be moved"
    return Answer(True, lines, data, lambda: draw_arrangement(found.after, title=suitcase.title, caption=f"{caption}."))


def _lines(packed: Packed, show_all: bool) -> list[str]:
    from solvers.packing import Arrangement, DoesNotFit, Undecided
    from solvers.packing.answers import in_words

    items, packing = packed.suitcase.items, packed.packing
    found: list[str] = []
    if any(packing.counts) or not show_all:
        agreed = " and ".join(packed.agreed) or "no engine"
        found.append(f"{in_words(items, packing.counts)}: {packing.verdict.value} ({agreed})")
        match packing.answer:
            case Arrangement() as arrangement:
                found += ["", *_pictured(arrangement), ""]
                more = _named(items, packed.could_add or packing.counts)
                some = " or ".join(f"{count} x {name}" for name, count in more.items()) or "nothing"
                found.append("what could be added was not computed" if packed.could_add is None else
                             f"of one kind could be added: {some}{_by(packed, 'could_add')}")
            case DoesNotFit() as refused:
                back = " or ".join(in_words(items, one) for one in packed.give_backs)
                found += [f"because {refused.explanation}",
                          f"give back {back}, and the rest fits{_by(packed, 'give_backs')}"]
            case Undecided(why):
                found.append(f"because {why}")
    if show_all and packed.maximal is not None:
        having = f" that hold {in_words(items, packing.counts)}" if any(packing.counts) else ""
        found += [""] if found else []
        copies = packing.case.copies
        full = "full suitcases" if copies == 1 else f"ways to fill {copies} cases"
        found.append(f"{len(packed.maximal)} {full}{having}, to which nothing can be added{_by(packed, 'maximal')}")
        found += [f"  {in_words(items, most)}" for most in packed.maximal]
    return found


def _by(packed: Packed, what: str) -> str:
    agreed = packed.agreed_about.get(what, ())
    return f" ({' and '.join(agreed)})" if agreed else ""


def _pictured(arrangement: Arrangement) -> list[str]:
    """Each case in the terminal, several ones by their numbers."""
    from solvers.packing import text_picture
    from solvers.packing.answers import in_words

    parts, found = arrangement.parts, list[str]()
    for number, part in enumerate(parts, 1):
        if len(parts) > 1:
            found += [*([""] if number > 1 else []),
                      f"case {number} of {len(parts)}: {in_words(arrangement.items, part.counts)}"]
        found.append(text_picture(part))
    return found


def _data(packed: Packed, show_all: bool) -> dict[str, Any]:
    from solvers.packing import Arrangement, DoesNotFit, Undecided

    packing, items = packed.packing, packed.suitcase.items
    answer: dict[str, Any] = {
        "case": list(packing.case.single.rows), "cases": packing.case.copies, "items": _named(items, packing.counts),
        "verdict": packing.verdict.value, "agreed": list(packed.agreed),
        "agreed_about": {what: list(agreed) for what, agreed in packed.agreed_about.items()},
    }
    match packing.answer:
        case Arrangement() as arrangement:
            answer["placed"] = _placed(arrangement)
            answer["could_add"] = None if packed.could_add is None else _named(items, packed.could_add)
        case DoesNotFit() as refused:
            answer["reason"] = refused.explanation
            answer["positions"] = refused.positions
            answer["give_back"] = [_named(items, one) for one in packed.give_backs]
        case Undecided(why):
            answer["reason"] = why
    if show_all and packed.maximal is not None:
        answer["maximal"] = [_named(items, most) for most in packed.maximal]
    return answer


def _case_data(arrangement: Arrangement) -> dict[str, Any]:
    return {"case": list(arrangement.case.single.rows), "cases": arrangement.case.copies}


def _placed(arrangement: Arrangement) -> list[dict[str, Any]]:
    return [
        {"item": part.items[piece.item].name, "case_number": number, "cells": [list(cell) for cell in piece.cells]}
        for number, part in enumerate(arrangement.parts, 1)
        for piece in part.placed
    ]


def _named(items: Sequence[Shape], counts: Counts) -> dict[str, int]:
    return {item.name: count for item, count in zip(items, counts, strict=True) if count}
