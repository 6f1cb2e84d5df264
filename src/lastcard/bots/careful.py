"""`careful`: weighs every lay by what it sheds, whom it hits and what can follow; doubts by the odds."""

from ..sim.plan import CAREFUL
from .policy import PolicyBot


class CarefulBot(PolicyBot):
    """The policy `careful` at a table."""

    name = "careful"
    policy = CAREFUL
