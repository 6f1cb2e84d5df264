"""The one strict reader of data from outside: what a JSON or TOML text holds, as values of a known shape.

A shape is a class with a line for each field: its type and its bounds.  `read` returns a value of the shape, or raises
one of our errors, which says where the data is wrong, what was expected there and what was found.  msgspec does the
reading.  Data that it refuses is searched again for the part at fault, so that the error can be in our own words.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from ..errors import LastCardError, NotationError, did_you_mean
from .bounds import cut, quoted

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]

# Files.
TEXT_SIZE = 1 << 20  # bytes
TEXT_LINE = 12_000  # characters
DEPTH = 50  # of lists and tables in each other
_KEY_DEPTH = 8
_DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"]*+"|'[^']*+')[ \t]*+\.[ \t]*+){{{_KEY_DEPTH}}}""")
_MOST_KNOWN = 12  # keys that an error lists
_NO_LIMIT = Meta()


class Shape(Struct, forbid_unknown_fields=True):
    """A table of data from outside: a field for each key, and no other keys."""


# ---------------------------------------------------------------- bounds, for Annotated[type, ...]


def whole(low: int, high: int) -> Meta:
    """Return the bounds of a whole number."""
    return Meta(ge=low, le=high)


def at_most(length: int, least: int | None = None) -> Meta:
    """Return the bounds of the length of a text, list or table."""
    return Meta(min_length=least, max_length=length)


def written(pattern: str, wanted: str) -> Meta:
    """Return the pattern that a whole text must match; errors say what is `wanted`."""
    return Meta(pattern=rf"\A(?:{pattern})\Z", description=wanted)


def one_of(words: Iterable[str]) -> Meta:
    """Return the pattern of texts that are one of some words."""
    listed = [str(word) for word in words]
    return written("|".join(map(re.escape, listed)), f"one of {', '.join(map(repr, listed))}")


# ---------------------------------------------------------------- texts


def read_json(text: str | bytes, what: str, error: type[LastCardError] = NotationError) -> Any:
    """Return the data of a JSON text; raise the error, which begins with `what`, if it is none or is too deep."""
    try:
        data = msgspec.json.decode(text)
    except (ValueError, RecursionError):  # the former also for a text that is not Unicode
        raise error(f"{what}: not JSON, or nested too deeply") from None
    _check_depth(data, what, error)
    return data


def read_toml(data: bytes, what: str) -> dict[str, Any]:
    """Return the tables of a TOML file, or raise a NotationError that begins with `what`."""
    if len(data) > TEXT_SIZE:
        raise NotationError(f"{what}: larger than {TEXT_SIZE:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{what}: not text in UTF-8: {error.reason} at byte {error.start}") from None
    return parse_toml(text, what, TEXT_LINE)


def parse_toml(text: str, what: str, longest: int) -> dict[str, Any]:
    """Return the tables of a TOML text, or raise a NotationError that begins with `what`.

    Lines longer than `longest` and keys of many parts are refused because the parser would take quadratic time.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > longest:
            raise NotationError(f"{what}:{number}: the line is too long; at most {longest:,} characters are allowed")
        if _DEEP_KEY.search(line):
            raise NotationError(f"{what}:{number}: a key may have at most {_KEY_DEPTH} parts: {quoted(line)}")
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise NotationError(f"{what}: nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        raise NotationError(f"{what}: not TOML: {cut(str(error), 200)}") from None
    _check_depth(tables, what, NotationError)
    return tables


def _check_depth(data: Any, what: str, error: type[LastCardError]) -> None:
    """Raise the error for data that is too deep for whoever walks through it."""
    level = [data]
    for _ in range(DEPTH):
        level = [part for item in level for part in _inside(item)]
        if not level:
            return
    raise error(f"{what}: nested too deeply; at most {DEPTH} levels are allowed")


def _inside(data: Any) -> Iterator[Any]:
    """Yield the lists and tables in a list or table."""
    items: Iterable[Any] = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return (item for item in items if isinstance(item, dict | list))


# ---------------------------------------------------------------- values


def kind_of(value: Any) -> str:
    """Say what a value is, without telling what it holds: that may be cards."""
    if isinstance(value, str):
        return f"a text of {len(value):,} characters"
    if isinstance(value, list | tuple):
        return f"a list of {len(value):,}"
    return "a table" if isinstance(value, dict) else quoted(value)


def read(
    shape: type[T],
    data: object,
    what: str = "",
    *,
    error: type[LastCardError] = NotationError,
    show: Callable[[Any], str] = quoted,
    hook: Hook | None = None,
) -> T:
    """Return data as a value of a shape; raise the error, which begins with `what`, if it does not fit.

    `show` says what was found instead: `quoted`, or `kind_of` for data that may be secret.  `hook` reads values of
    types of ours, given the type and the data; it refuses them with a LastCardError.
    """
    try:
        return msgspec.convert(data, shape, dec_hook=hook)
    except (ValueError, RecursionError):
        told = _Search(show, hook).fault(shape, data)
    raise error(_at(what, told))


@dataclass(frozen=True)
class _Search:
    """Looks for the first part of some data that does not fit its type, and says what is wrong with it."""

    show: Callable[[Any], str]
    hook: Hook | None

    def fault(self, hint: Any, data: Any, around: str = "", name: str = "") -> str:
        """Return what is wrong with data that does not fit, with its name and that of the tables around it."""
        kind = _kind(hint, data)
        here = _at(around, name)
        if _is_struct(kind) and isinstance(data, Mapping):
            known = {one.encode_name: one for one in msgspec.structs.fields(kind)}
            for key, part in data.items():
                if key not in known and kind.__struct_config__.forbid_unknown_fields:
                    return _at(here, _unknown(key, known))
                if key in known and self._refusal(known[key].type, part):
                    return self.fault(known[key].type, part, here, key)
            for key, field in known.items():
                if field.required and key not in data:
                    return _at(here, f"{key} is missing: expected {_wanted(field.type)}")
        for key, inner, part in _items(kind, data):
            if self._refusal(inner, part):
                return self.fault(inner, part, around, f"{name} {key}" if name else key)
        refusal = self._refusal(hint, data)
        if refusal and isinstance(refusal.__cause__, LastCardError):  # of the hook
            return _at(here, str(refusal.__cause__))
        equals = f"{here} = " if name else ""
        return f"{equals}{self.show(data)}: expected {_wanted(hint)}"

    def _refusal(self, hint: Any, data: Any) -> Exception | None:
        try:
            msgspec.convert(data, hint, dec_hook=self.hook)
        except (ValueError, RecursionError) as error:
            return error
        return None


def _at(place: str, text: str) -> str:
    return f"{place}: {text}" if place else text


def _unknown(key: object, known: Collection[str]) -> str:
    """Say that a table has a key too many."""
    expected = f"; expected one of {', '.join(known)}" if len(known) <= _MOST_KNOWN else ""
    return f"unknown key {quoted(key)}{did_you_mean(str(key)[:40], known)}{expected}"


def _items(kind: Any, data: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield each item of a list, and each key and value of a table without fields, with its name and its type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (list, tuple) and isinstance(data, list | tuple):
        kinds = repeat(arguments[0]) if origin is list or arguments[-1] is Ellipsis else arguments
        yield from (
            (str(number), inner, item) for number, (inner, item) in enumerate(zip(kinds, data, strict=False), 1)
        )
    elif origin is dict and isinstance(data, Mapping):
        for key, item in data.items():
            yield "key", arguments[0], key
            yield quoted(key), arguments[1], item


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _is_table(kind: Any) -> bool:
    return _is_struct(kind) or get_origin(kind) is dict


def _kind(hint: Any, data: Any) -> Any:
    """Return a type without its bounds; of several, the one that some data is meant to be."""
    if get_origin(hint) is Annotated:
        return _kind(get_args(hint)[0], data)
    if get_origin(hint) not in (Union, UnionType):
        return hint
    kinds = [_kind(arm, data) for arm in get_args(hint) if arm is not NoneType]
    return next((kind for kind in kinds if _is_table(kind) == isinstance(data, Mapping)), kinds[0])


def _wanted(hint: Any, limit: Meta = _NO_LIMIT) -> str:
    """Say in words what a type allows."""
    origin, arguments = get_origin(hint), get_args(hint)
    if limit.description:
        return limit.description
    if origin is Annotated:
        return _wanted(*arguments)
    if origin in (Union, UnionType):
        return " or ".join(_wanted(arm) for arm in arguments if arm is not NoneType)
    if origin is Literal:
        words = ", ".join(map(repr, arguments))
        return words if len(arguments) == 1 else f"one of {words}"
    if hint is int:
        return "a number" if limit.ge is None else f"a number from {limit.ge} to {limit.le}"
    if hint is str:
        return "a text" if limit.max_length is None else f"a text of at most {limit.max_length} characters"
    if origin in (list, tuple):
        return f"a list{_length(limit)}"
    if hint is Any or _is_table(hint):
        return f"a table{_length(limit)}"
    return {bool: "true or false", float: "a number"}.get(hint, f"a {hint.__name__.lower()}")


def _length(limit: Meta) -> str:
    """Say in words how long a list or table may be."""
    if limit.max_length is None:
        return ""
    return f" of {limit.min_length} to {limit.max_length}" if limit.min_length else f" of at most {limit.max_length}"


# ---------------------------------------------------------------- the same data


def check_fields(what: str, data: dict[Any, Any], written: dict[str, Any]) -> None:
    """Raise NotationError for a field of JSON data that the value, as it is `written`, lacks or has otherwise."""
    for key, value in data.items():
        if key not in written:
            raise NotationError(f"{what} has no field {quoted(key)}")
        if not _is_same(value, written[key]):
            raise NotationError(f"the field {key!r} of {what} must be {written[key]!r}")


def _is_same(value: Any, wanted: Any) -> bool:
    """Return whether two values are the same JSON data: for Python, 1 and true are equal."""
    if isinstance(value, list) and isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(_is_same, value, wanted))
    if isinstance(value, dict) and isinstance(wanted, dict):
        return value.keys() == wanted.keys() and all(_is_same(value[key], wanted[key]) for key in wanted)
    return type(value) is type(wanted) and bool(value == wanted)
