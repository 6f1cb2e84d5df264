"""Measure what every option changes, for the table in docs/rules.md; takes about a minute.

python scripts/lab.py    writes scripts/lab.json, which scripts/rules_doc.py reads
"""

import json
import sys
from pathlib import Path

from lastcard.cli.progress import Bar
from lastcard.rules.options import OPTIONS
from lastcard.sim import compare, say_changes

TARGET = Path(__file__).with_suffix(".json")
BASE = "official"
ROUNDS = 20_000
FIGURES = ("minutes", "skill", "deal", "comebacks", "leads")
NUMBERS = {"lowest": 200, "elimination": 500, "survival": 500, "rounds": 5}  # for options that need one
MORE = ("hand=5", "hand=10")  # dimensions that people ask about as if they were options


def main() -> int:
    """Measure, and write what was found."""
    names = [*(f"{name}={NUMBERS[name]}" if name in NUMBERS else name for name in OPTIONS), *MORE]
    with Bar("rule sets") as bar:
        found = compare(BASE, *(f"{BASE}+{name}" for name in names), rounds=ROUNDS, progress=bar)
    rows = {}
    for place, (name, side) in enumerate(zip(["", *names], found.sides, strict=True)):
        figures = {id: [round(side.figures[id].mean, 4), round(side.figures[id].error, 4)] for id in FIGURES}
        rows[name] = {**figures, "p95": round(side.p95, 2), "says": say_changes(found.changes(place)) if place else ""}
    data = {"base": BASE, "seats": found.sides[0].seats, "rounds": ROUNDS, "seed": found.seed, "rows": rows}
    TARGET.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
