"""The catalogue: what the program says, by ids, in every language.

A language is a folder beside this file; its name, its plurals and what else it needs are in its `language.json`, its
texts in the other files.  `message` says how texts are written.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .message import Message, Part, Slot, read
from .plurals import plural_of

FOLDER = Path(__file__).parent
ENGLISH = "en"  # what is said if a language is not known, and what developers read in errors
YOU = None  # a part of a message that is the person who reads it


@cache
def languages() -> dict[str, str]:
    """Return the names of all languages, by their codes; English comes first."""
    folders = sorted(FOLDER.glob("*/language.json"), key=lambda file: (file.parent.name != ENGLISH, file))
    return {file.parent.name: _load(file)["name"] for file in folders}


@cache
def words(language: str = ENGLISH) -> "Words":
    """Return what is said in a language; in English if the language is not known."""
    return Words(language if language in languages() else ENGLISH)


def _load(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data


class Words:
    """The texts of a language."""

    def __init__(self, language: str) -> None:
        about, *files = (FOLDER / language / name for name in ("language.json", *sorted(_files(language))))
        self.language = language
        self._about = _load(about)
        self.texts: Mapping[str, str] = MappingProxyType(
            {id: text for file in files for id, text in _load(file).items()}
        )
        self._messages: dict[str, Message] = {}

    def __contains__(self, id: str) -> bool:
        return id in self.texts

    def say(self, id: str, /, **parts: Part) -> str:
        """Return the text with this id, its parts filled in."""
        return self.fill(id, parts)

    def fill(self, id: str, parts: Mapping[str, Part]) -> str:
        """Return the text with this id, its parts filled in."""
        message = self._messages.get(id)
        if message is None:
            message = self._messages[id] = read(self.texts[id])
        return self._told(message, parts, "")

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        """Join words into a list: 'a, b and c'."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self._joiner(self.texts[f'list.{last}'], items[-1])} {items[-1]}"

    def _joiner(self, word: str, following: str) -> str:
        """Return the word before the last of a list, which in Spanish changes before the same sound."""
        instead, sound = self._about["before"].get(word, (word, "$^"))
        return instead if re.search(sound, following, re.IGNORECASE) else word

    def inside(self, sentence: str) -> str:
        """Return a sentence for use inside another one."""
        begins_a_word = sentence[1:2] == " " or sentence[1:2].islower()
        lowers = self._about["inside"] == "lower" and begins_a_word
        return (sentence[0].lower() + sentence[1:] if lowers else sentence).removesuffix(".")

    # ------------------------------------------------------------ filling in

    def _told(self, message: Message, parts: Mapping[str, Part], number: str) -> str:
        """Return a message in words; `number` is what # stands for, if it is in a plural."""
        return "".join(
            self._filled(node, parts, number) if isinstance(node, Slot) else _numbered(node, number) for node in message
        )

    def _filled(self, slot: Slot, parts: Mapping[str, Part], number: str) -> str:
        part = parts.get(slot.name, "")
        match slot.style:
            case "":
                return self.texts["you"] if part is YOU else str(part)
            case "select":
                return self._told(slot.cases.get(_choice(part), slot.cases["other"]), parts, number)
            case "plural":
                exact = slot.cases.get(f"={part}")
                form = plural_of(part, self._about["plural"]) if isinstance(part, int) else "other"
                return self._told(exact or slot.cases.get(form, slot.cases["other"]), parts, str(part))
            case "and" | "or" | "nor":
                assert isinstance(part, Sequence)
                return self.listed([self.texts["you"] if item is YOU else item for item in part], slot.style)
        return self.say(f"count.{slot.style}", n=part)


def _numbered(text: str, number: str) -> str:
    return text.replace("#", number) if number else text


def _choice(part: Part) -> str:
    """Return the case that a part chooses: a list that is empty chooses `none`."""
    if part is YOU:
        return "you"
    return str(part) if isinstance(part, str | int) else "some" if part else "none"


def _files(language: str) -> list[str]:
    return [file.name for file in (FOLDER / language).glob("*.json") if file.name != "language.json"]
