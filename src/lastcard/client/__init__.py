"""Play at an online table from Python: for the terminal game, for bots of your own, for tests and measurements.

>>> from lastcard.client import Account, play_bot  # doctest: +SKIP
"""

from .account import Account, HttpRefused
from .bot import play_bot
from .table import OnlineTable, Refused, TableClosed

__all__ = ["Account", "HttpRefused", "OnlineTable", "Refused", "TableClosed", "play_bot"]
