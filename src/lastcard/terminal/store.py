"""Where matches are kept: a folder with a journal for each that is not over, and a record for each that is."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import LastCardError
from ..record import Record

if sys.platform != "win32":
    import fcntl

JOURNAL, RECORD = ".journal", ".toml"


def data_folder() -> Path:
    """The folder for all that this program keeps; LASTCARD_DATA names another."""
    own = os.environ.get("LASTCARD_DATA")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "lastcard"


def new_journal() -> Path:
    """A path for the journal of a new match, named by the time."""
    folder = data_folder() / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    name = time.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        path = folder / (f"{name}{JOURNAL}" if number == 1 else f"{name}-{number}{JOURNAL}")
        if not path.exists() and not path.with_suffix(RECORD).exists():
            return path
        number += 1


def latest_journal() -> Path:
    """The journal of the match that was played last, is not over and not being played elsewhere."""
    folder = data_folder() / "matches"
    journals = sorted(folder.glob(f"*{JOURNAL}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in journals:
        with held(path) as free:
            if free:
                return path
    raise LastCardError(f"there is no match to go on with in {folder}; 'lastcard play' begins one")


def finished_records() -> list[Path]:
    """The records of all matches that were played to their end, the newest first."""
    return sorted((data_folder() / "matches").glob(f"*{RECORD}"), reverse=True)


def save_copy(record: Record, seat: int, name: str) -> str:
    """Write the record as the seat knows it, as long as the match goes on it may hold no more; what to say of it."""
    path = Path(name).expanduser()
    if path.exists():
        return f"{path} is there already; choose another name."
    try:
        record.for_seat(seat).save(path)
    except OSError as error:
        return f"{path} cannot be written: {error.strerror}."
    return f"Your own copy of the record is in {path}; cards you did not see are unknown in it."


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Keep others from going on with a match while it is played here; false if somebody else does."""
    if sys.platform == "win32":
        yield True
        return
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
