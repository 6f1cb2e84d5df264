"""Simulate many rounds: policies, the loop that plays them, and the statistics.

Policies, the loop, the sampler and the playouts are written in the core's style and run interpreted or compiled.
"""

from .compare import Change, Comparison, Measured, compare, say_changes
from .knowledge import knowledge
from .plan import Totals
from .play import play
from .result import Mean, Result

__all__ = [
    "Change", "Comparison", "Mean", "Measured", "Result", "Totals", "compare", "knowledge", "play", "say_changes",
]  # fmt: skip
