"""A client that keeps every byte it is sent, and sends whatever it is given."""

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from lastcard.online.client import Account
from lastcard.online.protocol import PROTOCOL
from online import PATIENCE


class Wire:
    """One socket at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[bytes] = []
        self.v = 0
        self.sent = 0

    @classmethod
    async def join(cls, account: Account, ref: str, **hello: Any) -> "Wire":
        """Connect to a table and wait for the welcome."""
        ticket = (await account.post(f"/api/tables/{ref}/ticket", {}))["ticket"]
        wire = await cls.open(account.url)
        await wire.send({"t": "hello", "protocol": PROTOCOL, "ticket": ticket, **hello})
        await wire.receive()
        return wire

    @classmethod
    async def open(cls, url: str, **options: Any) -> "Wire":
        """Open a socket that has not said hello."""
        address = "ws" + url.removeprefix("http") + "/api/socket"
        return cls(await connect(address, ping_interval=None, max_size=2**20, **options))

    async def send(self, message: Any) -> None:
        """Send data as JSON, a text as it is, or bytes as a binary frame."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        """Return the next message and keep its bytes."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.socket.recv(decode=False)
        self.frames.append(frame)
        message = json.loads(frame)
        self.v = message.get("v", self.v)
        return message

    async def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Give a command and return its answer; what happens meanwhile is kept."""
        self.sent += 1
        name = f"c{self.sent}"
        await self.send({"t": kind, "id": name, "v": self.v, **fields})
        while True:
            message = await self.receive()
            if name in (message.get("ack"), message.get("nack")):
                return message

    async def reach(self, v: int) -> None:
        """Wait for a version."""
        while self.v < v:
            await self.receive()

    async def closed(self) -> int:
        """Wait until the server closes the socket and return the code."""
        async with asyncio.timeout(PATIENCE):
            try:
                while True:
                    self.frames.append(await self.socket.recv(decode=False))
            except ConnectionClosed as error:
                return error.rcvd.code if error.rcvd is not None else 1006

    async def close(self) -> None:
        await self.socket.close()
