"""What the page says: learning, hints, the log, replays, checking a match, other languages, and being offline."""

import re
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

import lastcard
from online import ServerProcess
from page_match import finish_a_match
from page_person import Person
from page_table import position

ENGLISH = re.compile(r"\b(the|you|your|plays|draws|cards?|turn|colour|nobody|must|with|and)\b", re.IGNORECASE)


def be_someone(ann: Person) -> None:
    """Open the page and become a guest."""
    ann.page.goto(ann.url)
    ann.page.evaluate(
        "name => fetch('/api/me', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({name})}).then(answer => answer.json())", ann.name,
    )  # fmt: skip


def until(page: Page, condition: str) -> None:
    """Wait until something is true in the page; its policy lets no text be waited for there."""
    for _ in range(600):
        with suppress(Error):  # the page may be loading again
            if page.evaluate(condition):
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {condition}")


def say_after(page: Page, move: str) -> str:
    """Press a button of a replay and return what is said then."""
    before = page.locator(".controls .quiet").inner_text()
    page.get_by_role("button", name=move, exact=True).click()
    expect(page.locator(".controls .quiet")).not_to_have_text(before)
    return page.locator(".said").inner_text()


# ---------------------------------------------------------------- learning


def test_a_first_game_teaches_by_the_rules_of_the_table_and_gives_hints(person) -> None:
    ann = person("Ann")
    ann.make_usual_tables()
    page = ann.page
    page.goto(ann.url)
    page.get_by_role("button", name="Learn to play").click()
    how = page.get_by_role("dialog", name="How to play")
    expect(how).to_contain_text("A coloured card fits if it matches the top card by colour, number or symbol.")
    expect(how).to_contain_text("When someone reaches 500 points, the highest total wins.")
    how.get_by_role("button", name="Let’s play").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(page.locator(".asked")).to_contain_text("A careful player would")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Stop showing hints").click()


def test_D12_a_hint_names_all_cards_of_a_batch(table) -> None:
    ann, *_ = table("juno-serious", position("g6b6b1b3", "r6"))
    ann.page.get_by_role("button", name="Hint").click()
    both = re.compile("A careful player would play (green 6 and blue 6|blue 6 and green 6)")
    expect(ann.page.locator(".asked")).to_contain_text(both)


def test_the_rule_book_of_the_table_can_be_searched(person) -> None:
    ann = person("Ann")
    ann.sit_at(rules="juno-serious", seats=2)
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Rules", exact=True).click()
    book = ann.page.get_by_role("dialog", name="The rules of this table")
    book.get_by_role("searchbox").fill("same value once")
    expect(book.get_by_role("listitem")).to_have_count(1)
    expect(book).to_contain_text("You can play up to 3 cards of the same value at once")
    book.get_by_role("searchbox").fill("zebra")
    expect(book).to_contain_text("No rule contains this.")


# ---------------------------------------------------------------- a match that is over


def test_a_match_is_checked_in_the_page_and_its_record_shared(person) -> None:
    ann = person("Ann")
    ann.page.add_init_script(SHARES)
    be_someone(ann)
    match = finish_a_match(ann.context, ann.url)
    page = ann.page
    page.goto(f"{ann.url}/match/{match}")
    page.get_by_role("button", name="Check the match").click()
    checked = page.get_by_role("dialog", name="Was everything fair?")
    expect(checked).to_contain_text("Everything is in order.")
    expect(checked).to_contain_text("Computed here: 1 of 1 secrets give what was promised.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    until(page, "window.shared !== undefined")
    assert "# A match of Last Card" in page.evaluate("window.shared.files[0].text()")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".toml")


# A browser that can share files, which a machine without a screen cannot.
SHARES = """navigator.canShare = data => data.files !== undefined;
navigator.share = async data => { window.shared = data; };"""


def test_a_replay_tells_every_step_in_sentences_from_any_seat(person) -> None:
    ann = person("Ann")
    be_someone(ann)
    page = ann.page
    page.goto(f"{ann.url}/match/{finish_a_match(ann.context, ann.url)}")
    expect(page.locator(".said")).to_contain_text("The opening card is")
    said = [say_after(page, "Forward") for _ in range(4)]
    assert all(re.search(r"^(Ann|Ada) (plays|draws|passes|keeps)|chooses|loses", line) for line in said), said
    page.get_by_label("Seen by").select_option("1")  # the bot
    expect(page.locator(".hand")).to_have_count(1)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".said")).to_contain_text("wins the round")
    page.get_by_label("Speed").select_option("slow")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text(re.compile(r"Step (?!1 )\d+ of"))).to_be_visible(timeout=20_000)  # it goes on by itself
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_replay_jumps_to_another_round(person) -> None:
    ann = person("Ann")
    be_someone(ann)
    page = ann.page
    page.goto(f"{ann.url}/match/{finish_a_match(ann.context, ann.url, rules='juno-classic+rounds=2')}")
    expect(page.get_by_text(re.compile(r"Step 1 of \d+"))).to_be_visible()
    page.get_by_role("button", name="Forward").click()
    page.get_by_label(re.compile("^Round")).select_option("2")
    expect(page.get_by_text(re.compile(r"Step 1 of \d+"))).to_be_visible()


# ---------------------------------------------------------------- what happened


def test_the_log_has_the_round_from_its_deal_also_after_a_reload(person) -> None:
    ann = person("Ann")
    ann.sit_at(seats=2, rules="official+hand=15+start-wild=redraw")  # a round that these moves cannot end
    ann.start_with_bots()
    for _ in range(3):
        ann.move()
    while ann.page.get_by_role("dialog").count():
        ann.move()  # a Wild asks for a colour
    log = ann.page.get_by_role("list", name="What happened")
    ann.page.get_by_role("button", name="What happened").click()
    ann.page.get_by_label("Say something").fill("Well played")
    ann.button("^Send").click()
    expect(log).to_contain_text("Ann: Well played")
    ann.page.reload()
    ann.page.get_by_role("group", name="Your hand").wait_for()
    ann.page.get_by_role("button", name="What happened").click()
    expect(log).to_contain_text("Ann: Well played")
    expect(log).to_contain_text("Everyone is dealt 15 cards.")
    expect(log).to_contain_text("The opening card is")


def test_home_leads_back_to_a_table_that_goes_on(person) -> None:
    ann = person("Ann")
    code = ann.sit_at(seats=2, rules="official+hand=15+start-wild=redraw")
    ann.start_with_bots()
    ann.page.goto(ann.url)
    ann.page.get_by_role("link", name=re.compile(f"{code}.*the round goes on")).click()
    expect(ann.page.get_by_role("group", name="Your hand")).to_be_visible()


def test_the_keys_are_shown_on_request(person) -> None:
    ann = person("Ann")
    ann.sit_at(seats=2)
    ann.start_with_bots()
    ann.page.keyboard.press("?")
    keys = ann.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("catches a player who forgot to call")
    for key in ("D", "U", "C", "X", "H"):
        expect(keys.locator("kbd").get_by_text(key, exact=True)).to_have_count(1)
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


# ---------------------------------------------------------------- other languages


@pytest.mark.parametrize(("language", "learn", "play"), [
    ("de-DE", "Spielen lernen", "Los geht’s"), ("es-ES", "Aprender a jugar", "A jugar"),
])  # fmt: skip
def test_a_table_in_another_language_says_nothing_in_english(person, language: str, learn: str, play: str) -> None:
    ann = person("Ann", locale=language)
    ann.make_usual_tables("+hand=15")  # some of so many cards cannot be played
    page = ann.page
    page.goto(ann.url)
    page.get_by_role("button", name=learn).click()
    how = page.get_by_role("dialog")
    expect(how.get_by_role("listitem").first).to_be_visible()
    expect(how).not_to_contain_text(ENGLISH)
    how.get_by_role("button", name=play).click()
    expect(page.locator(".asked.yours")).to_contain_text(re.compile(r"vorsichtig|prudente"))
    page.locator("button.held:not(.playable)").first.click()
    expect(page.locator(".asked")).not_to_contain_text(re.compile(r"vorsichtig|prudente"))
    page.keyboard.press("l")
    page.get_by_role("dialog").wait_for()
    words = page.locator("body").inner_text().replace("Last Card", "")
    assert not ENGLISH.search(words), words


# ---------------------------------------------------------------- without a connection


def test_the_page_opens_offline_and_says_so(person) -> None:
    ann = person("Ann")
    page = ann.page
    page.goto(ann.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))"
        ".then(all => all.flat().map(request => new URL(request.url).pathname))"
    )
    assert "/" in kept and not [path for path in kept if path.startswith("/api")]
    ann.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("You are offline.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Play now"))).to_be_disabled()
    ann.context.set_offline(False)
    expect(page.get_by_role("button", name=re.compile("Play now"))).to_be_enabled(timeout=15_000)
    ann.forgive_cuts()


def test_a_page_that_could_not_load_its_rules_asks_again_by_itself(person) -> None:
    ann, broken = person("Ann"), True
    ann.page.route(re.compile("/api/house-rules"), lambda route: route.abort() if broken else route.continue_())
    ann.page.goto(f"{ann.url}/new")
    expect(ann.page.get_by_role("alert")).to_contain_text("You are offline.")
    broken = False
    expect(ann.page.get_by_role("radio").first).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.forgive_cuts()


def test_a_new_build_leaves_an_open_table_alone_until_it_is_wanted(browser: Browser, tmp_path: Path) -> None:
    package = tmp_path / "lastcard"
    shutil.copytree(Path(lastcard.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    with ServerProcess(tmp_path / "tables.db", haste=0.1, env={"PYTHONPATH": str(tmp_path)}) as server:
        ann = Person(browser, server.url, "Ann")
        page = ann.page
        ann.sit_at(seats=2, rules="official+hand=15+start-wild=redraw")
        until(page, "navigator.serviceWorker.controller !== null")
        ann.start_with_bots()
        replace_build(package / "online" / "server" / "page")
        page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
        until(page, "navigator.serviceWorker.getRegistration().then(found => found.waiting !== null)")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Language").select_option("de")  # its rules are in a file that is gone from the server
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.keyboard.press("r")
        expect(page.get_by_role("dialog")).to_contain_text("Gespielt wird mit 108 Karten")
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Last Card").click()
        page.get_by_role("button", name="Jetzt verwenden").click()
        until(page, "caches.keys().then(names => names.length === 1)")
        expect(page.get_by_role("button", name="Jetzt verwenden")).to_have_count(0)
        ann.close()


def replace_build(page: Path) -> None:
    """Put another build of the page in place: a file has another name, and the service worker says so."""
    (old,) = (page / "assets").glob("rules-de-*.js")
    old.rename(old.with_name("rules-de-another.js"))
    worker = page / "sw.js"
    version = re.compile(r"(?<=[+])\"[0-9a-f]{16}\"")
    text = worker.read_text().replace(old.name, "rules-de-another.js")
    assert version.search(text)
    worker.write_text(version.sub('"another"', text))


def test_the_page_can_be_installed(person) -> None:
    ann = person("Ann")
    ann.page.goto(ann.url)
    manifest = ann.page.evaluate("fetch('/manifest.webmanifest').then(answer => answer.json())")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    found = ann.page.evaluate(
        "Promise.all(['/sw.js', '/icon-192.png', '/icon-512.png'].map(path => fetch(path).then(one => one.status)))"
    )
    assert found == [200, 200, 200]
