"""A match as the people at one screen take part in it, wherever it is played.

Several people share the screen: one of them is `present`, or nobody, and then it may show only what everyone sees.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ..core.terms import Phase
from ..game.status import Status
from ..game.values import ActionKind
from ..game.view import View
from ..rules import Card, Ruleset
from ..words.questions import only_choice, own_actions, partner_of
from .claims import seat_has_one
from .news import News, Standing

JUMP_IN = "jump in"  # among several people, where the card is not named


class Session(ABC):
    """What everyone sees, what the person at the screen may do, and what has happened so far."""

    def __init__(self, people: Sequence[int]) -> None:
        self.people = tuple(people)
        self.present = self.people[0] if self.alone else None
        self.log: list[News] = []

    # ------------------------------------------------------------ the table

    @property
    @abstractmethod
    def rules(self) -> Ruleset:
        """The rules that are played."""

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The names of the players, by seat."""

    @property
    @abstractmethod
    def status(self) -> Status:
        """What everyone sees."""

    @property
    @abstractmethod
    def standing(self) -> Standing:
        """The scores."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, knows now."""

    # ------------------------------------------------------------ who is there

    @property
    def alone(self) -> bool:
        """Whether the screen belongs to one person."""
        return len(self.people) == 1

    def give_screen(self, seat: int | None) -> None:
        """Give the screen to one of several people, or to nobody."""
        if not self.alone:
            self.present = seat

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for the person at the screen."""
        return self.present is not None and self.present in self.status.awaited

    @property
    def waits_for(self) -> int | None:
        """The person that the table waits for, who does not have the screen yet; None if there is none."""
        awaited = self.status.awaited
        if self.status.over or self.my_turn or any(seat not in self.people for seat in awaited):
            return None
        return awaited[0]

    # ------------------------------------------------------------ what the person at the screen may do

    @property
    def own_view(self) -> View:
        """What the person at the screen knows; a spectator's view while nobody is."""
        return self.view(self.present)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the person at the screen, in the order of the deck."""
        return self.own_view.hand

    @property
    def partner(self) -> int | None:
        """The partner of the person at the screen, if there is one."""
        return partner_of(self.rules, self.status.seats, self.present)

    def playable(self, card: Card) -> bool:
        """Return whether the person may play a card now."""
        return any(lay.card == card for lay in self.own_view.choices.lays)

    def only_passes(self) -> bool:
        """Return whether the only person has drawn a card that cannot be played, so that only passing is left."""
        drawn = self.alone and self.my_turn and self.status.phase is Phase.DRAWN
        return drawn and only_choice(self.own_view) == "pass"

    def suspects(self) -> list[int]:
        """Return the other seats that hold one card: whether they called is for people to know."""
        status = self.own_view.status
        return [seat for seat in range(status.seats) if seat != self.present and seat_has_one(status, seat)]

    def rights(self) -> list[str]:
        """Return what may be done out of turn, except calls and accusations.

        With several people only what everyone can see is named, so nobody learns who holds a card.
        """
        if self.alone:
            return _beside(self.view(self.people[0]))
        beside = {seat for seat in self.people if seat != self.status.turn}
        claims = self.status.claims
        words = (("challenge", claims.challenge), (JUMP_IN, claims.jump_in))
        return [word for word, seats in words if beside.intersection(seats)]


def _beside(view: View) -> list[str]:
    """Return what the seat of a view may do out of turn, without calls and accusations."""
    if view.seat == view.status.turn:
        return []
    return [action.text for action in own_actions(view) if action.kind is not ActionKind.READY]
