"""People around a table: how they get there, take seats, talk, watch, leave and come back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from page_person import PATIENCE, PHONE, Person
from page_stage import DESK, Camera, Scene
from page_stage import PHONE as STAGE_PHONE
from page_table import Company, position

Make = Callable[..., Person]
LEFT = "You have left this match."


def lobby(one: Person) -> Locator:
    """Return the seats, before a match."""
    return one.page.locator(".seats").get_by_role("listitem")


def sits(one: Person, place: int, name: str) -> None:
    """Wait until somebody sits on a seat, counted from 0."""
    expect(lobby(one).nth(place)).to_contain_text(name, timeout=PATIENCE)


def introduce(one: Person, code: str, name: str) -> None:
    """Come by a link, without a name."""
    one.page.goto(f"{one.url}/t/{code}")
    one.page.get_by_label("Your name").fill(name)
    one.button("^Join").click()


def agree(one: Person, title: str) -> None:
    """Say yes to a question, by its title."""
    one.page.get_by_role("dialog", name=title).get_by_role("button", name=title).click()


# ---------------------------------------------------------------- coming by a link


def test_a_stranger_with_a_link_says_a_name_and_has_a_seat(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben", **PHONE)
    introduce(ben, ann.sit_at(seats=3), "Ben")
    sits(ben, 1, "Ben · you")
    sits(ann, 1, "Ben")


def test_whoever_comes_to_a_table_that_waits_has_a_seat_and_may_stand_up_to_watch(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben")
    code = ann.sit_at(seats=3, public=True)
    ben.be_a_guest()
    ben.page.goto(f"{ben.url}/t/{code}")
    sits(ann, 1, "Ben")
    ben.button("^Stand up").click()
    sits(ann, 1, "empty")
    ben.page.reload()
    expect(ben.button("^Take a seat")).to_have_count(2)
    cyd = person("Cyd")
    cyd.page.goto(cyd.url)
    cyd.page.get_by_label("Your name").fill("Cyd")
    cyd.button("^Find people").click()
    sits(ann, 1, "Cyd")
    expect(ben.button("^Take a seat")).to_have_count(1)


def test_a_name_that_is_taken_is_changed_at_the_table(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben")
    introduce(ben, ann.sit_at(seats=2), "Ann")
    expect(ben.page.get_by_role("alert")).to_contain_text("Someone with your name sits here.")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("^Use this name").click()
    sits(ben, 1, "Ben · you")


def test_a_link_to_no_table_says_so(person: Make) -> None:
    ann = person("Ann")
    introduce(ann, "ZZZZZZ", "Ann")
    expect(ann.page.get_by_role("heading", name="There is no such table")).to_be_visible()
    ann.forgive_status(404)
    ann.page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(ann.button("Play now")).to_be_visible()


def test_an_address_of_nothing_is_a_page(person: Make) -> None:
    ann = person("Ann")
    ann.page.goto(f"{ann.url}/nonsense")
    ann.forgive_status(404)
    expect(ann.page.get_by_role("heading", name="There is nothing here")).to_be_visible()


def test_the_name_that_was_written_is_kept_when_a_table_is_created(person: Make) -> None:
    ann = person("Ann")
    ann.page.goto(ann.url)
    ann.page.get_by_label("Your name").fill("Annabel")
    ann.page.get_by_role("link", name="Create a table").click()
    ann.page.get_by_label("Bots").select_option("2")
    ann.page.get_by_label("Difficulty").select_option("search")
    ann.button("^Create the table").click()
    sits(ann, 0, "Annabel · you · host")
    expect(ann.page.get_by_role("heading", name="Waiting for players")).to_be_focused()
    sits(ann, 2, "bot, Hard")
    sits(ann, 3, "bot, Hard")
    sits(ann, 1, "empty")


# ---------------------------------------------------------------- before the match


def test_people_change_seats_and_the_host_hands_over(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben")
    ben.join(ann.sit_at(seats=4))
    ben.button("^Move to seat 4").click()
    sits(ann, 3, "Ben")
    sits(ann, 1, "empty")
    ann.button("^Put a bot on seat 2").click()
    sits(ben, 1, "bot, Medium")
    ann.button("^Make Ben the host").click()
    ann.button("^Cancel").click()
    expect(ben.button("^Remove Ann")).to_have_count(0)
    ann.button("^Make Ben the host").click()
    agree(ann, "Make Ben the host")
    ben.button("^Remove Ann").click()
    agree(ben, "Remove Ann")
    sits(ann, 0, "empty")
    expect(ann.page.get_by_text("The host has removed you")).to_be_visible()
    expect(ann.button("^Take a seat")).to_have_count(0)


def test_the_host_makes_the_table_smaller(person: Make) -> None:
    ann = person("Ann")
    ann.sit_at(rules="official", seats=4)
    ann.page.get_by_text("Players, clock and who may join").click()
    ann.page.get_by_role("combobox", name="Players").select_option("2")
    expect(lobby(ann)).to_have_count(2)
    ann.page.get_by_role("combobox", name="Clock").select_option("quick")
    expect(ann.page.get_by_text("Official · Quick: 10 seconds a turn")).to_be_visible()


def test_whoever_stands_up_is_named_in_the_log(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben")
    ben.join(ann.sit_at(seats=2))
    ben.button("^Stand up").click()
    ann.button("^What happened").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Ben stands up.")


def test_a_link_can_be_read_where_a_browser_copies_nothing(person: Make) -> None:
    ann = person("Ann")
    ann.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")  # as over plain HTTP
    ann.sit_at(seats=2)
    shown = ann.page.get_by_text(re.compile(rf"^{re.escape(ann.url)}/t/[\w-]{{22}}$"))  # nobody can guess at this one
    expect(shown).to_be_visible()
    expect(ann.page).to_have_url(shown.inner_text())  # who came by the code
    expect(ann.page.get_by_text("This address works on this computer only.")).to_be_visible()
    expect(ann.button("^Copy the link")).to_have_count(0)


def test_the_host_says_who_is_youngest_where_the_rules_ask(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben")
    ben.join(ann.sit_at(rules="official+dealer-pick=youngest+start-wild=redraw", seats=2))
    sits(ben, 0, "youngest")
    expect(ben.page.get_by_label("Youngest")).to_have_count(0)
    ann.page.get_by_label("Youngest").select_option("Ben")
    sits(ben, 1, "youngest")
    ann.button("^Start$").click()
    ann.cards.wait_for()
    ann.button("^What happened").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Ben counts as the youngest, or deals first.")
    expect(ann.page.get_by_role("dialog")).to_contain_text("Ben deals.")


def test_the_host_is_not_asked_who_is_youngest_under_other_rules(person: Make) -> None:
    ann = person("Ann")
    ann.sit_at(seats=2)
    ann.has_a_seat()
    expect(ann.page.get_by_label("Youngest")).to_have_count(0)
    expect(ann.page.get_by_text("youngest")).to_have_count(0)


# ---------------------------------------------------------------- talk


def test_the_host_mutes_somebody_who_watches_and_sends_them_away(person: Make) -> None:
    ann, eve = person("Ann"), person("Eve")
    code = ann.sit_at(seats=2)
    ann.has_a_seat()
    eve.join(code)
    eve.button("^Stand up").click()
    ann.button("^Menu").click()
    ann.button("^Players and scores").click()
    ann.button("^Mute Eve").click()
    expect(ann.button("^Let Eve write again")).to_be_visible()
    eve.button("^What happened").click()
    eve.page.get_by_label("Say something").fill("Hello!")
    eve.button("^Send").click()
    expect(eve.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("The host has muted you.")
    ann.button("^Send Eve away").click()
    agree(ann, "Send Eve away")
    expect(eve.page.get_by_role("heading", name="The host has sent you away from this table.")).to_be_visible()
    expect(ann.page.get_by_text("Nobody is watching.")).to_be_visible()
    eve.page.reload()
    expect(eve.page.get_by_role("heading", name="The host has sent you away from this table.")).to_be_visible()
    eve.forgive_status(403)


def test_at_a_locked_table_who_watches_is_not_asked_to_write(person: Make) -> None:
    ann, eve = person("Ann"), person("Eve")
    eve.join(ann.sit_at(seats=2))
    eve.button("^Stand up").click()
    ann.page.get_by_text("Players, clock and who may join").click()
    ann.page.get_by_label("Close the table to new players").check()
    eve.button("^What happened").click()
    expect(eve.page.get_by_role("dialog")).to_contain_text("only players can write")
    expect(eve.page.get_by_label("Say something")).to_have_count(0)


def test_a_message_that_is_refused_stays_where_it_was_written_and_says_why(person: Make) -> None:
    ann, other = person("Ann"), person("Ann")
    code = ann.sit_at(seats=2)
    other.be_a_guest()
    other.page.goto(f"{other.url}/t/{code}")
    other.button("^What happened").click()
    text = other.page.get_by_label("Say something")
    text.fill("Hello!")
    other.button("^Send").click()
    expect(other.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Someone with your name sits here.")
    expect(text).to_have_value("Hello!")


def test_new_messages_are_counted_until_they_are_read(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben")
    ben.join(ann.sit_at(seats=2))
    ben.button("^What happened").click()
    ben.page.get_by_label("Say something").fill("Hello!")
    ben.button("^Send").click()
    expect(ann.page.get_by_role("log")).to_contain_text("Ben: Hello!")  # what a screen reader says
    ann.page.get_by_role("button", name="What happened, 1 new message", exact=True).click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Ben: Hello!")
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("button", name="What happened", exact=True)).to_be_visible()


# ---------------------------------------------------------------- watching and leaving


def test_whoever_has_left_is_offered_nothing_that_is_refused(table) -> None:
    ann, ben, _ = table("juno-classic", position("b1b2/r3/y1y2", "r1", 3))
    ann.button("^Menu").click()
    ann.button("^Leave the match").click()
    ann.page.get_by_role("dialog", name="Leave the match").get_by_role("button", name="Leave the match").click()
    expect(ann.page.get_by_text(LEFT)).to_be_visible()
    expect(ann.cards).to_have_count(0)
    ann.button("^Menu").click()
    for name in ("Ask for a pause", "Leave the match", "Give up my seat"):
        expect(ann.button(name)).to_have_count(0)
    ann.page.keyboard.press("Escape")
    ben.play("r3")
    expect(ann.page.get_by_role("heading", name="Ben wins the round")).to_be_visible()
    expect(ann.page.get_by_text(LEFT)).to_be_visible()
    expect(ann.button("^Next round")).to_have_count(0)


def test_leaving_is_asked_twice_and_can_be_thought_over(table) -> None:
    ann, _ = table("juno-classic", position("b1b2/r3r4", "r1"))
    ann.button("^Menu").click()
    ann.button("^Leave the match").click()
    ann.button("^Cancel").click()
    ann.holds("b1", "b2")


def test_whoever_watches_takes_the_place_of_a_bot_between_rounds(company: Company) -> None:
    ann, ben = company.person(0), company.person(1)
    company.server.arrange("juno-classic", position("r2/b6b7", "r1"))
    code = ann.sit_at(rules="juno-classic", seats=2)
    ann.start_with_bots()
    ben.be_a_guest()
    ben.page.goto(f"{ben.url}/t/{code}")
    expect(ben.page.get_by_text("You are watching")).to_be_visible()
    ann.play("r2")
    expect(ann.page.get_by_text(re.compile(r"The next round begins in \d+ seconds"))).to_be_visible()
    ben.button("^Play in place of").click()
    expect(ben.button("^Next round")).to_be_visible()


def test_the_host_sees_who_plays_with_the_scores(person: Make) -> None:
    ann = person("Ann")
    ann.sit_at(rules="official+rounds=5+start-wild=redraw", seats=3)
    ann.start_with_bots()
    ann.button("^Menu").click()
    ann.button("^Players and scores").click()
    rows = ann.page.get_by_role("dialog").get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text(re.compile(r"Ann · you · host\s*no points"))


def test_the_host_is_asked_before_a_player_is_removed_in_a_match(table) -> None:
    ann, ben = table("juno-classic", position("b1b2/r3r4", "r1"))
    ann.button("^Menu").click()
    ann.button("^Players and scores").click()
    ann.button("^Remove Ben").click()
    ann.page.get_by_role("dialog", name="Remove Ben").get_by_role("button", name="Cancel").click()
    ben.holds("r3", "r4")
    ann.button("^Remove Ben").click()
    agree(ann, "Remove Ben")
    expect(ben.page.get_by_text("You are watching")).to_be_visible()


# ---------------------------------------------------------------- rules by name, and every rule in a control


def test_a_table_is_called_by_the_name_of_its_rules(person: Make) -> None:
    ann = person("Ann", locale="de-DE")
    ann.sit_at(rules="juno-classic+hand=5", seats=2, public=True)
    expect(ann.page.get_by_text("Klassisch, 1 Hausregel")).to_be_visible()
    ann.page.goto(ann.url)
    expect(ann.page.get_by_role("link", name=re.compile("Klassisch, 1 Hausregel")).first).to_be_visible()


def rule(page: Page, title: str) -> Locator:
    """Return the controls of a house rule, found by its title."""
    return page.get_by_role("group", name=title, exact=True)


def test_rules_of_several_parts_and_tables_are_chosen_without_typing_ids(person: Make) -> None:
    ann = person("Ann")
    page = ann.page
    page.goto(f"{ann.url}/new")
    page.get_by_text("House rules", exact=True).click()
    assert page.locator("details input:not([type])").count() == 0
    rule(page, "Challenges").get_by_label("Who may challenge").select_option(label="Anyone")
    rule(page, "Challenges").get_by_label("Extra cards for a wrong challenge").fill("3")
    rule(page, "Numbers that move hands").get_by_role("button", name="Add").click()
    rule(page, "Numbers that move hands").get_by_label("Effect").select_option(label="Pass every hand on")
    rule(page, "Card values").get_by_role("button", name="Add").click()
    rule(page, "Card values").get_by_label("Card or rank").select_option(label="Wild Draw Four")
    rule(page, "Card values").get_by_label("Points").fill("40")
    page.get_by_label("Jumping in", exact=True).select_option(label="With an identical card")
    page.get_by_label("Not as your last card").check()
    expect(page.get_by_text("a wrong challenge costs 3 cards more.").first).to_be_visible()
    ann.button("^Create the table").click()
    expect(page.get_by_text("Official, 4 house rules")).to_be_visible()
    ann.button("^The rules of this table").click()
    book = page.get_by_role("dialog")
    for sentence in ("Any player can challenge a Wild Draw", "A 0 passes every hand to the next player",
                     "Wild Draw Four scores 40", "but not as your last card or on the first card"):  # fmt: skip
        expect(book.get_by_text(re.compile(sentence)).first).to_be_visible()


def test_rules_that_do_not_fit_the_number_of_players_are_explained(person: Make) -> None:
    ann = person("Ann", locale="de-DE")
    page = ann.page
    page.goto(f"{ann.url}/new")
    page.get_by_text("Hausregeln", exact=True).click()
    page.get_by_role("combobox", name="Partner", exact=True).select_option("partners")
    page.get_by_role("combobox", name="Spieler", exact=True).select_option("5")
    expect(page.get_by_role("alert")).to_contain_text("Diese Regeln passen nicht zusammen")
    expect(page.get_by_role("alert")).not_to_contain_text("seats")
    page.get_by_role("combobox", name="Spieler", exact=True).select_option("4")
    expect(page.get_by_role("alert")).to_have_count(0)
    ann.forgive_status(400)


def test_who_was_removed_is_told_so_and_can_be_let_back_in(person: Make) -> None:
    ann, ben = person("Ann"), person("Ben")
    introduce(ben, ann.sit_at(seats=2), "Ben")
    sits(ann, 1, "Ben")
    ann.page.get_by_role("button", name="Remove Ben").click()
    agree(ann, "Remove Ben")
    expect(ben.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    expect(ben.button("Take a seat")).to_have_count(0)
    ann.page.get_by_text("Players, clock and who may join").click()
    ann.button("Let removed players back in").click()
    ben.button("Take a seat").click()
    sits(ann, 1, "Ben")
    expect(ann.button("Let removed players back in")).to_have_count(0)


def test_the_end_of_a_match_names_those_who_played_it(camera: Camera) -> None:
    players = [{"kind": "bot", "name": name, "level": "careful"} for name in ("Robo", "Gus")]
    page = camera.open(DESK)
    camera.table(page, Scene("ended", "r7/b1b2 r1 >0 - * one", ("0 r7",), seat=1, over=True, room={"players": players}))
    expect(page.get_by_role("heading", name="Robo wins the match!")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Gus · you")).to_be_visible()


def test_the_score_sheet_says_what_the_cards_of_those_who_left_count(camera: Camera) -> None:
    page = camera.open(DESK)
    moves = ("2 leave", "0 r7")
    camera.table(page, Scene("left", "r7/b1b2/w+4y5 r1 >0 - * official", moves))
    expect(page.get_by_role("row").filter(has_text="Theo")).to_contain_text("out")
    expect(page.get_by_text("+58 points")).to_be_visible()
    expect(page.get_by_text("The cards of players who are out count 55 points.")).to_be_visible()


def test_what_is_wrong_with_rules_is_said_where_the_person_is(person: Make) -> None:
    ann = person("Ann", **PHONE)
    page = ann.page
    page.goto(f"{ann.url}/new")
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("Cards dealt", exact=True).fill("60")
    page.get_by_label("Cards dealt", exact=True).blur()
    expect(page.get_by_text("Choose a whole number from 1 to 15.")).to_be_visible()
    fewest = page.get_by_label("Fewest players")
    fewest.fill("5")
    fewest.blur()
    expect(page.get_by_role("alert")).to_contain_text("These rules do not work together")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(fewest).to_be_in_viewport()
    expect(page.locator(".rule").filter(has=fewest)).to_contain_text("These rules do not work together")
    create = ann.button("^Create the table")
    expect(create).to_be_disabled()
    look = "node => getComputedStyle(node).backgroundColor"
    assert create.evaluate(look) != page.locator(".panel.problem").evaluate(look)
    ann.forgive_status(400)


# ---------------------------------------------------------------- keys, focus and what is read aloud


@pytest.mark.parametrize("rules, announced", [("one", True), ("official", False)])
def test_a_last_card_is_announced_where_the_rules_have_it(camera: Camera, rules: str, announced: bool) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("warned", f"r7r8/b1b2/y5y6 r1 >0 - * {rules}", ("0 r7",)))
    log = page.get_by_role("log")
    expect(log).to_contain_text("You play red 7.")
    assert ("You have one card left!" in log.inner_text()) is announced
    assert ("You have one card left!" in page.locator(".said").inner_text()) is announced


def test_the_focus_comes_back_from_a_dialog_and_stays_in_the_hand(camera: Camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("focus", "r7r8g2/b1r2/y5y6 r1 >0 - * official"))
    page.get_by_role("button", name="Menu").press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    page.locator("[data-card=r7]").press("Enter")
    expect(page.get_by_role("img", name="Discards: red 7")).to_be_visible()
    expect(page.locator("[data-place=hand] button:focus")).to_have_count(1)


def test_arrows_lead_to_the_hand_from_anywhere(camera: Camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("arrows", "r7r8g2/b1r2/y5y6 r1 >0 - * official"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-card=r7]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-card=r8]")).to_be_focused()


def test_a_phone_shows_the_keys_where_they_are_explained(camera: Camera) -> None:
    page = camera.open(STAGE_PHONE)
    camera.table(page, Scene("keys", "r7r8g2/b1r2/y5y6 r1 >0 - * official"))
    expect(page.locator(".slot kbd").first).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog").get_by_text("Esc", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_role("dialog")).to_contain_text("A Wild goes on any colour.")
    expect(page.get_by_role("dialog")).to_contain_text("To call UNO, tap “Last card!”.")


def test_the_log_may_be_closed_before_it_is_drawn(camera: Camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("log", "r7r8g2/b1r2/y5y6 r1 >0 - * official", ("0 r7",)))
    page.evaluate("""async () => {
      [...document.querySelectorAll("header button")].find(one => one.textContent.includes("What happened")).click();
      for (let n = 0; n < 20; n++) await null;
      document.querySelector("dialog button").click();
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_batch_is_played_and_given_up_by_keys(camera: Camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("batch", "r7r8r8/b1b2b3/y5y6 r1 >0 - * juno-serious"))
    page.locator("[data-card=r8]").first.press("Enter")
    expect(page.get_by_role("button", name="Play this card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Play this card")).to_have_count(0)
    page.locator("[data-card=r8]").first.press("Enter")
    page.locator("[data-card=r8]").last.press("Enter")
    page.keyboard.press("d")
    expect(page.locator("[data-place=hand] button")).to_have_count(1)


def test_the_title_says_whose_turn_it_is_and_the_clock_is_not_read_aloud(camera: Camera) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("clock", "r7r8g2/b1r2/y5y6 r1 >0 - * official", clock=15))
    expect(page).to_have_title(re.compile("Your turn"))
    expect(page.get_by_text("seconds left")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="seconds left")).to_have_count(0)


@pytest.mark.parametrize(
    ("position", "asked"),
    [
        ("r7g2w+4r9/b1y+2/y5y6 w+4:g >0 +4?1<r5@2 * official", "Take 4 cards, or challenge."),
        ("r7g2r9/b1y+2/y5y6 r+2 >0 +2 * official+stack", "Take 2 cards."),
        ("r7g+2r9/b1y+2/y5y6 r+2 >0 +2 * official+stack", "Take 2 cards, or stack a card."),
    ],
)
def test_what_is_asked_names_what_can_be_done(camera: Camera, position: str, asked: str) -> None:
    page = camera.open(DESK)
    camera.table(page, Scene("asked", position))
    expect(page.get_by_role("status").filter(has_text=asked)).to_have_count(1)


def test_another_page_begins_at_its_heading(person: Make) -> None:
    ann = person("Ann")
    ann.page.goto(ann.url)
    ann.page.get_by_role("link", name="Create a table").press("Enter")
    expect(ann.page).to_have_title(re.compile("Create a table"))
    expect(ann.page.get_by_role("heading", name="Create a table")).to_be_focused()
