"""Players that are programs: each gets a view of the table, never more, and says what its seat does."""

from .base import Action, Bot, Claim, actions_of, bot_names, claims_in_order, make_bot, register
from .careful import CarefulBot
from .forgetful import Forgetful
from .greedy import GreedyBot
from .random import RandomBot
from .search import SearchBot

register("random", RandomBot)
register("greedy", GreedyBot)
register("careful", CarefulBot)
register("search", SearchBot)

__all__ = [
    "Action",
    "Bot",
    "CarefulBot",
    "Claim",
    "Forgetful",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "actions_of",
    "bot_names",
    "claims_in_order",
    "make_bot",
    "register",
]
