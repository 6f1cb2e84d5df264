"""House rules under a name of one's own: kept in the set-up, chosen there, and by `--rules`."""

import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input, Select

from full_screen import drive, press, screen_text, table
from lastcard.errors import LastCardError
from lastcard.session.own_rules import keep_own_rules, load_own_rules, rules_called
from lastcard.terminal.full.dialogs import Writing
from lastcard.terminal.full.setup import SetupScreen

FAMILY = "official+stack+seven-zero"


def test_rules_are_kept_under_a_name_and_found_by_it(home: Path) -> None:
    assert load_own_rules() == {}
    keep_own_rules("Grandma's rules", FAMILY)
    keep_own_rules("Quick", "one")
    assert rules_called("grandma's rules") == FAMILY
    assert rules_called("official") == "official"
    keep_own_rules("QUICK", "one+hand=3")
    assert load_own_rules() == {"Grandma's rules": FAMILY, "QUICK": "one+hand=3"}


@pytest.mark.parametrize(
    ("name", "id", "why"),
    [("official", "one", "is a preset"), ("", "one", "not a valid name"), ("Ours", "offical", "did you mean")],
)
def test_what_cannot_be_kept_is_said(name: str, id: str, why: str, home: Path) -> None:
    with pytest.raises(LastCardError, match=why):
        keep_own_rules(name, id)
    assert load_own_rules() == {}


@pytest.mark.parametrize("text", ["Ours = 3\n", "Ours = \n", "\x00"])
def test_a_broken_file_is_named_and_left_alone(text: str, home: Path) -> None:
    path = home.parent / "rules.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(LastCardError, match=r"rules\.toml"):
        keep_own_rules("Ours", "one")
    assert path.read_text() == text


def test_the_set_up_keeps_rules_and_offers_them(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s")
        set_up = pilot.app.screen
        assert isinstance(set_up, SetupScreen)
        set_up.query_one("#option-stack", Checkbox).value = True
        await press(pilot, "f2")
        assert isinstance(pilot.app.screen, Writing)
        pilot.app.screen.query_one(Input).value = "Ours"
        await press(pilot, "enter")
        assert load_own_rules() == {"Ours": "official+stack"}
        assert set_up.query_one("#preset", Select).value == "Ours"
        set_up.query_one("#preset", Select).value = "one"
        await press(pilot, "tab")
        assert set_up.rules_id == "one"
        set_up.query_one("#preset", Select).value = "Ours"
        await press(pilot, "tab")
        assert set_up.rules_id == "official+stack"
        assert set_up.query_one("#option-stack", Checkbox).value
        set_up.query_one("#option-seven-zero", Checkbox).value = True
        await press(pilot, "tab")
        assert set_up.rules_id == "official+stack+seven-zero"
        await press(pilot, "f2", "escape", "f5", "y")
        assert table(pilot).session.rules.id == "official+seven-zero+stack"

    drive(script, seed=1)


def test_a_name_that_cannot_be_kept_is_asked_for_again(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s", "f2")
        pilot.app.screen.query_one(Input).value = "one"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Writing)
        assert "is a preset" in screen_text(pilot)

    drive(script, seed=1)


def test_rules_are_played_by_their_name(home: Path) -> None:
    keep_own_rules("Ours", "official+seven-zero+stack")
    words = [sys.executable, "-m", "lastcard", "play", "--plain", "--rules", "ours"]
    done = subprocess.run(words, input="", capture_output=True, text=True)
    assert "rules official+seven-zero+stack:" in done.stdout
