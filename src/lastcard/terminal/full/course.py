"""The course of a match: what comes next, what is logged, what the person at the screen may do.

This module draws nothing and knows no rules: it asks the round, and uses only the view of the person at the screen.
Several people share the screen: while nobody has it to themselves, it shows what a spectator sees.
"""

from ..._util.grammar import capital
from ...bots import Fallible, refused
from ...core.terms import Phase
from ...errors import BotError, IllegalAction, LastCardError
from ...game.events import Event, Laid, Revealed, Turned, told_to
from ...game.match import Match
from ...game.round import Round
from ...game.values import Action
from ...game.view import View
from ...rules import Card
from ...words.questions import only_choice, partner_of
from ...words.speaker import Speaker
from ..advice import Adviser
from ..claims import LastCardWindow, seat_has_one
from ..prompts import notices, rights_beside
from ..summary import match_summary, round_opening, round_outcome, round_summary, totals
from ..table import Sitting
from .outcomes import Outcome, round_so_far
from .thinking import Asked, Pending, Thinking

CALL_OR_CATCH = "call or catch"  # a chance; the others are actions as notation writes them
JUMP_IN = "jump in"  # among several people, where the card is not named


class Course:
    """A match in progress, as the person at the screen sees it."""

    def __init__(self, sitting: Sitting) -> None:
        if not sitting.people:
            raise LastCardError("somebody must play; only bots play with --plain")
        self.sitting = sitting
        self.people = sitting.people
        self.alone = len(self.people) == 1
        self.seat: int | None = self.people[0] if self.alone else None  # who has the screen to themselves
        self.rules = sitting.match.match.rules
        self.speakers = {seat: Speaker(self.rules.deck, sitting.names, seat) for seat in (None, *self.people)}
        self.logs: dict[int | None, list[str]] = {seat: [] for seat in self.speakers}
        self.reads = dict.fromkeys(self.speakers, 0)  # the number of log lines before a person's last act
        self.window = LastCardWindow(self.rules, self.table.view().status)
        self.declined: set[str] = set()  # rights that were let pass since the last lay
        self.failure = ""  # why the match cannot continue
        self.ended = False  # whether the end of the match was told
        self.outcome = Outcome()
        self.happened: list[Event] = []  # what the screen has not shown yet, as the seat was told
        self._advisers = {seat: Adviser(self.speakers[seat], seat) for seat in self.people}
        self._thinking = Thinking()
        self._thinking.about(sitting.prepare_bots)
        self._asked: Asked | None = None  # about the current state of the table
        for seat, log in self.logs.items():
            self._begin_log(self.speakers[seat], log)

    def _begin_log(self, speaker: Speaker, log: list[str]) -> None:
        if self.sitting.resumed:
            log += round_so_far(self.sitting.match, speaker)
            self.reads[speaker.voice] = len(log)
            log += ["The match continues.", totals(self.match, speaker)]
        else:
            log += round_opening(self.match, self.match.opening_events, speaker)

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
    def speaker(self) -> Speaker:
        """Who tells the person at the screen what happens."""
        return self.speakers[self.seat]

    @property
    def adviser(self) -> Adviser:
        """Who advises the person at the screen."""
        return self._advisers[self.people[0] if self.seat is None else self.seat]

    @property
    def log(self) -> list[str]:
        """What the person at the screen was told."""
        return self.logs[self.seat]

    @property
    def read(self) -> int:
        """The number of lines of the log that are no news."""
        return self.reads[self.seat]

    @property
    def view(self) -> View:
        """What the person at the screen knows."""
        return self.table.view(self.seat)

    @property
    def hand(self) -> list[int]:
        """The cards of the person at the screen in the order of the deck."""
        return [card.code for card in self.view.hand]

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for the person at the screen."""
        return self.seat is not None and self.seat in self.table.awaited

    @property
    def waits_for(self) -> int | None:
        """The person that the table waits for, who does not have the screen yet; None if there is none."""
        if self.table.over or self.my_turn:
            return None
        awaited = self.table.awaited
        if any(seat in self.sitting.bots for seat in awaited):
            return None
        return awaited[0]

    @property
    def partner(self) -> int | None:
        """The partner of the person at the screen, if there is one."""
        return partner_of(self.rules, len(self.sitting.names), self.seat)

    def give_screen(self, seat: int | None) -> None:
        """Give the screen to one of several people, or to nobody."""
        if not self.alone:
            self.seat = seat

    @property
    def played(self) -> list[Card]:
        """The last cards on the discards below the top card, oldest first."""
        events = (*self.table.opening_events, *self.table.events_since(max(0, len(self.table.moves) - 12)))
        cards = [event.card for event in events if isinstance(event, Laid | Turned)]
        top = self.table.view().status.top
        return cards[-3:-1] if cards and cards[-1] == top else []

    def rights(self) -> list[str]:
        """Return what may be done out of turn, except calls and accusations.

        With several people only what everyone can see is named, so nobody learns who holds a card.
        """
        if self.alone:
            return rights_beside(self.view)
        claims = self.table.view().status.claims
        words = (("challenge", claims.challenge), (JUMP_IN, claims.jump_in))
        return [word for word, seats in words if any(seat in self.people for seat in seats)]

    def suspects(self) -> list[int]:
        """Return the other seats that hold one card: whether they called is for people to know."""
        status = self.view.status
        return [seat for seat in range(status.seats) if seat != self.seat and seat_has_one(status, seat)]

    def playable(self, card: int) -> bool:
        """Return whether the person may play a card now."""
        return any(lay.card.code == card for lay in self.view.choices.lays)

    def is_bluff(self, card: int) -> bool:
        """Return whether playing a card would be a bluff."""
        return self.seat is not None and self.adviser.is_bluff(self.table, card)

    def only_passes(self) -> bool:
        """Return whether the only person has drawn a card that cannot be played, so that only passing is left."""
        drawn = self.alone and self.my_turn and self.view.status.phase is Phase.DRAWN
        return drawn and only_choice(self.view) == "pass"

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

    def act(self, action: Action, seat: int | None = None) -> None:
        """Carry out an action of the person at the screen, or at a seat; raise IllegalAction if it is refused."""
        actor = self.seat if seat is None else seat
        assert actor is not None
        before = {viewer: len(log) for viewer, log in self.logs.items()}
        try:
            self._carry_out(actor, action)
        except IllegalAction:
            raise
        except LastCardError as error:
            self._fail(str(error))
        self.reads[actor] = before[actor]
        self.reads[None] = before[None]

    def _fail(self, why: str) -> None:
        """Stop the match; it can be resumed from its journal."""
        self.failure = why
        self._asked = None

    def _carry_out(self, seat: int, action: Action) -> None:
        """Carry out an action; it is on disk before it is shown."""
        before = {viewer: self.table.view(viewer).status for viewer in self.speakers}
        seen = self.table.view().status
        events = self.sitting.match.act(seat, action)
        self._asked = None
        if any(isinstance(event, Laid) for event in events):
            self.declined.clear()
        self.window.note(seen, events, self.table.view().status)
        self.happened += told_to(events, self.seat)
        for viewer, speaker in self.speakers.items():
            self.logs[viewer] += speaker.sentences(events)
            self.logs[viewer] += notices(self.rules, speaker, before[viewer], self.table.view(viewer).status)

    def last_mover(self) -> int | None:
        """Return the person who moved last in this round."""
        return next((move.seat for move in reversed(self.table.moves) if move.seat in self.people), None)

    def take_back(self) -> bool:
        """Undo the last move of a person and all that followed it in this round."""
        seat = self.last_mover()
        if seat is None or not self.sitting.match.take_back(seat):
            return False
        self._asked = None
        self.window.close()
        self.declined.clear()
        self.happened.clear()
        for viewer, log in self.logs.items():
            whose = capital(self.speakers[viewer].whose(seat))
            log.append(f"{whose} last move is undone; the stock is shuffled.")
        self.give_screen(None)
        return True

    # ------------------------------------------------------------ between rounds

    def end_round(self) -> None:
        """Score the finished round, then deal the next one or end the match; keep the outcome to show it."""
        number = self.match.rounds + (not self.match.closed)
        self.give_screen(None)
        self.outcome = Outcome(number, winners=self.table.winners, hands=self._hands_left())
        self.outcome.lines = round_summary(self.match, self.speaker)
        self.outcome.points = self.table.points
        for viewer, log in self.logs.items():
            log += round_outcome(self.table, self.speakers[viewer])
        try:
            self._next_round()
        except LastCardError as error:
            self._fail(str(error))
            self.outcome.note = self.failure
        self.outcome.scores = self.match.scores

    def _hands_left(self) -> dict[int, tuple[Card, ...]]:
        """Return the cards that everyone shows at the end."""
        return {event.seat: event.cards for event in self.table.events if isinstance(event, Revealed)}

    def _next_round(self) -> None:
        picks = self.sitting.next_round()
        self._asked = None
        self.window.close()
        self.declined.clear()
        self.happened.clear()
        if self.match.over:
            self.ended = True
            self.outcome.champions = self.match.winners
            self.outcome.closing = match_summary(self.match, self.speaker)
            for viewer, log in self.logs.items():
                log += match_summary(self.match, self.speakers[viewer])
            self.outcome.note = f"The record of the match is in {self.sitting.finish()}."
            return
        self.outcome.closing = [totals(self.match, self.speaker)]
        for viewer, log in self.logs.items():
            log.append(totals(self.match, self.speakers[viewer]))
            self.reads[viewer] = len(log)
            log += round_opening(self.match, picks, self.speakers[viewer])
