"""lastcard lab: what a house rule changes."""

from argparse import Namespace
from collections.abc import Iterator

from ..sim.compare import FIGURES, PLAYERS, SHARES, Comparison, Measured, compare, say_changes
from ..sim.result import Mean
from .parts import Subparsers, add_command, add_deck, add_json, add_seed, print_json, whole_number
from .progress import Bar

_ABOUT = """\
Play many rounds by each rule set, by the same seeds, and say what clearly changes from the first to the others: how
long rounds take, how much skill and the deal matter, comebacks, and what happens. A change is told only if it is more
than two standard errors.
"""
_EXAMPLES = """\
lastcard lab official official+stack --rounds 1000
lastcard lab official+jump-in official+jump-in+seven-zero official+partners --seats 4 --rounds 400 --json
"""
_USUAL = 4000
_CLEAR = "*"


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "lab", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("rules", metavar="RULES", nargs="+", help="rule sets; the others are compared with the first")
    add_deck(parser)
    parser.add_argument("--seats", metavar="N", type=whole_number, default=4, help="the number of players (4)")
    parser.add_argument(
        "--rounds", metavar="M", type=whole_number, default=_USUAL, help=f"rounds for each figure ({_USUAL})"
    )
    parser.add_argument("--players", choices=PLAYERS, default="careful", help="who plays (careful)")
    add_seed(parser, "the same for all rule sets")
    add_json(parser)


def run(args: Namespace) -> int:
    """Play the rounds and print the figures."""
    with Bar("rule sets") as bar:
        found = compare(
            *args.rules, seats=args.seats, rounds=args.rounds, seed=args.seed, players=args.players, progress=bar
        )
    if args.json:
        print_json(found.to_dict())
    else:
        print("\n".join(_told(found)))
    return 0


def _told(found: Comparison) -> Iterator[str]:
    """Yield the lines of a readable report."""
    first, *others = found.sides
    yield f"{first.seats} seats, {found.players} players, {first.rounds:,} rounds for each figure, seed {found.seed}"
    for number, side in enumerate(found.sides, 1):
        yield f"  {number}  {side.rules.id}" + ("" if side.ends else ": rounds hardly ever end, so nothing is measured")
    yield ""
    yield (" " * 16 + "".join(f"{number:<20}" for number, _ in enumerate(found.sides, 1))).rstrip()
    for id, about in FIGURES.items():
        if any(id in side.figures for side in found.sides):
            cells = "".join(f"{_cell(found, place, id):<20}" for place in range(len(found.sides)))
            yield f"  {id:<14}{cells}{about}"
    yield f"  {'95 % within':<14}" + "".join(f"{_minutes(side):<20}" for side in found.sides) + "minutes"
    yield ""
    for place, side in enumerate(others, 1):
        if side.ends and first.ends:
            yield f"{side.rules.id}: {say_changes(found.changes(place))}"
    yield f"± is one standard error; {_CLEAR} marks what clearly differs from the first."


def _cell(found: Comparison, place: int, id: str) -> str:
    one = found.sides[place].figures.get(id)
    if one is None:
        return "-"
    clear = place > 0 and any(change.figure == id and change.clear for change in found.changes(place))
    return f"{_value(id, one)}{' ' + _CLEAR if clear else ''}"


def _value(id: str, one: Mean) -> str:
    if id in SHARES:
        return f"{100 * one.mean:.1f} ± {100 * one.error:.1f} %"
    return f"{one.mean:.2f} ± {one.error:.2f}"


def _minutes(side: Measured) -> str:
    return f"{side.p95:.1f}" if side.ends else "-"
