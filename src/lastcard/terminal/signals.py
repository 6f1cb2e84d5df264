"""Signals that end the program: the terminal is restored first."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

if sys.platform != "win32":
    import termios

_ENDING = ("SIGTERM", "SIGHUP")


class Ended(BaseException):
    """A signal asked the program to end; `status` is the exit status, as shells count it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise `Ended` for SIGTERM and SIGHUP inside, and restore the terminal afterwards in any case."""
    if threading.current_thread() is not threading.main_thread():  # only that one gets signals
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {number: signal.signal(number, _end) for number in numbers}
    try:
        with _terminal_kept():
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: FrameType | None) -> None:
    raise Ended(number)


@contextmanager
def _terminal_kept() -> Iterator[None]:
    """Restore the settings of the terminal, which does not echo while a line is edited."""
    if sys.platform == "win32" or sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    descriptor = sys.stdin.fileno()
    kept = termios.tcgetattr(descriptor)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(descriptor, termios.TCSADRAIN, kept)
