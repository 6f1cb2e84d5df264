"""uvicorn's HTTP protocol with bounds on connections: how many, and the size and time of what no request handles."""

import asyncio
from collections.abc import Container
from typing import Any

import uvicorn
from prometheus_client import Counter
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .limits import Limits, network_of

LARGEST_HEAD = 16 * 1024  # bytes of the request line and all headers
HEAD_TIME = 10.0  # seconds until a head has to be complete
UNREAD_TIME = 2.0  # seconds in which the rest of a body may come that nobody reads


class Settings(uvicorn.Config):
    """uvicorn's settings, with our limits; the connections of proxies, who speak for many, do not count.

    `dropped` counts the sockets that the server closes.
    """

    def __init__(
        self, *args: Any, limits: Limits, proxies: Container[str], dropped: Counter, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.limits = limits
        self.proxies = proxies
        self.dropped = dropped


class HttpProtocol(HttpToolsProtocol):
    """Closes connections of which an address has too many, or that send no complete head or body in time.

    Heads that are too large are refused.
    """

    config: Settings
    _counted: str | None = None  # the address, while this connection counts
    _in_head = True
    _unread = 0  # bytes of a head that is not complete
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn narrows it
        super().connection_made(transport)
        self._await_head()
        host = self.client[0] if self.client is not None else ""
        if host and host not in self.config.proxies:
            self._counted = network_of(host)
            if not self.config.limits.open_connections.add(self._counted):
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_ended()
        self._no_longer_counts()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._unread = self._unread + len(data) if self._in_head else 0
        if self._unread > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def handle_websocket_upgrade(self) -> None:
        self._head_ended()
        self._no_longer_counts()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # no cycle is left for the collector

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._head_ended()
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise ValueError("the head of the request is too large")  # answered as any request that makes no sense
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """End the connection after an answer that did not need the whole body.

        The rest is read and thrown away for a moment: if it were left unread, the network would take the answer away
        from the client.
        """
        unread = self.cycle.more_body and not self.pipeline
        super().on_response_complete()
        if unread and not self.transport.is_closing():
            self.transport.write_eof()
            self._slow = self.loop.call_later(UNREAD_TIME, self.transport.abort)

    def on_message_complete(self) -> None:
        if self.cycle is not None and self.cycle.response_complete and self.cycle.more_body:
            self.transport.close()
        super().on_message_complete()

    def _no_longer_counts(self) -> None:
        if self._counted is not None:
            self.config.limits.open_connections.remove(self._counted)
            self._counted = None

    def _await_head(self) -> None:
        self._head_ended()
        self._in_head = True
        self._slow = self.loop.call_later(HEAD_TIME, self.transport.close)

    def _head_ended(self) -> None:
        self._in_head = False
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
