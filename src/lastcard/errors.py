"""The errors of the package: each says what is wrong and, where it is short, what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .reasons import Reason


class LastCardError(ValueError):
    """Any error this package raises on purpose."""


class NotationError(LastCardError):
    """A text that cannot be read at all."""


class PositionError(NotationError):
    """A text that can be read and says something impossible."""


class IllegalAction(LastCardError):
    """An action the rules refuse; nothing has changed.

    It tells the seat, the action as text and the reason, and no cards that the seat may not know.
    """

    def __init__(self, seat: int, action: str, reason: "Reason") -> None:
        super().__init__(seat, action, reason)  # all of them, so that it can be sent between processes
        self.seat = seat
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return f"'{self.seat} {self.action}' is refused: {self.reason}"


class BotError(LastCardError):
    """A bot that failed, or whose answer is no action or is refused: who, where and what; never the position."""

    def __init__(self, bot: str, seat: int, rules: str, did: str, where: str = "") -> None:
        super().__init__(bot, seat, rules, did, where)  # all of them, so that it can be sent between processes
        self.bot = bot
        self.seat = seat
        self.rules = rules
        self.did = did
        self.where = where

    def known_as(self, bot: str, where: str = "") -> "BotError":
        """The same error of a bot by the name it was asked for, in the place named: a deal, a round."""
        return BotError(bot, self.seat, self.rules, self.did, where or self.where)

    def __str__(self) -> str:
        where = f" ({self.where})" if self.where else ""
        return f"bot {self.bot!r} at seat {self.seat} of {self.rules}{where}: {self.did}"


class RulesetError(LastCardError):
    """A rule set or a deck that contradicts itself, or an id that names none."""


class RecordError(LastCardError):
    """A match record that does not replay."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """' (did you mean ...?)' for the known word nearest to a wrong one, or nothing."""
    near = get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
