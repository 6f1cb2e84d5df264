"""The page in real Chromium, driven as a person would: by what can be seen and read."""

import re

import pytest
from playwright.sync_api import expect

from page_person import PATIENCE, PHONE, play_until


def test_a_guest_is_at_a_table_in_three_taps_and_plays_a_round(person) -> None:
    ann = person("Ann")
    ann.page.goto(ann.url)
    ann.button("Play now").click()
    expect(ann.cards.get_by_role("button").first).to_be_visible(timeout=PATIENCE)
    play_until([ann])
    expect(ann.page.get_by_role("row")).to_have_count(5)
    ann.button("Next round").click()
    expect(ann.cards).to_be_visible()


def test_a_guest_plays_a_whole_match_against_bots(person) -> None:
    ann = person("Ann", **PHONE)
    ann.sit_at(rules="official+rounds=2+hand=4", seats=3)
    ann.start_with_bots()
    play_until([ann], "round")
    ann.button("Next round").click()
    ann.cards.wait_for()
    play_until([ann], "match")
    expect(ann.page.get_by_role("link", name="Watch the replay")).to_be_visible()


def test_two_browsers_play_a_whole_match_and_a_rematch(person) -> None:
    ann, ben = person("Ann"), person("Ben", **PHONE)
    code = ann.sit_at(rules="one+hand=4")
    ben.join(code)
    ann.button("^Start").click()
    play_until([ann, ben], "match")
    ben.until(lambda: ben.is_over("match"), "the end of the match")
    ann.button("Rematch").click()
    ben.button("Rematch").click()
    expect(ann.cards).to_be_visible()


def test_a_finished_match_is_replayed_with_all_hands_open(person) -> None:
    ann = person("Ann")
    ann.sit_at(rules="console+hand=4")
    ann.start_with_bots()
    play_until([ann], "match")
    ann.page.get_by_role("link", name="Watch the replay").click()
    expect(ann.page.get_by_text(re.compile(r"Step 1 of \d+"))).to_be_visible(timeout=PATIENCE)
    ann.button("Forward").click()
    expect(ann.page.get_by_text(re.compile(r"Step 2 of \d+"))).to_be_visible()


def test_a_card_that_does_not_fit_is_explained(table) -> None:
    ann, _ = table("juno-classic", "r5y6b7/g1g2 r1 >0 - 40|-")
    ann.card("y6").click()
    expect(ann.page.get_by_text(re.compile(r"yellow 6.* matches neither", re.I)).first).to_be_visible(timeout=PATIENCE)
    ann.holds("r5", "y6", "b7")


@pytest.mark.parametrize(("language", "start"), [("de-DE", "Sofort spielen"), ("es-ES", "Jugar ya")])
def test_the_page_speaks_the_language_of_the_browser(person, language: str, start: str) -> None:
    one = person("Ann", locale=language)
    one.page.goto(one.url)
    expect(one.button(start)).to_be_visible()
