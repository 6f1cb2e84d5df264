"""Where a match is kept: in a file, also without what only Unix has, or by any keeper of one's own."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from lastcard import FileKeeper, Journal, LastCardError, Match, RecordedMatch, Round
from lastcard.archive import keeper as keepers


class Own:
    """A keeper such as a program might write: it stores lines, and does not read them."""

    def __init__(self) -> None:
        self.stored: list[str] = []

    def append(self, lines: Sequence[str]) -> None:
        self.stored += lines


def play(played: RecordedMatch, moves: int) -> None:
    rng = Random(1)
    for _ in range(moves):
        seat = played.round.awaited[0]
        played.act(seat, rng.choice(played.round.legal(seat)))


# ---------------------------------------------------------------- a keeper of one's own


def test_a_match_is_resumed_from_any_keeper() -> None:
    keeper = Own()
    played = RecordedMatch(Match("official", seats=2, seed=1), keeper)
    play(played, 9)
    again = RecordedMatch.resume(keeper, keeper.stored[:])
    assert again.match == played.match and again.record == played.record
    before = len(keeper.stored)
    play(again, 1)
    assert len(keeper.stored) == before + 1
    assert Journal(keeper.stored).match() == again.match


def test_a_match_is_resumed_from_lines_alone() -> None:
    keeper = Own()
    played = RecordedMatch(Match("official", seats=2, seed=1), keeper)
    again = RecordedMatch.resume(None, keeper.stored)
    play(again, 3)
    assert again.keeper is None and again.match != played.match


def test_a_keeper_that_does_not_read_needs_its_lines() -> None:
    with pytest.raises(LastCardError, match="give the lines that the Own has stored"):
        RecordedMatch.resume(Own())


# ---------------------------------------------------------------- files


def test_nothing_that_only_unix_has_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pread", "pwrite", "O_NONBLOCK"):
        monkeypatch.delattr(os, name)
    path = tmp_path / "journal"
    with FileKeeper.create(path) as keeper:
        played = RecordedMatch(Match("official", seats=2, seed=1), keeper)
        play(played, 3)
        assert len(keeper.lines()) == 5
    with FileKeeper.reopen(path) as keeper:
        again = RecordedMatch.resume(keeper)
        assert again.match == played.match
        play(again, 1)
        assert len(keeper.lines()) == 6


@pytest.mark.parametrize("end", [FileKeeper.remove, FileKeeper.close])
def test_a_file_is_closed_before_it_is_deleted(
    end: Callable[[FileKeeper], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = FileKeeper.create(tmp_path / "journal")
    unlink = Path.unlink

    def unlink_closed(path: Path, missing_ok: bool = False) -> None:
        assert keeper._file == -1, "Windows does not delete an open file"
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink_closed)
    end(keeper)
    assert not (tmp_path / "journal").exists()


def fail(*_: object, **__: object) -> None:
    raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    ("module", "name"), [(keepers, "sync_folder"), (os, "fstat")], ids=["the folder is not synced", "no size"]
)
def test_a_journal_that_cannot_be_created_is_not_left_behind(
    module: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(module, name, fail)
        with pytest.raises(LastCardError, match="journal cannot be created: Input/output error"):
            FileKeeper.create(tmp_path / "journal")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["fstat", "lseek", "read", "ftruncate"])
def test_a_journal_that_cannot_be_reopened_is_an_error_of_ours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    path.write_bytes(b"whole\ntorn")
    with monkeypatch.context() as broken:
        broken.setattr(os, name, fail)
        with pytest.raises(LastCardError, match="journal cannot be read: Input/output error"):
            FileKeeper.reopen(path)
    assert path.exists()
    FileKeeper.reopen(path).close()


def test_a_match_that_cannot_be_written_was_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = FileKeeper.create(tmp_path / "journal")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(LastCardError, match="the match was not begun"):
        RecordedMatch(Match("one", seats=2, seed=1), keeper)


def test_faults_of_an_open_journal_are_errors_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = FileKeeper.create(tmp_path / "journal")
    with monkeypatch.context() as broken:
        broken.setattr(os, "lseek", fail)
        with pytest.raises(LastCardError, match="cannot be read"):
            keeper.lines()
    with monkeypatch.context() as broken:
        broken.setattr(os, "fstat", fail)
        with pytest.raises(LastCardError, match="cannot be written"):
            keeper.append(["x"])
    keeper.append(["x"])
    with monkeypatch.context() as broken:
        broken.setattr(Path, "unlink", fail)
        with pytest.raises(LastCardError, match="cannot be deleted"):
            keeper.remove()


@pytest.mark.parametrize("lines", [["\ud800"], ["two\nlines"], [5], "text", None])
def test_only_lines_of_text_are_stored(lines: Sequence[str], tmp_path: Path) -> None:
    keeper = FileKeeper.create(tmp_path / "journal")
    with pytest.raises(LastCardError, match="a line of a journal|a journal stores"):
        keeper.append(lines)
    assert keeper.lines() == []


# ---------------------------------------------------------------- what can be recorded


@pytest.mark.parametrize("keeper", [None, Own()])
def test_a_round_from_a_position_is_not_recorded(keeper: Own | None) -> None:
    match = Match.from_round(Round.from_position("b5r5/g5y1 r1 >0 - b1b2b3b4|- official"))
    with pytest.raises(LastCardError, match="only a round that was dealt can be recorded"):
        RecordedMatch(match, keeper)


def test_a_seat_that_is_away_does_not_deal() -> None:
    with pytest.raises(LastCardError, match="seat 0 is away"):
        Round.deal("official", seats=3, dealer=0, away=[0])


def test_a_seat_that_does_not_exist_takes_nothing_back() -> None:
    played = RecordedMatch(Match("official", seats=2, seed=1))
    for seat in (99, -1, "0"):
        with pytest.raises(LastCardError, match="there is no seat"):
            played.take_back(seat)  # type: ignore[arg-type]  # wrong on purpose
