"""A key in the terminal until it is on disk: the walk of docs/architecture.md is the way that the program takes."""

import os
import re
import sys
from pathlib import Path
from types import FrameType

import pytest
from textual.pilot import Pilot

from full_screen import drive, table
from lastcard.game.round import Round
from lastcard.game.view import View
from lastcard.terminal.full.hand import HandView

ROOT = Path(__file__).parents[2]
MOST = 18


def files_of_the_walk() -> list[str]:
    """The files that docs/architecture.md names, in order."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = text.partition("## A key in the terminal")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([\w/]+\.py)`", row)]


def test_the_walk_of_a_key_to_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: set[str] = set()
    synced = []
    fsync, view = os.fsync, Round.view

    def note(frame: FrameType, *_: object) -> None:
        passed.add(frame.f_code.co_filename.rpartition("lastcard/")[2])

    def sync(descriptor: int) -> None:
        sys.setprofile(None)
        synced.append(descriptor)
        fsync(descriptor)

    def look(table: Round, seat: int | None = None) -> View:
        assert synced, "a view is made before the move is saved"
        return view(table, seat)

    async def script(pilot: Pilot[str]) -> None:
        screen = table(pilot)
        place = next(place for place, tile in enumerate(screen.query_one(HandView).tiles) if tile.playable)
        monkeypatch.setattr(os, "fsync", sync)
        monkeypatch.setattr(Round, "view", look)
        sys.setprofile(note)
        try:
            screen.action_card(place)
        finally:
            sys.setprofile(None)

    drive(script, seed=22)
    walk = files_of_the_walk()
    assert synced
    assert len(walk) <= MOST
    assert set(walk) - {"terminal/full/hand.py"} <= passed  # the key itself is bound there
