"""Acts: the lines of a record, one for each thing a player or the dealer (`d`) did.

0 r5!          a move: the seat and its action
d give 2 b3    what the dealer did: seat 2 drew b3
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import singledispatch

from ..core.terms import FirstSeat
from ..errors import LastCardError, RecordError
from ..game.events import Dealt, Drew, DrewPenalty, Event, Picked, Refilled, Shown, StartRefused, Turned
from ..game.values import Move, values_of
from ..notation import UNKNOWN, format_cards, parse_cards
from ..rules import Ruleset
from ..rules.decks import Card

LONGEST = 1_000  # characters of one act

# What the dealer does, and what follows the word.
DEALER_ACTS = {
    "pick": ("seat", "cards"),
    "deal": ("seat", "cards"),
    "first": ("seat",),
    "back": ("cards",),
    "turn": ("cards",),
    "give": ("seat", "cards"),
    "refill": ("number",),
    "show": ("seat", "seat", "cards"),
}


@dataclass(frozen=True, slots=True)
class DealerAct:
    """An act of the dealer: the seats it names, and the cards or their number."""

    word: str
    seats: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    number: int = 0


def parse_act(text: str, rules: Ruleset, seats: int) -> DealerAct | Move:
    """Read an act; raise RecordError if it is not one.  Unknown cards are allowed, as in a player's own copy."""
    if len(text) > LONGEST:
        raise RecordError(f"an act of {len(text)} characters is too long; at most {LONGEST} are allowed")
    actor, _, rest = text.partition(" ")
    try:
        return _dealer_act(rest, rules, seats) if actor == "d" else _move(text, rules, seats)
    except LastCardError as error:
        raise RecordError(f"{text!r} is not an act: {error}") from error


def _move(text: str, rules: Ruleset, seats: int) -> Move:
    seat, action = values_of(rules).read_move(text)
    if seat is None:
        raise RecordError("it does not name a seat")
    if seat >= seats:
        raise RecordError(f"there is no seat {seat}: seats go from 0 to {seats - 1}")
    move = Move(seat, action)
    if str(move) != text:
        raise RecordError(f"write it as {str(move)!r}")
    return move


def _dealer_act(text: str, rules: Ruleset, seats: int) -> DealerAct:
    word, *given = text.split(" ")
    if word not in DEALER_ACTS:
        raise RecordError(f"the dealer's acts are {', '.join(DEALER_ACTS)}")
    wanted = DEALER_ACTS[word]
    if len(given) != len(wanted):
        raise RecordError(f"write it as 'd {word} {' '.join(wanted)}'")
    told: list[int] = []
    cards: tuple[int, ...] = ()
    number = 0
    for kind, part in zip(wanted, given, strict=True):
        if kind == "cards":
            cards = tuple(parse_cards(rules.deck, part, unknown=True))
        elif kind == "seat":
            told.append(_number(part, seats - 1))
        else:
            number = _number(part, rules.deck.size)
    return DealerAct(word, tuple(told), cards, number)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= most):
        raise RecordError(f"{text[:20]!r}: expected a number from 0 to {most}")
    return int(text)


# ---------------------------------------------------------------- from events


def opening_acts(rules: Ruleset, events: Iterable[Event], picks: Iterable[Event] = ()) -> list[str]:
    """Return the acts that began a round: the cards drawn to decide the dealer, the hands, the start card."""
    told = tuple(events)
    hands: dict[int, list[int]] = {}
    lots: list[str] = []
    for event in told:
        if isinstance(event, Dealt):
            hands.setdefault(event.seat, []).append(_code(event.card))
        elif isinstance(event, Turned) and rules.first_seat == FirstSeat.RANDOM:
            lots = [f"d first {event.first}"]
    deals = [f"d deal {seat} {format_cards(rules.deck, cards)}" for seat, cards in sorted(hands.items())]
    return dealer_acts(rules, picks) + deals + lots + dealer_acts(rules, told)


def dealer_acts(rules: Ruleset, events: Iterable[Event]) -> list[str]:
    """Return the dealer's acts after the deal; consecutive cards to one seat are one act."""
    acts: list[tuple[str, list[int], bool]] = []
    for event in events:
        head, cards, joins = _dealt(event)
        if not head:
            continue
        if joins and acts and acts[-1][0] == head:
            acts[-1][1].extend(cards)
        else:
            acts.append((head, cards, joins))
    return [f"{head} {format_cards(rules.deck, cards)}" if cards else head for head, cards, _ in acts]


def _code(card: Card | None) -> int:
    return UNKNOWN if card is None else card.code


@singledispatch
def _dealt(event: Event) -> tuple[str, list[int], bool]:
    """Return the head of the act for an event, its cards, and whether it may join the act before it."""
    return "", [], False


@_dealt.register
def _(event: Picked) -> tuple[str, list[int], bool]:
    return f"d pick {event.seat}", [event.card.code], False


@_dealt.register
def _(event: StartRefused) -> tuple[str, list[int], bool]:
    return "d back", [event.card.code], False


@_dealt.register
def _(event: Turned) -> tuple[str, list[int], bool]:
    return "d turn", [event.card.code], False


@_dealt.register(Drew)
@_dealt.register(DrewPenalty)
def _(event: Drew | DrewPenalty) -> tuple[str, list[int], bool]:
    return f"d give {event.seat}", [_code(event.card)], True


@_dealt.register
def _(event: Shown) -> tuple[str, list[int], bool]:
    return f"d show {event.seat} {event.target}", [event.card.code], True


@_dealt.register
def _(event: Refilled) -> tuple[str, list[int], bool]:
    return f"d refill {event.cards}", [], False
