"""The matches that can be continued, in words."""

import time
from dataclasses import dataclass
from pathlib import Path

from .._util.grammar import counted, listed
from .._util.names import printable
from ..archive.journal import read_journal
from ..archive.record import Record
from ..errors import LastCardError
from ..session.journals import free_journals
from .results import shown_name

_MOST = 20  # that are read


@dataclass(frozen=True)
class Unfinished:
    """A match that was left: its journal, against whom it is played, and more about it."""

    path: Path
    title: str
    described: str


def unfinished_matches() -> list[Unfinished]:
    """Return the matches that can be continued, the one played last first; damaged journals are left out."""
    found = []
    for path in free_journals()[:_MOST]:
        try:
            record = read_journal(path).record
            played = time.strftime("%d %b %Y, %H:%M", time.localtime(path.stat().st_mtime))
        except (LastCardError, OSError):
            continue
        if len(record.names) == record.seats and not all(record.bots or [""]):
            title = _title(record)
            found.append(Unfinished(path, title, f"{title}\n{printable(record.rules.id)}, {played}"))
    return found


def _title(record: Record) -> str:
    """Return against whom a match is played, and how far it is."""
    bots = record.bots or ("",) * record.seats
    people = [shown_name(name) for name, bot in zip(record.names, bots, strict=True) if not bot]
    others = [shown_name(name) for name, bot in zip(record.names, bots, strict=True) if bot]
    who = f"{listed(people)} " if len(people) > 1 else ""
    against = f"against {listed(others)}" if len(others) < 5 else f"against {counted(len(others), 'bot')}"
    return f"{who}{against if others else ''}".strip() + f", round {len(record.rounds)}"
