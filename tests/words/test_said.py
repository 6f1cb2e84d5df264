"""web/tests/said.json is what the package says; Vitest holds the page against it."""

import json
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_examples_for_the_page_are_what_the_package_says() -> None:
    written = json.loads((ROOT / "web" / "tests" / "said.json").read_text(encoding="utf-8"))
    made = runpy.run_path(str(ROOT / "scripts" / "said.py"))["said"]()
    assert written == json.loads(json.dumps(made)), "run 'make docs'"
