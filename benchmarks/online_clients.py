"""Light clients for measuring a server: they play legal rounds and cost little themselves.

A client keeps the last frame it was sent as bytes; it reads it only when its seat is to move, and then knows from
`you.choices` what it may do.  It holds no rules.
"""

import asyncio
import itertools
import json
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
COOKIE = "lastcard"
AT_ONCE = 64  # clients that connect at the same time, unless a measurement is about just that
_EVENT, _NACK, _ACK = b'{"t":"ev","v":', b'{"t":"nack"', b'"ack":"'


class _Status(msgspec.Struct):
    awaited: list[int]


class _Game(msgspec.Struct):
    status: _Status


class _Lay(msgspec.Struct):
    card: str


class _Choices(msgspec.Struct):
    lays: list[_Lay]
    colours: list[str]
    call_with: int | None
    says: list[str]
    name: list[str]


class _You(msgspec.Struct):
    seat: int
    choices: _Choices | None = None


class _Room(msgspec.Struct):
    phase: str


class _Event(msgspec.Struct):
    v: int
    room: _Room | None = None
    game: _Game | None = None
    you: _You | None = None


_read_event = msgspec.json.Decoder(_Event).decode


class Http:
    """Requests to one server, each on a connection of its own as a browser's first is."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
        """Return the answer and the cookie it sets."""
        data = json.dumps(body).encode()
        lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Connection: close",
                 f"Content-Length: {len(data)}", f"Cookie: {COOKIE}={cookie}"]  # fmt: skip
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
            head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        if int(head.split(b" ", 2)[1]) >= 400:
            raise RuntimeError(f"{path}: {answer.decode()}")
        found = head.decode().partition(f"{COOKIE}=")[2].partition(";")[0]
        return json.loads(answer), found

    async def get(self, path: str) -> bytes:
        """Return the body of a page."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        body = (await reader.read()).partition(b"\r\n\r\n")[2]
        writer.close()
        return body


class Client(asyncio.Protocol):
    """One socket: it answers pings, keeps the last event, and says when a command was answered."""

    def __init__(self, hello: bytes) -> None:
        self.frame = b""  # the last event
        self.v = 0  # its version
        self.on_event: Callable[[Client], None] | None = None
        self.on_answer: Callable[[Client, bool], None] | None = None
        self.received = 0
        self.frames = 0
        loop = asyncio.get_running_loop()
        self.welcomed: asyncio.Future[None] = loop.create_future()
        self._hello = hello
        self._buffer = bytearray()
        self._open = False
        self._answered: asyncio.Future[bool] | None = None
        self._transport: asyncio.Transport

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(
            b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def connection_lost(self, error: Exception | None) -> None:
        if not self.welcomed.done():
            self.welcomed.set_exception(ConnectionError("the server closed the socket before it said welcome"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del buffer[: end + 4]
            self._open = True
            self.send(self._hello)
        while (frame := _next_frame(buffer)) is not None:
            self._take(*frame)

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 9:
            self._transport.write(bytes((0x8A, 0x80 | len(payload), 0, 0, 0, 0)) + payload)
        elif kind == 1:
            self.received += len(payload)
            self.frames += 1
            self._take_text(payload)

    def _take_text(self, payload: bytes) -> None:
        if payload.startswith(_EVENT):
            self.frame = payload
            self.v = int(payload[14 : payload.index(b",", 14)])
            if _ACK in payload[-60:]:
                self._answer(True)
            if self.on_event is not None:
                self.on_event(self)
        elif payload.startswith(_NACK):
            self._answer(False)
        elif not self.welcomed.done():
            self.welcomed.set_result(None)

    def _answer(self, fine: bool) -> None:
        if self._answered is not None:
            answered, self._answered = self._answered, None
            answered.set_result(fine)
        elif self.on_answer is not None:
            self.on_answer(self, fine)

    def send(self, text: bytes) -> None:
        """Send a text frame, with a mask that changes nothing."""
        size = len(text)
        head = bytes((0x81, 0x80 | size, 0, 0, 0, 0)) if size < 126 else (
            b"\x81\xfe" + size.to_bytes(2) + b"\0\0\0\0")  # fmt: skip
        self._transport.write(head + text)

    def command(self, kind: str, v: int, **fields: Any) -> None:
        """Send a command."""
        self.send(msgspec.json.encode({"t": kind, "id": secrets.token_hex(8), "v": v, **fields}))

    async def do(self, kind: str, v: int, **fields: Any) -> None:
        """Send a command and wait until it is carried out."""
        self._answered = asyncio.get_running_loop().create_future()
        answered = self._answered
        self.command(kind, v, **fields)
        if not await answered:
            raise RuntimeError(f"{kind} was refused")

    def event(self) -> _Event:
        """Return the last event."""
        return _read_event(self.frame)

    def close(self) -> None:
        """Close the connection."""
        self._transport.abort()


def _next_frame(buffer: bytearray) -> tuple[int, bytes] | None:
    """Take a whole frame off the buffer, if there is one: its kind and its payload."""
    if len(buffer) < 2:
        return None
    size, start = buffer[1], 2
    if size == 126:
        size, start = int.from_bytes(buffer[2:4]), 4
    elif size == 127:
        size, start = int.from_bytes(buffer[2:10]), 10
    if len(buffer) < start + size:
        return None
    frame = buffer[0] & 15, bytes(buffer[start : start + size])
    del buffer[: start + size]
    return frame


# ---------------------------------------------------------------- tables


class Guest:
    """A guest of a server."""

    def __init__(self, http: Http, cookie: str) -> None:
        self.http = http
        self.cookie = cookie

    @classmethod
    async def make(cls, http: Http, name: str) -> "Guest":
        """Become a new guest."""
        return cls(http, (await http.post("/api/me", {"name": name}))[1])

    async def connect(self, link: str) -> Client:
        """Open a socket at a table and wait for its welcome."""
        answer, _ = await self.http.post(f"/api/tables/{link}/ticket", {}, self.cookie)
        hello = json.dumps({"t": "hello", "protocol": 1, "ticket": answer["ticket"]}).encode()
        loop = asyncio.get_running_loop()
        _, client = await loop.create_connection(lambda: Client(hello), "127.0.0.1", self.http.port)
        await client.welcomed
        return client

    async def come_back(self, link: str) -> tuple[Client, int]:
        """Connect, and try again later if that fails, as a page does; return how often it failed, too."""
        for failed in itertools.count():
            try:
                return await self.connect(link), failed
            except OSError:
                await asyncio.sleep(random.uniform(0.5, 1) * min(8.0, 0.3 * 2**failed))
        raise AssertionError


class Times:
    """What the moves of all tables took, in seconds, and how many the server refused."""

    def __init__(self) -> None:
        self.acked: list[float] = []
        self.refused = 0

    def clear(self) -> None:
        """Begin to count anew."""
        self.acked.clear()
        self.refused = 0


class Player:
    """Plays all seats of one table.  `bare` is for a server without rules, where seats move in turn."""

    def __init__(self, clients: list[Client], times: Times, rng: random.Random, *, bare: bool) -> None:
        self.clients = clients
        self.moves = 0
        self.most = 1 << 60  # moves after which the table stands still
        self._times = times
        self._rng = rng
        self._bare = bare
        self._planned: list[float] = []  # when moves that wait should have been made
        self._sent = 0.0  # since when a move is on its way
        self._mover: Client | None = None  # who has sent it; None if none is on its way
        self._closed_loop = False
        for client in clients:
            client.on_answer, client.on_event = self._answered, self._changed

    async def start(self) -> None:
        """Take the seats and begin the match."""
        if self._bare:
            return
        host = self.clients[0]
        for seat, client in enumerate(self.clients[1:], 1):
            await client.do("sit", host.v, seat=seat)
        await host.do("start", host.v)

    # ------------------------------------------------------------ moves

    def plan(self, at: float) -> None:
        """Make a move that is meant for a point in time: now, or once the one before is answered."""
        self._planned.append(at)
        self._move()

    def run_closed(self, on: bool) -> None:
        """Make each move as soon as the one before is answered, or stop doing so."""
        self._closed_loop = on
        if on:
            self._move()

    def _move(self) -> None:
        if self._mover is not None or not (self._planned or self._closed_loop) or self.moves >= self.most:
            return
        if self._bare:
            client, action = self.clients[self.moves % len(self.clients)], "draw"
        else:
            if len({client.v for client in self.clients}) > 1:
                return  # some have not been told yet; `_changed` goes on
            event = self.clients[0].event()
            if event.game is None or not event.game.status.awaited:
                return  # the round is over; `_changed` goes on once the next one is dealt
            client = self.clients[event.game.status.awaited[0]]
            you = client.event().you
            assert you is not None and you.choices is not None
            action = self._choose(you.choices)
        self._sent = self._planned.pop(0) if self._planned else time.perf_counter()
        self._mover = client
        client.command("act", client.v, action=action)

    def _choose(self, choices: _Choices) -> str:
        rng = self._rng
        if choices.lays:
            action = rng.choice(choices.lays).card
            if action.startswith("w"):
                action += f":{rng.choice(choices.colours)}"
            return f"{action}!" if choices.call_with == 1 else action
        return rng.choice(choices.says) if choices.says else f":{rng.choice(choices.name)}"

    def _answered(self, client: Client, fine: bool) -> None:
        if client is not self._mover:
            return  # a word between rounds
        if fine:
            self._times.acked.append(time.perf_counter() - self._sent)
            self.moves += 1
        else:
            self._times.refused += 1
        self._mover = None
        self._move()

    def _changed(self, client: Client) -> None:
        if not self._bare and client is self.clients[0] and b'"phase":"over"' in client.frame:
            self._agree()
        else:
            self._move()

    def _agree(self) -> None:
        """Say for every seat that the next round may begin, once: when the round has just ended."""
        event = self.clients[0].event()
        if event.room is None or b'"kind":"move"' not in self.clients[0].frame:
            return
        word = "next" if event.room.phase == "between" else "rematch"
        for client in self.clients:
            client.command(word, event.v)


# ---------------------------------------------------------------- many at once


async def bounded(jobs: Iterable[Coroutine[Any, Any, T]], at_once: int = AT_ONCE) -> list[T]:
    """Run jobs, so many at once, and return their results."""
    gate = asyncio.Semaphore(at_once)

    async def run(job: Coroutine[Any, Any, T]) -> T:
        async with gate:
            return await job

    return list(await asyncio.gather(*map(run, jobs)))


async def open_table(guests: list[Guest], times: Times, seed: int, *, rules: str, bare: bool) -> tuple[str, Player]:
    """Make a table with one guest on each seat, and begin to play."""
    body = {"rules": rules, "seats": len(guests), "pace": "normal"}
    answer, _ = await guests[0].http.post("/api/tables", body, guests[0].cookie)
    clients = [await guest.connect(answer["link"]) for guest in guests]
    player = Player(clients, times, random.Random(seed), bare=bare)
    await player.start()
    return answer["link"], player
