"""One address that does all it can to a server, beside an innocent table that goes on.

Each flood goes on until it is cancelled.  `make hostile` runs them for longer, in processes of their own, and measures
how long the moves of the innocent table take meanwhile.
"""

import argparse
import asyncio
import sys
import time
from contextlib import suppress
from itertools import count, cycle
from statistics import median, quantiles

from foe import Flood, Home, at_once, opened, several
from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable
from online import PATIENCE, close
from raw import ANSWER, CHUNKED, GET, HALVES, JSON_POST, KEY, POST, REMAINS, UPGRADE, UPGRADES
from spoilers import SPOILERS

PAUSE = 0.12  # seconds between two commands, as many as a guest may give
SOCKET = UPGRADE + KEY + b"\r\n"
RULES = GET.replace(b"/healthz", b"/api/house-rules") + b"\r\n"


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
    async with several(url, min(many // 8 + 1, 50)) as foes:
        link = (await foes[0].post("/api/tables", {}))["link"]
        turn = cycle(foes)

        async def once() -> None:
            wire = await next(turn).join(link)
            while True:
                for number in range(20):
                    await wire.send({"t": "ping", "n": number})
                    await wire.send({"t": "say", "id": f"s{number}", "v": 0, "text": "flood"})
                await asyncio.sleep(1)

        await at_once(many, once)


FLOODS: dict[str, Flood] = {
    flood.__name__: flood for flood in (upgrades, halves, bodies, gone, unread, requests, rules, sockets, messages)
} | SPOILERS


class Innocent:
    """A table of two people, a bot and a free seat, at another address than the foe's."""

    def __init__(self, table: OnlineTable, other: OnlineTable) -> None:
        self.table = table
        self.other = other
        self.took: list[float] = []  # seconds for each command that was answered

    @classmethod
    async def sit(cls, url: str) -> "Innocent":
        ann, ben = [await Account.make(url, name) for name in ("Ann", "Ben")]
        link = await ann.create(seats=4, public=True)
        table, other = await ann.join(link), await ben.join(link)
        await other.do(p.Sit)
        await table.do(p.AddBots, level="greedy", seat=2)
        return cls(table, other)

    async def go_on(self, many: int) -> None:
        """Give commands, each of which must be answered, and seen by the other player."""
        for number in range(many):
            began = time.perf_counter()
            await self.table.do(p.Lock, on=number % 2 == 0)
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
    Home.move()
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
    Home.move()
    asyncio.run(FLOODS[args.flood](args.url, args.many))


if __name__ == "__main__":
    main()
