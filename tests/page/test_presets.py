"""Every seed preset in the browser: whole rounds, and what the page is told."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from online import ArrangedServer, ServerProcess
from page_person import NAMES, PATIENCE, PHONE, Person, play_until
from page_table import SEEDS, position, take_seats

CARD = r"(?:[rgby](?:\d|S|R|\+2)|w(?:\+4)?)"
CARDS = re.compile(rf"({CARD})+(:[rgby])?(>\d)*[&!]*")


@pytest.mark.parametrize("rules", SEEDS)
def test_two_people_play_a_round_to_its_end(table, rules: str) -> None:
    people = table(rules, position("r2r3r4/b6b7b8b9", "r1", stock="y6y7y8y9g6g7g8g9" * 2))
    play_until(people)
    for one in people:
        one.until(one.is_over, "the end of the round")
        assert one.told("won")


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("rules", SEEDS)
def test_people_play_a_dealt_round(browser: Browser, server: ServerProcess, rules: str, seats: int) -> None:
    devices = [PHONE if place % 2 else {} for place in range(seats)]
    people = [Person(browser, server.url, NAMES[place], **devices[place]) for place in range(seats)]
    take_seats(people, rules=rules)
    play_until(people, seconds=600)
    for place, one in enumerate(people):
        one.until(one.is_over, "the end of the round")
        check_secrets(one, place)
    for one in people:
        one.close()


def check_secrets(one: Person, seat: int) -> None:
    """Fail if a person was told a card that another seat drew."""
    drawn = [event for kind in ("dealt", "drew", "drew-penalty") for event in one.told(kind)]
    others = [event for event in drawn if event["seat"] != seat]
    assert others and all(event["card"] is None for event in others)
    assert all(event["card"] is not None for event in drawn if event["seat"] == seat)


# ---------------------------------------------------------------- what the page is sent


def texts(data: Any) -> Iterator[str]:
    """Yield every text in a message, keys and values, except the cards that everyone drew to see who deals."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict) and data.get("event") != "picked":
        for key, value in data.items():
            yield key
            yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


def cards_sent(one: Person) -> set[str]:
    """Return every card that is named anywhere in what a browser was sent."""
    found = (text for message in one.messages for text in texts(message) if CARDS.fullmatch(text))
    return {card for text in found for card in re.findall(CARD, text)}


@pytest.mark.parametrize("rules", SEEDS)
def test_the_page_is_sent_no_card_that_its_seat_may_not_know(
    table, browser: Browser, arranged: ArrangedServer, rules: str
) -> None:
    ann, ben = table(rules, position("r5r2r3/b6b8b9", "r1", stock="y1g4g7y8"))
    zoe = Person(browser, arranged.url, "Zoe")
    zoe.be_a_guest()
    zoe.page.goto(ann.page.url)
    expect(zoe.page.get_by_text("You are watching")).to_be_visible(timeout=PATIENCE)
    assert cards_sent(ann) == {"r1", "r5", "r2", "r3"}
    assert cards_sent(ben) == {"r1", "b6", "b8", "b9"}
    assert cards_sent(zoe) == {"r1"}
    ann.play("r5")
    ben.button("^Draw( D)?$").click()
    ben.holds("b6", "b8", "b9", "y1")
    for one in (ann, zoe):
        one.hears("drew", seat=1)
    assert cards_sent(ann) == {"r1", "r5", "r2", "r3"}
    assert cards_sent(ben) == {"r1", "b6", "b8", "b9", "r5", "y1"}
    assert cards_sent(zoe) == {"r1", "r5"}
    zoe.close()


def test_the_page_is_sent_no_card_of_others_by_a_real_deal(person) -> None:
    ann = person("Ann")
    ann.sit_at(seats=3)
    ann.start_with_bots()
    for _ in range(8):
        ann.move()
    check_secrets(ann, 0)
