"""`lastcard serve` that fails inside, as the file named by FAULT says, as soon as there is one.

`ends` and `hangs` are about the thread that saves; `works` about what goes on in the background.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from lastcard.cli import main
from lastcard.online.server.store.sqlite.writer import Writer
from lastcard.online.server.table.hub import Hub

FAULT = Path(os.environ["FAULT"])
next_item, look = Writer._next, Hub.look


def _next(self: Writer) -> Any:
    item = next_item(self)
    if (fault := FAULT.read_text()) == "ends":
        raise MemoryError
    if fault == "hangs":
        time.sleep(3600)
    return item


async def _look(self: Hub) -> None:
    if FAULT.read_text() == "works":
        raise MemoryError
    await look(self)


Writer._next = _next  # type: ignore[method-assign]
Hub.look = _look  # type: ignore[method-assign]
if "SWEEP" in os.environ:
    sys.modules[Hub.__module__].SWEEP = float(os.environ["SWEEP"])  # type: ignore[attr-defined]
sys.exit(main(sys.argv[1:]))
