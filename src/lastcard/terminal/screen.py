"""Text in and out: over a terminal or a pipe, line by line, with nothing a screen reader would stumble over."""

import re
import shutil
import sys
import textwrap
from typing import TextIO

from .paint import Paint

try:
    import readline  # lines can be edited then, and earlier ones fetched back
except ImportError:  # not every Python has it
    readline = None  # type: ignore[assignment]  # looked at before it is used

_UNSEEN = "\x01\\1\x02"  # as readline wants it
_STYLE = re.compile(r"(\x1b\[[\d;]*m)")
_LONGEST = 1 << 16  # characters of a line that is read
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled off it, and back to the first line


class Screen:
    """Where a plain game is shown and asked for."""

    def __init__(self, source: TextIO, target: TextIO, paint: Paint) -> None:
        self._source = source
        self._target = target
        self._on_terminal = target.isatty()
        ours = (source, target) == (sys.stdin, sys.stdout)
        self._edits_lines = readline is not None and ours and source.isatty() and self._on_terminal
        self.paint = paint  # of cards

    def say(self, *lines: str) -> None:
        """Write lines; long ones are broken between words where a terminal would break them anywhere."""
        for line in lines:
            self._target.write(self._shown(line) + "\n")
        self._target.flush()

    def _shown(self, line: str) -> str:
        return self.paint.painted(self._broken(self.paint.hold(line)))

    def _broken(self, line: str) -> str:
        if not self._on_terminal:
            return line
        width = max(40, shutil.get_terminal_size().columns)
        return textwrap.fill(line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)

    def ask(self, prompt: str) -> str:
        """One line from whoever plays; `EOFError` when there are no more.

        In a pipe the prompt is a line of its own, so that a program can read it.
        """
        shown = self._shown(f"{prompt}>")
        if self._edits_lines:
            return self._edited(shown)
        self._target.write(f"{shown} " if self._on_terminal else f"{shown}\n")
        self._target.flush()
        line = self._source.readline(_LONGEST)
        rest = line
        while len(rest) == _LONGEST and not rest.endswith("\n"):  # of a line that is far too long the rest is dropped
            rest = self._source.readline(_LONGEST)
        if not line:
            self._target.write("\n" if self._on_terminal else "")
            raise EOFError
        return line.strip()

    def _edited(self, prompt: str) -> str:
        """One line that can be edited; what is not seen of the prompt is marked, so that its width is known.

        Of a long prompt only the last line is edited behind; the others are written before.
        """
        above, broken, last = prompt.rpartition("\n")
        self._target.write(above + broken)
        try:
            return input(f"{_STYLE.sub(_UNSEEN, last)} ").strip()
        except EOFError:
            self._target.write("\n")
            raise

    def clear(self) -> None:
        """Hide what was shown and typed; what goes through a pipe cannot be hidden."""
        if self._on_terminal:
            self._target.write(_CLEAR)
            self._target.flush()  # at once, so that it does not take away what is said elsewhere after it
        if self._edits_lines:
            readline.clear_history()
