"""The rooms of the table, in both lights: what is written can be read (WCAG: 4.5 for text, 3 for large figures)."""

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page_stage import DESK, PHONE, Scene

STYLES = (Path(__file__).parents[2] / "web" / "src" / "styles.css").read_text()
ROOMS = tuple(product(("felt", "kitchen", "neon"), ("dark", "light")))
OWN = "r7rRy0g2b4w+4/b1r2/y5y6 r1 >0 - * official"


def tokens(*selectors: str) -> dict[str, str]:
    """Return the plain colours that these selectors set; later ones count."""
    found: dict[str, str] = {}
    for selector in selectors:
        for block in re.findall(rf"^{re.escape(selector)} {{(.*?)^}}", STYLES, re.DOTALL | re.MULTILINE):
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    return found


def luminance(colour: tuple[float, ...]) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(text: str) -> tuple[float, ...]:
    return tuple(int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))


@pytest.mark.parametrize(("room", "theme"), ROOMS)
def test_words_can_be_read_in_the_room_on_panels_and_on_plates(room: str, theme: str) -> None:
    found = tokens(":root", f'[data-theme="{theme}"]', f'[data-room="{room}"][data-theme="{theme}"]')
    for ink, ground in product(("ink", "ink-2", "accent"), ("base", "panel", "plate")):
        assert contrast(rgb(found[ink]), rgb(found[ground])) >= 4.5, (ink, ground)


def test_what_stands_on_colours_can_be_read() -> None:
    found = tokens(":root")
    white = (1.0, 1.0, 1.0)
    for colour in ("red", "blue", "green"):
        assert contrast(white, rgb(found[colour])) >= 4.5
        assert contrast(white, rgb(found[f"{colour}-hi"])) >= 3
    for ink, ground in (("yellow", "yellow"), ("yellow", "yellow-deep"), ("sun", "sun"), ("hot", "hot")):
        assert contrast(rgb(found[f"on-{ink}"]), rgb(found[ground])) >= 4.5
    assert contrast(white, rgb(found["burst"])) >= 4.5


# The figures of the cards that do not fit, and the lightest and darkest ground under them, as a browser paints them.
PAINTED = """() => [...document.querySelectorAll(".held:not(.playable)")].map(held => {
  const pixel = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const read = colour => {
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3).map(part => part / 255);
  };
  const card = held.querySelector(".card");
  const paints = getComputedStyle(card).backgroundImage.match(/(rgba?|color)\\([^)]*\\)/g);
  return [held.dataset.card, read(getComputedStyle(card.querySelector("text")).fill), paints.map(read)];
})"""


@pytest.mark.parametrize("deck", ["white", "black"])
def test_cards_that_do_not_fit_are_darker_and_their_numerals_can_be_read(camera, deck: str) -> None:
    page = camera.open(DESK, deck=deck)
    camera.table(page, Scene("dim", OWN))
    found = page.evaluate(PAINTED)
    assert {card for card, _, _ in found} == {"y0", "g2", "b4"}
    for card, ink, grounds in found:
        assert len(grounds) == 3
        assert min(contrast(tuple(ink), tuple(ground)) for ground in grounds) >= 4.5, card


def test_the_table_moves_to_another_room_and_stays_there(camera) -> None:
    page = camera.open(PHONE)
    camera.table(page, Scene("room", OWN))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Table").select_option("kitchen")
    expect(page.locator("html")).to_have_attribute("data-room", "kitchen")
    assert page.evaluate("JSON.parse(localStorage.lastcard).room") == "kitchen"
