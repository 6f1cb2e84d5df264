"""The driver that reads keys and draws."""

from contextlib import suppress
from typing import Any, TextIO

from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """Return a driver that survives bytes that are not UTF-8, such as those of a stray paste, and a closed terminal.

    On such bytes, Textual ends the program; here, only what was read together with them is dropped.  Once its terminal
    is closed, Textual waits for ever for somebody to take its output; here, the output is dropped.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver  # in tests, in a browser, or on a system that delivers text

    class Forgiving(driver):  # type: ignore[valid-type,misc]  # the base class is known only now
        def __init__(self, *args: Any, **settings: Any) -> None:
            super().__init__(*args, **settings)
            if hasattr(self, "_file"):  # not in a browser
                self._file: Any = _Lasting(self._file)

        def run_input_thread(self) -> None:
            """Read until the program ends."""
            while True:
                try:
                    super().run_input_thread()
                    return
                except UnicodeDecodeError:
                    continue

    return Forgiving


class _Lasting:
    """An output that accepts everything, also after its terminal is closed."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> None:
        """Write a text if the terminal is still there."""
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Show what was written if the terminal is still there."""
        with suppress(OSError):
            self._file.flush()
