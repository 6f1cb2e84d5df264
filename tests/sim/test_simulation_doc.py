"""docs/simulation.md has every column of the rows and every key of a summary, and no other."""

import re
from pathlib import Path

from lastcard import sim
from lastcard.core.terms import Fact
from lastcard.sim.plan import COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text(encoding="utf-8")


def first_cells(title: str, place: int = 0) -> list[str]:
    """Return what stands in code in the first column of a table below a title."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    table = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)[place]
    return [name for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split("|")[1])]


def test_columns() -> None:
    assert sorted(first_cells("Rows")) == sorted([*COLUMNS, *(fact.name.lower() for fact in Fact)])


def test_keys_of_a_summary() -> None:
    summary = sim.play("official", games=2, seed=1, backend="python").summary()
    assert sorted(first_cells("The summary")) == sorted(summary)
    assert sorted(first_cells("The summary", 1)) == sorted(summary["per_round"])
