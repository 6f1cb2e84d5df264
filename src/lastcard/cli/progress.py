"""A progress bar on a terminal, and nothing in a pipe."""

import sys
import time

_WIDTH = 30
_PAUSE = 0.1  # seconds between two looks


class Bar:
    """Says on standard error how far a long work has come; call it with what is done and of how much."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._next = 0.0

    def __call__(self, done: int, of: int) -> None:
        """Show it."""
        now = time.monotonic()
        if not self.shown or (now < self._next and done < of):
            return
        self._next = now + _PAUSE
        full = _WIDTH * done // max(of, 1)
        left = (now - self._began) * (of - done) / max(done, 1)
        line = f"\r{'#' * full}{'.' * (_WIDTH - full)} {done:,} of {of:,} {self.unit}, {left:.0f} s left "
        sys.stderr.write(line if done < of else "\r" + " " * len(line) + "\r")
        sys.stderr.flush()
