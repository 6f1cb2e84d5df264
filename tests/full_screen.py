"""What tests of the full-screen game share: starting it, pressing keys, reading the screen, playing by keys alone."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from lastcard.session.sitting import Options, Resume
from lastcard.terminal.full.app import LastCardApp
from lastcard.terminal.full.dialogs import Question, Reading
from lastcard.terminal.full.hand import KEYS, HandView
from lastcard.terminal.full.play import PlayScreen
from lastcard.terminal.full.says import KEYS as SAID
from lastcard.terminal.full.widgets import TableView
from lastcard.terminal.settings import Settings
from pictures import drawn

Script = Callable[[Pilot[str]], Awaitable[None]]

# ---------------------------------------------------------------- starting it


def wanted(given: dict[str, object]) -> Options | Resume:
    """What a test asks for: `resume` and perhaps a journal, or a new match."""
    return (Resume if given.pop("resume", False) else Options)(**given)  # type: ignore[arg-type]  # as a test asks


def game(settings: Settings | None = None, *, replay: Path | None = None, **given: object) -> LastCardApp:
    """The game, not started yet."""
    return LastCardApp(wanted(given), settings or Settings(speed="instant"), replay=replay)


def run(script: Script, app: LastCardApp, size: tuple[int, int] = (80, 24)) -> LastCardApp:
    """Start a game and let a script press keys."""

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await script(pilot)

    try:
        asyncio.run(play())
    finally:
        app.release()
    return app


def drive(script: Script, *, size: tuple[int, int] = (80, 24), pace: str = "instant", **given: object) -> LastCardApp:
    """Start the game that a test asks for and let a script press keys."""
    return run(script, game(Settings(speed=pace), **given), size)  # type: ignore[arg-type]  # as a test asks


# ---------------------------------------------------------------- keys


async def settled(pilot: Pilot[str]) -> None:
    """Wait until what was pressed is done."""
    for _ in range(2):
        await pilot.pause()


async def press(pilot: Pilot[str], *keys: str) -> None:
    """Press keys one after the other, each when the one before is done."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def until(pilot: Pilot[str], asked: str) -> None:
    """Wait until this is asked."""
    now = partial(shown, pilot, "#asked")
    await until_holds(pilot, lambda: asked in now(), lambda: f"{asked!r}, but {now()!r}")


async def until_told(pilot: Pilot[str], sentence: str) -> None:
    """Wait until this stands in the log."""
    log = table(pilot).drawing.told.lines
    await until_holds(pilot, lambda: any(sentence in line for line in log), lambda: f"{sentence!r}, but {log}")


async def until_next_table(pilot: Pilot[str], before: PlayScreen) -> PlayScreen:
    """Wait until another table than the one before is on the screen."""
    await until_holds(
        pilot,
        lambda: isinstance(pilot.app.screen, PlayScreen) and pilot.app.screen is not before,
        lambda: f"another table, but {pilot.app.screen}",
    )
    return table(pilot)


async def until_holds(pilot: Pilot[str], holds: Callable[[], bool], what: Callable[[], str]) -> None:
    """Wait until this holds; `what` says what was waited for."""
    for _ in range(1000):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"waited for {what()}")


# ---------------------------------------------------------------- the screen


def table(pilot: Pilot[str]) -> PlayScreen:
    """The table, which must be what is on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def shown(pilot: Pilot[str], of: str) -> str:
    """The text of a part of the screen."""
    return str(pilot.app.screen.query_one(of, Static).visual)


def felt(pilot: Pilot[str]) -> str:
    """The picture of the table."""
    return str(pilot.app.screen.query_one(TableView).render())


def screen_text(pilot: Pilot[str]) -> str:
    """Everything on the screen."""
    width, height = pilot.app.size
    lines = drawn(pilot.app)
    assert len(lines) == height
    assert all(strip.cell_length == width for strip in lines)
    return "\n".join(strip.text for strip in lines)


# ---------------------------------------------------------------- somebody who plays by keys


def next_keys(screen: PlayScreen) -> list[str]:
    """What somebody presses who plays what can be played, and calls in time."""
    session = screen.session
    if session.waits_for is not None:
        return ["enter"]
    if "call" in session.own_view.choices.says:
        return ["u"]
    calls = ["u"] if len(session.hand) == 2 and not screen.drawing.calling and session.my_turn else []
    for place, tile in enumerate(screen.query_one(HandView).tiles):
        if tile.playable:
            return [*calls, KEYS[place] if place < len(KEYS) else "enter"]
    return next(([key] for word, key in SAID.items() if word in session.own_view.choices.says), ["space"])


async def play(pilot: Pilot[str], turns: int) -> None:
    """Play so many turns, or until the end of a round is on the screen."""
    for _ in range(turns):
        screen = pilot.app.screen
        if isinstance(screen, Reading):
            return
        await press(pilot, *next_keys(screen) if isinstance(screen, PlayScreen) else ("enter",))


async def play_round(pilot: Pilot[str]) -> None:
    """Play until a round is over and its summary is on the screen."""
    await play(pilot, 3000)
    assert isinstance(pilot.app.screen, Reading), "the round does not end"


async def play_match(pilot: Pilot[str]) -> int:
    """Play until the match is over; return how many rounds were played."""
    match = table(pilot).session.match
    for _ in range(500):
        await play_round(pilot)
        await press(pilot, "enter")
        if match.over:
            assert isinstance(pilot.app.screen, Question)
            return match.rounds
    raise AssertionError("the match does not end")
