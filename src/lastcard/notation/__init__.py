"""Cards, actions and positions as text.  docs/notation.md has the grammar."""

from .actions import format_action, format_actions, parse_action, parse_move
from .cards import (
    UNKNOWN,
    format_card,
    format_cards,
    format_face,
    in_deck_order,
    parse_card,
    parse_cards,
    parse_face,
)
from .patterns import compare, matches
from .positions import UNSURE, Asked, Hand, Position, format_position, parse_position
from .states import position_of, read_position, state_of, write_position

__all__ = [
    "UNKNOWN",
    "UNSURE",
    "Asked",
    "Hand",
    "Position",
    "compare",
    "format_action",
    "format_actions",
    "format_card",
    "format_cards",
    "format_face",
    "format_position",
    "in_deck_order",
    "matches",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_face",
    "parse_move",
    "parse_position",
    "position_of",
    "read_position",
    "state_of",
    "write_position",
]
