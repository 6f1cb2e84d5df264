"""`random`: lays evenly among what fits, draws only when it must, uses other rights with even chance."""

from ..sim.plan import RANDOM
from .policy import PolicyBot


class RandomBot(PolicyBot):
    """The policy `random` at a table."""

    name = "random"
    policy = RANDOM
