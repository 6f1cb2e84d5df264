"""Progress of a long task: a bar on a terminal, nothing in a pipe, and one line on Ctrl-C."""

import sys
import time
from typing import Self

_WIDTH = 30
_PAUSE = 0.1  # seconds between two updates
_BEHIND = 2  # columns for the ^C that a terminal may print after the bar


class Bar:
    """Show the progress of a long task on standard error; call it with the amount done and the total.

    The bar is erased when the task ends or fails, so that the next output starts on a clean line.  On Ctrl-C, a line
    says how much was done.
    """

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self._began = time.monotonic()
        self._next = 0.0
        self._widest = 0
        self._far = ""  # the progress so far, in words

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._widest:
            self._write(" " * (self._widest + _BEHIND) + "\r")
        if self._far and kind is KeyboardInterrupt and sys.stderr is not None:
            print(f"lastcard: interrupted after {self._far}", file=sys.stderr)

    def __call__(self, done: int, of: int) -> None:
        """Update the bar, at most every tenth of a second."""
        self._far = f"{done:,} of {of:,} {self.unit}"
        now = time.monotonic()
        if not self.shown or now < self._next:
            return
        self._next = now + _PAUSE
        full = _WIDTH * done // max(of, 1)
        left = (now - self._began) * (of - done) / max(done, 1)
        line = f"{'#' * full}{'.' * (_WIDTH - full)} {self._far}, {left:.0f} s left "
        self._widest = max(self._widest, len(line))
        self._write(line.ljust(self._widest))

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r{line}")
        sys.stderr.flush()
