"""The rules for browsers, and what a page must know to give jobs to them."""

from pathlib import Path
from typing import Any

from ..backends.c import wasm
from ..backends.c.wasm import FOLDER
from ..core.layout import Rules, Sheet, State
from ..core.terms import NONE, Fact
from . import plan
from .engines import ENTRIES, MODULES
from .plan import Clue, Job, Plan, Query, Totals, Unknown
from .search import PLAYS, TABLES

RECORDS = (Clue, Job, Plan, Query, Rules, Sheet, State, Totals, Unknown)
NAMES = (
    "BINS", "CANDIDATES", "CHANCE", "MEASURES", "MOVES", "ONE", "POINTS", "ROW_DEALER", "ROW_ENDED", "ROW_FACTS",
    "ROW_LENGTH", "ROW_MOVES", "ROW_NUMBER", "ROW_POINTS", "ROW_TURNS", "ROW_WINNERS", "TURNS", "UNFINISHED",
    "PLAY_ON", "ALONE", "LEAD", "CONTINUE", "VALUES",
)  # fmt: skip
KINDS = ("ROUNDS", "MATCHES", "POSITIONS")


def constants() -> dict[str, Any]:
    """Return the numbers that jobs are written with and results are read with, by their names."""
    found: dict[str, Any] = {name: getattr(plan, name) for name in (*NAMES, *KINDS)}
    return found | {
        "NONE": NONE,
        "PLAYS": PLAYS,
        "TABLES": TABLES,
        "policies": list(plan.POLICIES),
        "weights": list(plan.WEIGHTS),
        "facts": [fact.name.lower() for fact in Fact],
    }


def build_wasm(folder: Path = FOLDER) -> None:
    """Compile the rules for browsers into a folder; raise CompilerError without zig."""
    wasm.build_wasm(MODULES, ENTRIES, folder, RECORDS, constants())


def is_current(folder: Path = FOLDER) -> bool:
    """Return whether a folder has the rules for browsers, of this text and undamaged."""
    return wasm.is_current(MODULES, ENTRIES, folder, RECORDS, constants())
