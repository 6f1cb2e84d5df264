"""lastcard puzzles: positions with one clearly best action, from real games."""

from argparse import Namespace
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from ..analysis.puzzles import puzzle_of, puzzles_of
from ..analysis.sayings import say_action, say_grounds
from ..archive.journal import load_finished
from ..archive.record import Record
from ..errors import LastCardError
from ..notation import parse_position
from .parts import Subparsers, add_command, add_json, print_json

_ABOUT = """\
Find puzzles in the records of finished matches: positions in which one action is clearly best, and a player who thinks
less misses it. Without --from: print the puzzle of today.
"""
_EXAMPLES = """\
lastcard puzzles
lastcard puzzles --answer
lastcard puzzles --from match.toml --json
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "puzzles", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument(
        "--from", dest="records", metavar="RECORDS", type=Path, nargs="+",
        help="records of finished matches, or folders of them",
    )  # fmt: skip
    parser.add_argument("--answer", action="store_true", help="print the answer, too")
    add_json(parser, "print one JSON array instead, with the answers")


def run(args: Namespace) -> int:
    """Find the puzzles, or take that of today, and print them."""
    if args.records is None:
        found = [puzzle_of(date.today())]
    else:
        found = [puzzle.to_dict() for puzzle in puzzles_of(_records(args.records))]
    if args.json:
        print_json(found)
        return 0
    for puzzle in found:
        print("\n".join(_told(puzzle, args.answer)), end="\n\n" if args.records else "\n")
    if not found:
        print("no puzzles were found in these records")
    return 0


def _records(paths: list[Path]) -> Iterator[Record]:
    for path in paths:
        files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not files:
            raise LastCardError(f"{path} has no records (*.toml)")
        yield from map(load_finished, files)


def _told(puzzle: dict[str, Any], answer: bool) -> Iterator[str]:
    """Yield the lines of a puzzle."""
    position, rules = parse_position(puzzle["position"])
    names = tuple(f"seat {seat}" for seat in range(len(position.hands)))
    said = [say_action(rules, names, text) for text in puzzle["actions"]]
    yield puzzle["position"]
    yield f"You are seat {puzzle['seat']}. What is best: {', '.join(said)}?"
    if not answer:
        return
    best = puzzle["best"]
    grounds = say_grounds(rules, names, puzzle["grounds"])
    yield f"{said[best]} wins {100 * puzzle['worth'][best]:.0f} %" + (f": {grounds}." if grounds else ".")
    others = sorted((k for k in range(len(said)) if k != best), key=lambda k: -puzzle["worth"][k])
    yield "  " + ", ".join(f"{said[k]} {100 * puzzle['worth'][k]:.0f} %" for k in others)
    yield f"  {' and '.join(puzzle['missed_by'])} would have missed it."
