"""A server that is killed again and again while people play.  `scripts/kills.py` does it 1,000 times."""

from pathlib import Path

from crashes import kill_run


def test_nothing_acknowledged_is_lost_or_doubled_by_20_kills(tmp_path: Path) -> None:
    told = kill_run(tmp_path / "tables.db", kills=20, seed=1)
    assert told.kills == 20 and told.acknowledged > 100
