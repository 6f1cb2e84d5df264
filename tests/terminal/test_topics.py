"""All rules by topic: each is changed in a form, and what cannot be combined is explained."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from full_screen import drive, press, screen_text, settled, shown
from lastcard.rules import Ruleset
from lastcard.rules.dimensions import KEYS
from lastcard.terminal.full.setup import SetupScreen
from lastcard.terminal.full.topics import RuleDialog, TopicsScreen, conflict_in_words

Chosen = dict[str, str] | None
Script = Callable[[Pilot[str], TopicsScreen], Awaitable[None]]


def choose(script: Script, start: str = "official", values: Chosen = None) -> Chosen:
    """Open the list of rules, let a script press keys, close it, and return what was chosen."""
    kept: list[Chosen] = []

    async def run(pilot: Pilot[str]) -> None:
        topics = TopicsScreen(start, values or {})
        await pilot.app.push_screen(topics, kept.append)
        await settled(pilot)
        await script(pilot, topics)
        if pilot.app.screen is topics:
            await press(pilot, "escape")

    drive(run, seed=1)
    return kept[0] if kept else None


async def open_rule(pilot: Pilot[str], name: str) -> None:
    """Open the form of a rule, from the list."""
    rules = pilot.app.screen.query_one(OptionList)
    rules.highlighted = rules.get_option_index(name)
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, RuleDialog)


def test_a_number_is_changed_by_arrows_or_typed() -> None:
    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        await open_rule(pilot, "hand_size")
        await press(pilot, "right")
        assert "Each player is dealt ◀ 8 ▶ cards." in screen_text(pilot)
        await press(pilot, "enter")
        assert "▶● Cards dealt: Each player is dealt 8 cards." in screen_text(pilot)
        await open_rule(pilot, "match_end")
        await press(pilot, "2", "5", "0", "enter")

    assert choose(script) == {"hand": "8", "match-end": "reach-wins:250"}


def test_escape_changes_nothing() -> None:
    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        await open_rule(pilot, "hand_size")
        await press(pilot, "right", "escape")

    assert choose(script) == {}


def test_a_rule_goes_back_to_what_the_preset_says() -> None:
    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        rules = topics.query_one(OptionList)
        rules.highlighted = rules.get_option_index("hand_size")
        await press(pilot, "delete")
        assert "▶  Cards dealt: Each player is dealt 7 cards." in screen_text(pilot)

    assert choose(script, values={"hand": "5", "teams": "partners"}) == {"teams": "partners"}


def test_what_cannot_be_combined_is_explained_in_the_form_and_below_the_list() -> None:
    why = "“Winning the match” and “Scoring a round” cannot be combined like this: without a score there are no points"

    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        await open_rule(pilot, "round_score")
        await press(pilot, "home")
        assert why in shown(pilot, "#meaning")
        await press(pilot, "enter")
        assert why in shown(pilot, "#wanted")
        await open_rule(pilot, "match_end")
        await press(pilot, "home")
        assert shown(pilot, "#meaning").strip() == ""  # two changes that go only together
        await press(pilot, "enter")
        assert shown(pilot, "#wanted") == ""

    assert choose(script) == {"round-score": "none", "match-end": "single-round"}


def test_a_match_does_not_start_by_rules_that_cannot_be_combined() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s", "f4")
        await open_rule(pilot, "round_score")
        await press(pilot, "home", "enter", "escape")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        assert "cannot be combined" in shown(pilot, "#wanted")
        await press(pilot, "f5")
        assert pilot.app.screen is setup
        await press(pilot, "f4", "escape")  # it can be opened again
        assert setup.rules_id == "official+round-score=none"

    drive(script, seed=1)


def test_a_value_that_is_none_is_not_taken() -> None:
    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        await open_rule(pilot, "seats")
        await press(pilot, *["right"] * 7, "down", *["left"] * 9)
        assert "✗" in shown(pilot, "#meaning")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, RuleDialog)
        await press(pilot, "escape")

    assert choose(script) == {}


def test_a_form_is_filled_in_with_the_mouse() -> None:
    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        await open_rule(pilot, "hand_size")
        await click(pilot, "▶ cards")
        await click(pilot, "▶ cards")
        await click(pilot, "Choose (Enter)")
        await open_rule(pilot, "jump_in")
        await click(pilot, "Not as your last card")
        await click(pilot, "Choose (Enter)")

    assert choose(script) == {"hand": "9", "jump-in": "identical,no-win"}


async def click(pilot: Pilot[str], text: str) -> None:
    """Click on the first cell of a text on the screen."""
    for y, line in enumerate(screen_text(pilot).split("\n")):
        if text in line:
            await pilot.click(offset=(line.index(text), y))
            await settled(pilot)
            return
    raise AssertionError(f"{text!r} is not there:\n{screen_text(pilot)}")


def test_an_option_that_sets_several_rules_is_shown_as_what_it_sets() -> None:
    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        assert topics.value("match_end").n == 150

    kept = choose(script, values={"low-score": "150"})
    assert kept == {"round-score": "own-hand", "match-end": "reach-loses:150"}


def test_without_colours_a_mark_shows_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[str], topics: TopicsScreen) -> None:
        await press(pilot, "down", "down")
        assert screen_text(pilot).count("▶") == 1
        assert "▶  Cards dealt:" in screen_text(pilot)

    choose(script)


def test_conflicts_are_named_by_titles_and_never_by_keys() -> None:
    rules = {name: getattr(Ruleset(), name) for name in KEYS}
    rules["hand_limit"] = Ruleset.from_id("official+hand-limit=8:aside").hand_limit
    assert conflict_in_words(rules) == ""
    assert conflict_in_words({**rules, "hand_size": 9}) == (
        "“Too many cards” and “Cards dealt” cannot be combined like this: "
        "everyone would be out as soon as the cards were dealt."
    )
