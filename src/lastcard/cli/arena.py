"""lastcard arena: bots against bots."""

from argparse import Namespace
from collections.abc import Iterator

from .._util.called import install
from ..arena import Result, pair_share, play
from ..bots import LearnedBot, bot_names, make_bot
from .parts import (
    Subparsers,
    add_cluster,
    add_command,
    add_deck,
    add_json,
    add_seed,
    by_commas,
    print_json,
    whole_number,
    without_words_of_ray,
)
from .progress import Bar

_ABOUT = "Play bots against each other on the same deals with the seats rotated, and show how certain the result is."
_EXAMPLES = """\
lastcard arena --bots greedy,random --games 2000
lastcard arena --rules juno-seven0 --bots careful,greedy,greedy,random --games 2000 --seed 7 --json
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "arena", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("--rules", metavar="ID", default="official", help="the rule set (official)")
    add_deck(parser)
    parser.add_argument(
        "--bots",
        metavar="A,B,…",
        type=by_commas,
        default="careful,random",
        help=f"one bot per seat: {', '.join(bot_names())} or package.module:Class; settings as name?key=value",
    )
    parser.add_argument("--games", metavar="M", type=whole_number, default=1000, help="minimum number of rounds (1000)")
    parser.add_argument("--processes", metavar="N", type=whole_number, help="number of processes (one per core)")
    add_cluster(parser)
    add_seed(parser, "determines the deals and the random choices of the bots")
    add_json(parser)


def run(args: Namespace) -> int:
    """Play the rounds and print the result."""
    with Bar("rounds") as bar, without_words_of_ray(args.cluster):
        result = play(
            args.rules,
            args.bots,
            games=args.games,
            seed=args.seed,
            processes=args.processes,
            cluster=args.cluster,
            progress=bar,
        )
    if args.json:
        print_json(result.summary())
    else:
        print("\n".join(report(result)))
    return 0


def _notes(result: Result) -> Iterator[str]:
    """Yield which bots did not play as themselves."""
    for name in dict.fromkeys(tally.name for tally in result.tallies):
        bot = make_bot(name)
        if isinstance(bot, LearnedBot) and (other := bot.plays_as(result.rules, len(result.tallies))) != bot.name:
            yield f"{name} has no net for these rules and seats, so it played as {other}"


def report(result: Result) -> Iterator[str]:
    """Yield the lines of a readable report."""
    names = [f"{place} {tally.name}" for place, tally in enumerate(result.tallies)]
    width = max(map(len, names)) + 2
    yield f"{result.rules.id}, {len(names)} seats, {result.games:,} rounds, seed {result.seed}"
    yield f"{result.moves:,} moves in {result.seconds:.1f} s: {result.moves / result.seconds:,.0f} moves/s"
    if result.unfinished:
        yield f"{result.unfinished:,} of these rounds did not end and were stopped: nobody won them"
    yield from _notes(result)
    yield ""
    yield f"{'':<{width}}{'wins':>8}  {'95 % interval':<18}{'rating':>14}{'a decision':>14}"
    for name, tally, bot in zip(names, result.tallies, result.summary()["bots"], strict=True):
        low, high = tally.interval
        rating = "" if bot["rating"] is None else f"{bot['rating']:.1f} ± {bot['rating_error']:.1f}"
        time = "" if bot["decision_ms"] is None else f"{bot['decision_ms']:.2f} ms"
        between = f"{100 * low:.2f} to {100 * high:.2f}"
        yield f"{name:<{width}}{100 * tally.win_rate:>7.2f}%  {between:<18}{rating:>14}{time:>14}"
    yield ""
    yield "of the rounds won by either of two bots, the share won by the bot on the left"
    yield " " * width + "".join(f"{place:>8}" for place in range(len(names)))
    for a, name in enumerate(names):
        shares = (pair_share(result.beaten, a, b) for b in range(len(names)))
        yield f"{name:<{width}}" + "".join(f"{'-' if share is None else f'{100 * share:.1f}%':>8}" for share in shares)
    if result.ratings is None:
        yield f"ratings need the extra [arena]: {install('arena')}"
