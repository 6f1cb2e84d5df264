"""`lastcard serve` without Python's collector: for each line on standard input it prints what only that could free."""

import gc
import sys
import threading

from lastcard.cli import main
from lastcard.online.server.operations.collector import Collector


def _without_collector(self: Collector) -> None:
    gc.collect()
    gc.freeze()
    gc.disable()


def _count() -> None:
    for _ in sys.stdin:
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        print(*(type(one).__qualname__ for one in gc.garbage), flush=True)
        gc.set_debug(0)
        gc.garbage.clear()
        gc.collect()


Collector.start = _without_collector  # type: ignore[method-assign]
Collector.stop = lambda self: None  # type: ignore[method-assign]
threading.Thread(target=_count, daemon=True).start()
sys.exit(main(sys.argv[1:]))
