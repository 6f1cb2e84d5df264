"""Which pages of other sites may use the server, and what browsers have to be told of it (CORS)."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ...._util.bounds import quoted
from ....errors import LastCardError

Headers = list[tuple[bytes, bytes]]

_PREFLIGHT: Headers = [
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"authorization, content-type"),
    (b"access-control-max-age", b"600"),
]


def check_origin(text: str) -> None:
    """Raise LastCardError unless a text is the origin of pages, exactly as browsers send it."""
    try:
        parts = urlsplit(text)
        default = {"http": 80, "https": 443}[parts.scheme]
        port = "" if parts.port in (None, default) else f":{parts.port}"
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        fine = bool(parts.hostname) and text.isascii() and text == f"{parts.scheme}://{host}{port}"
    except (ValueError, KeyError):
        fine = False
    if not fine:
        raise LastCardError(
            f"{quoted(text)} is not an origin; write it as browsers do: https://cards.example or "
            "http://localhost:3000, in lower case, without a path or a slash at the end"
        )


class Origins:
    """The pages that may use a server: its own, and those of the listed origins.

    Pages of other sites send a token; the cookie, which is SameSite=Lax, stays with the server's own pages.
    """

    def __init__(self, others: tuple[str, ...]) -> None:
        self._others = others

    def fine(self, connection: HTTPConnection) -> bool:
        """Return whether a request comes from our own page, a listed one, or a program that is not a browser."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self._others:
            return True
        try:
            return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower() != ""
        except ValueError:
            return False

    def headers(self, connection: HTTPConnection) -> Headers:
        """Return the headers by which a browser lets a listed page read the answer."""
        origin = connection.headers.get("origin")
        if origin is None or origin not in self._others:
            return []
        return [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"origin")]

    def preflight(self, connection: HTTPConnection) -> Headers | None:
        """Return the headers that tell a browser what a listed page may send, if that is what it asks; else None."""
        asks = connection.scope["method"] == "OPTIONS" and "access-control-request-method" in connection.headers
        return [*_PREFLIGHT] if asks and self.headers(connection) else None
