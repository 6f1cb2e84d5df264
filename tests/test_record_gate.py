"""Data from outside passes one gate: what just fits is read, and what is one too many is refused."""

import time
from pathlib import Path

import pytest

from lastcard import Match, RecordError
from lastcard.archive import record
from lastcard.archive.record import Record, StrictTable, read_file
from lastcard.archive.recorded import RecordedMatch

DATA = {"n": 5, "text": "abc", "texts": ["ab", "c"], "numbers": [1, 3], "tables": [{}, {}], "_other": 1}


def table() -> StrictTable:
    return StrictTable(DATA, "here", {"n", "text", "texts", "numbers", "tables"})


def test_what_just_fits_is_read() -> None:
    gate = table()
    assert (gate.number("n", 5, 5), gate.number("missing", 0, 9, default=2)) == (5, 2)
    assert gate.text("text", 3) == "abc"
    assert (gate.texts("texts", 2, 2), gate.texts("missing", 2, 2)) == (("ab", "c"), ())
    assert (gate.numbers("numbers", 2, 1, 3), gate.numbers("missing", 2, 1, 3)) == ((1, 3), ())
    assert gate.tables("tables", 2) == [{}, {}] and StrictTable({"one": [{}]}, "", {"one"}).tables("one", 1) == [{}]
    assert "n" in gate and "missing" not in gate


@pytest.mark.parametrize(
    ("read", "bounds"),
    [("number", (6, 9)), ("number", (0, 4)), ("text", (2,)), ("texts", (1, 2)), ("texts", (2, 1)),
     ("numbers", (1, 1, 3)), ("numbers", (2, 2, 3)), ("numbers", (2, 1, 2)), ("tables", (1,))],
)  # fmt: skip
def test_what_is_one_too_many_is_refused(read: str, bounds: tuple[int, ...]) -> None:
    key = "n" if read == "number" else read
    with pytest.raises(RecordError, match=f"here: '{key}' must be"):
        getattr(table(), read)(key, *bounds)


def test_a_list_of_no_tables_is_refused() -> None:
    with pytest.raises(RecordError, match="a list of 1 to 9 tables"):
        StrictTable({"one": []}, "", {"one"}).tables("one", 9)


@pytest.mark.parametrize(("key", "said"), [("text", "not a text"), ("missing", "but it is missing")])
def test_an_error_says_what_is_there_instead(key: str, said: str) -> None:
    with pytest.raises(RecordError, match=f"'{key}' must be a number from 0 to 9, {said}"):
        table().number(key, 0, 9)


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
