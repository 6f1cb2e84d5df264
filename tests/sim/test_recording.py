"""Records of simulated rounds and matches: what the simulator played, act by act, and in the form of all records."""

from pathlib import Path

import pytest

from lastcard import Record, Replay, sim
from lastcard.errors import LastCardError
from lastcard.sim.plan import ROW_MOVES, ROW_POINTS

BOTS = ("careful", "greedy", "random")


@pytest.mark.parametrize("rules", ["official", "juno-serious", "console", "rules-site+jump-in", "juno-seven0", "one"])
def test_records_are_those_of_the_rounds_that_were_counted(rules: str, tmp_path: Path) -> None:
    played = sim.play(rules, seats=3, games=8, seed=3, bots=BOTS, forget=0.3, rows=True, records=tmp_path / "new")
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == [f"{number:06}.toml" for number in range(8)]
    for file, row in zip(files, played.rows, strict=True):
        record = Record.load(file)
        Replay(record).run()
        (one,) = record.rounds
        assert one.points is not None and sum(one.points) == row[ROW_POINTS] and record.bots == BOTS
        assert len([act for act in one.acts if not act.startswith("d ")]) == row[ROW_MOVES]


@pytest.mark.parametrize("rules", ["official+target=100", "official+survival=200", "juno-serious"])
def test_records_of_whole_matches_end_as_they_were_counted(rules: str, tmp_path: Path) -> None:
    played = sim.play(rules, seats=3, matches=3, seed=5, bots=BOTS, records=tmp_path)
    wins = [0] * 3
    for file in tmp_path.iterdir():
        replay = Replay(Record.load(file))
        replay.run()
        for seat in replay.winners:
            wins[seat] += 1
    assert wins == played.totals.match_wins[:3]


def test_a_folder_with_files_and_rounds_from_a_position_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(LastCardError, match="not empty"):
        sim.play("official", games=1, records=tmp_path)
    with pytest.raises(LastCardError, match="cannot be recorded"):
        sim.play("official", games=1, records=tmp_path / "new", start="?7/?3/r5 g5 >0 - 40|- official")
    assert [file.name for file in tmp_path.iterdir()] == ["mine"]


def test_totals_show_what_they_count() -> None:
    shown = repr(sim.play("official", games=10, seed=1).totals)
    assert shown.startswith("Totals(rounds=10, all_moves=") and len(shown) < 1000
