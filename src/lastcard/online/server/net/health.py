"""Whether the server works: for /healthz, for the service manager that started it, and for the metrics."""

import asyncio
import os
import socket
from contextlib import suppress

from ..metrics import Metrics
from ..store.store import Store

PATIENCE = 3.0  # seconds in which the thread that saves has to answer
LOOK = 1.0  # seconds between two looks


class Health:
    """Asks the thread that saves whether it is still there.  One question is under way at a time, whoever asks."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._question: asyncio.Task[None] | None = None

    async def alive(self) -> bool:
        """Return whether that thread reads the file and answers in time."""
        question = self._question
        if question is None or question.done():
            question = self._question = asyncio.create_task(self._store.ping())
        await asyncio.wait({question}, timeout=PATIENCE)
        return question.done() and not question.cancelled() and question.exception() is None

    async def trouble(self) -> str:
        """Return what keeps the server from working; "" means nothing."""
        if not await self.alive():
            return "the file of the server does not answer"
        return "" if self._store.writable else "the server cannot save now"

    async def run(self) -> None:
        """Forever: note how late the event loop is, and tell a service manager that watches that all is well."""
        loop, watched = asyncio.get_running_loop(), "WATCHDOG_USEC" in os.environ
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            self._metrics.lag.observe(max(0.0, loop.time() - due))
            if watched and await self.alive():
                notify("WATCHDOG=1")


def notify(state: str) -> None:
    """Tell the service manager (systemd) how the server is, if there is one; nothing waits for it."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.setblocking(False)
        told.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
