"""The results of finished matches: one line of JSON for each, in the data folder."""

import json
import os
import stat
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec.structs import asdict

from .._util.files import append_line, read_text, reason_of
from .._util.strict import Shape, read, read_json, whole
from ..archive.record import Record
from ..core.terms import SEATS
from ..errors import LastCardError
from ..game.match import Match
from .journals import data_folder

if sys.platform != "win32":
    import fcntl


class Result(Shape):
    """The result of one finished match."""

    ended: str
    rules: str
    names: list[str]
    totals: list[int]
    winners: list[Annotated[int, whole(0, SEATS - 1)]]
    bots: list[str] = []  # the bot at each seat, empty for a person
    record: str = ""  # the name of its file
    check: str = ""  # the checksum of its record; with the file name it identifies the match

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, bot in enumerate(self.bots) if not bot]


# ---------------------------------------------------------------- keeping


def results_path() -> Path:
    """Return the file of all results."""
    return data_folder() / "results.jsonl"


def keep_result(match: Match, record: Record, file: str) -> None:
    """Add a finished match, unless it is already listed; `file` is the name of its record."""
    now = time.strftime("%Y-%m-%d %H:%M")
    bots = list(record.bots) or [""] * match.seats
    names, scores = list(record.names), list(match.scores)
    result = Result(now, match.rules.id, names, scores, list(match.winners), bots, file, record.check)
    path = results_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # reading a pipe would wait for a writer
            raise LastCardError(f"{path} is not a regular file")
        if sys.platform != "win32":
            fcntl.flock(descriptor, fcntl.LOCK_EX)  # until it is closed
        _end_last_line(path, descriptor)
        if not any((kept.record, kept.check) == (file, record.check) for kept in load_results().results):
            append_line(descriptor, json.dumps(asdict(result), ensure_ascii=False).encode())
    finally:
        os.close(descriptor)


def _end_last_line(path: Path, descriptor: int) -> None:
    """End the last line; drop it if a crash cut it short, because its match is still in its journal."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    torn = data[whole:].decode(errors="replace")
    if not torn:
        return
    if _read(torn) is None:
        os.ftruncate(descriptor, whole)
    else:
        append_line(descriptor, b"")


# ---------------------------------------------------------------- reading


@dataclass(frozen=True)
class Results:
    """The results, oldest first, and the number of lines that cannot be read."""

    results: list[Result]
    unread: int = 0


def load_results() -> Results:
    """Return all results; a line that is not a result is counted and left alone."""
    path = results_path()
    try:
        lines = read_text(path).split("\n")
    except FileNotFoundError:
        return Results([])
    except (OSError, ValueError) as error:
        raise LastCardError(f"{path} cannot be read: {reason_of(error)}") from error
    found = [_read(line) for line in lines if line.strip()]
    return Results([result for result in found if result is not None], found.count(None))


def _read(line: str) -> Result | None:
    """Return the result in a line, or None; lines of older versions have fewer fields."""
    try:
        result = read(Result, read_json(line, "a result"))
    except LastCardError:
        return None
    seats = len(result.names)
    fits = len(result.totals) == seats and len(result.bots) in (0, seats) and all(w < seats for w in result.winners)
    return result if fits else None
