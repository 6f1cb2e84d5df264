"""Text in and out: over a terminal or a pipe, line by line, with nothing a screen reader would stumble over."""

import shutil
import textwrap
from typing import TextIO

from .paint import Paint

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled off it, and back to the first line


class Screen:
    """Where a plain game is shown and asked for."""

    def __init__(self, source: TextIO, target: TextIO, paint: Paint | None = None) -> None:
        self._source = source
        self._target = target
        self._on_terminal = target.isatty()
        self.paint = paint  # of cards; None: no colours

    def say(self, *lines: str) -> None:
        """Write lines; long ones are broken between words where a terminal would break them anywhere."""
        for line in lines:
            self._target.write(self._shown(line) + "\n")
        self._target.flush()

    def _shown(self, line: str) -> str:
        return self._broken(line) if self.paint is None else self.paint.painted(self._broken(self.paint.hold(line)))

    def _broken(self, line: str) -> str:
        if not self._on_terminal:
            return line
        width = max(40, shutil.get_terminal_size().columns)
        return textwrap.fill(line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)

    def ask(self, prompt: str) -> str:
        """One line from whoever plays; `EOFError` when there are no more.

        In a pipe the prompt is a line of its own, so that a program can read it.
        """
        shown = prompt if self.paint is None else self.paint.painted(prompt)
        self._target.write(f"{shown}> " if self._on_terminal else f"{shown}>\n")
        self._target.flush()
        line = self._source.readline()
        if not line:
            self._target.write("\n" if self._on_terminal else "")
            raise EOFError
        return line.strip()

    def clear(self) -> None:
        """Hide what was shown; what goes through a pipe cannot be hidden."""
        if self._on_terminal:
            self._target.write(_CLEAR)
