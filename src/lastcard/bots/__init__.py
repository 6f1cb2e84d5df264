"""Bots: programs that play.  A bot gets only the view of its seat, and answers with an action."""

from .base import (
    Answer,
    Bot,
    BotMove,
    Claim,
    Timed,
    claimed,
    claims_by_views,
    claims_in_order,
    decided,
    move,
    own_seat,
    read_answer,
    refused,
    with_call,
)
from .careful import CarefulBot
from .greedy import GreedyBot
from .learned import LearnedBot
from .loading import bot_names, is_installed, make_bot, register
from .random import RandomBot
from .search import SearchBot
from .slips import Fallible, Slips, slips_of

register("random", RandomBot)
register("greedy", GreedyBot)
register("careful", CarefulBot)
register("search", SearchBot)
register("learned", LearnedBot)

__all__ = [
    "Answer",
    "Bot",
    "CarefulBot",
    "Claim",
    "Fallible",
    "GreedyBot",
    "LearnedBot",
    "BotMove",
    "RandomBot",
    "SearchBot",
    "Slips",
    "Timed",
    "bot_names",
    "claimed",
    "claims_by_views",
    "claims_in_order",
    "decided",
    "is_installed",
    "make_bot",
    "move",
    "own_seat",
    "read_answer",
    "refused",
    "register",
    "slips_of",
    "with_call",
]
