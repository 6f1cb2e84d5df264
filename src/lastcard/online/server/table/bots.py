"""The bots at a table: who plays which seat, and how they are asked without stopping other tables.

Quick bots answer in the event loop, and so does `learned` where it has a net; elsewhere it plays as `search`.

`search` thinks in a bounded pool (`thinkers`) while the table waits for the moment at which the bot plays; that moment
does not depend on how long it thinks.  If it is not ready by then, `careful` answers.
"""

import secrets
from concurrent.futures import Future

from ....bots import Fallible, make_bot, slips_of
from ....bots.base import SEEDS, Answer, Bot, Claim, claims_by_views, decided, own_seat
from ....bots.hints import HINTS, hint
from ....bots.learned import answers_at_once
from ....errors import LastCardError
from ....game.round import Round
from ....game.values import Action
from ....game.view import View
from .state import STAND_IN
from .thinkers import Thinkers

QUICK = "careful"  # answers for `search` if that is not ready, and for people


class _Thought:
    """The inner bot of a level that thinks in the pool: it says what was thought, or else what `careful` would do."""

    def __init__(self, name: str, quick: Bot) -> None:
        self.name = name
        self.thought: Action | None = None
        self._quick = quick

    def decide(self, view: View) -> Answer:
        thought, self.thought = self.thought, None
        return self._quick.decide(view) if thought is None else thought

    def claim(self, view: View) -> Answer | None:
        return self._quick.claim(view)


class TableBots:
    """The bots of one table, made when they are first asked.

    Each seat has its own, because a bot remembers what it has not noticed.  Bots make mistakes as people do
    (docs/bots.md), except for those that play for a person: a person does not pay for their mistakes.
    """

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._bots: dict[tuple[int, str], Bot] = {}
        self._slow: dict[int, _Thought] = {}  # by seat
        self._thinking: tuple[int, int, Future[Action]] | None = None  # seat, ply, the answer

    def begin_turn(self, table: Round, seat: int, level: str) -> None:
        """Tell a bot that its turn has come, so that a slow one can begin to think."""
        level = _played(table, level)
        if level == "search" and (self._thinking is None or self._thinking[:2] != (seat, table.ply)):
            future = self._thinkers.ask(level, secrets.randbelow(SEEDS), table.view(seat))
            self._thinking = None if future is None else (seat, table.ply, future)

    def decide(self, table: Round, seat: int, level: str) -> Action:
        """Return the action of a bot now."""
        level = _played(table, level)
        bot = self._bot(seat, level)
        if level == "search":
            self._slow[seat].thought = self._thought(seat, table.ply)
        return _answer(bot, table.view(seat))

    def claim(self, table: Round, levels: dict[int, str]) -> Claim | None:
        """Return the first claim of the bots, in the rules' order, or None."""
        bots = {seat: self._bot(seat, _played(table, level)) for seat, level in levels.items()}
        try:
            claims = claims_by_views(bots, {seat: table.view(seat) for seat in bots})
        except LastCardError:
            return None
        return claims[0] if claims else None

    def hint(self, view: View) -> Action:
        """Return the best action that can be found at once."""
        level = HINTS if answers_at_once(view.rules, view.status.seats) else STAND_IN
        return hint(self._bot(own_seat(view), level), view)

    def _thought(self, seat: int, ply: int) -> Action | None:
        """Return what the pool has found for a turn, if it is ready."""
        if self._thinking is None or self._thinking[:2] != (seat, ply) or not self._thinking[2].done():
            return None
        future, self._thinking = self._thinking[2], None
        return None if future.cancelled() or future.exception() is not None else future.result()

    def _bot(self, seat: int, level: str) -> Bot:
        if (seat, level) not in self._bots:
            self._bots[seat, level] = self._made(seat, level)
        return self._bots[seat, level]

    def _made(self, seat: int, level: str) -> Bot:
        seed = secrets.randbelow(SEEDS)
        bot = make_bot(QUICK if level in (STAND_IN, "search") else level, seed)
        if level in (STAND_IN, HINTS):
            return bot
        if level == "search":
            bot = self._slow[seat] = _Thought(level, bot)
        return Fallible(bot, slips_of(level), seed)


def _played(table: Round, level: str) -> str:
    """Return the level that plays at a table: `learned` plays as `search` where it cannot answer at once."""
    return "search" if level == "learned" and not answers_at_once(table.rules, table.status.seats) else level


def _answer(bot: Bot, view: View) -> Action:
    try:
        return decided(bot, view)
    except LastCardError:
        return view.legal[0]
