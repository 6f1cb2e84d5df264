"""Write web/tests/ids.json: what the page must be able to tell, as the package defines it.

    python scripts/page_ids.py

Vitest holds the words of the page against it; a Python test holds it against the package.
"""

import json
from pathlib import Path
from typing import Any

from lastcard.explain.reasons.catalogue import CATALOGUE, KINDS
from lastcard.game.events import EVENTS
from lastcard.rules import house_rules

FILE = Path(__file__).parents[1] / "web" / "tests" / "ids.json"


def page_ids() -> dict[str, Any]:
    """Return the ids of reasons and events, and everything that is said of house rules."""
    return {
        "reasons": {id: [*entry.parts, *(["cause"] if entry.has_cause else [])] for id, entry in CATALOGUE.items()},
        "parts": {name: kind.name.lower() for name, (kind, _) in KINDS.items()},
        "events": list(EVENTS),
        "groups": house_rules()["groups"],
    }


def main() -> None:
    """Write the file."""
    FILE.write_text(json.dumps(page_ids(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{FILE} written")


if __name__ == "__main__":
    main()
