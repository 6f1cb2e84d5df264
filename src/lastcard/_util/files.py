"""Small files: written completely or not at all, and read within bounds.

A new version is written to a temporary file beside the old one, synced, and only then renamed.  The temporary file is
created exclusively, so existing files are never written through.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import LastCardError

LARGEST = 64 << 20  # bytes of a file that is read whole, such as a record or a journal


def write_new(path: Path, text: str) -> None:
    """Create a file with this text; raise `FileExistsError` if the name is taken, even by a broken link."""
    with _draft(path, text) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            os.replace(draft, path)
    sync_folder(path.parent)


def write_over(path: Path, content: str | bytes) -> None:
    """Create a file with this content, or replace what a regular file holds, also one behind a link; keep its mode.

    Raise `OSError` for a folder, pipe or device.
    """
    path = Path(os.path.realpath(path))
    mode = _mode_of(path)
    with _draft(path, content, mode) as draft:
        os.replace(draft, path)
    sync_folder(path.parent)


def _mode_of(path: Path) -> int | None:
    """Return who may do what with a regular file; None if there is nothing yet."""
    try:
        found = path.stat().st_mode
    except FileNotFoundError:
        return None
    _check_regular(found, path)
    return stat.S_IMODE(found)


def _check_regular(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))


def read_text(path: Path) -> str:
    """Return the text of a regular file; raise `OSError` for anything else, `ValueError` if it is not UTF-8."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))  # opening a pipe would wait for a writer
    with open(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        _check_regular(found.st_mode, path)
        if found.st_size > LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return file.read(LARGEST).decode()


def read_bytes(path: Path, most: int) -> bytes:
    """Return the content of a file that a person named; raise `OSError` if it cannot be read or is too large.

    It may be a pipe, which is read to its end.  The files of the program itself are read by `read_text`.
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is too large: more than {most:,} bytes", str(path))
    return data


def path_of(path: object) -> Path:
    """Return the path of a file that a program gave; raise LastCardError if it is none."""
    if not isinstance(path, str | os.PathLike):
        raise LastCardError(f"a file is given by its path, not by {type(path).__name__}")
    return Path(path)


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read or written, in words and without the number of the system's error."""
    if isinstance(error, UnicodeError):
        return "it is not text in UTF-8"
    return getattr(error, "strerror", None) or str(error)


def is_ordinary(path: Path) -> bool:
    """Return whether this is a readable file: not a folder, pipe, device or broken link."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def append_line(descriptor: int, line: bytes) -> None:
    """Add a line to an open file and sync it; on an error, cut the file back to its old length."""
    size = os.fstat(descriptor).st_size
    data = line + b"\n"
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    except OSError:
        os.ftruncate(descriptor, size)
        raise


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that the names of new files survive a crash; do nothing where that is impossible."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems refuse
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


_NO_LINKS = (errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS)  # where there are no hard links


@contextmanager
def _draft(path: Path, content: str | bytes, mode: int | None = None) -> Iterator[Path]:
    """Yield a synced temporary file with this content and mode, in the folder of `path`; remove it afterwards."""
    draft = path.with_name(f".{path.name[:64]}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    try:
        with open(descriptor, "wb") as file:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(descriptor)
        yield draft
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)
