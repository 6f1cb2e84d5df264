"""The page for browsers: static files that were built into the package, and one document for all its addresses.

Where the site of the documents was built (`make site`), it is served too.
"""

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[1] / "page"
SITE = Path(__file__).parents[1] / "docs"
_ADDRESSES = ("/", "/new", "/t/{ref}", "/match/{match}")
_FILES = (
    "icon.svg", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "manifest.webmanifest",
)  # fmt: skip
_PACKED = ("text/", "application/javascript", "application/json", "application/wasm", "image/svg")
_WORKER = "sw.js"  # keeps the page on the device
# Styles may be set by scripts (positions, colours of players), and the rules run as WebAssembly (`engine`); nothing
# else comes from anywhere but here.
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# The site sets its colours by scripts inside its documents.  Nothing that people wrote is on it.
_POLICY_OF_SITE = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_MISSING = """\
<!doctype html><html lang="en"><title>Last Card</title>
<h1>Last Card</h1>
<p>The server runs, but its page was not built. In a checkout, <code>make play</code> builds it; a wheel has it already.
Programs and <code>lastcard play --table</code> can play without it.</p></html>
"""


def is_built() -> bool:
    """Return whether there is a page to serve."""
    return (FOLDER / "index.html").exists()


def page_routes() -> list[Route | Mount]:
    """Return the routes of the page; where it was not built, an explanation."""
    routes: list[Route | Mount] = [Route(path, _document, methods=["GET"]) for path in _ADDRESSES]
    routes += [Route(f"/{name}", _file, methods=["GET"]) for name in _FILES]
    routes.append(Route(f"/{_WORKER}", _worker, methods=["GET"]))
    if (FOLDER / "assets").is_dir():
        routes.append(Mount("/assets", NamedFiles(directory=FOLDER / "assets")))
    if SITE.is_dir():
        routes.append(Mount("/docs", Site(directory=SITE, html=True)))
    return routes


class NamedFiles(StaticFiles):
    """Files whose names change with their content, so that browsers need not ask again.

    Each is compressed once: to do so for every request would let one address keep the server busy.  Each has the policy
    of the page, which scripts of workers would be without otherwise.
    """

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        packed = _packed(Path(full_path), stat_result.st_mtime_ns) if _may_pack(response, scope) else None
        if packed is not None:
            response = Response(packed, status_code, {"Content-Encoding": "gzip"}, response.media_type)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Content-Security-Policy"] = _POLICY
        return response


class Site(StaticFiles):
    """The site of the documents, which browsers ask for again, because it may have been built anew."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = _POLICY_OF_SITE
        return response


def _may_pack(response: Response, scope: Scope) -> bool:
    """Return whether a file may be sent compressed: as a whole, to a browser that understands it."""
    headers = Headers(scope=scope)
    asked = "gzip" in headers.get("accept-encoding", "") and "range" not in headers
    return asked and response.status_code == 200 and (response.media_type or "").startswith(_PACKED)


@lru_cache(maxsize=256)
def _packed(file: Path, changed: int) -> bytes | None:
    """Return a file as it was at a time, compressed; None if that is not worth it."""
    plain = file.read_bytes()
    packed = gzip.compress(plain, mtime=0)
    return packed if len(packed) < len(plain) else None


def is_for_people(request: Request) -> bool:
    """Return whether a browser asks for something to show, and not for data."""
    wants = "text/html" in request.headers.get("accept", "")
    return request.method == "GET" and wants and not request.url.path.startswith("/api/")


def document(status: int = 200) -> Response:
    """Return the document of the page, which finds out by its address what to show."""
    file = FOLDER / "index.html"
    if not file.is_file():
        return HTMLResponse(_MISSING, 503)
    return FileResponse(file, status, {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"})


async def _document(request: Request) -> Response:
    return document()


async def _file(request: Request) -> Response:
    return _built(request, {"Cache-Control": "max-age=3600"})


async def _worker(request: Request) -> Response:
    """Return the service worker: asked for again every time, because it says which page is the newest."""
    return _built(request, {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"})


def _built(request: Request, headers: dict[str, str]) -> Response:
    file = FOLDER / request.url.path.lstrip("/")
    if not file.is_file():
        raise HTTPException(404)
    return FileResponse(file, headers=headers)
