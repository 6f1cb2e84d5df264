"""People and bots who play at several tables of a server that is killed and started again while they do."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from history import History, prove, stored
from lastcard.bots import make_bot
from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable, Refused, TableClosed
from online import ServerProcess, close, run, step

TABLES = (("official", 2, 1), ("official+stack+jump-in=identical", 2, 2), ("one", 3, 0))  # rules, people, bots
TOWARDS_A_PAUSE = {"between": p.Next, "over": p.Rematch}  # the command in a phase in which nobody can pause
PATIENCE = 60.0  # seconds until a table that does not go on counts as stuck
HTTP_TIMEOUT = 10.0  # seconds; less than a person's, more than a busy machine takes


class Told(NamedTuple):
    """What a run was: how often the server was killed, how many commands it acknowledged, how many versions it made."""

    kills: int
    acknowledged: int
    versions: int


@contextmanager
def quick_clients() -> Iterator[None]:
    """Let clients notice dead connections and come back sooner than people's do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lastcard.online.client.table.LONGEST_WAIT", 0.3)
        patch.setattr("lastcard.online.client.table.PING_INTERVAL", 1.0)
        patch.setattr("lastcard.online.client.table.PING_TIMEOUT", 1.0)
        patch.setattr("lastcard.online.client.account.TIMEOUT", HTTP_TIMEOUT)
        yield


class Crowd:
    """People at several tables.  They play, talk, and start again when a match is over, until they are stopped."""

    def __init__(self, url: str, seed: int) -> None:
        self._url = url
        self._random = random.Random(seed)
        self.histories: list[History] = []
        self.tables: list[OnlineTable] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    @property
    def acknowledged(self) -> int:
        """How many commands were acknowledged so far."""
        return sum(history.acknowledged for history in self.histories)

    async def begin(self, shapes: tuple[tuple[str, int, int], ...] = TABLES) -> None:
        """Make the tables, sit down, begin to play."""
        for number, (rules, people, bots) in enumerate(shapes):
            await self._begin_one(number, rules, people, bots)

    async def _begin_one(self, number: int, rules: str, people: int, bots: int) -> None:
        accounts = [await Account.make(self._url, f"P{number}{place}") for place in range(people + 1)]
        link = await accounts[0].create(rules=rules, seats=people + bots, pace="normal")
        history = History(link)
        tables = [await history.join(account, f"{number}/{place}") for place, account in enumerate(accounts)]
        for table in tables[1:people]:
            await table.do(p.Sit)
        if bots:
            await tables[0].do(p.AddBots, level="careful")
        await tables[0].do(p.Nonce, nonce="0123456789abcdef" * 2)
        await tables[0].do(p.Start)
        self.histories.append(history)
        self.tables += tables
        self._tasks += [asyncio.create_task(self._play(table)) for table in tables[:people]]
        self._tasks.append(asyncio.create_task(self._talk(tables[people])))

    async def _play(self, table: OnlineTable) -> None:
        bot = make_bot("careful", self._random.randrange(1000))
        while not self._stopping:
            before = table.v
            await step(table, bot)
            if table.v == before:
                with suppress(TimeoutError):  # what was refused is looked at again
                    async with asyncio.timeout(0.5):
                        await table.changed()

    async def _talk(self, table: OnlineTable) -> None:
        """Watch, and say something now and then; a spectator's commands are not idempotent either."""
        number = 0
        while not self._stopping:
            number += 1
            with suppress(Refused):
                await table.do(p.Say, text=f"{number}")
            await asyncio.sleep(0.05)

    async def more(self, count: int) -> None:
        """Wait until so many more commands are acknowledged."""
        goal, end = self.acknowledged + count, time.monotonic() + PATIENCE
        while self.acknowledged < goal:
            self._check()
            assert time.monotonic() < end, "the tables do not go on"
            await asyncio.sleep(0.002)

    async def all_go_on(self) -> None:
        """Wait until every table has something new acknowledged, and every client is up to date."""
        before = [history.acknowledged for history in self.histories]
        versions = [table.v for table in self.tables]
        end = time.monotonic() + PATIENCE
        while any(history.acknowledged <= old for history, old in zip(self.histories, before, strict=True)) or any(
            table.v <= old for table, old in zip(self.tables, versions, strict=True)
        ):
            self._check()
            assert time.monotonic() < end, "a table or a client does not go on"
            await asyncio.sleep(0.01)

    def _check(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    async def end(self) -> None:
        """Stop playing, and let every client see everything."""
        self._stopping = True
        async with asyncio.timeout(PATIENCE):  # every command is answered
            await asyncio.gather(*self._tasks)
        for history in self.histories:
            same = [table for table in self.tables if table.ref == history.link]
            await self._pause(same)
            end = time.monotonic() + PATIENCE
            while len({table.v for table in same}) > 1:
                assert time.monotonic() < end, "the clients of a table do not agree on its version"
                await asyncio.sleep(0.01)
        with suppress(TableClosed):
            await close(*self.tables)

    async def _pause(self, people: list[OnlineTable]) -> None:
        """Pause a table: only then does nothing happen at it by itself, not even when its people go."""
        end = time.monotonic() + PATIENCE
        while people[0].room["paused"] is None:
            assert time.monotonic() < end, "a table cannot be paused"
            for table in people:
                with suppress(Refused):  # who only watches; who has agreed to it already
                    await table.do(TOWARDS_A_PAUSE.get(table.room["phase"], p.Pause))
            await asyncio.sleep(0.01)

    def prove(self, data: Path, *, settled: bool = True) -> int:
        """Prove the histories of all tables against the data file; return how many versions there are."""
        found = stored(data)
        for history in self.histories:
            prove(history, found[history.link], settled=settled)
        return sum(len(found[history.link]) for history in self.histories)


def kill_run(data: Path, *, kills: int, seed: int) -> Told:
    """Kill the server so many times at random moments while people play; prove that nothing was lost."""
    dice = random.Random(seed)
    server = ServerProcess(data).start()
    crowd = Crowd(server.url, seed)

    async def main() -> None:
        await crowd.begin()
        for _ in range(kills):
            await crowd.more(dice.randrange(1, 25))
            await asyncio.sleep(dice.random() * 0.02)
            server.kill()
            if dice.random() < 0.1:
                await _kill_while_it_starts(server, dice.random())
            await asyncio.to_thread(server.start)
        await crowd.all_go_on()
        await crowd.end()

    with quick_clients(), server_ends(server):
        run(main(), limit=60 + 10 * kills)
        server.stop()
        versions = crowd.prove(data)
    return Told(kills, crowd.acknowledged, versions)


async def _kill_while_it_starts(server: ServerProcess, after: float) -> None:
    """Kill a server that may not have come as far as to serve."""
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    await asyncio.sleep(after)
    assert server.process is not None
    server.process.kill()
    with suppress(AssertionError):  # it did not start
        await starting
        server.kill()


@contextmanager
def server_ends(server: ServerProcess) -> Iterator[None]:
    """Leave no server behind."""
    try:
        yield
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
