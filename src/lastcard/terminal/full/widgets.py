"""The parts of the table on the screen: seats, piles, log, hand, and the time left to react."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from ...core.terms import NONE, OVER, OWED, SKIPPED
from ...status import Status
from ...words import cards_in_hand, direction_name, listed
from .faces import Faces

# ---------------------------------------------------------------- seats and piles

_NAME = 11  # cells for a name


def seats_text(status: Status, names: Sequence[str], scores: Sequence[int], partner: str = "") -> Text:
    """Return one line per seat: whose turn it is, how many cards it holds, what it said, its score."""
    lines = [Text(f"{'↓' if status.direction > 0 else '↑'} play goes {direction_name(status.direction)}", "italic")]
    if partner:
        lines.append(Text(f"  your partner: {_shortened(partner)}", "italic"))
    for seat, name in enumerate(names):
        on_turn = status.turn == seat and status.phase != OVER
        line = Text().append("▶ " if on_turn else "  ", "bold")
        line.append(set_cell_size(_shortened(name), _NAME), "bold reverse" if on_turn else "")
        line.append(_holding(status, seat))
        line.append(f"{_mark(status, seat):8}", "bold")
        line.append(f"{scores[seat]:>4}" if any(scores) else "")
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def _shortened(name: str) -> str:
    return name if cell_len(name) <= _NAME else f"{set_cell_size(name, _NAME - 1).rstrip()}…"


def _holding(status: Status, seat: int) -> str:
    if seat in status.out:
        return " out "
    held = status.held[seat]
    return "   ? " if held is None else f" {held:3} "


def _mark(status: Status, seat: int) -> str:
    """Return what a seat said or must say; not what it forgot to say, which people must notice themselves."""
    if seat in status.ready:
        return "ready?"
    if seat in status.called:
        return "UNO!"
    return "accused" if seat in status.accused else ""


def piles_text(status: Status, faces: Faces) -> Text:
    """Return the top card, the colour to match, the sizes of the piles, and what is owed."""
    lines = faces.picture(status.top.code)
    colour = Text("colour ").append_text(faces.active_colour(NONE if status.face is None else status.face.code))
    stock = Text(f"stock {status.stock}, discards {status.discards + 1}")
    lines += [colour, stock]
    if status.face is not None and status.face.card is None:
        lines.append(Text("only its colour counts"))
    if status.phase == OWED:
        lines.append(Text(f"owed: {cards_in_hand(status.owed)}", "bold"))
    elif status.phase == SKIPPED:
        lines.append(Text(f"turns to lose: {status.owed}", "bold"))
    return Text("\n").join(lines)


class Seats(Static):
    """Shows the seats."""


class Piles(Static):
    """Shows the piles."""


# ---------------------------------------------------------------- log


class Log(Widget):
    """Shows the last actions in words, as many as fit; new ones stand out."""

    def __init__(self) -> None:
        super().__init__()
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
            broken = _broken(self._lines[number], width, self.app.console)
            shown[:0] = [Text(line, "dim" if number < self._read else "") for line in broken]
            if len(shown) >= height:
                break
        return Text("\n").join(shown[-height:])


def _broken(sentence: str, width: int, console: Console) -> Iterator[str]:
    """Return a sentence in lines of a given width, all but the first indented."""
    first = Text(sentence).wrap(console, width)[0].plain
    yield first
    rest = sentence[len(first) :].strip()
    if rest:
        yield from (f"  {line.plain.rstrip()}" for line in Text(rest).wrap(console, width - 2))


def table_parts() -> ComposeResult:
    """Yield what every table begins with: a title, seats, piles and log, and a line below them."""
    yield Static(id="title")
    with Horizontal(id="table"):
        yield Seats(id="seats")
        yield Piles(id="piles")
        yield Log()
    yield Static(id="asked")


# ---------------------------------------------------------------- hand

_ABOVE = 12  # lines that the rest of the screen needs before the hand may grow
_TILE = 9  # cells from one card to the next
_KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Tile:
    """A card in the hand."""

    card: int
    playable: bool
    fresh: bool = False  # just drawn


class HandView(ScrollView, can_focus=True):
    """The person's hand: choose a card with the arrows or the mouse, or with a key, which the screen handles."""

    BINDINGS = [
        Binding("left", "step(-1)", "card before", show=False),
        Binding("right", "step(1)", "card after", show=False),
        Binding("up", "row(-1)", "row above", show=False),
        Binding("down", "row(1)", "row below", show=False),
        Binding("home", "step(-1000)", "first card", show=False),
        Binding("end", "step(1000)", "last card", show=False),
        *(Binding(key, f"screen.card({place})", show=False) for place, key in enumerate(_KEYS)),
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

    # ------------------------------------------------------------ what is shown

    def show(self, tiles: list[Tile]) -> None:
        """Show these cards; if they changed, put the cursor where it is most likely wanted."""
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
    def card(self) -> int | None:
        """The card under the cursor."""
        return self.tiles[self.cursor].card if self.cursor < len(self.tiles) else None

    @property
    def columns(self) -> int:
        """Return how many cards fit in a row, beside the scroll bar of a large hand."""
        return max(1, ((self.size.width or 80) - 1) // _TILE)

    def _laid_out(self) -> None:
        rows = -(-len(self.tiles) // self.columns)
        room = max(4, (self.app.size.height - _ABOVE) // 4 * 2)
        self.styles.height = min(max(4, rows * 2), room)
        self.virtual_size = Size(self.columns * _TILE, rows * 2)
        self.scroll_to_region(Region(0, self.cursor // self.columns * 2, 1, 2), animate=False, force=True)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Adapt the rows to the new width."""
        self._laid_out()

    def render_line(self, y: int) -> Strip:
        """Render a line: the first of each row shows cards, the second their keys and which are playable."""
        row, under = divmod(y + self.scroll_offset.y, 2)
        line = Text()
        for place in range(row * self.columns, min(len(self.tiles), (row + 1) * self.columns)):
            line.append_text(self._keys(place) if under else self._face(place))
        strip = Strip(line.render(self.app.console), line.cell_len)
        return strip.adjust_cell_length(self.size.width, self.rich_style).apply_style(self.rich_style)

    def _face(self, place: int) -> Text:
        left, right = "▐▌" if place == self.cursor else "  "
        tile = self.tiles[place]
        card = self.faces.card(tile.card)
        if tile.playable:
            card.stylize("bold")
        return Text().append(left, "bold").append_text(card).append(right, "bold")

    def _keys(self, place: int) -> Text:
        tile = self.tiles[place]
        key = _KEYS[place] if place < len(_KEYS) else " "
        mark = "✓" if tile.playable else "·"
        drawn = " new" if tile.fresh else ""
        return Text(f"  {key} {mark}{drawn}".ljust(_TILE), "bold" if tile.playable else "dim")

    # ------------------------------------------------------------ choosing

    def put_cursor(self, place: int) -> None:
        """Mark a card."""
        self.cursor = place
        self._laid_out()

    def action_step(self, by: int) -> None:
        """Move the cursor along the hand."""
        self.put_cursor(max(0, min(len(self.tiles) - 1, self.cursor + by)))
        self.post_message(self.Moved())

    def action_row(self, by: int) -> None:
        """Move the cursor to another row, if there is one."""
        target = self.cursor + by * self.columns
        if 0 <= target < len(self.tiles):
            self.action_step(by * self.columns)
        elif by > 0 and target // self.columns <= (len(self.tiles) - 1) // self.columns:
            self.action_step(len(self.tiles))

    def on_click(self, event: events.Click) -> None:
        """Play the card that was clicked."""
        y = event.y + self.scroll_offset.y
        place = y // 2 * self.columns + event.x // _TILE
        if event.x // _TILE < self.columns and place < len(self.tiles):
            self.put_cursor(place)
            self.post_message(self.Chosen(self.tiles[place].card))


# ---------------------------------------------------------------- time to speak

_BAR = 12


def chance_text(rights: Sequence[str], left: float, whole: float, *, on_turn: bool) -> Text:
    """Return what the person may say now, and a bar for the time that is left for it."""
    left = max(0.0, left)
    full = round(_BAR * min(1.0, left / whole)) if whole else 0
    text = Text().append("▶ Your turn " if on_turn else "", "bold").append(" Now: ", "bold reverse")
    text.append(f" {listed(list(rights), 'or')} ", "bold")
    text.append("█" * full + "░" * (_BAR - full))
    return text.append(f" {left:.0f} s · Space to skip")
