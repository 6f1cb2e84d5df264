"""The page in real Chromium, driven as a person would: by what can be seen and read."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from online import ServerProcess
from page_person import Person

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text
# The numerals on a card are a picture of the card, which its label names in words.
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"label-content-name-mismatch": {"enabled": False}},
}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def play_until(people, text: str, moves: int = 3000) -> None:
    """Let people play in turn until a heading with a text shows for the first of them."""
    for _ in range(moves):
        for one in people:
            if people[0].page.get_by_role("heading", name=re.compile(text)).count():
                return
            one.move()
    raise AssertionError(f"{text!r} never showed")


def test_a_guest_is_at_a_table_in_three_taps_and_plays_a_round(person) -> None:
    ann = person("Ann")
    ann.page.goto(ann.url)
    ann.page.get_by_role("button", name=re.compile("Play now")).click()
    expect(ann.page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(7)
    play_until([ann], "wins? the round|Nobody wins")
    expect(ann.page.get_by_role("row")).to_have_count(5)
    ann.page.get_by_role("button", name="Next round").click()
    expect(ann.page.get_by_role("group", name="Your hand")).to_be_visible()


def test_two_browsers_play_a_whole_match_and_a_rematch(person) -> None:
    ann, ben = person("Ann"), person("Ben", **PHONE)
    code = ann.sit_at(rules="one")
    ben.join(code)
    ann.page.get_by_role("button", name="Start").click()
    play_until([ann, ben], "wins? the match")
    expect(ben.page.get_by_role("heading", name=re.compile("wins? the match"))).to_be_visible()
    ann.page.get_by_role("button", name="Rematch").click()
    ben.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_role("group", name="Your hand")).to_be_visible()


def test_a_finished_match_is_replayed_with_all_hands_open(person) -> None:
    ann = person("Ann")
    ann.sit_at(rules="console")
    ann.start_with_bots()
    play_until([ann], "wins? the match")
    ann.page.get_by_role("link", name="Watch the replay").click()
    expect(ann.page.get_by_text(re.compile(r"Step 1 of \d+"))).to_be_visible()
    ann.page.get_by_role("button", name="Forward").click()
    expect(ann.page.get_by_text(re.compile(r"Step 2 of \d+"))).to_be_visible()


def test_a_reload_comes_back_to_the_same_hand(person) -> None:
    ann = person("Ann")
    ann.sit_at(seats=3)
    ann.start_with_bots()
    before = ann.hand()
    assert before
    ann.page.reload()
    ann.page.get_by_role("group", name="Your hand").wait_for()
    assert not Counter(before) - Counter(ann.hand())  # a draw card may have added to it meanwhile


def test_a_card_that_does_not_fit_is_explained(person) -> None:
    ann = person("Ann")
    ann.sit_at(seats=2, rules="mattel-2022+hand=15")  # no wild starts a round
    ann.start_with_bots()
    dull = ann.page.locator("button.held:not(.playable)").first
    dull.click()
    expect(ann.page.locator(".asked")).to_contain_text(re.compile("matches neither|nobody can play out of turn"))


def test_a_whole_round_is_played_by_keys_alone(person) -> None:
    ann = person("Ann")
    ann.sit_at(rules="console", seats=2)
    ann.start_with_bots()
    page = ann.page
    for _ in range(3000):
        if page.get_by_role("heading", name=re.compile("wins? the match")).count():
            return
        if page.get_by_role("dialog").count():
            page.keyboard.press("1")
        elif page.locator("button.held.playable").count():
            page.keyboard.press("u")
            page.evaluate("document.querySelector('button.held.playable')?.focus()")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("d")
        page.wait_for_timeout(40)
    raise AssertionError("the round did not end")


def test_the_page_is_sent_no_card_that_its_seat_may_not_know(person) -> None:
    ann = person("Ann")
    ann.sit_at(seats=3)
    ann.start_with_bots()
    for _ in range(25):
        ann.move()
    pushes = [message for message in map(json.loads, ann.frames) if message["t"] == "ev"]
    told = [(message.get("you") or {}).get("events", []) + message["what"].get("events", []) for message in pushes]
    events = [event for together in told for event in together]
    drawn = [event for event in events if event["event"] in ("dealt", "drew", "drew-penalty")]
    hidden = [event for event in drawn if event["seat"] != 0]
    assert hidden and all(event["card"] is None for event in hidden)


def test_a_cut_and_a_restart_lose_nothing(browser, tmp_path) -> None:
    server = ServerProcess(tmp_path / "tables.db", haste=0.1)
    with server:
        ann = Person(browser, server.url, "Ann")
        ann.sit_at(seats=2, rules="official+hand=15")  # a round that these moves cannot end
        ann.start_with_bots()
        for _ in range(6):
            ann.move()
        server.kill()
        expect(ann.page.get_by_text("The connection is lost")).to_be_visible()
        server.start()
        expect(ann.page.get_by_text("The connection is lost")).to_be_hidden()
        for _ in range(10):
            ann.move()
        ann.context.set_offline(True)
        ann.context.set_offline(False)
        expect(ann.page.get_by_role("group", name="Your hand")).to_be_visible()
        ann.problems.clear()  # a browser notes each failed attempt to connect
        ann.close()


def test_a_spectator_sees_no_hand(person) -> None:
    ann, cyd = person("Ann"), person("Cyd")
    code = ann.sit_at(seats=2)
    ann.start_with_bots()
    cyd.page.goto(f"{cyd.url}/")
    cyd.page.get_by_label("Your name").fill("Cyd")
    cyd.page.get_by_label("Code of the table").fill(code)
    cyd.page.get_by_role("button", name="Join").click()
    expect(cyd.page.get_by_text("You are watching")).to_be_visible()
    expect(cyd.page.get_by_role("group", name="Your hand")).to_have_count(0)


@pytest.mark.parametrize(("language", "start"), [("de-DE", "Sofort spielen"), ("es-ES", "Jugar ya")])
def test_the_page_speaks_the_language_of_the_browser(person, language: str, start: str) -> None:
    one = person("Ann", locale=language)
    one.page.goto(one.url)
    expect(one.page.get_by_role("button", name=re.compile(start))).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["home", "new", "waiting", "table", "menu", "log", "summary"])
def test_axe_finds_nothing(person, screen: str, scheme: str) -> None:
    ann = person("Ann", color_scheme=scheme, bypass_csp=True)
    if screen in ("home", "new"):
        ann.page.goto(ann.url + ("/new" if screen == "new" else "/"))
    else:
        ann.sit_at(rules="console", seats=2)
        ann.page.get_by_role("button", name="Fill with bots").wait_for()
        if screen != "waiting":
            ann.start_with_bots()
        if screen in ("menu", "log"):
            ann.page.get_by_role("button", name="Menu" if screen == "menu" else "What happened").click()
        if screen == "summary":
            play_until([ann], "wins? the match")
    ann.page.wait_for_timeout(700)  # what fades in has faded in
    ann.page.add_script_tag(content=AXE())
    found = ann.page.evaluate(f"axe.run({json.dumps(AXE_OPTIONS)})")
    told = [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found["violations"]]
    assert not told, told
