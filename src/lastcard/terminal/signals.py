"""Signals that end the program: the terminal is restored first."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

if sys.platform != "win32":
    import termios

_ENDING = ("SIGTERM", "SIGHUP")
_GRACE = 3  # seconds until the program is ended by force; leaving the screen takes a fraction of one


class Stopped(BaseException):
    """A signal asked the program to end; `status` is the exit status, as shells count it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


def _raise(number: int) -> None:
    raise Stopped(number)


@contextmanager
def ended_by_signals(end: Callable[[int], None] = _raise) -> Iterator[None]:
    """Call `end` on SIGTERM and SIGHUP inside, by default to raise `Stopped`; restore the terminal in any case.

    `end` is called at any moment, in the main thread.  If the program is still inside a few seconds later, because the
    terminal takes no more output, it is ended by force.
    """
    if threading.current_thread() is not threading.main_thread():  # only that one gets signals
        yield
        return
    restore = _terminal_kept()

    def heed(number: int, _: FrameType | None) -> None:
        _force_later(number, restore)
        end(number)

    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {number: signal.signal(number, heed) for number in numbers}
    try:
        yield
    finally:
        restore()
        _do_not_force()
        for number, handler in before.items():
            signal.signal(number, handler)


def _force_later(number: int, restore: Callable[[], None]) -> None:
    """End the program by force after a while; every move is on disk, so nothing is lost."""

    def force(*_: object) -> None:
        restore()
        os._exit(Stopped(number).status)

    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, force)  # no thread: it could not be started while another one is being started
        signal.alarm(_GRACE)


def _do_not_force() -> None:
    if sys.platform != "win32" and signal.alarm(0):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _terminal_kept() -> Callable[[], None]:
    """Return a function that restores the settings of the terminal; it does not echo while a line is edited."""
    if sys.platform == "win32" or sys.stdin is None or not sys.stdin.isatty():
        return lambda: None
    descriptor = sys.stdin.fileno()
    kept = termios.tcgetattr(descriptor)

    def restore() -> None:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(descriptor, termios.TCSANOW, kept)  # at once: it may never take the rest of the output

    return restore
