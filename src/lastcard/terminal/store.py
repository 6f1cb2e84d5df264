"""Where matches are kept: a folder with a journal for each that is not over, and a record for each that is."""

import os
import shlex
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
_LONG = 60  # characters of a name that are told


def data_folder() -> Path:
    """The folder for all that this program keeps; LASTCARD_DATA names another."""
    own = os.environ.get("LASTCARD_DATA")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "lastcard"


def data_problem(error: OSError) -> LastCardError:
    """What to say when nothing can be kept in the data folder."""
    folder = data_folder()
    named = "LASTCARD_DATA" if os.environ.get("LASTCARD_DATA") else "the data folder"
    return LastCardError(
        f"nothing can be kept in {folder}: {error.strerror}; {named} must be a folder one may write to"
    )


def new_journal() -> Path:
    """A path for the journal of a new match, named by the time."""
    folder = data_folder() / "matches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise data_problem(error) from error
    name = time.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        path = folder / (f"{name}{JOURNAL}" if number == 1 else f"{name}-{number}{JOURNAL}")
        if not path.exists() and not path.with_suffix(RECORD).exists():
            return path
        number += 1


def _journals() -> list[Path]:
    """The journals of matches that are not over, the one played last first."""
    found = (data_folder() / "matches").glob(f"*{JOURNAL}")
    return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def free_journals() -> list[Path]:
    """Those that are not being played elsewhere."""
    return [path for path in _journals() if _is_free(path)]


def latest_journal() -> Path:
    """The journal of the match that was played last, is not over and not being played elsewhere."""
    if free := free_journals():
        return free[0]
    if played := _journals():
        raise LastCardError(f"{played[0]} is being played by another program, and there is no other match")
    folder = data_folder() / "matches"
    raise LastCardError(f"there is no match to go on with in {folder}; 'lastcard play' begins one")


def resume_command(path: Path) -> str:
    """What to type to go on with a match; its file is named if another would be taken."""
    newest = next(iter(_journals()), None)
    is_newest = newest is not None and path.exists() and newest.samefile(path)
    return "lastcard play --resume" + ("" if is_newest else f" {shlex.quote(str(path))}")


def finished_records() -> list[Path]:
    """The records of all matches that were played to their end, the newest first."""
    return sorted((data_folder() / "matches").glob(f"*{RECORD}"), reverse=True)


def save_copy(record: Record, seat: int, name: str) -> str:
    """Write the record as the seat knows it, as long as the match goes on it may hold no more; what to say of it."""
    try:
        path = Path(name).expanduser()
        if path.exists():
            return f"{path} is there already; choose another name."
        record.for_seat(seat).save(path)
    except (OSError, RuntimeError, ValueError) as error:  # the latter: of a home nobody has, and of odd characters
        why = getattr(error, "strerror", None) or error
        return f"{_shortened(name)!r} cannot be written: {why}; choose another name."
    return f"Your own copy of the record is in {path}; cards you did not see are unknown in it."


def _shortened(name: str) -> str:
    return name if len(name) <= _LONG else f"{name[:_LONG]}…"


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


def _is_free(path: Path) -> bool:
    with held(path) as free:
        return free
