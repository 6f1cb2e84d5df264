"""Bytes over a connection, as no library would send them."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from online import PATIENCE

HOST = b"Host: 127.0.0.1\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HOST
POST = b"POST /api/me HTTP/1.1\r\n" + HOST
JSON_POST = POST + b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n"
UPGRADE = b"GET /api/socket HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"

# Requests for a WebSocket that make no sense, each of which is answered with a refusal at once.
UPGRADES = {
    "a body that does not come": UPGRADE + KEY + b"Content-Length: 5\r\n\r\n",
    "a body": UPGRADE + KEY + b"Content-Length: 5\r\n\r\nhello",
    "a body in chunks": UPGRADE + KEY + CHUNKED + b"\r\n5\r\nhello\r\n0\r\n\r\n",
    "a body in chunks that do not come": UPGRADE + KEY + CHUNKED + b"\r\n",
    "another version": UPGRADE + KEY.replace(b"13", b"99") + b"\r\n",
    "no version": UPGRADE + KEY.partition(b"\n")[0] + b"\n\r\n",
    "no key": UPGRADE + KEY.partition(b"\n")[2] + b"\r\n",
    "a bad key": UPGRADE + KEY.replace(b"dGhl", b"x") + b"\r\n",
    "two keys": UPGRADE + KEY + KEY + b"\r\n",
    "POST": UPGRADE.replace(b"GET", b"POST") + KEY + b"\r\n",
    "POST with a body": UPGRADE.replace(b"GET", b"POST") + KEY + b"Content-Length: 9\r\n\r\n",
    "HTTP/1.0": UPGRADE.replace(b"/1.1", b"/1.0") + KEY + b"\r\n",
    "two of the same": UPGRADE + b"Upgrade: websocket\r\n" + KEY + b"\r\n",
    "two protocols": UPGRADE + b"Upgrade: h2c\r\n" + KEY + b"\r\n",
    "a list of protocols": UPGRADE.replace(b": websocket", b": h2c, websocket") + KEY + b"\r\n",
    "another protocol": UPGRADE.replace(b"websocket", b"h2c") + b"\r\nwhatever that protocol says",
    "too many headers": UPGRADE + KEY + b"".join(b"X%d: y\r\n" % number for number in range(200)) + b"\r\n",
    "too long a header": UPGRADE + KEY + b"X: " + b"y" * 9_000 + b"\r\n\r\n",
    "an odd header": UPGRADE + KEY + b"X y: 1\r\n\r\n",
    "another address": UPGRADE.replace(b"/api/socket", b"/api/me") + KEY + b"\r\n",
    "no address": UPGRADE.replace(b"/api/socket", b"*") + KEY + b"\r\n",
    "CONNECT": b"CONNECT table:1 HTTP/1.1\r\n" + HOST + b"\r\nwhatever that one says",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}
ANSWER = b""  # instead of a part: wait until something is answered
# Requests that are given up in the middle.
HALVES = {
    "nothing": (),
    "half a head": (GET,),
    "half a body": (JSON_POST + b"{",),
    "a body that is waited for": (JSON_POST[:-2] + b"Expect: 100-continue\r\n\r\n",),
    "half a head after an answer": (GET + b"\r\n", ANSWER, b"GET /"),
    "half a body after an answer": (GET + b"\r\n", ANSWER, JSON_POST + b"{"),
    "half a body at once": (GET + b"\r\n" + JSON_POST + b"{",),
    "empty lines after an answer": (GET + b"\r\n", ANSWER, b"\r\n"),
}
# Bytes that come after the answer to a request, which did not need them.
REMAINS = {
    "the rest": (POST + b"Content-Length: 3\r\n\r\n", ANSWER, b"abc"),
    "the rest and more": (POST + b"Content-Length: 3\r\n\r\n", ANSWER, b"abc" + GET + b"\r\n"),
    "bytes of no request": (POST + b"Content-Length: 3\r\n\r\n", ANSWER, b"abc\x00\x00"),
    "a bad chunk": (POST + CHUNKED + b"\r\n", ANSWER, b"zz\r\n", b"more"),
    "the body of a GET": (GET + b"Content-Length: 99\r\n\r\n", ANSWER, b"a", b"b"),
}


class Raw:
    """A connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.heard = b""

    @classmethod
    async def open(cls, url: str, source: str = "127.0.0.1") -> "Raw":
        """Open a connection from an address of this machine."""
        parts = urlsplit(url)
        return cls(*await asyncio.open_connection(parts.hostname, parts.port, local_addr=(source, 0)))

    async def send(self, *parts: bytes) -> "Raw":
        """Send parts, or wait for an answer between them."""
        with suppress(ConnectionError):
            for part in parts:
                if part == ANSWER:
                    await self.hear()
                self.writer.write(part)
                await self.writer.drain()
        return self

    async def hear(self) -> bytes:
        """Wait for more of an answer; return b"" at the end of the connection."""
        try:
            async with asyncio.timeout(PATIENCE):
                more = await self.reader.read(65_536)
        except ConnectionError:
            more = b""
        self.heard += more
        return more

    async def ended(self) -> bytes:
        """Wait until the server ends the connection; return everything that it sent."""
        while await self.hear():
            pass
        self.writer.close()
        return self.heard

    def leave(self) -> None:
        """End the connection at once."""
        self.writer.transport.abort()


async def raw(url: str, *parts: bytes) -> bytes:
    """Send parts over a connection; return everything that comes back until the server ends it."""
    return await (await (await Raw.open(url)).send(*parts)).ended()
