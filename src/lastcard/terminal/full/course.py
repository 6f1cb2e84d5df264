"""The course of a match with one person: what comes next, what is logged, what the person may do.

This module draws nothing and knows no rules: it asks the round, and uses only the person's view.
"""

from ...bots import Fallible, refused
from ...errors import BotError, IllegalAction, LastCardError
from ...events import Laid
from ...match import Match
from ...questions import partner_of
from ...round import Round
from ...values import Action
from ...view import View
from ...words import Speaker
from ..advice import Adviser
from ..claims import LastCardWindow, seat_has_one
from ..prompts import notices, rights_beside
from ..summary import match_summary, round_opening, round_summary, totals
from ..table import Sitting
from .outcomes import round_outcome, round_so_far
from .thinking import Asked, Pending, Thinking

CALL_OR_CATCH = "call or catch"  # a chance; the others are actions as notation writes them


class Course:
    """A match in progress, from the view of its only person."""

    def __init__(self, sitting: Sitting) -> None:
        if len(sitting.people) != 1:
            raise LastCardError("one person plays full screen; several, or none, play with --plain")
        self.sitting = sitting
        self.seat = sitting.people[0]
        self.rules = sitting.match.match.rules
        self.speaker = Speaker(self.rules.deck, sitting.names, self.seat)
        self.log: list[str] = []
        self.read = 0  # the number of log lines before the person's last act
        self.window = LastCardWindow(self.rules, self.table.view().status)
        self.declined: set[str] = set()  # rights that the person let pass since the last lay
        self.failure = ""  # why the match cannot continue
        self.ended = False  # whether the end of the match was told
        self.outcome: tuple[str, list[str]] = ("The last round", ["No round has ended here yet."])  # a title and lines
        self.adviser = Adviser(self.speaker, self.seat)
        self._thinking = Thinking()
        self._thinking.about(sitting.prepare_bots)
        self._asked: Asked | None = None  # about the current state of the table
        if sitting.resumed:
            self.log += round_so_far(sitting.match, self.speaker)
            self.read = len(self.log)
            self.log += ["The match continues.", totals(self.match, self.speaker)]
        else:
            self.log += round_opening(self.match, self.match.opening_events, self.speaker)

    # ------------------------------------------------------------ how the table stands

    @property
    def match(self) -> Match:
        """The match."""
        return self.sitting.match.match

    @property
    def table(self) -> Round:
        """The current round."""
        return self.sitting.match.round

    @property
    def view(self) -> View:
        """What the person knows."""
        return self.table.view(self.seat)

    @property
    def hand(self) -> list[int]:
        """The person's cards in the order of the deck."""
        return [card.code for card in self.view.hand]

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for the person."""
        return self.seat in self.table.awaited

    @property
    def partner(self) -> str:
        """The name of the person's partner, if there is one."""
        names = self.sitting.names
        partner = partner_of(self.rules, len(names), self.seat)
        return "" if partner is None else names[partner]

    def rights(self) -> list[str]:
        """Return what the person may do out of turn, except calls and accusations."""
        return rights_beside(self.view)

    def suspects(self) -> list[int]:
        """Return the other seats that hold one card: whether they called is for the person to know."""
        status = self.view.status
        return [seat for seat in range(status.seats) if seat != self.seat and seat_has_one(status, seat)]

    def playable(self, card: int) -> bool:
        """Return whether the person may play a card now."""
        return any(lay.card.code == card for lay in self.view.choices.lays)

    # ------------------------------------------------------------ bots

    def pending(self) -> Pending | None:
        """Return what a bot is about to do; None if the person is asked and no bot claims anything first."""
        if self.table.over or self.failure:
            return None
        if self._asked is None:
            self._asked = Asked(self._thinking, self.table, self.sitting.bots, quick=not self.sitting.beat)
        try:
            return self._asked.pending
        except BotError as error:
            self._fail(error.without_cards)
            return None

    def pause(self) -> float:
        """Return about how many seconds a person would take instead of the pending bot."""
        pending = self.pending()
        bot = self.sitting.bots[pending.seat] if pending else None
        return bot.pause(self.table.view(pending.seat)) if pending and isinstance(bot, Fallible) else 1.0

    def chance(self) -> list[str]:
        """Return the rights that the person loses when play continues.

        Calls and accusations are among them after every lay that leaves somebody one card, whether it was called or
        not and whatever bots are about to do.
        """
        pending = self.pending()
        if self.table.over or self.failure or (pending is not None and pending.hurried):
            return []
        spoken = [CALL_OR_CATCH] if self.window.open else []
        rights = [] if pending is None else self.rights()
        return spoken + [right for right in rights if right not in self.declined]

    def let_pass(self) -> None:
        """Let all chances of the person pass."""
        self.window.close()
        self.declined.update(self.rights())

    def let_bot_act(self) -> None:
        """Let the pending bot act if it is ready; unused rights of the person lapse."""
        pending = self.pending()
        if pending is None or pending.thinking:
            return
        if not pending.hurried:
            self.let_pass()
        try:
            self._carry_out(pending.seat, pending.action())
        except IllegalAction as error:
            view = self.table.view(pending.seat)
            self._fail(refused(self.sitting.bots[pending.seat], view, error).without_cards)
        except BotError as error:
            self._fail(error.without_cards)
        except LastCardError as error:
            self._fail(str(error))

    # ------------------------------------------------------------ acting

    def act(self, action: Action) -> None:
        """Carry out an action of the person; raise IllegalAction if it is refused."""
        read = len(self.log)
        try:
            self._carry_out(self.seat, action)
        except IllegalAction:
            raise
        except LastCardError as error:
            self._fail(str(error))
        self.read = read

    def _fail(self, why: str) -> None:
        """Stop the match; it can be resumed from its journal."""
        self.failure = why
        self._asked = None

    def _carry_out(self, seat: int, action: Action) -> None:
        """Carry out an action; it is on disk before it is shown."""
        before, seen = self.view.status, self.table.view().status
        events = self.sitting.match.act(seat, action)
        self._asked = None
        if any(isinstance(event, Laid) for event in events):
            self.declined.clear()
        self.window.note(seen, events, self.table.view().status)
        self.log += self.speaker.sentences(events)
        self.log += notices(self.rules, self.speaker, before, self.view.status)

    def take_back(self) -> bool:
        """Undo the person's last move and all that followed it in this round."""
        if not self.sitting.match.take_back(self.seat):
            return False
        self._asked = None
        self.window.close()
        self.declined.clear()
        self.log.append("Your last move is undone; the stock is shuffled.")
        return True

    # ------------------------------------------------------------ between rounds

    def end_round(self) -> None:
        """Score the finished round, then deal the next one or end the match; keep the outcome to show it."""
        number = self.match.rounds + (not self.match.closed)
        title, lines = f"Round {number} is over", round_summary(self.match, self.speaker)
        self.log += round_outcome(self.table, self.speaker)
        try:
            lines += ["", *self._next_round()]
        except LastCardError as error:
            self._fail(str(error))
            lines += ["", self.failure]
        self.outcome = title, lines

    def _next_round(self) -> list[str]:
        picks = self.sitting.next_round()
        self._asked = None
        self.window.close()
        self.declined.clear()
        if self.match.over:
            self.ended = True
            lines = match_summary(self.match, self.speaker)
            self.log += lines
            return [*lines, "", f"The record of the match is in {self.sitting.finish()}."]
        standing = totals(self.match, self.speaker)
        self.log.append(standing)
        self.read = len(self.log)
        self.log += round_opening(self.match, picks, self.speaker)
        return [standing]
