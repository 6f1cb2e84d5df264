"""The parts of the table on the screen: the picture of the table, the log, and the time left to react."""

import re
from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from ..._util.grammar import listed
from .colours import LOUD
from .faces import HELD, Faces
from .felt import Scene, draw

# ---------------------------------------------------------------- the table


class TableView(Widget):
    """Shows the players and the piles, as large as there is room."""

    def __init__(self, faces: Faces) -> None:
        super().__init__(id="felt")
        self._faces = faces
        self._scene: Scene | None = None
        self._instead = ""

    def show(self, scene: Scene | None, instead: str = "") -> None:
        """Show a scene, or a text instead."""
        self._scene, self._instead = scene, instead
        self.refresh()

    def render(self) -> Text:
        if self._scene is None:
            return Text(self._instead)
        return draw(self._scene, self._faces, self.content_size.width, self.content_size.height)


# ---------------------------------------------------------------- log


def released(text: Text) -> Text:
    """Return a text with spaces where lines must not end."""
    text.plain = text.plain.replace(HELD, " ")
    return text


class Log(Widget):
    """Shows the last actions in words, as many as fit; new ones stand out."""

    def __init__(self, faces: Faces) -> None:
        super().__init__()
        self._faces = faces
        self._lines: Sequence[str] = ()
        self._read = 0

    def show(self, lines: Sequence[str], read: int) -> None:
        """Show these lines, the first `read` of them as read."""
        self._lines, self._read = lines, read
        self.refresh()

    def render(self) -> Text:
        width, height = max(10, self.content_size.width), self.content_size.height
        shown: list[Text] = []
        for number in range(len(self._lines) - 1, -1, -1):
            style = "dim" if number < self._read else ""
            sentence = self._faces.prose(self._lines[number], style)
            shown[:0] = broken(sentence, width)
            if len(shown) >= height:
                break
        return released(Text("\n").join(shown[-height:]))


def broken(sentence: Text, width: int) -> Iterator[Text]:
    """Yield a sentence in lines of a given width, all but the first indented; no line ends inside a card."""
    line = Text()
    for word in sentence.split(" "):
        if line.plain.strip() and line.cell_len + 1 + word.cell_len > width:
            yield line
            line = Text(" ")
        line = line.append(" " if line.plain else "").append_text(word)
        while line.cell_len > width:  # a word that is too long
            yield line[:width]
            line = Text("  ").append_text(line[width:])
    yield line


def shortened_to(most: int, lines: list[Text], width: int) -> list[Text]:
    """Return at most so many lines; if some are left out, the last one ends with an ellipsis."""
    if len(lines) <= most:
        return lines
    last = lines[most - 1].copy()
    last.truncate(width - 2)
    last.rstrip()
    return [*lines[: most - 1], last.append(" …")]


def hanging(mark: str, text: Text | str) -> Table:
    """Return a text after a mark; if it is longer than a line, all its lines begin below each other."""
    table = Table.grid()
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_row(Text(mark, "bold"), text)
    return table


def table_parts(faces: Faces) -> ComposeResult:
    """Yield what every table begins with: a title, the table and the log, and a line below them."""
    yield Static(id="title")
    with Horizontal(id="table"):
        yield TableView(faces)
        yield Log(faces)
    yield Static(id="asked")


class KeyLine(Static):
    """The last line of a screen: the keys that do something now; each can be clicked."""

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Show keys, each with what it does and the action that a click carries out."""
        line = Text(no_wrap=True, overflow="ellipsis")
        for key, does, action in keys:
            style = Style.from_meta({"@click": action}) if action else Style.null()
            line.append(f" {key} ", Style.parse("bold") + style).append(f"{does} ", Style.parse("dim") + style)
        self.update(line)


# ---------------------------------------------------------------- time to speak

_BARS = (12, 6, 0)  # cells of the bar, as there is room
_NAMED = re.compile(r"catch .+ \(k\)")


def chance_text(rights: Sequence[str], left: float, whole: float, *, on_turn: bool, width: int) -> Text:
    """Return what may be said now, and a bar for the time that is left for it; all of it fits into the width."""
    left = max(0.0, left)
    short = [_NAMED.sub("catch (k)", right) for right in rights]
    turn = "▶ Your turn " if on_turn else ""
    ways = ((turn, rights, "Space: ignore"), (turn[:2], rights, "Space: no"), ("", short, "Space: no"))
    tried = [_chance(*way, left, whole, bar) for way in ways for bar in _BARS]
    return next((text for text in tried if text.cell_len <= width), tried[-1])


def _chance(turn: str, rights: Sequence[str], how: str, left: float, whole: float, bar: int) -> Text:
    full = round(bar * min(1.0, left / whole)) if whole else 0
    text = Text().append(turn, "bold").append(" Now: ", LOUD)
    text.append(f" {listed(list(rights), 'or')} ", "bold").append("▰" * full + "▱" * (bar - full))
    return text.append(" " * (bar > 0)).append(f"{left:.0f} s · {how}")
