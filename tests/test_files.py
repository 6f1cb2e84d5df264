"""Small files are written whole or not at all, never through what is there, and read within bounds."""

import os
import stat
from pathlib import Path

import pytest

from lastcard._util import files
from lastcard._util.files import is_ordinary, read_bytes, read_text, write_new, write_over


def test_a_new_file_takes_nobody_elses_name(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_new(path, "mine")
    with pytest.raises(FileExistsError):
        write_new(path, "yours")
    assert [file.name for file in tmp_path.iterdir()] == ["x"]
    assert path.read_text() == "mine"


def test_a_new_file_is_not_written_through_a_broken_link(tmp_path: Path) -> None:
    (tmp_path / "x").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "x", "text")
    assert not (tmp_path / "elsewhere").exists()


def test_without_hard_links_a_new_file_is_still_exclusive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    write_new(tmp_path / "x", "mine")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "x", "yours")
    assert (tmp_path / "x").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_behind_a_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "x").symlink_to(tmp_path / "target")
    for text in ("first", "second"):
        write_over(tmp_path / "x", text)
        assert (tmp_path / "target").read_text() == text
    assert (tmp_path / "x").is_symlink()


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_a_file_that_is_replaced_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.touch()
    path.chmod(mode)
    write_over(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", mode)


@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "link to a device"])
def test_what_is_not_a_file_is_not_replaced(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "link to a device":
        path.symlink_to("/dev/null")
    with pytest.raises(OSError, match="Not a regular file|Is a directory"):
        write_over(Path("/dev/null") if kind == "device" else path, "text")
    assert not is_ordinary(path) and stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("write", [write_new, write_over])
def test_a_full_disk_leaves_nothing_behind(write: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(tmp_path / "x", "text")  # type: ignore[operator]  # one of two functions
    assert list(tmp_path.iterdir()) == []


def test_file_and_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    monkeypatch.setattr(files.os, "fsync", lambda file: synced.append(stat.S_ISDIR(os.fstat(file).st_mode)))
    write_new(tmp_path / "x", "text")
    write_over(tmp_path / "x", "text")
    assert synced == [False, True] * 2


def test_only_ordinary_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "large").write_text("12345")
    monkeypatch.setattr(files, "LARGEST", 4)
    for name in ("pipe", "gone", "large", "."):
        with pytest.raises(OSError):
            read_text(tmp_path / name)
    assert [name for name in ("pipe", "gone", "large", ".") if is_ordinary(tmp_path / name)] == ["large"]


def test_a_file_that_a_person_names_is_read_within_its_bound(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_bytes(tmp_path / "file", 5) == b"12345"
    with pytest.raises(OSError, match="it is too large: more than 4 bytes"):
        read_bytes(tmp_path / "file", 4)
