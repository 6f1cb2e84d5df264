"""Where matches are saved: a journal for each unfinished match, and a record for each finished one.

A journal belongs to one program at a time.  It is created exclusively and locked before anything is written to it, so
that two programs never write to the same one.
"""

import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from .._util.called import command
from .._util.files import is_ordinary, read_text, write_new
from ..archive.journal import LONGEST_LINE
from ..archive.keeper import FileKeeper
from ..archive.record import Record
from ..archive.replay import record_for_seat
from ..errors import LastCardError, RecordError

JOURNAL, RECORD = ".journal", ".toml"


def data_folder() -> Path:
    """Return the folder for everything this program keeps; LASTCARD_HOME names another."""
    own = os.environ.get("LASTCARD_HOME")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "lastcard"


def data_problem(error: OSError) -> LastCardError:
    """Return the error for a data folder that cannot be written."""
    folder = data_folder()
    named = "LASTCARD_HOME" if os.environ.get("LASTCARD_HOME") else "the data folder"
    why = f"{error.strerror}; {named} must be a folder you can write to"
    return LastCardError(f"nothing can be saved in {folder}: {why}")


def is_first_time() -> bool:
    """Return whether nothing was ever kept here."""
    folder = data_folder()
    return not folder.is_dir() or not any(folder.iterdir())


# ---------------------------------------------------------------- journals


def new_journal() -> FileKeeper:
    """Create and lock an empty journal, named after the time."""
    folder = data_folder() / "matches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise data_problem(error) from error
    name = time.strftime("%Y-%m-%d-%H%M%S")
    for number in count(1):
        path = folder / (f"{name}{JOURNAL}" if number == 1 else f"{name}-{number}{JOURNAL}")
        if not os.path.lexists(path) and not os.path.lexists(path.with_suffix(RECORD)):
            with suppress(RecordError):  # another program was faster
                return FileKeeper.create(path)
    raise AssertionError  # unreachable: there are always more numbers


def _journals() -> list[Path]:
    """Return the journals in which a round was dealt, the one played last first."""
    found = []
    for path in (data_folder() / "matches").glob(f"*{JOURNAL}"):
        with suppress(OSError):  # it may disappear meanwhile
            if is_ordinary(path) and is_begun(path):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def is_begun(path: Path) -> bool:
    """Return whether a round was dealt; a journal without one cannot be resumed."""
    try:
        with path.open("rb") as file:
            first = (file.readline(LONGEST_LINE) for _ in range(2))  # the head, then the first deal
            return any(line.startswith(b'{"round"') and line.endswith(b"\n") for line in first)
    except OSError:
        return False


def free_journals() -> list[Path]:
    """Return the journals that no other program uses."""
    return [path for path in _journals() if _is_free(path)]


def latest_journal() -> Path:
    """Return the journal that was played last, among those that no other program plays."""
    if free := free_journals():
        return free[0]
    if played := _journals():
        raise LastCardError(f"{played[0]} is in use by another program, and there is no other match")
    folder = data_folder() / "matches"
    raise LastCardError(f"there is no match to resume in {folder}; '{command('play')}' starts one")


def resume_command(path: Path) -> str:
    """Return the command that resumes a match; it names the file unless it is the latest."""
    newest = next(iter(_journals()), None)
    is_newest = newest is not None and path.exists() and newest.samefile(path)
    return command("play", "--resume", *([] if is_newest else [str(path)]))


def _is_free(path: Path) -> bool:
    try:
        FileKeeper.reopen(path).close()
    except LastCardError:
        return False
    return True


# ---------------------------------------------------------------- records


def finished_records() -> list[Path]:
    """Return the records of all matches that were played to their end, the newest first."""
    return sorted(filter(is_ordinary, (data_folder() / "matches").glob(f"*{RECORD}")), reverse=True)


def keep_record(record: Record, journal: Path) -> Path:
    """Write the record of a finished match beside its journal; writing the same record again changes nothing."""
    number = 1
    while True:
        path = journal.with_name(f"{journal.stem}{'' if number == 1 else f'-{number}'}{RECORD}")
        try:
            write_new(path, record.text)
            return path
        except FileExistsError:
            if _holds(path, record.text):  # written before a crash, which left the journal
                return path
            number += 1


def _holds(path: Path, text: str) -> bool:
    try:
        return read_text(path) == text
    except (OSError, ValueError):
        return False


def write_copy(record: Record, seat: int | None, name: str) -> Path:
    """Write the record as a seat knows it, without hidden cards, into a new file."""
    path = Path(name).expanduser()
    write_new(path, record_for_seat(record, seat).text)
    return path
