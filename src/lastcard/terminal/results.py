"""How the matches played here ended: one line for each, in the data folder."""

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..errors import LastCardError
from ..match import Match
from .store import data_folder
from .words import listed

_SHOWN = 10


@dataclass(frozen=True)
class Result:
    """One match that was played to its end."""

    ended: str
    rules: str
    names: list[str]  # a bot's with its level in brackets
    totals: list[int]
    winners: list[int]
    record: str = ""  # the name of its file; older lines do not say it

    def text(self) -> str:
        """In one line."""
        who = listed([self.names[seat] for seat in self.winners]) or "nobody"
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.names, self.totals, strict=True))
        return f"{self.ended} {self.rules}: won by {who} ({totals})"


def _path() -> Path:
    return data_folder() / "results.jsonl"


def keep_result(match: Match, names: tuple[str, ...], record: str = "") -> None:
    """Add a match that is over; `record` is the name of its file."""
    now = time.strftime("%Y-%m-%d %H:%M")
    result = Result(now, match.rules.id, list(names), list(match.scores), list(match.winners), record)
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")


def load_results() -> list[Result]:
    """All matches, the oldest first."""
    path = _path()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise LastCardError(f"{path} cannot be read: {error}") from error
    results = []
    for number, line in enumerate(lines, 1):
        try:
            results.append(Result(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise LastCardError(f"{path}, line {number}: this is no result of a match; mend or delete it") from error
    return results


def results_lines() -> list[str]:
    """How many of the matches played here each person won, and how the last ones ended."""
    results = load_results()
    if not results:
        return ["No match was played to its end yet."]
    played = Counter(name for result in results for name in result.names if "(" not in name)
    won = Counter(result.names[seat] for result in results for seat in result.winners)
    people = [f"{name}: {won[name]} won of {n}" for name, n in played.most_common()]
    last = [result.text() for result in reversed(results[-_SHOWN:])]
    return [f"Matches played to their end: {len(results)}.", *people, "", "The last ones:", *last]


def record_titles(paths: Sequence[Path]) -> list[str]:
    """What was played in each of these records, by whom and how it ended, as far as that is kept."""
    try:
        known = {result.record: result for result in load_results()}
    except LastCardError:
        known = {}
    return [known[path.name].text() if path.name in known else path.stem for path in paths]
