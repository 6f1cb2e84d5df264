"""Pictures of screens as text: what stands where, and in which style; kept compressed, compared line by line."""

import difflib
import gzip
import os
import string
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from rich.style import Style
from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

FOLDER = Path(__file__).parent / "screens"
WRITES = os.environ.get("LASTCARD_SCREENS") == "write"
_LETTERS = string.ascii_letters + string.digits
_SHOWN = 60  # lines of a difference


def picture(pilot: Pilot[str]) -> str:
    """Return the screen: its lines, then for each line the runs of styles, then the styles."""
    app = pilot.app
    ground = app.screen.background_colors[0]
    palette: dict[str, str] = {}
    texts, runs = [], []
    for strip in drawn(app):
        for one in app._filters if os.environ.get("NO_COLOR") else ():
            strip = strip.apply_filter(one, ground)
        texts.append(strip.text.rstrip())
        letters = [(_letter(palette, part.style), part.cell_length) for part in strip]
        together = ((key, sum(n for _, n in group)) for key, group in groupby(letters, key=itemgetter(0)))
        runs.append("".join(f"{letter}{cells}" for letter, cells in together))
    styles = [f"{letter} {style}" for style, letter in palette.items()]
    return "\n".join([*texts, "", *runs, "", *styles])


def drawn(app: App[str]) -> list[Strip]:
    """Return all that is on the screen, line by line, with what shows through a dialog."""
    visible_screen_stack.set(list(app._background_screens))
    app.screen._set_dirty()
    return app.screen._compositor.render_strips()


def _letter(palette: dict[str, str], style: Style | None) -> str:
    """Return the letter of a style; only what can be seen counts."""
    kept = Style.null() if style is None else style.without_color + Style(color=style.color, bgcolor=style.bgcolor)
    name = str(kept.clear_meta_and_links())
    return palette.setdefault(name, _LETTERS[len(palette)] if len(palette) < len(_LETTERS) else "~")


def check(name: str, taken: dict[str, str]) -> None:
    """Compare pictures, by their titles, with those kept under a name; with LASTCARD_SCREENS=write, keep them."""
    path = FOLDER / f"{name}.txt.gz"
    text = "".join(f"=== {title}\n{one}\n" for title, one in taken.items())
    if WRITES:
        FOLDER.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
        return
    kept = gzip.decompress(path.read_bytes()).decode()
    if kept != text:
        lines = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", n=3, lineterm="")
        shown = "\n".join(line for line, _ in zip(lines, range(_SHOWN), strict=False))
        raise AssertionError(f"{name} looks different; if it should, run 'make pictures' and look at it\n{shown}")
