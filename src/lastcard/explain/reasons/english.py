"""Format the sentences of reasons in English.

    {seat}       seat 2, Ben, you             {price:card}  1 card, 2 cards, no cards
    {seat:'s}    seat 2's, Ben's, your        {may:or}      play a card, 'draw' or 'pass'
    {seat:their} their, their, your           {cause}       the sentence of the reason it is based on
    {seat:holds} seat 2 holds, you hold       {rule}        (D11), (D22, D23)

The first column shows a seat by number, by name, and as `you`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..._util.grammar import counted, listed, second_person
from .catalogue import KINDS, PLAY, PartKind


class Voice(NamedTuple):
    """How a sentence refers to seats and cards."""

    names: Sequence[str]
    you: int | None
    card: Callable[[str], str]

    def who(self, seat: int) -> str:
        """Return a seat as `you`, by its name, or by its number."""
        if seat == self.you:
            return "you"
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"


class _Seat:
    """A seat in a sentence."""

    def __init__(self, seat: int, voice: Voice) -> None:
        self._name = voice.who(seat)
        self._is_you = seat == voice.you

    def __format__(self, form: str) -> str:
        if form == "'s":
            return "your" if self._is_you else f"{self._name}'s"
        if form == "their":
            return "your" if self._is_you else "their"
        if not form:
            return self._name
        return f"{self._name} {second_person(form) if self._is_you else form}"


class _Count(int):
    """A number in a sentence, alone or with what it counts."""

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(int(self))
        return counted(int(self), noun) if self else f"no {noun}s"


class _List(tuple[str, ...]):
    """Several words in a sentence."""

    def __format__(self, conjunction: str) -> str:
        return listed(self, conjunction)


def formattable(name: str, value: object, voice: Voice) -> object:
    """Return a part as an object that understands the formats above."""
    match KINDS[name][0], value:
        case PartKind.SEAT, int():
            return _Seat(value, voice)
        case PartKind.CARD, str():
            return voice.card(value)
        case PartKind.COUNT, int():
            return _Count(value)
        case PartKind.SEATS, tuple():
            return _List(voice.who(seat) for seat in value)
        case PartKind.AXES, tuple():
            return _List(f"the {axis}" for axis in value)
        case PartKind.MAY, tuple():
            return _List("play a card" if word == PLAY else f"'{word}'" for word in value)
        case PartKind.COLOURS, tuple():
            return _List(value)
    return f"'{value}'" if name == "action" else value
