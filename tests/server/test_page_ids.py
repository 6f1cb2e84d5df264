"""web/tests/ids.json is what the package defines; Vitest holds the words of the page against it."""

import json
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_ids_for_the_words_of_the_page_are_those_of_the_package() -> None:
    written = json.loads((ROOT / "web" / "tests" / "ids.json").read_text(encoding="utf-8"))
    made = runpy.run_path(str(ROOT / "scripts" / "page_ids.py"))["page_ids"]()
    assert written == json.loads(json.dumps(made)), "run 'make docs'"
