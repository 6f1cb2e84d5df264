"""Positions as expectations: `?4` matches any four cards, a count any pile of that size, `*` anything at all."""

from collections import Counter
from dataclasses import replace
from itertools import zip_longest

from .._util.bounds import POSITION_LENGTH, one_line
from ..core.layout import State
from ..rules.ruleset import Ruleset
from .cards import UNKNOWN
from .positions import UNSURE, Asked, Hand, Position, format_position, parse_position
from .states import position_of

ANYTHING = "*"

_FIELDS = ("hands", "top card", "direction and turn", "pending", "piles")
_HANDS, _TURN, _PILES = 0, 2, 4


def matches(pattern: str, s: State, ruleset: Ruleset) -> str | None:
    """Return None if a state matches a line, else a sentence about the first field that does not."""
    return compare(pattern, position_of(s), ruleset)


def compare(pattern: str, position: Position, ruleset: Ruleset) -> str | None:
    """Return None if a position matches a pattern, else a sentence about the first field that does not."""
    found = format_position(position, ruleset, with_rules=False)
    wanted, wanted_rules = parse_position(_without_wildcards(pattern, found), ruleset)
    if wanted_rules != ruleset:
        return f"rule set: expected {wanted_rules.id}, got {ruleset.id}"
    same = (
        len(wanted.hands) == len(position.hands) and all(map(_same_hand, wanted.hands, position.hands)),
        (wanted.top, wanted.face) == (position.top, position.face),
        (wanted.direction, wanted.turn) == (position.direction, position.turn),
        _same_asked(wanted.asked, position.asked),
        _same_pile(wanted.stock, position.stock) and _same_pile(wanted.discards, position.discards),
    )
    if all(same):
        return None
    place = same.index(False)
    expected = pattern.split()[place]
    return f"{_FIELDS[place]}: expected {expected}, got {found.split()[place]} (position {found!r})"


def _without_wildcards(pattern: str, found: str) -> str:
    """Replace each `*` by what was found, so that it matches."""
    fields = one_line(pattern, "a position", POSITION_LENGTH).split()
    for place, (field, there) in enumerate(zip(fields, found.split(), strict=False)):
        if field == ANYTHING:
            fields[place] = there
        elif place == _TURN and field in ("<*", ">*"):
            fields[place] = field[0] + there[1:]
        elif place in (_HANDS, _PILES):
            fields[place] = _with_parts(field, there, "/" if place == _HANDS else "|")
    return " ".join(fields)


def _with_parts(field: str, found: str, between: str) -> str:
    """Do so for each hand, or for stock and discards.  A `*` with nothing to match is read as nothing."""
    parts = zip_longest(field.split(between), found.split(between), fillvalue="-")
    count = field.count(between) + 1
    return between.join(there if part == ANYTHING else part for part, there in list(parts)[:count])


def _same_hand(wanted: Hand, hand: Hand) -> bool:
    marks = ("called", "owes", "wrong", "ready", "out", "worth")
    if any(getattr(wanted, mark) != getattr(hand, mark) for mark in marks):
        return False
    if wanted.cards is None or hand.cards is None:
        return wanted.cards is None
    named = Counter(card for card in wanted.cards if card != UNKNOWN)
    return len(wanted.cards) == len(hand.cards) and named <= Counter(hand.cards)


def _same_asked(wanted: Asked, asked: Asked) -> bool:
    if wanted.bluff == UNSURE and asked.bluff in (0, 1):
        asked = replace(asked, bluff=UNSURE)
    if wanted.drawn == UNKNOWN and wanted.phase == asked.phase:
        asked = replace(asked, drawn=UNKNOWN)
    return wanted == asked


def _same_pile(wanted: tuple[int, ...], pile: tuple[int, ...]) -> bool:
    if len(wanted) != len(pile):
        return False
    return all(card in (UNKNOWN, found) for card, found in zip(wanted, pile, strict=True))
