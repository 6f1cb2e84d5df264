"""What stands before all endpoints: floods, foreign names and foreign pages are refused, and headers added."""

from typing import Any

from prometheus_client import Counter
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..connections import Admission
from ..limits import Limits
from .answers import address, error_answer
from .hosts import Hosts
from .origins import Origins

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
)


def _wrong_host(request: HTTPConnection) -> Response:
    """Return what is said to somebody who calls the server by a name it does not have."""
    text = "this server does not know itself by the name in the address; whoever runs it can add the name with --hosts"
    if "text/html" in request.headers.get("accept", ""):
        return PlainTextResponse(f"{text}\n", 421)
    return error_answer(421, "host", text)


class Guard:
    """Refuses foreign pages and floods, and adds headers, before anything else runs."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Hosts, origins: Origins, answered: Counter) -> None:
        self._app = app
        self._limits = limits
        self._hosts = hosts
        self._origins = origins
        self._answered = answered  # answers by status

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._open(scope, receive, send)
            return
        request, origins = HTTPConnection(scope), self._origins

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                self._answered.labels(str(message["status"])).inc()
                known = {name for name, _ in message["headers"]}
                added = (*origins.headers(request), *(pair for pair in _HEADERS if pair[0] not in known))
                message["headers"] = [*message["headers"], *added]
            await send(message)

        with scope["lastcard.admission"].request(address(request)) as admitted:
            await (self._refusal(request, admitted) or self._app)(scope, receive, send_guarded)

    def _refusal(self, request: HTTPConnection, admitted: bool) -> Response | None:
        """Return the answer to a request that is refused, or is only a question whether it would be."""
        origins, scope = self._origins, request.scope
        if scope["lastcard.admission"].spare and scope["path"] != "/healthz":
            return error_answer(503, "full", "the server has as many connections as it can hold; try again later")
        if not admitted or not self._limits.requests.take(address(request)):
            refusal = error_answer(429, "busy", "too many requests; slow down")
            refusal.headers["connection"] = "close"  # what follows at once need not even be read
            return refusal
        if not self._knows_host(request):
            return _wrong_host(request)
        if (allowed := origins.preflight(request)) is not None:
            response = Response(status_code=204)
            response.raw_headers += allowed
            return response
        if scope["method"] != "GET" and not origins.fine(request):
            return error_answer(403, "origin", "this page may not use this server")
        return None

    def _knows_host(self, connection: HTTPConnection) -> bool:
        """Return whether a connection calls the server by a name it has; proxies see to that themselves."""
        return connection.scope["lastcard.admission"].proxied or self._hosts.fine(connection.headers)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in if there is room for it, and its page may have one."""
        socket, who = WebSocket(scope, receive, send), address(HTTPConnection(scope))
        admission: Admission = scope["lastcard.admission"]
        allowed = admission.upgrade(who) and self._limits.sockets.take(who)
        if allowed and self._knows_host(socket) and self._origins.fine(socket):
            await self._app(scope, receive, send)
        else:
            await socket.close(1008)
