"""Work that takes long is done a little at a time, and one address after another has its turn."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Lets so many work at once, of each address only one; whoever waits, waits for one turn of each other address."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._working: set[str] = set()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by address, the next one first

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and end it when the work is done."""
        if self._free and address not in self._working:
            self._begin(address)
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._end(address)

    async def _wait(self, address: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had just begun
                self._end(address)
            raise

    def _begin(self, address: str) -> None:
        self._free -= 1
        self._working.add(address)

    def _end(self, address: str) -> None:
        self._free += 1
        self._working.remove(address)
        for waiting in list(self._waiting):
            if self._free and waiting not in self._working:
                self._begin_next(waiting)

    def _begin_next(self, address: str) -> None:
        """Begin the next turn of an address, whose other turns then wait behind those of the other addresses."""
        turns = deque(turn for turn in self._waiting.pop(address) if not turn.cancelled())
        if turns:
            self._begin(address)
            turns.popleft().set_result(None)
        if turns:
            self._waiting[address] = turns
