"""`fogg bench solvers`: each task against what one would use instead, on the same random instances."""

from fogg.solver_bench.measuring import Task, measured, missing_peers
from fogg.solver_bench.packing import PACKING
from fogg.solver_bench.paths import PATHS
from fogg.solver_bench.plans import PLANS

TASKS: tuple[Task, ...] = (*PACKING, *PATHS, *PLANS)
"""Every task, in the order in which they are measured."""

__all__ = ["TASKS", "Task", "measured", "missing_peers"]
