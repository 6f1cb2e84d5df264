"""A form for the value of one rule: lines in which numbers and words are chosen, made from the data of the rule.

This module draws nothing and knows no rules: what can be chosen comes from the declaration of the dimension, and
from the deck.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..._util.grammar import capital
from ...rules import Card, Deck
from ...rules.dimensions import DIMENSIONS
from ...words.speaker import card_name, rank_name

Data = dict[str, Any]
_STEPS = ((20, 1), (100, 5), (500, 50), (5000, 100), (100_000, 1000))  # below a number: by how much it changes
_USUAL = 3  # what a number is at first, if nothing else is usual

# ---------------------------------------------------------------- what is chosen in a line


@dataclass
class Number:
    """A number that is chosen in steps, or typed."""

    low: int
    high: int
    value: int
    _typing: bool = False

    @property
    def text(self) -> str:
        """The number as ids write it."""
        return str(self.value)

    def step(self, by: int) -> None:
        """Change it to the next number, up or down, that is a whole number of steps."""
        self._typing = False
        size = next(size for bound, size in _STEPS if self.value - (by < 0) < bound)
        steps = self.value // size + 1 if by > 0 else -(-self.value // size) - 1
        self.value = max(self.low, min(self.high, steps * size))

    def type(self, digit: str) -> None:
        """Add a digit to those typed before; start again if the number becomes too high."""
        longer = int(f"{self.value}{digit}") if self._typing else int(digit)
        self.value = longer if longer <= self.high else int(digit)
        self._typing = True

    def within(self, sentence: str) -> str:
        """Return a sentence in which N is this number, with arrows beside it."""
        shown = f"◀ {self.value} ▶"
        said, found = re.subn(rf"\b{self.value}\b", shown, with_number(sentence, self.value), count=1)
        return said if found else f"{said} {shown}"


@dataclass
class Word:
    """One of some words."""

    words: Sequence[tuple[str, str]]  # as ids write them, and as they are said
    place: int = 0

    @property
    def text(self) -> str:
        """The word as ids write it."""
        return self.words[self.place][0]

    def step(self, by: int) -> None:
        """Change it to the next word, or to the one before."""
        self.place = (self.place + by) % len(self.words)

    def type(self, digit: str) -> None:
        """Ignore a digit."""

    def within(self, sentence: str) -> str:
        """Return a sentence in which N is this word, with arrows beside it."""
        return sentence.replace("N", f"◀ {self.words[self.place][1]} ▶")


def with_number(sentence: str, n: int) -> str:
    """Replace N by a number: 'draws N cards' becomes 'draws 1 card'."""
    text = re.sub(r"\bN\b", str(n), sentence)
    text = re.sub(r"\b1 (card|point|round|turn)s\b", r"1 \1", text)
    return re.sub(r"\b0 cards\b", "no cards", text)


class Mark(Enum):
    """How a line counts: always, or if it is the chosen one of several, or if it is ticked."""

    ALWAYS = ("", "")
    CHOSEN = ("○ ", "◉ ")
    TICKED = ("[ ] ", "[✓] ")


@dataclass
class Line:
    """A line of a form."""

    value: str  # as ids write it, with N for what is chosen in the line
    sentence: str  # as it is said, with N too
    slot: Number | Word | None = None
    mark: Mark = Mark.ALWAYS
    on: bool = True
    special: dict[str, str] | None = None  # sentences for special numbers
    idle: str | None = None  # what is chosen in a line that adds nothing

    @property
    def text(self) -> str:
        """What the line adds to the value."""
        if self.slot is None:
            return self.value
        return "" if self.slot.text == self.idle else self.value.replace("N", self.slot.text)

    @property
    def marked(self) -> str:
        """The mark before the line."""
        return self.mark.value[self.on]

    @property
    def said(self) -> str:
        """The line in words, with arrows beside what is chosen in it."""
        if self.slot is None:
            return self.sentence
        return self.slot.within((self.special or {}).get(self.slot.text, self.sentence))


# ---------------------------------------------------------------- the form


class RuleForm:
    """The lines for a rule, which show its value at first; `text` is the value they show now, as ids write it."""

    def __init__(self, name: str, value: Any, deck: Deck) -> None:
        form = DIMENSIONS[name].form
        self._data: Data = DIMENSIONS[name].data()
        self._now = form.write(value)
        self._deck = deck
        self._kept: list[str] = []  # pairs that have no line
        lines, self._write = self._made(form.choice_of(value))
        self.lines = list(lines)

    @property
    def text(self) -> str:
        """The value as ids write it."""
        return self._write()

    @property
    def first(self) -> int:
        """The line to begin with: the one that is chosen."""
        return next((place for place, line in enumerate(self.lines) if line.mark is Mark.CHOSEN and line.on), 0)

    def _made(self, chosen: str) -> tuple[Iterator[Line], Callable[[], str]]:
        if "parts" in self._data:
            return self._parts(), lambda: self._data["separator"].join(line.text for line in self.lines)
        if "keys" in self._data:
            return self._pairs(), self._joined
        if "members" in self._data:
            return self._ticks(self._data["members"], self._now.split(self._data["separator"])), self._joined
        if "choices" in self._data:
            return self._choices(chosen), lambda: ",".join(line.text for line in self.lines if line.on)
        return iter([self._numbered("N", self._data, Mark.ALWAYS, on=True)]), lambda: self.lines[0].text

    def _joined(self) -> str:
        """Return what counts of a set or a table."""
        texts = [line.text for line in self.lines if line.on]
        return ",".join([*(text for text in texts if text), *self._kept]) or str(self._data["empty"])

    # ------------------------------------------------------------ its lines

    def _numbered(self, value: str, data: Data, mark: Mark, *, on: bool) -> Line:
        """Return a line with a number in it."""
        bounds = data["number"]
        digits = re.search("[0-9]+", self._now) if on else None
        start = int(digits[0]) if digits else min(bounds["max"], max(bounds["min"], bounds.get("usual", _USUAL)))
        slot = Number(bounds["min"], bounds["max"], start)
        return Line(value, data["sentence"], slot, mark, on, data.get("special"))

    def _choices(self, chosen: str) -> Iterator[Line]:
        for choice in self._data["choices"]:
            on = choice["value"] == chosen
            if "number" in choice:
                yield self._numbered(choice["value"], choice, Mark.CHOSEN, on=on)
            else:
                yield Line(choice["value"], choice["sentence"], None, Mark.CHOSEN, on)
            yield from self._ticks(choice.get("extras", ()), self._now.split(",")[1:])

    def _ticks(self, members: Sequence[Data], on: list[str]) -> Iterator[Line]:
        for member in members:
            yield Line(member["value"], member["label"], None, Mark.TICKED, member["value"] in on)

    def _parts(self) -> Iterator[Line]:
        for part, text in zip(self._data["parts"], self._now.split(self._data["separator"]), strict=True):
            if "number" in part:
                slot: Number | Word = Number(part["number"]["min"], part["number"]["max"], int(text))
            else:
                slot = _word([(choice["value"], choice["label"]) for choice in part["choices"]], text)
            yield Line("N", f"{part['label']}: N", slot)

    def _pairs(self) -> Iterator[Line]:
        """Yield a line for each number, or each rank, that the deck has."""
        given = dict(pair.split(":") for pair in self._now.split(",") if ":" in pair)
        data = self._data["values"]
        effects = [("", "does nothing"), *((c["value"], c["label"].lower()) for c in data.get("choices", ()))]
        for key, card in self._keys():
            if "number" in data:
                points = Number(data["number"]["min"], data["number"]["max"], int(given.pop(key, card.points)))
                yield Line(f"{key}:N", f"{self._named(card)}: N points", points, idle=str(card.points))
            else:
                yield Line(f"{key}:N", f"{key}: N", _word(effects, given.pop(key, "")), idle="")
        self._kept = [f"{key}:{value}" for key, value in given.items()]

    def _keys(self) -> Iterator[tuple[str, Card]]:
        """Yield what a pair may begin with, and a card of that kind: numbers, or all ranks and wilds."""
        only_numbers = "number" in self._data["keys"]
        seen = set()
        for card in self._deck.cards:
            key = card.text if card.wild else card.rank
            if key not in seen and not (only_numbers and card.number is None):
                seen.add(key)
                yield key, card

    def _named(self, card: Card) -> str:
        return card_name(self._deck, card) if card.wild else capital(rank_name(card))

    # ------------------------------------------------------------ what the person does

    def choose(self, place: int) -> None:
        """Choose a line, if only one of several counts; ticks belong to the line above them."""
        if self.lines[place].mark is Mark.CHOSEN:
            ticked = False
            for number, line in enumerate(self.lines):
                if line.mark is Mark.CHOSEN:
                    line.on = ticked = number == place
                elif not ticked:
                    line.on = False

    def toggle(self, place: int) -> None:
        """Tick a line, or not any more; with it the line that it belongs to is chosen."""
        line = self.lines[place]
        if line.mark is Mark.TICKED:
            line.on = not line.on
            above = [n for n, other in enumerate(self.lines[:place]) if other.mark is Mark.CHOSEN]
            if above and line.on:
                self.choose(above[-1])
        else:
            self.choose(place)

    def step(self, place: int, by: int) -> None:
        """Change what is chosen in a line."""
        if slot := self.lines[place].slot:
            slot.step(by)

    def type(self, place: int, digit: str) -> None:
        """Type a digit of the number in a line."""
        if slot := self.lines[place].slot:
            slot.type(digit)


def _word(words: Sequence[tuple[str, str]], text: str) -> Word:
    return Word(words, [value for value, _ in words].index(text))
