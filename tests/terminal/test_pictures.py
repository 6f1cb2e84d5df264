"""Every screen at four sizes, dark, light and without colours, compared with how it looked when somebody looked."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual._compositor import Compositor
from textual.pilot import Pilot
from textual.widgets import OptionList

from full_screen import play, play_round, press, screen_text, settled
from lastcard.session import thinking
from lastcard.session.sitting import Options, Sitting
from lastcard.terminal.full.app import LastCardApp
from lastcard.terminal.full.dialogs import Question
from lastcard.terminal.full.play import PlayScreen
from lastcard.terminal.pace import PACES, Pace
from lastcard.terminal.settings import Settings
from pictures import DARK, LIGHT, PLAIN, Picture, check, picture

SIZES = ((60, 20), (80, 24), (120, 40), (200, 50))
RECORD = Path(__file__).parents[1] / "records" / "juno-seven0-4.toml"
Take = Callable[[str, str], Awaitable[None]]
Tour = Callable[[Pilot[str], Take], Awaitable[None]]


@pytest.fixture(autouse=True)
def always_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr(PlayScreen, "_tick", lambda _: None)  # no time goes by
    monkeypatch.setattr(Compositor, "render_update", lambda *_, **__: None)  # nobody looks; a picture draws everything
    monkeypatch.setattr(thinking, "AT_ONCE", 60.0)  # bots are waited for, however busy the machine is
    finish = Sitting.finish
    named = tmp_path / "match.toml"
    monkeypatch.setattr(Sitting, "finish", lambda sitting: finish(sitting) and named.relative_to(tmp_path))


def take_tour(name: str, tour: Tour, app: Callable[[Settings], LastCardApp], monkeypatch: pytest.MonkeyPatch) -> None:
    """Go through screens twice, with colours and without, and compare every one at every size."""
    taken: dict[str, dict[str, Picture]] = {}

    async def run(coloured: bool) -> None:
        started = app(Settings(speed="instant"))
        shades = [DARK, LIGHT] if coloured else [PLAIN]

        async def take(title: str, shows: str) -> None:
            """Take a picture of a screen, which must show a text at every size."""
            for shade in shades:
                if coloured and started.theme != f"lastcard-{shade}":
                    started.theme = f"lastcard-{shade}"
                    if isinstance(started.screen, PlayScreen):
                        started.screen.drawing.show()
                for size in SIZES:
                    await pilot.resize_terminal(*size)
                    await settled(pilot)
                    assert shows in screen_text(pilot), (title, size, screen_text(pilot))
                    taken.setdefault(f"{title}, {size[0]} by {size[1]}", {})[shade] = picture(pilot)
            shades.reverse()  # changing them takes long

        async with started.run_test(size=SIZES[0]) as pilot:
            await settled(pilot)
            await tour(pilot, take)
        started.release()

    asyncio.run(run(True))
    monkeypatch.setenv("NO_COLOR", "1")
    asyncio.run(run(False))
    check(name, taken)


async def around_the_table(pilot: Pilot[str], take: Take) -> None:
    await play(pilot, 2)
    await take("the table", "Your turn")
    await press(pilot, "question_mark")
    await take("a hint", "A careful player would")
    await press(pilot, "escape")
    await take("the menu", "Rematch")
    await press(pilot, "escape", "h")
    await take("how to play", "The aim")
    await press(pilot, "h")
    await take("the keys", "choose a card and play it")
    await press(pilot, "h")
    await take("the rules", "Setting up")


def test_the_table_and_its_help(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(seed=3, bots=("careful", "greedy", "random"))
    take_tour("table", around_the_table, lambda settings: LastCardApp(options, settings), monkeypatch)


async def through_the_set_up(pilot: Pilot[str], take: Take) -> None:
    await press(pilot, "escape", "s")
    await take("the set-up", "People at this screen")
    await press(pilot, "f4")
    await take("all rules by topic", "Cards dealt")
    rules = pilot.app.screen.query_one(OptionList)
    rules.highlighted = rules.get_option_index("match_end")
    await press(pilot, "enter")
    await take("numbers of a rule", "◀ 500 ▶")
    await press(pilot, "escape")
    rules.highlighted = rules.get_option_index("jump_in")
    await press(pilot, "enter", "down", "down", "space")
    await take("ticks of a rule", "[✓] Also on the first card")


def test_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(seed=3, rules="juno-seven0", bots=("careful",))
    take_tour("set-up", through_the_set_up, lambda settings: LastCardApp(options, settings), monkeypatch)


async def to_the_end(pilot: Pilot[str], take: Take) -> None:
    await play_round(pilot)
    await take("the end", "wins round 1")


@pytest.mark.parametrize(("name", "rules"), [("round", "official+hand=3"), ("match", "official+hand=3+single-round")])
def test_how_a_round_and_a_match_end(name: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(seed=4, rules=rules, bots=("careful",))
    take_tour(f"end-of-{name}", to_the_end, lambda settings: LastCardApp(options, settings), monkeypatch)


async def choosers(pilot: Pilot[str], take: Take) -> None:
    await take("ten players", "Ivy")
    for _ in range(100):
        if isinstance(pilot.app.screen, Question):
            break
        await play(pilot, 1)
    await take("a chooser", "Which colour?")


def test_ten_players_and_a_chooser(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(seed=2, seats=10, rules="rules-site", bots=("careful",))
    take_tour("ten-players", choosers, lambda settings: LastCardApp(options, settings), monkeypatch)


async def a_last_card(pilot: Pilot[str], take: Take) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    for _ in range(300):
        if screen.session.at_stake() and screen.session.suspects():
            break
        if screen.session.pending() is not None:
            screen._time_is_up()
            await settled(pilot)
        else:
            await play(pilot, 1)
    await take("a chance to catch", "Now:")


def test_a_chance_to_catch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "instant", Pace(0.001, 5.0))
    options = Options(seed=4, rules="official+hand=3", bots=("careful",))
    take_tour("chance", a_last_card, lambda settings: LastCardApp(options, settings), monkeypatch)


async def several_people(pilot: Pilot[str], take: Take) -> None:
    await take("between turns", "Press Enter when only")
    await press(pilot, "1")
    await take("somebody speaks", "Ann says")
    await press(pilot, "escape", "enter")
    await take("a turn", "Your turn")


def test_several_people(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(seed=3, seats=3, people=3, names=("Ann", "Ben", "Cyd"))
    take_tour("several-people", several_people, lambda settings: LastCardApp(options, settings), monkeypatch)


async def step_by_step(pilot: Pilot[str], take: Take) -> None:
    await press(pilot, "down", "down")
    await take("a replay", "step 21 of")
    await press(pilot, "end", "r")
    await take("which round", "Go to which round?")


def test_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    app = lambda settings: LastCardApp(Options(), settings, replay=RECORD)  # noqa: E731
    take_tour("replay", step_by_step, app, monkeypatch)


async def the_start(pilot: Pilot[str], take: Take) -> None:
    await take("a match to continue", "Continue against Ada")
    await press(pilot, "u")
    await take("unfinished matches", "Which match do you want")


def test_the_start(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2):
        LastCardApp(Options(seed=seed), Settings()).release()
    for number, path in enumerate(sorted(home.iterdir())):
        os.utime(path, (1_000_000_000 + number,) * 2)
    app = lambda settings: LastCardApp(Options(), settings, offer=True)  # noqa: E731
    take_tour("start", the_start, app, monkeypatch)
