"""lastcard play: a match in the terminal."""

import io
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TextIO

from msgspec.structs import replace

from .._util.called import command
from .._util.grammar import listed
from ..errors import LastCardError
from ..rules.values import Skin
from ..session.own_rules import rules_called
from ..session.sitting import Options, Resume, can_begin, people_at
from ..terminal import plain
from ..terminal.lesson import MATCH as LESSON
from ..terminal.pace import PACES, USUAL
from ..terminal.settings import Settings, load_settings
from ..terminal.signals import Stopped, ended_by_signals
from .parts import Subparsers, add_command, add_deck, by_commas, standard_input, whole_number

_ABOUT = """\
Play a match in the terminal, by default against three bots and by the official rules, or as you last set it up.  The
game fills the screen (h shows the help); several people share it.  With --plain, or in a pipe, it is played line by
line (type 'help').  An unfinished match is offered first; in a pipe it is only mentioned.
Every move is saved before it is shown, so you can resume an interrupted match.  With --resume, if the match has your
own bots, name them again with --bots; a journal by itself never loads code.
"""
_EXAMPLES = """\
lastcard play
lastcard play --rules console --seats 2 --bots greedy
lastcard play --seats 4 --people 2 --names Ann,Ben
lastcard play --resume
lastcard play --table http://localhost:8000/t/BCDFGH --names Ann
lastcard play --replay match.toml
"""
_SIGNS = "╭│●▲✓"  # some of the characters that the full-screen game draws


def add(subparsers: Subparsers) -> None:
    """Register the command.  Options that are not given come from the settings, or from the resumed match."""
    given = Options()
    parser = add_command(subparsers, "play", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("--rules", metavar="ID", help=f"the rule set ({given.rules})")
    add_deck(parser)
    parser.add_argument("--seats", metavar="N", type=whole_number, help=f"the number of players ({given.seats})")
    parser.add_argument("--people", metavar="N", type=whole_number, help=f"how many are people ({given.people})")
    parser.add_argument(
        "--bots", metavar="LEVEL,...", type=by_commas, help=f"the bots at the other seats, in order ({given.bots[0]})"
    )
    parser.add_argument("--names", metavar="A,B,...", type=by_commas, help="the names of the players, people first")
    parser.add_argument(
        "--youngest", metavar="WHO", help="the youngest player, by name or seat, for rules that need it (seat 0)"
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number,
        help="a whole number; repeats the cards and the bots' choices (search: only with a fixed number of playouts)",
    )
    parser.add_argument(
        "--table", metavar="URL", help="play online: http://host:8000/t/CODE; without a code, a new table is made"
    )
    parser.add_argument("--lesson", action="store_true", help="a first match that explains each move as it comes")
    parser.add_argument("--set-up", action="store_true", help="choose rules, people and bots on the screen first")
    parser.add_argument("--plain", action="store_true", help="play line by line; always on in a pipe")
    parser.add_argument(
        "--speed",
        choices=PACES,
        help=f"how long bots wait in full screen ({USUAL}); 'instant' reveals how long they really think",
    )
    parser.add_argument("--look", choices=[skin.value for skin in Skin], help="card style (default: from the rule set)")
    parser.add_argument("--replay", metavar="FILE", type=Path, help="show a match record step by step in full screen")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="continue the match of a journal (default: the latest)"
    )


def run(args: Namespace) -> int:
    """Play the match, full screen or line by line."""
    source = standard_input()
    if isinstance(source, io.TextIOWrapper):
        source.reconfigure(errors="replace")  # a stray byte must not end the match
    on_screen = _can_be_drawn_on(args)
    if args.replay is not None and not on_screen:
        raise LastCardError(f"--replay needs a full screen; to print the record: {command('replay', str(args.replay))}")
    if args.set_up:
        others = ("table", "resume", "replay")
        _refuse("--set-up is for a new match here", [name for name in others if getattr(args, name) is not None])
        if not on_screen:
            raise LastCardError("--set-up needs a full screen; leave out --plain and pipes, or name the options")
    settings = load_settings()
    settings = replace(settings, speed=args.speed or settings.speed, look=args.look or settings.look)
    if args.table is not None:
        return _play_online(args, source, settings)
    options = _options(args, settings)
    if args.lesson and options != _options(_nothing_given(args), settings):
        raise LastCardError("--lesson is a match of its own; leave out what describes another")
    as_usual = options == _options(_nothing_given(args), settings) and args.replay is None
    if args.lesson:
        options, as_usual = LESSON, False
    if on_screen and as_usual:
        options = _remembered(settings) or options
    try:
        if not on_screen or (args.replay is None and not people_at(options)):
            with ended_by_signals():
                return plain.run(options, source, sys.stdout, settings, offer=as_usual, teaches=args.lesson)
        from ..terminal.full import app  # Textual is loaded only when it is needed

        return app.run(options, settings, replay=args.replay, offer=as_usual, sets_up=args.set_up, teaches=args.lesson)
    except Stopped as ended:
        return ended.status


def _nothing_given(args: Namespace) -> Namespace:
    """Return the arguments as if no option described the match."""
    return Namespace(**dict.fromkeys(vars(args)))


def _remembered(settings: Settings) -> Options | None:
    """Return the match that was set up last, if it can still be played."""
    if not settings.rules:
        return None
    people = by_commas(settings.people) or ((settings.name,) if settings.name else ())
    bots = by_commas(settings.bots)
    n = max(1, len(people))
    options = Options(rules=settings.rules, seats=n + len(bots), people=n, bots=bots or Options().bots, names=people)
    return options if can_begin(options) else None


def _play_online(args: Namespace, source: TextIO, settings: Settings) -> int:
    here = ("people", "bots", "youngest", "seed", "replay", "resume")
    _refuse("an online table is set up by its host", [name for name in here if getattr(args, name) is not None])
    from ..terminal import online

    wanted = {name: getattr(args, name) for name in ("rules", "seats") if getattr(args, name) is not None}
    names = args.names or ("",)
    if len(names) > 1:
        raise LastCardError("one person plays at an online table; give one name")
    try:
        with ended_by_signals():
            return online.run(args.table, names[0], wanted, source, sys.stdout, settings)
    except Stopped as ended:
        return ended.status


def _options(args: Namespace, settings: Settings) -> Options | Resume:
    """Return the match that the options describe."""
    wanted = {name: getattr(args, name) for name in ("rules", "seats", "people", "bots", "names", "youngest", "seed")}
    given = {name: value for name, value in wanted.items() if value is not None}
    if "rules" in given:
        given["rules"] = rules_called(given["rules"])
    if args.replay is not None:
        _refuse("--replay shows a match as it was played", [*given, *(["resume"] if args.resume is not None else [])])
    elif args.resume is not None:
        trusted = given.pop("bots", ())
        _refuse("--resume continues a match as it was set up", [*given])
        return Resume(journal=Path(args.resume) if args.resume else None, trusted=trusted)
    elif settings.name and "names" not in given and given.get("people", 1) == 1:
        given["names"] = (settings.name,)
    return Options(**given)


def _refuse(why: str, given: list[str]) -> None:
    """Raise LastCardError if options were given that have no effect here."""
    if given:
        raise LastCardError(f"{why}; leave out {listed([f'--{name}' for name in given])}")


def _can_be_drawn_on(args: Namespace) -> bool:
    """Return whether to play full screen: on a terminal that can show our characters, without --plain."""
    if args.plain or os.environ.get("TERM") == "dumb":
        return False
    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on standard error
    return all(stream is not None and stream.isatty() for stream in streams) and _can_write(sys.stderr, _SIGNS)


def _can_write(stream: TextIO, text: str) -> bool:
    """Return whether the encoding of a stream can represent a text."""
    try:
        text.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True
