"""What is kept in the data folder beside the matches: settings, and how matches ended."""

from pathlib import Path

import pytest

from lastcard.archive.record import Record
from lastcard.errors import LastCardError
from lastcard.game.match import Match
from lastcard.rules.values import Skin
from lastcard.session.results import keep_result, load_results
from lastcard.terminal.online import _tokens as kept_tokens
from lastcard.terminal.results import results_lines
from lastcard.terminal.settings import Settings, keep_settings, load_settings


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, which is not there yet."""
    monkeypatch.setenv("LASTCARD_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def a_match(winner: int) -> Match:
    """A match of one round that is over."""
    lines = ("b5/g5y1 b1 >0 - b1b2b3b4|- one", "b5b6/g5 g1 >1 - b1b2b3b4|- one")
    match = Match("one", seats=2, seed=1)
    match.round = type(match.round).from_position(lines[winner])
    match.round.play(("0 b5", "1 g5")[winner])
    match.next_round()
    assert match.over and match.winners == (winner,)
    return match


def test_settings_are_the_usual_ones_at_first() -> None:
    assert load_settings() == Settings()


def test_a_change_leaves_the_other_settings() -> None:
    keep_settings(name='Ann "the cat" Ünal', speed="fast")
    keep_settings(look="black")
    assert load_settings() == Settings(name='Ann "the cat" Ünal', speed="fast", look="black")


def test_J_classic_03_the_look_is_the_players_or_else_the_rule_sets() -> None:
    assert Settings().look_of(Skin.BLACK) is Skin.BLACK
    assert Settings(look="white").look_of(Skin.BLACK) is Skin.WHITE


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("speed = 3", "speed = 3: expected one of 'slow', 'normal', 'fast', 'instant'"),
        ('look = "pink"', "look = 'pink': expected one of '', 'white', 'black'"),
        ('sped = "fast"', "unknown key 'sped' .did you mean 'speed'.*; expected one of name, look, speed, shade"),
        ("speed", "cannot be read: .*correct it or delete it"),
        (".".join(["a"] * 3300) + " = 1", "a key may have at most 8 parts"),
        (".".join(["look"] * 8) + " = 1", "look = {.*}: expected one of '', 'white', 'black'"),
        ("look = " + "{a=" * 2500 + "1" + "}" * 2500, "nested too deeply"),
        ("look = " + "[" * 40 + "]" * 40, r"look = \[.*\]: expected one of '', 'white', 'black'"),
        ("look = " + "[" * 60 + "]" * 60, "nested too deeply; at most 50 levels"),
        ("".join(f"[{'.'.join(['a'] * 8)}]\n".replace("a", f"a{n}") for n in range(3000)), "unknown key 'a0'"),
    ],
)
def test_bad_settings_are_named(data: Path, text: str, why: str) -> None:
    data.mkdir()
    (data / "settings.toml").write_text(text)
    with pytest.raises(LastCardError, match=f"settings.toml.*{why}"):
        load_settings()


def test_tokens_that_are_nested_too_deeply_are_none(data: Path) -> None:
    data.mkdir()
    (data / "online.json").write_text("[" * 100_000)
    assert kept_tokens() == {}


def test_settings_that_are_no_file_are_told_without_numbers(data: Path) -> None:
    (data / "settings.toml").mkdir(parents=True)
    with pytest.raises(LastCardError, match=r"settings.toml cannot be read: Is a directory; "):
        load_settings()


def test_settings_that_cannot_be_kept_say_why(data: Path) -> None:
    data.write_text("a file, not a folder")
    with pytest.raises(LastCardError, match="nothing can be saved in .*LASTCARD_HOME must be a folder"):
        keep_settings(speed="fast")


def kept(winner: int, name: str, file: str) -> None:
    """Keep the result of a match of a person with a bot."""
    match = a_match(winner)
    keep_result(match, Record(match.rules, 2, 0, (name, "Bot 1"), ("", "careful")), file)


def test_results_are_counted() -> None:
    assert results_lines() == ["No finished matches yet."]
    for number, winner in enumerate((0, 0, 1)):
        kept(winner, "Ann", f"{number}.toml")
    kept(0, "Ben", "3.toml")
    kept(0, "Ben", "3.toml")  # is there already
    assert [result.winners for result in load_results().results] == [[0], [0], [1], [0]]
    lines = results_lines()
    assert lines[:3] == ["Finished matches: 4.", "Ann: 2 won of 3", "Ben: 1 won of 1"]
    assert "one: won by Ben (Ben 1, Bot 1 (careful) 0)" in lines[5]


def test_results_know_bots_by_a_field_and_not_by_their_names() -> None:
    match = a_match(0)
    keep_result(match, Record(match.rules, 2, 0, ("Careful", "Bot 1"), ("", "search?playouts=8")), "x.toml")
    assert results_lines()[1] == "Careful: 1 won of 1"
    assert load_results().results[0].bots == ["", "search?playouts=8"]
