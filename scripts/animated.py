"""Take the animated picture of the README, docs/screens/match.gif: a match in Chromium, against bots.

python scripts/animated.py
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "screens" / "match.gif"
sys.path.insert(0, str(ROOT / "tests"))

from browsers import chromium  # noqa: E402
from online import ServerProcess  # noqa: E402
from page_person import Person  # noqa: E402

SIZE = {"width": 960, "height": 600}
SHOWN = (480, 300)
FRAMES, PAUSE = 28, 320  # pictures, and the milliseconds between two
COLOURS = 64
LARGEST = 1_000_000  # bytes


def main() -> int:
    """Play and take pictures; return the exit status."""
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        ServerProcess(Path(folder) / "tables.db", haste=0.5) as server,
    ):
        ann = Person(browser, server.url, "Ann", viewport=SIZE)
        ann.sit_at(rules="official+seven-zero+stack", seats=4)
        ann.start_with_bots()
        pictures = [picture(ann) for _ in range(FRAMES)]
    palette = pictures[len(pictures) // 2].quantize(COLOURS)  # one for all, so that little differs between two
    first, *others = (one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures)
    first.save(FILE, save_all=True, append_images=others, duration=PAUSE, loop=0, optimize=True)
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size // 1000} KB")
    return int(FILE.stat().st_size > LARGEST)


def picture(ann: Person) -> Image.Image:
    """Make a move if there is one to make, and take a picture."""
    ann.move()
    ann.page.wait_for_timeout(PAUSE)
    return Image.open(io.BytesIO(ann.page.screenshot())).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main())
