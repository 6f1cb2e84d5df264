"""One address that does all it can to a server, beside an innocent table that goes on.

Each flood goes on until it is cancelled.  `make hostile` runs them for longer, in processes of their own, and measures
how long the moves of the innocent table take meanwhile.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from http.client import HTTPConnection
from itertools import count, cycle
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException

from lastcard.online.client import Account, OnlineTable
from online import PATIENCE, close
from raw import ANSWER, CHUNKED, GET, HALVES, JSON_POST, KEY, POST, REMAINS, UPGRADE, UPGRADES, Raw
from wire import Wire

FOE = "127.0.0.2"  # an address of this machine, but another one than that of the table
PAUSE = 0.12  # seconds between two commands, as many as a guest may give
SOCKET = UPGRADE + KEY + b"\r\n"
RULES = GET.replace(b"/healthz", b"/api/house-rules") + b"\r\n"

Flood = Callable[[str, int], Awaitable[None]]


def ask(url: str, path: str, body: Any, token: str = "") -> dict[str, Any]:
    """Make a request from the foe's address."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE, source_address=(FOE, 0))
    try:
        named = {"Authorization": f"Bearer {token}"} if token else {}
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **named})
        found: dict[str, Any] = json.loads(connection.getresponse().read())
        return found
    finally:
        connection.close()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Raw]:
    """Open a connection from the foe's address, and leave it at once at the end."""
    connection = await Raw.open(url, FOE)
    try:
        yield connection
    finally:
        connection.leave()


async def at_once(many: int, once: Callable[[], Awaitable[None]]) -> None:
    """Do something over and over, many times at once, whatever the server does about it."""

    async def on_and_on() -> None:
        while True:
            with suppress(OSError, WebSocketException, KeyError, ValueError):
                await once()
            await asyncio.sleep(0)

    await asyncio.gather(*(on_and_on() for _ in range(many)))


async def again(url: str, many: int, *requests: tuple[bytes, ...], hold: bool = False) -> None:
    """Open so many connections at once for requests, one after another, and new ones for those that end."""
    turn = cycle(requests)

    async def once() -> None:
        async with opened(url) as connection:
            await connection.send(*next(turn))
            await (connection.ended() if hold else connection.hear())

    await at_once(many, once)


async def upgrades(url: str, many: int) -> None:
    """Ask for sockets in all ways that make no sense, and wait for what happens."""
    await again(url, many, *((text,) for text in UPGRADES.values()), hold=True)


async def halves(url: str, many: int) -> None:
    """Hold connections with requests that are not finished."""
    await again(url, many, *HALVES.values(), hold=True)


async def bodies(url: str, many: int) -> None:
    """Send bodies that are too large, wrong, cut off, or that nobody asked for."""
    large = JSON_POST.replace(b": 99", b": 999999") + b"[" * 200_000
    chunks = POST + b"Content-Type: application/json\r\n" + CHUNKED + b"\r\n" + b"1\r\n[\r\n" * 10_000
    await again(url, many, (large,), (chunks,), (JSON_POST + b"[" * 99,), (JSON_POST + b"{",), *REMAINS.values())


async def gone(url: str, many: int) -> None:
    """Go away in the middle of everything."""
    texts = cycle([*UPGRADES.values(), JSON_POST + b"{...", RULES, SOCKET])

    async def once() -> None:
        async with opened(url) as connection:
            await connection.send(next(texts)[:-3])

    await at_once(many, once)


async def unread(url: str, many: int) -> None:
    """Ask for much and read nothing."""

    async def once() -> None:
        async with opened(url) as connection:
            connection.writer.transport.pause_reading()
            connection.writer.write(RULES * 40)
            await asyncio.sleep(5)

    await at_once(many, once)


async def requests(url: str, many: int) -> None:
    """Ask for the same over and over, far more often than is allowed."""

    async def once() -> None:
        async with opened(url) as connection:
            await connection.send((GET + b"\r\n") * 20)
            while await connection.hear():
                connection.heard = b""
                await connection.send((GET + b"\r\n") * 20)

    await at_once(many, once)


async def rules(url: str, many: int) -> None:
    """Ask for rule sets that nobody has asked for before."""
    number = count(1)

    async def once() -> None:
        path = b"/api/rules?id=official%%2Btarget=%d" % next(number)
        async with opened(url) as connection:
            await connection.send(GET.replace(b"/healthz", path) + b"\r\n")
            await connection.hear()

    await at_once(many, once)


async def sockets(url: str, many: int) -> None:
    """Open sockets that say nothing, or nonsense."""
    await again(url, many, (SOCKET,), (SOCKET, ANSWER, b"\x81\x83abcdef"), (SOCKET, ANSWER, b"\xff" * 100), hold=True)


async def messages(url: str, many: int) -> None:
    """Send as much as sockets at a table may, over many of them."""
    tokens = [
        (await asyncio.to_thread(ask, url, "/api/me", {"name": f"Foe {place}", "program": True}))["token"]
        for place in range(min(many // 8 + 1, 50))
    ]
    link = (await asyncio.to_thread(ask, url, "/api/tables", {}, tokens[0]))["link"]

    turn = cycle(tokens)

    async def once() -> None:
        ticket = (await asyncio.to_thread(ask, url, f"/api/tables/{link}/ticket", {}, next(turn)))["ticket"]
        wire = await Wire.open(url, local_addr=(FOE, 0))
        try:
            await wire.send({"t": "hello", "protocol": 1, "ticket": ticket})
            while True:
                for number in range(20):
                    await wire.send({"t": "ping", "n": number})
                    await wire.send({"t": "say", "id": f"s{number}", "v": 0, "text": "flood"})
                await asyncio.sleep(1)
        finally:
            wire.socket.transport.abort()

    await at_once(many, once)


FLOODS: dict[str, Flood] = {
    flood.__name__: flood for flood in (upgrades, halves, bodies, gone, unread, requests, rules, sockets, messages)
}


class Innocent:
    """A table of two people and a bot, at another address than the foe's."""

    def __init__(self, table: OnlineTable, other: OnlineTable) -> None:
        self.table = table
        self.other = other
        self.took: list[float] = []  # seconds for each command that was answered

    @classmethod
    async def sit(cls, url: str) -> "Innocent":
        ann, ben = [await Account.make(url, name) for name in ("Ann", "Ben")]
        link = await ann.create(seats=3)
        table, other = await ann.join(link), await ben.join(link)
        await other.do("sit")
        await table.do("bots", level="greedy")
        return cls(table, other)

    async def go_on(self, many: int) -> None:
        """Give commands, each of which must be answered, and seen by the other player."""
        for number in range(many):
            began = time.perf_counter()
            await self.table.do("lock", on=number % 2 == 0)
            self.took.append(time.perf_counter() - began)
            async with asyncio.timeout(PATIENCE):
                await self.other.until(lambda: self.other.v >= self.table.v)
            await asyncio.sleep(PAUSE)

    async def leave(self) -> None:
        await close(self.table, self.other)

    def told(self) -> str:
        """Return how long commands took since this was asked last."""
        took, self.took = [1000 * seconds for seconds in self.took], []
        return f"{len(took)} commands, median {median(took):.1f} ms, p99 {quantiles(took, n=100)[98]:.1f} ms, " \
               f"slowest {max(took):.1f} ms"  # fmt: skip


async def beside(url: str, name: str, many: int, commands: int) -> None:
    """Let an innocent table go on while a flood of this process does."""
    innocent = await Innocent.sit(url)
    flood = asyncio.ensure_future(FLOODS[name](url, many))
    try:
        await innocent.go_on(commands)
        assert not flood.done(), "the flood goes on until it is cancelled"
    finally:
        flood.cancel()
        with suppress(asyncio.CancelledError):
            await flood
    await innocent.leave()


async def measure(url: str, commands: int, many: int) -> None:
    """Measure an innocent table, alone and beside each flood, which has a process of its own."""
    innocent = await Innocent.sit(url)
    await innocent.go_on(commands)
    print(f"{'alone':10} {innocent.told()}", flush=True)
    for name in FLOODS:
        foe = await asyncio.create_subprocess_exec(sys.executable, __file__, name, url, str(many))
        try:
            await asyncio.sleep(2)  # until it is under way
            await innocent.go_on(commands)
            assert foe.returncode is None, f"{name} has ended"
        finally:
            foe.kill()
            await foe.wait()
        print(f"{name:10} {innocent.told()}", flush=True)
    await innocent.leave()


def main() -> None:
    """Flood a server until this process is killed."""
    parser = argparse.ArgumentParser(description="Flood a server from one address.")
    parser.add_argument("flood", choices=FLOODS)
    parser.add_argument("url")
    parser.add_argument("many", type=int, help="connections at once")
    args = parser.parse_args()
    asyncio.run(FLOODS[args.flood](args.url, args.many))


if __name__ == "__main__":
    main()
