"""The records of the core as compiled code stores them: NumPy structured types.

Compiled code reads these, the interpreter never: each access would be thirty times slower, and arithmetic on narrow
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
    """The NumPy type of a record.

    One that fits takes a cache line, a longer one whole pairs of lines, because processors fetch these together:
    threads that work on neighbouring records must not write to the same pair.
    """
    size = np.dtype(list(fields(record)), align=True).itemsize
    block = LINE if size <= LINE else 2 * LINE
    padding = -size % block
    return np.dtype([*fields(record), *([("padding", "i1", (padding,))] if padding else [])], align=True)


def zeros(record: type, length: int) -> Stored:
    """A row of records, all zeros."""
    return np.zeros(length, dtype_of(record))


def stored(*plain: Any) -> Stored:
    """Plain records, all of one class, as a row of stored ones."""
    row = zeros(type(plain[0]), len(plain))
    for place, one in enumerate(plain):
        for name in one._fields:
            row[name][place] = getattr(one, name)
    return row


def plain(one: np.void, record: type[T]) -> T:
    """A stored record as the interpreter's, sharing nothing with it."""
    made = record()
    for name in record._fields:  # type: ignore[attr-defined]  # every record has it
        setattr(made, name, one[name].tolist())
    return made


def first_difference(one: object, other: object, record: type) -> str | None:
    """The first field in which two records differ, stored or plain; None when they are equal."""
    for name, _, _ in fields(record):
        if _value(one, name) != _value(other, name):
            return name
    return None


def _value(one: Any, name: str) -> Any:
    return one[name].tolist() if isinstance(one, np.void) else getattr(one, name)
