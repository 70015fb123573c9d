"""Plans: the most points that one player can reach with known luck, and the best move against unknown luck."""

from solvers.plans.averages import Advice, Judged, best_move
from solvers.plans.guides import PlanGuide, plan_guide
from solvers.plans.luck import Luck
from solvers.plans.others import Helping, InOrder, Others, in_order
from solvers.plans.policies import Policy
from solvers.plans.published import Engine, EnginesDisagree, Plan, Question, Verdict, find_plan
from solvers.plans.world import Aim

__all__ = [
    "Advice",
    "Aim",
    "Engine",
    "EnginesDisagree",
    "Helping",
    "InOrder",
    "Judged",
    "Luck",
    "Others",
    "Plan",
    "PlanGuide",
    "Policy",
    "Question",
    "Verdict",
    "best_move",
    "find_plan",
    "in_order",
    "plan_guide",
]
