"""Where matches are kept: a journal belongs to one program, nothing counts twice, nothing odd gets in the way."""

import io
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import lastcard
from lastcard.archive.journal import read_journal
from lastcard.archive.keeper import FileKeeper
from lastcard.archive.record import Record
from lastcard.errors import LastCardError
from lastcard.session import journals
from lastcard.session import sitting as sittings
from lastcard.session.journals import free_journals, latest_journal, new_journal
from lastcard.session.local import LocalSession
from lastcard.session.news import MatchOver
from lastcard.session.results import load_results
from lastcard.session.sitting import Options, Resume, sit_down
from lastcard.terminal import plain
from lastcard.terminal.copies import save_copy
from lastcard.terminal.results import results_lines

SOURCES = Path(lastcard.__file__).parents[1]
COMMAND = [sys.executable, "-m", "lastcard", "play", "--plain"]
SHORT = Options(rules="one+hand=1", seats=2, people=0, seed=1)


def played(wanted: Options | Resume, typed: str = "") -> str:
    """What the plain game shows for these lines."""
    target = io.StringIO()
    plain.run(wanted, io.StringIO(typed), target)
    return target.getvalue()


# ---------------------------------------------------------------- journals


def test_matches_begun_at_once_have_a_journal_each(home: Path) -> None:
    games = [
        subprocess.Popen([*COMMAND, "--seed", str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for seed in range(6)
    ]
    for game in games:
        game.communicate("draw\npass\nquit\n")
        assert game.returncode == 0
    journals = list(home.iterdir())
    assert len(journals) == 6
    assert len({tuple(read_journal(path).record.rounds[0].acts) for path in journals}) == 6


def test_a_new_journal_takes_nobody_elses_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals.time, "strftime", lambda _: "now")
    meeting = threading.Barrier(8, timeout=30)

    def begin(_: int) -> FileKeeper:
        meeting.wait()
        return new_journal()

    with ThreadPoolExecutor(8) as pool:
        keepers = list(pool.map(begin, range(8)))
    assert len({keeper.path for keeper in keepers}) == 8


def test_a_new_journal_is_held_before_anything_is_written(home: Path) -> None:
    keeper = new_journal()
    assert keeper.path.read_bytes() == b""
    with pytest.raises(LastCardError, match="is in use by another program"):
        FileKeeper.reopen(keeper.path)
    keeper.path.write_text('{"round":1}\n')
    assert free_journals() == []
    keeper.close()
    assert free_journals() == [keeper.path]


def test_a_match_that_could_not_begin_leaves_no_journal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise LastCardError("cannot be written: No space left on device")

    monkeypatch.setattr("lastcard.archive.keeper.FileKeeper.append", full)
    with pytest.raises(LastCardError, match="No space"), sit_down(SHORT):
        pass
    assert list(home.iterdir()) == []


def test_a_journal_in_which_nothing_was_dealt_is_not_resumed(home: Path) -> None:
    with sit_down(Options(seed=1)) as sitting:
        begun = sitting.path
    for name, text in (("empty", ""), ("head", '{"journal":2,"rules":"official"}\n')):
        (home / f"9999-{name}.journal").write_text(text)
    assert latest_journal() == begun


def test_a_huge_line_among_the_journals_is_not_read_whole(home: Path) -> None:
    with sit_down(Options(seed=1)) as sitting:
        begun = sitting.path
    with (home / "9999-huge.journal").open("wb") as file:
        file.truncate(1 << 40)  # takes no room
    assert latest_journal() == begun


def test_odd_things_among_the_journals_are_passed_over(home: Path) -> None:
    with sit_down(Options(seed=1)) as sitting:
        begun = sitting.path
    os.mkfifo(home / "9999-pipe.journal")
    os.mkfifo(home / "9999-pipe.toml")
    (home / "9999-gone.journal").symlink_to(home / "nowhere")
    (home / "9999-folder.journal").mkdir()
    done = subprocess.run([*COMMAND, "--resume"], input="", capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert str(begun) in done.stdout
    assert journals.finished_records() == []


def test_what_is_no_file_is_not_resumed(home: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    wanted = Resume(journal=tmp_path / "pipe")
    assert sittings.people_at(wanted) == 1
    with pytest.raises(LastCardError, match="pipe is not a journal"), sit_down(wanted):
        pass


# ---------------------------------------------------------------- the end of a match


@pytest.mark.parametrize("step", ["keep_result", "Path.unlink"])
def test_a_crash_at_the_end_counts_nothing_twice(step: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Crash(BaseException):
        pass

    def crash(*_: object) -> None:
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(sittings, "keep_result", crash) if step == "keep_result" else patch.setattr(Path, "unlink", crash)
        with pytest.raises(Crash):
            played(SHORT)
    assert {path.suffix for path in home.iterdir()} == {".journal", ".toml"}
    assert "wins the match." in played(Resume())
    assert [path.suffix for path in home.iterdir()] == [".toml"]
    assert len(load_results().results) == 1


def test_a_match_that_ended_before_a_crash_is_ended_full_screen(home: Path) -> None:
    with sit_down(replace(SHORT, people=1)) as sitting:
        while not sitting.match.round.over:
            seat = sitting.match.round.awaited[0]
            sitting.match.act(seat, sitting.match.round.legal(seat)[0])
        sitting.match.next_round()
    with sit_down(Resume()) as sitting:
        session = LocalSession(sitting)
        assert session.table.over and not session.over
        session.end_round()
    assert session.over and session.outcome is not None and session.outcome.number == 1
    assert isinstance(session.log[-1], MatchOver)
    assert [path.suffix for path in home.iterdir()] == [".toml"]


def test_equal_matches_are_two_matches(home: Path) -> None:
    for _ in range(2):
        played(SHORT)
    assert len(load_results().results) == 2
    assert len({result.check for result in load_results().results}) == 1


def test_a_record_of_another_match_is_not_overwritten(home: Path) -> None:
    with sit_down(SHORT) as sitting:
        other = sitting.path.with_suffix(".toml")
        other.write_text("something of somebody's own")
        while not sitting.match.round.over:
            seat = sitting.match.round.awaited[0]
            sitting.match.act(seat, sitting.match.round.legal(seat)[0])
        sitting.match.next_round()
        assert sitting.finish() == home / f"{other.stem}-2.toml"
    assert other.read_text() == "something of somebody's own"


def test_a_torn_line_does_not_swallow_the_next(home: Path) -> None:
    played(SHORT)
    path = home.parent / "results.jsonl"
    whole = path.read_text()
    path.write_text(whole + whole[:40])
    played(SHORT)
    assert len(load_results().results) == 2
    assert load_results().unread == 0
    path.write_text(path.read_text().rstrip("\n"))  # somebody's editor
    played(SHORT)
    assert len(load_results().results) == 3


def test_a_full_disk_leaves_the_results_as_they_were(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(SHORT)
    path = home.parent / "results.jsonl"
    kept = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("lastcard.session.sitting.keep_record", lambda *_: home / "x.toml")
        patch.setattr("lastcard.session.results.os.fsync", full)
        with pytest.raises(LastCardError, match="No space"):
            played(SHORT)
    assert path.read_bytes() == kept


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
def test_results_that_are_no_file_are_refused_and_the_match_is_kept(home: Path) -> None:
    path = home.parent / "results.jsonl"
    path.parent.mkdir()
    os.mkfifo(path)
    with pytest.raises(LastCardError, match=r"the result cannot be saved: .*results.jsonl is not a regular file;"):
        played(SHORT)
    assert len(free_journals()) == 1
    path.unlink()
    played(Resume())
    assert len(load_results().results) == 1
    assert free_journals() == []


@pytest.mark.parametrize("what", ["folder", "latin", "link"])
def test_files_that_cannot_be_read_are_told_without_numbers(what: str, home: Path) -> None:
    path = home.parent / "results.jsonl"
    path.parent.mkdir()
    if what == "folder":
        path.mkdir()
    elif what == "latin":
        path.write_bytes(b"\xe9\n")
    else:
        path.symlink_to(path)
    with pytest.raises(LastCardError) as caught:
        results_lines()
    assert "Errno" not in str(caught.value)
    assert "codec" not in str(caught.value)
    assert str(caught.value).startswith(f"{path} cannot be read: ")


BAD_LINES = (
    "something",
    "[]",
    "[" * 5000,
    '{"ended": 1}',
    '{"ended": "", "rules": "", "names": ["A"], "totals": [1, 2], "winners": [0]}',
    '{"ended": "", "rules": "", "names": ["A"], "totals": [1], "winners": [5]}',
    '{"ended": "", "rules": "", "names": [5], "totals": [1], "winners": [0]}',
    '{"ended": "", "rules": "", "names": ["A"], "totals": ["1"], "winners": [0]}',
    '{"ended": "", "rules": "", "names": "A", "totals": [1], "winners": [0]}',
)


def test_lines_that_are_no_results_are_counted_and_left_alone(home: Path) -> None:
    played(SHORT)
    path = home.parent / "results.jsonl"
    with path.open("a") as file:
        file.writelines(f"{line}\n" for line in BAD_LINES)
    assert load_results().unread == len(BAD_LINES)
    assert results_lines()[-1] == f"{len(BAD_LINES)} lines of {path} cannot be read."


def test_names_in_the_results_do_not_reach_the_terminal_as_they_are(home: Path) -> None:
    played(SHORT)
    path = home.parent / "results.jsonl"
    line = json.loads(path.read_text())
    line["names"] = ["\x1b[31mAnn\u202e", "x" * 1000]
    line["bots"] = ["", "\x1b]0;title\x07"]
    line["record"] = "other"
    with path.open("a") as file:
        file.write(json.dumps(line) + "\n")
    lines = results_lines()
    assert any("Ann" in line for line in lines)
    assert all(line.isprintable() and len(line) < 500 for line in lines)


# ---------------------------------------------------------------- copies


def test_a_copy_overwrites_nothing(home: Path, tmp_path: Path) -> None:
    with sit_down(Options(seed=1)) as sitting:
        record = sitting.match.record
    (tmp_path / "X.new").write_text("mine")
    assert "is in X;" in save_copy(record, 0, "X")[1]
    assert (tmp_path / "X.new").read_text() == "mine"
    assert Record.load(tmp_path / "X").redacted
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("X", "link", "X.new"):
        assert save_copy(record, 0, name) == (False, f"{name} already exists; choose another name.")
    assert not (tmp_path / "nowhere").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["X", "X.new", "data", "link"]
