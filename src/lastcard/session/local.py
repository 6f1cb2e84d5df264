"""The driver of a match on this machine: who is asked, what bots do, what is saved, how rounds and matches end.

It draws nothing and says nothing: what happens goes into `log`, what goes wrong into `failure`.
"""

from collections.abc import Sequence
from pathlib import Path

from ..bots import Fallible, make_bot, read_answer, refused
from ..bots.hints import HINTS, hint, hint_view
from ..errors import BotError, IllegalAction, LastCardError
from ..explain.reasons import Reason
from ..game.events import Laid
from ..game.match import Match
from ..game.round import Round
from ..game.status import Status
from ..game.values import Action, values_of
from ..game.view import View
from ..rules import Card, Ruleset
from .claims import LastCardWindow
from .news import Continued, Ended, MatchOver, Moved, Scored, Standing, TakenBack, ended, opened, so_far, standing_of
from .session import Session
from .sitting import Sitting
from .thinking import Asked, Pending, Thinking

CALL_OR_CATCH = "call or catch"  # a chance; the others are actions as notation writes them


class LocalSession(Session):
    """A match in progress.

    Bots think in a thread, or else (`patient`) whenever their answer is read, which then takes as long as they do.
    """

    def __init__(self, sitting: Sitting, *, patient: bool = False) -> None:
        super().__init__(sitting.people)
        self.sitting = sitting
        self.failure: LastCardError | None = None  # why the match cannot continue; it can be resumed
        self.outcome: Ended | None = None  # of the last round
        self.over = False  # whether the end of the match was told
        self.record: Path | None = None  # of a match that is over
        self.reads: dict[int | None, int] = dict.fromkeys((None, *self.people), 0)  # news before a person's last act
        self._thinking = Thinking(patient=patient)
        self._prepared = self._thinking.about(sitting.prepare_bots)
        self._asked: Asked | None = None  # about the current state of the table
        self._views: dict[int | None, View] = {}  # of the current state of the table
        self._viewed: object = None
        self._adviser = make_bot(HINTS)
        self._window = LastCardWindow(self.rules, self.status)
        self._declined: set[str] = set()  # rights that were let pass since the last lay
        self._begin_log()

    def _begin_log(self) -> None:
        if self.sitting.resumed:
            self.log += so_far(self.match)
            self._all_read()
            self.log.append(Continued(self.standing))
        else:
            self.log.append(opened(self.match, self.match.opening_events))

    def _all_read(self) -> None:
        self.reads = dict.fromkeys(self.reads, len(self.log))

    # ------------------------------------------------------------ the table

    @property
    def match(self) -> Match:
        """The match."""
        return self.sitting.match.match

    @property
    def table(self) -> Round:
        """The current round."""
        return self.sitting.match.round

    @property
    def rules(self) -> Ruleset:
        """The rules that are played."""
        return self.match.rules

    @property
    def names(self) -> Sequence[str]:
        """The names of the players, by seat."""
        return self.sitting.names

    @property
    def status(self) -> Status:
        """What everyone sees."""
        return self.table.public_status

    @property
    def standing(self) -> Standing:
        """The scores."""
        return standing_of(self.match)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, knows now; it is made once for each state of the table."""
        if self._viewed != self.match.revision:
            self._viewed = self.match.revision
            self._views.clear()
        if seat not in self._views:
            self._views[seat] = self.table.view(seat)
        return self._views[seat]

    # ------------------------------------------------------------ bots

    def pending(self) -> Pending | None:
        """Return what a bot is about to do; None if a person is asked and no bot claims anything first."""
        if self.table.over or self.failure:
            return None
        if self._asked is None:
            self._asked = Asked(self._thinking, self.table, self.sitting.bots, quick=not self.sitting.beat)
        try:
            if self._prepared.done():
                self._prepared.result()
            return self._asked.pending
        except LastCardError as error:
            self._fail(error)
            return None

    def pause(self) -> float:
        """Return about how many seconds a person would take instead of the pending bot."""
        pending = self.pending()
        bot = self.sitting.bots[pending.seat] if pending else None
        return bot.pause(self.view(pending.seat)) if pending and isinstance(bot, Fallible) else 1.0

    def let_bot_act(self) -> None:
        """Let the pending bot act if it is ready; unused rights of people lapse."""
        pending = self.pending()
        if pending is None or pending.thinking:
            return
        if not pending.hurried:
            self.let_pass()
        try:
            self._carry_out(pending.seat, pending.action())
        except IllegalAction as error:
            self._fail(refused(self.sitting.bots[pending.seat], self.view(pending.seat), error))
        except LastCardError as error:
            self._fail(error)

    # ------------------------------------------------------------ rights out of turn

    def chances(self) -> list[str]:
        """Return what people may claim before play continues, and have not let pass.

        Calls and accusations are among them after every lay that leaves somebody one card, whether it was called or
        not and whatever bots are about to do; but a bot's own call comes first (A5-5).
        """
        pending = self.pending()
        if self.table.over or self.failure or not self.people or (pending is not None and pending.hurried):
            return []
        spoken = [CALL_OR_CATCH] if self._window.open else []
        return spoken + [right for right in self.rights() if right not in self._declined]

    def at_stake(self) -> list[str]:
        """Return the chances that people lose unless play waits for them: all before a bot acts, otherwise calls."""
        chances = self.chances()
        return chances if self.pending() else [chance for chance in chances if chance == CALL_OR_CATCH]

    def let_pass(self) -> None:
        """Let all chances pass."""
        self._window.close()
        self._declined.update(self.rights())

    @property
    def may_catch(self) -> bool:
        """Whether somebody was just left with one card."""
        return self._window.open

    # ------------------------------------------------------------ what people do

    def act(self, seat: int, action: Action) -> None:
        """Carry out an action of a person; raise IllegalAction if it is refused."""
        before = len(self.log)
        try:
            self._carry_out(seat, action)
        except IllegalAction:
            raise
        except LastCardError as error:
            self._fail(error)
        self.reads[seat] = self.reads[None] = before

    def _carry_out(self, seat: int, action: Action) -> None:
        """Carry out an action; it is on disk before it is news."""
        before = self.status
        events = self.sitting.match.act(seat, action)
        self._asked = None
        if any(isinstance(event, Laid) for event in events):
            self._declined.clear()
        self._window.note(before, events, self.status)
        self.log.append(Moved(events, before, self.status))

    def _fail(self, error: LastCardError) -> None:
        """Stop the match; no card is told."""
        self.failure = LastCardError(error.without_cards) if isinstance(error, BotError) else error
        self._asked = None

    def last_mover(self) -> int | None:
        """Return the person who moved last in this round."""
        return next((move.seat for move in reversed(self.table.moves) if move.seat in self.people), None)

    def take_back(self) -> bool:
        """Undo the last move of a person and all that followed it in this round; return whether there was one."""
        seat = self.last_mover()
        if seat is None or not self.sitting.match.take_back(seat):
            return False
        self._turn_over()
        self.log.append(TakenBack(seat))
        self.give_screen(None)
        return True

    def _turn_over(self) -> None:
        """Forget what was asked about the table as it was."""
        self._asked = None
        self._window.close()
        self._declined.clear()

    # ------------------------------------------------------------ advice

    def hint(self, seat: int) -> Action | None:
        """Return what a careful player would do in a person's place, None to wait; who forgot to call is not told."""
        view = self.hint_view(seat)
        if seat in view.status.awaited:
            return hint(self._adviser, view)
        claimed = self._adviser.claim(view)
        return None if claimed is None else read_answer(view, claimed)

    def hint_view(self, seat: int) -> View:
        """Return what a hint is based on."""
        return hint_view(self.view(seat))

    def why(self, seat: int, action: Action) -> Reason:
        """Return why a person may or may not do something now."""
        return self.table.explain(seat, action)

    def is_bluff(self, seat: int, card: Card) -> bool:
        """Return whether playing a card now would be a bluff, which only a challenge can punish."""
        reason: Reason | None = self.why(seat, values_of(self.rules).one_card(card.code))
        while reason is not None and reason.id != "bluff":
            reason = reason.cause
        return reason is not None

    # ------------------------------------------------------------ between rounds

    def end_round(self) -> None:
        """Score the finished round, then deal the next one or end the match."""
        self.give_screen(None)
        self.outcome = ended(self.match)
        self.log.append(self.outcome)
        try:
            self._next_round()
        except LastCardError as error:
            self._fail(error)

    def _next_round(self) -> None:
        picks = self.sitting.next_round()
        self._turn_over()
        if self.match.over:
            self.over = True
            self.log.append(MatchOver(self.standing, self.match.winners))
            self.record = self.sitting.finish()
            return
        self.log.append(Scored(self.standing))
        self._all_read()
        self.log.append(opened(self.match, picks))
