"""Everyone can play: with keys alone, by the accessibility tree alone, with a thumb, and as WCAG asks."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page_match import finish_a_match
from page_person import PHONE, Person, play_until
from page_stage import DESK, Camera, Scene
from page_table import position

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# The numerals on a card are a picture of the card, which its label names in words.
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"label-content-name-mismatch": {"enabled": False}, "target-size": {"enabled": True}},
}
LEAST = 44  # pixels
NARROW = PHONE["viewport"]
WIDE = {"width": 1440, "height": 900}
USUAL = "r7rRg2w+4r9/b1r2/y5y6 r1 >0 - * official"
TEN = "r7rRy0y+2g3gSb5/b1b2b3/y5!/y6y7y8g9/g1/g2g3/r0r1r2r3/b4b5b6b7b8b9/y1y2/w r1 <0 - * official"
END = "r7/b1y+2b7b8r1/y5g9w/y6y7ySg9g0 r1 >0 - * official"

Screen = Callable[[Camera, Page], None]


# ---------------------------------------------------------------- the screens


def at(path: str, heading: str, *buttons: str) -> Screen:
    """Return a page at an address, after some buttons."""

    def show(camera: Camera, page: Page) -> None:
        page.goto(camera.url + path)
        page.get_by_role("heading", name=heading).first.wait_for()
        press(page, *buttons)

    return show


def press(page: Page, *buttons: str) -> None:
    for name in buttons:
        page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
    if buttons:
        page.get_by_role("dialog").wait_for()


def create(camera: Camera, page: Page) -> None:
    page.goto(f"{camera.url}/new")
    page.get_by_role("radio").first.wait_for()
    for summary in page.locator("summary").all():
        summary.click()


def waiting(camera: Camera, page: Page) -> None:
    page.goto(f"{camera.url}/t/{camera.make(page, rules='official', seats=3)}")
    page.get_by_role("button", name="Fill with bots").wait_for()
    page.locator("summary").click()


def on_stage(scene: Scene, *buttons: str) -> Screen:
    """Return a table at a moment, after some buttons."""

    def show(camera: Camera, page: Page) -> None:
        camera.table(page, scene)
        press(page, *buttons)

    return show


def opened(*buttons: str) -> Screen:
    return on_stage(Scene("table", USUAL), *buttons)


def card(position: str, name: str) -> Screen:
    """Return a table after a tap on a card."""

    def show(camera: Camera, page: Page) -> None:
        camera.table(page, Scene("card", position))
        page.locator(f"[data-card='{name}']").first.click()
        page.get_by_role("button", name=re.compile("^(Red|Play this card)")).wait_for()

    return show


def ended(*moves: str, over: bool = False) -> Screen:
    """Return the end of a round, or of the match."""

    def show(camera: Camera, page: Page) -> None:
        camera.table(page, Scene("end", END, moves, over=over))
        page.get_by_role("heading", name="You win").wait_for()

    return show


def closed(camera: Camera, page: Page) -> None:
    camera.table(page, Scene("closed", USUAL, room={"phase": "ended"}), wait_for="h1")


def replay(camera: Camera, page: Page) -> None:
    camera.make(page, rules="one", seats=2)
    page.goto(f"{camera.url}/match/{finish_a_match(page.context, camera.url)}")
    page.get_by_text(re.compile(r"Step 1 of \d+")).wait_for()


def verified(camera: Camera, page: Page) -> None:
    replay(camera, page)
    page.get_by_role("button", name="Check the match").click()
    page.get_by_text("Everything is in order.").wait_for()


SCREENS: dict[str, Screen] = {
    "home": at("/", "Last Card"), "settings": at("/", "Last Card", "Settings"), "create": create, "waiting": waiting,
    "nowhere": at("/nonsense", "There is nothing here"), "door": at("/t/ZZZZZZ", "You are invited to a table"),
    "table": opened(), "full table": on_stage(Scene("ten", TEN)), "menu": opened("Menu"),
    "log": opened("What happened"), "rules": opened("Menu", "Rules"), "keys": opened("Menu", "Keys"),
    "how to play": opened("Menu", "How to play"), "players": opened("Menu", "Players and scores"),
    "leaving": opened("Menu", "Leave the match"), "colour": card(USUAL, "w+4"),
    "batch": card("r7r8r8/b1b2b3/y5y6 r1 >0 - * juno-serious", "r8"),
    "pausing": on_stage(Scene("pausing", USUAL, room={"pausing": [1]})),
    "paused": on_stage(Scene("paused", USUAL, room={"paused": 1})),
    "between rounds": ended("0 r7"), "summary": ended("0 r7", over=True), "closed": closed, "replay": replay,
    "verify": verified,
}  # fmt: skip


AT_REST = """document.getAnimations().every(
  one => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity)"""


def at_rest(page: Page) -> None:
    """Wait until nothing on the page moves, except what moves for ever."""
    while not page.evaluate(AT_REST):
        page.wait_for_timeout(25)


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
def test_a_screen_can_be_used_by_everyone(camera: Camera, screen: str) -> None:
    page = camera.open((NARROW["width"], NARROW["height"]), theme="auto", bypass_csp=True, reduced_motion="reduce")
    SCREENS[screen](camera, page)
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the phone"
    assert page.evaluate(SMALL, LEAST) == []
    page.add_script_tag(content=AXE.read_text())
    for size, scheme in ((NARROW, "light"), (WIDE, "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        at_rest(page)
        assert violations(page) == [], (size, scheme)
    if screen == "nowhere":
        camera.problems[:] = [text for text in camera.problems if "404" not in text]  # the server says so, too


def violations(page: Page) -> list[tuple[str, str, str]]:
    """Return what axe finds: the rule, the first element, and what is wrong with it."""
    found = page.evaluate(f"axe.run({json.dumps(AXE_OPTIONS)})")["violations"]
    return [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found]


def test_nothing_moves_for_ever_with_reduced_motion(camera: Camera) -> None:
    page = camera.open(DESK, reduced_motion="reduce")
    camera.table(page, Scene("seven", "r7g2w+4r9/b1r2/y5y6/b8b9 r1 >0 - * juno-seven0", ("0 r7",)))
    page.get_by_role("button", name="Swap with Noor, 2 cards").wait_for()
    assert page.evaluate("document.getAnimations().some(one => one.effect.getTiming().iterations > 1)") is False


# ---------------------------------------------------------------- keys alone, the accessibility tree alone


ROUND = position("r2r3wr4/b6b7b8b9", "r1", stock="y6y7y8y9g6g7g8g9" * 2)


def test_a_whole_round_is_played_by_the_accessibility_tree_alone(table) -> None:
    ann, ben = table("juno-seven0", ROUND)
    ann.page.evaluate(ANNOUNCED)
    play_until([ann, ben])  # by names and roles, as a screen reader has them
    said = ann.page.evaluate("window.announced")
    for words in ("You play red 2.", "Ben draws", "Your turn"):
        assert any(words in text for text in said), (words, said)


# Notes what live regions say: what is new in a log, and the whole text of a status.
ANNOUNCED = """() => {
  window.announced = [];
  new MutationObserver(changes => {
    for (const {target, addedNodes} of changes) {
      const node = target.closest ? target : target.parentElement;
      const region = node?.closest("[role=status], [role=log], [role=alert]");
      if (region?.role === "log") window.announced.push(...[...addedNodes].map(node => node.textContent));
      else if (region) window.announced.push(region.textContent);
    }
  }).observe(document.body, {childList: true, characterData: true, subtree: true});
}"""


def test_a_whole_round_is_played_by_keys_alone(table) -> None:
    ann, ben = table("console", ROUND)
    for card in ("r2", "r3", "w", "r4"):
        expect(ann.card(card)).to_have_accessible_name(re.compile("playable"))
        if card == "w":
            ann.page.keyboard.press("u")
            expect(ann.button("^(✓)?Last card!")).to_have_attribute("aria-pressed", "true")
        walk_to(ann, card)
        ann.page.keyboard.press("Enter")
        if card == "w":
            ann.page.get_by_role("dialog", name="Choose a colour").wait_for()
            ann.page.keyboard.press("1")
            ben.hears("laid", card="w", colour="r")
            expect(ann.cards.locator("button:focus")).to_have_count(1)
        ann.hears("laid", card=card)
        while not (ann.page.title().startswith("●") or ann.is_over()):
            ben.move()
    assert ann.is_over("match")


def walk_to(one: Person, card: str) -> None:
    """Move the focus with Tab to the hand, and with the arrow to a card."""
    for _ in range(40):
        if one.page.evaluate("document.activeElement?.closest('[role=group]') !== null"):
            break
        one.page.keyboard.press("Tab")
    for _ in range(40):
        if one.page.evaluate("document.activeElement?.dataset.card") == card:
            return
        one.page.keyboard.press("ArrowRight")
    raise AssertionError(f"{card} cannot be reached")


def test_a_colour_must_be_chosen_however_often_escape_is_pressed(camera: Camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("opening", "r7r8g2/b1r2/y5y6 w >0 : * official"))
    chooser = page.get_by_role("dialog", name="Choose a colour")
    for _ in range(3):
        page.keyboard.press("Escape")
    chooser.get_by_role("button", name="Green").click()
    expect(chooser).to_have_count(0)
    assert stage.acts == [":g"]


def test_a_challenge_and_a_catch_have_keys(company) -> None:
    ann, ben = company.seat("rules-md", "r5y1w+4/g1g2 r1 >0 - 40|-")
    ann.play("w+4", colour="g")
    ben.button("^Challenge").wait_for()
    ben.page.keyboard.press("x")
    ann.hears("bluff-proved")
    ann, ben = company.seat("juno-classic", "r5y6/g1g2 r1 >0 - 40|-")
    ann.play("r5")
    expect(ben.button("^Catch Ann")).to_be_enabled()  # at first only Ann may speak, to call
    ben.page.keyboard.press("c")
    ann.hears("caught", by=1)


def test_keys_of_one_letter_can_be_switched_off(camera: Camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("keys", USUAL))
    press(page, "Menu", "Settings")
    page.get_by_label("Single-letter keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.get_by_role("button", name="Menu").press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("[data-card=r7]").press("Enter")
    expect(page.get_by_role("img", name="Discards: red 7")).to_be_visible()
    assert stage.acts == ["r7"]
