"""uvicorn's HTTP protocol with bounds on what comes before a request is handled: the head's size and its time."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 16 * 1024  # bytes of the request line and all headers
HEAD_TIME = 10.0  # seconds until a head has to be complete


class HttpProtocol(HttpToolsProtocol):
    """Closes connections that send no complete head in time, and refuses heads that are too large."""

    _in_head = True
    _unread = 0  # bytes of a head that is not complete
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn narrows it
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_ended()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._unread = self._unread + len(data) if self._in_head else 0
        if self._unread > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def handle_websocket_upgrade(self) -> None:
        self._head_ended()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._head_ended()
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise ValueError("the head of the request is too large")  # answered as any request that makes no sense
        super().on_headers_complete()

    def _await_head(self) -> None:
        self._head_ended()
        self._in_head = True
        self._slow = self.loop.call_later(HEAD_TIME, self.transport.close)

    def _head_ended(self) -> None:
        self._in_head = False
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
