"""What a table remembers of its past: for clients that come back, and for commands that are sent again."""

from collections import deque
from collections.abc import Iterable

from .effects import KEPT
from .pushes import News

MOST_SAID = 50  # messages and reactions that are kept for those who come, or come back


class Past:
    """The last versions of a table, and what was said last."""

    def __init__(self) -> None:
        self.v = 0
        self.before_recent: int | None = None  # when the version before the recent ones was made
        self.said: deque[News] = deque(maxlen=MOST_SAID)
        self._recent: deque[News] = deque(maxlen=KEPT)
        self._known: dict[tuple[str, str], int] = {}  # versions of commands, by guest and id

    @property
    def last(self) -> News:
        """What happened last."""
        return self._recent[-1]

    def since(self, v: int) -> list[News]:
        """Return what happened after one of the last versions."""
        return [news for news in self._recent if news.v > v]

    def at_of(self, v: int) -> int | None:
        """Return when a version was made; None if it is not one of the last."""
        first = self.v - len(self._recent) + 1
        if v == first - 1:
            return self.before_recent
        return self._recent[v - first].at if first <= v <= self.v else None

    def carried_out(self, command: tuple[str, str]) -> int | None:
        """Return at which of the last versions the command of a guest and id was carried out."""
        return self._known.get(command)

    def note(self, news: News, command: tuple[str, str] | None, *, said: bool) -> None:
        """Remember what happened, for clients that resume or send a command again."""
        self.v = news.v
        if len(self._recent) == KEPT:
            self.before_recent = self._recent[0].at
        self._recent.append(news)
        if said:
            self.said.append(news)
        if command is not None:
            self._known[command] = news.v
        if len(self._known) > 2 * KEPT:
            self._known = {key: known for key, known in self._known.items() if known >= news.v - KEPT}

    def remember(self, known: Iterable[tuple[str, str, int]]) -> None:
        """Take up which commands were carried out before, so that none is carried out twice."""
        self._known = {(guest, cmd): v for guest, cmd, v in known}
