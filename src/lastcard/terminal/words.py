"""What lies and happens at a table, in plain sentences, told from the place of one seat."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby

from ..core.cards import card_of, colour_of
from ..core.terms import COLOUR_FACE, NONE, WILD, Fact, Kind
from ..events import SPECTATOR, Event
from ..notation import UNKNOWN
from ..rules import Deck
from ..rules.decks import CardType

COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# ---------------------------------------------------------------- cards


def rank_name(card: CardType) -> str:
    """A rank in words: '7', 'Skip', 'Draw Two'; one that has no name is said as it is written."""
    rank = card.text[1:]
    if rank == f"+{card.draws}" and card.draws < len(COUNTS):
        return f"Draw {COUNTS[card.draws].capitalize()}"
    return {("S", Kind.SKIP): "Skip", ("R", Kind.REVERSE): "Reverse"}.get((rank, card.kind), rank)


@cache
def card_names(deck: Deck) -> dict[int, str]:
    """Every card of a deck in words."""
    colours = [name for _, name in deck.colours]
    return {
        card.code: f"Wild {rank_name(card)}".strip() if card.wild else f"{colours[card.row]} {rank_name(card)}"
        for card in deck.types
    }


def colour_name(deck: Deck, face: int) -> str:
    """The active colour of a face."""
    return deck.colours[colour_of(face)][1]


def top_words(deck: Deck, top: int, face: int) -> str:
    """What lies on the discards and what it counts as."""
    name = card_names(deck)[top]
    if face == NONE:
        return f"{name}, its colour not named yet"
    if face >= COLOUR_FACE:
        return f"{name}, which counts by its colour alone"
    return name if face < WILD else f"{name}, and the colour is {colour_name(deck, face)}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Several things in a row."""
    return " ".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def capital(sentence: str) -> str:
    """A sentence as it begins."""
    return sentence[:1].upper() + sentence[1:]


def cards_in_hand(n: int) -> str:
    """So many cards."""
    return "1 card" if n == 1 else f"{n} cards"


# ---------------------------------------------------------------- who does what

_BEHIND_YOU = {"is": "are", "has": "have", "does": "do", "passes": "pass", "catches": "catch"}
_SEAT = re.compile(r"\bseat (?P<seat>\d)\b(?P<of>'s)?(?: (?P<verb>does|has|holds|is|owes)\b)?")


@cache
def _card_in_text(deck: Deck) -> re.Pattern[str]:
    """A card, a wild perhaps with its colour, but not where a text says what to type."""
    cards = "|".join(re.escape(text) for text in sorted(deck.code, key=len, reverse=True))
    colours = "|".join(letter for letter, _ in deck.colours)
    return re.compile(rf"(?<!as in )(?<![\w:>'])(?P<card>{cards})(?::(?P<colour>{colours}))?(?!\w|:\w|[+'])")


def direction(way: int) -> str:
    """The direction of play."""
    return "clockwise" if way > 0 else "counter-clockwise"


class Speaker:
    """Tells of a table to one seat, which it calls 'you', or to whoever looks on."""

    def __init__(self, deck: Deck, names: Sequence[str], voice: int = SPECTATOR) -> None:
        self.deck = deck
        self.names = names
        self.voice = voice
        self._cards = card_names(deck)

    # ------------------------------------------------------------ parts of sentences

    def who(self, seat: int) -> str:
        """A seat where a sentence goes on."""
        return "you" if self._is_you(seat) else self.names[seat]

    def whose(self, seat: int) -> str:
        """Of a seat."""
        return "your" if self._is_you(seat) else f"{self.names[seat]}'s"

    def verb(self, seat: int, verb: str) -> str:
        """A verb as it stands behind a seat: 'draws', or 'draw' behind 'you'."""
        return _BEHIND_YOU.get(verb, verb.removesuffix("s")) if self._is_you(seat) else verb

    def _is_you(self, seat: int) -> bool:
        """Whether a seat is spoken to; in records somebody may be called so."""
        return seat == self.voice or self.names[seat].casefold() == "you"

    def does(self, seat: int, verb: str) -> str:
        """A seat and what it does."""
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def cards(self, cards: Iterable[int]) -> str:
        """Cards in words."""
        return listed([self._cards[card] for card in cards]) or "nothing"

    def personal(self, text: str) -> str:
        """A text about this seat that has seats by number and cards in notation, in words instead, and with 'you'."""

        def seat_named(match: re.Match[str]) -> str:
            seat = int(match["seat"])
            if seat >= len(self.names):
                return match[0]
            if match["of"]:
                return self.whose(seat)
            return self.does(seat, match["verb"]) if match["verb"] else self.who(seat)

        def card_named(match: re.Match[str]) -> str:
            name = self._cards[self.deck.code[match["card"]]]
            return f"{name} ({dict(self.deck.colours)[match['colour']]})" if match["colour"] else name

        text = _card_in_text(self.deck).sub(card_named, _SEAT.sub(seat_named, text))
        return text.replace("; it may", "; you may").replace(" itself", " yourself")

    # ------------------------------------------------------------ sentences

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """What happened, as this seat was told it; cards that come to a hand one after the other are one sentence."""
        told = [event for event in (event.seen_by(self.voice) for event in events) if event is not None]
        lines = []
        for kind, together in groupby(told, lambda event: (event.kind, event.seat)):
            group = list(together)
            if kind[0] in _TELL_TOGETHER:
                lines.append(_TELL_TOGETHER[kind[0]](self, group))
            elif kind[0] in _TELL:
                lines += [_TELL[kind[0]](self, event) for event in group]
        return [capital(line) for line in lines]

    def _drew(self, events: list[Event]) -> str:
        cards = [event.card for event in events]
        if UNKNOWN in cards:
            return f"{self.does(events[0].seat, 'draws')} {'a card' if len(cards) == 1 else cards_in_hand(len(cards))}."
        return f"{self.does(events[0].seat, 'draws')} {self.cards(cards)}."

    def _shown(self, events: list[Event]) -> str:
        return f"{self.does(events[0].amount, 'shows')} you {self.cards(event.card for event in events)}."

    def _picked(self, event: Event) -> str:
        return f"{self.does(event.seat, 'turns')} up {self._cards[event.card]} for the deal."

    def _refused(self, event: Event) -> str:
        return f"{self._cards[event.card]} is turned up, but does not open the round: it goes back into the stock."

    def _turned(self, event: Event) -> str:
        return f"The opening card is {self._cards[event.card]}."

    def _lay(self, event: Event) -> str:
        verb, rest = _LAYS[event.kind]
        line = f"{self.does(event.seat, verb)}{rest} {self._cards[card_of(event.card)]}"
        if event.card >= WILD:
            line += f" and {self.verb(event.seat, 'names')} {colour_name(self.deck, event.card)}"
        return f"{line}."

    def _named(self, event: Event) -> str:
        return f"{self.does(event.seat, 'names')} {self.deck.colours[event.amount][1]}."

    def _passed(self, event: Event) -> str:
        return f"{self.does(event.seat, 'passes')}."

    def _lost(self, event: Event) -> str:
        if event.amount == 1:
            return f"{self.does(event.seat, 'is')} skipped."
        return f"{event.amount} turns are lost, the first of them {self.whose(event.seat)}."

    def _called(self, event: Event) -> str:
        return f"{self.does(event.seat, 'calls')} UNO!"

    def _caught(self, event: Event) -> str:
        return f"{self.does(event.amount, 'catches')} {self.who(event.seat)}: UNO was not called!"

    def _overdue(self, event: Event) -> str:
        return f"Nobody noticed that {self.who(event.seat)} did not call UNO: {self.does(event.seat, 'pays')} for it."

    def _wrong(self, event: Event) -> str:
        return f"{self.does(event.seat, 'accuses')} {self.who(event.amount)}, who owes no call."

    def _challenged(self, event: Event) -> str:
        return f"{self.does(event.seat, 'challenges')} {self.whose(event.amount)} lay."

    def _upheld(self, event: Event) -> str:
        return f"The challenge is right: {self.who(event.seat)} bluffed."

    def _failed(self, event: Event) -> str:
        return f"The challenge fails: {self.whose(event.amount)} lay was honest."

    def _returned(self, event: Event) -> str:
        return f"{self._cards[event.card]} goes back to {self.whose(event.seat)} hand."

    def _fined(self, event: Event) -> str:
        return f"{self.does(event.seat, 'is')} fined {cards_in_hand(event.amount)}."

    def _swapped(self, event: Event) -> str:
        return f"{self.does(event.seat, 'swaps')} hands with {self.who(event.amount)}."

    def _rotated(self, event: Event) -> str:
        return f"Every hand is passed on, {direction(event.amount)}."

    def _refilled(self, event: Event) -> str:
        return "The discards are shuffled into the stock."

    def _ready(self, event: Event) -> str:
        return f"{self.does(event.seat, 'is')} ready."

    def _out(self, event: Event) -> str:
        out = self.verb(event.seat, "is")
        return f"{self.does(event.seat, 'has')} {cards_in_hand(event.amount)} and {out} out of the round."

    def _left(self, event: Event) -> str:
        return f"{self.does(event.seat, 'leaves')} the round for good."

    def _blocked(self, event: Event) -> str:
        return "Nobody can go on: the round is blocked." if event.amount == 0 else "The round has gone on too long."


_LAYS = {
    Fact.LAID: ("lays", ""),
    Fact.ANSWERED: ("answers", " with"),
    Fact.JOINED: ("adds", ""),
    Fact.JUMPED: ("jumps", " in with"),
}

_TELL_TOGETHER: dict[Fact, Callable[[Speaker, list[Event]], str]] = {
    Fact.DREW: Speaker._drew,
    Fact.SERVED: Speaker._drew,
    Fact.SHOWN: Speaker._shown,
}

# What is not here is not told: the deal, who forgot to call, what is counted anyway.
_TELL: dict[Fact, Callable[[Speaker, Event], str]] = {
    Fact.PICKED: Speaker._picked,
    Fact.REFUSED: Speaker._refused,
    Fact.TURNED: Speaker._turned,
    Fact.LAID: Speaker._lay,
    Fact.ANSWERED: Speaker._lay,
    Fact.JOINED: Speaker._lay,
    Fact.JUMPED: Speaker._lay,
    Fact.NAMED: Speaker._named,
    Fact.PASSED: Speaker._passed,
    Fact.LOST: Speaker._lost,
    Fact.CALLED: Speaker._called,
    Fact.CAUGHT: Speaker._caught,
    Fact.OVERDUE: Speaker._overdue,
    Fact.WRONG: Speaker._wrong,
    Fact.CHALLENGED: Speaker._challenged,
    Fact.UPHELD: Speaker._upheld,
    Fact.FAILED: Speaker._failed,
    Fact.RETURNED: Speaker._returned,
    Fact.FINED: Speaker._fined,
    Fact.SWAPPED: Speaker._swapped,
    Fact.ROTATED: Speaker._rotated,
    Fact.REFILLED: Speaker._refilled,
    Fact.READY: Speaker._ready,
    Fact.OUT: Speaker._out,
    Fact.LEFT: Speaker._left,
    Fact.BLOCKED: Speaker._blocked,
}
