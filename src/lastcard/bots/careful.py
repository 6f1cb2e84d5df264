"""`careful`: weighs every card by its points, whom it hits and what can follow; challenges when the odds are good."""

from ..sim.plan import CAREFUL
from .policy import PolicyBot


class CarefulBot(PolicyBot):
    """The policy `careful` at a table."""

    name = "careful"
    policy = CAREFUL
