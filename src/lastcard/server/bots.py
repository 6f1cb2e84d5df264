"""The bots at a table: who plays which seat, and how they are asked without stopping other tables.

Quick bots answer in the event loop.  `search` thinks in a bounded pool (`thinkers`) while the table waits for the
moment at which the bot plays; that moment does not depend on how long it thinks.  If it is not ready by then, `careful`
answers.
"""

import secrets
from concurrent.futures import Future

from ..bots import make_bot
from ..bots.base import SEEDS, Bot, Claim, claims_by_views, decided
from ..errors import LastCardError
from ..round import Round
from ..values import Action
from ..view import View
from .thinkers import Thinkers

STAND_IN = "careful"


class TableBots:
    """The bots of one table, made when they are first asked."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._bots: dict[str, Bot] = {}
        self._thought: tuple[int, int, Future[Action]] | None = None  # seat, ply, the answer

    def begin_turn(self, table: Round, seat: int, level: str) -> None:
        """Tell a bot that its turn has come, so that a slow one can begin to think."""
        if level == "search" and (self._thought is None or self._thought[:2] != (seat, table.ply)):
            future = self._thinkers.ask(level, secrets.randbelow(SEEDS), table.view(seat))
            self._thought = None if future is None else (seat, table.ply, future)

    def decide(self, table: Round, seat: int, level: str) -> Action:
        """Return the action of a bot now."""
        view = table.view(seat)
        if level == "search":
            if self._thought is not None and self._thought[:2] == (seat, table.ply) and self._thought[2].done():
                future, self._thought = self._thought[2], None
                if future.exception() is None:
                    return future.result()
            level = STAND_IN
        return self._answer(view, level)

    def claim(self, table: Round, levels: dict[int, str]) -> Claim | None:
        """Return the first claim of the bots, in the rules' order, or None."""
        quick = {seat: STAND_IN if level == "search" else level for seat, level in levels.items()}
        bots = {seat: self._bot(level) for seat, level in quick.items()}
        try:
            claims = claims_by_views(bots, {seat: table.view(seat) for seat in bots})
        except LastCardError:
            return None
        return claims[0] if claims else None

    def advice(self, view: View) -> Action:
        """Return what a careful player would do."""
        return self._answer(view, STAND_IN)

    def _answer(self, view: View, level: str) -> Action:
        try:
            return decided(self._bot(level), view)
        except LastCardError:
            return view.legal[0]

    def _bot(self, level: str) -> Bot:
        if level not in self._bots:
            self._bots[level] = make_bot(level, secrets.randbelow(SEEDS))
        return self._bots[level]
