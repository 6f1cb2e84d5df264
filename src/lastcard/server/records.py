"""The matches of a guest: whole once they are over, redacted while they run, replayed step by step."""

import asyncio
import sqlite3
from collections.abc import Sequence
from typing import Any

from ..errors import LastCardError
from ..journal import Journal
from ..record import Record
from ..replay import Replay, Step, record_for_seat
from ..wire import encode_fields
from . import entries as log
from .hub import Hub

Data = dict[str, Any]
MOST_LISTED = 100


class NoMatch(LastCardError):
    """A match that does not exist, or in which the guest did not play."""


async def of_guest(hub: Hub, guest: str) -> list[Data]:
    """Return the matches in which a guest played, the newest first."""
    rows = await hub.services.log.execute(
        "SELECT m.id, e.at, e.data FROM players p JOIN matches m ON m.id = p.match"
        " JOIN entries e ON e.tab = m.tab AND e.v = m.first WHERE p.guest = ? ORDER BY e.at DESC LIMIT ?",
        guest, MOST_LISTED,
    )  # fmt: skip
    found = []
    for match, at, data in rows:
        entry = log.from_bytes(data)
        assert isinstance(entry, log.Dealt)
        names = [seat.name for seat in entry.room.seats]
        found.append({"match": match, "at": at, "rules": entry.room.settings.rules.id, "names": names})
    return found


async def fetch(hub: Hub, guest: str, match: str) -> Data:
    """Return the record of a match: whole if it is over, else as the guest's seat knows it."""
    stored = await _stored(hub, guest, match)
    record, over = stored.record(), stored.over(hub)
    shown = record if over else record_for_seat(record, stored.kept)
    return {
        "match": match,
        "over": over,
        "seat": stored.seat if over else stored.kept,
        "record": shown.text,
        "played": stored.played(),
        "deals": stored.deals(open_secrets=over),
    }


async def steps(hub: Hub, guest: str, match: str, number: str | None, seat: str | None) -> Data:
    """Return one round of a match, step by step, from the view of a seat; with all hands once the match is over."""
    stored = await _stored(hub, guest, match)
    over = stored.over(hub)
    record = stored.record()
    wanted = _number(number, "round", 1, len(record.rounds), len(record.rounds))
    viewer = stored.seat if over else stored.kept
    if seat == "all":
        if not over:
            raise LastCardError("all hands are shown once the match is over")
        viewer = None
    elif seat is not None:
        viewer = _number(seat, "seat", 0, record.seats - 1, 0)
        if viewer != stored.kept and not over:
            raise LastCardError("the other hands are shown once the match is over")
    shown = await asyncio.to_thread(_steps, record, wanted, viewer, seat == "all")
    return {"match": match, "over": over, "round": wanted, "rounds": len(record.rounds), "steps": shown}


def _number(text: str | None, what: str, low: int, high: int, default: int) -> int:
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 6 or not low <= int(text) <= high:
        raise LastCardError(f"{what} must be a number from {low} to {high}")
    return int(text)


def _steps(record: Record, wanted: int, viewer: int | None, whole: bool) -> list[Data]:
    return [_step(step, viewer, whole) for step in Replay(record).steps() if step.round == wanted]


def _step(step: Step, viewer: int | None, whole: bool) -> Data:
    view = step.table.view(viewer)
    hands = None
    if whole:
        hands = [[card.text for card in step.table.view(seat).hand] for seat in range(step.table.seats)]
    return {
        "move": None if step.move is None else {"seat": step.move.seat, "action": step.move.action.text},
        "acts": step.acts(viewer, whole=whole),
        "status": encode_fields(view.status),
        "hand": [card.text for card in view.hand],
        "hands": hands,
        "scores": step.scores,
    }


# ---------------------------------------------------------------- reading


class Stored:
    """The entries of one match; `seat` is where a guest played last, `kept` a seat that was theirs all the time."""

    def __init__(self, number: int, match: str, guest: str, rows: Sequence[Any], ended: bool) -> None:
        self._number = number
        self._match = match
        self._rows = [(v, at, log.from_bytes(data)) for v, at, data in rows]
        self._ended = ended
        self.seat = self._seat_of(guest)
        self.kept = self._kept_by(guest)

    def _kept_by(self, guest: str) -> int | None:
        """Return the seat whose cards a guest may see while the match runs; None for those who see only what all do.

        Whoever gave up a seat may not see what its next player holds, nor may the next one see what was held before.
        """
        seat = None
        for _, _, entry in self._rows:
            if isinstance(entry, log.Dealt) and seat is None:
                seat = entry.room.seat_of(guest)
                if seat is None:
                    return None
            elif isinstance(entry, log.Stood) and entry.seat == seat:
                return None
        return seat

    def _seat_of(self, guest: str) -> int | None:
        """Return the last seat of a guest."""
        seat = None
        for _, _, entry in self._rows:
            if isinstance(entry, log.Dealt):
                found = entry.room.seat_of(guest)
                seat = found if found is not None else seat
            elif isinstance(entry, log.Sat) and entry.guest == guest:
                seat = entry.seat
        return seat

    def over(self, hub: Hub) -> bool:
        """Return whether the match is over, or will never go on."""
        table = hub.tables.get(self._number)
        if self._ended or table is None:
            return self._ended or self._followed()
        return table.state.room.match != self._match or table.state.room.phase in ("over", "ended")

    def _followed(self) -> bool:
        """Return whether the record of a match whose table is not in memory is complete."""
        replay = Replay(self.record())
        for _ in replay.steps():
            pass
        return replay.over

    def record(self) -> Record:
        """Return the whole record."""
        lines: list[str] = []
        for _, _, entry in self._rows:
            if isinstance(entry, log.Dealt):
                lines += [entry.line] if lines else [entry.head, entry.line]
            elif isinstance(entry, log.Moved):
                lines.append(entry.line)
        return Journal(lines, "the log").record

    def played(self) -> list[Data]:
        """Return who played which seat from when on."""
        found: list[Data] = []
        for _, at, entry in self._rows:
            match entry:
                case log.Dealt(room=room) if not found:
                    found += [_who(place, seat.name, seat.level, at) for place, seat in enumerate(room.seats)]
                case log.Sat(seat=seat, name=name):
                    found.append(_who(seat, name, "", at))
                case log.Stood(seat=seat, level=level) if level:
                    found.append(_who(seat, "", level, at))
                case log.StoodIn(seat=seat):
                    found.append(_who(seat, "", "careful", at))
                case log.Back(seat=seat):
                    found.append(_who(seat, "", "", at))
        return found

    def deals(self, *, open_secrets: bool) -> list[Data]:
        """Return what each deal was made from; the secrets only once nothing is hidden any more."""
        found = []
        for _, _, entry in self._rows:
            if isinstance(entry, log.Dealt):
                secret = entry.secret if open_secrets else None
                nonces = {str(seat): nonce for seat, nonce in entry.nonces.items()}
                found.append({"number": entry.number, "secret": secret, "nonces": nonces})
        return found


def _who(seat: int, name: str, bot: str, at: int) -> Data:
    return {"seat": seat, "name": name, "bot": bot, "from": at}


async def _stored(hub: Hub, guest: str, match: str) -> Stored:
    found = await hub.services.log.call(lambda connection: _read(connection, guest, match))
    if found is None:
        raise NoMatch("there is no such match, or you did not play in it")
    number, rows, ended = found
    return Stored(number, match, guest, rows, ended)


def _read(connection: sqlite3.Connection, guest: str, match: str) -> tuple[int, list[Any], bool] | None:
    row = connection.execute(
        "SELECT m.tab, m.first, t.ended FROM matches m JOIN players p ON p.match = m.id"
        " JOIN tables t ON t.number = m.tab WHERE m.id = ? AND p.guest = ?", (match, guest),
    ).fetchone()  # fmt: skip
    if row is None:
        return None
    number, first, ended = row
    (following,) = connection.execute(
        "SELECT coalesce(min(first), 9223372036854775807) FROM matches WHERE tab = ? AND first > ?", (number, first)
    ).fetchone()
    rows = connection.execute(
        "SELECT v, at, data FROM entries WHERE tab = ? AND v >= ? AND v < ? ORDER BY v", (number, first, following)
    ).fetchall()
    return number, rows, bool(ended)
