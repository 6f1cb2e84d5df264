"""Messages: texts with parts, in a small part of ICU MessageFormat.  `web/src/lib/words/message.ts` reads the same.

{card}                                       a part as it is
{seat, select, you {you have} other {…}}     one of several texts; `you` is the listener
{n, plural, =0 {none} one {1} other {#}}     one of several texts by a number, which is `#` in them
{owed, cards}                                a number with what it counts: the message `count.cards`
{axes, or}                                   a list with a word before the last: the message `list.or`
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Part = str | int | Sequence[str | None] | None  # None is the listener; of a sequence, a list is made


class Slot(NamedTuple):
    """A place in a message where a part goes."""

    name: str
    style: str = ""
    cases: Mapping[str, "Message"] = {}


Message = tuple[str | Slot, ...]

_WORDS = re.compile(r"\s*(?:(\w[\w-]*)\s*(?:,\s*([\w-]+)\s*)?)")
_CASE = re.compile(r"[\s,]*([\w=+:-]+)\s*\{")
_PLAIN = re.compile(r"[^{}]*")


def read(text: str) -> Message:
    """Return the message that a text writes; raise ValueError if it is not one."""
    nodes, end = _read(text, 0)
    if end != len(text):
        raise ValueError(f"{text!r}: '}}' at {end} without '{{'")
    return nodes


def _read(text: str, start: int) -> tuple[Message, int]:
    """Read to the end of a text, or to the brace that closes it, and return where that is."""
    nodes: list[str | Slot] = []
    at = start
    while True:
        plain = _PLAIN.match(text, at)
        assert plain
        if plain[0]:
            nodes.append(plain[0])
        at = plain.end()
        if at == len(text) or text[at] == "}":
            return tuple(nodes), at
        slot, at = _read_slot(text, at + 1)
        nodes.append(slot)


def _read_slot(text: str, start: int) -> tuple[Slot, int]:
    words = _WORDS.match(text, start)
    if words is None:
        raise ValueError(f"{text!r}: a name is expected at {start}")
    at, cases = words.end(), {}
    while case := _CASE.match(text, at):
        cases[case[1]], at = _read(text, case.end())
        at += 1
    at += len(text[at:]) - len(text[at:].lstrip())
    if text[at : at + 1] != "}":
        raise ValueError(f"{text!r}: '}}' is expected at {at}")
    return Slot(words[1], words[2] or "", cases), at + 1


def slots(message: Message) -> set[tuple[str, str]]:
    """Return the parts that a message uses, each with its style."""
    found: set[tuple[str, str]] = set()
    for node in message:
        if isinstance(node, Slot):
            found |= {(node.name, node.style)}.union(*map(slots, node.cases.values()))
    return found
