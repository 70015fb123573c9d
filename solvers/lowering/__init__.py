"""Tape to CP-SAT: a game's own actions over a bounded number of moves, as a model that OR-Tools solves.

A second engine for plans and puzzles: it shares the tapes with the executors and nothing else.
"""

from solvers.lowering.errors import Unsupported
from solvers.lowering.shortest import Shortest, shortest_plan
from solvers.lowering.unrolled import Moment, Unrolled

__all__ = ["Moment", "Shortest", "Unrolled", "Unsupported", "shortest_plan"]
