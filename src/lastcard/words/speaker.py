"""The cards and events of a table in plain sentences, for one seat or for a spectator."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from .._util.bounds import quoted
from .._util.grammar import capital, counted, second_person
from ..core.terms import Kind
from ..errors import NotationError
from ..explain.reasons import Reason
from ..explain.reasons.voice import Voice
from ..game.events import (
    Blocked,
    Caught,
    Dealt,
    Drew,
    DrewPenalty,
    Event,
    ForgotCall,
    Holds,
    How,
    Laid,
    LostTurns,
    Revealed,
    Rotated,
    Shown,
    Took,
    Won,
    told_to,
)  # fmt: skip
from ..game.status import Status
from ..rules import Card, Deck
from .catalogue import YOU, Words, words
from .catalogue import names as named
from .catalogue.message import Part

COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# ---------------------------------------------------------------- cards


def rank_name(card: Card, language: Words | None = None) -> str:
    """Return a rank in words: '7', 'Skip', 'Draw Two', 'Jack'; a rank that has no name stays as it is written."""
    if card.name:
        return card.name
    told_by = {"S": Kind.SKIP, "R": Kind.REVERSE, f"+{card.draws}": card.kind}
    return named.rank_name(language or words(), card.rank) if told_by.get(card.rank) is card.kind else card.rank


@lru_cache(maxsize=64)  # people choose the decks of a server's tables
def card_names(deck: Deck, language: Words | None = None) -> dict[int, str]:
    """Return the names of all cards of a deck, by code."""
    language, colours = language or words(), dict(deck.colours)
    return {
        card.code: named.coloured_name(language, card.colour or "w", rank_name(card, language), colours)
        for card in deck.cards
    }


def card_name(deck: Deck, card: Card, language: Words | None = None) -> str:
    """Return a card in words: 'red 7', 'Wild Draw Four'."""
    return card_names(deck, language)[card.code]


def colour_name(deck: Deck, letter: str, language: Words | None = None) -> str:
    """Return a colour in words."""
    return named.colour_name(language or words(), dict(deck.colours)[letter])


def top_words(deck: Deck, status: Status) -> str:
    """Return the top card in words, with the colour if it is a wild."""
    name, face = card_name(deck, status.top), status.face
    if face is None:
        return f"{name}, with no colour named yet"
    if face.card is None:
        return f"{name}, where only the colour counts"
    return f"{name}, and the colour is {colour_name(deck, face.colour)}" if status.top.wild else name


def cards_in_hand(n: int) -> str:
    """Return a number of cards in words."""
    return counted(n, "card")


def direction_name(direction: int) -> str:
    """Return the direction of play in words."""
    return "clockwise" if direction > 0 else "counter-clockwise"


# ---------------------------------------------------------------- who does what


class Speaker:
    """Describes a table to one seat, which it calls 'you', or to a spectator (`voice` is None)."""

    def __init__(
        self, deck: Deck, names: Sequence[str], voice: int | None = None, language: Words | None = None
    ) -> None:
        self.deck = deck
        self.names = names
        self.voice = voice
        self.words = language or words()

    # ------------------------------------------------------------ parts of sentences

    def who(self, seat: int) -> str:
        """Return the name of a seat, or 'you', for use inside a sentence."""
        return "you" if self._is_you(seat) else self.names[seat]

    def whose(self, seat: int) -> str:
        """Return the possessive of a seat: 'your', 'Ben's'."""
        return "your" if self._is_you(seat) else f"{self.names[seat]}'s"

    def verb(self, seat: int, verb: str) -> str:
        """Return a verb in the form that follows a seat: 'draws', or 'draw' after 'you'."""
        return second_person(verb) if self._is_you(seat) else verb

    def _is_you(self, seat: int) -> bool:
        """Return whether a seat is called 'you': the listener, or a player whose name is 'You', as in records."""
        return seat == self.voice or self.names[seat].casefold() == "you"

    def does(self, seat: int, verb: str) -> str:
        """Return a seat with a verb: 'Ben draws', 'you draw'."""
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def card(self, card: Card) -> str:
        """Return a card in words."""
        return card_name(self.deck, card, self.words)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards in words."""
        return self.words.listed([self.card(card) for card in cards])

    def colour(self, letter: str) -> str:
        """Return a colour in words."""
        return colour_name(self.deck, letter, self.words)

    def person(self, seat: int) -> str | None:
        """Return a seat as a part of a message: the listener, or the name of somebody else."""
        return YOU if self._is_you(seat) else self.names[seat]

    def why(self, reason: Reason) -> str:
        """Return the sentence of a reason, with names for seats, 'you' for this seat, cards in words, and no clause."""
        return reason.told(Voice(self.words, self.names, self.voice, self.card_words))

    def card_words(self, text: str) -> str:
        """Return a card that is given in notation in words."""
        card, _, colour = text.partition(":")
        if colour and colour not in dict(self.deck.colours):
            raise NotationError(f"{quoted(text)} is not a card of the deck {self.deck.name}")
        name = self.card(self.deck.card(card))
        return self.words.say("card.named", card=name, colour=self.colour(colour)) if colour else name

    # ------------------------------------------------------------ sentences

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Return sentences for the events that this seat is told; cards drawn one after another share a sentence."""
        news = (event for event in told_to(events, self.voice) if not isinstance(event, _NO_NEWS))
        together = groupby(enumerate(news), lambda item: _group_of(item[1]) or item[0])
        return [self.tell([event for _, event in group]) for _, group in together]

    def tell(self, group: Sequence[Event]) -> str:
        """Return the sentence for an event, or for several of one kind and seat."""
        return capital(self.words.fill(f"ev.{_told_as(group[0])}", self._parts(group)))

    def _parts(self, group: Sequence[Event]) -> dict[str, Part]:
        """Return whatever a sentence about these events can need."""
        event: Any = group[0]
        seats = {"who": event.by, "target": event.seat} if isinstance(event, Caught) else _seats_of(event)
        amount = getattr(event, "turns", getattr(event, "cards", 0))
        parts: dict[str, Part] = {name: self.person(seat) for name, seat in seats.items()}
        parts["cards"] = self._cards(group)
        if isinstance(card := getattr(event, "card", None), Card):
            parts["card"] = self.card(card)
        if colour := getattr(event, "colour", None):
            parts["colour"] = self.colour(colour)
        return {**parts, "n": amount if isinstance(amount, int) else len(amount), "points": getattr(event, "points", 0)}

    def _cards(self, group: Sequence[Any]) -> str:
        """Return the cards of events in words, or how many there are if one of them is not known."""
        if isinstance(group[0], Revealed):
            return self.cards(group[0].cards)
        cards = [getattr(event, "card", None) for event in group for _ in range(getattr(event, "count", 1))]
        known = [card for card in cards if card is not None]
        return self.cards(known) if len(known) == len(cards) else self.words.say("cards.some", n=len(cards))


_LAID = {How.TURN: "laid", How.ANSWER: "answered", How.BATCH: "joined", How.JUMP_IN: "jumped"}
_TOGETHER = (Drew, DrewPenalty, Holds, Shown)  # of one seat in a row, they share a sentence
# Everyone sees these, hears them by another event or in the score, or must notice them.
_NO_NEWS = (Dealt, ForgotCall, Holds, Revealed, Took, Won)


def _told_as(event: Event) -> str:
    """Return the id of the sentence for an event."""
    match event:
        case Laid():
            return _LAID[event.how] + (".colour" if event.colour else "")
        case DrewPenalty():
            return "drew"
        case LostTurns() if event.turns > 1:
            return "lost-turns.many"
        case Rotated() if event.direction < 0:
            return "rotated.counter"
        case Blocked() if event.by_limit:
            return "blocked.limit"
        case Won() if event.points:
            return "won.points"
    return event.kind


def _group_of(event: Event) -> tuple[object, ...]:
    return (type(event), *_seats_of(event).values()) if isinstance(event, _TOGETHER) else ()


def _seats_of(event: Event) -> dict[str, int]:
    """Return who does it and to whom, as far as the event says so."""
    seats = {"who": getattr(event, "seat", None), "target": getattr(event, "target", None)}
    return {name: seat for name, seat in seats.items() if seat is not None}
