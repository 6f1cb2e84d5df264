"""Whether the terminal is light or dark."""

import os
import re
import select
import sys
from contextlib import suppress

if sys.platform != "win32":
    import termios
    import tty

DARK, LIGHT = "dark", "light"
_QUESTION = b"\x1b]11;?\x07\x1b[c"  # the colour of the ground; then who it is, which every terminal answers
_ANSWER = re.compile(rb"\x1b\]11;rgb:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")
_END = re.compile(rb"\x1b\[\?[\d;]*c")
_PATIENCE = 0.5  # seconds for an answer; a terminal on this machine takes a few thousandths
_LIGHT_COLOURS = {"7", *map(str, range(9, 16))}  # of the sixteen that the environment may name


def shade(descriptor: int) -> str:
    """Return whether a terminal is light or dark, as far as it can be found out; otherwise dark."""
    if told := os.environ.get("COLORFGBG"):
        return LIGHT if told.rpartition(";")[2] in _LIGHT_COLOURS else DARK
    colour = _ANSWER.search(_answer(descriptor)) if _can_be_asked(descriptor) else None
    if colour is None:
        return DARK
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in colour.groups())
    return LIGHT if 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 else DARK


def _can_be_asked(descriptor: int) -> bool:
    """Return whether a terminal answers at once, and no key is waiting that would be taken for a part of the answer."""
    if sys.platform == "win32" or os.environ.get("SSH_CONNECTION") or os.environ.get("TERM") in ("linux", "dumb"):
        return False
    return os.isatty(descriptor) and not select.select([descriptor], [], [], 0)[0]


def _answer(descriptor: int) -> bytes:
    """Return what a terminal answers."""
    answer = b""
    if sys.platform != "win32":
        with suppress(OSError, termios.error):
            before = termios.tcgetattr(descriptor)
            try:
                tty.setcbreak(descriptor, termios.TCSANOW)
                os.write(descriptor, _QUESTION)
                while not _END.search(answer) and select.select([descriptor], [], [], _PATIENCE)[0]:
                    answer += os.read(descriptor, 100)
            finally:
                termios.tcsetattr(descriptor, termios.TCSANOW, before)
    return answer
