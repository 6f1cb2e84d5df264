"""The person's hand: real cards where there is room, a row of small ones elsewhere."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from .canvas import Canvas
from .colours import GOLD, LOUD
from .faces import HUGE, LARGE, MEDIUM, SMALL, CardSize, Faces

KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ABOVE = 12  # lines that the rest of the screen needs before the hand may grow
_TILE = 9  # cells from one small card to the next
_LEAST = 4  # cells of a card that the next one must leave uncovered
_CURSOR, _CURSOR_PLAIN = LOUD, "bold reverse"
_BRACKET = f"bold {GOLD}"


@dataclass(frozen=True)
class Tile:
    """A card in the hand."""

    card: int
    playable: bool
    fresh: bool = False  # just drawn
    bluff: bool = False  # playable, but a challenge would punish it

    @property
    def mark(self) -> str:
        """The sign below the card that says whether it can be played."""
        return "?" if self.bluff else "✓" if self.playable else "·"


def card_size(width: int, height: int, cards: int) -> CardSize | None:
    """Return the size of cards that fit on a screen of so many cells; None for the row of small ones."""
    sizes = [(HUGE, 230, 66), (LARGE, 150, 44), (MEDIUM, 110, 36), (SMALL, 96, 28)]
    for size, columns, lines in sizes:
        if width >= columns and height >= lines and _LEAST * (cards - 1) + size.width <= width - 2:
            return size
    return None


class HandView(ScrollView, can_focus=True):
    """The person's hand: choose a card with the arrows or the mouse, or with a key, which the screen handles."""

    BINDINGS = [
        Binding("left", "step(-1)", "Choose", key_display="←→"),
        Binding("right", "step(1)", "card after", show=False),
        Binding("up", "row(-1)", "row above", show=False),
        Binding("down", "row(1)", "row below", show=False),
        Binding("home", "end(0)", "first card", show=False),
        Binding("end", "end(-1)", "last card", show=False),
        *(Binding(key, f"screen.card({place})", show=False) for place, key in enumerate(KEYS)),
    ]

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    class Moved(Message):
        """The person moved the cursor."""

    def __init__(self, faces: Faces) -> None:
        super().__init__()
        self.faces = faces
        self.tiles: list[Tile] = []
        self.cursor = 0
        self._covered = 0  # cards of which only the backs are shown
        self._canvas: Canvas | None = None  # the cards as they are shown, once they are drawn

    # ------------------------------------------------------------ what is shown

    def show(self, tiles: list[Tile], covered: int = 0) -> None:
        """Show these cards, or so many backs; if they changed, put the cursor where it is most likely wanted."""
        self._covered = covered
        if tiles != self.tiles:
            before, self.tiles = self.card, tiles
            self.cursor = self._likely(before)
        self._laid_out()

    def _likely(self, before: int | None) -> int:
        """Return where the cursor belongs: on the card just drawn, on its old card, or on a playable one."""
        kinds = [tile.card for tile in self.tiles]
        fresh = [place for place, tile in enumerate(self.tiles) if tile.fresh]
        playable = [place for place, tile in enumerate(self.tiles) if tile.playable]
        kept = [place for place in playable if kinds[place] == before]
        for places in (fresh, kept, playable):
            if places:
                return places[0]
        return min(self.cursor, max(0, len(self.tiles) - 1))

    @property
    def _marked(self) -> str:
        """The style of the key of the card under the cursor."""
        return _CURSOR if self.faces.coloured else _CURSOR_PLAIN

    @property
    def card(self) -> int | None:
        """The card under the cursor."""
        return self.tiles[self.cursor].card if self.cursor < len(self.tiles) else None

    @property
    def pictured(self) -> CardSize | None:
        """The size of the cards; None if they are small ones in rows."""
        return card_size(self.app.size.width, self.app.size.height, self._cards)

    @property
    def _cards(self) -> int:
        return len(self.tiles) or self._covered

    @property
    def columns(self) -> int:
        """How many cards are in a row."""
        if self.pictured:
            return max(1, len(self.tiles))
        return max(1, ((self.size.width or 80) - 1) // _TILE)

    def _laid_out(self) -> None:
        size, self._canvas = self.pictured, None
        if size:
            self.styles.height = size.height + 3
            self.virtual_size = Size(self.size.width, size.height + 3)
        else:
            rows = -(-len(self.tiles) // self.columns)
            room = max(4, (self.app.size.height - _ABOVE) // 4 * 2)
            self.styles.height = min(max(4, rows * 2), room)
            self.virtual_size = Size(self.columns * _TILE, rows * 2)
            self.scroll_to_region(Region(0, self.cursor // self.columns * 2, 1, 2), animate=False, force=True)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Adapt the cards to the new size."""
        self._laid_out()

    def render_line(self, y: int) -> Strip:
        """Render a line of the cards."""
        size = self.pictured
        line = self._pictured_line(size, y) if size else self._small_line(y + self.scroll_offset.y)
        strip = Strip(line.render(self.app.console), line.cell_len)
        return strip.adjust_cell_length(self.size.width, self.rich_style).apply_style(self.rich_style)

    # ------------------------------------------------------------ cards as pictures

    def _lefts(self, size: CardSize) -> list[int]:
        """Return where each card begins; they overlap if they do not all fit side by side."""
        n, room = self._cards, self.size.width - 2
        step = size.width + 1 if n < 2 else min(size.width + 1, (room - size.width) // (n - 1))
        whole = step * (n - 1) + size.width
        return [1 + (room - whole) // 2 + step * place for place in range(n)]

    def _pictured_line(self, size: CardSize, y: int) -> Text:
        """Return a line of: the bracket over the cursor, the cards, of which playable ones stand higher, the keys."""
        if self._canvas is None:
            self._canvas = self._draw(size)
        return self._canvas.line(y)

    def _draw(self, size: CardSize) -> Canvas:
        canvas = Canvas(self.size.width, size.height + 3)
        lefts = self._lefts(size)
        if not self.tiles:
            for left in lefts:
                canvas.put_lines(left, 2, self.faces.back(size))
            return canvas
        places = [place for place in range(len(self.tiles)) if place != self.cursor]
        for place in [*places, *([self.cursor] if self.tiles else [])]:  # the card under the cursor lies on top
            tile = self.tiles[place]
            lines = self.faces.picture(tile.card, size, veiled=not tile.playable)
            canvas.put_lines(lefts[place], 1 + (not tile.playable), lines)
        for place, tile in enumerate(self.tiles):
            chosen = place == self.cursor
            style = self._marked if chosen else "bold" if tile.playable else "dim"
            canvas.put(lefts[place], size.height + 2, self._key(place, self._room(lefts, size, place)), style)
            if chosen:
                y_above = 0 if tile.playable else 1
                half = (size.width - 3) // 2
                canvas.put(lefts[place], y_above, f"╭{'─' * half}▼{'─' * half}╮", _BRACKET)
        return canvas

    def _room(self, lefts: list[int], size: CardSize, place: int) -> int:
        return min(size.width, lefts[place + 1] - lefts[place] if place + 1 < len(lefts) else size.width)

    def _key(self, place: int, room: int) -> str:
        """Return the key of a card and its mark, as long as there is room."""
        tile, key = self.tiles[place], KEYS[place] if place < len(KEYS) else " "
        for text in (f"{key} {tile.mark} {_word(tile)}".rstrip(), f"{key} {tile.mark}", f"{key}{tile.mark}"):
            if len(text) <= room - (room > 3):
                return f"{text:^{room}}"
        return key

    # ------------------------------------------------------------ small cards

    def _small_line(self, y: int) -> Text:
        """Return a line: the first of each row shows cards, the second their keys and which are playable."""
        row, under = divmod(y, 2)
        line = Text()
        if not self.tiles and y == 0:
            for _ in range(min(self._covered, self.columns)):
                line.append(" ").append_text(self.faces.covered()).append(" ")
        for place in range(row * self.columns, min(len(self.tiles), (row + 1) * self.columns)):
            line.append_text(self._keys(place) if under else self._face(place))
        return line

    def _face(self, place: int) -> Text:
        left, right = "▐▌" if place == self.cursor else "  "
        tile = self.tiles[place]
        card = self.faces.card(tile.card, veiled=not tile.playable)
        if tile.playable:
            card.stylize("bold")
        return Text().append(left, _BRACKET).append_text(card).append(right, _BRACKET)

    def _keys(self, place: int) -> Text:
        tile = self.tiles[place]
        key = KEYS[place] if place < len(KEYS) else " "
        text = f"{key} bluff" if tile.bluff else f"{key} {tile.mark} {_word(tile)}"
        if place == self.cursor:
            inside = f" {text}" if len(text) < _TILE - 2 else text
            return Text(" ").append(f"{inside:<{_TILE - 2}}", self._marked).append(" ")
        return Text(f"  {text}".ljust(_TILE), "bold" if tile.playable else "dim")

    # ------------------------------------------------------------ choosing

    def put_cursor(self, place: int) -> None:
        """Mark a card."""
        self.cursor = place
        self._laid_out()

    def action_step(self, by: int) -> None:
        """Move the cursor along the hand; after the last card comes the first."""
        self._go_to((self.cursor + by) % max(1, len(self.tiles)))

    def action_end(self, place: int) -> None:
        """Move the cursor to the first or the last card."""
        self._go_to(place % max(1, len(self.tiles)))

    def _go_to(self, place: int) -> None:
        self.put_cursor(place)
        self.post_message(self.Moved())

    def action_row(self, by: int) -> None:
        """Move the cursor to another row, if there is one."""
        target = self.cursor + by * self.columns
        if 0 <= target < len(self.tiles):
            self._go_to(target)
        elif by > 0 and target // self.columns <= (len(self.tiles) - 1) // self.columns:
            self._go_to(len(self.tiles) - 1)

    def on_click(self, event: events.Click) -> None:
        """Play the card that was clicked."""
        place = self._at(event.x, event.y)
        if place is not None:
            self.put_cursor(place)
            self.post_message(self.Chosen(self.tiles[place].card))

    def _at(self, x: int, y: int) -> int | None:
        """Return which card is at a place of the widget."""
        size = self.pictured
        if size is None:
            place = (y + self.scroll_offset.y) // 2 * self.columns + x // _TILE
            return place if x // _TILE < self.columns and place < len(self.tiles) else None
        lefts = self._lefts(size)
        if not self.tiles:
            return None
        if lefts[self.cursor] <= x < lefts[self.cursor] + size.width:
            return self.cursor
        return next((n for n in reversed(range(len(lefts))) if lefts[n] <= x < lefts[n] + size.width), None)


def _word(tile: Tile) -> str:
    return "bluff" if tile.bluff else "new" if tile.fresh else ""
