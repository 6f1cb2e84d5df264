"""The cards and events of a table in plain sentences, for one seat or for a spectator."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from .._util.bounds import quoted
from .._util.grammar import capital, counted, listed, second_person
from ..core.terms import Kind
from ..errors import NotationError
from ..explain.reasons import Reason
from ..game.events import (
    AccusedInVain,
    Blocked,
    BluffProved,
    Called,
    CallOverdue,
    Caught,
    Challenged,
    ChallengeFailed,
    Drew,
    DrewPenalty,
    Event,
    Fined,
    How,
    KnockedOut,
    Laid,
    Left,
    LostTurns,
    Named,
    Passed,
    Picked,
    Refilled,
    Returned,
    Rotated,
    SaidReady,
    Shown,
    StartRefused,
    Swapped,
    Turned,
    told_to,
)  # fmt: skip
from ..game.status import Status
from ..rules import Card, Deck

COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# ---------------------------------------------------------------- cards


def rank_name(card: Card) -> str:
    """Return a rank in words: '7', 'Skip', 'Jack'; a rank that has no name stays as it is written."""
    rank = card.rank
    if card.name:
        return card.name
    if rank == f"+{card.draws}" and card.draws < len(COUNTS):
        return f"Draw {COUNTS[card.draws].capitalize()}"
    return {("S", Kind.SKIP): "Skip", ("R", Kind.REVERSE): "Reverse"}.get((rank, card.kind), rank)


@lru_cache(maxsize=64)  # people choose the decks of a server's tables
def card_names(deck: Deck) -> dict[int, str]:
    """Return the names of all cards of a deck, by code."""
    colours = dict(deck.colours)
    return {
        card.code: f"{colours[card.colour]} {rank_name(card)}" if card.colour else f"Wild {rank_name(card)}".strip()
        for card in deck.cards
    }


def card_name(deck: Deck, card: Card) -> str:
    """Return a card in words: 'red 7', 'Wild Draw Four'."""
    return card_names(deck)[card.code]


def colour_name(deck: Deck, letter: str) -> str:
    """Return a colour in words."""
    return dict(deck.colours)[letter]


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

    def __init__(self, deck: Deck, names: Sequence[str], voice: int | None = None) -> None:
        self.deck = deck
        self.names = names
        self.voice = voice

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
        return card_name(self.deck, card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards in words."""
        return listed([self.card(card) for card in cards]) or "nothing"

    def why(self, reason: Reason) -> str:
        """Return the sentence of a reason, with names for seats, 'you' for this seat, and cards in words."""
        return reason.say(names=self.names, you=self.voice, card=self.card_words)

    def card_words(self, text: str) -> str:
        """Return a card that is given in notation in words."""
        card, _, colour = text.partition(":")
        if colour and colour not in dict(self.deck.colours):
            raise NotationError(f"{quoted(text)} is not a card of the deck {self.deck.name}")
        name = card_name(self.deck, self.deck.card(card))
        return f"{name} ({colour_name(self.deck, colour)})" if colour else name

    # ------------------------------------------------------------ sentences

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Return sentences for the events that this seat is told; cards drawn one after another share a sentence."""
        lines = []
        for (kind, _), together in groupby(told_to(events, self.voice), lambda event: (type(event), _seat_of(event))):
            group = list(together)
            if kind in _TELL_TOGETHER:
                lines.append(_TELL_TOGETHER[kind](self, group))
            elif kind in _TELL:
                lines += [_TELL[kind](self, event) for event in group]
        return [capital(line) for line in lines]

    def _drew(self, events: list[Drew]) -> str:
        known = [event.card for event in events if event.card is not None]
        hidden = "a card" if len(events) == 1 else cards_in_hand(len(events))
        return f"{self.does(events[0].seat, 'draws')} {self.cards(known) if len(known) == len(events) else hidden}."

    def _shown(self, events: list[Shown]) -> str:
        return f"{self.does(events[0].target, 'shows')} you {self.cards(event.card for event in events)}."

    def _picked(self, event: Picked) -> str:
        return f"{self.does(event.seat, 'draws')} {self.card(event.card)} to decide the dealer."

    def _refused(self, event: StartRefused) -> str:
        return f"{self.card(event.card)} is turned up, but cannot start the round: it goes back into the stock."

    def _turned(self, event: Turned) -> str:
        return f"The opening card is {self.card(event.card)}."

    def _laid(self, event: Laid) -> str:
        verb, rest = _LAYS[event.how]
        line = f"{self.does(event.seat, verb)}{rest} {self.card(event.card)}"
        if event.colour is not None:
            line += f" and {self.verb(event.seat, 'names')} {colour_name(self.deck, event.colour)}"
        return f"{line}."

    def _named(self, event: Named) -> str:
        return f"{self.does(event.seat, 'names')} {colour_name(self.deck, event.colour)}."

    def _passed(self, event: Passed) -> str:
        return f"{self.does(event.seat, 'passes')}."

    def _lost(self, event: LostTurns) -> str:
        if event.turns == 1:
            return f"{self.does(event.seat, 'is')} skipped."
        first = "yours" if self._is_you(event.seat) else self.whose(event.seat)
        return f"{event.turns} turns are lost, starting with {first}."

    def _called(self, event: Called) -> str:
        return f"{self.does(event.seat, 'calls')} UNO!"

    def _caught(self, event: Caught) -> str:
        return f"{self.does(event.by, 'catches')} {self.who(event.seat)}: UNO was not called!"

    def _overdue(self, event: CallOverdue) -> str:
        return f"{self.who(event.seat)} did not call UNO in time and {self.verb(event.seat, 'pays')} the penalty."

    def _wrong(self, event: AccusedInVain) -> str:
        return f"{self.does(event.seat, 'accuses')} {self.who(event.target)} wrongly."

    def _challenged(self, event: Challenged) -> str:
        return f"{self.does(event.seat, 'challenges')} {self.whose(event.target)} card."

    def _bluffed(self, event: BluffProved) -> str:
        return f"The challenge succeeds: {self.who(event.seat)} bluffed."

    def _honest(self, event: ChallengeFailed) -> str:
        was = "were" if self._is_you(event.target) else "was"
        return f"The challenge fails: {self.who(event.target)} {was} honest."

    def _returned(self, event: Returned) -> str:
        return f"{self.card(event.card)} goes back to {self.whose(event.seat)} hand."

    def _fined(self, event: Fined) -> str:
        return f"{self.does(event.seat, 'is')} fined {cards_in_hand(event.cards)}."

    def _swapped(self, event: Swapped) -> str:
        return f"{self.does(event.seat, 'swaps')} hands with {self.who(event.target)}."

    def _rotated(self, event: Rotated) -> str:
        return f"Everyone passes their hand on, {direction_name(event.direction)}."

    def _refilled(self, event: Refilled) -> str:
        return "The discards are shuffled into the stock."

    def _ready(self, event: SaidReady) -> str:
        return f"{self.does(event.seat, 'is')} ready."

    def _out(self, event: KnockedOut) -> str:
        out = self.verb(event.seat, "is")
        return f"{self.does(event.seat, 'has')} {cards_in_hand(event.cards)} and {out} out of the round."

    def _left(self, event: Left) -> str:
        return f"{self.does(event.seat, 'leaves')} for good."

    def _blocked(self, event: Blocked) -> str:
        return "The round has gone on too long." if event.by_limit else "Nobody can continue: the round is blocked."


def _seat_of(event: Event) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat


_LAYS = {
    How.TURN: ("plays", ""),
    How.ANSWER: ("stacks", ""),
    How.BATCH: ("adds", ""),
    How.JUMP_IN: ("jumps", " in with"),
}

_TELL_TOGETHER: dict[type[Event], Callable[..., str]] = {
    Drew: Speaker._drew,
    DrewPenalty: Speaker._drew,
    Shown: Speaker._shown,
}

# Other events get no sentence: the deal, a forgotten call, and what the score shows anyway.
_TELL: dict[type[Event], Callable[..., str]] = {
    Picked: Speaker._picked,
    StartRefused: Speaker._refused,
    Turned: Speaker._turned,
    Laid: Speaker._laid,
    Named: Speaker._named,
    Passed: Speaker._passed,
    LostTurns: Speaker._lost,
    Called: Speaker._called,
    Caught: Speaker._caught,
    CallOverdue: Speaker._overdue,
    AccusedInVain: Speaker._wrong,
    Challenged: Speaker._challenged,
    BluffProved: Speaker._bluffed,
    ChallengeFailed: Speaker._honest,
    Returned: Speaker._returned,
    Fined: Speaker._fined,
    Swapped: Speaker._swapped,
    Rotated: Speaker._rotated,
    Refilled: Speaker._refilled,
    SaidReady: Speaker._ready,
    KnockedOut: Speaker._out,
    Left: Speaker._left,
    Blocked: Speaker._blocked,
}
