"""The rules for browsers: the WebAssembly module and its manifest, while they are those of this server's own rules."""

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route

from ....backends.c.wasm import FOLDER, MANIFEST
from ....sim.wasm import is_current
from .pages import NamedFiles


def engine_routes() -> list[Route | Mount]:
    """Return the routes of the rules for browsers.  They may be compiled after the server has started."""
    return [
        Route(f"/engine/{MANIFEST}", _manifest, methods=["GET"]),
        Mount("/engine", NamedFiles(directory=FOLDER, check_dir=False)),
    ]


async def _manifest(request: Request) -> Response:
    """Return the manifest, which is asked for again every time, because it names the newest module."""
    file = FOLDER / MANIFEST
    try:
        current = _is_current(file.stat().st_mtime_ns)
    except OSError:
        current = False
    if not current:
        raise HTTPException(404)
    return FileResponse(file, headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=1)
def _is_current(changed: int) -> bool:
    """Return whether the files, as they were at a time, are of this server's rules; to look takes some milliseconds."""
    return is_current()
