"""lastcard play: a match in the terminal."""

import io
import os
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from ..errors import LastCardError
from ..rules.values import Skin
from ..terminal import plain
from ..terminal.pace import PACES, USUAL
from ..terminal.settings import Settings, load_settings
from ..terminal.signals import Ended, ended_by_signals
from ..terminal.table import Options, Resume, people_at
from ..words import listed
from .parts import Subparsers, add_verb, by_commas, standard_input

_ABOUT = """\
Play a match in the terminal: by default against three bots, by the official rules.  On a terminal one person plays full
screen (F1 shows the keys); with --plain, in a pipe, or with several people it is line by line (type 'help').
Every move is on disk before it is shown, so a match that was interrupted can be resumed.  --bots with --resume names
the bots of your own that may be loaded: a journal alone does not run code.
"""
_EXAMPLES = """\
lastcard play
lastcard play --rules console --seats 2 --bots greedy
lastcard play --seats 4 --people 2 --names Ann,Ben
lastcard play --resume
lastcard play --replay match.toml
"""
_SIGNS = "╭│●▲✓"  # some of those that are drawn full screen


def add(subparsers: Subparsers) -> None:
    """How it is called; what is not given is left to the settings, or to the match that is resumed."""
    given = Options()
    parser = add_verb(subparsers, "play", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("--rules", metavar="ID", help=f"the rule set ({given.rules})")
    parser.add_argument("--seats", metavar="N", type=int, help=f"how many play ({given.seats})")
    parser.add_argument("--people", metavar="N", type=int, help=f"how many of them sit here ({given.people})")
    parser.add_argument(
        "--bots", metavar="LEVEL,...", type=by_commas, help=f"who else plays, in turn ({given.bots[0]})"
    )
    parser.add_argument("--names", metavar="A,B,...", type=by_commas, help="what the seats are called, people first")
    parser.add_argument(
        "--youngest", metavar="WHO", help="who is youngest, a name or a seat, where the rules ask for it (seat 0)"
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=int,
        help="a whole number: the same cards and bots every time (search: only with the same number of playouts)",
    )
    parser.add_argument("--plain", action="store_true", help="the line by line game; in a pipe always")
    parser.add_argument(
        "--speed",
        choices=PACES,
        help=f"how long bots wait, full screen ({USUAL}); instant: no time to catch or jump in",
    )
    parser.add_argument(
        "--look", choices=[skin.value for skin in Skin], help="the look of the cards (as the rule set says: white)"
    )
    parser.add_argument("--replay", metavar="FILE", type=Path, help="show a record step by step, full screen")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="go on with the match of a journal; of the last one"
    )


def run(args: Namespace) -> int:
    """Play."""
    source = standard_input()
    if isinstance(source, io.TextIOWrapper):
        source.reconfigure(errors="replace")  # a stray byte must not end the match
    on_screen = _can_be_drawn_on(args)
    if args.replay is not None and not on_screen:
        raise LastCardError(f"--replay is full screen; 'lastcard replay {args.replay}' tells a record line by line")
    settings = load_settings()
    settings = replace(settings, speed=args.speed or settings.speed, look=args.look or settings.look)
    options = _options(args, settings)
    if not on_screen or (args.replay is None and people_at(options) != 1):
        try:
            with ended_by_signals():
                return plain.run(options, source, sys.stdout, settings)
        except Ended as ended:
            return ended.status
    from ..terminal.full import app  # what draws on the screen is loaded only for that

    return app.run(options, settings, replay=args.replay)


def _options(args: Namespace, settings: Settings) -> Options | Resume:
    """The match that was asked for."""
    wanted = {name: getattr(args, name) for name in ("rules", "seats", "people", "bots", "names", "youngest", "seed")}
    given = {name: value for name, value in wanted.items() if value is not None}
    if args.replay is not None:
        _refuse("a record is shown as it was played", [*given, *(["resume"] if args.resume is not None else [])])
    elif args.resume is not None:
        trusted = given.pop("bots", ())
        _refuse("a match is resumed as it was begun", [*given])
        return Resume(journal=Path(args.resume) if args.resume else None, trusted=trusted)
    elif settings.name and "names" not in given and given.get("people", 1) == 1:
        given["names"] = (settings.name,)
    return Options(**given)


def _refuse(why: str, given: list[str]) -> None:
    """Refuse options that cannot hold, if there are any."""
    if given:
        raise LastCardError(f"{why}; leave out {listed([f'--{name}' for name in given])}")


def _can_be_drawn_on(args: Namespace) -> bool:
    """Whether there is a terminal that shows our signs, and the whole of it is wanted."""
    if args.plain or os.environ.get("TERM") == "dumb":
        return False
    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on the last
    return all(stream is not None and stream.isatty() for stream in streams) and _can_write(sys.stderr, _SIGNS)


def _can_write(stream: TextIO, text: str) -> bool:
    """Whether a text can be written there as it is."""
    try:
        text.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True
