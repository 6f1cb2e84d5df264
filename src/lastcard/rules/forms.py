"""The forms a dimension can have: how its values are checked, read, written, described and offered to people.

A form knows everything about the values of one dimension:

    check      check a value given in Python, and normalise it
    read       parse its text in an id, as in `batch=same-value:3`
    write      write it as text
    sentence   say what it means, for people
    data       say what can be chosen, for a page with a form (see `house.house_rules`)
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any

from .._util.bounds import quoted
from ..errors import RulesetError
from .decks import BUILT_IN_DECKS, Deck, find_deck
from .values import Unreadable, check_flag, check_member, check_number, read_digits, read_member, read_pair, word

NOTHING = "none"
Data = dict[str, Any]


def with_number(sentence: str, n: int) -> str:
    """Replace N by a number: 'draws N cards' becomes 'draws 1 card'."""
    text = re.sub(r"\bN\b", str(n), sentence)
    text = re.sub(r"\b1 (card|point|round|turn)s\b", r"1 \1", text)
    return re.sub(r"\b0 cards\b", "no cards", text)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One value, or kind of value, of a dimension.  In `text` and `sentence` N stands for a number within `bounds`."""

    text: str
    sentence: str
    label: str = ""
    bounds: tuple[int, int] | None = None
    usual: int | None = None  # the number a form suggests
    special: Mapping[int, str] = field(default_factory=dict)  # sentences for special numbers
    extras: Mapping[str, str] = field(default_factory=dict)  # what may follow the text after commas, with labels

    def said(self, n: int) -> str:
        """Return the sentence with this number."""
        return self.special.get(n, with_number(self.sentence, n))

    def matches(self, text: str) -> bool:
        """Return whether the text of a value belongs to this choice."""
        head = text.partition(",")[0] if self.extras else text
        return re.fullmatch(re.escape(self.text).replace("N", "[0-9]+"), head) is not None

    @property
    def name(self) -> str:
        """The label, by default the text as words."""
        plain = re.sub("[:-]", " ", self.text.removesuffix(":N"))
        return self.label or plain[:1].upper() + plain[1:]

    def data(self) -> Data:
        """Return the choice as data for a form."""
        data: Data = {"value": self.text, "label": self.name, "sentence": self.sentence}
        if self.bounds:
            data["number"] = {"min": self.bounds[0], "max": self.bounds[1]}
            if self.usual is not None:
                data["number"]["usual"] = self.usual
        if self.special:
            data["special"] = {str(n): sentence for n, sentence in self.special.items()}
        if self.extras:
            data["extras"] = [{"value": text, "label": label} for text, label in self.extras.items()]
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
    def sentence(self, value: Any) -> str:
        """Return a sentence that says what a value means."""

    @abstractmethod
    def data(self) -> Data:
        """Return what can be chosen, as data for a form."""

    def choice_of(self, value: Any) -> str:
        """Return the text of the choice that a value belongs to: `reach-wins:N` for `reach-wins:500`."""
        return self.write(value)


# ---------------------------------------------------------------- one of several words


class OneOf(Form):
    """A flag (`yes`, `no`) or a member of an enum."""

    def __init__(self, kind: type[Enum] | type[bool], says: Mapping[Any, str], labels: Mapping[Any, str]) -> None:
        missing = set(kind if issubclass(kind, Enum) else (True, False)) - set(says)
        assert not missing, f"a sentence is missing for {missing}"
        self._type = kind
        self.kind = "flag" if kind is bool else "choice"
        self._choices = {
            value: Choice(text=self._word(value), sentence=sentence, label=labels.get(value, ""))
            for value, sentence in says.items()
        }
        self.allowed = ", ".join(choice.text for choice in self._choices.values())

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
        return self._choices[value].text

    def sentence(self, value: Any) -> str:
        return self._choices[value].sentence

    def data(self) -> Data:
        return {"choices": [choice.data() for choice in self._choices.values()]}


class DeckName(Form):
    """A deck, written as its name followed, if it is not built in, by the start of its digest."""

    kind = "choice"
    allowed = "the name of a deck"
    examples = BUILT_IN_DECKS

    def __init__(self, say: Callable[[Deck], str]) -> None:
        self._say = say

    def check(self, name: str, value: object) -> Deck:
        if not isinstance(value, Deck):
            raise RulesetError(f"{name} = {quoted(value)}: expected a Deck")
        return value

    def read(self, text: str) -> Deck:
        return find_deck(text)

    def write(self, value: Deck) -> str:
        return value.key

    def sentence(self, value: Deck) -> str:
        return self._say(value)

    def data(self) -> Data:
        decks = [find_deck(name) for name in BUILT_IN_DECKS]
        choices = [Choice(text=deck.name, label=f"{deck.size} cards", sentence=self._say(deck)) for deck in decks]
        return {"choices": [choice.data() for choice in choices]}


# ---------------------------------------------------------------- numbers


class Number(Form):
    """A whole number within bounds, or None if there is a word for it; some numbers may have special sentences."""

    def __init__(
        self,
        low: int,
        high: int,
        says: str,
        special: Mapping[int, str],
        none: Choice | None,
        examples: tuple[str, ...],
    ) -> None:
        self.kind = "number" if none is None else "choice"
        self._number = Choice(text="N", sentence=says, label="A number", bounds=(low, high), special=special)
        self._none = none
        self.examples = examples
        self.allowed = f"{low} to {high}" if none is None else f"{low} to {high}, {none.text}"

    def check(self, name: str, value: object) -> Any:
        if self._none is None or value is not None:
            assert self._number.bounds
            check_number(name, value, *self._number.bounds)
        return value

    def read(self, text: str) -> int | None:
        return None if self._none and text.replace("_", "-") == self._none.text else read_digits(text)

    def write(self, value: int | None) -> str:
        return self._none.text if value is None and self._none else str(value)

    def sentence(self, value: int | None) -> str:
        return self._none.sentence if value is None and self._none else self._number.said(value or 0)

    def data(self) -> Data:
        number = self._number.data()
        if self._none is None:
            return {key: number[key] for key in ("sentence", "number", "special") if key in number}
        return {"choices": [self._none.data(), number]}

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
        say: Callable[[Any], str] | None,
        examples: tuple[str, ...],
    ) -> None:
        self._record = record
        self._choices = choices
        self._none = none
        self._say = say
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

    def sentence(self, value: Any) -> str:
        if self._say is not None and value is not None:
            return self._say(value)
        number = re.search("[0-9]+", self.write(value))
        return self._choice(value).said(int(number[0]) if number else 0)

    def data(self) -> Data:
        return {"choices": [choice.data() for choice in self._choices]}

    def choice_of(self, value: Any) -> str:
        return self._choice(value).text


def _usage(choice: Choice) -> str:
    extras = f" followed by any of {', '.join(choice.extras)}, separated by commas" if choice.extras else ""
    return choice.text + extras


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part of a value of several parts: a number within bounds, or one of some words."""

    label: str
    bounds: tuple[int, int] | None = None
    words: Mapping[str, str] = field(default_factory=dict)

    def data(self) -> Data:
        """Return the part as data for a form."""
        if self.bounds:
            return {"label": self.label, "number": {"min": self.bounds[0], "max": self.bounds[1]}}
        return {"label": self.label, "choices": [{"value": text, "label": name} for text, name in self.words.items()]}


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
        say: Callable[[Any], str],
        examples: tuple[str, ...],
    ) -> None:
        self._parts = parts
        self._separator = separator
        self.allowed = allowed
        self._check, self._read, self._write, self._say = check, read, write, say
        self.examples = examples

    def check(self, name: str, value: object) -> Any:
        return self._check(name, value)

    def read(self, text: str) -> Any:
        return self._read(text)

    def write(self, value: Any) -> str:
        return self._write(value)

    def sentence(self, value: Any) -> str:
        return self._say(value)

    def data(self) -> Data:
        return {"separator": self._separator, "parts": [part.data() for part in self._parts]}


# ---------------------------------------------------------------- sets and tables


def _split(text: str) -> list[str]:
    return [] if text == NOTHING else text.split(",")


class AnyOf(Form):
    """Any members of an enum, or none."""

    kind = "set"

    def __init__(
        self, members: Mapping[Any, str], say: Callable[[frozenset[Any]], str], examples: tuple[str, ...]
    ) -> None:
        self._members = members
        self._enum: type[Enum] = type(next(iter(members)))
        self._say = say
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
        if not members <= self._members.keys():
            raise Unreadable
        return members

    def write(self, value: Iterable[Any]) -> str:
        return ",".join(map(word, sorted(value))) or NOTHING

    def sentence(self, value: frozenset[Any]) -> str:
        return self._say(value)

    def data(self) -> Data:
        members = [{"value": word(member), "label": label} for member, label in self._members.items()]
        return {"empty": NOTHING, "separator": ",", "members": members}


class Pairs(Form):
    """Pairs of a key and a value, each key at most once, or none."""

    kind = "table"

    def __init__(
        self,
        *,
        key: Form | None,  # None: any text
        cards: bool = False,  # whether the keys are cards or ranks of the deck
        value: Form,
        most: int,
        labels: tuple[str, str],
        say: Callable[[Any], str],
        examples: tuple[str, ...],
    ) -> None:
        self._key, self._value = key, value
        self._cards = cards
        self._most = most
        self._labels = labels
        self._say = say
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

    def sentence(self, value: Any) -> str:
        return self._say(value)

    def data(self) -> Data:
        keys, values = self._labels
        of_cards = {"cards": True} if self._cards else {}
        return {
            "empty": NOTHING,
            "separator": ",",
            "most": self._most,
            "keys": {"label": keys, **(self._key.data() if self._key else of_cards)},
            "values": {"label": values, **self._value.data()},
        }
