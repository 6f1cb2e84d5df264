"""Pictures of screens as text that can be read in a diff: what stands where, and in which styles.

A picture shows the same screen dark, light and without colours.  Its lines come first, as they are when dark, and after
them the lines that are different otherwise.  Then each line has its runs of styles, such as `a12b4`: twelve cells in
the style `a`, four in `b`.  Last come the styles: what a letter means when dark, light and without colours.
"""

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rich.style import Style
from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

FOLDER = Path(__file__).parent / "screens"
WRITES = os.environ.get("LASTCARD_SCREENS") == "write"
DARK, LIGHT, PLAIN = SHADES = ("dark", "light", "without colours")
_LETTERS = [chr(code) for first, last in ("az", "AZ", "αω", "ая") for code in range(ord(first), ord(last) + 1)]
_SHOWN = 60  # lines of a difference


@dataclass(frozen=True)
class Picture:
    """A screen: its lines, and the style of every cell."""

    lines: list[str]
    styles: list[list[str]]


def picture(pilot: Pilot[str]) -> Picture:
    """Return the screen as it is."""
    app = pilot.app
    ground = app.screen.background_colors[0]
    strips = drawn(app)
    for one in app._filters if os.environ.get("NO_COLOR") else ():
        strips = [strip.apply_filter(one, ground) for strip in strips]
    styles = [[name for part in strip for name in [_name(part.style)] * part.cell_length] for strip in strips]
    return Picture([strip.text.rstrip() for strip in strips], styles)


def drawn(app: App[str]) -> list[Strip]:
    """Return all that is on the screen, line by line, with what shows through a dialog."""
    visible_screen_stack.set(list(app._background_screens))
    app.screen._set_dirty()
    return app.screen._compositor.render_strips()


def _name(style: Style | None) -> str:
    """Return a style in words; only what can be seen counts."""
    kept = Style.null() if style is None else style.without_color + Style(color=style.color, bgcolor=style.bgcolor)
    return str(kept.clear_meta_and_links())


def _written(shades: Mapping[str, Picture]) -> Iterator[str]:
    """Yield the lines of a picture in all its shades."""
    first = shades[DARK]
    yield from first.lines
    for shade in (LIGHT, PLAIN):
        for number, (line, usual) in enumerate(zip(shades[shade].lines, first.lines, strict=True), 1):
            if line != usual:
                yield f"- {shade}, line {number}: {line}"
    palette: dict[tuple[str, ...], str] = {}
    runs = [_runs(palette, list(zip(*rows, strict=True))) for rows in zip(*_styles(shades), strict=True)]
    number = 1
    for run, same in groupby(runs):
        last = number + len(list(same)) - 1
        yield f"- {number}{f' to {last}' if last > number else ''}: {run}"
        number = last + 1
    for styles, letter in palette.items():
        yield f"- {letter} = {' | '.join(styles)}"


def _styles(shades: Mapping[str, Picture]) -> list[list[list[str]]]:
    return [shades[shade].styles for shade in SHADES]


def _runs(palette: dict[tuple[str, ...], str], cells: Sequence[tuple[str, ...]]) -> str:
    letters = [palette.setdefault(styles, _LETTERS[min(len(palette), len(_LETTERS) - 1)]) for styles in cells]
    return "".join(f"{letter}{len(list(same))}" for letter, same in groupby(letters))


def check(name: str, taken: Mapping[str, Mapping[str, Picture]]) -> None:
    """Compare pictures, by titles and shades, with those kept under a name; with LASTCARD_SCREENS=write, keep them."""
    path = FOLDER / f"{name}.txt"
    text = "".join(f"=== {title}\n" + "".join(f"{line}\n" for line in _written(taken[title])) for title in taken)
    if WRITES:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text)
        return
    kept = path.read_text()
    if kept != text:
        lines = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", n=3, lineterm="")
        shown = "\n".join(line for line, _ in zip(lines, range(_SHOWN), strict=False))
        raise AssertionError(f"{name} looks different; if it should, run 'make pictures' and look at it\n{shown}")
