"""Data from outside passes one gate: what just fits is read, and what is one too many is refused."""

import time
from pathlib import Path

import pytest

from lastcard import Match, RecordError
from lastcard.archive import record
from lastcard.archive.record import Record, read_file
from lastcard.archive.recorded import RecordedMatch


def a_record() -> Record:
    return RecordedMatch(Match("official", seats=2, seed=1)).record


def test_a_record_may_be_as_large_as_the_bound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = a_record().text
    path = tmp_path / "match"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(record, "LARGEST", len(text))
    assert Record.from_text(text).text == Record.load(path).text == text
    a_record().save(path)
    monkeypatch.setattr(record, "LARGEST", len(text) - 1)
    with pytest.raises(RecordError, match="a record has at most"):
        a_record().save(path)
    with pytest.raises(RecordError, match="too large for a record"):
        Record.from_text(text)
    with pytest.raises(RecordError, match="too large: more than"):
        read_file(path, len(text) - 1)


def test_the_line_of_a_long_rule_set_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = a_record().text
    monkeypatch.setattr(record, "LONGEST_RULESET", max(map(len, text.split("\n"))))
    assert Record.from_text(text).text == text


def test_the_error_of_a_file_names_it(tmp_path: Path) -> None:
    path = tmp_path / "torn"
    path.write_text(a_record().text[:200], encoding="utf-8")
    with pytest.raises(RecordError, match="torn: not a match record"):
        Record.load(path)


@pytest.mark.parametrize(
    "line", ["a" + ".a" * 40_000 + "=1", "x = {" + "a." * 40_000 + "a = 1}", "x = 1" + " " * 200_000]
)
def test_a_line_that_would_take_the_parser_long_is_refused(line: str) -> None:
    began = time.perf_counter()
    with pytest.raises(RecordError, match="at most"):
        Record.from_text(f"format = 2\n{line}\n")
    assert time.perf_counter() - began < 2
