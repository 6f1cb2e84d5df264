"""One address that wishes others ill, and what it floods a server with."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from http.client import HTTPConnection, HTTPException
from random import randrange
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException

from online import PATIENCE
from raw import Raw
from wire import Wire

Flood = Callable[[str, int], Awaitable[None]]


class Home:
    """The foe's address: one of this machine, but another one than that of the table."""

    address = "127.0.0.2"

    @classmethod
    def move(cls) -> None:
        """Take an address of which the server does not know anything yet."""
        cls.address = f"127.{randrange(1, 255)}.{randrange(1, 255)}.{randrange(1, 255)}"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Raw]:
    """Open a connection from the foe's address, and leave it at once at the end."""
    connection = await Raw.open(url, Home.address)
    try:
        yield connection
    finally:
        connection.leave()


async def at_once(many: int, once: Callable[[], Awaitable[None]]) -> None:
    """Do something over and over, many times at once, whatever the server does about it."""

    async def on_and_on() -> None:
        while True:
            with suppress(OSError, HTTPException, WebSocketException, KeyError, ValueError):
                await once()
            await asyncio.sleep(0)

    await asyncio.gather(*(on_and_on() for _ in range(many)))


class Foe:
    """A guest at the foe's address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.token = ""
        self.wires: list[Wire] = []

    @classmethod
    async def make(cls, url: str, name: str) -> "Foe":
        foe = cls(url)
        foe.token = (await foe.post("/api/me", {"name": name, "program": True}))["token"]
        return foe

    async def get(self, path: str) -> dict[str, Any]:
        return await asyncio.to_thread(self._ask, "GET", path, None)

    async def post(self, path: str, body: Any) -> dict[str, Any]:
        return await asyncio.to_thread(self._ask, "POST", path, body)

    def _ask(self, method: str, path: str, body: Any) -> dict[str, Any]:
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE, source_address=(Home.address, 0))
        try:
            named = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            connection.request(method, path, json.dumps(body), {"Content-Type": "application/json", **named})
            found: dict[str, Any] = json.loads(connection.getresponse().read())
            return found
        finally:
            connection.close()

    async def join(self, link: str) -> Wire:
        """Return a socket at a table, after the welcome."""
        ticket = (await self.post(f"/api/tables/{link}/ticket", {}))["ticket"]
        wire = await Wire.open(self.url, local_addr=(Home.address, 0))
        self.wires.append(wire)
        await wire.send({"t": "hello", "protocol": 1, "ticket": ticket})
        await wire.receive()
        return wire

    async def sit(self, **settings: Any) -> Wire:
        """Make a table; return a socket there."""
        return await self.join((await self.post("/api/tables", settings))["link"])


@asynccontextmanager
async def several(url: str, many: int) -> AsyncIterator[list[Foe]]:
    """Make so many guests, each of another name; at the end their sockets are gone."""
    foes = [await Foe.make(url, f"Foe {place}") for place in range(many)]
    try:
        yield foes
    finally:
        for foe in foes:
            for wire in foe.wires:
                wire.socket.transport.abort()
