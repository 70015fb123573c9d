"""A second engine where things are bought on the way: the expedition step by step as a CP-SAT model.

Every step is one action, or nothing once the goal is reached; place, period, coins, uses and items are variables
after each. No plan of more steps is looked at, so that the model only speaks for those of at most so many.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.expeditions.cpsat_belongings import Belongings
from solvers.expeditions.cpsat_choices import Choice, choices_of
from solvers.expeditions.expedition import DEALT, LOST, Expedition, Objective, Status
from solvers.expeditions.limits import most_coins_had
from solvers.expeditions.plans import Action, Buy, Complete, Find, Leave, Plan, Ride, Swap, played

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Number = cp_model.LinearExpr | int

MOST_STEPS = 18
"""Longer models are not asked: they would take minutes."""


class StepModel:
    """The model; `done` holds for each step a boolean for each choice."""

    def __init__(self, expedition: Expedition, objective: Objective, steps: int) -> None:
        from ortools.sat.python import cp_model

        self.expedition, self.model, self.steps = expedition, cp_model.CpModel(), steps
        self.choices = choices_of(expedition)
        self.dear = most_coins_had(expedition)
        self._begin()
        self.done: list[list[cp_model.IntVar]] = []
        self.paid: list[Number] = []
        for step in range(steps):
            self._step(step)
        self._reach_goal()
        acted = sum(one for done in self.done for one, choice in zip(done, self.choices, strict=True)
                    if not isinstance(choice.action, (Leave, Swap, Complete)))
        periods, many, most = self.period, len(expedition.periods) + 1, steps + 1
        match objective:
            case Objective.FEWEST:
                self.model.minimize((acted * many + periods) * self.dear - self.coins)
            case Objective.CHEAPEST:
                self.model.minimize((sum(self.paid) * most + acted) * many + periods)
            case Objective.FASTEST:
                self.model.minimize((periods * most + acted) * self.dear - self.coins)

    def _begin(self) -> None:
        expedition, model = self.expedition, self.model
        first = expedition.periods[0]
        self.place: dict[str, Number] = {place: int(place == expedition.start) for place in expedition.places}
        self.period: Number = 0
        self.number: list[Number] = [int(n == 0) for n in range(len(expedition.periods))]
        self.coins: Number = expedition.coins
        self.uses: dict[str, Number] = {area.name: 0 for area in first.areas}
        self.belongings = Belongings(model, expedition)
        self.finds: list[Number] = [1 for _ in first.finds]
        self.help: Number = int(first.help)
        self.completed: Number = 0
        self.led: Number = int(expedition.first_status.led)
        self.dealt: Number = int(expedition.first_status.hand == DEALT)
        self.lost: Number = int(expedition.first_status.hand == LOST)
        self.tokens: list[Number] = [token.coins for token in expedition.tokens]
        self.zero = model.new_constant(0)
        self._staying: list[cp_model.IntVar] = []

    def _step(self, step: int) -> None:
        expedition, model = self.expedition, self.model
        done = [model.new_bool_var(f"{step}: {choice.period} {choice.action}") for choice in self.choices]
        rests = model.new_bool_var(f"{step}: rests")
        model.add_exactly_one([*done, rests])
        if self.done:
            model.add(sum(self.done[-1]) >= sum(done))  # who rests has arrived
        self.done.append(done)
        pairs = list(zip(self.choices, done, strict=True))
        for choice, one in pairs:
            model.add(self.number[choice.period] == 1).only_enforce_if(one)
        place = self._moved(step, pairs)
        self._places_of_offers(pairs)
        price = self._price(step, pairs)
        besides = sum(one * choice.coins for choice, one in pairs)
        self.paid.append(price + besides)
        model.add(price + besides <= self.coins)
        gained = sum(one * choice.gains for choice, one in pairs) + self._token_gain(step, pairs)
        coins = model.new_int_var(0, self.dear, f"coins after {step}")
        model.add(coins == self.coins - price - besides + gained)
        for choice, one in pairs:
            if isinstance(choice.action, Leave):
                most = expedition.periods[choice.period + 1].most
                if most is not None:
                    model.add(coins <= most).only_enforce_if(one)
        self.belongings.hold(step, pairs)
        self._complete(step, pairs)
        self._draw(step, pairs, place)
        self._take_stacks_and_help(step, pairs)
        self._count_uses(step, pairs)
        self._turn_period(step, pairs)
        self.place = dict(place)
        self.coins = coins

    def _moved(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> dict[str, cp_model.IntVar]:
        expedition, model = self.expedition, self.model
        place = {one: model.new_bool_var(f"in {one} after {step}") for one in expedition.places}
        model.add_exactly_one(place.values())
        moving = []
        for choice, one in pairs:
            if isinstance(choice.action, Ride):
                way = expedition.periods[choice.period].ways[choice.action.way]
                there = choice.action.there
                model.add(self.place[way.start if there == way.end else way.end] == 1).only_enforce_if(one)
                model.add(place[there] == 1).only_enforce_if(one)
                moving.append(one)
                if there in expedition.gated:
                    model.add(self.completed >= expedition.opens).only_enforce_if(one)
            if isinstance(choice.action, Complete):
                model.add(self.place[choice.at] == 1).only_enforce_if(one)
                if choice.action.trip is not None:
                    model.add(place[choice.action.trip[1]] == 1).only_enforce_if(one)
                    moving.append(one)
        moves = model.new_bool_var(f"moves in {step}")
        model.add(sum(moving) == moves)
        for name, after in place.items():
            model.add(after == self.place[name]).only_enforce_if(~moves)
        if any(choice.leads_out for choice, _ in pairs) or expedition.first_status.led:
            self._lead(step, pairs, moves)
        return place

    def _lead(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]], moves: cp_model.IntVar) -> None:
        """Whoever leaves a final place is led out, and goes on by such ways only."""
        model, there = self.model, sum(self.place[name] for name in sorted(self.expedition.final))
        led = model.new_bool_var(f"led out after {step}")
        model.add(led == 1).only_enforce_if(moves, self._is(there, f"in a final place before {step}"))
        model.add(led >= self.led)
        model.add(led <= self.led + there)
        model.add(led <= self.led + moves)
        for choice, one in pairs:
            if isinstance(choice.action, (Ride, Complete)) and not choice.leads_out:
                model.add(self.led == 0).only_enforce_if(one)
        self.led = led

    def _is(self, number: Number, name: str) -> cp_model.IntVar:
        """Whether a number that is 0 or 1 is 1."""
        one = self.model.new_bool_var(name)
        self.model.add(one == number)
        return one

    def _draw(
        self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]], place: dict[str, cp_model.IntVar]
    ) -> None:
        """The task in hand after a step: another is drawn where tasks are dealt, with some tokens, and after each."""
        expedition, model = self.expedition, self.model
        draws = [choice for choice, _ in pairs if isinstance(choice.action, Leave) and choice.action.token is not None
                 and expedition.tokens[choice.action.token].draws and expedition.tasks]
        if not (draws or expedition.dealing or any(task.dealt for task in expedition.tasks)):
            return
        for choice, one in pairs:
            if choice.task is not None:
                model.add(self.dealt == int(expedition.tasks[choice.task].dealt)).only_enforce_if(one)
                model.add(self.lost == 0).only_enforce_if(one)
        after = sum(place[name] for name in sorted(expedition.dealing))
        rides = sum(one for choice, one in pairs if isinstance(choice.action, Ride)
                    and choice.action.there in expedition.dealing)
        completes = sum(one for choice, one in pairs if choice.task is not None)
        exchanges = sum(one for choice, one in pairs if choice in draws)
        drawn = self._is(rides + completes + exchanges, f"a task is drawn in {step}")
        dealt, lost = model.new_bool_var(f"dealt after {step}"), model.new_bool_var(f"lost after {step}")
        model.add(dealt == after).only_enforce_if(drawn)
        model.add(dealt == self.dealt).only_enforce_if(~drawn)
        none = model.new_bool_var(f"no task done after {step}")
        model.add(self.completed == 0).only_enforce_if(none)
        model.add(self.completed >= 1).only_enforce_if(~none)
        model.add(lost == 1).only_enforce_if(drawn, none)
        model.add(lost == self.lost).only_enforce_if(~drawn)
        model.add(lost <= self.lost + none)
        self.dealt, self.lost = dealt, lost

    def _places_of_offers(self, pairs: list[tuple[Choice, cp_model.IntVar]]) -> None:
        for choice, one in pairs:
            if isinstance(choice.action, Buy):
                places = self.expedition.periods[choice.period].offers[choice.action.offer].places
                if places is not None:
                    self.model.add(sum(self.place[name] for name in sorted(places)) >= 1).only_enforce_if(one)

    def _price(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> cp_model.IntVar:
        price = self.model.new_int_var(0, self.dear, f"price of {step}")
        paying = []
        for number, period in enumerate(self.expedition.periods):
            for area in period.areas:
                here = [one for choice, one in pairs if choice.period == number and choice.area == area.name]
                if not here:
                    continue
                uses = self.model.new_bool_var(f"{step} is paid on {area.name} in {number}")
                self.model.add(sum(here) == uses)
                asked = area.fixed if area.fixed is not None else area.height + 1 + self.uses[area.name]
                self.model.add(price == asked).only_enforce_if(uses)
                paying.append(uses)
        pays = self.model.new_bool_var(f"pays in {step}")
        self.model.add(sum(paying) == pays)
        self.model.add(price == 0).only_enforce_if(~pays)
        return price

    def _token_gain(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> Number:
        """What lies on the token that is taken, and what lies on them afterwards."""
        expedition, model = self.expedition, self.model
        if not expedition.tokens:
            return 0
        gained = model.new_int_var(0, self.dear, f"token of {step}")
        leaves = [(choice, one) for choice, one in pairs if isinstance(choice.action, Leave)]
        leaving = sum(one for _, one in leaves)
        after: list[Number] = []
        model.add(gained <= self.dear * leaving)
        for n, lying in enumerate(self.tokens):
            coins = model.new_int_var(0, self.dear, f"on token {n} after {step}")
            for choice, one in leaves:
                assert isinstance(choice.action, Leave), "as chosen above"
                if choice.action.token == n:
                    model.add(gained == lying + expedition.tokens[n].bonus).only_enforce_if(one)
                taken = choice.action.token == n or n in expedition.periods[choice.period].gone
                model.add(coins == (0 if taken else lying + 1)).only_enforce_if(one)
            stays = model.new_bool_var(f"token {n} stays in {step}")
            model.add(stays + leaving == 1)
            model.add(coins == lying).only_enforce_if(stays)
            after.append(coins)
        if all(choice.action.token is None for choice, _ in leaves if isinstance(choice.action, Leave)):
            model.add(gained == 0)
        self.tokens = after
        return gained

    def _complete(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> None:
        """Tasks are done in their turn, and a trip is taken wherever one can be."""
        expedition, model = self.expedition, self.model
        if not expedition.tasks:
            return
        completed = model.new_int_var(0, len(expedition.tasks), f"tasks after {step}")
        model.add(completed == self.completed + sum(one for choice, one in pairs if choice.task is not None))
        held = self.belongings.held
        for choice, one in pairs:
            if not isinstance(choice.action, Complete) or choice.task is None:
                continue
            model.add(self.completed == choice.task).only_enforce_if(one)
            ways = expedition.periods[choice.period].trips
            if choice.action.trip is not None:
                for kind, holds in enumerate(expedition.padded(ways[choice.action.trip[0]].holds)):
                    model.add(held[kind] >= holds).only_enforce_if(one)
                continue
            if expedition.may_stay:
                continue
            for number, _ in expedition.rewards(
                    choice.period, choice.at, choice.task, expedition.plenty, Status()):
                lacking: list[cp_model.IntVar] = []
                if not ways[number].leads_out:
                    lacking.append(self._is(self.led, f"led out in {step}"))
                for kind, holds in enumerate(expedition.padded(ways[number].holds)):
                    if holds:
                        lacks = model.new_bool_var(f"lacks {kind} for {number} in {step}")
                        model.add(held[kind] < holds).only_enforce_if(lacks)
                        lacking.append(lacks)
                model.add_bool_or([*lacking, ~one])
        self.completed = completed

    def _take_stacks_and_help(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> None:
        expedition, model = self.expedition, self.model
        stacks = max(len(period.finds) for period in expedition.periods)
        lying = [*self.finds, *(0 for _ in range(stacks - len(self.finds)))]
        after: list[Number] = []
        for stack in range(stacks):
            there = model.new_bool_var(f"stack {stack} after {step}")
            takes = [one for choice, one in pairs if choice.action == Find(stack)]
            for one in takes:
                model.add(lying[stack] == 1).only_enforce_if(one)
            model.add(there == lying[stack] - sum(takes)).only_enforce_if(self._stays(pairs, step))
            after.append(there)
        helped = model.new_bool_var(f"help after {step}")
        helps = [one for choice, one in pairs if choice.helps]
        for one in helps:
            model.add(self.help == 1).only_enforce_if(one)
        model.add(helped == self.help - sum(helps)).only_enforce_if(self._stays(pairs, step))
        for choice, one in pairs:
            if isinstance(choice.action, Leave):
                following = expedition.periods[choice.period + 1]
                model.add(helped == int(following.help)).only_enforce_if(one)
                for stack, lies in enumerate(after):
                    model.add(lies == int(stack < len(following.finds))).only_enforce_if(one)
        self.finds, self.help = after, helped

    def _stays(self, pairs: list[tuple[Choice, cp_model.IntVar]], step: int) -> cp_model.IntVar:
        """Whether the period goes on."""
        if len(self._staying) <= step:
            stays = self.model.new_bool_var(f"stays in {step}")
            self.model.add(stays + sum(one for choice, one in pairs if isinstance(choice.action, Leave)) == 1)
            self._staying.append(stays)
        return self._staying[step]

    def _count_uses(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> None:
        model, after = self.model, dict[str, "Number"]()
        for name in {area.name for period in self.expedition.periods for area in period.areas}:
            uses = model.new_int_var(0, self.steps, f"uses of {name} after {step}")
            used = sum(one for choice, one in pairs if choice.area == name)
            stays = self._stays(pairs, step)
            model.add(uses == self.uses.get(name, 0) + used).only_enforce_if(stays)
            model.add(uses == 0).only_enforce_if(~stays)
            after[name] = uses
        self.uses = after

    def _turn_period(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> None:
        number = [self.model.new_bool_var(f"period {n} after {step}") for n in range(len(self.number))]
        self.model.add_exactly_one(number)
        period = sum(n * one for n, one in enumerate(number))
        self.model.add(period == self.period + sum(one for choice, one in pairs if isinstance(choice.action, Leave)))
        self.number, self.period = list(number), period

    def _reach_goal(self) -> None:
        goal, model = self.expedition.goal, self.model
        if goal.places is not None:
            model.add(sum(self.place[name] for name in sorted(goal.places)) == 1)
        model.add(self.coins >= goal.coins)
        if goal.tasks and self.expedition.tasks:
            model.add(self.completed == len(self.expedition.tasks))
        for kind, wants in enumerate(goal.items):
            model.add(self.belongings.held[kind] >= wants)

    def extract(self, solver: cp_model.CpSolver) -> Plan:
        """The plan that the solver has found, played through."""
        actions: list[Action] = []
        for done, behind in zip(self.done, self.belongings.left_behind, strict=True):
            for one, choice in zip(done, self.choices, strict=True):
                if solver.boolean_value(one):
                    leaves = tuple(solver.value(left) for left in behind)
                    match choice.action:
                        case Buy(offer, _):
                            actions.append(Buy(offer, leaves))
                        case Swap(gives, takes, _):
                            actions.append(Swap(gives, takes, leaves))
                        case Complete(gift, _, trip):
                            actions.append(Complete(gift, leaves, trip))
                        case Leave(token, hands_in, trip, swap, _) if swap is not None:
                            actions.append(Leave(token, hands_in, trip, swap, leaves))
                        case action:
                            actions.append(action)
        return played(self.expedition, actions)


def steps_with_cpsat(
    expedition: Expedition, objective: Objective, steps: int, *, effort: float = 10.0
) -> Plan | ClaimsInfeasible | NoAnswer[Plan]:
    """Ask CP-SAT for the best plan of at most so many steps; `effort` is its deterministic time, roughly seconds."""
    if steps > MOST_STEPS:
        return NoAnswer(f"a plan may take {steps} steps, more than the {MOST_STEPS} that it is asked about")
    if any(token.rides for token in expedition.tokens):
        return NoAnswer("it knows no trips that come with leaving")
    if expedition.must_swap and any(token.swaps for token in expedition.tokens):
        return NoAnswer("it knows no swap that must be made")
    for period, following in pairwise(expedition.periods):
        if following.trade_in is not None and any(expedition.tokens[token].swaps for token in period.tokens):
            return NoAnswer("it knows no swap before something is handed in")
    problem = StepModel(expedition, objective, steps)
    return ask(problem.model, problem.extract, effort)
