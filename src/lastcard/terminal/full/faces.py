"""What cards look like: every colour is also a shape, and without colours a letter too.

A card has an edge, white or black, to the player's taste (J-classic-03).
"""

import os
import re
from typing import NamedTuple

from rich.color import Color, blend_rgb
from rich.style import Style
from rich.text import Text

from ...core.terms import Kind
from ...rules import Card, Deck
from ...rules.decks import WILD_ROW
from ...rules.values import Skin
from ...words.speaker import card_names
from .colours import BLACK, FELTS, FIELDS, GREY, INKS, PALE, WHITE
from .pixels import drawn

_SHAPES = {"red": "●", "green": "▲", "blue": "■", "yellow": "★"}
_OTHER_SHAPES = "◐◧◭✚"  # for decks with other colours, by position
_WILD_SHAPE = "✱"
_EDGES = {Skin.WHITE: "#f4f1ea", Skin.BLACK: "#050505"}
_VEIL = 0.55
HELD = "\N{NO-BREAK SPACE}"
_WIDTH = 7  # cells of a card in one line
_GLYPHS = {Kind.SKIP: "⊘", Kind.REVERSE: "⇄"}


class CardSize(NamedTuple):
    """The cells of a card."""

    width: int
    height: int
    scale: int  # of its numeral; 0: a single character


SMALL, MEDIUM, LARGE, HUGE = CardSize(7, 5, 0), CardSize(9, 7, 1), CardSize(15, 9, 2), CardSize(21, 13, 3)
SIZES = (HUGE, LARGE, MEDIUM, SMALL)


class Faces:
    """The faces of the cards of a deck."""

    def __init__(self, deck: Deck, look: Skin) -> None:
        self.deck = deck
        self.dark = True  # whether the table is dark
        self.coloured = not os.environ.get("NO_COLOR")
        self._edge = _EDGES[look]
        self._cards = {card.code: card for card in deck.cards}
        self._names = {name: code for code, name in card_names(deck).items()}
        names = sorted(self._names, key=len, reverse=True)
        self._named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?![\w+])", re.IGNORECASE)

    # ------------------------------------------------------------ colours and signs

    def shape(self, row: int) -> str:
        """Return the shape of a colour, or of the wilds."""
        return _WILD_SHAPE if row == WILD_ROW else _SHAPES.get(self.deck.colours[row][1], _OTHER_SHAPES[row])

    def _is_coloured(self, row: int) -> bool:
        return row != WILD_ROW

    def paint(self, row: int, *, veiled: bool = False) -> Style:
        """Return the style of a colour, or of the wilds."""
        name = self.deck.colours[row][1] if self._is_coloured(row) else ""
        field = FIELDS.get(name, GREY) if name else BLACK
        ink = INKS.get(name, WHITE)
        return Style.parse(f"{self._faded(ink)} on {self._faded(field)}" if veiled else f"{ink} on {field}")

    def _faded(self, colour: str) -> str:
        """Return a colour halfway to the ground."""
        one, other = (Color.parse(text).get_truecolor() for text in (colour, FELTS[self.dark]))
        return blend_rgb(one, other, _VEIL).hex

    def mark(self, row: int) -> Text:
        """Return the shape of a colour in its colour."""
        return Text(self.shape(row), Style.parse(f"bold {FIELDS.get(self.deck.colours[row][1], GREY)}"))

    def glyph(self, card: Card) -> str:
        """Return the rank of a card as a sign: 7, ⊘, ⇄, +2; a plain wild has its shape."""
        if card.wild and not card.draws:
            return card.rank or _WILD_SHAPE
        return _GLYPHS.get(card.kind, card.rank)

    # ------------------------------------------------------------ cards in a line

    def colour(self, row: int) -> Text:
        """Return a colour as its shape and name, painted."""
        return Text(f" {self.shape(row)} {self.deck.colours[row][1]} ", self.paint(row))

    def chip(self, card: int, *, veiled: bool = False) -> Text:
        """Return a card in a line: its shape and its rank, painted; without colours the letter too."""
        row = self._cards[card].row
        sign = self.glyph(self._cards[card])
        rank = "" if sign == self.shape(row) else f" {self._letter(row)}{sign}"
        return Text(f" {self.shape(row)}{rank} ", self.paint(row, veiled=veiled))

    def _letter(self, row: int) -> str:
        return "" if self.coloured or not self._is_coloured(row) else self.deck.colours[row][0]

    def prose(self, sentence: str, style: str = "") -> Text:
        """Return a sentence in which every card that it names is painted; between its words are no-break spaces."""
        text, done = Text(), 0
        for found in self._named.finditer(sentence):
            text.append(sentence[done : found.start()], style)
            text.append_text(self._in_words(found[0]))
            done = found.end()
        return text.append(sentence[done:], style)

    def _in_words(self, name: str) -> Text:
        code = self._names.get(name, self._names.get(name[:1].lower() + name[1:], 0))
        row = self._cards[code].row if code in self._cards else 0
        return Text(f"{self.shape(row)} {name}".replace(" ", HELD), self.paint(row))

    # ------------------------------------------------------------ cards as pictures

    def covered(self) -> Text:
        """Return the back of a card in one line, seven cells wide."""
        edge = Style.parse(f"on {self._edge}")
        inside = self._row_of_marks(self.paint(WILD_ROW))
        inside = inside.append(" " * (_WIDTH - 2 - inside.cell_len), self.paint(WILD_ROW))
        return Text().append(" ", edge).append_text(inside).append(" ", edge)

    def picture(self, card: int, size: CardSize, *, row: int | None = None, veiled: bool = False) -> list[Text]:
        """Return a card as a picture; `row` is the colour named for a wild, `veiled` shows that it cannot be played."""
        own = self._cards[card].row
        paint = self.paint(own if row is None else row, veiled=veiled)
        sign, shape = self.glyph(self._cards[card]), self.shape(own)
        width, height = size.width - 2, size.height - 2
        corner = f"{self._letter(own)}{sign}"[: width - 2]
        lines = [Text(f"{corner}{shape:>{width - len(corner)}}", paint)]
        lines += self._middle(card, sign, size, paint, plain=row is None)
        lines.append(Text(f"{shape}{corner:>{width - 1}}", paint))
        assert len(lines) == height, (size, len(lines))
        return self._framed(lines, size, veiled)

    def _middle(self, card: int, sign: str, size: CardSize, paint: Style, *, plain: bool) -> list[Text]:
        width, height = size.width - 2, size.height - 4
        if self._cards[card].wild and plain and not self._cards[card].draws:
            return _centred(self._four_marks(size, paint), width, height, paint)
        lines = _fitting(sign, size.scale, width)
        if lines is None or (self._cards[card].wild and plain and size.scale != 1):
            texts = [Text(line, paint) for line in lines or [sign]]
            texts = [*texts, self._row_of_marks(paint)] if self._cards[card].wild and plain and height > 1 else texts
            return _centred(texts[:height], width, height, paint)
        return _centred([Text(line, paint) for line in lines], width, height, paint)

    def _row_of_marks(self, paint: Style) -> Text:
        rows = range(len(self.deck.colours))
        return Text("", paint).join(self._mark_on(row, paint) for row in rows)

    def _four_marks(self, size: CardSize, paint: Style) -> list[Text]:
        """Return the shapes of all colours, in one line on a small card, else as fields in two lines."""
        if size.scale == 0:
            return [self._row_of_marks(paint)]
        rows, room = list(range(len(self.deck.colours))), " " * size.scale
        lines: list[Text] = []
        for pair in (rows[:2], rows[2:]):
            blank = Text(" ", paint).join(Text(f"{room} {room}", self.paint(row)) for row in pair)
            marks = Text(" ", paint).join(Text(f"{room}{self.shape(row)}{room}", self.paint(row)) for row in pair)
            above = size.scale // 2
            lines += [*([Text(" " * marks.cell_len, paint)] if lines else []), *[blank] * above, marks]
            lines += [blank] * (size.scale - 1 - above)
        return lines

    def _mark_on(self, row: int, paint: Style) -> Text:
        ink = Color.parse(FIELDS.get(self.deck.colours[row][1], GREY))
        return Text(self.shape(row), Style(color=ink, bgcolor=paint.bgcolor, bold=True))

    def back(self, size: CardSize) -> list[Text]:
        """Return the back of a card."""
        paint = self.paint(WILD_ROW)
        width, height = size.width - 2, size.height - 2
        marks = self._four_marks(size, paint) if size.scale else self._spread_marks(paint)
        return self._framed(_centred(marks, width, height, paint), size, False)

    def _spread_marks(self, paint: Style) -> list[Text]:
        """Return the shapes of all colours in the corners of a small back."""
        marks = [self._mark_on(row, paint) for row in range(len(self.deck.colours))]
        pairs = [Text(" ", paint).join(pair) for pair in (marks[:2], marks[2:])]
        return [pairs[0], Text(" " * pairs[0].cell_len, paint), pairs[1]]

    def backs(self, cards: int, most: int) -> list[Text]:
        """Return the backs of cards held by another player, fanned out in four lines; at most so many cells wide."""
        under = min(cards - 1, most - 4)
        edge, back = self.edge_style, Style(bgcolor=self.paint(WILD_ROW).bgcolor)
        sides = Text("▐" * (under + 1), edge)
        sides.stylize(back, 1)
        inside = sides.append("  ", edge + back).append("▌", edge)
        return [
            Text(f"{'▗' * (under + 1)}▄▄▖", edge),
            inside,
            inside,
            Text(f"{'▝' * (under + 1)}▀▀▘", edge),
        ]

    def _framed(self, lines: list[Text], size: CardSize, veiled: bool) -> list[Text]:
        edge = Style.parse(self._faded(self._edge) if veiled else self._edge)
        width = size.width - 2
        return [
            Text(f"▗{'▄' * width}▖", edge),
            *(Text("▐", edge).append_text(line).append("▌", edge) for line in lines),
            Text(f"▝{'▀' * width}▘", edge),
        ]

    def fan(self, cards: int, most: int) -> Text:
        """Return the backs of cards held by another player, at most so many."""
        return Text("▌" * min(cards, most) + ("…" if cards > most else ""), self.edge_style)

    @property
    def edge_style(self) -> Style:
        """The style of edges and backs; black ones are grey where they would not be seen."""
        return Style.parse(PALE if self.dark == (self._edge == _EDGES[Skin.BLACK]) else self._edge)

    def card(self, card: int, *, veiled: bool = False) -> Text:
        """Return a card in one line, seven cells wide, between two edges."""
        chip = self.chip(card, veiled=veiled)
        inside = Text(f"{chip.plain.strip():<5}"[:7], self.paint(self._cards[card].row, veiled=veiled))
        if inside.cell_len > _WIDTH - 2:
            return Text().append_text(inside)  # what is appended must not take its style
        edge = Style.parse(f"on {self._faded(self._edge) if veiled else self._edge}")
        return Text().append(" ", edge).append_text(inside).append(" ", edge)


def _fitting(sign: str, scale: int, width: int) -> list[str] | None:
    """Return a sign as large as it fits into a width."""
    for tried in range(scale, 0, -1):
        lines = drawn(sign, tried)
        if lines is not None and len(lines[0]) <= width:
            return lines
    return None


def _centred(lines: list[Text], width: int, height: int, paint: Style) -> list[Text]:
    """Return lines in the middle of a field."""
    above = (height - len(lines)) // 2
    filled = []
    for line in lines:
        left = (width - line.cell_len + 1) // 2
        filled.append(Text(" " * left, paint).append_text(line).append(" " * (width - line.cell_len - left), paint))
    blank = Text(" " * width, paint)
    return [*[blank] * above, *filled, *[blank] * (height - above - len(lines))]
