"""Store the core's records for compiled code, as C lays them out.

Only compiled code reads these.  The interpreter works on plain records; a table is converted when it passes from one to
the other.
"""

import ctypes
from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import prod
from mmap import mmap
from struct import Struct, calcsize, error, pack_into, unpack_from
from typing import Any, Generic, NamedTuple, TypeVar

from ..core.records import Field, fields

T = TypeVar("T")

LINE = 64  # bytes of a cache line
MUCH = 1 << 20  # bytes
_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}  # as `struct` names them


class Layout(NamedTuple):
    """How a record lies in memory."""

    fields: tuple[Field, ...]
    packed: Struct
    padding: int  # bytes after the last field

    @property
    def size(self) -> int:
        """The bytes of a record, with its padding."""
        return self.packed.size

    def place(self, field: str) -> tuple[str, int]:
        """Return how `struct` names the type of a field, and where in the record it lies."""
        items = "@"
        for name, storage, shape in self.fields:
            if name == field:
                return _CODES[storage], calcsize(f"{items}0{_CODES[storage]}")
            items += f"{prod(shape)}{_CODES[storage]}"
        raise KeyError(field)


@cache
def layout_of(record: type) -> Layout:
    """Return the layout of a record: that of a C struct, padded.

    A short record takes one cache line, a longer one whole pairs of lines.  Processors fetch lines in pairs, so threads
    that work on neighbouring records must not write to the same pair.
    """
    declared = fields(record)
    items = "@" + "".join(f"{prod(shape)}{_CODES[storage]}" for _, storage, shape in declared)
    size = calcsize(items)
    padding = -size % (LINE if size <= LINE else 2 * LINE)
    return Layout(declared, Struct(f"{items}{padding}x"), padding)


def _zeroed(size: int) -> mmap | bytearray:
    try:
        return mmap(-1, size) if size > MUCH else bytearray(size)
    except OSError as error:
        raise MemoryError(f"there is no room for {size:,} bytes") from error


class Buffer:
    """Some zeroed memory for compiled code, aligned so that it shares no cache lines with anything else.

    Of much memory, the machine provides only the pages that are used.
    """

    def __init__(self, size: int) -> None:
        self._bytes = _zeroed(size + 2 * LINE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._bytes))
        self._offset = -start % (2 * LINE)
        self.address = start + self._offset
        self.view = memoryview(self._bytes)[self._offset : self._offset + size]


class Records(Generic[T]):
    """Stored records of one class in a row, all zeros at first."""

    width = 0

    def __init__(self, record: type[T], length: int) -> None:
        self.record, self.length = record, length
        self._fields, self._packed, _ = layout_of(record)  # type: ignore[arg-type]  # a class can be hashed
        self._memory = Buffer(self._packed.size * length)

    @property
    def address(self) -> int:
        """Where the first record lies."""
        return self._memory.address

    def put(self, place: int, plain: T) -> None:
        """Store a plain record; raise OverflowError if a number does not fit its field."""
        items = chain.from_iterable(_items(getattr(plain, name), shape) for name, _, shape in self._fields)
        try:
            self._packed.pack_into(self._memory.view, place * self._packed.size, *items)
        except error as problem:
            raise OverflowError(f"a number does not fit its field of a {self.record.__name__}: {problem}") from problem

    def get(self, place: int) -> T:
        """Return a stored record as a plain one, sharing nothing with it."""
        plain = self.record()
        items = self._packed.unpack_from(self._memory.view, place * self._packed.size)
        start = 0
        for name, _, shape in self._fields:
            end = start + prod(shape)
            setattr(plain, name, _shaped(items[start:end], shape))
            start = end
        return plain

    def put_field(self, place: int, name: str, value: int) -> None:
        """Store a single field, which must be a number."""
        code, offset = layout_of(self.record).place(name)  # type: ignore[arg-type]  # a class can be hashed
        pack_into(code, self._memory.view, place * self._packed.size + offset, value)

    def get_field(self, place: int, name: str) -> int:
        """Return a single field, which must be a number."""
        code, offset = layout_of(self.record).place(name)  # type: ignore[arg-type]  # a class can be hashed
        return int(unpack_from(code, self._memory.view, place * self._packed.size + offset)[0])

    def put_bytes(self, place: int, stored: "bytes") -> None:
        """Store a record given byte by byte."""
        size = self._packed.size
        self._memory.view[place * size : (place + 1) * size] = stored

    def bytes(self, place: int) -> "bytes":
        """Return a stored record byte by byte."""
        size = self._packed.size
        return bytes(self._memory.view[place * size : (place + 1) * size])


def _items(value: Any, shape: tuple[int, ...]) -> Sequence[int]:
    """Return the numbers of a field in a row."""
    if not shape:
        return (value,)
    for _ in shape[1:]:
        value = list(chain.from_iterable(value))
    return value  # type: ignore[no-any-return]  # a list of integers by now


def _shaped(items: Sequence[int], shape: tuple[int, ...]) -> Any:
    """Return numbers in a row as a field of this shape."""
    if len(shape) < 2:
        return list(items) if shape else items[0]
    step = prod(shape[1:])
    return [_shaped(items[start : start + step], shape[1:]) for start in range(0, len(items), step)]


def stored(*plain: T) -> Records[T]:
    """Return plain records, all of one class, as stored ones."""
    row = Records(type(plain[0]), len(plain))
    for place, one in enumerate(plain):
        row.put(place, one)
    return row


class Numbers:
    """Rows of 64-bit integers, all zeros at first; one row can be passed as a single list."""

    def __init__(self, length: int, width: int = 0) -> None:
        self.length, self.width = length, width
        self._memory = Buffer(8 * length * max(width, 1))

    @property
    def address(self) -> int:
        """Where the first number lies."""
        return self._memory.address

    @property
    def items(self) -> memoryview:
        """All numbers in a row."""
        return self._memory.view.cast("q")

    def rows(self) -> list[list[int]]:
        """Return the numbers row by row."""
        items = self.items.tolist()
        return [items[start : start + self.width] for start in range(0, len(items), self.width)]


def first_difference(one: object, other: object, record: type) -> str | None:
    """Return the first field in which two plain records differ, or None if they are equal."""
    return next((name for name, _, _ in fields(record) if getattr(one, name) != getattr(other, name)), None)
