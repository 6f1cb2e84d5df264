"""The plain game: sentences, prompts and typed cards, on any two text streams.

People sit at some seats and bots at others.  With several people at one terminal, hands are hidden between turns.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from .._util.grammar import capital
from ..bots import claims_in_order, decided, refused
from ..core.terms import CALLS, CountInfo, Phase
from ..errors import BotError, IllegalAction, LastCardError, NotationError
from ..game.events import Event, Laid
from ..game.round import Round
from ..game.status import Status
from ..game.values import Action, ActionKind, values_of
from ..game.view import View
from ..rules import Ruleset
from ..words.questions import only_choice
from ..words.speaker import Speaker
from .claims import LastCardWindow
from .commands import Desk
from .pace import INSTANT, Beat
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
from .typed import Command, Reader, TypedMove
from .unfinished import Unfinished, unfinished_matches

Tell = Callable[[Speaker], list[str]]

# What people at one terminal may type where all can see it: whether it is accepted depends on no hand.
_SPOKEN = (ActionKind.CALL, ActionKind.CATCH, ActionKind.CHALLENGE, ActionKind.READY)


class PersonLeft(Exception):
    """Someone asked to stop."""


def run(
    options: Options | Resume,
    source: TextIO,
    target: TextIO,
    settings: Settings | None = None,
    *,
    offer: bool = False,
) -> int:
    """Play a match until it ends, the input ends or someone quits; return the exit status.

    With `offer`, an unfinished match is offered first; in a pipe, it is only mentioned.
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
        game = PlainGame(sitting, Screen(source, target, Paint(rules.deck, look)), instant=settings.speed == INSTANT)
        try:
            sitting.prepare_bots()
            game.play()
        except (PersonLeft, EOFError):
            game.say_how_to_resume()
        except BotError as error:
            game.say_how_to_resume()
            raise LastCardError(error.without_cards) from error
        except (KeyboardInterrupt, LastCardError):
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
    """A match in progress, shown on a screen."""

    def __init__(self, sitting: Sitting, screen: Screen, *, instant: bool = False) -> None:
        self.sitting = sitting
        self.screen = screen
        self.match = sitting.match
        self.rules = sitting.match.match.rules
        self.people = sitting.people
        self.reader = Reader(self.rules.deck, sitting.names)
        self.speakers = {seat: Speaker(self.rules.deck, sitting.names, seat) for seat in (None, *self.people)}
        self.alone = len(self.people) == 1
        self.desk = Desk(sitting, screen, self.reader, self.speakers)
        # Who sees the screen: the only person always; of several, the one whose hand is shown.
        self.present = self.people[0] if self.alone else None
        self.unread: dict[int, list[str]] = {seat: [] for seat in self.people}
        self.seen = False  # whether the table was shown; in the middle of a turn it is not shown again
        self.window = LastCardWindow(self.rules, self.status)
        self.declined: set[str] = set()  # claims out of turn that people let pass since the last lay
        self.beat = Beat(0.0 if instant else sitting.beat)

    @property
    def table(self) -> Round:
        """The current round."""
        return self.match.round

    @property
    def status(self) -> Status:
        """What everyone sees of the current round."""
        return self.table.view().status

    # ------------------------------------------------------------ the course of a match

    def play(self) -> None:
        """Play rounds until the match is over."""
        self._greet()
        while True:
            while not self.table.over:
                self._step()
            self._announce(lambda speaker: ["", *round_summary(self.match.match, speaker)])
            picks = self.sitting.next_round()
            if self.match.match.over:
                break
            self._announce(lambda speaker: [totals(self.match.match, speaker)])
            self._open_round(picks)
        self._announce(lambda speaker: match_summary(self.match.match, speaker))
        self.screen.say(f"The record of the match is in {self.sitting.finish()}.")

    def _greet(self) -> None:
        names = ", ".join(self.sitting.titles)
        self.screen.say(f"Last Card, rules {self.rules.id}: {names}. Type 'help' to see what you can type.")
        if self.sitting.resumed:
            self._announce(lambda speaker: ["The match continues.", totals(self.match.match, speaker)])
        else:
            self._open_round(self.match.match.opening_events)

    def _open_round(self, picks: tuple[Event, ...]) -> None:
        self.window.close()
        self.declined.clear()
        self._announce(lambda speaker: ["", *round_opening(self.match.match, picks, speaker)])

    def _step(self) -> None:
        """Carry out one action: claims out of turn first, in the order of RULES A.5."""
        bots = self.sitting.bots
        self.beat.start()
        claims = claims_in_order(self.table, bots)
        rights = set() if claims and claims[0].kind == CALLS else self._rights() - self.declined
        if rights:
            self.beat.wait()
            if self._somebody_speaks(rights):
                return
            self.beat.start()
        if claims:
            self._let_bot_act(claims[0].seat, claims[0].action)
            return
        awaited = self.table.awaited
        seat = next((seat for seat in awaited if seat in bots), awaited[0])
        if seat in bots:
            self._let_bot_act(seat, decided(bots[seat], self.table.view(seat)))
        else:
            self.beat.wait()
            self._take_turn(seat)

    def _let_bot_act(self, seat: int, action: Action) -> None:
        self.beat.wait()
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
        """Tell everyone something: the person at the screen at once, the others when they get the screen."""
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
        """Clear the screen if it shows the hand of one of several people."""
        if not self.alone and self.present is not None:
            self.screen.clear()
            self.present = None

    def _hand_over(self, seat: int) -> bool:
        """Give the screen to a person; return False if someone else acted first."""
        if self.present == seat:
            return True
        name = self.sitting.names[seat]
        while text := self.screen.ask(f"{name}'s turn. {self._only(seat)}"):
            if self._do_named(text):
                return False  # someone else acted meanwhile: look at the table again
        self._show_alone(seat)
        return True

    def _only(self, seat: int) -> str:
        return f"Press Enter when only {self.sitting.names[seat]} can see the screen"

    def _show_alone(self, seat: int) -> None:
        """Show a person what is meant only for them."""
        self.screen.clear()
        self.present = seat
        self._show_unread()

    def _take_aside(self, seat: int) -> bool:
        """Let one of several people play a card out of turn where nobody else sees it; return whether they did."""
        if self.screen.ask(self._only(seat)):
            return False
        self._show_alone(seat)
        view = self.table.view(seat)
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
        view, speaker = self.table.view(seat), self.speakers[seat]
        if view.status.phase not in (Phase.DRAWN, Phase.BATCH) or not self.seen:
            self.screen.say("", *table_lines(view, speaker), hand_line(view))
            self.seen = True
        while not self._do(seat, self.screen.ask(turn_prompt(view, speaker)) or only_choice(view) or ""):
            pass

    def _somebody_speaks(self, rights: set[str]) -> bool:
        """Let people claim something out of turn before bots do; return whether anyone did."""
        self.hide()
        seat = self.present
        example = "" if self.alone else f"{self.sitting.names[self.people[0]]} caught"
        jump_in = not self.alone and self._jump_in_is_open()
        prompt = beside_prompt(self.table.view(seat), self.speakers[seat], example, jump_in=jump_in)
        while text := self.screen.ask(prompt):
            if self._do_named(text) if seat is None else self._do(seat, text):
                return True
        self.window.close()
        self.declined |= rights
        return False

    def _rights(self) -> set[str]:
        """Return what people may have a reason to claim out of turn.

        It does not depend on who forgot to call, nor on what bots are about to do, and of several people nobody learns
        from the question who could jump in: it is put whoever holds the card.
        """
        if not self.people:
            return set()
        rights = {"call or accuse"} if self.window.open and not self._own_turn_is_soon_enough() else set()
        for seat in self.people:
            if seat != self.status.turn:
                rights |= {f"{seat} {right}" for right in rights_beside(self.table.view(seat)) if self._is_open(right)}
        return rights | {"jump in"} if not self.alone and self._jump_in_is_open() else rights

    def _is_open(self, right: str) -> bool:
        """Return whether asking for a right may reveal it: with several people, only if everyone can see it."""
        return self.alone or right == "challenge"

    def _own_turn_is_soon_enough(self) -> bool:
        """Return whether the only person plays next and nobody else could react first."""
        return self.alone and self.status.turn == self.people[0] and self.status.seats == 2

    def _jump_in_is_open(self) -> bool:
        return any(seat in self.people for seat in self.status.claims.jump_in)

    # ------------------------------------------------------------ doing what was typed

    def _do(self, seat: int, text: str) -> bool:
        """Do what a person typed, or say why not; return whether the table changed."""
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
        """Do what one of several people typed where all can see it, a name first; return whether the table changed.

        Only claims that are spoken aloud are carried out here.  A card is played after a name alone, where nobody else
        sees the screen.  Otherwise the answer would tell the others what is in a hand.
        """
        try:
            if command := self.reader.command(text):
                return self._obey(None, command)
            seat, rest = self.reader.by_whom(text)
            if seat not in self.people:
                return self._refuse(None, f"{self.sitting.names[seat]} is a bot and speaks for itself")
            if not rest:
                return self._take_aside_or_refuse(seat)
            read = self.reader.read(rest, self.table.view(seat))
        except NotationError as error:
            return self._refuse(None, str(error))
        if isinstance(read, Command):
            return self._obey(None, read)
        if read.needs_colour or self._action(read).kind not in _SPOKEN:
            return self._refuse(None, f"only calls, accusations and challenges are typed here{self._how_to_play(seat)}")
        return self._try(seat, self._action(read))

    def _take_aside_or_refuse(self, seat: int) -> bool:
        if seat in self.status.claims.jump_in:
            return self._take_aside(seat)
        return self._refuse(None, f"{self.sitting.names[seat]} cannot play now{self._how_to_play(seat)}")

    def _how_to_play(self, seat: int) -> str:
        """Return how a person gets to play a card; it depends only on what everyone sees."""
        if seat in self.table.awaited:
            return "; to play, press Enter first"
        return f"; to jump in, type only {self.sitting.names[seat]}" if seat in self.status.claims.jump_in else ""

    def _action(self, move: TypedMove) -> Action:
        return values_of(self.rules).action(move.actions)

    def _try(self, seat: int, action: Action) -> bool:
        view = self.table.view(seat)
        why_fined = self.desk.fined(seat, action)
        try:
            self._act(seat, action)
        except IllegalAction as error:
            if not self.alone and seat != self.present and self.rules.count_info is CountInfo.HIDDEN:
                return self._refuse(seat, f"{self.sitting.names[seat]} cannot say that now")  # why may tell a size
            why = self.speakers[seat].why(error.reason)
            if action.kind is ActionKind.CALL and seat == view.status.turn:
                why += "; a call goes with its card, as in 'r7 uno'"
            return self._refuse(seat, why)
        if why_fined and (self.alone or seat == self.present):
            self.screen.say(f"That was a foul: {why_fined[0].lower()}{why_fined[1:]}")
        return True

    def _refuse(self, seat: int | None, why: str) -> bool:
        """Say why something was not done and, if nobody else sees the screen, what can be typed instead."""
        instead = [could_type(self.table.view(seat))] if seat is not None and seat == self.present else []
        self.screen.say(f"{capital(why)}.", *instead)
        return False

    def _colour_matters(self, view: View, move: TypedMove) -> bool:
        """Return whether a wild without a colour can be played at all, even as a foul."""
        wild = self._action(move.coloured(0)).cards[0]
        return any(lay.card == wild for lay in view.choices.lays) or self.rules.fine_illegal is not None

    def _ask_colour(self, seat: int, move: TypedMove) -> bool:
        """Ask for the missing colour and play the card, unless the person changes their mind; obey commands too."""
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
        """Carry out a command of a seat, or of anyone (None); return whether the table changed."""
        if command.word == "quit":
            raise PersonLeft
        if command.word == "undo":
            return self._take_back()
        try:
            self.screen.say(*self.desk.answer(seat, command, seat is not None and seat == self.present))
        except LastCardError as error:
            self.screen.say(f"{capital(str(error))}.")
        return False

    def _take_back(self) -> bool:
        """Go back to before the last move of the only person."""
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
        """Say how to resume the match; no hand stays on the screen above that."""
        self.hide()
        self.screen.say(
            "", f"The match is saved in {self.sitting.path}.", f"To continue: {resume_command(self.sitting.path)}"
        )
