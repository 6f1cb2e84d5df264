"""The page in real Chromium, driven as a person would: by what can be seen and read."""

import re

import pytest
from playwright.sync_api import expect

from page_person import PATIENCE, PHONE, play_until
from page_table import position


def test_a_guest_is_at_a_table_in_three_taps_and_plays(person) -> None:
    ann = person("Ann")
    ann.page.goto(ann.url)
    ann.button("Play now").click()
    expect(ann.cards.get_by_role("button").first).to_be_visible()
    while not (ann.told("laid") or ann.told("drew") or ann.told("drew-penalty")):
        ann.move()


def test_a_guest_plays_a_whole_match_against_bots(person) -> None:
    ann = person("Ann", **PHONE)
    ann.sit_at(rules="official+rounds=2+hand=4", seats=3)
    ann.start_with_bots()
    play_until([ann], "round")
    expect(ann.page.get_by_role("row")).to_have_count(4)
    ann.button("Next round").click()
    ann.cards.wait_for()
    play_until([ann], "match")
    ann.page.get_by_role("link", name="Watch the replay").click()
    expect(ann.page.get_by_text(re.compile(r"Step 1 of \d+"))).to_be_visible()


def test_two_browsers_play_a_whole_match_and_a_rematch(table) -> None:
    ann, ben = table("one", position("r2r3/b6b7b8", "r1", stock="y6y7y8y9g6g7g8g9" * 2))
    play_until([ann, ben], "match")
    ben.until(lambda: ben.is_over("match"), "the end of the match")
    ann.button("Rematch").click()
    ben.button("Rematch").click()
    expect(ann.cards).to_be_visible()


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
