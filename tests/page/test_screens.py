"""How the screens are laid out: pictures to look at in build/screens, and boxes that are compared loosely.

Fonts and machines differ, so no pixels are compared: the large parts of each screen must be where they were, within a
tenth of the screen, and nothing may cover anything.  After a change of the layout, look at the pictures, and write the
boxes anew (tests/page/boxes.json) with `make boxes`.
"""

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from page_person import PATIENCE, Person, play_until
from page_table import Company, position

SHOTS = Path(__file__).parents[2] / "build" / "screens"
BOXES = Path(__file__).parent / "boxes.json"
WRITE = "WRITE_BOXES" in os.environ
SIZES = ((390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440))
LOOSE = 0.1  # of the screen's width or height
MOST_BYTES = 200_000  # of compressed scripts, styles and fonts
MOST_SHIFT = 0.02  # what browsers call good is 0.1

# The large parts, by what they are to a person; `[data-place]` marks where cards fly from and to.
PARTS = {
    "heading": "h1", "hand": "[data-place=hand]", "stock": "[data-place=stock]", "discards": "[data-place=discards]",
    "table": "main", "scores": "table",
}  # fmt: skip
FIND = """parts => Object.fromEntries(Object.entries(parts).flatMap(([name, selector]) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box ? [[name, [box.left / innerWidth, box.top / innerHeight, box.right / innerWidth,
                        Math.min(box.bottom, 2 * innerHeight) / innerHeight].map(x => Math.round(x * 100) / 100)]] : [];
}))"""
# Pairs of things at the table that cover each other: seats, piles and cards in hand, as wholes.
COVERED = """() => {
  const boxes = [...document.querySelectorAll("[data-place^=seat-], [data-place=stock], [data-place=discards]," +
    " [data-place=hand]")].map(one => [one.dataset.place, one.getBoundingClientRect()]);
  const found = [];
  for (const [place, [name, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(place + 1))
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) found.push(`${name} and ${other}`);
  return found;
}"""
OUTSIDE = """() => [...document.querySelectorAll("[data-place]")].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map(one => one.dataset.place)"""


def home(company: Company) -> Person:
    ann = company.stranger()
    ann.page.goto(ann.url)
    ann.button("Play now").wait_for()
    return ann


def create(company: Company) -> Person:
    ann = company.person(0)
    ann.page.goto(f"{ann.url}/new")
    ann.page.get_by_role("radio").first.wait_for()
    return ann


def waiting(company: Company) -> Person:
    ann = company.person(0)
    ann.sit_at(rules="official", seats=4)
    ann.button("Fill with bots").wait_for()
    return ann


def with_bots(seats: int, hand: str) -> Callable[[Company], Person]:
    """Return the table of one person on turn with a hand, and bots."""

    def show(company: Company) -> Person:
        ann = company.person(0)
        company.server.arrange("juno-serious", position(hand, "r1", seats))
        ann.sit_at(rules="juno-serious", seats=seats)
        ann.start_with_bots()
        return ann

    return show


def summary(company: Company) -> Person:
    people = company.seat("juno-classic", position("r2/b6b7", "r1"))
    play_until(people)
    return people[0]


SCREENS: dict[str, Callable[[Company], Person]] = {
    "home": home,
    "create": create,
    "waiting": waiting,
    "table-2": with_bots(2, "r5"),
    "table-4": with_bots(4, "r1r5g7b+2yRbSw"),
    "table-10": with_bots(10, "r1r5g7b+2yRbSw"),
    "table-4-thirty": with_bots(4, "r1r2r3r4r5r6r7r8r9rSg1g2g3g4g5g6g7g8g9gRb1b2b3b4b5y+2y1y2y3w"),
    "summary": summary,
}


def settled(one: Person) -> None:
    """Wait until fonts are there and nothing flies."""
    one.page.evaluate("document.fonts.ready")
    one.until(lambda: one.page.locator(".flight").count() == 0, "the end of all flights")
    one.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_laid_out_as_it_was(company: Company, screen: str) -> None:
    ann = SCREENS[screen](company)
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark") if width in (390, 1440) else ("light",):
            ann.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(ann.page.locator("html")).to_have_attribute("data-theme", scheme)
            settled(ann)
            ann.page.screenshot(path=SHOTS / f"{screen}-{width}x{height}-{scheme}.png")
        if screen.startswith("table"):
            assert ann.page.evaluate(COVERED) == [], (width, height)
            assert ann.page.evaluate(OUTSIDE) == [], (width, height)
        compare(f"{screen} {width}x{height}", ann.page.evaluate(FIND, PARTS))


def compare(name: str, found: dict[str, list[float]]) -> None:
    """Compare boxes with those kept under a name, or keep them."""
    kept = json.loads(BOXES.read_text()) if BOXES.exists() else {}
    if WRITE:
        BOXES.write_text(json.dumps({**kept, name: found}, sort_keys=True).replace('}, "', '},\n"') + "\n")
        return
    assert found.keys() == kept[name].keys(), name
    for part, box in found.items():
        assert box == pytest.approx(kept[name][part], abs=LOOSE), (name, part)


# ---------------------------------------------------------------- quick and steady


def test_the_first_load_is_small(person) -> None:
    ann = person("Ann")
    loaded: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if re.search(r"\.(js|css|woff2)$", response.url):
            loaded[response.url] = len(gzip.compress(response.body(), 9))

    responses: list[Response] = []
    ann.page.on("response", lambda response: responses.append(response))
    ann.page.goto(ann.url)
    ann.button("Play now").wait_for()
    ann.page.wait_for_load_state("networkidle")
    for response in responses:
        weigh(response)
    assert any(url.endswith(".js") for url in loaded)
    assert sum(loaded.values()) <= MOST_BYTES, loaded


# Notes what moves from a moment on.
SHIFTS = """(from = 0) => {
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (entry.startTime >= from)
      window.shifts.push([entry.value, ...entry.sources.map(one => `${one.node?.nodeName} ${one.node?.className}`)]);
  }).observe({type: "layout-shift", buffered: true});
}"""


def shift_of(page: Page) -> tuple[float, list[list[object]]]:
    """Return how far things moved without a tap, all together, and what moved."""
    shifts: list[list[object]] = page.evaluate("window.shifts")
    return sum(float(str(one[0])) for one in shifts), shifts


@pytest.mark.parametrize("address", ["/", "/new"])
def test_a_page_does_not_shift_while_it_loads(person, address: str) -> None:
    ann = person("Ann")
    ann.page.add_init_script(f"({SHIFTS})()")
    ann.page.goto(ann.url + address)
    ann.button("Play now|Create the table").wait_for()
    ann.page.wait_for_load_state("networkidle")
    total, shifts = shift_of(ann.page)
    assert total <= MOST_SHIFT, shifts


@pytest.mark.parametrize("width", [390, 1440])
def test_the_table_does_not_shift_while_others_play(company: Company, width: int) -> None:
    company.person(3).page.set_viewport_size({"width": width, "height": 844})
    *movers, watcher = company.seat("juno-classic", position("r5r6r+2/r3r4y1y2/r8g1/r9g2g3g4g5g6", "r1"))
    settled(watcher)
    watcher.page.evaluate(f"({SHIFTS})(performance.now())")
    for seat, card in enumerate(("r5", "r3", "r8")):
        movers[seat].play(card)
        watcher.hears("laid", seat=seat, card=card)
    watcher.button("^Catch Cyd").wait_for()
    expect(watcher.card("r9")).to_have_accessible_name(re.compile("playable"), timeout=PATIENCE)
    settled(watcher)
    total, shifts = shift_of(watcher.page)
    assert total <= MOST_SHIFT, shifts
