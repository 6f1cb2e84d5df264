"""The cable between a browser and a server, which can be cut."""

import asyncio
import threading
from contextlib import suppress


class Cable:
    """Forwards connections to a port of loopback, from a thread of its own.

    `cut` ends all connections and refuses new ones, as a phone without a network does, until `mend`.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._whole = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Cable":
        self._thread.start()
        opened = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self._server = opened.result()
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *error: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._whole = False
        asyncio.run_coroutine_threadsafe(self._abort(), self._loop).result()

    def mend(self) -> None:
        self._whole = True

    async def _end(self) -> None:
        self._server.close()
        await self._abort()
        mine = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not mine]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _abort(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._whole:
            writer.transport.abort()
            return
        there, onward = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers |= {writer, onward}
        await asyncio.gather(_pump(reader, onward), _pump(there, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
