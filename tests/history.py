"""What clients of a table sent and received, and the proof that it fits together and fits the log.

A `History` records every message of every client of one table, in one order.  `faults` returns all it finds wrong:

* no client skipped or repeated a version, also across connections, by tail or by snapshot;
* all clients saw the same public part of each version, and the same room, game and clock after it;
* each command has one answer; an acknowledged one is in the log exactly once, at the version that was acknowledged,
  and is what was sent; a refused one is not in the log, and nothing is there that nobody sent;
* a command that was sent after another one was acknowledged comes after it;
* the cards that clients saw are those of a twin: the same secrets and moves at a table that was never interrupted.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lastcard.archive import fair
from lastcard.errors import LastCardError
from lastcard.game.events import Event, told_to
from lastcard.game.match import Match
from lastcard.online.client import Account, OnlineTable
from lastcard.online.server.store import codec
from lastcard.online.server.store import entries as log
from lastcard.online.server.store.sqlite.statements import rulesets

Data = dict[str, Any]

# What a command becomes in the log.
KINDS: dict[str, type[log.Entry]] = {
    "act": log.Moved, "leave": log.Moved, "sit": log.Sat, "stand": log.Stood, "remove": log.Stood, "bots": log.BotSat,
    "settings": log.Configured, "lock": log.Locked, "host": log.Hosted, "start": log.Dealt, "nonce": log.Nonced,
    "next": log.Agreed, "rematch": log.Agreed, "pause": log.Pausing, "resume": log.Resumed, "say": log.Said,
    "react": log.Said, "close": log.Ended,
}  # fmt: skip


class Line(NamedTuple):
    """A message of one client: "out" to the server, or "in" from it."""

    client: str
    way: str
    message: Data


class StoredRow(NamedTuple):
    """An entry of the table as the file holds it."""

    v: int
    guest: str
    cmd: str
    entry: log.AnyEntry


class History:
    """All messages of all clients of one table, in the order in which they were sent or received."""

    def __init__(self, link: str = "") -> None:
        self.link = link
        self.lines: list[Line] = []
        self.acknowledged = 0

    def watch(self, client: str) -> Callable[[str, Data], None]:
        """Return what notes the messages of one client."""

        def note(way: str, message: Data) -> None:
            self.lines.append(Line(client, way, json.loads(json.dumps(message))))
            self.acknowledged += way == "in" and "ack" in message

        return note

    async def join(self, account: Account, client: str) -> OnlineTable:
        """Connect to the table and note everything from the first message on."""
        table = OnlineTable(account, self.link)
        table.watch = self.watch(client)
        await table.open()
        return table

    def clients(self) -> dict[str, list[Line]]:
        """Return the messages by client."""
        found: dict[str, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[line.client].append(line)
        return found


def stored(path: Path) -> dict[str, list[StoredRow]]:
    """Return all entries of a data file that no server is using, by the link of the table."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        links = dict(connection.execute("SELECT number, link FROM tables"))
        found: dict[str, list[StoredRow]] = {link: [] for link in links.values()}
        digests = [digest for (digest,) in connection.execute("SELECT digest FROM rulesets")]
        texts = rulesets(connection, digests)
        columns = "tab, v, guest, cmd, kind, format, data"
        for number, *row, kind, format, data in connection.execute(f"SELECT {columns} FROM entries ORDER BY tab, v"):
            entry = codec.completed(codec.unpack(kind, format, data), texts)
            found[links[number]].append(StoredRow(*row, entry))
        return found
    finally:
        connection.close()


def prove(history: History, rows: list[StoredRow], *, settled: bool = True) -> None:
    """Fail unless a history is free of faults; `settled`: every client has seen everything there is."""
    found = list(faults(history, rows))
    if settled:
        found += _unsettled(history, rows)
    assert not found, "\n".join(found[:20])


def faults(history: History, rows: list[StoredRow]) -> Iterator[str]:
    """Yield what is wrong with a history."""
    for client, lines in history.clients().items():
        yield from _versions(client, lines)
    yield from _public(history)
    yield from _answers(history)
    yield from _log(history, rows)
    yield from _order(history)
    yield from _cards(history, rows)


# ---------------------------------------------------------------- versions


def _versions(client: str, lines: list[Line]) -> Iterator[str]:
    """Check that a client follows the versions one by one, from its first welcome to its end."""
    at, epoch, greeted = 0, "", False
    for line in lines:
        message = line.message
        if message["t"] == "hello":
            greeted = False
            if (message["v"], message["epoch"]) != (at, epoch):
                yield f"{client}: says hello with version {message['v']}, but has seen {at}"
        elif message["t"] == "welcome":
            tail = message.get("tail")
            if tail is not None and [one["v"] for one in tail] != list(range(at + 1, message["v"] + 1)):
                yield f"{client}: the tail does not lead from version {at} to {message['v']}"
            if tail is not None and message["epoch"] != epoch:
                yield f"{client}: gets a tail from a server it does not know"
            if message["epoch"] == epoch and message["v"] < at:
                yield f"{client}: is thrown back from version {at} to {message['v']}"
            at, epoch, greeted = message["v"], message["epoch"], True
        elif message["t"] == "ev":
            if message["v"] != at + 1 or not greeted:
                yield f"{client}: gets version {message['v']} after {at}"
            at = message["v"]


# ---------------------------------------------------------------- what everyone sees


def _public(history: History) -> Iterator[str]:
    """Check that all clients are told the same."""
    pushed: dict[int, str] = {}
    told: dict[int, str] = {}
    tables: dict[int, str] = {}
    for client, lines in history.clients().items():
        room: Any = None
        game: Any = None
        times: Any = None
        for line in lines:
            message = line.message
            if message["t"] == "welcome":
                room, game = message["snapshot"]["room"], message["snapshot"]["game"]
                times = _times(message["snapshot"]["clock"])
                yield from _same(tables, message["v"], [room, game, times], client, "room, game or clock")
                for one in message.get("tail") or ():
                    yield from _same(told, one["v"], _told(one, one.get("status")), client, "news in a tail")
            elif message["t"] == "ev":
                room, game = message.get("room", room), message.get("game", game)
                times = _times(message["clock"]) if "clock" in message else times
                public = {key: value for key, value in message.items() if key not in ("you", "ack")}
                yield from _same(pushed, message["v"], public, client, "public part")
                in_game = message["what"]["kind"] in ("move", "window", "dealt")
                news = _told(message, game["status"] if in_game else None)
                yield from _same(told, message["v"], news, client, "news")
                yield from _same(tables, message["v"], [room, game, times], client, "room, game or clock")


def _times(clock: Data) -> Data:
    """Return the times of a table without the present time."""
    return {key: value for key, value in clock.items() if key != "now"}


def _told(message: Data, status: Data | None) -> list[Any]:
    """Return the news of a version without events: a tail has those of the own seat."""
    what = {key: value for key, value in message["what"].items() if key != "events"}
    return [message["at"], what, status]


def _same(known: dict[int, str], v: int, data: Any, client: str, what: str) -> Iterator[str]:
    text = json.dumps(data, sort_keys=True)
    if known.setdefault(v, text) != text:
        yield f"{client}: the {what} of version {v} differs from what others saw:\n  {text}\n  {known[v]}"


# ---------------------------------------------------------------- commands


def _answers(history: History) -> Iterator[str]:
    """Check that each answer is to a command that was sent, and that no command has two different answers."""
    sent: set[tuple[str, str]] = set()
    known: dict[str, tuple[str, int]] = {}
    for client, way, message in history.lines:
        if way == "out" and "id" in message:
            sent.add((client, message["id"]))
        elif way == "in" and ("ack" in message or "nack" in message):
            kind = "ack" if "ack" in message else "nack"
            name = message[kind]
            if (client, name) not in sent:
                yield f"{client}: an answer to {name}, which it did not send"
            answer = (kind, message["v"] if kind == "ack" else -1)
            if known.setdefault(name, answer) != answer:
                yield f"{client}: two answers to {name}: {known[name]}, {answer}"


def acknowledged(history: History) -> dict[str, int]:
    """Return the versions of the commands that were acknowledged, by id; questions are not counted."""
    return {
        line.message["ack"]: line.message["v"]
        for line in history.lines
        if line.way == "in" and "ack" in line.message and line.message["t"] != "answer"
    }


def _log(history: History, rows: list[StoredRow]) -> Iterator[str]:
    """Check the log against what was answered."""
    if [row.v for row in rows] != list(range(1, len(rows) + 1)):
        yield "the log skips or repeats a version"
    commands = {line.message["id"]: line for line in history.lines if line.way == "out" and "id" in line.message}
    refused = {line.message["nack"] for line in history.lines if "nack" in line.message}
    acked = acknowledged(history)
    found: dict[str, int] = {}
    guests: dict[str, str] = {}
    for row in rows:
        if not row.cmd:
            continue
        if row.cmd in found:
            yield f"{row.cmd} happened twice: at versions {found[row.cmd]} and {row.v}"
        found[row.cmd] = row.v
        if row.cmd not in commands:
            yield f"{row.cmd} at version {row.v} was sent by nobody"
            continue
        if row.cmd in refused:
            yield f"{row.cmd} was refused, but happened at version {row.v}"
        line = commands[row.cmd]
        if guests.setdefault(line.client, row.guest) != row.guest:
            yield f"{row.cmd} of {line.client} happened in the name of another guest"
        if not _is_what_was_sent(line.message, row.entry):
            yield f"{row.cmd} at version {row.v} is not what was sent: {line.message}"
    for name, v in acked.items():
        if found.get(name) != v:
            yield f"{name} was acknowledged at version {v}, but the log has it at {found.get(name)}"
    if len(set(guests.values())) != len(guests):
        yield "two clients act as one guest"


def _is_what_was_sent(command: Data, entry: log.Entry) -> bool:
    if not isinstance(entry, KINDS[command["t"]]):
        return False
    if isinstance(entry, log.Moved):
        return entry.action == command.get("action", "leave")
    return not isinstance(entry, log.Said) or entry.text == command.get("text", "")


def _order(history: History) -> Iterator[str]:
    """Check that what was sent after an acknowledgement comes after it."""
    acked = acknowledged(history)
    highest, first_sent = 0, set()
    for _, way, message in history.lines:
        if way == "out" and message.get("id") in acked and message["id"] not in first_sent:
            first_sent.add(message["id"])
            if acked[message["id"]] <= highest:
                yield f"{message['id']} was sent after version {highest} was acknowledged, but comes before it"
        elif way == "in" and message["t"] in ("ev", "ack") and "ack" in message:
            highest = max(highest, message["v"])


def _unsettled(history: History, rows: list[StoredRow]) -> Iterator[str]:
    for client, lines in history.clients().items():
        last = [line.message["v"] for line in lines if line.message["t"] in ("welcome", "ev")][-1]
        if last != len(rows):
            yield f"{client} ends at version {last}, the table at {len(rows)}"


# ---------------------------------------------------------------- cards


class Twin:
    """A table that was never interrupted: it gets the secrets and the moves of the log, and nothing else."""

    def __init__(self, link: str) -> None:
        self._link = link
        self._name = ""
        self.match: Match | None = None

    def follow(self, entry: log.Entry) -> tuple[Event, ...] | None:
        """Do what an entry says; return what happens to the cards, or None if it is not about cards."""
        if isinstance(entry, log.Dealt):
            return self._deal(entry)
        if isinstance(entry, log.Moved):
            assert self.match is not None
            return self.match.round.act(entry.seat, entry.action)
        return None

    def _deal(self, entry: log.Dealt) -> tuple[Event, ...]:
        nonces = {seat: fair.read_nonce(nonce) for seat, nonce in entry.nonces.items()}
        key = fair.deal_key(bytes.fromhex(entry.secret), fair.table_id(self._link), entry.number, nonces)
        if entry.room.match == self._name and self.match is not None:
            picks = self.match.publish(self.match.prepare_round(key))
        else:
            rules, youngest = entry.room.settings.rules, entry.begun.youngest
            self.match = Match(rules, seats=len(entry.room.seats), seed=key, key=key, youngest=youngest)
            picks = self.match.opening_events
        self._name = entry.room.match
        return (*picks, *self.match.round.opening_events)


def _cards(history: History, rows: list[StoredRow]) -> Iterator[str]:
    """Check each hand and each card that a client was shown against the twin."""
    shown = _shown(history)
    twin = Twin(history.link)
    for row in rows:
        try:
            events = twin.follow(row.entry)
        except LastCardError as error:
            yield f"the twin refuses version {row.v}: {error}"
            return
        for client, seat, hand, told in shown.get(row.v, ()):
            if hand is not None and twin.match is not None:
                expected = [card.text for card in twin.match.round.view(seat).hand]
                if hand != expected:
                    yield f"{client}: holds {hand} at version {row.v}, the twin {expected}"
            if told is not None and events is not None:
                # Who forgot to call is told later than it happens.
                known = [event.to_dict() for event in told_to(events, seat)]
                if _without_forgotten(told) != _without_forgotten(known):
                    yield f"{client}: sees {told} at version {row.v}, the twin {known}"


Shown = tuple[str, int | None, list[str] | None, list[Data] | None]  # client, seat, hand, events


def _shown(history: History) -> dict[int, list[Shown]]:
    """Return what clients were shown of the cards, by version."""
    found: dict[int, list[Shown]] = defaultdict(list)
    for client, _, message in history.lines:
        if message["t"] == "welcome":
            you, seat = message["snapshot"]["you"] or {}, message["seat"]
            found[message["v"]].append((client, seat, you.get("hand"), None))
            for one in message.get("tail") or ():
                found[one["v"]].append((client, seat, None, one["what"].get("events")))
        elif message["t"] == "ev":
            you = message.get("you") or {}
            events = you.get("events", message["what"].get("events"))
            found[message["v"]].append((client, you.get("seat"), you.get("hand"), events))
    return found


def _without_forgotten(events: list[Data]) -> list[Data]:
    return [event for event in events if event["event"] != "forgot-call"]
