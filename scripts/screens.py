"""Pictures of the full-screen game for the documents: docs/screens/*.svg.

python scripts/screens.py
"""

import asyncio
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from textual.pilot import Pilot

from lastcard.session.sitting import Options
from lastcard.terminal.full.app import LastCardApp
from lastcard.terminal.full.dialogs import Reading
from lastcard.terminal.full.hand import HandView
from lastcard.terminal.full.play import PlayScreen
from lastcard.terminal.full.says import KEYS as SAID
from lastcard.terminal.settings import Settings

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "screens"
RECORD = ROOT / "tests" / "records" / "juno-seven0-4.toml"
SIZE = (100, 30)
QUICK = Settings(speed="instant")
FONTS = re.compile(r"@font-face\s*\{[^}]*\}\s*")

# What is pressed before each picture is taken.
KEYS: dict[str, tuple[str, ...]] = {
    "table": (),
    "hint": ("question_mark",),
    "setup": ("escape", "s"),
    "help": ("h",),
}

# What must be seen in each picture.
SHOWN = {
    "table": "Your turn",
    "hint": "careful player",
    "setup": "People at this screen",
    "help": "The aim",
    "ten-seats": "Ivy",
    "several-people": "Press Enter",
    "summary": "wins round 1",
    "replay": "step 21",
}


async def settled(pilot: Pilot[str]) -> None:
    """Wait until all is drawn."""
    for _ in range(4):
        await pilot.pause()


async def take(name: str, app: LastCardApp, *keys: str, turns: int = 0) -> None:
    """Play so many turns, press these keys, and take a picture."""
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        for _ in range(turns):
            await lay_something(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)
        text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert SHOWN[name] in text, f"{name} shows something else:\n{text}"
        FOLDER.mkdir(exist_ok=True)
        # A picture asks nobody for a font; the reader's own is good enough.
        picture = FONTS.sub("", app.export_screenshot(title="Last Card"))
        (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")
    app.release()


async def lay_something(pilot: Pilot[str]) -> None:
    """One turn: what can be laid, else a card drawn."""
    screen = pilot.app.screen
    if isinstance(screen, PlayScreen):
        hand = screen.query_one(HandView)
        playable = next((str(place + 1) for place, tile in enumerate(hand.tiles) if tile.playable), None)
        says = screen.session.own_view.choices.says
        await pilot.press(playable or next((key for word, key in SAID.items() if word in says), "space"))
    elif not isinstance(screen, Reading):
        await pilot.press("enter")
    await settled(pilot)


def pictures() -> Iterator[tuple[str, LastCardApp, tuple[str, ...], int]]:
    """Every picture: its name, the game, what is pressed, after how many turns."""
    for name, keys in KEYS.items():
        yield name, LastCardApp(Options(seed=3, bots=("careful", "greedy", "random")), QUICK), keys, 2
    ten = Options(seed=2, seats=10, bots=("careful",))
    yield "ten-seats", LastCardApp(ten, QUICK), (), 3
    people = Options(seed=3, seats=3, people=3, names=("Ann", "Ben", "Cyd"))
    yield "several-people", LastCardApp(people, QUICK), (), 0
    short = Options(seed=4, rules="official+hand=3", bots=("careful",))
    yield "summary", LastCardApp(short, QUICK), (), 60
    yield "replay", LastCardApp(Options(), replay=RECORD), ("down", "down"), 0


def main() -> None:
    """Take them all; the matches played for it are thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LASTCARD_HOME"] = folder
        for name, app, keys, turns in pictures():
            asyncio.run(take(name, app, *keys, turns=turns))


if __name__ == "__main__":
    main()
