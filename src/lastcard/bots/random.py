"""`random`: plays a random card that fits, draws only when it must, and makes each claim with an even chance."""

from ..sim.plan import RANDOM
from .policy import PolicyBot


class RandomBot(PolicyBot):
    """The policy `random` at a table."""

    name = "random"
    policy = RANDOM
