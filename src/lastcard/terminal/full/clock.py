"""How long the table waits: for people who may claim something, and as if bots took their time."""

from ...session.local import LocalSession
from ..pace import PACES
from ..settings import Settings

TICK = 0.1  # seconds
_SEEN = 1.2  # seconds in which a drawn card is seen before the game passes by itself


class Clock:
    """The time until play continues.

    It is set once when the table has changed, not when bots have found an answer: so it depends on no hidden card.
    """

    def __init__(self, session: LocalSession, settings: Settings) -> None:
        self.pace = settings.speed
        self.left = 0.0  # seconds
        self.whole = 0.0
        self._session = session
        self._passes = settings.passing == "auto"
        self._hurried = False  # whether it was set for a bot whose claim comes first

    @property
    def instant(self) -> bool:
        """Whether bots act without any delay."""
        return not PACES[self.pace].act

    def set(self) -> None:
        """Begin to wait."""
        session, pace = self._session, PACES[self.pace]
        pending = session.pending()
        self._hurried = pending is not None and pending.hurried
        seems = _SEEN if self.passes_alone else max(pace.act * session.pause(), self.beat)
        self.left = self.whole = pace.chance if session.at_stake() else seems

    def tick(self) -> None:
        """Count on."""
        self.left -= TICK

    def shorten(self) -> None:
        """Wait for the next beat only."""
        self.left = min(self.left, self.beat)

    @property
    def is_late(self) -> bool:
        """Whether a bot has found a claim since that comes first, so that nobody is waited for."""
        pending = self._session.pending()
        return pending is not None and pending.hurried and not self._hurried

    @property
    def passes_alone(self) -> bool:
        """Whether the game passes by itself: the only person drew a card that does not fit."""
        return self._passes and self._session.only_passes() and not self._session.at_stake()

    @property
    def beat(self) -> float:
        """The least time that bots take, and the steps in which they take more (see `terminal.pace`)."""
        return 0.0 if self.instant else self._session.sitting.beat

    @property
    def on_beat(self) -> bool:
        """Whether the wait is over and a whole number of beats has passed since then."""
        over = round(-self.left / TICK)  # ticks; the time left is a sum of rounded numbers
        return over >= 0 and over % max(1, round(self.beat / TICK)) == 0
