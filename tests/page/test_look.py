"""How the table looks and moves: positions on a stage, so that the same cards are always there."""

import pytest
from playwright.sync_api import Locator, Page, expect

from page_stage import DESK, MANY, PHONE, Scene, Stage

LOW = (844, 390)  # a phone on its side
OWN = "r7rRg2w+4r9/b1r2/y5y6 r1 >0 - * official"


def drag(page: Page, card: str, to: str) -> None:
    """Drag a card of the hand to a place of the page."""
    start, end = page.locator(f"[data-card='{card}']").first.bounding_box(), page.locator(to).bounding_box()
    assert start is not None and end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] - 60, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def held(stage: Stage) -> list[str]:
    return [card.text for card in stage.round.view(0).hand]


@pytest.mark.parametrize("motion", [True, False])
def test_a_card_that_is_dragged_onto_the_table_is_played(camera, motion: bool) -> None:
    page = camera.open(DESK, motion=motion)
    stage = camera.table(page, Scene("drag", OWN))
    drag(page, "r7", "[data-place=discards]")
    expect(page.get_by_role("img", name="Discards: red 7")).to_be_visible()
    assert "r7" not in held(stage)


def test_a_card_that_is_dragged_back_to_the_hand_is_not_played(camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("drag", OWN))
    drag(page, "r7", "[data-card=g2]")
    expect(page.locator(".dragged")).to_have_count(0)
    page.locator("[data-card=r9]").click()  # and a tap still plays
    expect(page.get_by_role("img", name="Discards: red 9")).to_be_visible()
    assert "r7" in held(stage)


def test_a_dragged_card_that_does_not_fit_comes_back(camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("drag", OWN))
    drag(page, "g2", "[data-place=discards]")
    expect(page.locator(".dragged")).to_have_count(0)
    assert "g2" in held(stage)


def touch(page: Page, card: str, to: str) -> None:
    """Drag a card with a finger: real touches, as a screen reports them."""
    start, end = page.locator(f"[data-card='{card}']").bounding_box(), page.locator(to).bounding_box()
    assert start is not None and end is not None
    x, y = start["x"] + 20, start["y"] + 30
    toward_x, toward_y = end["x"] + end["width"] / 2 - x, end["y"] + end["height"] / 2 - y
    _trace(page, [(x + toward_x * step / 8, y + toward_y * step / 8) for step in range(9)])


def finger(page: Page, on: Locator, jitter: float) -> None:
    """Tap with a finger that moves a little."""
    box = on.bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 30
    _trace(page, [(x, y), (x + jitter, y)])


def _trace(page: Page, points: list[tuple[float, float]]) -> None:
    """Put a finger down at the first of some points, move it over the others, and lift it."""
    screen = page.context.new_cdp_session(page)

    def report(kind: str, *points: tuple[float, float]) -> None:
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    report("touchStart", points[0])
    for point in points[1:]:
        report("touchMove", point)
    report("touchEnd")


def test_a_tap_counts_while_a_card_that_was_dropped_waits_for_its_answer(camera) -> None:
    page = camera.open(PHONE)
    stage = camera.table(page, Scene("drag", OWN))
    stage.answers = False
    touch(page, "r7", "[data-place=discards]")
    expect(page.locator(".dragged")).to_have_count(1)
    finger(page, page.locator("[data-card=r9]"), 1)  # a finger is never quite still
    expect(page.locator(".dragged")).to_have_count(0)
    for _ in range(100):
        if len(stage.acts) == 2:
            break
        page.wait_for_timeout(50)
    assert stage.acts == ["r7", "r9"]


def test_a_card_dropped_on_the_table_is_played_also_where_others_could_go_with_it(camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("batch", "r7r8r8/b1b2b3/y5y6 r1 >0 - * juno-serious"))
    drag(page, "r8", "[data-place=discards]")
    expect(page.get_by_role("img", name="Discards: red 8")).to_be_visible()
    assert stage.acts == ["r8"]


@pytest.mark.parametrize("size", [PHONE, LOW])
def test_a_card_is_dragged_onto_the_table_with_a_finger(camera, size: tuple[int, int]) -> None:
    page = camera.open(size)
    stage = camera.table(page, Scene("drag", OWN))
    touch(page, "r7", "[data-place=discards]")
    expect(page.get_by_role("img", name="Discards: red 7")).to_be_visible()
    assert "r7" not in held(stage)


def test_a_finger_that_goes_back_to_the_hand_plays_nothing(camera) -> None:
    page = camera.open(PHONE)
    stage = camera.table(page, Scene("drag", OWN))
    touch(page, "r7", "[data-card=g2]")
    expect(page.locator(".dragged")).to_have_count(0)
    assert "r7" in held(stage)
    page.locator("[data-card=r9]").tap()  # and the hand still plays what is chosen
    expect(page.get_by_role("img", name="Discards: red 9")).to_be_visible()
    assert "r7" in held(stage)


@pytest.mark.parametrize("size", [DESK, PHONE, LOW])
def test_call_catch_and_challenge_have_places_that_no_other_control_uses(camera, size: tuple[int, int]) -> None:
    """Each control is seen in one scene or another; no two of different kinds may overlap."""
    scenes = {
        "call": "r7r8/b1r2/y5y6 r1 >0 - * official",
        "challenge": "r7g2w+4r9/b1y+2/y5y6 w+4:g >0 +4?1<r5@2 * official",
        "catch": "r7r8/b1*/y5y6 r1 >0 @1 * official",
        "pass": "r7r8/b1r2/y5y6 g1 >0 r8 * official",
        "batch": "r7r8r8/b1b2b3/y5y6 r1 >0 - * juno-serious",
    }
    boxes = {}
    page = camera.open(size)
    for name, position in scenes.items():
        camera.table(page, Scene(name, position))
        if name == "batch":
            page.locator("[data-card=r8]").first.click()
        for button in page.locator(".slot button").all():
            kind = button.evaluate("button => button.closest('.slot').className.split(' ')[1]")
            boxes.setdefault(kind, []).append(button.bounding_box())
    assert {"call", "challenge", "catch", "main", "other"} <= set(boxes)
    for kind in ("call", "challenge", "catch"):
        for other, places in boxes.items():
            if other != kind:
                assert not any(overlap(one, place) for one in boxes[kind] for place in places), (kind, other)


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


@pytest.mark.parametrize("size", [PHONE, LOW, (667, 375)])
@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("Challenge", "r7g2w+4r9/b1y+2/y5y6 w+4:g >0 +4?1<r5@2 * official"),
        ("Catch Noor", "r7r8/b1*/y5y6 r1 >0 @1 * official"),
    ],
)
def test_a_claim_can_be_read_as_a_whole(camera, size: tuple[int, int], name: str, position: str) -> None:
    page = camera.open(size)
    camera.table(page, Scene("claim", position))
    text = page.get_by_role("button", name=name).locator(".cut")
    assert text.evaluate("text => text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight + 2")


def test_a_button_that_stands_out_still_does_under_a_mouse(camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("hover", OWN))
    draw = page.get_by_role("button", name="Draw", exact=False).last
    colour = "button => getComputedStyle(button).backgroundColor"
    page.mouse.move(0, 0)
    before = draw.evaluate(colour)
    draw.hover()
    assert draw.evaluate(colour) == before


def test_where_accusations_may_be_blind_there_is_always_a_catch_button(camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("blind", "r7r8g1/b1r2y4/y5y6y7 r1 >0 - * official+fines"))
    assert len(stage.round.view(0).fouls.catch) == 2
    page.get_by_role("button", name="Catch …").click()
    page.get_by_role("button", name="Catch Theo, 3 cards").click()
    expect(page.locator(".said")).to_contain_text("You are fined 2 cards.")


def test_the_catch_button_stays_in_its_place_while_it_is_too_early(camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("early", "r7r8g1/b1r2y4/y5y6y7 r1 >0 - * official+fines", opens=3600))
    catch = page.get_by_role("button", name="Catch …")
    expect(catch).to_be_disabled()
    catch.click(force=True)
    expect(page.get_by_role("button", name="Catch Theo")).to_have_count(0)
    stage.move("0 r7")
    expect(page.get_by_role("img", name="Discards: red 7")).to_be_visible()
    expect(catch).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, (360, 640), (844, 390), (667, 375)])
def test_every_card_of_thirty_has_room_for_a_thumb(camera, size: tuple[int, int]) -> None:
    """A finger on the middle of what can be seen of a card taps that card, and no card is narrower than 44 pixels."""
    page = camera.open(size)
    camera.table(page, Scene("thirty", f"{MANY}/b1b2b4/y5y7/g8g0 r1 >0 - * official"))
    seen = page.locator("button.held").evaluate_all(_SEEN)
    assert len(seen) == 30
    assert page.locator("[data-place=hand]").evaluate("hand => hand.getBoundingClientRect().bottom <= innerHeight")
    assert all(width >= 44 and height >= 44 for width, height in seen), sorted(map(min, seen))


_SEEN = """held => held.map(one => {
  const box = one.getBoundingClientRect();
  const own = (x, y) => document.elementFromPoint(x, y)?.closest("button.held") === one;
  const along = (from, to, at) => { let n = 0; for (let p = from; p < to; p++) n += own(...at(p)) ? 1 : 0; return n; };
  const y = box.top + 20;
  return [along(box.left, box.right, p => [p, y]), along(box.top, box.bottom, p => [box.left + 20, p])];
})"""


def test_a_call_is_seen_beside_its_seat_also_with_reduced_motion(camera) -> None:
    for motion in (True, False):
        page = camera.open(DESK, motion=motion)
        stage = camera.table(page, Scene("call", "r7g2/b1r2/y5y6 r1 >1 - * official"))
        page.evaluate(STAMPS)
        stage.move("1 r2!")
        expect(page.locator(".said")).to_contain_text("Noor calls: last card!")
        assert page.evaluate("window.stamps") == ["1"]


# Notes the seats beside which a word is shown, however short.
STAMPS = """() => {
  window.stamps = [];
  new MutationObserver(changes => {
    for (const node of changes.flatMap(one => [...one.addedNodes]))
      if (node.classList?.contains("stamp")) window.stamps.push(node.closest("[data-seat]").dataset.seat);
  }).observe(document.body, {childList: true, subtree: true});
}"""


def test_what_is_said_shows_beside_the_seat(camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("said", OWN, says=({"seat": 1, "mark": "laugh"},)))
    expect(page.locator("[data-seat='1'] .bubble")).to_have_text("😂")


def test_partners_and_those_who_are_away_are_marked(camera) -> None:
    page = camera.open(DESK)
    position = "r7rRy0y+2g3/b1b2b3/y5y6/g9g0 r1 >0 - * official+partners"
    camera.table(page, Scene("partners", position, seats={1: {"away": 40}}))
    expect(page.locator("[data-seat='2']")).to_contain_text("your partner")
    expect(page.locator("[data-seat='1']")).to_contain_text("away")


def test_points_are_counted_card_by_card(camera) -> None:
    page = camera.open(DESK, motion=True)
    camera.table(page, Scene("end", "r7/b1y+2b7/y5g9w r1 >0 - * official", ("0 r7",)))
    row = page.get_by_role("row").filter(has_text="Theo")
    expect(row.locator(".sum")).to_have_text("= 64")  # 5, 9 and a wild
    expect(row.locator(".counted")).to_have_count(3)
    expect(page.get_by_role("row").filter(has_text="Ada")).to_contain_text("92")


def test_a_name_of_one_long_word_fits_on_the_sheet_of_a_phone(camera) -> None:
    page = camera.open((320, 568))
    long = {seat: {"name": "WWMAXIMILIANMUSTERMA"} for seat in (0, 1)}
    camera.table(page, Scene("end", "r7/b1y+2b7 r1 >0 - * official", ("0 r7",), seats=long, over=True))
    page.get_by_role("table").wait_for()
    assert page.locator("main").evaluate("main => main.scrollWidth <= main.clientWidth")
    for part in page.locator("h1, main .button, td").all():
        box = part.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320


def test_where_nothing_is_scored_the_sheet_counts_rounds(camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("end", "r7/b1y+2b7 r1 >0 - * one", ("0 r7",), scores=(1, 0)))
    expect(page.get_by_role("columnheader")).to_have_text(["Player", "Rounds won"])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Players and scores").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 round won")


def test_those_who_would_like_a_rematch_are_named(camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("end", "r7/b1b7 r1 >0 - * official", ("0 r7",), over=True, room={"agreed": [1]}))
    expect(page.get_by_role("status").filter(has_text="Ready for a rematch: Noor")).to_be_visible()


def test_a_name_written_from_right_to_left_is_cut_at_its_end(camera) -> None:
    page = camera.open(PHONE)
    camera.table(page, Scene("names", OWN, seats={1: {"name": "אבא של נועה הקטנה"}}))
    name = page.locator("[data-seat='1'] .name")
    assert name.evaluate("name => name.scrollWidth > name.clientWidth")
    assert name.evaluate("name => getComputedStyle(name).direction") == "rtl"


def test_spectators_see_every_seat(camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("watching", OWN, seat=None))
    expect(page.locator("[data-seat]")).to_have_count(3)
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)


# ---------------------------------------------------------------- taps


def test_a_card_is_pressed_in_the_frame_after_the_finger_and_shows_that_it_waits(camera) -> None:
    page = camera.open(PHONE)
    stage = camera.table(page, Scene("slow", OWN))
    stage.answers = False
    card = page.locator("[data-card=r7]")
    page.evaluate(PRESSED)
    finger(page, card, 0)
    expect(card).to_have_attribute("aria-busy", "true")
    assert page.evaluate("window.pressed") == ["r7"]
    expect(page.get_by_role("status").filter(has_text="On its way")).to_be_visible()
    finger(page, card, 0)  # the same again changes nothing
    finger(page, page.locator("[data-card=r9]"), 0)  # another one does
    expect(page.locator("[data-card=r9]")).to_have_attribute("aria-busy", "true")
    expect(card).not_to_have_attribute("aria-busy", "true")
    assert stage.acts == ["r7", "r9"]


# Notes the cards that are seen as pressed in the first frame after a finger went down.
PRESSED = """() => {
  window.pressed = [];
  addEventListener("pointerdown", event => requestAnimationFrame(() => {
    const card = event.target.closest(".held.pressed");
    if (card && pressed.length === 0) pressed.push(card.dataset.card);
  }), {capture: true});
}"""


def test_a_button_that_waits_for_an_answer_says_so(camera) -> None:
    page = camera.open(DESK)
    stage = camera.table(page, Scene("slow", OWN))
    stage.answers = False
    expect(page.locator(".main .button")).to_have_attribute("aria-disabled", "false")
    page.locator(".main .button").click()
    expect(page.locator(".main .button.pending")).to_have_count(1)
    page.locator(".main .button").click()
    assert stage.acts == ["draw"]


# ---------------------------------------------------------------- the end of a round


@pytest.mark.parametrize("motion", [True, False])
@pytest.mark.parametrize("seat", [0, None])
def test_the_winning_card_lies_on_the_table_before_the_sums_come(camera, motion: bool, seat: int | None) -> None:
    page = camera.open(DESK, motion=motion)
    stage = camera.table(page, Scene("won", "r7/b1y+2b7 r1 >0 - * official", seat=seat))
    page.evaluate(HELD_UP)
    stage.move("0 r7")
    page.get_by_role("table").wait_for()
    held_up, top = page.evaluate("[window.heldUp, window.topCard]")
    assert top == "Discards: red 7"
    assert held_up >= 1200


# Notes how many milliseconds the last card lies there until the sums come: never fewer, however slow the machine is.
HELD_UP = """() => {
  let from = 0;
  new MutationObserver(() => {
    const card = document.querySelector("[data-place=discards]:has(.winning)");
    if (card && from === 0) { from = performance.now(); window.topCard = card.getAttribute("aria-label"); }
    if (document.querySelector("table") && window.heldUp === undefined) window.heldUp = performance.now() - from;
  }).observe(document.body, {childList: true, subtree: true, attributes: true});
}"""


def test_a_tap_brings_the_sums_sooner(camera) -> None:
    page = camera.open(DESK)
    page.clock.install()
    stage = camera.table(page, Scene("won", "r7/b1y+2b7 r1 >0 - * official"))
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))
    stage.move("0 r7")
    expect(page.locator(".winning")).to_have_count(1)
    page.clock.run_for(700)
    expect(page.locator(".winning")).to_have_count(1)
    page.mouse.click(10, 400)
    page.clock.run_for(10)
    expect(page.get_by_role("table")).to_have_count(1)


# ---------------------------------------------------------------- moments


@pytest.mark.parametrize("motion", [True, False])
@pytest.mark.parametrize(
    ("position", "moves", "told"),
    [
        ("rSr7b1/b1r2/y5y6 r1 >0 - * official", ["0 rS"], ["Skip! Noor"]),
        ("rRr7b1/b1r2/y5y6 r1 >0 - * official", ["0 rR"], ["Reverse!"]),
        ("r+2r7b1/b1r2/y5y6 r1 >0 - * official", ["0 r+2"], ["+2"]),
        ("w+4b7b1/b1r2/y5y6 r1 >0 - * official", ["0 w+4:b"], ["Blue You", "+4 You → Noor"]),
        ("wb7b1/b1r2/y5y6 r1 >0 - * official", ["0 w:g"], ["Green You"]),
        ("r7g2/b1r2/y5y6 r1 >1 - * official", ["1 r2!"], ["Last card! Noor"]),
        ("r7r8/b1*/y5y6 r1 >0 @1 * official", ["0 catch 1"], ["Caught! You → Noor", "+2"]),
        ("r7b1/b1r2/y5y6 r1 >0 - * juno-seven0", ["0 r7>1"], ["Swap! You → Noor"]),
        ("r0b1/b1r2/y5y6 r1 >0 - * juno-seven0", ["0 r0"], ["Pass them on!"]),
    ],
)
def test_a_moment_is_told(camera, position: str, moves: list[str], told: list[str], motion: bool) -> None:
    page = camera.open(DESK, motion=motion)
    stage = camera.table(page, Scene("moment", position))
    page.evaluate(TOLD)
    for move in moves:
        stage.move(move)
    page.wait_for_function("all => window.told.length >= all", arg=len(told))
    assert page.evaluate("window.told") == told


# Notes what is told over the piles, however short.
TOLD = """() => {
  window.told = [];
  new MutationObserver(changes => {
    for (const node of changes.flatMap(one => [...one.addedNodes]))
      if (node.classList?.contains("stage"))
        told.push([...node.querySelectorAll("b, small")].map(one => one.textContent.trim()).join(" "));
  }).observe(document.body, {childList: true, subtree: true});
}"""
