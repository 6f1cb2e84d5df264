"""Find the puzzles of the package in games of strong bots; takes minutes.

python scripts/puzzles.py [ROUNDS]    writes src/lastcard/analysis/puzzles.json
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from lastcard import Match, Record, RecordedMatch
from lastcard.analysis import puzzles
from lastcard.bots import claims_in_order, decided, make_bot

TARGET = Path(puzzles.__file__).with_name(puzzles.FILE)
PLAYERS = "search?playouts=600"
RULES = ("official", "official+stack", "official", "juno-classic", "official", "official+no-bluff")
SEATS = (4, 3, 2, 4, 5)
USUAL = 400  # rounds


class Lines:
    """Keeps nothing."""

    def append(self, lines: object) -> None:
        """Forget them."""


def played(number: int) -> Record:
    """Return a round of strong bots."""
    rules, seats = RULES[number % len(RULES)], SEATS[number % len(SEATS)]
    match = RecordedMatch(Match(rules, seats=seats, seed=number), Lines())
    bots = {seat: make_bot(PLAYERS, number * 10 + seat) for seat in range(seats)}
    while not match.round.over:
        claims = claims_in_order(match.round, bots)
        seat = claims[0].seat if claims else match.round.awaited[0]
        match.act(seat, claims[0].action if claims else decided(bots[seat], match.round.view(seat)))
    return match.record


def records(rounds: int) -> Iterator[Record]:
    """Yield the records of so many rounds."""
    for number in range(rounds):
        print(f"\r{number} of {rounds} rounds", end="", file=sys.stderr, flush=True)
        yield played(number)


def main() -> int:
    """Play, find, and write."""
    found = puzzles.puzzles_of(records(int(sys.argv[1]) if len(sys.argv) > 1 else USUAL))
    lines = ",\n".join(json.dumps(puzzle.to_dict()) for puzzle in found)
    TARGET.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"\n{len(found)} puzzles", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
