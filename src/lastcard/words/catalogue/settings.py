"""What a setting such as `batch=same-value:3` says, from its text alone.

`web/src/lib/words/rules.svelte.ts` says the same.  The parts of a sentence are whatever the text has: its first two
numbers are `n` and `m`, its members a list, and each of its words is `yes`.
"""

import re
from collections.abc import Mapping

from ..._util.grammar import capital
from . import Words
from .message import Part
from .names import card_or_rank

_NOTHING = "none"


def setting_says(words: Words, key: str, text: str, **more: Part) -> str:
    """Return the sentence of a setting, or an empty text if the catalogue has none."""
    for id in (f"{key}.say", f"{key}.says.{text}", f"{key}.says.{re.sub('[0-9]+', 'N', text)}"):
        if f"rule.{id}" in words:
            return capital(words.fill(f"rule.{id}", {**setting_parts(words, key, text), **more}))
    return ""


def setting_parts(words: Words, key: str, text: str) -> Mapping[str, Part]:
    """Return what the sentence of a setting can name."""
    items = [] if text == _NOTHING else text.split(",")
    numbers = [int(n) for n in re.findall(r"\b[0-9]+\b", text)]
    members = [name for name in (member_name(words, key, item) for item in items) if name]
    parts: dict[str, Part] = {**dict.fromkeys(items, "yes"), "members": members, "points": ()}
    if len(numbers) == 2 and numbers[0] == numbers[1]:
        parts["same"] = "yes"
    return {**parts, **dict(zip("nm", numbers, strict=False))}


def member_name(words: Words, key: str, item: str) -> str:
    """Return what one of several members of a value is called, or an empty text: 'numbers', 'red 5 scores 40'."""
    left, _, right = item.partition(":")
    if right:
        ids, parts = (
            (f"rule.{key}.pair.{right}", f"rule.{key}.pair"),
            {"key": card_or_rank(words, left), "value": right},
        )
    else:
        ids, parts = (f"rule.{key}.member.{item}", f"kind.{item.removeprefix('not-')}"), {}
    return next((words.fill(id, parts) for id in ids if id in words), "")
