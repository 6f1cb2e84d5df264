"""Set-up for the tests of the terminal: a folder and cards of its own for each test, and exact waiting."""

import asyncio
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
import textual.app
import textual.pilot
from textual._context import active_app

import lastcard
from lastcard.game import table_checks
from lastcard.session import sitting
from lastcard.terminal.full import dialogs

SOURCES = Path(lastcard.__file__).parents[1]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a test a folder of its own for all its matches."""
    monkeypatch.setenv("LASTCARD_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))  # of programs that it starts
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(dialogs, "UNREAD", 0.0)  # a script reads quickly
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "matches"


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run where a test names no seed: a script of keys may not fit all of them."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(table_checks, "secrets", SimpleNamespace(token_bytes=chance.randbytes))
    monkeypatch.setattr(sitting, "secrets", SimpleNamespace(randbelow=chance.randrange))


@pytest.fixture(autouse=True)
def exact_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait after a key until its messages are handled; Textual's pilot waits until the processor seems to be idle."""
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", all_handled)


async def all_handled(*_: float) -> None:
    """Wait until nothing is left to do but to wait, and what has changed is drawn."""
    loop, app = asyncio.get_running_loop(), active_app.get()
    for _ in range(100_000):
        await asyncio.sleep(0)
        if app._resize_event is not None:
            app._check_resize()  # instead of after a moment
        if not loop._ready:  # type: ignore[attr-defined]  # what every loop of asyncio has
            for screen in app.screen_stack:  # what shows through a dialog is drawn too
                screen._on_timer_update()
            await asyncio.sleep(0)
            if not loop._ready:  # type: ignore[attr-defined]
                return
    raise AssertionError("there is always something left to do")
