"""Where the lines of a journal are kept: `Keeper` says what is needed, and `FileKeeper` does it with a file."""

import os
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, Protocol, Self

from .._util.files import LARGEST, path_of, reason_of, sync_folder
from .._util.names import printable
from ..errors import LastCardError, RecordError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_BINARY = getattr(os, "O_BINARY", 0)  # keeps line ends as they are on Windows
_TRIES, _BETWEEN_TRIES = 5, 0.02  # seconds


class Keeper(Protocol):
    """Stores lines durably."""

    def append(self, lines: Sequence[str]) -> None:
        """Store lines, all or none; when this returns they survive a crash.  Raise `LastCardError` on failure."""


class FileKeeper:
    """Stores lines in a locked file, and syncs them before `append` returns.

    As a context manager it closes the file.  Only its owner can read a new file, as a journal holds all cards.
    """

    def __init__(self, path: Path, descriptor: int, *, new: bool) -> None:
        self.path = path
        self._new = new
        self._broken = False
        self._file = -1  # while the next line may still fail
        self._size = os.fstat(descriptor).st_size
        self._file = descriptor

    @classmethod
    def create(cls, path: str | Path) -> "FileKeeper":
        """Create and lock a new file; raise RecordError if the file exists."""
        path = path_of(path)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o600)
        except FileExistsError:
            raise RecordError(_taken(path)) from None
        except (OSError, ValueError) as error:  # the latter: a name with a NUL
            raise LastCardError(f"{printable(str(path))} cannot be created: {reason_of(error)}") from error
        try:
            with _own_errors(path, "created"):
                _hold(path, descriptor)
                sync_folder(path.parent)
                return cls(path, descriptor, new=True)
        except BaseException:
            os.close(descriptor)
            with suppress(OSError):
                path.unlink()
            raise

    @classmethod
    def reopen(cls, path: str | Path) -> "FileKeeper":
        """Lock an existing file to continue it; drop a last line that a crash left incomplete.

        A crash may also leave a file empty.  It holds no match to resume, but a new one can be recorded in it.
        """
        path = path_of(path)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND | _BINARY | getattr(os, "O_NONBLOCK", 0))
        except (OSError, ValueError) as error:
            raise RecordError(f"cannot read {printable(str(path))}: {reason_of(error)}") from error
        try:
            with _own_errors(path, "read"):
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise RecordError(f"{path} is not a journal: it is not a regular file")
                _hold(path, descriptor)
                data = _read_all(path, descriptor)
                whole = data.rfind(b"\n") + 1
                if whole < len(data):
                    os.ftruncate(descriptor, whole)
                return cls(path, descriptor, new=False)
        except BaseException:
            os.close(descriptor)
            raise

    def lines(self) -> list[str]:
        """Return the lines stored so far."""
        self._check_open()
        with _own_errors(self.path, "read"):
            return split_lines(_read_all(self.path, self._file))

    def append(self, lines: Sequence[str]) -> None:
        """Write and sync lines, or raise LastCardError and leave the file as it was."""
        self._check_open()
        if self._broken:
            raise LastCardError(f"an earlier write to {self.path} failed; resume the match from the file")
        data = _bytes_of(lines)
        if self._size + len(data) > LARGEST:
            raise LastCardError(f"{self.path} is full: a journal has at most {LARGEST:,} bytes")
        with _own_errors(self.path, "written"):
            found = os.fstat(self._file)
        if found.st_size != self._size or not found.st_nlink:
            raise LastCardError(f"{self.path} was deleted or changed; the last action was not carried out")
        try:
            rest = data
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            self._cut_off()
            lost = "the last action was not carried out" if self._size else "the match was not begun"
            raise LastCardError(f"{self.path} cannot be written: {error.strerror}; {lost}") from error
        except BaseException:  # a signal, say: the line was not acknowledged, so it must not stay
            self._cut_off()
            raise
        self._size += len(data)

    def _cut_off(self) -> None:
        """Cut the file back to its last complete line; if that fails, never write to it again."""
        try:
            os.ftruncate(self._file, self._size)
            os.fsync(self._file)
        except OSError:
            self._broken = True

    def _check_open(self) -> None:
        if self._file < 0:
            raise LastCardError(f"{self.path} is closed; reopen it")

    def __reduce__(self) -> NoReturn:
        raise LastCardError(f"{self.path} is an open file, which cannot be copied or pickled; reopen it elsewhere")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if self._file >= 0:
            os.close(self._file)

    def close(self) -> None:
        """Close and unlock the file; delete a new one in which nothing was stored."""
        unused = self._file >= 0 and self._new and not os.fstat(self._file).st_size
        self._release()
        if unused:
            with suppress(OSError):
                self.path.unlink()

    def _release(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def remove(self) -> None:
        """Close and delete the file."""
        self._release()  # first, since Windows does not delete an open file
        with _own_errors(self.path, "deleted"):
            self.path.unlink(missing_ok=True)


@contextmanager
def _own_errors(path: Path, done: str) -> Iterator[None]:
    """Raise LastCardError where the system refuses what is done with a file."""
    try:
        yield
    except OSError as error:
        raise LastCardError(f"{printable(str(path))} cannot be {done}: {reason_of(error)}") from error


def _bytes_of(lines: Sequence[str]) -> bytes:
    """Return lines as they are stored, or raise LastCardError."""
    if not isinstance(lines, list | tuple) or not all(isinstance(line, str) and "\n" not in line for line in lines):
        raise LastCardError("a journal stores a list of texts, each of one line")
    try:
        return "".join(f"{line}\n" for line in lines).encode()
    except UnicodeEncodeError as error:
        raise LastCardError(f"a line of a journal must be text in UTF-8: {error.reason}") from error


def _taken(path: Path) -> str:
    """Return why a new file cannot have this name."""
    if path.is_dir():
        return f"{path} is a folder; give the name of a file"
    if not path.exists():
        return f"{path} is a link to a file that does not exist; choose another name"
    return f"{path} already exists; resume it, or choose another name"


def _hold(path: Path, descriptor: int) -> None:
    """Lock a file against other programs; try several times, as one may just be checking the lock."""
    for attempt in range(_TRIES):
        try:
            _lock(descriptor)
            return
        except OSError:
            time.sleep(_BETWEEN_TRIES if attempt < _TRIES - 1 else 0)
    raise RecordError(f"{path} is in use by another program")


def _lock(descriptor: int) -> None:
    """Lock a file until it is closed, or raise OSError."""
    if sys.platform == "win32":  # locks a byte that is never used, since nobody else could read a locked one
        os.lseek(descriptor, LARGEST + 1, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _read_all(path: Path, descriptor: int) -> bytes:
    size = os.fstat(descriptor).st_size
    if size > LARGEST:
        raise RecordError(f"{path} is too large for a journal: more than {LARGEST:,} bytes")
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts: list[bytes] = []
    while size > 0 and (part := os.read(descriptor, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def split_lines(data: bytes) -> list[str]:
    """Return the complete lines of a journal; a last line without an end was cut by a crash and never shown."""
    lines = data.split(b"\n")[:-1]
    return [line.decode("utf-8", errors="replace") for line in lines]
