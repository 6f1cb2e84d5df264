"""One WebSocket for each client: hello, commands in, pushes out, limits, heartbeats.

Frames are written straight to the connection, without a task or a queue for each: the transport's own buffer is the
queue, and a client that lets it grow too large is dropped.
"""

import asyncio
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from . import protocol as p
from .hub import Hub, TableGone
from .identity import Guest, Identities
from .limits import Bucket, Limits
from .log import LogError
from .protocol import Refusal, encode
from .table import Table

HELLO_TIME = 10.0  # seconds a client has to say hello
PING_INTERVAL = 5.0  # seconds between pings of the server, which also measure the lag
PING_TIMEOUT = 10.0
MOST_UNSENT = 256 * 1024  # bytes a client may leave unread
MOST_SOCKETS = 8  # of one guest at one table
MOST_BAD = 20  # messages that cannot be read, until the socket is closed

logger = logging.getLogger("lastcard.server")


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with two additions: the application can reach it, and it sends without waiting."""

    async def run_asgi(self) -> None:
        self.scope["lastcard.protocol"] = self  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()

    def push(self, frame: bytes) -> bool:
        """Send a text frame; return False if the client reads too slowly."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True
        self.conn.send_text(frame)
        self.transport.writelines(self.conn.data_to_send())
        return self.transport.get_write_buffer_size() <= MOST_UNSENT

    def drop(self, code: int, reason: str) -> None:
        """Close the connection without waiting for the client."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.writelines(self.conn.data_to_send())
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.close() if code != 4004 else self.transport.abort()


class Client:
    """A connection to a client that has said hello."""

    def __init__(self, protocol: SocketProtocol, guest: Guest, dropped: Any) -> None:
        self.guest, self.name, self.outside = guest
        self._protocol = protocol
        self._dropped = dropped

    @property
    def lag(self) -> int:
        """The time a message takes one way, in milliseconds, by the server's own pings."""
        return round(self._protocol.last_ping_rtt * 500)

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting; drop a client that reads too slowly."""
        if not self._protocol.push(frame):
            self.close(4004)

    def close(self, code: int) -> None:
        """Close the connection."""
        self._dropped.labels(str(code)).inc()
        self._protocol.drop(code, p.CLOSES.get(code, ""))


class _TurnedAway(Exception):
    """A client that is not let in, with the code that says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Sockets:
    """The WebSocket endpoint."""

    def __init__(self, hub: Hub, identities: Identities, limits: Limits) -> None:
        self._hub = hub
        self._identities = identities
        self._limits = limits
        self._metrics = hub.services.metrics
        self.draining = False

    async def serve(self, socket: WebSocket) -> None:
        """Serve one client from hello to goodbye."""
        await socket.accept()
        protocol: SocketProtocol = socket.scope["lastcard.protocol"]
        self._metrics.sockets.inc()
        try:
            await self._listen(socket, *await self._welcome(socket, protocol))
        except _TurnedAway as error:
            self._metrics.dropped.labels(str(error.code)).inc()
            protocol.drop(error.code, p.CLOSES[error.code])
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client is gone
        finally:
            self._metrics.sockets.dec()

    async def _welcome(self, socket: WebSocket, protocol: SocketProtocol) -> tuple[Client, Table]:
        """Wait for hello and let the client join its table."""
        try:
            hello = p.read_hello(await asyncio.wait_for(_text(socket), HELLO_TIME))
        except (Refusal, TimeoutError):
            raise _TurnedAway(4000) from None
        if hello.protocol != p.PROTOCOL:
            raise _TurnedAway(4002)
        ticket = self._identities.redeem(hello.ticket)
        if ticket is None:
            raise _TurnedAway(4001)
        try:
            table = await self._hub.table(ticket.table)
        except TableGone:
            raise _TurnedAway(4005) from None
        except LogError:
            raise _TurnedAway(4008) from None
        if sum(one.guest == ticket.guest.id for one in table.connections) >= MOST_SOCKETS:
            raise _TurnedAway(4006)
        client = Client(protocol, ticket.guest, self._metrics.dropped)
        table.join(client, hello)
        return client, table

    async def _listen(self, socket: WebSocket, client: Client, table: Table) -> None:
        messages, bad = Bucket(self._limits.messages), 0
        try:
            while True:
                text = await _text(socket)
                if not messages.take():
                    client.close(4003)
                    return
                try:
                    self._take(client, table, p.read_message(text))
                except Refusal as refusal:
                    bad += 1
                    client.send(encode(p.Nack(_id_in(text), refusal.code, table.v, refusal.text)))
                    if bad >= MOST_BAD:
                        client.close(4007)
                        return
        finally:
            table.part(client)

    def _take(self, client: Client, table: Table, message: p.FromClient) -> None:
        if isinstance(message, p.Ping):
            client.send(encode(p.Pong(message.n, self._hub.services.clock.now())))
            return
        self._metrics.commands.labels(type(message).__name__.lower()).inc()
        limit = self._limits.commands
        if isinstance(message, p.Say | p.React):
            limit = self._limits.chat
        elif isinstance(message, p.Explain | p.Hint):
            limit = self._limits.questions
        if not limit.take(client.guest):
            client.send(encode(p.Nack(message.id, "busy", table.v, "too many commands at once; slow down")))
            return
        table.submit(client, message)


async def _text(socket: WebSocket) -> str:
    """Return the next text frame; a binary frame counts as one that cannot be read."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return "" if text is None else text


def _id_in(text: str) -> str:
    """Return the id of a command that cannot be read, if it has one, so that the client knows which it was."""
    try:
        found = p.id_decoder.decode(text).id
    except Exception:  # whatever is wrong with the text has been said already
        return ""
    return found[:40]
