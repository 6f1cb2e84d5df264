"""What all endpoints share: who asks, bodies with one check for each, and answers in JSON."""

import asyncio
import gzip
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from ... import shapes as d
from ...protocol import encode
from ..limits import network_of

T = TypeVar("T")

LARGEST_BODY = 128 * 1024  # bytes
BODY_TIME = 10.0  # seconds a body may take


class HttpError(Exception):
    """An answer that says what is wrong with a request."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(status, code, text)
        self.status, self.code, self.text = status, code, text


def address(connection: HTTPConnection) -> str:
    """Return the address of a client, as limits count it."""
    return network_of(connection.client.host if connection.client is not None else "")


async def read_body(request: Request, kind: type[T]) -> T:
    """Read a body of JSON into a type; raise HttpError if it is too large, or is not one."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise HttpError(415, "json", "send JSON, with the content type application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIME):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_BODY:
                    raise HttpError(413, "large", f"a body has at most {LARGEST_BODY:,} bytes")
    except ClientDisconnect:
        raise HttpError(499, "gone", "the client is gone") from None  # nobody hears it, but it is counted
    except TimeoutError:
        raise HttpError(408, "slow", "the body of the request took too long") from None
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise HttpError(400, "bad", str(error)[:200]) from error


def answer(data: Any, status: int = 200) -> Response:
    """Return an answer with JSON data."""
    return json_answer(encode(data), status)


def json_answer(text: bytes, status: int = 200) -> Response:
    """Return an answer with data that is encoded already."""
    return Response(text, status, media_type="application/json")


def bytes_answer(request: Request, packed: bytes) -> Response:
    """Return an answer of bytes, given compressed; whoever does not understand that gets them plain."""
    kind = "application/octet-stream"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type=kind)
    return Response(packed, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}, media_type=kind)


class FixedAnswer:
    """An answer that is the same as long as the server runs: compressed once, and not sent to who has it."""

    def __init__(self, data: Any) -> None:
        self._plain = encode(data)
        self._packed = gzip.compress(self._plain, mtime=0)
        self._tag = f'W/"{sha256(self._plain).hexdigest()[:16]}"'

    def to(self, request: Request) -> Response:
        """Return the answer to a request."""
        headers = {"ETag": self._tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._plain, 200, headers, "application/json")
        return Response(self._packed, 200, {**headers, "Content-Encoding": "gzip"}, "application/json")


def error_answer(status: int, code: str, text: str, why: str = "", because: str = "") -> Response:
    """Return an answer that says what is wrong; `why` says it to people, where rules do not work together."""
    error: d.ErrorData = {"code": code, "text": text}
    if why:
        error["why"], error["because"] = why, because
    return answer(d.HttpErrorAnswer(error=error), status)
