"""The judge of routes; it shares no code with the engines that find them.

It knows only the printed rules of travelling: each step starts where the last one ended, the price is one more than
the last one on that area, and what is paid must be in hand.
"""

from __future__ import annotations

from solvers.routes.answers import Route
from solvers.routes.errors import BrokenRoute


def check_route(route: Route) -> None:
    """Raise `BrokenRoute`, listing all that is wrong, unless this is a way from the start to the target.

    >>> from solvers.routes.answers import Step
    >>> from solvers.routes.journey import Area, Journey, Link
    >>> journey = Journey(("a", "b"), (Link("ab", "a", "b", ("rail",)),), (Area("rail", height=2),), "a", "b")
    >>> check_route(Route(journey, (Step("ab", "a", "b", "rail", 2, 0, (), 2),)))
    Traceback (most recent call last):
    solvers.routes.errors.BrokenRoute: route: step 1 costs 3 on rail, not 2; step 1 brings the sum to 3, not 2
    """
    journey, problems = route.journey, []
    links = {link.name: link for link in journey.links}
    last = {area.name: area.height for area in journey.areas}
    fixed = {area.name: area.fixed for area in journey.areas}
    bag = None if journey.items is None else dict(zip(journey.item_kinds, journey.items, strict=True))
    here, paid = journey.start, 0
    for number, step in enumerate(route.steps, 1):
        link = links.get(step.link)
        if link is None or step.area not in last:
            problems.append(f"step {number} takes {step.link!r} by {step.area!r}, which is not there")
            continue
        if step.start != here:
            problems.append(f"step {number} leaves {step.start}, but the traveller is in {here}")
        if sorted((step.start, step.end)) != sorted((link.start, link.end)):
            problems.append(f"step {number} leads from {step.start} to {step.end}, {link.name} does not")
        if step.area not in link.areas:
            problems.append(f"step {number} is paid on {step.area}, where {link.name} cannot be paid")
        if step.end in journey.closed:
            problems.append(f"step {number} enters {step.end}, which is closed")
        if step.start in journey.final:
            problems.append(f"step {number} leaves {step.start}, which is final")
        always = fixed[step.area]
        last[step.area] = price = last[step.area] + 1 if always is None else always
        if step.price != price:
            problems.append(f"step {number} costs {price} on {step.area}, not {step.price}")
        if step.coins != link.coins:
            problems.append(f"step {number} costs {link.coins} coins besides, not {step.coins}")
        paid += price + link.coins
        if step.so_far != paid:
            problems.append(f"step {number} brings the sum to {paid}, not {step.so_far}")
        if step.items != (link.items or (0,) * len(journey.item_kinds)):
            problems.append(f"step {number} costs the items {link.items}, not {step.items}")
        for kind, needs in zip(journey.item_kinds, link.holds, strict=False):
            if bag is not None and bag[kind] < needs:
                problems.append(f"step {number} asks to hold {needs} x {kind}, and {bag[kind]} are left")
        for kind, costs in zip(journey.item_kinds, link.items, strict=False):
            if bag is not None:
                bag[kind] -= costs
                if bag[kind] < 0:
                    problems.append(f"step {number} costs {costs} x {kind}, and {bag[kind] + costs} are left")
        here = step.end
    if here != journey.target:
        problems.append(f"it ends in {here}, not in {journey.target}")
    if journey.coins is not None and paid > journey.coins:
        problems.append(f"it costs {paid} coins, and there are {journey.coins}")
    if problems:
        raise BrokenRoute("route", problems)
