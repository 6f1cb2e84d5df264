"""Store the core's records for compiled code, as NumPy structured types.

Only compiled code reads these.  In the interpreter each access would be thirty times slower, and arithmetic on narrow
fields would overflow.  A table is converted when it passes from one to the other.
"""

from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..core.records import fields

T = TypeVar("T")

Stored = NDArray[np.void]  # records in a row

LINE = 64  # bytes of a cache line


@cache
def dtype_of(record: type) -> np.dtype[np.void]:
    """Return the NumPy type of a record.

    A short record takes one cache line, a longer one whole pairs of lines.  Processors fetch lines in pairs, so threads
    that work on neighbouring records must not write to the same pair.
    """
    size = np.dtype(list(fields(record)), align=True).itemsize
    block = LINE if size <= LINE else 2 * LINE
    padding = -size % block
    return np.dtype([*fields(record), *([("padding", "i1", (padding,))] if padding else [])], align=True)


def zeros(record: type, length: int) -> Stored:
    """Return a row of records, all zeros."""
    return np.zeros(length, dtype_of(record))


def stored(*plain: Any) -> Stored:
    """Return plain records, all of one class, as a row of stored ones."""
    row = zeros(type(plain[0]), len(plain))
    for place, one in enumerate(plain):
        for name in one._fields:
            row[name][place] = getattr(one, name)
    return row


def plain(one: np.void, record: type[T]) -> T:
    """Return a stored record as a plain one, sharing nothing with it."""
    made = record()
    for name in record._fields:  # type: ignore[attr-defined]  # every record has it
        setattr(made, name, one[name].tolist())
    return made


def first_difference(one: object, other: object, record: type) -> str | None:
    """Return the first field in which two records differ, stored or plain, or None if they are equal."""
    for name, _, _ in fields(record):
        if _value(one, name) != _value(other, name):
            return name
    return None


def _value(one: Any, name: str) -> Any:
    return one[name].tolist() if isinstance(one, np.void) else getattr(one, name)
