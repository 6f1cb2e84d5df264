"""Cards in colour for the plain game, on a white or a black ground (J-classic-03), and never wrapped."""

import os
import re
from typing import TextIO

from ..rules import Card, Deck
from ..rules.values import Skin
from ..words.speaker import card_names

_RESET = "\x1b[0m"
_HELD = "\N{NO-BREAK SPACE}"
# Numbers of the 256 colours every terminal with colours knows: the card, then its inks.
_CARDS = {Skin.WHITE: 255, Skin.BLACK: 16}
_INKS = {
    Skin.WHITE: {"red": 124, "green": 22, "blue": 19, "yellow": 94},
    Skin.BLACK: {"red": 203, "green": 77, "blue": 75, "yellow": 220},
}
_PLAIN_INK = {Skin.WHITE: 16, Skin.BLACK: 255}  # for wilds and unknown colours


def shows_colours(target: TextIO) -> bool:
    """Return whether a stream shows colours and the user did not turn them off."""
    return target.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Paint:
    """Paints the names of cards in a text; without a look it only keeps them on one line."""

    def __init__(self, deck: Deck, look: Skin | None) -> None:
        self.look = look
        self._deck = deck
        self._cards = {name: deck.by_code[code] for code, name in card_names(deck).items()}
        names = sorted(self._cards, key=len, reverse=True)
        self._card = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?![\w+])")

    def hold(self, text: str) -> str:
        """Return the text with every card marked so that no line breaks inside it."""
        return self._card.sub(lambda card: card[0].replace(" ", _HELD), text)

    def painted(self, text: str) -> str:
        """Return a text from `hold` in colours."""
        text, look = text.replace(_HELD, " "), self.look
        if look is None:
            return text
        return self._card.sub(lambda card: f"{_style(self._deck, look, self._cards[card[0]])}{card[0]}{_RESET}", text)


def _style(deck: Deck, look: Skin, card: Card) -> str:
    colour = "" if card.wild else deck.colours[card.row][1]
    ink = _INKS[look].get(colour, _PLAIN_INK[look])
    return f"\x1b[1;38;5;{ink};48;5;{_CARDS[look]}m"
