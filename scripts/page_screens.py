"""Pictures of the page for the documents: docs/screens/*.jpg.

python scripts/page_screens.py             the four pictures of the README
python scripts/page_screens.py --all DIR   every screen at every size, light and dark, for a close look
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from online import ServerProcess  # noqa: E402
from page_stage import DESK, MANY, PHONE, TABLET, WALL, Camera, Scene  # noqa: E402

FOLDER = ROOT / "docs" / "screens"
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK, "wall": WALL}
PAGES = {"home": "/", "create": "/new"}

SCENES = (
    Scene("two", "r7g2w+4/b1y+2b7 r1 >0 - * official"),
    Scene(
        "four",
        "r7rRy0y+2g3gSb5b9w/b1y+2b7b8r1/y5/y6y7y8g9g0 r1 >3 - * official",
        ("3 draw", "3 pass"),
        scores=(120, 35, 210, 0),
        clock=18,
        says=({"seat": 3, "mark": "laugh"}, {"seat": 1, "text": "Good luck everyone!"}),
    ),
    Scene(
        "ten",
        "r7rRy0y+2g3gSb5/b1b2b3/y5!/y6y7y8g9/g1/g2g3/r0r1r2r3/b4b5b6b7b8b9/y1y2/w r1 <0 - * official",
        seats={3: {"away": 12}, 6: {"stand_in": True, "away": 0}, 8: {"name": "Maximiliane-Sophie"}},
    ),
    Scene("one-card", "r7/b1b2b3/y5y6/g9g0 r1 >0 - * official"),
    Scene("thirty", MANY + "/b1b2b4/y5y7/g8g0 r1 >0 - * official"),
    Scene("thirty-ten", MANY + "/b1b2b4/y5/y7y7y8g8/g1/g2g3/r0r3r4r4/b4b5b6/y1y2/w r1 >0 - * official"),
    Scene("partners", "r7rRy0y+2g3/b1b2b3/y5y6/g9g0 r1 >0 - * official+partners"),
    Scene("claims", "r7g2w+4r9/b1y+2/y5y6 w+4:g >0 +4?1<r5@2 * official"),
    Scene("called", "r7g2w+4r9/b1r2/y5y6 r1 >1 - * official", ("1 r2!",)),
    Scene("seven", "r7g2w+4r9/b1r2/y5y6/b8b9 r1 >0 - * juno-seven0", ("0 r7",)),
    Scene("watching", "r7g2w+4r9/b1r2/y5y6/b8b9 r1 >1 - * official", ("1 r2!",), seat=None),
    Scene(
        "round-end",
        "r7/b1y+2b7b8r1/y5g9w/y6y7ySg9g0 r1 >0 - * official",
        ("0 r7",),
        scores=(120, 35, 210, 0),
    ),
    Scene(
        "match-end",
        "r7/b1y+2b7b8r1/y5g9w/y6y7ySg9g0 r1 >0 - * official",
        ("0 r7",),
        scores=(420, 35, 210, 0),
        over=True,
    ),
)  # fmt: skip
BY_NAME = {scene.name: scene for scene in SCENES}

# The pictures of the README: a scene, how large, and light or dark.
README = {
    "page-table": ("four", DESK, "dark"),
    "page-ten": ("ten", PHONE, "dark"),
    "page-thirty": ("thirty", PHONE, "light"),
    "page-end": ("match-end", PHONE, "dark"),
}


def show(camera: Camera, page: Page, name: str) -> None:
    """Bring a window to a scene or a page, and wait until it is drawn."""
    if name in BY_NAME:
        camera.table(page, BY_NAME[name])
    elif name == "waiting":
        page.goto(f"{camera.url}/t/{camera.make(page, rules='official', seats=4)}")
        page.locator(".code").wait_for()
    else:
        page.goto(camera.url + PAGES[name])
        page.get_by_role("heading").first.wait_for()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(600)  # short animations end


def take(camera: Camera, name: str, size: tuple[int, int], theme: str, file: Path, deck: str = "white") -> None:
    """Take one picture."""
    page = camera.open(size, theme, deck)
    show(camera, page, name)
    page.screenshot(path=str(file), **({"type": "jpeg", "quality": 72} if file.suffix == ".jpg" else {}))
    page.context.close()


def main() -> int:
    """Take the pictures; return the exit status."""
    parser = argparse.ArgumentParser(description="Take pictures of the page.")
    parser.add_argument("--all", type=Path, metavar="DIR", help="take every screen, as PNG, into a folder")
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME", help="with --all: only these screens")
    options = parser.parse_args()
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "tables.db") as server,
        sync_playwright() as playwright,
    ):
        camera = Camera(playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS)), server.url)
        if options.all is None:
            for file, (name, size, theme) in README.items():
                take(camera, name, size, theme, FOLDER / f"{file}.jpg")
        else:
            options.all.mkdir(parents=True, exist_ok=True)
            for name in options.only or (*PAGES, "waiting", *BY_NAME):
                for size_name, size in SIZES.items():
                    for theme in ("dark", "light"):
                        take(camera, name, size, theme, options.all / f"{name}-{size_name}-{theme}.png")
            take(camera, "four", DESK, "dark", options.all / "four-black-deck.png", deck="black")
    for problem in camera.problems:
        print("on the page:", problem, file=sys.stderr)
    return 1 if camera.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
