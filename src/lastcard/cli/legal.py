"""lastcard legal: what each seat may do."""

from argparse import Namespace

from ..game.round import Round
from .parts import Subparsers, add_command, add_json, add_position, position_line, print_json

_ABOUT = """\
List what each seat may do now, one SEAT ACTION per line.  Add ! to a card that leaves you one, as in r5!, to call.
"""
_EXAMPLES = """\
lastcard legal 'b5r5/g5y1 r1 >0 - b1b2b3b4|- official'
lastcard legal 'g5y1/b5* r5 >0 @1 b1b2b3b4|r1 official'
lastcard position --rules official+jump-in | lastcard legal -
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "legal", run, about=_ABOUT, examples=_EXAMPLES)
    add_position(parser)
    add_json(parser, "position, legal (for each seat: seat, actions)")


def run(args: Namespace) -> int:
    """Print the legal actions of every seat."""
    table = Round.from_position(position_line(args.position), seed=args.seed)
    legal = {seat: table.legal(seat) for seat in range(table.seats)}
    if args.json:
        seats = [{"seat": seat, "actions": [str(action) for action in actions]} for seat, actions in legal.items()]
        print_json({"position": str(table), "legal": seats})
        return 0
    for seat, actions in legal.items():
        for action in actions:
            print(seat, action)
    return 0
