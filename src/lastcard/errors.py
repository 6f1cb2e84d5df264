"""The errors of the package.  Each says what is wrong and, where that is short, what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .explain.reasons import Reason


class LastCardError(ValueError):
    """Any error this package raises on purpose."""


class NotationError(LastCardError):
    """A text that cannot be read."""


class PositionError(NotationError):
    """A text that can be read but describes something impossible."""


class IllegalAction(LastCardError):
    """An action that the rules refuse; nothing has changed.

    It holds the seat, the action as text and the reason, and reveals no cards that the seat may not know.
    """

    def __init__(self, seat: int, action: str, reason: "Reason") -> None:
        super().__init__(seat, action, reason)  # all arguments, so that it can be pickled
        self.seat = seat
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return f"'{self.seat} {self.action}' is refused: {self.reason}"


class BotError(LastCardError):
    """A bot failed, or its answer is not an action or is refused.  It says who, where and what, not the position."""

    def __init__(self, bot: str, seat: int, rules: str, did: str, where: str = "", public: str = "it failed") -> None:
        super().__init__(bot, seat, rules, did, where, public)  # all arguments, so that it can be pickled
        self.bot = bot
        self.seat = seat
        self.rules = rules
        self.did = did
        self.where = where
        self.public = public  # what it did, without cards and without texts of its own

    def known_as(self, bot: str, where: str = "") -> "BotError":
        """Return the same error with the name under which the bot was requested, and the place, such as a deal."""
        return BotError(bot, self.seat, self.rules, self.did, where or self.where, self.public)

    @property
    def without_cards(self) -> str:
        """The error as the other players may read it: the match may be resumed."""
        return self._told(self.public)

    def __str__(self) -> str:
        return self._told(self.did)

    def _told(self, did: str) -> str:
        where = f" ({self.where})" if self.where else ""
        return f"bot {self.bot!r} at seat {self.seat} of {self.rules}{where}: {did}"


class RulesetError(LastCardError):
    """A rule set or deck that contradicts itself, or an unknown id.

    `why` says why rules cannot be combined, and `because` is its id.
    """

    def __init__(self, text: str, why: str = "", because: str = "") -> None:
        super().__init__(text)
        self.why = why
        self.because = because


class RecordError(LastCardError):
    """A match record or journal that cannot be read or replayed."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ' (did you mean ...?)' with the known word nearest to a wrong one, or an empty text."""
    near = get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
