"""docs/data.md describes the JSON forms completely."""

import re
import runpy
from dataclasses import fields
from pathlib import Path

from lastcard.game.status import Choices, Claims, Status
from lastcard.game.view import View

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")


def named(heading: str) -> set[str]:
    """Return the names in the first column of the table under a heading."""
    section = TEXT.partition(f"# {heading}\n")[2].partition("\n#")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def public(kind: type) -> set[str]:
    return {one.name for one in fields(kind) if not one.name.startswith("_")}


def test_every_event_is_listed_with_its_fields_and_what_happened() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "tables_doc.py"))
    assert script["text"]("data.md") == TEXT, "docs/data.md is out of date: run `make docs`"


def test_every_field_is_described() -> None:
    assert named("A view") == public(View) | {"format"}
    assert named("The choices") == public(Choices)
    plain = {"seats", "dealer", "passes", "turns"}  # their names say enough
    assert named("The status") == public(Status) - plain
    assert all(f"`{name}`" in TEXT for name in public(Claims))
