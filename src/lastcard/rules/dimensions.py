"""All dimensions by name, and how their values are read, written and described."""

import re
from typing import Any

from .._util.bounds import quoted
from ..errors import RulesetError
from ..words.catalogue import Words, words
from ..words.catalogue.message import Part
from ..words.catalogue.names import colour_name
from ..words.catalogue.settings import setting_says
from .decks import Deck
from .declare import Dimension, dimensions_of
from .match_rules import MatchRules
from .opening_rules import OpeningRules
from .response_rules import ResponseRules
from .turn_rules import TurnRules
from .values import Unreadable, read_digits

DIMENSIONS: dict[str, Dimension] = {
    **dimensions_of(OpeningRules),
    **dimensions_of(TurnRules),
    **dimensions_of(ResponseRules),
    **dimensions_of(MatchRules),
}
KEYS: dict[str, str] = {name: dimension.key for name, dimension in DIMENSIONS.items()}
_NAMES = {key: name for name, key in KEYS.items()} | {name.replace("_", "-"): name for name in DIMENSIONS}


def dimension_of(key: str) -> str | None:
    """Return the name of the dimension with this key or name, or None."""
    return _NAMES.get(key.replace("_", "-"))


def dimension_id(name: str) -> str:
    """Return the number of a dimension, such as D03."""
    return DIMENSIONS[name].id


def sentence(name: str, value: Any, language: Words | None = None, **more: Part) -> str:
    """Return a sentence that says what a value of a dimension means."""
    language = language or words()
    said = setting_says(language, KEYS[name], write_value(name, value), **more)
    if not said and isinstance(value, Deck):  # one of the people's own
        colours = [colour_name(language, colour) for _, colour in value.colours]
        return language.say("rule.deck.own", n=value.size, colours=colours)
    return said


def write_value(name: str, value: Any) -> str:
    """Return a value as it is written in an id."""
    return DIMENSIONS[name].form.write(value)


def read_value(name: str, text: str) -> Any:
    """Return the value that is written like this in an id; raise RulesetError if there is none."""
    try:
        return DIMENSIONS[name].form.read(text)
    except Unreadable:
        raise RulesetError(f"{KEYS[name]}={_as_written(text)}: allowed: {DIMENSIONS[name].form.allowed}") from None


def read_number(key: str, text: str) -> int:
    """Return the number written after `key=`; raise RulesetError if it is not one."""
    try:
        return read_digits(text)
    except Unreadable:
        many = re.fullmatch("[0-9]{7,}", text)
        allowed = "at most six digits" if many else "a number"
        raise RulesetError(f"{key}={_as_written(text)}: allowed: {allowed}") from None


def _as_written(text: str) -> str:
    """Return what stands after `key=` as it was written if it is short and printable, otherwise in quotes."""
    return text if len(text) <= 60 and text.isprintable() else quoted(text)
