"""Several people at one screen: who has it to themselves, who speaks out of turn, whether a move is undone."""

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen

from ...core.terms import CALL, CATCH, CHALLENGE
from ...words.questions import has_calls
from .course import JUMP_IN
from .dialogs import Choice, Question
from .drawn import DrawnTable
from .says import seat_key

Answer = TypeVar("Answer")


class SharedTable(DrawnTable):
    """A table for one person or several; `PlayScreen` says what an action does, and what comes next."""

    jumping = False  # whether the person at the screen came to jump in

    @abstractmethod
    def go_on(self) -> None:
        """Show the table after a change, and see who acts next."""

    @abstractmethod
    def do(self, code: int, seat: int | None = None) -> None:
        """Carry out an action of the person at the screen or at a seat."""

    def open(self, dialog: Screen[Answer], answered: Callable[[Answer | None], None] | None = None) -> None:
        """Open a dialog, unless one is open: keys may come faster than dialogs."""
        if self.is_active:
            self.app.push_screen(dialog, answered)

    def hand_over(self, seat: int) -> None:
        """Show one of several people the hand that is theirs."""
        self.course.give_screen(seat)
        self.calling = False
        self.notice = ""
        self.go_on()

    def ask_who(self, title: str, then: Callable[[int], None]) -> None:
        """Ask which of several people it is."""
        names = self.course.sitting.names
        choices = [Choice(seat_key(self.course, seat), names[seat], seat) for seat in self.course.people]
        self.open(Question(title, choices), lambda seat: None if seat is None else then(seat))

    def ask_claim(self, seat: int) -> None:
        """Ask one of several people what they claim; the list depends only on what everyone sees."""
        names, claims = self.course.sitting.names, self.course.table.view().status.claims
        choices: list[Choice[str]] = []
        if has_calls(self.course.rules):
            choices.append(Choice("u", "Call UNO", "call"))
            others = [other for other in range(len(names)) if other != seat]
            keys = ["k"] if len(others) == 1 else [seat_key(self.course, other) for other in others]
            pairs = zip(keys, others, strict=True)
            choices += [Choice(key, f"Catch {names[other]}", f"catch {other}") for key, other in pairs]
        if seat in claims.challenge:
            choices.append(Choice("c", "Challenge", "challenge"))
        if seat in claims.jump_in:
            choices.append(Choice("j", "Jump in: show the hand when only they can see the screen", JUMP_IN))
        if not choices:
            self.tell("There is nothing to claim now.")
            return
        self.open(Question(f"{names[seat]} says", choices), lambda said: self._claimed(seat, said))

    def _claimed(self, seat: int, said: str | None) -> None:
        if said == JUMP_IN:
            self.jumping = True
            self.hand_over(seat)
        elif said is not None:
            word, _, target = said.partition(" ")
            self.do({"call": CALL, "challenge": CHALLENGE}.get(word) or CATCH + int(target), seat)

    # ------------------------------------------------------------ undoing

    def action_take_back(self) -> None:
        """Undo the last move; of several people, all must agree."""
        if self.course.alone:
            self._take_back()
            return
        seat = self.course.last_mover()
        if seat is None:
            self.tell("There is no move to undo in this round.")
            return
        choices = [Choice("y", "Yes, everyone agrees", True), Choice("n", "No", False)]
        title = f"Undo {self.course.sitting.names[seat]}'s last move? The stock is shuffled."
        self.open(Question(title, choices, first=1), lambda yes: self._take_back() if yes else None)

    def _take_back(self) -> None:
        if self.course.take_back():
            self.calling = False
            self.notice = ""
            self.go_on()
        else:
            self.tell("You have no move to undo in this round.")
