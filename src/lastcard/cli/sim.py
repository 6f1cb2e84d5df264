"""lastcard sim: many rounds or matches, counted."""

import csv
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from ..core.terms import SEATS, Fact
from ..errors import LastCardError
from ..sim import Mean, Result, play
from ..sim.engines import SIM_BACKENDS
from ..sim.plan import COLUMNS, ROW_ENDED, ROW_FACTS, ROW_WINNERS
from ..sim.result import MEANS, share_of
from .parts import (
    Subparsers,
    add_cluster,
    add_command,
    add_deck,
    add_json,
    add_seed,
    by_commas,
    number,
    print_json,
    whole_number,
    without_words_of_ray,
)
from .progress import Bar

_ABOUT = "Play many rounds or whole matches with simple bots on all cores, and print statistics."
_EXAMPLES = """\
lastcard sim --games 2000
lastcard sim --rules juno-serious --seats 3 --games 1000 --seed 7 --bots greedy,random --json
lastcard sim --rules official --seats 2 --matches 50 --backend python
lastcard sim --games 500 --from '?7/?3/r5 g5 >0 - 40|- official' --rows rounds.csv
lastcard sim --games 1000 --bots careful --records rounds
"""
_USUAL = 1000  # rounds
_ENDED = ("finished", "blocked", "unfinished")


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "sim", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("--rules", metavar="ID", help="the rule set (official, or that of the position)")
    add_deck(parser)
    parser.add_argument("--seats", metavar="N", type=whole_number, help="the number of players (4)")
    parser.add_argument("--games", metavar="M", type=whole_number, help=f"the number of rounds ({_USUAL})")
    parser.add_argument("--matches", metavar="M", type=whole_number, help="play this many whole matches instead")
    add_seed(parser, "the result does not depend on the backend, the number of threads or the machines")
    parser.add_argument(
        "--bots", metavar="A,B", type=by_commas, default="random", help="one or more of random, greedy, careful"
    )
    parser.add_argument("--forget", metavar="P", type=number, default=0.0, help="the chance of forgetting to call (0)")
    parser.add_argument("--from", metavar="POSITION", dest="start", help="start every round from this position")
    parser.add_argument(
        "--backend", choices=SIM_BACKENDS, default="auto",
        help="auto is c, or python without a compiler; gpu plays rounds on an NVIDIA GPU",
    )  # fmt: skip
    parser.add_argument("--threads", metavar="N", type=whole_number, help="number of threads (one per core)")
    add_cluster(parser)
    parser.add_argument("--rows", metavar="FILE", type=Path, help="write one CSV row per round")
    parser.add_argument("--records", metavar="FOLDER", type=Path, help="write a record of each round or match")
    add_json(parser)


def run(args: Namespace) -> int:
    """Play the rounds and print the result."""
    if args.games is not None and args.matches is not None:
        raise LastCardError("--games counts rounds and --matches counts whole matches; give only one of them")
    if args.start is not None and (args.seats is not None or args.rules is not None):
        raise LastCardError("--from says what the rules and seats are; leave out --rules and --seats")
    whole = args.matches is not None
    games = _USUAL if args.games is None else args.games
    with Bar("matches" if whole else "rounds") as bar, without_words_of_ray(args.cluster):
        result = play(
            args.rules or "official",
            seats=args.seats or 4,
            games=0 if whole else games,
            matches=args.matches if whole else 0,
            seed=args.seed,
            bots=args.bots,
            forget=args.forget,
            backend=args.backend,
            threads=args.threads,
            start=args.start,
            cluster=args.cluster,
            rows=args.rows is not None,
            records=args.records,
            progress=bar,
        )
    if args.rows is not None:
        write_rows(result, args.rows)
    if args.json:
        print_json(result.summary())
    else:
        print("\n".join(report(result)))
    return 0


def write_rows(result: Result, path: Path) -> None:
    """Write one CSV row per round: who won, how long it took, how often each fact happened."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*COLUMNS, *(fact.name.lower() for fact in Fact)])
        for row in result.rows:
            values: list[int | str] = [int(value) for value in row]
            values[ROW_ENDED] = _ENDED[int(row[ROW_ENDED])]
            values[ROW_WINNERS] = "".join(str(seat) for seat in range(SEATS) if int(row[ROW_WINNERS]) >> seat & 1)
            assert len(values) == ROW_FACTS + len(Fact)
            writer.writerow(values)


def report(result: Result) -> Iterator[str]:
    """Yield the lines of a readable report."""
    t = result.totals
    what = f"{t.rounds:,} round{'s' * (t.rounds != 1)}"
    if t.matches:
        what = f"{t.matches:,} match{'es' * (t.matches != 1)}, {what}"
    yield f"{result.rules.id}, {result.seats} seats, {', '.join(result.bots)}; {what}, seed {result.seed}"
    where = f"{result.threads} thread{'s' * (result.threads > 1)}"
    where += f" on {result.nodes} machines" * (result.nodes > 1)
    yield (
        f"{t.all_moves:,} moves in {result.seconds:.2f} s on {result.backend}, {where}: "
        f"{t.all_moves / result.seconds:,.0f} moves/s, {t.rounds / result.seconds:,.0f} rounds/s"
    )
    yield ""
    for unit in ("moves", "turns"):
        length = result.length(unit)
        yield (
            f"a round is {_pair(Mean(length['mean'], length['error']))} {unit}, median {length['median']:.0f}, "
            f"95 % within {length['p95']:.0f}"
        )
    yield f"blocked {t.blocked:,}, unfinished {t.unfinished:,} (excluded from all averages)"
    yield ""
    yield "wins by place, starting at the dealer's left"
    for place in range(result.seats):
        yield f"  {place + 1:<3}{_percent(share_of(t.wins[place], result.counted))}"
    if len(set(result.bots)) > 1:
        yield "wins, by seat"
        for seat, bot in enumerate(result.bots):
            yield f"  {seat:<3}{_percent(share_of(t.seat_wins[seat], result.counted))}  {bot}"
    yield from _match_lines(result)
    yield ""
    yield "average per round"
    yield f"  {_percent(share_of(t.refilled, result.counted)):<24}of rounds refill the stock"
    for _, which, words in MEANS:
        if t.sums[which]:
            yield f"  {_pair(result.mean(which)):<24}{words}"


def _match_lines(result: Result) -> Iterator[str]:
    matches = result.summary()["matches"]
    if matches is None:
        return
    yield ""
    yield f"a match is {matches['rounds']['mean']:.2f} ± {matches['rounds']['error']:.2f} rounds"
    for seat, share in enumerate(matches["wins_by_seat"]):
        yield f"  seat {seat} wins {_percent(Mean(share['mean'], share['error']))} of the matches"


def _pair(value: Mean) -> str:
    return f"{value.mean:.2f} ± {value.error:.2f}"


def _percent(value: Mean) -> str:
    return f"{100 * value.mean:.2f} ± {100 * value.error:.2f} %"
