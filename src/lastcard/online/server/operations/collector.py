"""Python's garbage collector with short pauses, since everyone at every table waits while it runs."""

import asyncio
import gc
import time
from collections.abc import Callable

from ..metrics import Metrics

YOUNG = 5_000  # new objects after which the collector looks at them
LOOK = 5.0  # seconds without an entry that count as quiet
FULL = 3_600.0  # seconds after which everything is looked at in the next quiet moment
LATEST = 24 * 3_600.0  # and after which no quiet moment is waited for


class Collector:
    """Looks at new objects once, and at everything only once in a while, when nobody plays.

    Tables and closed connections hold no reference cycles, so they are freed without the collector.  What survives
    its first look is therefore left alone (`gc.freeze`).  The rare cycle that was still in use then stays until the
    next look at everything.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._began = 0.0
        self._full_at = time.monotonic()
        self._thresholds = gc.get_threshold()

    def start(self) -> None:
        """Leave everything alone that is there now, and watch the collector from now on."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, 10, 10)
        gc.callbacks.append(self._watch)

    def stop(self) -> None:
        """Leave the collector as it was before, for the rest of the program."""
        gc.callbacks.remove(self._watch)
        gc.set_threshold(*self._thresholds)
        gc.unfreeze()

    def _watch(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
            return
        gc.freeze()
        pause = time.perf_counter() - self._began
        if pause > self._metrics.collector_pause._value.get():
            self._metrics.collector_pause.set(pause)

    async def run(self) -> None:
        """Look at everything once in a while, when nobody plays."""
        entries = self._entries()
        while True:
            await asyncio.sleep(LOOK)
            before, entries = entries, self._entries()
            self.consider(quiet=entries == before)

    def consider(self, *, quiet: bool, now: Callable[[], float] = time.monotonic) -> bool:
        """Look at everything if it is time to; return whether that was done."""
        if now() - self._full_at < (FULL if quiet else LATEST):
            return False
        self._full_at = now()
        gc.unfreeze()
        gc.collect()
        return True

    def _entries(self) -> float:
        return float(self._metrics.entries._value.get())
