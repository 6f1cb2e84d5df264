"""`greedy`: plays whatever it can, the card worth most first, and always catches and jumps in."""

from ..sim.plan import GREEDY
from .policy import PolicyBot


class GreedyBot(PolicyBot):
    """The policy `greedy` at a table."""

    name = "greedy"
    policy = GREEDY
