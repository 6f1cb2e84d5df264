"""JSON forms of values: one strict check for data from outside, based on the fields of a dataclass.

Cards and faces are written as their text, a set of seats as a list.  A value that does not fit its field raises a
`NotationError` that says where.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from .._util.bounds import TOTAL, quoted
from ..errors import NotationError
from ..notation import parse_card, parse_face
from ..rules import Ruleset
from ..rules.decks import Card
from .values import Action, Face, Values, values_of

T = TypeVar("T")

MOST_ITEMS = 1_000  # of one list


def encode(value: Any) -> Any:
    """Return a value of a field as JSON data."""
    if isinstance(value, Card | Face | Action):
        return value.text
    if isinstance(value, Enum):
        return value.name.lower().replace("_", "-")
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return encode_fields(value)
    return value


def encode_fields(value: Any) -> dict[str, Any]:
    """Return the public fields of a dataclass as JSON data, each as `encode` writes it."""
    kind = type(value)
    encoder = _encoders.get(kind)
    if encoder is None:
        encoder = _encoders[kind] = _encoder_of(kind)
    return encoder(value)


_encoders: dict[type, Callable[[Any], dict[str, Any]]] = {}


def _encoder_of(kind: type) -> Callable[[Any], dict[str, Any]]:
    """Write a function that encodes the fields of a dataclass by their types: servers encode one for every push."""
    names: dict[str, Any] = {"encode": encode, "encode_fields": encode_fields}
    parts = [f"{name!r}: {_expression(hint, f'value.{name}', names)}" for name, hint in _hints(kind).items()]
    encoder: Callable[[Any], dict[str, Any]] = eval(f"lambda value: {{{', '.join(parts)}}}", names)
    return encoder


def _expression(hint: Any, value: str, names: dict[str, Any]) -> str:
    """Return the text of an expression that encodes a value of a type, and add what it needs to `names`."""
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        inner = _expression(kinds[0], value, names) if len(kinds) == 1 else f"encode({value})"
        return inner if inner == value else f"None if {value} is None else {inner}"
    if get_origin(hint) is tuple:
        inner = _expression(get_args(hint)[0], "item", names)
        return f"list({value})" if inner == "item" else f"[{inner} for item in {value}]"
    if hint is bool or hint is int or hint is str:
        return value
    if hint is Card or hint is Face or hint is Action:
        return f"{value}.text"
    if isinstance(hint, type) and issubclass(hint, Enum):
        names[hint.__name__] = {member: encode(member) for member in hint}
        return f"{hint.__name__}[{value}]"
    if is_dataclass(hint):
        return f"encode_fields({value})"
    return f"encode({value})"


def decode_fields(kind: type[T], data: Any, values: Values, **given: Any) -> T:
    """Make a dataclass from JSON data and given fields; raise NotationError for unknown, missing or wrong fields."""
    if not isinstance(data, Mapping):
        raise NotationError(f"{kind.__name__}: expected an object, not {type(data).__name__}")
    hints = {name: hint for name, hint in _hints(kind).items() if name not in given}
    if unknown := [key for key in data if key not in hints]:
        raise NotationError(f"{kind.__name__} has no field {quoted(unknown[0])}; it has {', '.join(hints)}")
    required = {one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING}  # type: ignore[arg-type]  # every kind is a dataclass
    if missing := sorted(required.intersection(hints) - data.keys()):
        raise NotationError(f"{kind.__name__} needs {missing[0]!r}")
    made = {key: _decode(hints[key], value, values, f"{kind.__name__}.{key}") for key, value in data.items()}
    return kind(**made, **given)


class Data:
    """Give a dataclass its JSON form."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the value as JSON data."""
        return encode_fields(self)

    @classmethod
    def from_dict(cls, data: Any, rules: Ruleset | str) -> Self:
        """Read what `to_dict` wrote, for the same rules."""
        return decode_fields(cls, data, values_of(rules))


def _hints(kind: type) -> dict[str, Any]:
    """Return the public fields of a dataclass and their types, looked up once."""
    if kind not in _known_hints:
        hints = get_type_hints(kind)
        names = (field.name for field in fields(kind) if not field.name.startswith("_"))
        _known_hints[kind] = {name: hints[name] for name in names}
    return _known_hints[kind]


_known_hints: dict[type, dict[str, Any]] = {}


def _decode(hint: Any, data: Any, values: Values, place: str) -> Any:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        if data is None and NoneType in get_args(hint):
            return None
        (inner,) = (kind for kind in get_args(hint) if kind is not NoneType)
        return _decode(inner, data, values, place)
    if origin is tuple:
        return _decode_items(hint, data, values, place)
    if hint is bool or hint is int or hint is str:
        return _plain(hint, data, place)
    if hint is Card:
        return values.cards[parse_card(values.deck, _plain(str, data, place))]
    if hint is Face:
        return values.face(parse_face(values.deck, _plain(str, data, place)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint, data, place)
    return decode_fields(hint, data, values)


def _decode_items(hint: Any, data: Any, values: Values, place: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple) or len(data) > MOST_ITEMS:
        raise NotationError(f"{place}: expected a list of at most {MOST_ITEMS} items")
    return tuple(_decode(get_args(hint)[0], item, values, place) for item in data)


def _plain(kind: Any, data: Any, place: str) -> Any:
    if type(data) is not kind:
        raise NotationError(f"{place}: expected {kind.__name__}, not {type(data).__name__}")
    if kind is int and not -TOTAL <= data <= TOTAL:
        raise NotationError(f"{place}: the number is too large")
    return data


def _member(kind: type[Enum], data: Any, place: str) -> Any:
    for member in kind:
        if encode(member) == data:
            return member
    raise NotationError(f"{place}: expected one of {', '.join(encode(member) for member in kind)}")
