"""Whoever is cut off, asleep or gone comes back to the table, and no tap is lost or counted twice."""

import re
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from online import ArrangedServer, ServerProcess
from page_cable import Cable
from page_match import finish_a_round
from page_person import PATIENCE, PHONE, Person
from page_table import Company, position, take_seats

LOST = re.compile("connection is lost", re.I)


@pytest.fixture
def cable(arranged: ArrangedServer) -> Iterator[Cable]:
    with Cable(arranged.port) as cable:
        yield cable


@pytest.fixture
def couple(browser: Browser, arranged: ArrangedServer, cable: Cable) -> Iterator[list[Person]]:
    """Ann on a phone, behind a cable that can be cut, and Ben, in the middle of a round."""
    people = [Person(browser, cable.url, "Ann", **PHONE), Person(browser, arranged.url, "Ben")]
    company = Company(arranged, lambda place: people[place])
    yield company.seat("juno-classic", position("r5r6b1b2/r3r4y1y2", "r1"))
    for one in people:
        one.forgive_cuts()
    company.close()


def has_lost(one: Person) -> None:
    """Wait until the page says that the connection is lost."""
    expect(one.page.get_by_text(LOST)).to_be_visible(timeout=PATIENCE)


def is_back(one: Person) -> None:
    expect(one.page.get_by_text(LOST)).to_be_hidden(timeout=PATIENCE)


def laid_by(one: Person, seat: int) -> list[str]:
    return [event["card"] for event in one.told("laid") if event["seat"] == seat]


def test_a_tap_without_a_network_is_played_once_it_is_back(couple: list[Person], cable: Cable) -> None:
    ann, ben = couple
    cable.cut()
    has_lost(ann)
    ann.play("r5")
    ann.page.wait_for_timeout(2000)  # the network is away for seconds
    assert laid_by(ben, 0) == []
    cable.mend()
    is_back(ann)
    ann.holds("r6", "b1", "b2")
    ben.hears("laid", seat=0, card="r5")
    ben.play("r3")
    ann.play("r6")
    ben.hears("laid", card="r6")
    assert laid_by(ben, 0) == ["r5", "r6"]


def test_what_happened_during_a_cut_is_on_the_table_afterwards(couple: list[Person], cable: Cable) -> None:
    ann, ben = couple
    ann.play("r5")
    ben.hears("laid", card="r5")
    cable.cut()
    has_lost(ann)
    ben.play("r3")
    cable.mend()
    is_back(ann)
    expect(ann.page.get_by_label("Discards: red 3")).to_be_visible()
    ann.play("r6")
    ben.hears("laid", card="r6")


@pytest.mark.parametrize("cut", [False, True], ids=["connected", "cut"])
def test_a_phone_that_slept_shows_the_table_as_it_is(couple: list[Person], cable: Cable, cut: bool) -> None:
    ann, ben = couple
    ann.play("r5")
    ben.hears("laid", card="r5")
    phone = ann.context.new_cdp_session(ann.page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    if cut:
        cable.cut()
    ben.play("r3")
    ben.holds("r4", "y1", "y2")
    cable.mend()
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(ann.page.get_by_label("Discards: red 3")).to_be_visible()
    ann.play("r6")
    ben.hears("laid", card="r6")


@pytest.fixture
def dealt(person, server: ServerProcess) -> list[Person]:
    """Two people at a table that was dealt as usual."""
    people = [person("Ann", **PHONE), person("Ben")]
    take_seats(people, rules="mattel-2022+hand=15")  # no wild starts a round
    return people


def test_a_tab_that_was_closed_is_opened_again_from_home(dealt: list[Person]) -> None:
    ann, ben = dealt
    hand, link = ann.hand(), ann.page.url.removeprefix(ann.url)
    assert len(hand) == 15
    ann.page.close()
    expect(ben.page.get_by_text(re.compile("away"))).to_be_visible(timeout=PATIENCE)
    ann.page = ann.new_page()
    ann.page.goto(ann.url)
    ann.page.locator(f"a[href='{link}']").click()
    ann.holds(*hand)
    expect(ben.page.get_by_text(re.compile("away"))).to_be_hidden(timeout=PATIENCE)


def test_two_tabs_of_one_person_show_the_same_table(dealt: list[Person]) -> None:
    ann, ben = dealt
    mover = ann if ann.button("^Draw( D)?$").count() else ben
    first, mover.page = mover.page, mover.new_page()
    mover.page.goto(first.url)
    mover.button("^Draw( D)?$").click()
    mover.holds_number(16)
    mover.page = first
    mover.holds_number(16)


@pytest.mark.parametrize("stalled", [True, False], ids=["before the answer", "before the tap"])
def test_a_server_killed_in_the_middle_of_a_move_carries_it_out_once(
    browser: Browser, tmp_path: Path, stalled: bool
) -> None:
    server = ServerProcess(tmp_path / "tables.db", haste=0.05)
    with server:
        people = [Person(browser, server.url, name) for name in ("Ann", "Ben")]
        take_seats(people, rules="mattel-2022+hand=15")  # no wild starts a round
        for one in people:
            one.until(lambda one=one: bool(one.told("turned")), "the deal")
        mover, other = people if people[0].button("^Draw( D)?$").count() else people[::-1]
        mover.button("^Draw( D)?$").wait_for()
        assert server.process is not None
        if stalled:
            server.process.send_signal(signal.SIGSTOP)  # it takes the command and does not answer
            mover.button("^Draw( D)?$").click()
            server.kill()
        else:
            server.kill()
            has_lost(mover)
            mover.button("^Draw( D)?$").click()
        has_lost(other)
        server.start()
        is_back(mover)
        is_back(other)
        mover.holds_number(16)
        mover.button("^(Pass|Draw)").first.wait_for(state="attached")
        assert len(mover.hand()) == 16
        for one in people:
            one.forgive_cuts()
            one.close()


def test_a_reload_comes_back_to_the_same_hand(person) -> None:
    ann = person("Ann")
    ann.sit_at(seats=3)
    ann.start_with_bots()
    before = ann.hand()
    assert before
    ann.page.reload()
    ann.cards.wait_for()
    ann.until(lambda: bool(ann.hand()), "the hand")
    assert not Counter(before) - Counter(ann.hand())  # a draw card may have added to it meanwhile


def test_a_reload_at_the_end_of_a_round_still_shows_the_hands(person) -> None:
    ann = person("Ann")
    ann.be_a_guest()
    link = finish_a_round(ann.context, ann.url, "official+rounds=2+hand=4+start-wild=redraw")
    ann.page.goto(f"{ann.url}/t/{link.rpartition('/')[2]}")
    ann.page.get_by_role("heading", name=re.compile("wins? the round")).wait_for()
    expect(ann.page.get_by_role("row").get_by_role("img").first).to_be_visible()


def test_a_spectator_joins_and_sees_moves_but_no_hand(couple: list[Person], browser: Browser) -> None:
    ann, ben = couple
    with_link = ben.page.url
    cyd = Person(browser, ben.url, "Cyd")
    cyd.be_a_guest()
    cyd.page.goto(with_link)
    expect(cyd.page.get_by_text("You are watching")).to_be_visible()
    expect(cyd.cards).to_have_count(0)
    ann.play("r5")
    cyd.hears("laid", card="r5")
    expect(cyd.page.get_by_label("Discards: red 5")).to_be_visible()
    cyd.close()
