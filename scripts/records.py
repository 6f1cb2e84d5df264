"""The golden records: one match, or its first round, of every preset at several tables, played by bots.

make records                          write them anew; then look at `git diff tests/records`
python scripts/records.py --check     say what would change, change nothing
"""

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

from lastcard.archive.record import Record
from lastcard.archive.recorded import RecordedMatch
from lastcard.bots import Fallible, Slips, claims_in_order, decided, make_bot
from lastcard.game.match import Match
from lastcard.rules import PRESETS

FOLDER = Path(__file__).parents[1] / "tests" / "records"
VARIANTS = ("rules-site+low-score", "rules-site+fines", "rules-md+draw-until")
SEATS = (2, 3, 4, 10)
LEVELS = ("random", "greedy")
SLIPS = Slips(forget=0.3)  # often enough that records show who is caught


def play(rules: str, seats: int) -> Record:
    """The first round of a match by bots that forget to call now and then."""
    played = RecordedMatch(Match(rules, seats=seats, seed=seats))
    bots = {
        seat: Fallible(make_bot(LEVELS[seat % 2], seed=seat), SLIPS, seed=seat) for seat in range(seats)
    }  # fmt: skip
    while not played.round.over:
        table = played.round
        claims = claims_in_order(table, bots)
        if claims:
            played.act(claims[0].seat, claims[0].action)
        else:
            seat = table.awaited[0]
            played.act(seat, decided(bots[seat], table.view(seat)))
    return played.record


def golden() -> Iterator[tuple[Path, str]]:
    """Where each record lies, and what it must say."""
    for rules in (*PRESETS, *VARIANTS):
        for seats in SEATS:
            name = rules.replace("+", "_")
            yield FOLDER / f"{name}-{seats}.toml", play(rules, seats).text


def main() -> int:
    """Write or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if something would change")
    options = parser.parse_args()
    changed = 0
    for path, text in golden():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if before == text:
            continue
        changed += 1
        diff = difflib.unified_diff(before.splitlines(), text.splitlines(), path.name, "new", n=1, lineterm="")
        print(*diff, sep="\n")
        if not options.check:
            path.write_text(text, encoding="utf-8")
    print(f"{changed} records {'would change' if options.check else 'written'}")
    return 1 if changed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
