"""A hub in this process, with a log of its own, and clients without a network."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lastcard.server.config import Config
from lastcard.server.hub import Hub
from lastcard.server.serve import running


class Line:
    """A client that only listens."""

    def __init__(self, guest: str) -> None:
        self.guest, self.name, self.outside, self.lag = guest, guest, False, 0
        self.address, self.in_debt = "", False
        self.frames: list[dict[str, Any]] = []
        self.closed: int | None = None
        self._news = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))
        self._news.set()

    def charge(self, size: int) -> None:
        pass

    def close(self, code: int) -> None:
        self.closed = code
        self._news.set()

    async def until(self, test: Callable[[], Any]) -> None:
        async with asyncio.timeout(30):
            while not test():
                await self._news.wait()
                self._news.clear()


def with_hub(path: Path, main: Callable[[Hub], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with running(Config(data=path, haste=0.01)) as gateway:
            await main(gateway.hub)

    asyncio.run(bounded())
