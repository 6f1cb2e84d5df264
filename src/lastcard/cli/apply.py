"""lastcard apply: actions carried out."""

from argparse import Namespace
from typing import Any

from ..core.terms import NONE
from ..events import DRAWS, FACES, Event
from ..notation import format_card, format_face
from ..round import Round
from ..rules import Deck
from .parts import Subparsers, add_json, add_position, add_verb, position_line, print_json

_ABOUT = """\
Carry out actions one after the other and print what happens, an event a line, then the new position.
An action begins with its seat ('2 catch 0'); without one it is that of the seat the table waits for.
If one is refused, nothing is printed but the reason.
"""
_EXAMPLES = """\
lastcard apply 'b5r5/g5y1 r1 >0 - b1b2b3b4|- official' 'r5!' '1 draw'
lastcard apply 'r8g2/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official' challenge
lastcard apply 'r7g1b2/r3y4/b8b9 r1 >0 - 90|10 official+seven-zero' 'r7>2'
"""


def add(subparsers: Subparsers) -> None:
    """How it is called."""
    parser = add_verb(subparsers, "apply", run, about=_ABOUT, examples=_EXAMPLES)
    add_position(parser)
    parser.add_argument("actions", metavar="ACTION", nargs="+", help="such as r5, w:g, draw, '1 call', '2 catch 0'")
    add_json(parser, "events (kind, seat, card, amount, text), position")


def run(args: Namespace) -> int:
    """Carry them out."""
    table = Round.from_position(position_line(args.position), seed=args.seed)
    events = [event for move in args.actions for event in table.play(move)]
    if args.json:
        print_json({"events": [_fields(event, table.rules.deck) for event in events], "position": str(table)})
        return 0
    for event in events:
        print(event.text(table.rules.deck))
    print(table)
    return 0


def _fields(event: Event, deck: Deck) -> dict[str, Any]:
    """An event as JSON; null where it has no seat or no card."""
    return {
        "kind": event.kind.name.lower(),
        "seat": None if event.seat == NONE else event.seat,
        "card": _card(event, deck),
        "amount": event.amount,
        "text": event.text(deck),
    }


def _card(event: Event, deck: Deck) -> str | None:
    if event.kind in FACES:
        return format_face(deck, event.card)
    return None if event.card == NONE and event.kind not in DRAWS else format_card(deck, event.card)
