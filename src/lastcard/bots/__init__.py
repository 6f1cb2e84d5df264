"""Players that are programs: each gets a view of the table, never more, and says what its seat does."""

from .base import Action, Bot, Claim, actions_of, claims_in_order, with_call
from .careful import CarefulBot
from .greedy import GreedyBot
from .loading import bot_names, make_bot, register
from .random import RandomBot
from .search import SearchBot
from .slips import SLIPS, Fallible, Slips, slips_of

register("random", RandomBot)
register("greedy", GreedyBot)
register("careful", CarefulBot)
register("search", SearchBot)

__all__ = [
    "SLIPS",
    "Action",
    "Bot",
    "CarefulBot",
    "Claim",
    "Fallible",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "Slips",
    "actions_of",
    "bot_names",
    "claims_in_order",
    "make_bot",
    "register",
    "slips_of",
    "with_call",
]
