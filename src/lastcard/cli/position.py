"""lastcard position: deal a round and print it as one line."""

from argparse import Namespace

from ..game.round import Round
from .parts import Subparsers, add_command, add_deck, add_json, add_seed, print_json, whole_number

_ABOUT = "Shuffle, deal, turn up the start card, and print the position."
_EXAMPLES = """\
lastcard position
lastcard position --rules juno-serious --seats 3 --seed 42
lastcard position --seats 2 | lastcard legal -
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "position", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("--rules", metavar="ID", default="official", help="the rule set (official)")
    add_deck(parser)
    parser.add_argument("--seats", metavar="N", type=whole_number, default=4, help="the number of players (4)")
    parser.add_argument("--dealer", metavar="SEAT", type=whole_number, default=0, help="the seat of the dealer (0)")
    add_seed(parser, "determines the order of the cards")
    add_json(parser, "rules, seats, seed, position")


def run(args: Namespace) -> int:
    """Deal a round and print its position."""
    table = Round.deal(args.rules, seats=args.seats, seed=args.seed, dealer=args.dealer)
    if args.json:
        print_json({"rules": table.rules.id, "seats": table.seats, "seed": args.seed, "position": str(table)})
    else:
        print(table)
    return 0
