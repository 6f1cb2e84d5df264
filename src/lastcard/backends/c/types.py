"""The types of the core's style, as annotations give them, and how C names them."""

import typing
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, Union

from ...core.records import fields
from ...errors import LastCardError

STORAGE = {"i1": "int8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "f4": "float"}


class Refused(LastCardError):
    """A text that cannot be translated faithfully."""


class Scalar(NamedTuple):
    """A number, a truth value, or nothing."""

    c: str


class TupleOf(NamedTuple):
    """A tuple of numbers, all of one type."""

    item: Scalar
    length: int


class RecordType(NamedTuple):
    """A reference to a record."""

    record: type


class ListOf(NamedTuple):
    """A list of records, of numbers, or of rows of numbers, which carries its length, and how numbers are stored."""

    item: "RecordType | Scalar | ListOf"
    storage: str = "i8"


class Row(NamedTuple):
    """An array field of a record, or a row of it: the record, the field and the indices so far, as C."""

    record: type
    base: str
    field: str
    at: tuple[str, ...]
    shape: tuple[int, ...]  # of what is left to index


Type = Union[Scalar, TupleOf, RecordType, ListOf, Row]  # noqa: UP007  # ListOf is named before it is defined

INT, BOOL, FLOAT, VOID = Scalar("INT"), Scalar("BOOL"), Scalar("double"), Scalar("void")
INTS = ListOf(INT)


def type_of(hint: Any, longer: Mapping[type, type] | None = None) -> Type:
    """Return the type that an annotation stands for; `longer` has records that take the place of others."""
    scalars: dict[Any, Scalar] = {int: INT, bool: BOOL, float: FLOAT, None: VOID, type(None): VOID}
    if hint in scalars:
        return scalars[hint]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple and arguments in ((int,) * 2, (int,) * 3, (int,) * 4, (float,) * 2):
        return TupleOf(scalars[arguments[0]], len(arguments))
    if origin is Annotated and arguments[1] in STORAGE:
        return _stored(type_of(arguments[0], longer), arguments[1])
    if origin is list:
        item = type_of(arguments[0], longer)
        if item in (INT, INTS, FLOAT, ListOf(FLOAT)) or isinstance(item, RecordType):
            return ListOf(item)
    if hasattr(hint, "_fields"):
        return RecordType((longer or {}).get(hint, hint))
    raise Refused(f"the type {hint} has no counterpart in C")


def _stored(t: Type, storage: str) -> Type:
    """Return a type of numbers with another way of storing them."""
    if isinstance(t, ListOf):
        return ListOf(_stored(t.item, storage), storage)  # type: ignore[arg-type]  # lists stay lists
    return t


def c_name(t: Type) -> str:
    """Return the C type of a parameter, a local or a result."""
    match t:
        case Scalar():
            return "INT" if t == BOOL else t.c
        case TupleOf():
            return f"{'Floats' if t.item == FLOAT else 'Ints'}{t.length}"
        case RecordType():
            return f"{t.record.__name__} *"
        case ListOf(RecordType(record)):
            return f"{record.__name__}s"
        case ListOf(item, storage):
            return f"{'Table' if isinstance(item, ListOf) else 'Row'}{'' if storage == 'i8' else f'_{storage}'}"
    raise Refused("a row of a record cannot be passed on")


@cache
def fields_of(record: type) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return the storage type and the shape of each field of a record."""
    return {field: (storage, shape) for field, storage, shape in fields(record)}
