"""lastcard play: a match in the terminal."""

import io
import sys
from argparse import Namespace
from pathlib import Path

from ..terminal import plain
from ..terminal.table import Options
from .parts import Subparsers, add_verb

_ABOUT = """\
Play a match in the terminal: by default against three bots, by the official rules.  Type 'help' in the game.
Every act is on disk before it is shown, so a match that was interrupted can be resumed.
"""
_EXAMPLES = """\
lastcard play
lastcard play --rules console --seats 2 --bots greedy
lastcard play --seats 4 --people 2 --names Ann,Ben
lastcard play --resume
"""


def add(subparsers: Subparsers) -> None:
    """How it is called."""
    given = Options()
    parser = add_verb(subparsers, "play", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("--rules", metavar="ID", default=given.rules, help=f"the rule set ({given.rules})")
    parser.add_argument("--seats", metavar="N", type=int, default=given.seats, help=f"how many play ({given.seats})")
    parser.add_argument(
        "--people", metavar="N", type=int, default=given.people, help=f"how many of them sit here ({given.people})"
    )
    levels = ",".join(given.bots)
    parser.add_argument("--bots", metavar="LEVEL,...", default=levels, help=f"who else plays, in turn ({levels})")
    parser.add_argument("--names", metavar="A,B,...", default="", help="what the seats are called, people first")
    parser.add_argument("--seed", metavar="S", type=int, help="a whole number: the same cards and bots every time")
    parser.add_argument("--plain", action="store_true", help="the line by line game; in a pipe always")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="go on with the match of a journal; of the last one"
    )


def run(args: Namespace) -> int:
    """Play."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a stray byte must not end the match
    options = Options(
        rules=args.rules,
        seats=args.seats,
        people=args.people,
        bots=_words(args.bots),
        names=_words(args.names),
        seed=args.seed,
        resume=args.resume is not None,
        journal=Path(args.resume) if args.resume else None,
    )
    return plain.run(options, sys.stdin, sys.stdout)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
