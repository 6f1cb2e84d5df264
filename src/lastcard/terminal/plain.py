"""The plain game: sentences, prompts and typed cards, on any two text streams.

People sit at some seats and bots at others.  With several people at one terminal, hands are hidden between turns.
"""

from contextlib import suppress
from typing import TextIO

from .._util.grammar import capital
from ..core.terms import CountInfo, Phase
from ..errors import IllegalAction, LastCardError, NotationError
from ..game.values import Action, ActionKind, values_of
from ..game.view import View
from ..rules import Ruleset
from ..session.journals import resume_command
from ..session.local import CALL_OR_CATCH, LocalSession
from ..session.news import Ended, News, Opened
from ..session.session import JUMP_IN
from ..session.sitting import Options, Resume, sit_down
from ..words.questions import only_choice
from ..words.speaker import Speaker
from .advice import why_fined
from .commands import Desk
from .grades import grades_at, titled
from .lesson import WELCOME, Lesson, Manner
from .pace import INSTANT, Beat
from .paint import Paint, shows_colours
from .prompts import beside_prompt, could_type, hand_line, table_lines, turn_prompt
from .screen import Screen
from .settings import Settings
from .signals import Stopped
from .telling import Telling, told
from .typed import Command, Reader
from .unfinished import Unfinished, unfinished_matches

# What people at one terminal may type where all can see it: whether it is accepted depends on no hand.
_SPOKEN = (ActionKind.CALL, ActionKind.CATCH, ActionKind.CHALLENGE, ActionKind.READY)


_LESSON = Manner(
    does=lambda word: f"type '{ {'call': 'uno', 'catch': 'caught'}.get(word, word) }'",
    choose="Type one, as in r7 or red 7",
    call="type uno after one of them, as in r7 uno",
    marks=False,
)


class PersonLeft(Exception):
    """Someone asked to stop."""


def _spaced(news: News, rules: Ruleset, speaker: Speaker) -> list[str]:
    """Return the sentences for a piece of news, rounds apart from each other."""
    return [*[""] * isinstance(news, Opened | Ended), *told(news, rules, speaker)]


def run(
    options: Options | Resume,
    source: TextIO,
    target: TextIO,
    settings: Settings | None = None,
    *,
    offer: bool = False,
    teaches: bool = False,
) -> int:
    """Play a match until it ends, the input ends or someone quits; return the exit status.

    With `offer`, an unfinished match is offered first; in a pipe, it is only mentioned.  `teaches`: with a lesson.
    """
    if offer and (left := unfinished_matches()):
        screen = Screen(source, target, Paint(Ruleset().deck, None))
        try:
            options = _offered(left[0], screen, asks=source.isatty()) or options
        except (PersonLeft, EOFError):
            return 0
    with sit_down(options) as sitting:
        rules = sitting.match.match.rules
        settings = settings or Settings()
        look = settings.look_of(rules.skin) if shows_colours(target) else None
        session = LocalSession(sitting, patient=True)
        game = PlainGame(session, Screen(source, target, Paint(rules.deck, look)), instant=settings.speed == INSTANT)
        if teaches:
            game.teach()
        try:
            game.play()
        except (PersonLeft, EOFError):
            game.say_how_to_resume()
        except (KeyboardInterrupt, LastCardError):
            game.say_how_to_resume()
            raise
        except Stopped:
            with suppress(OSError):  # the terminal may be gone
                game.say_how_to_resume()
            raise
        finally:
            with suppress(OSError):
                game.hide()  # whatever ended it
    return 0


def _offered(left: Unfinished, screen: Screen, *, asks: bool) -> Resume | None:
    """Ask whether to continue a match; return it, or None for another."""
    if not asks:  # the input was written for a new match
        screen.say(f"A match {left.title} is unfinished. To continue it: {resume_command(left.path)}")
        return None
    while True:
        answer = screen.ask(f"Continue the match {left.title}? yes (Enter) or no").casefold()
        if answer in ("quit", "q"):
            raise PersonLeft
        if answer in ("", "yes", "y"):
            return Resume(journal=left.path)
        if answer in ("no", "n"):
            return None


class PlainGame:
    """A match in progress, asked about and told on a screen."""

    def __init__(self, session: LocalSession, screen: Screen, *, instant: bool = False) -> None:
        self.session = session
        self.screen = screen
        self.rules = session.rules
        self.reader = Reader(self.rules, session.names)
        self.speakers = {seat: Speaker(self.rules.deck, session.names, seat) for seat in (None, *session.people)}
        self.desk = Desk(session, screen, self.reader, self.speakers)
        self.tellings = {
            seat: Telling(session.log, self.rules, speaker, _spaced) for seat, speaker in self.speakers.items()
        }
        self.shown = {seat: telling.lines_of(session.reads[seat]) for seat, telling in self.tellings.items()}  # lines
        self.seen = False  # whether the table was shown; in the middle of a turn it is not shown again
        self.lesson: Lesson | None = None
        self.beat = Beat(0.0 if instant else session.sitting.beat)

    def teach(self) -> None:
        """Explain the game, and each kind of moment when it comes."""
        self.screen.say(*WELCOME, "")
        self.lesson = Lesson(self.session, _LESSON)

    def _tip(self) -> list[str]:
        return [tip] if self.lesson and (tip := self.lesson.tip()) else []

    # ------------------------------------------------------------ the course of a match

    def play(self) -> None:
        """Play rounds until the match is over."""
        titles = map(titled, self.session.names, grades_at(self.session.sitting))
        start = f"Last Card, rules {self.rules.id}: {', '.join(titles)}."
        self.screen.say(f"{start} Type 'help' to see what you can type.")
        self._tell()
        while not self.session.over:
            while not self.session.table.over:
                self._step()
            self.hide()
            self.session.end_round()
            self._tell()
        self.screen.say(f"The record of the match is in {self.session.record}.")

    def _step(self) -> None:
        """Let people claim something out of turn, or else a bot act, or else the person act that is asked."""
        session = self.session
        self.beat.start()
        pending = session.pending()
        if self._chances():
            self.beat.wait()
            if self._somebody_speaks():
                return
            self.beat.start()
        if pending is not None:
            session.let_bot_act()
            self.beat.wait()
            self._tell()
        elif not session.failure:
            self.beat.wait()
            self._take_turn(session.status.awaited[0])
        else:
            raise session.failure

    def _chances(self) -> list[str]:
        """Return what people are asked about; not calls, if the only person plays next and nobody could react first."""
        chances, status = self.session.chances(), self.session.status
        soon_enough = self.session.alone and status.seats == 2 and status.turn == self.session.people[0]
        return [chance for chance in chances if not (soon_enough and chance == CALL_OR_CATCH)]

    # ------------------------------------------------------------ who sees what

    def _tell(self) -> None:
        """Tell everyone what is new: the person at the screen at once, the others when they get the screen."""
        if not self.session.alone and not self.session.my_turn:
            self.hide()
        self._show_unread()
        if self.session.failure:
            raise self.session.failure

    def _show_unread(self) -> None:
        seat = self.session.present
        self.screen.say(*self.tellings[seat].lines[self.shown[seat] :])
        for listener in {seat, None}:
            self.shown[listener] = len(self.tellings[listener].lines)

    def hide(self) -> None:
        """Clear the screen if it shows the hand of one of several people."""
        if not self.session.alone and self.session.present is not None:
            self.screen.clear()
            self.session.give_screen(None)

    def _hand_over(self, seat: int) -> bool:
        """Give the screen to a person; return False if someone else acted first."""
        if self.session.present == seat:
            return True
        name = self.session.names[seat]
        while text := self.screen.ask(f"{name}'s turn. {self._only(seat)}"):
            if self._do_named(text):
                return False  # someone else acted meanwhile: look at the table again
        self._show_alone(seat)
        return True

    def _only(self, seat: int) -> str:
        return f"Press Enter when only {self.session.names[seat]} can see the screen"

    def _show_alone(self, seat: int) -> None:
        """Show a person what is meant only for them."""
        self.screen.clear()
        self.session.give_screen(seat)
        self._show_unread()

    def _take_aside(self, seat: int) -> bool:
        """Let one of several people play a card out of turn where nobody else sees it; return whether they did."""
        if self.screen.ask(self._only(seat)):
            return False
        self._show_alone(seat)
        view = self.session.view(seat)
        self.screen.say(*table_lines(view, self.speakers[seat]), hand_line(view))
        while text := self.screen.ask("Which card do you jump in with? (Enter: none)"):
            if self._do(seat, text):
                return True
        self.hide()
        return False

    # ------------------------------------------------------------ asking people

    def _take_turn(self, seat: int) -> None:
        """Ask the person the table waits for until they act."""
        if not self._hand_over(seat):
            return
        view, speaker = self.session.view(seat), self.speakers[seat]
        if view.status.phase not in (Phase.DRAWN, Phase.BATCH) or not self.seen:
            self.screen.say("", *table_lines(view, speaker), hand_line(view))
            self.seen = True
        self.screen.say(*self._tip())
        while not self._do(seat, self.screen.ask(turn_prompt(view, speaker)) or only_choice(view) or ""):
            pass

    def _somebody_speaks(self) -> bool:
        """Let people claim something out of turn before bots do; return whether anyone did."""
        self.hide()
        session, seat = self.session, self.session.present
        example = "" if session.alone else f"{session.names[session.people[0]]} caught"
        jump_in = JUMP_IN in session.rights()
        self.screen.say(*self._tip())
        prompt = beside_prompt(session.view(seat), self.speakers[seat], example, jump_in=jump_in)
        while text := self.screen.ask(prompt):
            if self._do_named(text) if seat is None else self._do(seat, text):
                return True
        session.let_pass()
        return False

    # ------------------------------------------------------------ doing what was typed

    def _do(self, seat: int, text: str) -> bool:
        """Do what a person typed, or say why not; return whether the table changed."""
        view = self.session.view(seat)
        try:
            read = self.reader.read(text, view)
        except NotationError as error:
            return self._refuse(seat, str(error))
        if isinstance(read, Command):
            return self._obey(seat, read)
        if read.needs_colour and self._colour_matters(view, read.action):
            return self._ask_colour(seat, read.action)
        return self._try(seat, read.action)

    def _do_named(self, text: str) -> bool:
        """Do what one of several people typed where all can see it, a name first; return whether the table changed.

        Only claims that are spoken aloud are carried out here.  A card is played after a name alone, where nobody else
        sees the screen.  Otherwise the answer would tell the others what is in a hand.
        """
        try:
            if command := self.reader.command(text):
                return self._obey(None, command)
            seat, rest = self.reader.by_whom(text)
            if seat not in self.session.people:
                return self._refuse(None, f"{self.session.names[seat]} is a bot and speaks for itself")
            if not rest:
                return self._take_aside_or_refuse(seat)
            read = self.reader.read(rest, self.session.view(seat))
        except NotationError as error:
            return self._refuse(None, str(error))
        if isinstance(read, Command):
            return self._obey(None, read)
        if read.needs_colour or read.action.kind not in _SPOKEN:
            return self._refuse(None, f"only calls, accusations and challenges are typed here{self._how_to_play(seat)}")
        return self._try(seat, read.action)

    def _take_aside_or_refuse(self, seat: int) -> bool:
        if seat in self.session.status.claims.jump_in:
            return self._take_aside(seat)
        return self._refuse(None, f"{self.session.names[seat]} cannot play now{self._how_to_play(seat)}")

    def _how_to_play(self, seat: int) -> str:
        """Return how a person gets to play a card; it depends only on what everyone sees."""
        if seat in self.session.status.awaited:
            return "; to play, press Enter first"
        return (
            f"; to jump in, type only {self.session.names[seat]}" if seat in self.session.status.claims.jump_in else ""
        )

    def _try(self, seat: int, action: Action) -> bool:
        view = self.session.view(seat)
        fine = why_fined(self.session, seat, action, self.speakers[seat])
        try:
            self.session.act(seat, action)
        except IllegalAction as error:
            if not self.session.alone and seat != self.session.present and self.rules.count_info is CountInfo.HIDDEN:
                return self._refuse(seat, f"{self.session.names[seat]} cannot say that now")  # why may tell a size
            why = self.speakers[seat].why(error.reason)
            if action.kind is ActionKind.CALL and seat == view.status.turn:
                why += "; a call goes with its card, as in 'r7 uno'"
            return self._refuse(seat, why)
        self._tell()
        if fine and (self.session.alone or seat == self.session.present):
            self.screen.say(f"That was a foul: {fine[0].lower()}{fine[1:]}")
        return True

    def _refuse(self, seat: int | None, why: str) -> bool:
        """Say why something was not done and, if nobody else sees the screen, what can be typed instead."""
        instead = [could_type(self.session.view(seat))] if seat is not None and seat == self.session.present else []
        self.screen.say(f"{capital(why)}.", *instead)
        return False

    def _colour_matters(self, view: View, action: Action) -> bool:
        """Return whether a wild without a colour can be played at all, even as a foul."""
        return any(lay.card == action.cards[0] for lay in view.choices.lays) or self.rules.fine_illegal is not None

    def _ask_colour(self, seat: int, action: Action) -> bool:
        """Ask for the missing colour and play the card, unless the person changes their mind; obey commands too."""
        while text := self.screen.ask(f"Which colour: {self.reader.colours}? (Enter: play something else)"):
            if command := self.reader.command(text):
                if self._obey(seat, command):
                    return True
                continue
            try:
                return self._try(seat, values_of(self.rules).with_colour(action, self.reader.colour(text)))
            except NotationError as error:
                self.screen.say(f"{error}.")
        return False

    # ------------------------------------------------------------ commands

    def _obey(self, seat: int | None, command: Command) -> bool:
        """Carry out a command of a seat, or of anyone (None); return whether the table changed."""
        if command.word == "quit":
            raise PersonLeft
        if command.word == "undo":
            return self._take_back()
        try:
            self.screen.say(*self.desk.answer(seat, command, seat is not None and seat == self.session.present))
        except LastCardError as error:
            self.screen.say(f"{capital(str(error))}.")
        return False

    def _take_back(self) -> bool:
        """Go back to before the last move of a person; of several people, all must agree."""
        seat = self.session.last_mover()
        if seat is None:
            self.screen.say("There is no move to undo in this round.")
            return False
        if not self.session.alone:
            whose = capital(self.speakers[None].whose(seat))
            self.hide()  # all look at it
            asked = f"Undo {whose} last move? The stock is shuffled. All must agree: yes or no (Enter)"
            if self.screen.ask(asked).casefold() not in ("yes", "y"):
                self.seen = False
                return True  # the hand is hidden, so whoever is on turn is asked again
        if not self.session.take_back():
            self.screen.say("There is no move to undo in this round.")
            return False
        self.seen = False
        self._tell()
        return True

    def say_how_to_resume(self) -> None:
        """Say how to resume the match; no hand stays on the screen above that."""
        self.hide()
        path = self.session.sitting.path
        self.screen.say("", f"The match is saved in {path}.", f"To continue: {resume_command(path)}")
