"""Names pass one gate: nothing in them can fool people, break a line or steer a terminal."""

import pytest

from lastcard.errors import LastCardError
from lastcard.names import check_name, name_key, printable

BAD = {
    "empty": "",
    "blank": " ",
    "blank first": " Ann",
    "blank last": "Ann ",
    "no letter first": "9",
    "too long": "A" * 21,
    "far too long": "A" * 10**6,
    "escape": "Ann\x1b[31m",
    "one-byte escape": "Ann\x9b31m",
    "bell": "Ann\x07",
    "delete": "Ann\x7f",
    "newline": "A\nb",
    "return": "A\rb",
    "line separator": "A\u2028b",
    "paragraph separator": "A\u2029b",
    "next line": "A\x85b",
    "null": "A\0b",
    "right to left": "A\u202eb",
    "isolate": "A\u2066b",
    "mark": "A\u200fb",
    "nothing wide": "A\u200bb",
    "joiner": "A\u200db",
    "byte order": "A\ufeffb",
    "filler": "A\u3164",
    "filler first": "\u3164",
    "odd blank": "A\u00a0b",
    "selector": "A\ufe0f",
    "half a pair": "A\udc80",
    "square": "Ann [red]",
    "round": "Ann (careful)",
    "curly": "A{b}",
    "angle": "Ann <x>",
    "corner": "A｢b｣",
}


@pytest.mark.parametrize("name", BAD.values(), ids=BAD)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(LastCardError, match="is not a valid name") as error:
        check_name(name)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("name", ["Ann", "Jean-Luc", "Ольга", "李", "O'Neill", "Ann 2", "Ana🎲", "A" * 20])
def test_what_is_a_name(name: str) -> None:
    assert check_name(name) == name


def test_a_name_is_kept_in_its_normal_form() -> None:
    assert check_name("Ame\u0301lie") == "Am\u00e9lie"


def test_names_that_look_alike_are_the_same() -> None:
    assert name_key("Ａｎｎ") == name_key("ann") == name_key("A nn")
    assert name_key("Ann") != name_key("Anna")


def test_a_text_from_outside_is_shown_in_one_line() -> None:
    assert printable("a\x1b[2J\nb\u202ec") == "a�[2J�b�c"
    assert printable("x" * 300) == "x" * 200 + "…"
