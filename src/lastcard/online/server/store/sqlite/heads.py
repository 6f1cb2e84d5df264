"""The heads of tables in a second place: a file beside the data, which shows when the data has lost something.

After each commit, and before anybody is told, the version and the digest of the last entry of each table are written
here, without a sync.  So this file never knows of more than was on disk, however the server ends; if the data is behind
it, the journal of the data was damaged or is gone.  The file is there while a server runs, and after a crash.
"""

import os
import sqlite3
import struct
import zlib
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from ..store import Lost

DIGEST_SIZE = 12  # bytes
SLOTS = 1 << 16  # tables whose heads fit; a table takes the slot of one that was made long before
CHANGES = 0  # the number, of no table, under which changes are counted that came without an entry
_MARK = b"lastcard heads 1"
_HEADER = struct.Struct("<16s48s")
_SLOT = struct.Struct("<QII12sI")  # table, version (high and low half), digest, checksum


class Head(NamedTuple):
    """The last version of a table, and the digest of all entries up to it."""

    v: int
    digest: bytes = bytes(DIGEST_SIZE)


def digest_after(
    before: bytes, v: int, at: int, guest: str, cmd: str, kind: str, format: int, data: bytes
) -> bytes:  # fmt: skip
    """Return the digest of the entries of a table up to one, from that of the entries before it."""
    text = f"{v} {at} {guest} {cmd} {kind} {format}\0".encode()
    return blake2b(b"".join((before, text, data)), digest_size=DIGEST_SIZE).digest()


class Heads:
    """The file, while a server writes it."""

    def __init__(self, path: Path, epoch: str) -> None:
        """Go on with the file of this epoch, or begin a new one; raise OSError if that is not possible."""
        self._path = path
        if read_heads(path, epoch) is None:
            with suppress(FileNotFoundError):
                path.unlink()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.pwrite(self._file, _HEADER.pack(_MARK, epoch.encode()), 0)

    def note(self, heads: Mapping[int, Head]) -> None:
        """Write the heads of some tables; where that is not possible, the file only knows less."""
        for table, (v, digest) in heads.items():
            data = _SLOT.pack(table, v >> 32, v & 0xFFFFFFFF, digest, 0)[:-4]
            with suppress(OSError):
                os.pwrite(self._file, data + zlib.crc32(data).to_bytes(4, "little"), _place(table))

    def sync(self) -> None:
        """Make sure that what was written survives a loss of power."""
        with suppress(OSError):
            os.fsync(self._file)

    def close(self, *, remove: bool) -> None:
        """Close the file; remove it once the data has been closed, too, and needs no journal."""
        os.close(self._file)
        if remove:
            with suppress(OSError):
                self._path.unlink()


def _place(table: int) -> int:
    return _HEADER.size + _SLOT.size * (table % SLOTS)


def read_heads(path: Path, epoch: str) -> dict[int, Head] | None:
    """Return the heads in a file; None if there is none, or if it is not of this epoch."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if data[: _HEADER.size] != _HEADER.pack(_MARK, epoch.encode()):
        return None
    found = {}
    for place in range(_HEADER.size, len(data) - _SLOT.size + 1, _SLOT.size):
        table, high, low, digest, check = _SLOT.unpack_from(data, place)
        if check and check == zlib.crc32(data[place : place + _SLOT.size - 4]):
            found[table] = Head(high << 32 | low, digest)
    return found


def lost_from(connection: sqlite3.Connection, heads: Mapping[int, Head]) -> list[Lost]:
    """Return what the data has lost of what these heads know.

    Tables that have ended may have been deleted, and of others all but the newest entries.
    """
    found = []
    (made,) = connection.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()
    for table, head in heads.items():
        if table == CHANGES:
            row = connection.execute("SELECT value FROM meta WHERE key = 'changes'").fetchone()
            left = int(row[0]) if row else 0
        else:
            row = connection.execute("SELECT ended FROM tables WHERE number = ?", (table,)).fetchone()
            if row == (1,) or (row is None and table <= made):
                continue
            left = _left(connection, table, head)
        if left < head.v:
            found.append(Lost(table, head.v, left))
    return found


def _left(connection: sqlite3.Connection, table: int, head: Head) -> int:
    """Return the last version of a table, or the last before a head if that version is another one now."""
    same = connection.execute("SELECT digest FROM entries WHERE tab = ? AND v = ?", (table, head.v)).fetchone()
    if same is not None and same[0] != head.digest:
        return head.v - 1
    (last,) = connection.execute("SELECT coalesce(max(v), 0) FROM entries WHERE tab = ?", (table,)).fetchone()
    return int(last)
