"""The plain game: sentences, prompts and typed cards, over any two streams of text.

People sit at some seats and bots at others.  With several people at one terminal, hands are hidden between turns.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from ..bots import claims_in_order, decided, refused
from ..core.terms import CALLS, Phase
from ..errors import BotError, IllegalAction, LastCardError, NotationError
from ..events import Event, Laid
from ..questions import only_choice
from ..round import Round
from ..status import Status
from ..values import Action, ActionKind, values_of
from ..view import View
from ..words import Speaker, capital
from .claims import LastCardWindow
from .commands import Desk
from .paint import Paint, shows_colours
from .prompts import (
    beside_prompt,
    could_type,
    hand_line,
    notices,
    rights_beside,
    table_lines,
    turn_prompt,
)
from .screen import Screen
from .settings import Settings
from .signals import Ended
from .store import resume_command
from .summary import match_summary, round_opening, round_summary, totals
from .table import Options, Resume, Sitting, sit_down
from .typed import Command, Move, Reader

Tell = Callable[[Speaker], list[str]]


class Left(Exception):
    """Whoever plays wants to stop."""


def run(options: Options | Resume, source: TextIO, target: TextIO, settings: Settings | None = None) -> int:
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
        except Ended:
            with suppress(OSError):  # the terminal may be gone
                game.say_how_to_resume()
            raise
        finally:
            with suppress(OSError):
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
        self.speakers = {seat: Speaker(self.rules.deck, sitting.names, seat) for seat in (None, *self.people)}
        self.alone = len(self.people) == 1
        self.desk = Desk(sitting, screen, self.reader, self.speakers)
        # Whose eyes are on the screen: the only person's always; of several, the one whose hand is shown.
        self.present = self.people[0] if self.alone else None
        self.unread: dict[int, list[str]] = {seat: [] for seat in self.people}
        self.seen = False  # whether the table was shown in this sitting; in the middle of a turn it is not shown again
        self.window = LastCardWindow(self.rules, self.status)
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
        names = ", ".join(self.sitting.titles)
        self.screen.say(f"Last Card, rules {self.rules.id}: {names}. Type 'help' to see what can be typed.")
        if self.sitting.resumed:
            self._announce(lambda speaker: ["The match goes on.", totals(self.match.match, speaker)])
        else:
            self._open_round(self.match.match.opening_events)

    def _open_round(self, picks: tuple[Event, ...]) -> None:
        self.window.close()
        self.declined.clear()
        self._announce(lambda speaker: ["", *round_opening(self.match.match, picks, speaker)])

    def _step(self) -> None:
        """One action of somebody: rights beside the turn first, in the order of RULES A.5."""
        bots = self.sitting.bots
        claims = claims_in_order(self.table, bots)
        if not (claims and claims[0].kind == CALLS) and self._somebody_speaks():
            return
        if claims:
            self._let_bot_act(claims[0].seat, claims[0].action)
            return
        awaited = self.table.awaited
        seat = next((seat for seat in awaited if seat in bots), awaited[0])
        if seat in bots:
            self._let_bot_act(seat, decided(bots[seat], self.table.view(seat)))
        else:
            self._take_turn(seat)

    def _let_bot_act(self, seat: int, action: Action) -> None:
        try:
            self._act(seat, action)
        except IllegalAction as error:
            raise refused(self.sitting.bots[seat], self.table.view(seat), error) from error

    def _act(self, seat: int, action: Action) -> None:
        """Carry out an action; it is on disk before it is shown."""
        before = self.status
        events = self.match.act(seat, action)
        if any(isinstance(event, Laid) for event in events):
            self.declined.clear()
        after = self.status
        self.window.note(before, events, after)
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
        self.screen.say(*tell(self.speakers[None]))

    def _show_unread(self) -> None:
        if self.present is not None:
            self.screen.say(*self.unread[self.present])
            self.unread[self.present].clear()

    def hide(self) -> None:
        """Of several people nobody's hand is on the screen any more."""
        if not self.alone and self.present is not None:
            self.screen.clear()
            self.present = None

    def _hand_over(self, seat: int) -> bool:
        """Give the screen to the one who is asked; return False if somebody acted before that."""
        if self.present == seat:
            return True
        name = self.sitting.names[seat]
        while text := self.screen.ask(f"{name}'s turn. Press Enter when only {name} can see the screen"):
            if self._do_named(text):
                return False  # somebody else acted meanwhile: look at the table again
        self.screen.clear()
        self.present = seat
        self._show_unread()
        return True

    # ------------------------------------------------------------ asking people

    def _take_turn(self, seat: int) -> None:
        """Ask the person the table waits for until something is done."""
        if not self._hand_over(seat):
            return
        view, speaker = self.table.view(seat), self.speakers[seat]
        if view.status.phase not in (Phase.DRAWN, Phase.BATCH) or not self.seen:
            self.screen.say("", *table_lines(view, speaker), hand_line(view))
            self.seen = True
        while not self._do(seat, self.screen.ask(turn_prompt(view, speaker)) or only_choice(view) or ""):
            pass

    def _somebody_speaks(self) -> bool:
        """Let people use rights beside the turn before bots do; return whether one was used."""
        rights = self._rights() - self.declined
        if not rights:
            return False
        self.hide()
        seat = self.present
        example = "" if self.alone else f"{self.sitting.names[self.people[0]]} caught"
        prompt = beside_prompt(self.table.view(seat), self.speakers[seat], example)
        while text := self.screen.ask(prompt):
            if self._do_named(text) if seat is None else self._do(seat, text):
                return True
        self.window.close()
        self.declined |= rights
        return False

    def _rights(self) -> set[str]:
        """Return what people may have a reason to say beside the turn.

        It does not depend on who forgot to call, nor on what bots are about to do, and of several people nobody learns
        from the question who could jump in: it is put whoever holds the card.
        """
        rights = {"call or accuse"} if self.window.open and not self._own_turn_is_soon_enough() else set()
        for seat in self.people:
            if seat != self.status.turn:
                rights |= {f"{seat} {right}" for right in rights_beside(self.table.view(seat)) if self._is_open(right)}
        return rights | {"jump in"} if not self.alone and self._jump_in_is_open() else rights

    def _is_open(self, right: str) -> bool:
        """Return whether a right of a person may be told by asking: of several people only what everybody sees."""
        return self.alone or right == "challenge"

    def _own_turn_is_soon_enough(self) -> bool:
        """Return whether the only person is next and has nobody to be quicker than."""
        return self.alone and self.status.turn == self.people[0] and self.status.seats == 2

    def _jump_in_is_open(self) -> bool:
        return any(seat in self.people for seat in self.status.claims.jump_in)

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
        return self._try(seat, self._action(read.coloured(0) if read.needs_colour else read))

    def _do_named(self, text: str) -> bool:
        """Do what one of several people typed, who said the name first."""
        try:
            if command := self.reader.command(text):
                return self._obey(None, command)
            seat, rest = self.reader.by_whom(text)
        except NotationError as error:
            return self._refuse(None, str(error))
        if seat not in self.people:
            return self._refuse(None, f"{self.sitting.names[seat]} is a bot and speaks for itself")
        return self._do(seat, rest)

    def _action(self, move: Move) -> Action:
        return values_of(self.rules).action(move.actions)

    def _try(self, seat: int, action: Action) -> bool:
        view = self.table.view(seat)
        why_fined = self.desk.fined(seat, action)
        try:
            self._act(seat, action)
        except IllegalAction as error:
            why = self.speakers[seat].why(error.reason)
            if action.kind is ActionKind.CALL and seat == view.status.turn:
                why += "; a call goes with its card, as in 'r7 uno'"
            return self._refuse(seat, why)
        if why_fined and (self.alone or seat == self.present):
            self.screen.say(f"That was a foul: {why_fined[0].lower()}{why_fined[1:]}")
        return True

    def _refuse(self, seat: int | None, why: str) -> bool:
        """Say why something was not done and what could be typed instead, if nobody else reads it."""
        instead = [could_type(self.table.view(seat))] if seat is not None and seat == self.present else []
        self.screen.say(f"{capital(why)}.", *instead)
        return False

    def _colour_matters(self, view: View, move: Move) -> bool:
        """Whether a wild without a colour can be played at all, were it as a foul."""
        wild = self._action(move.coloured(0)).cards[0]
        return any(lay.card == wild for lay in view.choices.lays) or self.rules.fine_illegal is not None

    def _ask_colour(self, seat: int, move: Move) -> bool:
        """Ask for the colour that a lay lacks, and lay it unless it was thought better of; commands are obeyed too."""
        while text := self.screen.ask(f"Which colour: {self.reader.colours}? (Enter: play something else)"):
            if command := self.reader.command(text):
                if self._obey(seat, command):
                    return True
                continue
            try:
                return self._try(seat, self._action(move.coloured(self.reader.colour(text))))
            except NotationError as error:
                self.screen.say(f"{error}.")
        return False

    # ------------------------------------------------------------ commands

    def _obey(self, seat: int | None, command: Command) -> bool:
        """Do what was asked of the program; `seat` is who asked, None if anybody.  Whether the table has changed."""
        if command.word == "quit":
            raise Left
        if command.word == "undo":
            return self._take_back()
        try:
            self.screen.say(*self.desk.answer(seat, command, seat is not None and seat == self.present))
        except LastCardError as error:
            self.screen.say(f"{capital(str(error))}.")
        return False

    def _take_back(self) -> bool:
        """Back to before the last move of the only person."""
        if not self.alone:
            self.screen.say("Undo works only when one person plays against bots.")
            return False
        if not self.match.take_back(self.people[0]):
            self.screen.say("You have no move to undo in this round.")
            return False
        self.window.close()
        self.declined.clear()
        self.seen = False
        self.screen.say("Your last move is undone; the stock is shuffled.")
        return True

    def say_how_to_resume(self) -> None:
        """The last words of a game that is not over; no hand stays on the screen above them."""
        self.hide()
        self.screen.say(
            "", f"The match is saved in {self.sitting.path}.", f"Go on with it: {resume_command(self.sitting.path)}"
        )
