"""Every public name is documented, and shows a signature that a person can read."""

import inspect
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import lastcard

ROOT = Path(__file__).parents[1]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "reference.py"))
MODULES = ("lastcard", "lastcard.sim", "lastcard.env", "lastcard.bots", "lastcard.arena", "lastcard.online.client")


def documented(module: str) -> list[str]:
    """Return the names of a module that the reference has."""
    return sorted(name for group in SCRIPT["GROUPS"] if group.module == module for name in group.names)


def test_the_reference_is_what_the_script_writes() -> None:
    written = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert written == SCRIPT["text"](), "docs/reference.md is out of date: run `make docs`"


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_in_the_reference_once(module: str) -> None:
    assert documented(module) == sorted(import_module(module).__all__)


@pytest.mark.parametrize("name", lastcard.__all__)
def test_no_signature_shows_addresses(name: str) -> None:
    value: Any = getattr(lastcard, name)
    own = (
        [member for member in vars(value).values() if inspect.isfunction(member)] if inspect.isclass(value) else [value]
    )
    assert not [member for member in own if " at 0x" in str(inspect.signature(member))]
    assert inspect.getdoc(value)
