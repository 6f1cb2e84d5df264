"""All dimensions, their texts and their sentences."""

from typing import Any

from ..errors import RulesetError
from .declare import Dimension, dimensions_of
from .match_rules import MatchRules
from .opening_rules import OpeningRules
from .turn_rules import TurnRules
from .values import Unreadable, read_digits, shown

DIMENSIONS: dict[str, Dimension] = {
    **dimensions_of(OpeningRules),
    **dimensions_of(TurnRules),
    **dimensions_of(MatchRules),
}
KEYS: dict[str, str] = {name: dimension.key for name, dimension in DIMENSIONS.items()}
_NAMES = {key: name for name, key in KEYS.items()} | {name.replace("_", "-"): name for name in DIMENSIONS}


def dimension_of(key: str) -> str | None:
    """Return the name of the dimension that a word in an id stands for: its key or its name."""
    return _NAMES.get(key.replace("_", "-"))


def dimension_id(name: str) -> str:
    """Return the number of a dimension, such as D03."""
    return DIMENSIONS[name].id


def sentence(name: str, value: Any) -> str:
    """Say what a value of a dimension means."""
    return DIMENSIONS[name].form.sentence(value)


def write_value(name: str, value: Any) -> str:
    """Return the text of a value in an id."""
    return DIMENSIONS[name].form.write(value)


def read_value(name: str, text: str) -> Any:
    """Return the value with that text in an id."""
    try:
        return DIMENSIONS[name].form.read(text)
    except Unreadable:
        raise RulesetError(f"{KEYS[name]}={_cut(text)}: allowed: {DIMENSIONS[name].form.allowed}") from None


def read_number(key: str, text: str) -> int:
    """Return the number after `key=`."""
    try:
        return read_digits(text)
    except Unreadable:
        raise RulesetError(f"{key}={_cut(text)}: allowed: a number") from None


def _cut(text: str) -> str:
    return text if len(text) <= 60 and text.isprintable() else shown(text)
