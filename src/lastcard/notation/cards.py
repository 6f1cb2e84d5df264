"""Cards and faces as text: `r5 gS w+4`, lists of them without separators, `w:g` for a wild with its colour."""

import re
from collections.abc import Iterable
from itertools import groupby

from .._util.bounds import POSITION_LENGTH, card_count, check_card_count, one_line
from ..core.cards import card_of, colour_of
from ..core.terms import COLOUR_FACE, NONE, RANKS, WILD
from ..errors import NotationError
from ..rules.decks import Deck

UNKNOWN = NONE  # an unknown card, written `?`

_ITEM = re.compile(r"\?(?P<many>[1-9][0-9]*)?|(?P<card>[a-z][A-Z0-9+]*)")


def colour_letters(deck: Deck) -> str:
    """Return the letters of the deck's colours, in its order."""
    return "".join(letter for letter, _ in deck.colours)


def wild_face(card: int, colour: int) -> int:
    """Return the face of a wild with the colour named for it."""
    return card + colour * RANKS


# ---------------------------------------------------------------- cards


def format_card(deck: Deck, card: int) -> str:
    """Return a card as text; `?` if it is unknown."""
    return "?" if card == UNKNOWN else deck.text[card]


def parse_card(deck: Deck, text: str) -> int:
    """Return the card that a text names; raise NotationError if the deck does not have it."""
    if text not in deck.code:
        one_line(text, "a card", POSITION_LENGTH)
        raise NotationError(f"{text!r} is not a card of the deck {deck.name}; {_offer(deck)}")
    return deck.code[text]


def format_cards(deck: Deck, cards: Iterable[int]) -> str:
    """Return cards as text in the given order: `-` for none, unknown cards as `?` and their number."""
    items = []
    for card, same in groupby(cards):
        many = len(list(same))
        if card == UNKNOWN:
            items.append("?" if many == 1 else f"?{many}")
        else:
            items.append(deck.text[card] * many)
    return "".join(items) or "-"


def parse_cards(deck: Deck, text: str, *, unknown: bool = False) -> list[int]:
    """Return the cards that a text lists, in order: `-` is none, `?7` is seven unknown cards where these are allowed.

    The list is never longer than the largest deck.
    """
    if text == "-":
        return []
    if not isinstance(text, str) or len(text) > POSITION_LENGTH:
        one_line(text, "a list of cards", POSITION_LENGTH)
    if not text:
        raise NotationError("no cards given; an empty list is written '-'")
    cards: list[int] = []
    place = 0
    while place < len(text):
        item = _ITEM.match(text, place)
        if item is None:
            where = f"at character {place + 1} of {text!r}"
            raise NotationError(f"no card begins with {text[place]!r} {where}; {_offer(deck)}")
        cards += _item_cards(deck, item, unknown)
        check_card_count(len(cards))
        place = item.end()
    return cards


def _item_cards(deck: Deck, item: re.Match[str], unknown: bool) -> list[int]:
    card = item["card"]
    if card is None:
        if not unknown:
            raise NotationError(f"unknown cards ({item[0]!r}) are not allowed in {item.string!r}")
        return [UNKNOWN] * card_count(item["many"] or "1")
    if card not in deck.code:
        where = f"at character {item.start() + 1} of {item.string!r}"
        raise NotationError(f"{card!r} {where} is not a card of the deck {deck.name}; {_offer(deck)}")
    return [deck.code[card]]


def in_deck_order(deck: Deck, cards: Iterable[int]) -> list[int]:
    """Return cards sorted as in a hand: in the order of the deck, unknown cards last."""
    place = {card: i for i, card in enumerate(deck.text)}
    return sorted(cards, key=lambda card: place.get(card, len(place)))


def _offer(deck: Deck) -> str:
    """Return what the deck has, for error messages: the ranks of the first colour, then the wilds."""
    coloured = [text[1:] for card, text in deck.text.items() if card < RANKS]
    wilds = [text for card, text in deck.text.items() if card >= WILD]
    ranks = f"{'|'.join(colour_letters(deck))} with {' '.join(coloured)}" if coloured else ""
    return "it has " + ", ".join(part for part in (ranks, " ".join(wilds)) if part)


# ---------------------------------------------------------------- faces


def parse_colour(deck: Deck, letter: str) -> int:
    """Return the colour of a letter; raise NotationError if the deck does not have it."""
    letters = colour_letters(deck)
    if len(letter) != 1 or letter not in letters:
        raise NotationError(f"{letter!r} is not a colour of the deck {deck.name}; it has {' '.join(letters)}")
    return letters.index(letter)


def format_face(deck: Deck, face: int) -> str:
    """Return a face as text: `r5`, `w:g`, or `r.` for a colour alone."""
    if face >= COLOUR_FACE:
        return colour_letters(deck)[face - COLOUR_FACE] + "."
    card = deck.text[card_of(face)]
    return card if face < WILD else f"{card}:{colour_letters(deck)[colour_of(face)]}"


def parse_face(deck: Deck, text: str) -> int:
    """Return the face a text names; a colour alone may be written with its card, `rS.`, or without, `r.`."""
    if text.endswith(".") and len(text) == 2:
        return COLOUR_FACE + parse_colour(deck, text[0])
    card, face = parse_top(deck, text)
    if face == NONE:
        raise NotationError(f"{text!r} needs a colour; write {text}:{colour_letters(deck)[0]}")
    return face


def format_top(deck: Deck, top: int, face: int) -> str:
    """Return the top card as text, with what it counts as: `r5`, `rS.`, `w:g`, or `w` until its colour is named."""
    if face == NONE:
        return deck.text[top]
    return deck.text[top] + "." if face >= COLOUR_FACE else format_face(deck, face)


def parse_top(deck: Deck, text: str) -> tuple[int, int]:
    """Return the top card that a text names, and its face: NONE for a wild until its colour is named."""
    name, colon, letter = text.partition(":")
    if colon:
        card = parse_card(deck, name)
        if card < WILD:
            raise NotationError(f"{name!r} is not a wild, so it takes no colour: {text!r}")
        return card, wild_face(card, parse_colour(deck, letter))
    if text.endswith("."):
        card = parse_card(deck, text[:-1])
        if card >= WILD:
            raise NotationError(f"only a coloured card counts by its colour alone, not {text!r}")
        return card, COLOUR_FACE + card // RANKS
    card = parse_card(deck, text)
    return card, card if card < WILD else NONE
