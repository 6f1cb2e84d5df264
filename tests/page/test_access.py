"""Everyone can play: with keys alone, by the accessibility tree alone, with a thumb, and as WCAG asks."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page_person import PHONE, Person, play_until

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# The numerals on a card are a picture of the card, which its label names in words.
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"label-content-name-mismatch": {"enabled": False}, "target-size": {"enabled": True}},
}
LEAST = 44  # pixels
WIDE = {"width": 1440, "height": 900}


# ---------------------------------------------------------------- the screens


def home(ann: Person) -> None:
    ann.page.goto(ann.url)
    ann.button("Play now").wait_for()


def settings(ann: Person) -> None:
    home(ann)
    ann.button("^Settings").click()
    ann.page.get_by_role("dialog").wait_for()


def create(ann: Person) -> None:
    ann.page.goto(f"{ann.url}/new")
    ann.page.get_by_role("radio").first.wait_for()
    for summary in ann.page.locator("summary").all():
        summary.click()


def waiting(ann: Person) -> None:
    ann.sit_at(rules="console+hand=3", seats=2)
    ann.button("Fill with bots").wait_for()


def table(ann: Person) -> None:
    waiting(ann)
    ann.start_with_bots()


def full_table(ann: Person) -> None:
    ann.sit_at(rules="official+hand=10", seats=10)
    ann.start_with_bots()


def opened(name: str) -> Callable[[Person], None]:
    """Return a screen of the table with a dialog open."""

    def show(ann: Person) -> None:
        table(ann)
        if name != "What happened":
            ann.button("^Menu").click()
        if name != "Menu":
            ann.button(f"^{name}").first.click()
        ann.page.get_by_role("dialog").wait_for()

    return show


def summary(ann: Person) -> None:
    table(ann)
    play_until([ann], "match")


def replay(ann: Person) -> None:
    summary(ann)
    ann.page.get_by_role("link", name="Watch the replay").click()
    ann.page.get_by_text(re.compile(r"Step 1 of \d+")).wait_for()


SCREENS: dict[str, Callable[[Person], None]] = {
    "home": home, "settings": settings, "create": create, "waiting": waiting, "table": table, "full table": full_table,
    "menu": opened("Menu"), "log": opened("What happened"), "rules": opened("Rules"), "keys": opened("Keys"),
    "how to play": opened("How to play"), "summary": summary, "replay": replay,
}  # fmt: skip


AT_REST = """document.getAnimations().every(
  one => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity)"""


def at_rest(one: Person) -> None:
    """Wait until nothing on the page moves, except what moves for ever."""
    one.until(lambda: one.page.evaluate(AT_REST), "the end of all motion")


# ---------------------------------------------------------------- on a phone and on a wide screen

# What can be tapped, the space around it that is tapped with it, and what covers it.  A card of a fan is covered by
# the next one, so its own strip counts; a checkbox is tapped by its label.
SMALL = """least => {
  const found = [];
  for (const one of document.querySelectorAll("a[href], button, input, select, summary, [role=button]")) {
    if (one.disabled || !one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) continue;
    const dialog = document.querySelector("dialog[open]");
    if (dialog && !dialog.contains(one)) continue;
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    if (box.width === 0 || getComputedStyle(one).display === "inline") continue;
    if (box.width < least - 0.5 || box.height < least - 0.5)
      found.push(`${one.tagName} ${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40)}: ` +
                 `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_can_be_used_by_everyone(person, screen: str) -> None:
    ann = person("Ann", bypass_csp=True, reduced_motion="reduce", **PHONE)
    SCREENS[screen](ann)
    at_rest(ann)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the phone"
    assert ann.page.evaluate(SMALL, LEAST) == []
    ann.page.add_script_tag(content=AXE.read_text())
    for size in (PHONE["viewport"], WIDE):
        ann.page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            ann.page.emulate_media(color_scheme=scheme)
            expect(ann.page.locator("html")).to_have_attribute("data-theme", scheme)
            at_rest(ann)
            assert violations(ann.page) == [], (size, scheme)


def violations(page: Page) -> list[tuple[str, str, str]]:
    """Return what axe finds: the rule, the first element, and what is wrong with it."""
    found = page.evaluate(f"axe.run({json.dumps(AXE_OPTIONS)})")["violations"]
    return [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found]


# ---------------------------------------------------------------- keys alone, the accessibility tree alone


def test_a_whole_round_is_played_by_the_accessibility_tree_alone(person) -> None:
    ann = person("Ann", reduced_motion="reduce")
    ann.sit_at(rules="juno-seven0+hand=4", seats=3)
    ann.start_with_bots()
    heard: set[str] = set()
    end = time.monotonic() + 150
    while not ann.is_over("round"):
        assert time.monotonic() < end, ann.page.locator("body").aria_snapshot()
        heard.update(ann.page.get_by_role("status").all_inner_texts())
        ann.move()  # by names and roles, as a screen reader has them
    assert any("Your turn" in text for text in heard)


def test_a_whole_round_is_played_by_keys_alone(person) -> None:
    ann = person("Ann")
    ann.sit_at(rules="console+hand=4", seats=2)
    ann.start_with_bots()
    keys = ann.page.keyboard
    end = time.monotonic() + 150
    while time.monotonic() < end:
        if ann.is_over("match"):
            return
        if ann.page.get_by_role("dialog").count():
            keys.press("1")
        elif ann.cards.get_by_role("button", name="playable").count():
            keys.press("u")
            if walk_to_a_playable_card(ann):
                keys.press("Enter")
        else:
            keys.press("d")
        ann.page.wait_for_timeout(40)
    raise AssertionError(f"the round did not end: {ann.page.locator('body').aria_snapshot()}")


FOCUS = "document.activeElement?.getAttribute('aria-label') ?? ''"


def walk_to_a_playable_card(ann: Person) -> bool:
    """Move the focus with Tab to the hand, and with the arrow to a card that can be played, if there still is one."""
    held = len(ann.hand())
    for _ in range(30):
        if ann.page.evaluate("document.activeElement?.closest('[role=group]') !== null"):
            break
        ann.page.keyboard.press("Tab")
    for _ in range(held):
        if "playable" in ann.page.evaluate(FOCUS):
            return True
        ann.page.keyboard.press("ArrowRight")
    return False


def test_a_challenge_and_a_catch_have_keys(company) -> None:
    ann, ben = company.seat("rules-md", "r5y1w+4/g1g2 r1 >0 - 40|-")
    ann.play("w+4", colour="g")
    ben.button("^Challenge").wait_for()
    ben.page.keyboard.press("x")
    ann.hears("bluff-proved")
    ann, ben = company.seat("juno-classic", "r5y6/g1g2 r1 >0 - 40|-")
    ann.play("r5")
    ben.button("^Catch Ann").wait_for()
    ben.page.keyboard.press("c")
    ann.hears("caught", by=1)
    company.check()


def test_the_keys_are_listed(person) -> None:
    ann = person("Ann")
    table(ann)
    ann.page.keyboard.press("?")
    for key in ("D", "U", "C", "X", "H"):
        assert ann.page.get_by_role("dialog").get_by_text(re.compile(rf"\b{key}\b")).count(), key
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("dialog").wait_for(state="detached")
