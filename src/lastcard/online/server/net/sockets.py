"""One WebSocket for each client: hello, commands in, pushes out, limits, heartbeats.

Frames are written straight to the connection, without a task or a queue for each: the transport's own buffer is the
queue, and a client that lets it grow too large is dropped.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ... import protocol as p
from ... import shapes as d
from ...protocol import Refusal, encode
from ..connections import Admission
from ..identity import Guest, Identities
from ..limits import Bucket, Limits
from ..store.store import StoreError
from ..table.hub import Hub, TableGone, TableUnreadable
from ..table.table import Table
from ..table.watching import watching
from .requests import Settings

HELLO_TIME = 10.0  # seconds a client has to say hello
PING_INTERVAL = 5.0  # seconds between pings of the server, which also measure the lag
PING_TIMEOUT = 10.0
CLOSE_TIME = 2.0  # seconds in which a client may answer that it was closed
MOST_UNSENT = 256 * 1024  # bytes a client may leave unread
MOST_SOCKETS = 8  # of one guest at one table

_BAD_HEAD = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

logger = logging.getLogger("lastcard.server")


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol; the application can reach it, sends without waiting and is called with what arrives.

    The way through a queue and a task to `receive` costs more than most commands.  With `on_text` set, only what is
    not a text, and the end of the connection, goes that way.  A flood of frames that are no messages is cut off.
    """

    config: Settings
    on_text: Callable[[str], object] | None = None

    def __init__(self, *args: Any, admission: Admission, **options: Any) -> None:
        super().__init__(*args, **options)
        self.admission = admission
        self._extras = Bucket(self.config.limits.extras)

    def connection_lost(self, exc: Exception | None) -> None:
        self.admission.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what arrives.  The head comes first and as a whole; one that cannot be read is refused."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.write(_BAD_HEAD)
            self.transport.close()
        if self.transport.is_closing():
            self._end_soon()

    def eof_received(self) -> None:
        super().eof_received()
        self._end_soon()

    async def run_asgi(self) -> None:
        own: Any = {"lastcard.protocol": self, "lastcard.admission": self.admission}  # for the application
        self.scope.update(own)
        try:
            await super().run_asgi()
        finally:
            self._end_soon()
            self.scope.clear()  # type: ignore[attr-defined]  # no cycle is left for the collector

    def shutdown(self) -> None:
        super().shutdown()
        self._end_soon()

    def _end_soon(self) -> None:
        """Make sure that a connection that is being closed ends, whatever its client does not read."""
        if self.close_timer is None and not self.disconnected:
            self.close_timer = self.loop.call_later(CLOSE_TIME, self.transport.abort)

    def push(self, frame: bytes) -> bool:
        """Send a text frame; return False if the client reads too slowly."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True
        self.transport.write(_frame_head(len(frame)) + frame)
        return self.transport.get_write_buffer_size() <= MOST_UNSENT

    def drop(self, code: int, reason: str) -> None:
        """Close the connection.

        What the client still sends is read and thrown away for a moment: if it were left unread, the network would
        take away from the client why it was closed.
        """
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.config.dropped.labels(str(code)).inc()
        self.conn.send_close(code, reason)
        self.transport.writelines(self.conn.data_to_send())
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        if code == 4004:
            self.transport.abort()
            return
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_TIME, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Hand on a message; a text that is none is the client's fault, and nothing to write to the log."""
        if not self.close_sent and not self.config.limits.arriving.take(self.admission.address):
            self.drop(4003, p.CLOSES[4003])
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.drop(1007, "")
            return
        if self.on_text is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.on_text(text)

    def handle_ping(self) -> None:
        if self._takes_extra():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._takes_extra():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._takes_extra():
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """Give up a client that no longer answers, together with what it has not read."""
        if not self.close_sent and not self.transport.is_closing():
            self.config.dropped.labels("1011").inc()
        super().keepalive_timeout()
        self.transport.abort()

    def _takes_extra(self) -> bool:
        """Return whether the client may send another frame that is not a message; drop it if it floods."""
        if not (self._extras.take() and self.config.limits.arriving.take(self.admission.address)):
            self.drop(4003, p.CLOSES[4003])
        elif self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.drop(4004, p.CLOSES[4004])
        return not self.close_sent


def _frame_head(size: int) -> bytes:
    """Return what stands before a text in a frame of the server: whole, not masked (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


class Client:
    """A connection to a client that has said hello."""

    def __init__(self, protocol: SocketProtocol, guest: Guest, address: str, limits: Limits) -> None:
        self.guest, self.name, self.outside = guest
        self.address = address
        self._protocol = protocol
        self._limits = limits

    @property
    def lag(self) -> int:
        """The time a message takes one way, in milliseconds, by the server's own pings."""
        return round(self._protocol.last_ping_rtt * 500)

    @property
    def in_debt(self) -> bool:
        """Whether the client has made the server send too much lately."""
        return self._limits.in_debt(self.guest, self.address)

    def charge(self, size: int) -> None:
        """Note how many bytes the client has made the server send, to everyone."""
        self._limits.charge(self.guest, self.address, size)

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting; drop a client that reads too slowly."""
        if not self._protocol.push(frame):
            self.close(4004)

    def close(self, code: int) -> None:
        """Close the connection."""
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
        self._counters = {kind: self._metrics.commands.labels(kind.__name__.lower()) for kind in p.COMMANDS}

    async def serve(self, socket: WebSocket, address: str) -> None:
        """Serve one client from hello to goodbye; `address` is the network address that limits count."""
        await socket.accept()
        protocol: SocketProtocol = socket.scope["lastcard.protocol"]
        self._metrics.sockets.inc()
        try:
            await self._listen(socket, *await self._welcome(socket, protocol, address))
        except _TurnedAway as error:
            protocol.drop(error.code, p.CLOSES.get(error.code, ""))
        except WebSocketDisconnect:
            pass  # the client is gone
        finally:
            self._metrics.sockets.dec()

    async def _welcome(self, socket: WebSocket, protocol: SocketProtocol, address: str) -> tuple[Client, Table]:
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
            await self._hub.compare(table, hello)
        except TableGone:
            raise _TurnedAway(4005) from None
        except TableUnreadable:
            raise _TurnedAway(4010) from None
        except StoreError:
            raise _TurnedAway(4008) from None
        if table.stopped:  # while it was waited for; the client connects again
            raise _TurnedAway(1012)
        client = Client(protocol, ticket.guest, address, self._limits)
        self._check_room(client, table)
        table.join(client, hello)
        return client, table

    def _check_room(self, client: Client, table: Table) -> None:
        """Turn away a client for whom there is no room: whoever plays is told everything once for each that watches."""
        if client.in_debt:
            raise _TurnedAway(4003)
        if sum(one.guest == client.guest for one in table.connections) >= MOST_SOCKETS:
            raise _TurnedAway(4006)
        if client.guest in table.state.room.expelled:
            raise _TurnedAway(4009)
        if table.state.room.seat_of(client.guest) is None:
            there, limits = [one.address for one in watching(table)], self._limits
            if len(there) >= limits.most_watching or there.count(client.address) >= limits.most_watching_of_one:
                raise _TurnedAway(4006)

    async def _listen(self, socket: WebSocket, client: Client, table: Table) -> None:
        """Take what a client sends until it is gone."""
        protocol: SocketProtocol = socket.scope["lastcard.protocol"]
        inbox = _Inbox(self._take, self._limits, client, table)
        protocol.on_text = inbox.take
        try:
            while inbox.take(await _text(socket)):
                pass
        finally:
            protocol.on_text = None
            table.part(client)

    def _take(self, client: Client, table: Table, message: p.Ping | p.Command) -> None:
        if isinstance(message, p.Ping):
            client.send(encode(d.Pong(t="pong", n=message.n, now=self._hub.services.clock.now())))
            return
        self._counters[type(message)].inc()
        if not self._limits.allow(message, client.guest, client.address):
            table.nack(client, message.id, Refusal("busy", "too many commands at once; slow down"))
            return
        table.submit(client, message)


class _Inbox:
    """What arrives on one socket."""

    __slots__ = ("_client", "_limits", "_messages", "_pass_on", "_table", "_unreadable")

    def __init__(self, pass_on: Callable[[Client, Table, p.Ping | p.Command], None], limits: Limits, client: Client,
                 table: Table) -> None:  # fmt: skip
        self._pass_on = pass_on
        self._limits = limits
        self._client = client
        self._table = table
        self._messages = Bucket(limits.messages)
        self._unreadable = 0

    def take(self, text: str) -> bool:
        """Take a message; close the socket, and return False, on a flood or too many that cannot be read."""
        if not self._messages.take():
            self._client.close(4003)
            return False
        try:
            self._pass_on(self._client, self._table, p.read_message(text))
        except Refusal as refusal:
            self._unreadable += 1
            self._table.nack(self._client, _id_in(text), refusal)
            if self._unreadable >= self._limits.unreadable:
                self._client.close(4007)
                return False
        return True


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
