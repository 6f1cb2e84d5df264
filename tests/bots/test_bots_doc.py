"""What docs/bots.md shows is so: its bot plays, and its table of slips is the one in force."""

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import lastcard.bots
from lastcard.arena import play
from lastcard.bots import bot_names, slips_of
from lastcard.bots.base import MOVES_AT_MOST
from lastcard.bots.search import COMPILED_PLAYOUTS, INTERPRETED_PLAYOUTS, MOST_MS, MOST_PLAYOUTS
from lastcard.bots.slips import SLIPS
from lastcard.core.terms import TURN_LIMIT
from lastcard.game.memory import Memory
from lastcard.game.view import View
from lastcard.testing import check_bot

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.fixture
def code() -> str:
    """The bot of the document."""
    (block,) = re.findall(r"^```py\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[:1]  # the other one plays online
    return str(block)


def test_the_bot_is_short_and_keeps_to_the_rules(code: str) -> None:
    assert len(code.splitlines()) <= 12
    names: dict[str, Any] = {}
    exec(code, names)
    check_bot(names["Hasty"], rules=("official", "juno-serious", "rules-site+fines"), seats=(2, 4), seconds=30)


def test_the_bot_plays_in_the_arena_as_it_is_named_there(code: str, tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(code)
    words = [sys.executable, "-m", "lastcard", "arena", "--bots", "my_bots:Hasty,random", "--games", "4", "--json"]
    done = subprocess.run(
        words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert [bot["name"] for bot in json.loads(done.stdout)["bots"]] == ["my_bots:Hasty", "random"]


def test_every_level_is_described() -> None:
    levels = TEXT.partition("takes settings")[0]
    assert re.findall(r"^\| `(\w+)` \| [a-z]", levels, re.MULTILINE) == list(bot_names())


def test_the_slips_are_those_in_force() -> None:
    shown = re.findall(r"^\| `?(\w+)`? \| (\d+) % \| (\d+) % \| ([\d.]+) s \|$", TEXT, re.MULTILINE)
    assert [name for name, *_ in shown] == [*SLIPS, "others"]
    for name, forget, miss, seconds in shown:
        slips = slips_of(name)
        assert (float(forget), float(miss)) == pytest.approx((100 * slips.forget, 100 * slips.miss))
        assert float(seconds) == slips.seconds


def test_the_playouts_are_those_in_force() -> None:
    usual = f"({COMPILED_PLAYOUTS:,}; {INTERPRETED_PLAYOUTS} where nothing is compiled)"
    assert f"up to {MOST_PLAYOUTS:,} {usual}" in TEXT
    assert f"up to {MOST_MS:,}; the same seed" in TEXT


def described(column: str) -> set[str]:
    """The names in the first column of the table so headed."""
    (table,) = re.findall(rf"^\| {column} \|.*?\n\n", TEXT, re.MULTILINE | re.DOTALL)
    return {name for row in table.split("\n")[2:-2] for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def public_fields(kind: Any) -> set[str]:
    return {field.name for field in fields(kind) if not field.name.startswith("_")}


def test_a_view_has_the_fields_that_are_described_and_no_others() -> None:
    properties = {name for name, value in vars(View).items() if isinstance(value, property)}
    assert described("field") == public_fields(View) | properties
    assert {"legal", "hand", "status", "memory"} <= described("field")


def test_a_memory_has_the_fields_that_are_described_and_no_others() -> None:
    of_the_view = {"rules", "seat", "status"}
    assert described("memory") == public_fields(Memory) - of_the_view
    assert {"known", "lacks"} <= described("memory")


def test_the_keys_of_the_result_are_those_there_are() -> None:
    summary = play("official", ["greedy", "random"], games=2).summary()
    keys, of_a_bot = re.findall(r"`((?:\w+ ){5,}\w+)`", TEXT.partition("Its keys are stable")[2])
    assert [*keys.split(), "bots", "pairs"] == list(summary)
    assert of_a_bot.split() == list(summary["bots"][0])


def test_the_bounds_are_those_in_force() -> None:
    assert f"the rules ({TURN_LIMIT:,} turns), or was stopped after {MOVES_AT_MOST:,} moves" in TEXT
    assert f"does not finish within {MOVES_AT_MOST:,} moves" in TEXT


def test_the_functions_that_ask_bots_are_there() -> None:
    for name in re.findall(r"`(\w+)\((?:table|bot), ", TEXT):
        assert callable(getattr(lastcard.bots, name))
