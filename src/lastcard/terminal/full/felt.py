"""The table as a picture: players around the piles with fans of backs, the direction of play, the last cards played.

It is drawn for the size it gets: all around the piles if there is room, else in rows above them, else line by line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ..._util.grammar import counted
from ...core.terms import OVER, OWED, SKIPPED
from ...game.status import Status
from ...rules import Card
from ...words.speaker import cards_in_hand, direction_name
from .canvas import Canvas
from .colours import LOUD
from .faces import SIZES, SMALL, CardSize, Faces
from .happenings import FRAMES, Happening

_BLOCK = 19  # cells of a player
_NAME = 11  # cells of a name in a row
_FAN = 10  # backs that are drawn at most
_TALL = 6  # lines of a player whose cards are large enough to be seen as such
_DIM = "dim"


@dataclass(frozen=True)
class Scene:
    """Everything that the table shows."""

    status: Status
    names: Sequence[str]
    scores: Sequence[int]
    viewer: int | None = None  # whose seat is at the bottom
    levels: Sequence[str] = ()  # what stands beside a name: how strong a bot is, whose partner it is
    played: Sequence[Card] = ()  # the last cards on the discards, without the top card
    happening: Happening = field(default_factory=Happening)

    @property
    def others(self) -> list[int]:
        """The seats around the table, clockwise from the left of the viewer."""
        n = self.status.seats
        return list(range(n)) if self.viewer is None else [(self.viewer + step) % n for step in range(1, n)]


def draw(scene: Scene, faces: Faces, width: int, height: int) -> Text:
    """Return the table in so many cells."""
    canvas = Canvas(max(1, width), max(1, height))
    artist = _Artist(scene, faces, canvas)
    for way in (artist.around, artist.in_rows, artist.in_lines):
        if way():
            break
    return canvas.text()


class _Artist:
    """Draws a scene on a canvas."""

    def __init__(self, scene: Scene, faces: Faces, canvas: Canvas) -> None:
        self.scene, self.faces, self.canvas = scene, faces, canvas
        self.status = scene.status
        self.anchors: dict[int, tuple[int, int]] = {}  # where the cards of a seat come from

    # ------------------------------------------------------------ ways to draw it

    def around(self) -> bool:
        """Draw the players around the piles; return False if there is no room."""
        others, w, h = self.scene.others, self.canvas.width, self.canvas.height
        across = max(1, w // _BLOCK)
        side = 0 if len(others) == 1 else 1
        while len(others) - 2 * side > across:
            side += 1
        size = self._largest(w - 2 * _BLOCK * (side > 0), h - 4)
        if size is None or side * 4 > h - 5:
            return False
        left, top, right = others[:side], others[side : len(others) - side], others[len(others) - side :]
        above = 3 + (h - 4 - size.height - 4) // 2  # where the ring begins
        beside = w // 2 - size.width - 6  # and how far it is from the edge
        first = 3 + (h - 4) // (2 * max(1, side)) - _TALL // 2  # where the highest player beside the piles begins
        lines = _TALL if above >= _TALL and first >= above // 2 + _TALL // 2 and (h - 4) // max(1, side) >= _TALL else 3
        y = max(0, (above - lines) // 2 - (lines == 3))
        for place, seat in enumerate(top):
            self._block(seat, (2 * place + 1) * w // (2 * len(top)) - _BLOCK // 2, y, lines)
        if top and lines == _TALL:  # as far from those above as from the viewer
            above = (y + lines + h - 1 - size.height - 4) // 2
        x = max(1, beside // 2 - _BLOCK // 2 - 1)
        for seats, at in ((reversed(left), x), (right, w - x - _BLOCK + 4)):
            for place, seat in enumerate(seats):
                self._block(seat, at, 3 + (2 * place + 1) * (h - 4) // (2 * side) - lines // 2, lines)
        self._own_line()
        self._piles(size, w // 2, above, ring=True)
        return True

    def in_rows(self) -> bool:
        """Draw the players in rows of two lines above the piles; return False if there is no room."""
        others, w, h = self.scene.others, self.canvas.width, self.canvas.height
        block = _BLOCK - 2
        rows = -(-len(others) // max(1, w // block))
        if 2 * rows + SMALL.height + 2 > h:
            return False
        across = -(-len(others) // rows)  # as many in each row, if possible
        for place, seat in enumerate(others):
            inside = max(1, (w // across - block + 2) // 2)
            self._block(seat, place % across * (w // across) + inside, place // across * 2, lines=2)
        self._own_line()
        room = h - 1 - 2 * rows
        size = self._largest(w, room + 4 if room < SMALL.height + 4 else room) or SMALL
        if size.height + 4 <= room:
            self._piles(size, w // 2, 2 * rows + (room - size.height - 4) // 2, ring=True)
        else:
            self._piles(SMALL, w // 2, 2 * rows - 1 + (room - SMALL.height) // 2, ring=False)
        return True

    def in_lines(self) -> bool:
        """Draw one line for each player, and the piles in a line."""
        others, w, h = self.scene.others, self.canvas.width, self.canvas.height
        across = 1 if len(others) < h - 2 else 2
        self.canvas.put(1, 0, self._piles_line())
        for place, seat in enumerate(others):
            line = self._name(seat, _NAME).append(" ").append_text(self._fan(seat, 5)).append(" ")
            self.canvas.put(1 + place % across * (w // across), 1 + place // across, line.append_text(self._said(seat)))
        self._own_line()
        return True

    def _largest(self, width: int, height: int) -> CardSize | None:
        """Return the largest cards with which the piles fit."""
        for size in SIZES:
            if 2 * size.width + 23 <= width and size.height + 4 <= height:
                return size
        small = 2 * SMALL.width + 14 <= width and SMALL.height + 4 <= height
        return SMALL if small else None

    # ------------------------------------------------------------ players

    def _on_turn(self, seat: int) -> bool:
        return seat in self.status.awaited and self.status.phase != OVER

    def _name(self, seat: int, room: int) -> Text:
        """Return a name, marked if the table waits for its player."""
        name = shortened(self.scene.names[seat], room)
        if self._on_turn(seat):
            return Text().append(f"▶ {name} ", LOUD)
        return Text().append(f"  {name} ", "bold")

    def _block(self, seat: int, x: int, y: int, lines: int = 3) -> None:
        """Draw a player: the name and how strong, the cards, what was said or done."""
        room = _BLOCK - 2 - (lines == 3)
        level = self.scene.levels[seat] if self.scene.levels else ""
        name = self._name(seat, room - 3)
        if level and name.cell_len + len(level) + 1 <= room + 2:
            name.append(f" {level}", _DIM)
        self.canvas.put(x, y, name)
        self.anchors[seat] = x + 4, y + 1
        said = self._said(seat)
        fan = Text("  ").append_text(self._fan(seat, min(_FAN, room - 8 - (said.cell_len if lines == 2 else 0))))
        if lines == 2:
            self.canvas.put(x, y + 1, fan.append(" ").append_text(said))
            return
        score = Text(f" · {self.scene.scores[seat]}" if any(self.scene.scores) else "", _DIM)
        held = self.status.held[seat]
        if lines == _TALL and held and seat not in self.status.out:
            backs = self.faces.backs(held, room - 4 - score.cell_len)
            self.canvas.put_lines(x + 2, y + 1, backs)
            self.canvas.put(x + 3 + backs[0].cell_len, y + 2, Text(str(held), "bold").append_text(score))
        else:
            self.canvas.put(x, y + 1, fan.append_text(score))
        self.canvas.put(x + 2, y + lines - 1, said)

    def _fan(self, seat: int, most: int) -> Text:
        if seat in self.status.out:
            return Text("out", _DIM)
        held = self.status.held[seat]
        if held is None:
            return Text("▌? cards", self.faces.edge_style)
        return self.faces.fan(held, max(1, most)).append(f" {held}", "bold")

    def _said(self, seat: int) -> Text:
        """Return what a player said or must say, and what was done to them; not what they forgot to say."""
        text = Text()
        badge = self.scene.happening.badges.get(seat)
        if seat in self.status.ready:
            text.append(" ready? ", LOUD)
        elif seat in self.status.called:
            text.append(" UNO! ", LOUD)
        elif self.status.held[seat] == 1 and seat not in self.status.out:
            text.append(" 1 card ", LOUD)
        if badge and badge.text != "UNO!":
            text.append(" " if text else "").append(f" {badge.text} ", badge.style)
        if seat in self.status.accused and not badge:
            text.append("accused", _DIM)
        return text

    def _own_line(self) -> None:
        """Draw the viewer at the bottom: cards, score, what was said."""
        seat = self.scene.viewer
        if seat is None:
            return
        held = self.status.held[seat]
        line = self._name(seat, 16).append(f" {cards_in_hand(held or 0)}" if held is not None else "")
        if any(self.scene.scores):
            line.append(f" · {counted(self.scene.scores[seat], 'point')}", _DIM)
        said = self._said(seat)
        line = line.append(" ").append_text(said) if said else line
        x = max(0, (self.canvas.width - line.cell_len) // 2)
        self.anchors[seat] = self.canvas.width // 2, self.canvas.height - 1
        self.canvas.put(x, self.canvas.height - 1, line)

    # ------------------------------------------------------------ piles

    def _top_row(self) -> int | None:
        """Return the colour that was named for a wild on top."""
        face = self.status.face
        return face.row if face is not None and self.status.top.wild else None

    def _piles(self, size: CardSize, middle: int, y: int, *, ring: bool) -> None:
        """Draw the stock, and the discards with the cards below the top one; around them the direction of play."""
        gap = 6
        whole = 2 * size.width + gap
        x = middle - whole // 2
        top = y + (2 if ring else 1)
        if ring and self.status.seats > 2:
            self._ring(x - 3, y, whole + 6, size.height + 4)
        if self.status.stock:
            self.canvas.put_lines(x, top, self.faces.back(size))
        else:
            self.canvas.put(x + (size.width - 5) // 2, top + size.height // 2, "empty", _DIM)
        left = x + size.width + gap
        under = list(self.scene.played)[-2:]
        landed = not self.scene.happening.flies
        for depth, card in reversed(list(enumerate(reversed(under), 1))):
            picture = self.faces.picture(card.code, size, veiled=True)
            self.canvas.put_lines(left - 2 * depth, top - (depth if ring else 0), picture)
        if landed or not under:
            picture = self.faces.picture(self.status.top.code, size, row=self._top_row())
            self.canvas.put_lines(left, top, picture)
        self._labels(x, left, top + size.height, size, beside=ring)
        if not landed:
            self._flying(left + size.width // 2 - 2, top + size.height // 2)

    def _labels(self, stock: int, discards: int, below: int, size: CardSize, *, beside: bool) -> None:
        """Write how many cards the stock has, the colour to match, and what is owed."""
        self.canvas.put(stock, below, f"{self.status.stock} left".center(size.width), _DIM)
        colour = self._colour()
        if beside and discards + size.width + 2 + colour.cell_len + _BLOCK <= self.canvas.width:
            self.canvas.put(discards + size.width + 2, below - size.height // 2 - 1, colour)
            self.canvas.put(discards, below, f"{self.status.discards + 1} played".center(size.width), _DIM)
            owed_at = discards + size.width + 2, below - size.height // 2 + 1
        else:
            self.canvas.put(discards + (size.width - colour.cell_len) // 2, below, colour)
            middle = (stock + discards + size.width - len(self._owed())) // 2
            owed_at = middle, below + 1 if beside else below - size.height - 1
        if owed := self._owed():
            self.canvas.put(*owed_at, f" {owed} ", LOUD)

    def _colour(self) -> Text:
        """Return the colour to match."""
        face = self.status.face
        if face is None:
            return Text("no colour yet")
        return self.faces.colour(face.row).append(" only" if face.card is None else "")

    def _owed(self) -> str:
        if self.status.phase == OWED:
            return f"+{self.status.owed}"
        return f"⊘ {counted(self.status.owed, 'turn')}" if self.status.phase == SKIPPED else ""

    def _ring(self, x: int, y: int, width: int, height: int) -> None:
        """Draw the direction of play."""
        forth = self.status.direction > 0
        dashes = "╌" * (width - 3)
        self.canvas.put(x, y, f"╭{dashes}▶╮" if forth else f"╭◀{dashes}╮", _DIM)
        self.canvas.put(x, y + height - 1, f"╰◀{dashes}╯" if forth else f"╰{dashes}▶╯", _DIM)
        for line in range(1, height - 1):
            if line in (1, height - 2):
                self.canvas.put(x, y + line, "╎", _DIM)
                self.canvas.put(x + width - 1, y + line, "╎", _DIM)

    def _flying(self, x: int, y: int) -> None:
        """Draw the card that was just played on its way to the discards."""
        happening = self.scene.happening
        if happening.laid is None:
            return
        seat, card = happening.laid
        from_x, from_y = self.anchors.get(seat, (x, y))
        share = (happening.frame + 1) / (FRAMES + 1)
        chip = self.faces.card(card.code)
        at = round(from_x + (x - from_x) * share), round(from_y + (y - from_y) * share)
        self.canvas.put(*at, chip)

    def _piles_line(self) -> Text:
        """Return the piles in one line."""
        line = self.faces.card(self.status.top.code).append(" ").append_text(self._colour())
        line.append(f"  stock {self.status.stock}", _DIM)
        if self.status.seats > 2:
            line.append(f"  {'⟳' if self.status.direction > 0 else '⟲'} {direction_name(self.status.direction)}", _DIM)
        return line.append(f"  {owed}", LOUD) if (owed := self._owed()) else line


def shortened(name: str, cells: int) -> str:
    """Return a name in so many cells at most."""
    return name if cell_len(name) <= cells else f"{set_cell_size(name, cells - 1).rstrip()}…"
