"""How the parts of a reason are told to somebody."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ...words.catalogue import YOU, Words
from ...words.catalogue.message import Part
from ...words.catalogue.names import action_name, colour_name
from ...words.catalogue.settings import setting_says
from .catalogue import KINDS, SAYS, SETTING, PartKind


class Voice(NamedTuple):
    """Who is told something, in which words, and how cards are shown."""

    words: Words
    names: Sequence[str]
    you: int | None
    card: Callable[[str], str]

    def who(self, seat: int) -> str:
        """Return a seat by its name, or by its number."""
        return self.names[seat] if seat < len(self.names) else self.words.say("seat.number", n=seat)

    def person(self, seat: int) -> str | None:
        """Return a seat as a part of a message: the listener, or the name of somebody else."""
        return YOU if seat == self.you else self.who(seat)

    def parts(self, given: Mapping[str, object]) -> dict[str, Part]:
        """Return the parts of a reason as the parts of a message."""
        parts = {name: self._part(name, value) for name, value in given.items()}
        if SETTING in given:
            parts[SAYS] = self._quoted(str(given[SETTING])) or parts[SAYS]
        return parts

    def _quoted(self, setting: str) -> str:
        """Return what a rule says, for use inside a sentence, or an empty text if that is not known."""
        key, _, text = setting.partition("=")
        sentence = setting_says(self.words, key, text)
        return self.words.inside(sentence) if sentence else ""

    def _part(self, name: str, value: object) -> Part:
        match KINDS[name][0], value:
            case PartKind.SEAT, int():
                return self.person(value)
            case PartKind.SEATS, tuple():
                return [self.person(seat) for seat in value]
            case PartKind.CARD, str():
                return self.card(value)
            case PartKind.AXES, tuple():
                return [self.words.say(f"axis.{axis}") for axis in value]
            case PartKind.MAY, tuple():
                return [self._may(word) for word in value]
            case PartKind.COLOUR, str():
                return colour_name(self.words, value)
            case PartKind.COLOURS, tuple():
                return [colour_name(self.words, colour) for colour in value]
            case PartKind.TEXT, str():
                return action_name(self.words, value, self.who, self.card) if name == "action" else value
        assert isinstance(value, int)
        return value

    def _may(self, word: str) -> str:
        return self.words.say(f"may.{word}" if f"may.{word}" in self.words else f"act.{word}")
