"""The results of finished matches: one line of JSON for each, in the data folder."""

import json
import os
import stat
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec.structs import asdict

from .._util.files import append_line, read_text, reason_of
from .._util.grammar import listed
from .._util.names import LONGEST, plain_name, printable
from .._util.strict import Shape, read, read_json, whole
from ..archive.record import Record
from ..core.terms import SEATS
from ..errors import LastCardError
from ..game.match import Match
from .store import data_folder

if sys.platform != "win32":
    import fcntl

_SHOWN = 10


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

    def text(self) -> str:
        """Return it in one line."""
        names = [self._name(seat) for seat in range(len(self.names))]
        who = listed([names[seat] for seat in self.winners]) or "nobody"
        totals = ", ".join(f"{name} {total}" for name, total in zip(names, self.totals, strict=True))
        return f"{printable(self.ended)} {printable(self.rules)}: won by {who} ({totals})"

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, bot in enumerate(self.bots) if not bot]

    def _name(self, seat: int) -> str:
        name = shown_name(self.names[seat])
        return f"{name} ({printable(self.bots[seat])})" if self.bots and self.bots[seat] else name


def shown_name(name: str) -> str:
    """Return a name from a file, made safe to show in a terminal."""
    return plain_name(printable(name, LONGEST))


# ---------------------------------------------------------------- keeping


def _path() -> Path:
    return data_folder() / "results.jsonl"


def keep_result(match: Match, record: Record, file: str) -> None:
    """Add a finished match, unless it is already listed; `file` is the name of its record."""
    now = time.strftime("%Y-%m-%d %H:%M")
    bots = list(record.bots) or [""] * match.seats
    names, scores = list(record.names), list(match.scores)
    result = Result(now, match.rules.id, names, scores, list(match.winners), bots, file, record.check)
    path = _path()
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
    path = _path()
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


# ---------------------------------------------------------------- showing


def results_lines() -> list[str]:
    """Return how many of the matches played here each person won, and how the last ones ended."""
    loaded = load_results()
    results = loaded.results
    unread = [f"{_lines(loaded.unread)} of {_path()} cannot be read."] if loaded.unread else []
    if not results:
        return ["No finished matches yet.", *unread]
    played = Counter(result.names[seat] for result in results for seat in result.people)
    won = Counter(result.names[seat] for result in results for seat in result.winners if seat in result.people)
    people = [f"{shown_name(name)}: {won[name]} won of {n}" for name, n in played.most_common()]
    last = [result.text() for result in reversed(results[-_SHOWN:])]
    return [f"Finished matches: {len(results)}.", *people, "", "The last ones:", *last, *unread]


def _lines(n: int) -> str:
    return "1 line" if n == 1 else f"{n} lines"


def record_titles(paths: Sequence[Path]) -> list[str]:
    """Return what was played in each of these records, by whom and how it ended, as far as that is kept."""
    try:
        known = {result.record: result for result in load_results().results}
    except LastCardError:
        known = {}
    return [known[path.name].text() if path.name in known else printable(path.stem) for path in paths]
