"""JSON forms of values: one strict check for data from outside, based on the fields of a dataclass.

Cards and faces are written as their text, a set of seats as a list.  A value that does not fit its field raises a
`NotationError` that says where.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, reduce
from operator import attrgetter, or_
from types import NoneType, UnionType
from typing import Annotated, Any, Self, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from msgspec import Struct, defstruct

from .._util.bounds import TOTAL, quoted
from .._util.strict import Shape, at_most, kind_of, read, whole
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
    """Return a function that encodes the fields of a dataclass by their types, which are looked at once."""
    names = tuple(_hints(kind))
    changes = [(name, change) for name, hint in _hints(kind).items() if (change := _change_of(hint)) is not None]

    def encoder(value: Any) -> dict[str, Any]:
        data = {name: getattr(value, name) for name in names}
        for name, change in changes:
            if (part := data[name]) is not None:
                data[name] = change(part)
        return data

    return encoder


def _change_of(hint: Any) -> Callable[[Any], Any] | None:
    """Return a function that encodes values of a type, but for None; no function if they are JSON data already."""
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        return _change_of(kinds[0]) if len(kinds) == 1 else encode
    if get_origin(hint) is tuple:
        kind = get_args(hint)[0]
        change = encode if get_origin(kind) in (Union, UnionType) else _change_of(kind)
        return list if change is None else lambda items: list(map(change, items))
    if hint is bool or hint is int or hint is str:
        return None
    if hint is Card or hint is Face or hint is Action:
        return attrgetter("text")
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {member: encode(member) for member in hint}.__getitem__
    return encode_fields if is_dataclass(hint) else encode


def decode_fields(kind: type[T], data: Any, values: Values, **given: Any) -> T:
    """Make a dataclass from JSON data and given fields; raise NotationError for unknown, missing or wrong fields."""
    return _decoded(kind, data, values, kind.__name__, given)


def _decoded(kind: type[T], data: Any, values: Values, what: str, given: dict[str, Any]) -> T:
    shape = _shape_of(cast(Any, kind), tuple(given))
    table = read(shape, data, what, hook=lambda form, part: form(form.read(part, values)))
    return kind(**{name: _value(getattr(table, name)) for name in shape.__struct_fields__}, **given)


class _Form:
    """A value that is not JSON data itself, read from what is; each type of them has a class of its own."""

    read: Callable[[Any, Values], Any]

    def __init__(self, value: Any) -> None:
        self.value = value


def _form(name: str, read: Callable[[Any, Values], Any]) -> type[_Form]:
    return type(name, (_Form,), {"read": staticmethod(read)})


def _value(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(map(_value, part))
    return part.value if isinstance(part, _Form) else part


@cache
def _shape_of(kind: Any, given: tuple[str, ...] = ()) -> type[Struct]:
    """Return the shape of the JSON data of a dataclass, without the fields that are given."""
    hints = {name: hint for name, hint in _hints(kind).items() if name not in given}
    defaults = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    lines = [(name, _shape(hint), *([defaults[name]] if name in defaults else [])) for name, hint in hints.items()]
    return defstruct(kind.__name__, lines, bases=(Shape,), kw_only=True)


@cache
def _shape(hint: Any) -> Any:
    """Return the type that JSON data of a field must have."""
    if get_origin(hint) in (Union, UnionType):
        return reduce(or_, map(_shape, get_args(hint)))
    if get_origin(hint) is tuple:
        return Annotated[tuple[_shape(get_args(hint)[0]), ...], at_most(MOST_ITEMS)]  # type: ignore[misc]  # made here
    if hint is int:
        return Annotated[int, whole(-TOTAL, TOTAL)]
    if hint is bool or hint is str or hint is NoneType:
        return hint
    if hint is Card:
        return _form("Card", lambda data, values: values.cards[parse_card(values.deck, _text(data))])
    if hint is Face:
        return _form("Face", lambda data, values: values.face(parse_face(values.deck, _text(data))))
    if issubclass(hint, Enum):
        return _form(hint.__name__, lambda data, values: _member(hint, data))
    return _form(hint.__name__, lambda data, values: _decoded(hint, data, values, "", {}))


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise NotationError(f"expected a text, not {kind_of(data)}")
    return data


def _member(kind: type[Enum], data: Any) -> Any:
    for member in kind:
        if encode(member) == data:
            return member
    raise NotationError(f"expected one of {', '.join(encode(member) for member in kind)}, not {quoted(data)}")


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
