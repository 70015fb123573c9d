"""How plans are made in 80 Days: victory points count, and others who stay out of the way pass."""

from solvers.plans.guides import PlanGuide

GUIDE = PlanGuide(
    objective="score",
    promises=("coins_of",),
    idle=(
        "pass", "pass_with", "swap_nothing", "take", "put_back", "stay", "finish", "give_nothing", "give_item",
        "keep", "keep_assistant", "place", "choose_item",
    ),
)
