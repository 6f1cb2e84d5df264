"""The results of finished matches in words."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from .._util.grammar import listed
from .._util.names import LONGEST, plain_name, printable
from ..errors import LastCardError
from ..session.results import Result, load_results, results_path

_SHOWN = 10


def shown_name(name: str) -> str:
    """Return a name from a file, made safe to show in a terminal."""
    return plain_name(printable(name, LONGEST))


def result_line(result: Result) -> str:
    """Return a result in one line."""
    names = [_name(result, seat) for seat in range(len(result.names))]
    who = listed([names[seat] for seat in result.winners]) or "nobody"
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, result.totals, strict=True))
    return f"{printable(result.ended)} {printable(result.rules)}: won by {who} ({totals})"


def _name(result: Result, seat: int) -> str:
    name = shown_name(result.names[seat])
    return f"{name} ({printable(result.bots[seat])})" if result.bots and result.bots[seat] else name


def results_lines() -> list[str]:
    """Return how many of the matches played here each person won, and how the last ones ended."""
    loaded = load_results()
    results = loaded.results
    unread = [f"{_lines(loaded.unread)} of {results_path()} cannot be read."] if loaded.unread else []
    if not results:
        return ["No finished matches yet.", *unread]
    played = Counter(result.names[seat] for result in results for seat in result.people)
    won = Counter(result.names[seat] for result in results for seat in result.winners if seat in result.people)
    people = [f"{shown_name(name)}: {won[name]} won of {n}" for name, n in played.most_common()]
    last = [result_line(result) for result in reversed(results[-_SHOWN:])]
    return [f"Finished matches: {len(results)}.", *people, "", "The last ones:", *last, *unread]


def _lines(n: int) -> str:
    return "1 line" if n == 1 else f"{n} lines"


def record_titles(paths: Sequence[Path]) -> list[str]:
    """Return what was played in each of these records, by whom and how it ended, as far as that is kept."""
    try:
        known = {result.record: result for result in load_results().results}
    except LastCardError:
        known = {}
    return [result_line(known[path.name]) if path.name in known else printable(path.stem) for path in paths]
