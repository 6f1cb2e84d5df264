"""Actions as text.  One text may be several core actions: `r7g7>2` is a batch of two, its end and a choice.

A lay is closed (DONE follows) unless it ends with `&`.  The core closes some lays by itself: if the rules have no
batches, at the limit, with an empty hand, for a drawn card or a jump-in.  So a caller that applies the list must skip
DONE while the table is not in BATCH.
"""

import re
from collections.abc import Sequence

from .._util.bounds import ACTION_LENGTH, one_line
from ..core.terms import (
    CALL,
    CALLING,
    CATCH,
    CHALLENGE,
    CHOOSE,
    DONE,
    DRAW,
    LEAVE,
    NAME,
    PASS,
    READY,
    SEATS,
    TAKE,
    VERBS,
    WILD,
)
from ..errors import NotationError
from ..rules.decks import Deck
from .cards import colour_letters, format_face, parse_cards, parse_colour, wild_face

WORDS = {
    "draw": DRAW,
    "pass": PASS,
    "take": TAKE,
    "challenge": CHALLENGE,
    "call": CALL,
    "ready": READY,
    "done": DONE,
}
LEAVING = "leave"  # for good; it is not offered among the other words
_CODES = {**WORDS, LEAVING: LEAVE}
_WORD_OF = {action: word for word, action in _CODES.items()}

_LAY = re.compile(r"(?P<cards>[^:>&!]+)(:(?P<colour>[^>&!]*))?(?P<seats>(>[^>&!]*)*)(?P<open>&?)(?P<call>!?)")
_FORMS = "cards to play such as r5, w:g, r7>2 or r7g7!, or " + " ".join(_CODES) + ", catch 2, :g, >2"


# ---------------------------------------------------------------- writing


def format_action(deck: Deck, action: int) -> str:
    """Return one action of the core as text."""
    if action & ~CALLING < VERBS:
        return format_face(deck, action & ~CALLING) + ("!" if action & CALLING else "")
    if action in _WORD_OF:
        return _WORD_OF[action]
    if NAME <= action < NAME + 4:
        return ":" + colour_letters(deck)[action - NAME]
    if CHOOSE <= action < CHOOSE + SEATS:
        return f">{action - CHOOSE}"
    if CATCH <= action < CATCH + SEATS:
        return f"catch {action - CATCH}"
    raise NotationError(f"{action} is not an action")


def format_actions(deck: Deck, actions: Sequence[int]) -> str:
    """Return the text that `parse_action` reads as these actions; a lay without its DONE is written open, `r7&`."""
    lays = [action for action in actions if action & ~CALLING < VERBS]
    if not lays:
        if len(actions) != 1:
            raise NotationError(f"{[format_action(deck, action) for action in actions]} is not one action")
        return format_action(deck, actions[0])
    faces = [action & ~CALLING for action in lays]
    cards = "".join(format_face(deck, face).partition(":")[0] for face in faces)
    wilds = [face for face in faces if face >= WILD]
    colour = ":" + format_face(deck, wilds[-1]).partition(":")[2] if wilds else ""
    choices = "".join(format_action(deck, action) for action in actions if action >= CHOOSE and action not in lays)
    still_open = "" if DONE in actions else "&"
    text = cards + colour + choices + still_open + ("!" if lays[-1] & CALLING else "")
    if parse_action(deck, text) != list(actions):
        raise NotationError(f"{[format_action(deck, action) for action in actions]} is not one text")
    return text


# ---------------------------------------------------------------- reading


def parse_action(deck: Deck, text: str) -> list[int]:
    """Return the core actions that a text stands for, in order; raise NotationError if it is not an action."""
    text = one_line(text, "an action", ACTION_LENGTH)
    if text in _CODES:
        return [_CODES[text]]
    word, _, rest = text.partition(" ")
    if word == "catch":
        return [CATCH + _parse_seat(rest, text)]
    if text.startswith(":"):
        return [NAME + parse_colour(deck, text[1:])]
    if text.startswith(">"):
        return [CHOOSE + _parse_seat(text[1:], text)]
    lay = _LAY.fullmatch(text)
    if lay is None or lay["cards"] == "-" or not lay["cards"][0].islower():
        raise NotationError(f"{text!r} is not an action; actions are {_FORMS}")
    return _parse_lay(deck, text, lay)


def _parse_lay(deck: Deck, text: str, lay: re.Match[str]) -> list[int]:
    try:
        cards = parse_cards(deck, lay["cards"])
    except NotationError as error:
        raise NotationError(f"action {text!r}: {error}; actions are {_FORMS}") from None
    actions = _faces(deck, text, cards, lay["colour"])
    if lay["call"]:
        actions[-1] |= CALLING
    choices = [CHOOSE + _parse_seat(seat, text) for seat in lay["seats"].split(">")[1:]]
    if lay["open"]:
        if choices:
            raise NotationError(f"action {text!r} chooses a seat while its batch is open; leave out '&' or the seats")
        return actions
    return [*actions, DONE, *choices]


def _faces(deck: Deck, text: str, cards: list[int], letter: str | None) -> list[int]:
    """Return the face of each card of a lay; every wild takes the colour named at the end."""
    wild = any(card >= WILD for card in cards)
    if wild and letter is None:
        colours = "|".join(colour_letters(deck))
        raise NotationError(f"action {text!r} plays a wild without a colour; add :{colours}")
    if letter is None:
        return list(cards)
    if not wild:
        raise NotationError(f"action {text!r} names a colour, but does not play a wild")
    colour = parse_colour(deck, letter)
    return [wild_face(card, colour) if card >= WILD else card for card in cards]


def _parse_seat(text: str, action: str) -> int:
    if len(text) != 1 or text not in "0123456789":
        raise NotationError(f"action {action!r} needs a seat (one digit, 0 to 9), not {text!r}")
    return int(text)


def parse_move(deck: Deck, text: str) -> tuple[int | None, list[int]]:
    """Return the seat of a move (None if the text has none) and its actions: `2 catch 0`, `3 r5`, `draw`."""
    text = one_line(text, "a move", ACTION_LENGTH)
    first, _, rest = text.partition(" ")
    if first.isdecimal():  # in ASCII, after the gate
        return _parse_seat(first, text), parse_action(deck, rest)
    return None, parse_action(deck, text)
