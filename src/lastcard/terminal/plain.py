"""The plain game: sentences, prompts and typed cards, over any two streams of text.

People sit at some seats and bots at others.  With several people at one terminal, hands are hidden between turns.
"""

from collections.abc import Callable
from typing import TextIO

from ..bots import claims_in_order, decided, refused
from ..core.terms import BATCH, CALL, CALLING, CALLS, COLOUR, DRAWN, NONE
from ..errors import BotError, IllegalAction, LastCardError, NotationError
from ..events import FACES, SPECTATOR, Event, Status
from ..notation import format_action
from ..round import Round
from ..view import View
from .commands import Desk
from .paint import Paint, shows_colours
from .prompts import (
    beside_prompt,
    could_type,
    hand_line,
    notices,
    only_choice,
    rights_beside,
    table_lines,
    turn_prompt,
)
from .screen import Screen
from .settings import Settings
from .store import resume_command
from .summary import match_summary, round_opening, round_summary, totals
from .table import Options, Sitting, sit_down
from .typed import Command, Move, Reader
from .words import Speaker, capital

Tell = Callable[[Speaker], list[str]]


class Left(Exception):
    """Whoever plays wants to stop."""


def run(options: Options, source: TextIO, target: TextIO, settings: Settings | None = None) -> int:
    """Play a match to its end, or until there is no more input or somebody quits; the exit status."""
    with sit_down(options) as sitting:
        rules = sitting.match.match.rules
        look = (settings or Settings()).look_of(rules.skin) if shows_colours(target) else None
        game = PlainGame(sitting, Screen(source, target, Paint(rules.deck, look)))
        try:
            game.play()
        except (Left, EOFError):
            game.say_how_to_resume()
        except (KeyboardInterrupt, BotError):
            game.say_how_to_resume()
            raise
        finally:
            game.hide()  # whatever ended it
    return 0


class PlainGame:
    """One sitting, shown on a screen."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self.sitting = sitting
        self.screen = screen
        self.match = sitting.match
        self.rules = sitting.match.match.rules
        self.people = sitting.people
        self.reader = Reader(self.rules.deck, sitting.names)
        self.speakers = {seat: Speaker(self.rules.deck, sitting.names, seat) for seat in (SPECTATOR, *self.people)}
        self.alone = len(self.people) == 1
        self.desk = Desk(sitting, screen, self.reader, self.speakers)
        # Whose eyes are on the screen: the only person's always; of several, the one whose hand is shown.
        self.present = self.people[0] if self.alone else SPECTATOR
        self.unread: dict[int, list[str]] = {seat: [] for seat in self.people}
        self.seen = False  # whether the table was shown in this sitting; in the middle of a turn it is not shown again
        self.declined: set[str] = set()  # rights beside the turn that people let pass since the last lay

    @property
    def table(self) -> Round:
        """The present round."""
        return self.match.round

    @property
    def status(self) -> Status:
        """What everybody sees of it."""
        return self.table.view().status

    # ------------------------------------------------------------ the course of a match

    def play(self) -> None:
        """Rounds until the match is over."""
        self._greet()
        while True:
            while not self.table.over:
                self._step()
            self._announce(lambda speaker: ["", *round_summary(self.match.match, speaker)])
            picks = self.match.next_round()
            if self.match.match.over:
                break
            self._announce(lambda speaker: [totals(self.match.match, speaker)])
            self._open_round(picks)
        self._announce(lambda speaker: match_summary(self.match.match, speaker))
        self.screen.say(f"The record of the match is in {self.sitting.finish()}.")

    def _greet(self) -> None:
        names = ", ".join(self.match.record.names)
        self.screen.say(f"Last Card, rules {self.rules.id}: {names}. Type 'help' to see what can be typed.")
        if self.sitting.resumed:
            self._announce(lambda speaker: ["The match goes on.", totals(self.match.match, speaker)])
        else:
            self._open_round(self.match.match.opening_events)

    def _open_round(self, picks: list[Event]) -> None:
        self.declined.clear()
        self._announce(lambda speaker: ["", *round_opening(self.match.match, picks, speaker)])

    def _step(self) -> None:
        """One action of somebody: rights beside the turn first, in the order of RULES A.5."""
        bots = self.sitting.bots
        claims = claims_in_order(self.table, bots)
        if not (claims and claims[0].kind == CALLS) and self._somebody_speaks(bool(claims)):
            return
        if claims:
            self._let_bot_act(claims[0].seat, claims[0].actions)
            return
        awaited = self.table.awaited
        seat = next((seat for seat in awaited if seat in bots), awaited[0])
        if seat in bots:
            self._let_bot_act(seat, decided(bots[seat], self.table.view(seat)))
        else:
            self._take_turn(seat)

    def _let_bot_act(self, seat: int, actions: list[int]) -> None:
        try:
            self._act(seat, actions)
        except IllegalAction as error:
            raise refused(self.sitting.bots[seat], self.table.view(seat), error) from error

    def _act(self, seat: int, actions: list[int]) -> None:
        """Carry out actions; they are on disk before they are shown."""
        before = self.status
        events = self.match.act(seat, actions)
        if any(event.kind in FACES for event in events):
            self.declined.clear()
        after = self.status
        self._announce(lambda speaker: speaker.sentences(events) + notices(self.rules, speaker, before, after))

    # ------------------------------------------------------------ who sees what

    def _announce(self, tell: Tell) -> None:
        """Tell everybody something: whoever is present at once, the others when it is their turn to look."""
        for seat in self.people:
            self.unread[seat] += tell(self.speakers[seat])
        if self.alone or self.present in self.table.awaited:
            self._show_unread()
            return
        self.hide()
        self.screen.say(*tell(self.speakers[SPECTATOR]))

    def _show_unread(self) -> None:
        self.screen.say(*self.unread[self.present])
        self.unread[self.present].clear()

    def hide(self) -> None:
        """Of several people nobody's hand is on the screen any more."""
        if not self.alone and self.present != SPECTATOR:
            self.screen.clear()
            self.present = SPECTATOR

    def _hand_over(self, seat: int) -> None:
        """Of several people only the one who is asked sees the screen."""
        if self.present == seat:
            return
        name = self.sitting.names[seat]
        while text := self.screen.ask(f"{name} is asked. When only {name} looks, press Enter"):
            self._do_named(text)
        self.screen.clear()
        self.present = seat
        self._show_unread()

    # ------------------------------------------------------------ asking people

    def _take_turn(self, seat: int) -> None:
        """Ask the person the table waits for until something is done."""
        self._hand_over(seat)
        view, speaker = self.table.view(seat), self.speakers[seat]
        if view.status.phase not in (DRAWN, BATCH) or not self.seen:
            self.screen.say("", *table_lines(view, speaker), hand_line(view))
            self.seen = True
        while not self._do(seat, self.screen.ask(turn_prompt(view, speaker)) or only_choice(view) or ""):
            pass

    def _somebody_speaks(self, bots_will: bool) -> bool:
        """Let people use rights beside the turn before bots do; whether one was used."""
        rights = self._rights(bots_will) - self.declined
        if not rights:
            return False
        self.hide()
        seat = self.present
        example = "" if self.alone else f"{self.sitting.names[self.people[0]]} caught"
        prompt = beside_prompt(self.table.view(seat), self.speakers[seat], example)
        while text := self.screen.ask(prompt):
            if self._do(seat, text) if self.alone else self._do_named(text):
                return True
        self.declined |= rights
        return False

    def _rights(self, bots_will: bool) -> set[str]:
        """What people may say beside the turn and have a reason to say now.

        The seat on turn can still say it on its turn, and a late call is in time, unless a bot goes first.  Of several
        people nobody may learn from the question who could jump in, so it is put whoever holds the card.
        """
        rights = set()
        for seat in self.people:
            for right in rights_beside(self.table.view(seat)):
                if bots_will or (seat != self.status.turn and right != "call"):
                    rights.add(f"{seat} {right}")
        if self.alone:
            return rights
        spoken = {right for right in rights if right.split()[1] in ("call", "catch", "challenge")}
        return spoken | {"jump in"} if self._jump_in_is_open() else spoken

    def _jump_in_is_open(self) -> bool:
        status = self.status
        choosing = status.phase == BATCH or status.phase >= COLOUR
        return self.rules.jump_in is not None and status.laid_by != NONE and status.ready == 0 and not choosing

    # ------------------------------------------------------------ doing what was typed

    def _do(self, seat: int, text: str) -> bool:
        """Do what a person typed, or say why not; whether the table has changed."""
        view = self.table.view(seat)
        try:
            read = self.reader.read(text, view)
        except NotationError as error:
            return self._refuse(seat, str(error))
        if isinstance(read, Command):
            return self._obey(seat, read)
        if read.needs_colour and self._colour_matters(view, read):
            return self._ask_colour(seat, read)
        return self._try(seat, list(read.coloured(0).actions if read.needs_colour else read.actions))

    def _do_named(self, text: str) -> bool:
        """Do what one of several people typed, who said the name first."""
        try:
            if command := self.reader.command(text):
                return self._obey(SPECTATOR, command)
            seat, rest = self.reader.by_whom(text)
        except NotationError as error:
            return self._refuse(SPECTATOR, str(error))
        if seat not in self.people:
            return self._refuse(SPECTATOR, f"{self.sitting.names[seat]} speaks for itself")
        return self._do(seat, rest)

    def _try(self, seat: int, actions: list[int]) -> bool:
        view = self.table.view(seat)
        why_fined = self.desk.fined(seat, actions)
        try:
            self._act(seat, actions)
        except IllegalAction as error:
            why = self.speakers[seat].personal(error.reason)
            if actions == [CALL] and seat == view.status.turn:
                why += "; a call goes with its card, as in 'r7 uno'"
            return self._refuse(seat, why)
        if why_fined and (self.alone or seat == self.present):
            self.screen.say(f"That was a foul: {why_fined[0].lower()}{why_fined[1:]}")
        return True

    def _refuse(self, seat: int, why: str) -> bool:
        """Say why something was not done and what could be typed instead, if nobody else reads it."""
        instead = [could_type(self.table.view(seat))] if seat == self.present != SPECTATOR else []
        self.screen.say(f"{capital(why)}.", *instead)
        return False

    def _colour_matters(self, view: View, move: Move) -> bool:
        """Whether a wild without a colour can be laid at all, were it as a foul."""
        first = move.coloured(0).actions[0] & ~CALLING
        return format_action(self.rules.deck, first) in view.legal or self.rules.fine_illegal is not None

    def _ask_colour(self, seat: int, move: Move) -> bool:
        """Ask for the colour that a lay lacks, and lay it unless it was thought better of; commands are obeyed too."""
        while text := self.screen.ask(f"Which colour: {self.reader.colours}? (Enter: lay something else)"):
            if command := self.reader.command(text):
                if self._obey(seat, command):
                    return True
                continue
            try:
                return self._try(seat, list(move.coloured(self.reader.colour(text)).actions))
            except NotationError as error:
                self.screen.say(f"{error}.")
        return False

    # ------------------------------------------------------------ commands

    def _obey(self, seat: int, command: Command) -> bool:
        """Do what was asked of the program; `seat` is who asked, or SPECTATOR.  Whether the table has changed."""
        if command.word == "quit":
            raise Left
        if command.word == "undo":
            return self._take_back()
        try:
            self.screen.say(*self.desk.answer(seat, command, seat == self.present != SPECTATOR))
        except LastCardError as error:
            self.screen.say(f"{capital(str(error))}.")
        return False

    def _take_back(self) -> bool:
        """Back to before the last move of the only person."""
        if not self.alone:
            self.screen.say("Moves are taken back only where one person plays against bots.")
            return False
        if not self.match.take_back(self.people[0]):
            self.screen.say("There is no move of yours in this round to take back.")
            return False
        self.declined.clear()
        self.seen = False
        self.screen.say("You take your last move back; the stock is shuffled.")
        return True

    def say_how_to_resume(self) -> None:
        """The last words of a game that is not over; no hand stays on the screen above them."""
        self.hide()
        self.screen.say(
            "", f"The match is saved in {self.sitting.path}.", f"Go on with it: {resume_command(self.sitting.path)}"
        )
