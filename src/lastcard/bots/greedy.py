"""`greedy`: lays whatever it can, the dearest card first, and uses every right to accuse or jump in."""

from ..sim.plan import GREEDY
from .policy import PolicyBot


class GreedyBot(PolicyBot):
    """The policy `greedy` at a table."""

    name = "greedy"
    policy = GREEDY
