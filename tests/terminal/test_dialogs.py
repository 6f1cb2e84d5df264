"""Keys that come quicker than dialogs come and go."""

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from full_screen import drive, settled
from lastcard.terminal.full.dialogs import Question, Reading
from lastcard.terminal.full.play import PlayScreen

NAMED = {"enter": "\r", "space": " ", "question_mark": "?"} | dict.fromkeys(("escape", "f1", "f5", "home", "down"))


async def at_once(pilot: Pilot[str], *keys: str) -> None:
    """Keys that all lie there before the first of them is looked at, as when a key is held down."""
    for key in keys:
        pilot.app.post_message(events.Key(key, NAMED.get(key, key)))
    await settled(pilot)


# What is pressed to open a dialog, and what is then pressed too often; the table must be there, or what stands last.
DIALOGS = [
    (("6",), "rr"),  # the colour of a wild
    (("6",), ("escape", "escape")),
    (("6",), ("enter", "enter", "enter")),
    (("6", "6"), ("b",)),
    (("f1",), ("enter", "enter", "escape")),
    (("f1", "f1"), ("q",)),
    (("escape",), ("t", "t")),
    (("escape", "t"), ("enter", "enter", "space")),
    (("escape",), ("r", "r", "r")),
    (("escape", "r"), ("escape", "space")),
    (("escape",), ("w", "w")),
    (("escape", "w"), ("enter", "enter")),
    (("escape", "w"), ("escape", "escape")),
    (("escape",), ("n", "n")),
    (("escape",), ("s", "s")),
    (("escape", "s"), ("escape", "escape")),
    (("escape", "s"), ("f5", "f5")),
    (("escape",), ("p", "p")),
    (("escape",), ("k", "k", "enter", "enter")),
    (("escape",), ("l", "l")),
]


@pytest.mark.parametrize(("opening", "keys"), DIALOGS)
def test_a_key_pressed_too_often_in_a_dialog_is_ignored(opening: tuple[str, ...], keys: tuple[str, ...]) -> None:
    async def script(pilot: Pilot[str]) -> None:
        for key in opening:
            await at_once(pilot, key)
        await at_once(pilot, *keys)
        for _ in range(4):  # whatever stands before the table can be left
            if not isinstance(pilot.app.screen, PlayScreen):
                await at_once(pilot, "escape")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        await at_once(pilot, "f1")
        assert isinstance(pilot.app.screen, Reading)

    drive(script, seed=1)


@pytest.mark.parametrize("rules", ["juno-seven0", "rules-site+fines", "official+jump-in"])
@pytest.mark.parametrize("key", ["enter", "1", "k"])
def test_a_key_held_down_does_not_end_the_game(rules: str, key: str) -> None:
    async def script(pilot: Pilot[str]) -> None:
        for _ in range(6):
            await at_once(pilot, *(key,) * 12)
        assert pilot.app.is_running
        for _ in range(4):
            if not isinstance(pilot.app.screen, PlayScreen):
                await at_once(pilot, "escape")
        assert isinstance(pilot.app.screen, PlayScreen | Question)

    drive(script, rules=rules, seats=3, seed=5)


def test_only_one_dialog_is_opened_at_a_time() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await at_once(pilot, "7", "7", "1", "f1")
        assert isinstance(pilot.app.screen, Question)
        assert len(pilot.app.screen_stack) == 3  # the app's own, the table, the question
        await at_once(pilot, "escape")
        assert isinstance(pilot.app.screen, PlayScreen)

    drive(script, seed=22)


@pytest.mark.parametrize(
    ("keys", "title"),
    [
        ("mr", "How to play: Official"),
        ("mk", "choose a card and play it"),
        ("mw", "Save game record as"),
        ("ms", "Set up"),
    ],
)
def test_keys_typed_ahead_reach_the_dialog(keys: str, title: str) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await at_once(pilot, *keys)
        await settled(pilot)
        assert title in "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())

    drive(script, seed=1)


@pytest.mark.parametrize(
    ("keys", "colour"), [(("7", "b"), "blue"), (("7", "g"), "green"), (("7", "home", "down", "enter"), "green")]
)
def test_a_colour_typed_ahead_is_named(keys: tuple[str, ...], colour: str) -> None:
    async def script(pilot: Pilot[str]) -> None:
        table = pilot.app.screen
        assert isinstance(table, PlayScreen)
        await at_once(pilot, *keys)
        await settled(pilot)
        assert f"You play Wild and choose {colour}." in table.drawing.told.lines

    drive(script, seed=22)


def test_a_key_of_a_dialog_may_be_a_capital() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await at_once(pilot, "7")
        await at_once(pilot, "G")
        assert any("You play Wild and choose green." in line for line in pilot.app.screen.drawing.told.lines)  # type: ignore[attr-defined]  # this one has it

    drive(script, seed=22)


def test_the_question_about_a_foul_suggests_no() -> None:
    async def script(pilot: Pilot[str]) -> None:
        table = pilot.app.screen
        assert isinstance(table, PlayScreen)
        place = next(place for place, card in enumerate(table.session.hand) if not table.session.playable(card))
        before = str(table.session.table)
        await at_once(pilot, str(place + 1))
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.query_one(OptionList).highlighted == 1
        await at_once(pilot, "enter")
        assert pilot.app.screen is table
        assert str(table.session.table) == before

    drive(script, rules="rules-site+fines", seats=3, seed=5)


def test_the_table_shows_behind_a_dialog() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)
        shown = "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
        assert "Ada" in shown and "Menu" in shown

    drive(script, seed=1)
