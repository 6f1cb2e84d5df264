"""A grid of cells to draw on, for what does not stand in lines."""

from itertools import groupby
from operator import itemgetter

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

_CONSOLE = Console(color_system="truecolor")  # only to split texts into pieces


class Canvas:
    """A field of cells; what does not fit is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[tuple[str, Style]]] = [[(" ", Style.null())] * width for _ in range(height)]

    def put(self, x: int, y: int, text: Text | str, style: str | Style = "") -> None:
        """Write a line of text at a place; a wide character takes two cells."""
        line = Text().append_text(Text(text, style) if isinstance(text, str) else text)  # a style of all becomes a part
        if not 0 <= y < self.height:
            return
        for segment in line.render(_CONSOLE):
            for character in segment.text:
                width = cell_len(character)
                if width == 0:  # it belongs to the one before
                    if 0 < x <= self.width:
                        sign, kept = self._cells[y][x - 1]
                        self._cells[y][x - 1] = (sign + character, kept)
                    continue
                if x >= 0 and x + width <= self.width:
                    self._cells[y][x] = (character, segment.style or Style.null())
                    for more in range(1, width):
                        self._cells[y][x + more] = ("", segment.style or Style.null())
                x += width

    def put_lines(self, x: int, y: int, lines: list[Text]) -> None:
        """Write lines below each other."""
        for number, line in enumerate(lines):
            self.put(x, y + number, line)

    def line(self, y: int) -> Text:
        """Return one line."""
        line = Text(no_wrap=True, end="")
        if 0 <= y < self.height:
            for style, cells in groupby(self._cells[y], key=itemgetter(1)):  # a few long pieces, not many short ones
                line.append("".join(sign for sign, _ in cells), style)
        return line

    def text(self) -> Text:
        """Return everything as one text."""
        return Text("\n", no_wrap=True).join(map(self.line, range(self.height)))
