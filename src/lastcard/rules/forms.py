"""The forms a dimension can have: how its values are checked, read, written, described and offered to people.

A form knows everything about the values of one dimension:

    check      check a value given in Python, and normalise it
    read       parse its text in an id, as in `batch=same-value:3`
    write      write it as text
    data       say what can be chosen, for a page with a form (see `house.house_rules`)

What people read is in the catalogue of words, by the key of the dimension: `rule.batch.says.same-value:N`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, NamedTuple

from .._util.bounds import quoted
from .._util.grammar import capital
from ..errors import RulesetError
from ..words.catalogue import Words
from ..words.catalogue.message import Part as Said
from ..words.catalogue.settings import member_name
from .decks import BUILT_IN_DECKS, Deck, find_deck
from .values import Unreadable, check_flag, check_member, check_number, read_digits, read_member, read_pair, word

NOTHING = "none"
Data = dict[str, Any]


class Told(NamedTuple):
    """What a language says of a dimension."""

    language: Words
    key: str

    def say(self, id: str, **parts: Said) -> str:
        """Return a text about the dimension, with a capital."""
        return capital(self.language.fill(f"rule.{self.key}.{id}", parts))


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One value, or kind of value, of a dimension.  In `text` N stands for a number within `bounds`."""

    text: str
    bounds: tuple[int, int] | None = None
    usual: int | None = None  # the number a form suggests
    special: tuple[int, ...] = ()  # numbers that have a sentence of their own
    extras: tuple[str, ...] = ()  # what may follow the text after commas

    def matches(self, text: str) -> bool:
        """Return whether the text of a value belongs to this choice."""
        head = text.partition(",")[0] if self.extras else text
        return re.fullmatch(re.escape(self.text).replace("N", "[0-9]+"), head) is not None

    def data(self, told: Told) -> Data:
        """Return the choice as data for a form, in words."""
        data: Data = {"value": self.text, "label": told.say(f"label.{self.text}"), **self.said(told)}
        if self.extras:
            data["extras"] = [{"value": text, "label": told.say(f"extra.{text}")} for text in self.extras]
        return data

    def said(self, told: Told) -> Data:
        """Return its sentence, and what is to know about its number."""
        data: Data = {"sentence": told.say(f"says.{self.text}", n="N")}
        if self.bounds:
            data["number"] = {"min": self.bounds[0], "max": self.bounds[1]}
            if self.usual is not None:
                data["number"]["usual"] = self.usual
        if self.special:
            data["special"] = {str(n): told.say(f"says.{n}") for n in self.special}
        return data


class Form(ABC):
    """The interface of all forms; error messages quote `allowed`, which says what can be written."""

    kind: str
    allowed: str
    examples: tuple[str, ...] = ()  # texts worth showing, where the values are too many to list

    @abstractmethod
    def check(self, name: str, value: object) -> Any:
        """Return the value, normalised; raise RulesetError if it is not allowed."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """Return the value with this text; raise `Unreadable` if there is none."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """Return the text of a value."""

    @abstractmethod
    def data(self, told: Told) -> Data:
        """Return what can be chosen, as data for a form, in words."""

    def choice_of(self, value: Any) -> str:
        """Return the text of the choice that a value belongs to: `reach-wins:N` for `reach-wins:500`."""
        return self.write(value)


# ---------------------------------------------------------------- one of several words


class OneOf(Form):
    """A flag (`yes`, `no`) or a member of an enum."""

    def __init__(self, kind: type[Enum] | type[bool], values: Sequence[Any] = ()) -> None:
        self._type = kind
        self.kind = "flag" if kind is bool else "choice"
        shown = values or (list(kind) if issubclass(kind, Enum) else (True, False))
        assert not issubclass(kind, Enum) or set(shown) == set(kind), f"{kind} has other values"
        self._texts = {value: self._word(value) for value in shown}
        self.allowed = ", ".join(self._texts.values())

    @staticmethod
    def _word(value: Any) -> str:
        return word(value) if isinstance(value, Enum) else "yes" if value else "no"

    def check(self, name: str, value: object) -> Any:
        if issubclass(self._type, StrEnum):
            if not isinstance(value, str) or value not in list(self._type):
                raise RulesetError(f"{name} = {quoted(value)}: expected one of {', '.join(self._type)}")
            return self._type(value)
        if issubclass(self._type, Enum):
            check_member(name, value, self._type)
        else:
            check_flag(name, value)
        return value

    def read(self, text: str) -> Any:
        if issubclass(self._type, Enum):
            return read_member(self._type, text)
        if text not in ("yes", "no", "true", "false"):
            raise Unreadable
        return text in ("yes", "true")

    def write(self, value: Any) -> str:
        return self._texts[value]

    def data(self, told: Told) -> Data:
        return {"choices": [Choice(text=text).data(told) for text in self._texts.values()]}

    def labels(self, told: Told) -> Data:
        """Return the choices with their labels alone, for one side of a table."""
        return {"choices": [{"value": text, "label": told.say(f"label.{text}")} for text in self._texts.values()]}


class DeckName(Form):
    """A deck, written as its name followed, if it is not built in, by the start of its digest."""

    kind = "choice"
    allowed = "the name of a deck"
    examples = BUILT_IN_DECKS

    def check(self, name: str, value: object) -> Deck:
        if not isinstance(value, Deck):
            raise RulesetError(f"{name} = {quoted(value)}: expected a Deck")
        return value

    def read(self, text: str) -> Deck:
        return find_deck(text)

    def write(self, value: Deck) -> str:
        return value.key

    def data(self, told: Told) -> Data:
        return {"choices": [Choice(text=name).data(told) for name in BUILT_IN_DECKS]}


# ---------------------------------------------------------------- numbers


class Number(Form):
    """A whole number within bounds, or None if there is a word for it; some numbers may have special sentences."""

    def __init__(
        self,
        low: int,
        high: int,
        *,
        special: tuple[int, ...] = (),
        none: str | None = None,
        examples: tuple[str, ...] = (),
    ) -> None:
        self.kind = "number" if none is None else "choice"
        self._number = Choice(text="N", bounds=(low, high), special=special)
        self._none = none
        self.examples = examples
        self.allowed = f"{low} to {high}" if none is None else f"{low} to {high}, {none}"

    def check(self, name: str, value: object) -> Any:
        if self._none is None or value is not None:
            assert self._number.bounds
            check_number(name, value, *self._number.bounds)
        return value

    def read(self, text: str) -> int | None:
        return None if self._none and text.replace("_", "-") == self._none else read_digits(text)

    def write(self, value: int | None) -> str:
        return self._none if value is None and self._none else str(value)

    def data(self, told: Told) -> Data:
        if self._none is None:
            return self._number.said(told)
        return {"choices": [Choice(text=self._none).data(told), self._number.data(told)]}

    def bounds(self) -> Data:
        """Return the bounds alone, for one side of a table."""
        assert self._number.bounds
        return {"number": {"min": self._number.bounds[0], "max": self._number.bounds[1]}}

    def choice_of(self, value: int | None) -> str:
        return self.write(value) if value is None else self._number.text


# ---------------------------------------------------------------- records


class Composite(Form):
    """A value of a class in `values`, or None if there is a word for it: a few choices, some with a number."""

    kind = "choice"

    def __init__(
        self,
        record: type[Any],
        choices: Sequence[Choice],
        none: str | None,
        examples: tuple[str, ...],
    ) -> None:
        self._record = record
        self._choices = choices
        self._none = none
        self.examples = examples
        self.allowed = ", ".join(map(_usage, choices))

    def check(self, name: str, value: object) -> Any:
        if not isinstance(value, self._record) and (value is not None or self._none is None):
            or_none = "" if self._none is None else "None or "
            raise RulesetError(f"{name} = {quoted(value)}: expected {or_none}a {self._record.__name__}")
        return value

    def read(self, text: str) -> Any:
        return None if text == self._none else self._record.from_text(text)

    def write(self, value: Any) -> str:
        return self._none if value is None and self._none else str(value.text)

    def _choice(self, value: Any) -> Choice:
        text = self.write(value)
        return next(choice for choice in self._choices if choice.matches(text))

    def data(self, told: Told) -> Data:
        return {"choices": [choice.data(told) for choice in self._choices]}

    def choice_of(self, value: Any) -> str:
        return self._choice(value).text


def _usage(choice: Choice) -> str:
    extras = f" followed by any of {', '.join(choice.extras)}, separated by commas" if choice.extras else ""
    return choice.text + extras


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part of a value of several parts: a number within bounds, or one of some words."""

    bounds: tuple[int, int] | None = None
    words: tuple[str, ...] = ()

    def data(self, place: int, told: Told) -> Data:
        """Return the part, which is the first, second ..., as data for a form."""
        label = told.say(f"part.{place}")
        if self.bounds:
            return {"label": label, "number": {"min": self.bounds[0], "max": self.bounds[1]}}
        return {"label": label, "choices": [{"value": text, "label": told.say(f"label.{text}")} for text in self.words]}


class Parts(Form):
    """A value of several parts, all required, with a separator between them."""

    kind = "parts"

    def __init__(
        self,
        *,
        parts: Sequence[Part],
        separator: str,
        allowed: str,
        check: Callable[[str, Any], Any],
        read: Callable[[str], Any],
        write: Callable[[Any], str],
        examples: tuple[str, ...],
    ) -> None:
        self._parts = parts
        self._separator = separator
        self.allowed = allowed
        self._check, self._read, self._write = check, read, write
        self.examples = examples

    def check(self, name: str, value: object) -> Any:
        return self._check(name, value)

    def read(self, text: str) -> Any:
        return self._read(text)

    def write(self, value: Any) -> str:
        return self._write(value)

    def data(self, told: Told) -> Data:
        parts = [part.data(place, told) for place, part in enumerate(self._parts, 1)]
        return {"separator": self._separator, "parts": parts}


# ---------------------------------------------------------------- sets and tables


def _split(text: str) -> list[str]:
    return [] if text == NOTHING else text.split(",")


class AnyOf(Form):
    """Any members of an enum, or none."""

    kind = "set"

    def __init__(self, members: Sequence[Any], examples: tuple[str, ...]) -> None:
        self._members = members
        self._enum: type[Enum] = type(members[0])
        self.examples = examples
        self.allowed = f"{NOTHING}, or any of {', '.join(map(word, members))}, separated by commas"

    def check(self, name: str, value: object) -> frozenset[Any]:
        if not isinstance(value, set | frozenset):
            raise RulesetError(f"{name} = {quoted(value)}: expected a set")
        for member in value:
            check_member(name, member, self._enum)
            if member not in self._members:
                members = ", ".join(map(word, self._members))
                raise RulesetError(f"{name} = {self.write(value)}: expected any of {members}")
        return frozenset(value)

    def read(self, text: str) -> frozenset[Any]:
        members = frozenset(read_member(self._enum, part) for part in _split(text))
        if not members <= set(self._members):
            raise Unreadable
        return members

    def write(self, value: Iterable[Any]) -> str:
        return ",".join(map(word, sorted(value))) or NOTHING

    def data(self, told: Told) -> Data:
        texts = [word(member) for member in self._members]
        members = [{"value": text, "label": capital(member_name(told.language, told.key, text))} for text in texts]
        return {"empty": NOTHING, "separator": ",", "members": members}


class Pairs(Form):
    """Pairs of a key and a value, each key at most once, or none."""

    kind = "table"

    def __init__(
        self,
        *,
        key: Number | None,  # None: any text
        cards: bool = False,  # whether the keys are cards or ranks of the deck
        value: Number | OneOf,
        most: int,
        examples: tuple[str, ...],
    ) -> None:
        self._key, self._value = key, value
        self._cards = cards
        self._most = most
        self.examples = examples
        self.allowed = f"{NOTHING}, or pairs such as {examples[-1]}"

    def check(self, name: str, value: object) -> tuple[tuple[Any, Any], ...]:
        if not isinstance(value, tuple) or any(not isinstance(pair, tuple) or len(pair) != 2 for pair in value):
            raise RulesetError(f"{name} = {quoted(value)}: expected a tuple of pairs")
        if len(value) > self._most:
            raise RulesetError(f"{name}: {len(value)} pairs: expected at most {self._most}")
        for key, item in value:
            if self._key is not None:
                self._key.check(name, key)
            elif not isinstance(key, str):
                raise RulesetError(f"{name} of {quoted(key)}: expected a string")
            self._value.check(f"{name} of {quoted(key)}", item)
        if len({key for key, _ in value}) < len(value):
            raise RulesetError(f"{name} = {quoted(value)}: a key appears twice")
        return tuple(sorted(value))

    def read(self, text: str) -> tuple[tuple[Any, Any], ...]:
        pairs = [read_pair(part) for part in _split(text)]
        return tuple((self._key.read(left) if self._key else left, self._value.read(right)) for left, right in pairs)

    def write(self, value: Iterable[tuple[Any, Any]]) -> str:
        return ",".join(f"{left}:{self._value.write(right)}" for left, right in value) or NOTHING

    def data(self, told: Told) -> Data:
        values = self._value.bounds() if isinstance(self._value, Number) else self._value.labels(told)
        of_cards = {"cards": True} if self._cards else {}
        return {
            "empty": NOTHING,
            "separator": ",",
            "most": self._most,
            "keys": {"label": told.say("keys"), **(self._key.bounds() if self._key else of_cards)},
            "values": {"label": told.say("values"), **values},
        }
