"""Cards in colour in the line by line game (J-classic-03, D48)."""

import io
import re
import textwrap

import pytest

from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.values import Skin
from lastcard.terminal.paint import Paint, shows_colours
from lastcard.terminal.screen import Screen
from lastcard.words.speaker import card_names

SGR = re.compile(r"\x1b\[[\d;]*m")
DECK = Ruleset.from_id("official").deck


class ATerminal(io.StringIO):
    """Something that is written to as if it were a terminal."""

    def isatty(self) -> bool:
        return True


def test_J_classic_03_the_two_looks_differ_in_the_card_not_in_the_words() -> None:
    white, black = (Paint(DECK, look).painted("You lay red 7.") for look in Skin)
    assert white != black
    assert "48;5;255m" in white and "48;5;16m" in black
    assert SGR.sub("", white) == SGR.sub("", black) == "You lay red 7."


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_is_painted_whole(preset: str) -> None:
    deck = Ruleset.from_id(preset).deck
    paint = Paint(deck, Skin.BLACK)
    for name in card_names(deck).values():
        assert re.fullmatch(rf"On top: \x1b\[[\d;]+m{re.escape(name)}\x1b\[0m\.", paint.painted(f"On top: {name}."))


def test_words_that_are_no_cards_are_left_alone() -> None:
    for text in ("The colour is red.", "red 77", "Wildly", "r7 uno"):
        assert Paint(DECK, Skin.WHITE).painted(text) == text


def test_no_line_breaks_inside_a_card() -> None:
    paint = Paint(DECK, Skin.WHITE)
    lines = textwrap.wrap(paint.hold("You hold yellow Draw Two, Wild Draw Four and green Reverse"), 20)
    assert [SGR.sub("", paint.painted(line)) for line in lines] == [
        "You hold", "yellow Draw Two,", "Wild Draw Four and", "green Reverse",
    ]  # fmt: skip


def test_prompts_and_sentences_are_painted() -> None:
    target = ATerminal()
    Screen(io.StringIO("draw\n"), target, Paint(DECK, Skin.WHITE)).ask("Lay red 7, or 'pass'")
    assert SGR.search(target.getvalue())


def test_no_colour_where_none_is_wanted_or_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert shows_colours(ATerminal())
    assert not shows_colours(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not shows_colours(ATerminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not shows_colours(ATerminal())
