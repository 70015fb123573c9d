"""How plans are made in the tour: legs travelled and days saved count, and others who stay out of the way stay put."""

from solvers.plans.guides import PlanGuide

GUIDE = PlanGuide(
    objective="score",
    idle=("end_turn", "leave_chip", "keep", "take", "discard_card", "discard_event"),
)
