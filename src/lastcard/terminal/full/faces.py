"""What cards look like: every colour is also a shape and a letter, so that colours are not needed.

A card has an edge, white or black, to the player's taste (J-classic-03).
"""

from rich.style import Style
from rich.text import Text

from ...core.cards import colour_of
from ...core.terms import NONE, RANKS, WILD
from ...rules import Deck
from ...rules.values import Skin

_SHAPES = {"red": "●", "green": "▲", "blue": "■", "yellow": "★"}
_PAINTS = {"red": "#ffffff on #b3261e", "green": "#ffffff on #1b6e35", "blue": "#ffffff on #1d4fa8"}
_PAINTS["yellow"] = "#000000 on #e8bd1a"
_OTHER_SHAPES = "◐◧◭✚"  # for decks with other colours, by position
_OTHER_PAINT = "#ffffff on #5a5a5a"
_WILD_SHAPE, _WILD_PAINT = "◆", "#ffffff on #2b2b2b"
_EDGES = {Skin.WHITE: "#202020 on #f4f1ea", Skin.BLACK: "#d0d0d0 on #000000"}
_WIDTH = 7  # cells of a card in one line


class Faces:
    """The faces of the cards of a deck."""

    def __init__(self, deck: Deck, look: Skin) -> None:
        self.deck = deck
        self._edge = Style.parse(_EDGES[look])

    def shape(self, row: int) -> str:
        """Return the shape of a colour, or of the wilds."""
        return _WILD_SHAPE if row * RANKS >= WILD else _SHAPES.get(self.deck.colours[row][1], _OTHER_SHAPES[row])

    def paint(self, row: int) -> Style:
        """Return the style of a colour, or of the wilds."""
        name = "" if row * RANKS >= WILD else self.deck.colours[row][1]
        return Style.parse(_PAINTS.get(name, _OTHER_PAINT) if name else _WILD_PAINT)

    def colour(self, row: int) -> Text:
        """Return a colour as its shape and name, painted."""
        return Text(f" {self.shape(row)} {self.deck.colours[row][1]} ", self.paint(row))

    def active_colour(self, face: int) -> Text:
        """Return the colour to match."""
        return Text("not named yet") if face == NONE else self.colour(colour_of(face))

    def card(self, card: int) -> Text:
        """Return a card in one line, seven cells wide: shape, letter and rank between two edges, if there is room."""
        row = card // RANKS
        inside = f"{self.shape(row)} {self.deck.text[card]}".ljust(_WIDTH - 2)
        if len(inside) > _WIDTH - 2:
            return Text(inside.ljust(_WIDTH), self.paint(row))
        return Text(" ", self._edge).append(inside, self.paint(row)).append(" ", self._edge)

    def picture(self, card: int) -> list[Text]:
        """Return a card as a picture, eleven cells wide and five lines high."""
        row = card // RANKS
        mark = self.shape(row)
        rank = self.deck.text[card][1:] or "wild"
        inside = [f"{mark}       {mark}", f"{rank:^9}", f"{mark}       {mark}"]
        return [
            Text("╭─────────╮", self._edge),
            *(Text("│", self._edge).append(line, self.paint(row)).append("│", self._edge) for line in inside),
            Text("╰─────────╯", self._edge),
        ]
