"""Play at an online table from Python: for the terminal game, for bots of your own, for tests and measurements.

>>> from lastcard.online.client import Account, play_bot  # doctest: +SKIP
"""

from ...archive.fair import UnfairDeal
from .account import Account
from .bot import play_bot
from .errors import HttpRefused, Refused, TableClosed
from .table import News, OnlineTable

__all__ = ["Account", "HttpRefused", "News", "OnlineTable", "Refused", "TableClosed", "UnfairDeal", "play_bot"]
