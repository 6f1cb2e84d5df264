"""Names pass one gate: nothing in them can fool people, break a line or steer a terminal."""

from pathlib import Path

import pytest

from lastcard import FileKeeper, Match, Record, RecordedMatch, Ruleset
from lastcard._util.names import bot_name, check_name, is_printable, look_alike, name_key, plain_name, printable
from lastcard.errors import LastCardError

BAD = {
    "empty": "",
    "blank": " ",
    "blank first": " Ann",
    "blank last": "Ann ",
    "digits": "9",
    "symbols": "❤️",
    "a sign first": "-Ann",
    "a mark first": "\u0301Ann",
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
    "selector first": "\ufe0fA",
    "two selectors": "A❤\ufe0f\ufe0f",
    "joiner last": "A👩\u200d",
    "joiner first": "\u200dA",
    "two joiners": "A👩\u200d\u200d👧",
    "joiner between an emoji and a letter": "👩\u200dA",
    "parting letters that do not join": "A\u200cb",
    "tags": "A🏴\U000e0067\U000e007f",
    "Arabic mark": "\u0639\u061c\u0644\u06cc",
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


@pytest.mark.parametrize("name", [
    "Ann", "Jean-Luc", "Ольга", "李", "O'Neill", "Ann 2", "Ana🎲", "A" * 20, "7up", "❤️ Oma", "Zoë ❤️", "Zoë👩‍👧",
    "🇩🇪 Uwe", "Kim 👩🏽‍🚀", "Kim 🏳️‍🌈", "علی‌رضا", "क्‍ष",
])  # fmt: skip
def test_what_is_a_name(name: str, tmp_path: Path) -> None:
    assert check_name(name) == name
    assert name_key(plain_name(name)) == name_key(name) and plain_name(name).isprintable()
    assert is_printable(name) and printable(name) == name
    with FileKeeper.create(tmp_path / "match.jsonl") as keeper:
        match = RecordedMatch(Match(Ruleset.from_id("official"), seats=2), keeper, names=(name, "Ben"))
    assert Record.from_text(match.record.text).names == (name, "Ben")
    with FileKeeper.reopen(keeper.path) as keeper:
        assert RecordedMatch.resume(keeper).record.names == (name, "Ben")


def test_a_name_is_kept_in_its_normal_form() -> None:
    assert check_name("Ame\u0301lie") == "Am\u00e9lie"


def test_names_that_look_alike_are_the_same() -> None:
    assert name_key("Ａｎｎ") == name_key("ann") == name_key("A nn")
    assert name_key("Ann") != name_key("Anna")
    assert name_key("❤️ Oma") == name_key("❤ oma") and name_key("علی‌رضا") == name_key("علیرضا")


ALIKE = {
    "Cyrillic": ("Ann", "\u0410nn"),
    "all Cyrillic": ("Bob", "\u0412\u043e\u042c"),
    "capitals": ("BEN", "\u0412\u0415\u039d"),
    "Greek": ("Nino", "\u039dino"),
    "a small Greek letter": ("Eva", "E\u03bda"),
    "Greek and Cyrillic": ("\u0393\u03b1\u03af\u03b1", "\u0413\u0430\u03af\u0430"),
    "Armenian": ("Sofia", "S\u0585fia"),
    "Cherokee": ("Ben", "\u13f4en"),
    "Carian": ("Ann", "\U000102a0nn"),
    "mathematical": ("Ann", "\U0001d400nn"),
    "katakana": ("\u53e3\u4e2d", "\u30ed\u4e2d"),
    "capital I for l": ("Lil", "LiI"),
    "a digit for l": ("Al", "A1"),
    "a digit for o": ("Bob", "B0b"),
    "rn for m": ("Amos", "Arnos"),
    "accents": ("Zo\u00eb", "Zo\u0451"),
    "a blank": ("Ann", "\u0410 nn"),
    "case": ("\u0430nn", "ANN"),
    "Coptic": ("Ann", "\u2c80nn"),
    "all Coptic": ("BEN", "\u2c82\u2c88\u2c9a"),
    "Lisu": ("Ann", "\ua4ee\ua4e0\ua4e0"),
    "small capitals": ("Ann", "\u1d00\u0274\u0274"),
    "full width": ("Ann", "\uff21\uff4e\uff4e"),
    "in a box": ("Ann", "\U0001f170nn"),
    "a flag": ("Ann", "\U0001f1e6nn"),
    "ligature": ("Maeve", "M\xe6ve"),
    "Hebrew": ("Al", "A\u05df"),
    "two v for w": ("Will", "VVill"),
    "cl for d": ("Eddy", "Eclcly"),
    "letters of two kinds": ("\u0430rne", "ARNE"),
    "a dot behind": ("Ann", "Ann\xb7"),
    "a point between": ("Ann", "A.nn"),
    "a sign of phonetics": ("Ann", "Ann\u02b9"),
    "a click": ("Ann", "Ann\ua78f"),
    "a line below": ("Ann", "Ann\u0332"),
    "a mark across": ("Ann", "An\u0338n"),
    "a long stroke": ("\u0639\u0644\u06cc", "\u0639\u0640\u0644\u06cc"),
}
APART = [
    ("Ann", "Anna"), ("Nan", "Van"), ("Zoe", "Zoë"), ("Bill", "Bell"), ("Uwe", "Ute"), ("Max", "Mia"), ("Sue", "Su"),
    ("Anna", "Анна"), ("Ivan", "Иван"), ("Olga", "Ольга"), ("Аня", "Яна"), ("Nikos", "Νίκος"), ("Eleni", "Ελένη"),
    ("Ana", "Ana🎲"), ("किरण", "करण"), ("نور", "نورا"), ("נועם", "נועה"), ("さくら", "さくらー"), ("Wim", "Vim"),
]  # fmt: skip


@pytest.mark.parametrize("one, other", ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike_in_letters_of_other_scripts_are_found(one: str, other: str) -> None:
    assert check_name(one) and check_name(other) and look_alike(one, other) and look_alike(other, one)


@pytest.mark.parametrize("one, other", APART)
def test_honest_names_in_any_script_are_told_apart(one: str, other: str) -> None:
    assert check_name(one) and check_name(other) and not look_alike(one, other)


def test_case_does_not_tell_names_apart_in_any_script() -> None:
    for name in ("Вера", "Нина", "Гена", "Ζέτα", "Νίκη", "Isa"):
        assert look_alike(name, name.lower()) and look_alike(name, name.upper())


def test_a_bot_has_no_name_that_looks_like_one_at_the_table() -> None:
    assert bot_name(["\u0410da", "B\u0435n"]) == "Cyd"


def test_a_text_from_outside_is_shown_in_one_line() -> None:
    assert printable("a\x1b[2J\nb\u202ec") == "a�[2J�b�c"
    assert printable("👩‍👧 a\u200db") == "👩‍👧 a�b"
    assert printable("x" * 300) == "x" * 200 + "…"
