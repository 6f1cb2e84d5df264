"""A proxy that treats connections badly: it delays, splits, halves, cuts and stalls them."""

import asyncio
import random
from contextlib import suppress
from typing import Literal

Mode = Literal["fair", "delay", "split", "cut", "half", "stall"]
MODES: tuple[Mode, ...] = ("delay", "split", "cut", "half", "stall")


class Proxy:
    """Forwards connections to a port of loopback.

    `delay` holds each piece back for a while, `split` forwards a few bytes at a time, `cut` ends a connection at any
    byte, `half` ends it in the middle of a piece, `stall` forwards nothing more but leaves it open.  A connection
    meets the mode of the moment, so all of them can happen to it.
    """

    def __init__(self, port: int, seed: int) -> None:
        self._target = port
        self._dice = random.Random(seed)
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self.mode: Mode = "fair"
        self.done: dict[Mode, int] = dict.fromkeys(MODES, 0)  # how often each happened

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, onward}
        for one, other in ((reader, onward), (there, writer)):
            task = asyncio.create_task(self._pump(one, other, (writer, onward)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, both: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        """Forward one direction of a connection until it ends."""
        with suppress(OSError):
            while data := await reader.read(4096):
                if not await self._forward(data, writer):
                    break
        for one in both:
            one.transport.abort()
            self._writers.discard(one)

    async def _forward(self, data: bytes, writer: asyncio.StreamWriter) -> bool:
        """Forward a piece as the mode says; return whether the connection goes on."""
        mode, dice = self.mode, self._dice
        if mode == "fair":
            pieces = [data]
        elif mode == "delay":
            self.done[mode] += 1
            await asyncio.sleep(dice.random() * 0.1)
            pieces = [data]
        elif mode == "split":
            self.done[mode] += 1
            size = dice.randrange(1, 40)
            pieces = [data[at : at + size] for at in range(0, len(data), size)]
        elif dice.random() < 0.85:
            pieces = [data]
        elif mode == "stall":
            self.done[mode] += 1
            await asyncio.Event().wait()
            return False
        else:
            self.done[mode] += 1
            writer.write(data[: len(data) // 2 if mode == "half" else dice.randrange(len(data))])
            await writer.drain()
            return False
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            if len(pieces) > 1:
                await asyncio.sleep(0)  # each piece is a packet of its own
        return True
