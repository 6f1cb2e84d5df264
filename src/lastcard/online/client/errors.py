"""What can go wrong at a server, as errors of our own."""

from typing import Any

from ...errors import LastCardError
from ...explain.reasons import Reason


class HttpRefused(LastCardError):
    """A request that the server refused, with its status and code; `why` says why rules do not work together."""

    def __init__(self, status: int, code: str, text: str, why: str = "") -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.why = why

    @property
    def passing(self) -> bool:
        """Whether the same request may succeed later: too many at once, or the server is not ready."""
        return self.status == 429 or self.status >= 500


class Refused(LastCardError):
    """A command that the server refused, with its code and, where the rules refused it, the reason."""

    def __init__(self, code: str, text: str, reason: dict[str, Any] | None) -> None:
        super().__init__(text or code)
        self.code = code
        self.reason = None if reason is None else Reason.from_dict(reason)


class TableClosed(LastCardError):
    """The table is closed, or the server no longer lets this client in."""
