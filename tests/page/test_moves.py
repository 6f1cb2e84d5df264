"""The special moves of every seed preset, made in the browsers of two, four and ten people."""

import re

import pytest
from playwright.sync_api import expect

from page_person import PATIENCE, Person
from page_table import position


def at(*usual: int, all_of: tuple[int, ...] = (2, 4, 10)) -> pytest.MarkDecorator:
    """Run a test with these numbers of seats; the others are left to `-m soak`."""
    counts = [pytest.param(seats, marks=() if seats in usual else pytest.mark.soak) for seats in all_of]
    return pytest.mark.parametrize("seats", counts)


def rules_of(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rules", names)


def sees(one: Person, text: str) -> None:
    """Wait until a text shows in the lines that say what happened or what is asked."""
    expect(one.page.get_by_text(re.compile(text, re.I)).first).to_be_visible(timeout=PATIENCE)


CALLING = ("juno-classic", "juno-seven0", "juno-serious", "rules-site", "rules-md", "console")


@at(2)
@rules_of(*CALLING)
def test_a_call_is_made_with_the_card(table, rules: str, seats: int) -> None:
    ann, ben, *_ = table(rules, position("r5y6/g1g2", "r1", seats))
    ann.play("r5", call=True)
    ben.hears("called", seat=0)
    assert not ben.told("forgot-call")
    ben.hears_news("window")  # from now on someone who forgot could be caught
    ben.card("g1").wait_for()
    expect(ben.button("^Catch Ann")).to_have_count(0)


@at(2)
@rules_of(*CALLING)
def test_a_forgotten_call_is_caught(table, rules: str, seats: int) -> None:
    people = table(rules, position("r5y6/g1g2", "r1", seats))
    ann, last = people[0], people[-1]
    ann.play("r5")
    last.button("^Catch Ann").click()
    ann.hears("caught", seat=0, by=seats - 1)
    ann.holds_number(1 + (7 if rules == "console" else 2))


@at(2)
@rules_of("juno-classic", "rules-md", "console")
def test_a_late_call_counts_until_one_is_caught(table, rules: str, seats: int) -> None:
    ann, ben, *_ = table(rules, position("r5y6/g1g2", "r1", seats))
    ann.play("r5")
    ann.button("^Last card!").click()
    ben.hears("called", seat=0)
    expect(ben.button("^Catch Ann")).to_have_count(0)


@at(2)
@rules_of("rules-site", "rules-md")
def test_a_bluff_is_proved_by_a_challenge(table, rules: str, seats: int) -> None:
    ann, ben, *_ = table(rules, position("r5y1w+4/g1g2", "r1", seats))
    ann.play("w+4", colour="g")
    ben.button("^Challenge").click()
    assert {event["card"] for event in ben.told("shown")} <= {"r5", "y1"}
    ben.hears("shown", card="r5")
    ann.hears("bluff-proved", seat=0)
    ann.holds_number(7 if rules == "rules-site" else 6)
    if rules == "rules-site":
        assert "w+4" in ann.hand()  # a bluff is taken back
        ann.button("^Ready").click()
    ben.holds("g1", "g2")
    sees(ben, "your turn")


@at(2)
@rules_of("rules-site", "rules-md")
def test_a_challenge_of_an_honest_card_fails(table, rules: str, seats: int) -> None:
    ann, ben, *rest = table(rules, position("b5y1w+4/g1g2", "r1", seats))
    ann.play("w+4", colour="g")
    ben.button("^Challenge").click()
    ben.hears("challenge-failed", seat=1, target=0)
    ben.holds_number(8)
    if rules == "rules-site":
        ben.button("^Ready").click()
    sees((rest or [ann])[0], "your turn")


@at(2)
def test_the_table_waits_until_the_one_who_drew_four_is_ready(table, seats: int) -> None:
    ann, ben, *rest = table("rules-site", position("b5y1w+4/b1b2", "r1", seats))
    ann.play("w+4", colour="g")
    ben.button("^Take 4").click()
    ben.holds_number(6)
    sees(ben, "until you are ready")
    nxt = (rest or [ann])[0]
    sees(nxt, "Ben’s turn")
    expect(nxt.cards.get_by_role("button", name="playable")).to_have_count(0)
    ben.button("^Ready").click()
    sees(nxt, "your turn")


@at(4, all_of=(4, 10))
def test_an_identical_card_jumps_in(table, seats: int) -> None:
    ann, ben, cyd, dan, *_ = table("rules-site", position("r5r9b1/g1g2/r5b2b3/y1y2y3", "r1", seats))
    ann.play("r5")
    cyd.play("r5")
    ben.hears("laid", seat=2, how="jump-in")
    cyd.holds("b2", "b3")
    sees(dan, "your turn")


@at(2, all_of=(2,))
def test_a_player_jumps_in_on_the_own_card(table, seats: int) -> None:
    ann, ben = table("rules-site", position("r5r5b1b2/g1g2", "r1", seats))
    ann.play("r5")
    ann.hears("laid", card="r5")
    ann.play("r5")
    ben.hears("laid", seat=0, how="jump-in")
    ann.holds("b1", "b2")


@at(2)
def test_three_cards_of_a_value_are_one_move(table, seats: int) -> None:
    ann, ben, *_ = table("juno-serious", position("r7g7b7y1y2/g1g2", "r1", seats))
    ann.play("r7", "g7", "b7")
    ann.holds("y1", "y2")
    ben.hears("laid", card="b7")
    moves = [one["what"]["action"] for one in ben.messages if one["t"] == "ev" and one["what"]["kind"] == "move"]
    assert moves == ["r7g7b7"]  # nobody sees half of it


@at(2)
@pytest.mark.parametrize(("hand", "cards"), [("wwwy1y2", ("w", "w", "w")), ("w+4w+4y1y2", ("w+4", "w+4"))])
def test_wilds_are_played_together_with_one_colour(table, seats: int, hand: str, cards: tuple[str, ...]) -> None:
    ann, ben, *_ = table("juno-serious", position(f"{hand}/g1g2", "r1", seats))
    ann.play(*cards, colour="g")
    ann.holds("y1", "y2")
    ben.hears("laid", card=cards[0], colour="g")


@at(2)
def test_a_batch_calls_too(table, seats: int) -> None:
    ann, ben, *_ = table("juno-serious", position("r7g7y1/g1g2", "r1", seats))
    ann.play("r7", "g7", call=True)
    ben.hears("called", seat=0)


@at(4)
def test_draw_cards_are_answered_and_add_up(table, seats: int) -> None:
    ann, ben, *rest = table("juno-serious", position("r+2b1b2/b+2y+2g1g2", "r1", seats))
    ann.play("r+2")
    ben.play("b+2", "y+2")
    loser = (rest or [ann])[0]
    before = len(loser.hand())
    loser.button("^Take 6").click()
    loser.holds_number(before + 6)


@at(4)
def test_a_skip_is_answered_with_a_skip(table, seats: int) -> None:
    ann, ben, *rest = table("juno-serious", position("rSb1b2/bSg1g2", "r1", seats))
    ann.play("rS")
    ben.play("bS")
    loser = (rest or [ann])[0]
    loser.button("^Accept").click()
    loser.hears("lost-turns", turns=2)


@at(2)
def test_a_wild_draw_four_is_answered_with_a_draw_two_of_its_colour(table, seats: int) -> None:
    ann, ben, *rest = table("rules-site", position("b5b6w+4/y1y2g+2", "r1", seats))
    ann.play("w+4", colour="g")
    ben.play("g+2")
    loser = (rest or [ann])[0]
    before = len(loser.hand())
    loser.button("^Take 2").click()
    loser.holds_number(before + 2)


@at(4)
def test_a_seven_swaps_two_hands(table, seats: int) -> None:
    ann, ben, *_ = table("juno-seven0", position("r7b1b2/g1g2g3g4", "r1", seats))
    ann.play("r7")
    ann.button("^Swap with Ben").click()
    ann.holds("g1", "g2", "g3", "g4")
    ben.holds("b1", "b2")


@at(10)
def test_a_zero_passes_every_hand_on(table, seats: int) -> None:
    people = table("juno-seven0", position("r0b1b2/g1g2g3g4", "r1", seats))
    before = [one.hand() for one in people]
    people[0].play("r0")
    before[0].remove("r0")
    for place, one in enumerate(people):
        one.holds(*before[place - 1])


@at(2)
@rules_of("juno-classic", "rules-site", "console")
def test_the_first_player_chooses_the_colour_of_an_opening_wild(table, rules: str, seats: int) -> None:
    ann, ben, *_ = table(rules, position("r5b1b2/g1g2", "w", seats, pending=":"))
    ann.page.get_by_role("dialog", name="Choose a colour").get_by_role("button", name="Red").click()
    ben.hears("named", colour="r")
    ann.play("r5")
    ben.hears("laid", card="r5")


@at(2)
def test_one_asks_for_no_call_and_allows_every_wild_draw_four(table, seats: int) -> None:
    ann, ben, *_ = table("one", position("r5w+4/g1g2", "r1", seats))
    expect(ann.button("^Last card!")).to_have_count(0)
    ann.play("w+4", colour="r")
    ben.holds_number(6)
    expect(ben.button("^Challenge|^Catch")).to_have_count(0)


@at(2)
@rules_of("juno-classic", "console")
def test_a_wild_draw_four_that_the_rules_refuse_is_explained(table, rules: str, seats: int) -> None:
    ann, *_ = table(rules, position("r5y6w+4/g1g2", "r1", seats))
    expect(ann.card("w+4")).not_to_have_accessible_name(re.compile("playable"))
    ann.card("w+4").click()
    sees(ann, "Wild Draw Four can be played only without a red card, and you have red 5")
    ann.holds("r5", "y6", "w+4")


@at(2)
def test_a_skip_gives_another_turn_on_the_console(table, seats: int) -> None:
    ann, ben, *_ = table("console", position("rSr5b1b2/g1g2", "r1", seats))
    ann.play("rS")
    ann.hears("laid", card="rS")  # a card that is tapped before is meant for the turn before
    ann.play("r5")
    ben.hears("laid", card="r5")


def test_the_main_button_works_again_after_quick_changes(table) -> None:
    ann, ben = table("juno-classic", position("r5r6/b8b9y9", "g1", stock="y7b6b7y6y8"))
    ann.button("^Draw( D)?$").click()
    ann.button("^Pass").wait_for()
    ann.page.keyboard.press("d")  # at once, while the button still waits for a second tap to pass by
    ben.hears("passed", seat=0)
    ben.button("^Draw( D)?$").click()
    ben.button("^Pass").click()
    ann.button("^Draw( D)?$").click()
    ann.holds_number(4)


def test_a_chooser_closes_when_its_card_can_no_longer_be_played(table) -> None:
    ann, ben = table("juno-classic", position("wy6y7/b8b9", "r1"))
    first, ann.page = ann.page, ann.new_page()
    ann.page.route(re.compile("/steps"), lambda route: route.fulfill(json={"steps": []}))  # no replay of such a round
    ann.page.goto(first.url)
    first.get_by_role("button", name=re.compile("^Wild, playable")).click()
    expect(first.get_by_role("dialog")).to_be_visible()
    ann.play("w", colour="g")
    ben.hears("laid", card="w")
    ann.page.close()
    ann.page = first
    expect(first.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE)
