"""lastcard explain: why an action is allowed, refused or fined."""

from argparse import Namespace

from ..explain import explain_all
from ..game.round import Round
from ..notation import format_action, parse_move
from .parts import Subparsers, add_command, add_json, add_position, position_line, print_json

_ABOUT = """\
Explain why an action is allowed, refused or fined, and name the rule (the command 'rules ID' lists them).
An action of several steps, such as a batch, gets one line per step, up to the first step that is refused.
"""
_EXAMPLES = """\
lastcard explain 'b5r5/g5y1 r1 >0 - b1b2b3b4|- official' r5
lastcard explain 'b5r5/g5y1 r1 >0 - b1b2b3b4|- official' '1 g5'
lastcard explain 'r3w+4b1/g5y1 r1 >0 - b2b3b4|- juno-classic' w+4:g
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "explain", run, about=_ABOUT, examples=_EXAMPLES)
    add_position(parser)
    parser.add_argument("action", metavar="ACTION", help="such as r5, w:g, draw, '1 call', '2 catch 0'")
    add_json(parser, "position, steps (seat, action, verdict, why, reason)")


def run(args: Namespace) -> int:
    """Print the explanation; the exit status is 0 for a refused action too."""
    table = Round.from_position(position_line(args.position), seed=args.seed)
    seat, actions = parse_move(table.rules.deck, args.action)
    if seat is None:
        seat = table.awaited[0] if table.awaited else table.turn
    steps = [
        {
            "seat": seat,
            "action": format_action(table.rules.deck, action),
            "verdict": reason.verdict,
            "why": reason.sentence,
            "reason": reason.to_dict(),
        }
        for action, reason in explain_all(table.live_state(), table.rules, seat, actions)
    ]
    if args.json:
        print_json({"position": str(table), "steps": steps})
        return 0
    for step in steps:
        print("{seat} {action} {verdict}: {why}".format(**step))
    return 0
