"""uvicorn's HTTP protocol with bounds: how many connections, and the size and time of all that comes and goes."""

import asyncio
from collections.abc import Container
from functools import partial
from typing import Any, cast

import uvicorn
from prometheus_client import Counter
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ..connections import Admission, Connections
from ..limits import Limits, network_of

LARGEST_HEAD = 16 * 1024  # bytes of the request line and all headers
HEAD_TIME = 10.0  # seconds until a head has to be complete
SPARE_TIME = 2.0  # the same for a connection that is there only for /healthz
ANSWER_TIME = 60.0  # seconds after its head in which a request has to be complete, and its answer read
UNREAD_TIME = 2.0  # seconds in which the rest of a body may come that nobody reads
END_TIME = 2.0  # seconds that connections have to end when the server stops


class Settings(uvicorn.Config):
    """uvicorn's settings, with our limits; the connections of proxies, who speak for many, do not count.

    `dropped` counts the sockets that the server closes.
    """

    def __init__(
        self, *args: Any, limits: Limits, connections: Connections, proxies: Container[str], dropped: Counter,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **options)
        self.limits = limits
        self.connections = connections
        self.proxies = proxies
        self.dropped = dropped


class HttpProtocol(HttpToolsProtocol):
    """Ends connections of which there are too many, and those on which something takes too long.

    One timer runs from the first byte to the last: for a head, and then for the rest of a request and its answer.
    Heads that are too large, and upgrades that make no sense, are refused.
    """

    config: Settings
    _admission: Admission | None = None
    _in_head = True
    _head_size = 0  # bytes of a head that is not complete
    _ignores = False  # whether what still comes is thrown away, because an answer was given before
    _wrong = ""  # what is wrong with a head
    _timer: asyncio.TimerHandle | None = None
    _answering: RequestResponseCycle | None = None  # the request whose turn it is; later ones may wait behind it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn narrows it
        super().connection_made(transport)
        host = self.client[0] if self.client is not None else ""
        address = None if not host or host in self.config.proxies else network_of(host)
        if address is None or self.config.limits.connections.take(address):
            self._admission = self.config.connections.admit(address, transport.abort)
        if self._admission is None:
            transport.abort()
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self._admission is not None:
            self._admission.leave()
        if self._answering is not None:
            self._answering.disconnected = True  # uvicorn only tells the last one
            self._answering.message_event.set()
            self._answering = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._ignores or self.transport.is_closing():
            return
        if self.timeout_keep_alive_task is not None and not self._in_head:
            self._await_head()  # not with the first byte of a head: before that there may be empty lines
        self._head_size += len(data)
        super().data_received(data)
        if not self._in_head:
            self._head_size = 0
        elif self._head_size > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(self._wrong or msg)

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        self.ws_protocol_class = cast(Any, partial(cast(Any, self.ws_protocol_class), admission=self._admission))
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # no cycle is left for the collector

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["lastcard.admission"] = self._admission  # type: ignore[typeddict-unknown-key]  # our own key
        if not self._in_head:
            self._await_head()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._end_after(ANSWER_TIME)
        self._wrong = self._wrong_with_head()
        if self._wrong:
            raise ValueError(self._wrong)  # answered as any request that makes no sense
        super().on_headers_complete()
        if (self.parser.should_upgrade() or self._is_spare()) and self.cycle is not None:
            self.cycle.keep_alive = False  # what follows another protocol's upgrade is not read

    def _wrong_with_head(self) -> str:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            return "The head of the request is too large."
        if self.parser.should_upgrade() and self._should_upgrade():
            if self.parser.get_http_version() != "1.1":
                return "A WebSocket needs HTTP/1.1."
            if any(name == b"transfer-encoding" or (name == b"content-length" and value.strip() != b"0")
                   for name, value in self.headers):  # fmt: skip
                return "A request for a WebSocket has no body."
        return ""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """End the connection after an answer that did not need the whole body.

        The rest is read and thrown away for a moment: if it were left unread, the network would take the answer away
        from the client.
        """
        unread = self.cycle.more_body and not self.pipeline
        super().on_response_complete()
        if unread and not self.transport.is_closing():
            self._ignores = True
            self.transport.write_eof()
            self._end_after(UNREAD_TIME)

    def shutdown(self) -> None:
        """Let an answer that is on its way arrive; a request that is not complete has none."""
        super().shutdown()
        if self._answering is not None and self._answering.more_body and not self._answering.response_complete:
            self.transport.abort()
        else:
            self._end_after(END_TIME)

    def _await_head(self) -> None:
        self._in_head = True
        self._end_after(SPARE_TIME if self._is_spare() else HEAD_TIME)

    def _is_spare(self) -> bool:
        return self._admission is not None and self._admission.spare

    def _end_after(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
