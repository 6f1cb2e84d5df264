"""Text in and out, line by line, on a terminal or a pipe; it works well with screen readers."""

import re
import shutil
import sys
import textwrap
from typing import TextIO

from .paint import Paint

try:
    import readline  # to edit lines and recall earlier ones
except ImportError:  # some Python builds lack it
    readline = None  # type: ignore[assignment]  # checked before use

_UNSEEN = "\x01\\1\x02"  # as readline wants it
_STYLE = re.compile(r"(\x1b\[[\d;]*m)")
_LONGEST = 1 << 16  # characters in a line
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and its scrollback; moves the cursor to the top


class Screen:
    """The screen of a plain game."""

    def __init__(self, source: TextIO, target: TextIO, paint: Paint) -> None:
        self._source = source
        self._target = target
        self._on_terminal = target.isatty()
        ours = (source, target) == (sys.stdin, sys.stdout)
        self._edits_lines = readline is not None and ours and source.isatty() and self._on_terminal
        self.paint = paint  # of cards

    def say(self, *lines: str) -> None:
        """Write lines; on a terminal, long ones are wrapped between words."""
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
        """Return one line of input; raise EOFError if there are no more.

        In a pipe the prompt is a line of its own, so that a program can read it.
        """
        shown = self._shown(f"{prompt}>")
        if self._edits_lines:
            return self._edited(shown)
        self._target.write(f"{shown} " if self._on_terminal else f"{shown}\n")
        self._target.flush()
        line = self._source.readline(_LONGEST)
        rest = line
        while len(rest) == _LONGEST and not rest.endswith("\n"):  # drop the rest of a line that is far too long
            rest = self._source.readline(_LONGEST)
        if not line:
            self._target.write("\n" if self._on_terminal else "")
            raise EOFError
        return line.strip()

    def _edited(self, prompt: str) -> str:
        """Return a line that can be edited; invisible parts of the prompt are marked, so that its width is known.

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
        """Clear what was shown and typed; in a pipe nothing can be cleared."""
        if self._on_terminal:
            self._target.write(_CLEAR)
            self._target.flush()  # at once, so that it does not clear later output to other streams
        if self._edits_lines:
            readline.clear_history()
