"""lastcard analyse: what a finished match was decided by: chances, costly decisions, luck."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from ..analysis import Analysis, StepAnalysis, analyse
from ..analysis.playouts import WHOLE
from ..analysis.result import SOURCES
from ..analysis.sayings import ASSUMED, SOURCE_NAMES, say_cost
from ..archive.journal import load_finished
from ..archive.record import Record
from ..errors import LastCardError
from .parts import Subparsers, add_command, add_json, print_json, whole_number
from .progress import Bar

_ABOUT = """\
Say where a finished match was won: everyone's chances, turning points, what was luck, and which decisions cost most by
what the player could know. Every figure comes from playouts by careful players.
"""
_EXAMPLES = """\
lastcard analyse match.toml
lastcard analyse match.toml --seat 0 --quick
lastcard analyse match.toml --json
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "analyse", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="the record of a finished match (TOML), or its journal")
    parser.add_argument("--seat", metavar="N", type=whole_number, help="tell only of this seat")
    parser.add_argument(
        "--quick", action="store_true", help="make fewer playouts: coarser figures, in a quarter of the time"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Analyse the record and print what was found."""
    record = load_finished(args.file)
    if args.seat is not None and not 0 <= args.seat < record.seats:
        raise LastCardError(f"there is no seat {args.seat}: the record has seats 0 to {record.seats - 1}")
    with Bar("steps") as bar:
        found = analyse(record, quick=args.quick, progress=bar)
    if args.json:
        print_json(found.to_dict())
        return 0
    for line in _told(record, found, args.seat):
        print(line)
    return 0


def _told(record: Record, found: Analysis, only: int | None) -> Iterator[str]:
    """Yield the lines of a readable report."""
    seats = range(found.seats) if only is None else [only]
    judged = len(found.judgements())
    yield f"{found.rules}: {', '.join(found.names)}; {len(found.steps)} steps, {judged} decisions"
    yield ASSUMED
    yield ""
    yield from _luck(found, list(seats))
    yield ""
    yield from _turning_points(found)
    for seat in seats:
        yield ""
        yield from _costs(record, found, seat)


def _luck(found: Analysis, seats: list[int]) -> Iterator[str]:
    width = max(10, *(len(found.names[seat]) + 2 for seat in seats))
    yield "rounds won beyond a fair share, in %"
    yield " " * 22 + "".join(f"{found.names[seat]:>{width}}" for seat in seats)
    for source in SOURCES:
        row = (100 * found.luck[seat].share(source) for seat in seats)
        yield f"  {SOURCE_NAMES[source]:<20}" + "".join(f"{value:>+{width}.0f}" for value in row)
    totals = (100 * found.luck[seat].total / WHOLE for seat in seats)
    yield f"  {'together':<20}" + "".join(f"{value:>+{width}.0f}" for value in totals)


def _turning_points(found: Analysis) -> Iterator[str]:
    yield "turning points" if found.turning_points else "no single move changed much"
    for one in found.turning_points:
        step, before = found.steps[one.step], found.steps[one.step - 1]
        chances = f"{_chance(before, one.seat)} to {_chance(step, one.seat)} %"
        yield f"  round {step.round}, {step.move or 'the deal'}: {found.names[one.seat]} from {chances}"


def _chance(step: StepAnalysis, seat: int) -> str:
    """Return a chance to win the match, or the round where a match is one."""
    return f"{100 * (step.match or step.chances).parts[seat] / WHOLE:.0f}"


def _costs(record: Record, found: Analysis, seat: int) -> Iterator[str]:
    mean, costliest = found.mean_cost(seat), found.costliest(seat)
    if mean is None:
        yield f"{found.names[seat]}: no decision was judged"
        return
    yield f"{found.names[seat]}: a decision cost {100 * mean:.1f} % on average"
    for step, one in costliest:
        yield f"  {say_cost(record.rules, found.names, step, one)}"
    if not costliest:
        yield "  no decision clearly cost much"
