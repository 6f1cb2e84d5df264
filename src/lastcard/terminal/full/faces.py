"""What cards look like: every colour is also a shape and a letter, so that nobody has to see colours."""

from rich.style import Style
from rich.text import Text

from ...core.cards import colour_of
from ...core.terms import COLOUR_FACE, NONE, RANKS, WILD
from ...rules import Deck

_SHAPES = {"red": "●", "green": "▲", "blue": "■", "yellow": "★"}
_PAINTS = {"red": "#ffffff on #b3261e", "green": "#ffffff on #1b6e35", "blue": "#ffffff on #1d4fa8"}
_PAINTS["yellow"] = "#000000 on #e8bd1a"
_OTHER_SHAPES = "◐◧◭✚"  # of a deck with other colours, by their place
_OTHER_PAINT = "#ffffff on #5a5a5a"
_WILD_SHAPE, _WILD_PAINT = "◆", "#ffffff on #2b2b2b"
DIM = Style(dim=True)


def shape(deck: Deck, row: int) -> str:
    """The shape of a colour, or of the wilds."""
    return _WILD_SHAPE if row * RANKS >= WILD else _SHAPES.get(deck.colours[row][1], _OTHER_SHAPES[row])


def paint(deck: Deck, row: int) -> Style:
    """How a colour, or the wilds, are painted."""
    name = "" if row * RANKS >= WILD else deck.colours[row][1]
    return Style.parse(_PAINTS.get(name, _OTHER_PAINT) if name else _WILD_PAINT)


def colour_text(deck: Deck, row: int) -> Text:
    """A colour by itself: its shape and its name, painted."""
    return Text(f" {shape(deck, row)} {deck.colours[row][1]} ", paint(deck, row))


def card_text(deck: Deck, card: int) -> Text:
    """A card in one line: shape, letter and rank, painted, seven cells wide."""
    return Text(f" {shape(deck, card // RANKS)} {deck.text[card]}".ljust(7), paint(deck, card // RANKS))


def art(deck: Deck, card: int) -> list[Text]:
    """A card as a picture, eleven cells wide and five lines high."""
    row = card // RANKS
    mark, text = shape(deck, row), deck.text[card]
    rank = text[1:] or "wild"
    lines = ("╭─────────╮", f"│{mark}       {mark}│", f"│{rank:^9}│", f"│{mark}       {mark}│", "╰─────────╯")
    return [Text(line, paint(deck, row)) for line in lines]


def active_colour(deck: Deck, face: int) -> Text:
    """The colour that counts."""
    return Text("not named yet") if face == NONE else colour_text(deck, colour_of(face))


def by_colour_alone(face: int) -> bool:
    """Whether the top card counts by its colour only (D07)."""
    return face >= COLOUR_FACE
