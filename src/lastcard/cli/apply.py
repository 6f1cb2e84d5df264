"""lastcard apply: carry out actions."""

from argparse import Namespace

from ..game.round import Round
from .parts import Subparsers, add_command, add_json, add_position, position_line, print_json

_ABOUT = """\
Carry out actions in order and print what happens, one event per line, then the new position.
An action may begin with its seat ('2 catch 0'); without one it belongs to the seat the table waits for.
If an action is refused, only the reason is printed.
"""
_EXAMPLES = """\
lastcard apply 'b5r5/g5y1 r1 >0 - b1b2b3b4|- official' 'r5!' '1 draw'
lastcard apply 'r8g2/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official' challenge
lastcard apply 'r7g1b2/r3y4/b8b9 r1 >0 - 90|10 official+seven-zero' 'r7>2'
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "apply", run, about=_ABOUT, examples=_EXAMPLES)
    add_position(parser)
    parser.add_argument("actions", metavar="ACTION", nargs="+", help="such as r5, w:g, draw, '1 call', '2 catch 0'")
    add_json(parser, "events (event, its fields, text), position")


def run(args: Namespace) -> int:
    """Carry out the actions and print the events and the new position."""
    table = Round.from_position(position_line(args.position), seed=args.seed)
    events = [event for move in args.actions for event in table.play(move)]
    if args.json:
        print_json({"events": [{**event.to_dict(), "text": event.text} for event in events], "position": str(table)})
        return 0
    for event in events:
        print(event.text)
    print(table)
    return 0
