"""A server that is killed again and again while people play: nothing acknowledged is lost, nothing happens twice."""

import os
from pathlib import Path

import pytest

from crashes import kill_run

KILLS = int(os.environ.get("LASTCARD_KILLS", "1000"))


def test_nothing_acknowledged_is_lost_or_doubled_by_20_kills(tmp_path: Path) -> None:
    told = kill_run(tmp_path / "tables.db", kills=20, seed=1)
    assert told.kills == 20 and told.acknowledged > 100


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_or_doubled_by_many_kills(tmp_path: Path) -> None:
    told = kill_run(tmp_path / "tables.db", kills=KILLS, seed=2)
    assert told.kills == KILLS
