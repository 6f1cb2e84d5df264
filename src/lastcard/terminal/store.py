"""Where matches are kept: a folder with a journal for each that is not over, and a record for each that is.

A journal belongs to one program at a time.  It is created exclusively and locked before anything is written to it, so
that two programs never write to the same one.
"""

import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import LastCardError
from ..files import is_ordinary, read_text, write_new
from ..record import Record

if sys.platform != "win32":
    import fcntl

JOURNAL, RECORD = ".journal", ".toml"
_LONG = 60  # characters of a name that are told
_TRIES, _BETWEEN_TRIES = 5, 0.02  # seconds; somebody else may just be looking whether a journal is free


def data_folder() -> Path:
    """Return the folder for everything this program keeps; LASTCARD_DATA names another."""
    own = os.environ.get("LASTCARD_DATA")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "lastcard"


def data_problem(error: OSError) -> LastCardError:
    """Return what to say when nothing can be kept in the data folder."""
    folder = data_folder()
    named = "LASTCARD_DATA" if os.environ.get("LASTCARD_DATA") else "the data folder"
    why = f"{error.strerror}; {named} must be a folder you can write to"
    return LastCardError(f"nothing can be kept in {folder}: {why}")


# ---------------------------------------------------------------- journals


@contextmanager
def new_journal() -> Iterator[Path]:
    """Create an empty journal named by the time, and hold it; it is removed again if no round was written to it."""
    folder = data_folder() / "matches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path, descriptor = _create(folder)
    except OSError as error:
        raise data_problem(error) from error
    try:
        if sys.platform != "win32":
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield path
    finally:
        if not _is_begun(path):
            with suppress(OSError):
                path.unlink()
        os.close(descriptor)


def _create(folder: Path) -> tuple[Path, int]:
    """Create a file nobody else has, of a name that no record has either."""
    name = time.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        path = folder / (f"{name}{JOURNAL}" if number == 1 else f"{name}-{number}{JOURNAL}")
        if not os.path.lexists(path.with_suffix(RECORD)):
            with suppress(FileExistsError):
                return path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        number += 1


def _journals() -> list[Path]:
    """Return the journals in which a round was dealt, the one played last first."""
    found = []
    for path in (data_folder() / "matches").glob(f"*{JOURNAL}"):
        with suppress(OSError):  # it may go while we look
            if is_ordinary(path) and _is_begun(path):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _is_begun(path: Path) -> bool:
    """Return whether a round was dealt; in a journal without one there is nothing to go on with."""
    try:
        with path.open("rb") as file:
            return any(line.startswith(b"round ") for line in file)
    except OSError:
        return False


def free_journals() -> list[Path]:
    """Return those that no other program plays."""
    return [path for path in _journals() if _is_free(path)]


def latest_journal() -> Path:
    """Return the journal that was played last, among those that no other program plays."""
    if free := free_journals():
        return free[0]
    if played := _journals():
        raise LastCardError(f"{played[0]} is being played by another program, and there is no other match")
    folder = data_folder() / "matches"
    raise LastCardError(f"there is no match to resume in {folder}; 'lastcard play' begins one")


def resume_command(path: Path) -> str:
    """Return what to type to go on with a match; its file is named if another would be taken."""
    newest = next(iter(_journals()), None)
    is_newest = newest is not None and path.exists() and newest.samefile(path)
    return "lastcard play --resume" + ("" if is_newest else f" {shlex.quote(str(path))}")


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Keep others from going on with a match while it is played here; false if somebody else does."""
    if sys.platform == "win32":
        yield True
        return
    with path.open("rb") as file:
        yield _locked(file.fileno())


def _locked(descriptor: int) -> bool:
    for attempt in range(_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            time.sleep(_BETWEEN_TRIES if attempt < _TRIES - 1 else 0)
    return False


def _is_free(path: Path) -> bool:
    try:
        with held(path) as free:
            return free
    except OSError:
        return False


# ---------------------------------------------------------------- records


def finished_records() -> list[Path]:
    """Return the records of all matches that were played to their end, the newest first."""
    return sorted(filter(is_ordinary, (data_folder() / "matches").glob(f"*{RECORD}")), reverse=True)


def keep_record(record: Record, journal: Path) -> Path:
    """Write the record of a match that is over beside its journal; the same record twice is one file."""
    number = 1
    while True:
        path = journal.with_name(f"{journal.stem}{'' if number == 1 else f'-{number}'}{RECORD}")
        try:
            write_new(path, record.text)
            return path
        except FileExistsError:
            if _holds(path, record.text):  # a crash came between this and the end of the journal
                return path
            number += 1


def _holds(path: Path, text: str) -> bool:
    try:
        return read_text(path) == text
    except (OSError, ValueError):
        return False


def save_copy(record: Record, seat: int, name: str) -> str:
    """Write the record as the seat knows it, which is all that may leave a running match; return what to say of it."""
    try:
        path = Path(name).expanduser()
        write_new(path, record.for_seat(seat).text)
    except FileExistsError:
        return f"{_shortened(name)} already exists; choose another name."
    except (OSError, RuntimeError, ValueError) as error:  # the latter: of a home nobody has, and of odd characters
        why = getattr(error, "strerror", None) or error
        return f"{_shortened(name)!r} cannot be written: {why}; choose another name."
    return f"Your copy of the record is in {path}; cards you did not see are left out."


def _shortened(name: str) -> str:
    return name if len(name) <= _LONG else f"{name[:_LONG]}…"
