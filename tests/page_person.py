"""Someone with a browser: what a person does on the page, by what can be seen and read."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Route, WebSocket, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMES = ("Ann", "Ben", "Cyd", "Dan", "Eva", "Fin", "Gil", "Hal", "Ida", "Jim")
COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
RANKS = {"S": "Skip", "R": "Reverse", "+2": "Draw Two"}
CUT = re.compile(r"WebSocket connection to .* failed|Failed to load resource: net::ERR_")  # what a browser notes itself
BUTTON = re.compile(r'- button "([^"]+)"(.*)')
# What a person tries who plays without a plan, in this order.
TRIES = (
    "^(Red|Green|Blue|Yellow)$", r"^Play (this card|\d+ cards)", "^Swap with", ", playable$",
    "^(Take|Accept|Pass|Done|Ready)", "^Draw( D)?$",
)  # fmt: skip
PATIENCE = 30_000  # milliseconds until something that should happen soon has not
USUAL = "official+start-wild=redraw"  # no round begins with a question for a colour, which lies over everything else
DESK = {"width": 1280, "height": 800}


def card_words(card: str) -> str:
    """Return the name of a card as the page says it."""
    if card.startswith("w"):
        return "Wild Draw Four" if card == "w+4" else "Wild"
    return f"{COLOURS[card[0]]} {RANKS.get(card[1:], card[1:])}"


class Person:
    """Someone with a browser, who notices every error and warning on the console."""

    def __init__(self, browser: Browser, url: str, name: str, **options: Any) -> None:
        self.url = url
        self.name = name
        self.context: BrowserContext = browser.new_context(**{"viewport": DESK, "locale": "en-GB", **options})
        self._viewport = options.get("viewport", DESK)
        self.context.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.frames: list[str] = []  # what the server sent over sockets
        self.page = self.new_page()

    # ---------------------------------------------------------------- what the browser notices

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("websocket", self._listen)
        return page

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.problems.append(text)

    def forgive_cuts(self) -> None:
        """Drop what a browser notes when it cannot reach the server, and nothing else."""
        self.problems[:] = [text for text in self.problems if not CUT.search(text)]

    def forgive_status(self, status: int) -> None:
        """Drop what a browser notes of an answer that is meant to be a refusal, and nothing else."""
        self.problems[:] = [text for text in self.problems if f"responded with a status of {status} " not in text]

    def begin_anew(self) -> None:
        """Be as a new person is, in the same browser: with one empty page, and nothing noticed."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        if self.page.is_closed():
            self.page = self.new_page()
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.set_viewport_size(self._viewport)
        self.page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        self.problems.clear()
        self.frames.clear()

    def close(self) -> None:
        """Close the browser; what went wrong in it fails the test."""
        self.context.close()
        self.check()

    def check(self) -> None:
        """Fail if something went wrong in the browser."""
        problems, self.problems = self.problems, []
        assert not problems, problems

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What the server sent, read."""
        return [json.loads(frame) for frame in self.frames]

    def hears_news(self, kind: str) -> None:
        """Wait until news of a kind was pushed."""
        self.until(lambda: any(one["t"] == "ev" and one["what"]["kind"] == kind for one in self.messages), kind)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the events of a kind that this person was told, from the first on."""
        pushes = [message for message in self.messages if message["t"] == "ev"]
        told = [(one.get("you") or {}).get("events") or one["what"].get("events", []) for one in pushes]
        return [event for together in told for event in together if event["event"] == kind]

    def hears(self, kind: str, **fields: object) -> dict[str, Any]:
        """Wait until an event of a kind with some fields was told; return it."""

        def found() -> list[dict[str, Any]]:
            return [event for event in self.told(kind) if fields.items() <= event.items()]

        self.until(lambda: bool(found()), f"{kind} {fields}")
        return found()[0]

    def until(self, test: Callable[[], bool], what: str = "something") -> None:
        """Wait until something is true; fail if it does not become true."""
        end = time.monotonic() + PATIENCE / 1000
        while not test():
            assert time.monotonic() < end, f"{self.name} waited in vain for {what}"
            self.page.wait_for_timeout(25)  # what the browser reports arrives meanwhile

    # ---------------------------------------------------------------- getting to a table

    def be_a_guest(self) -> None:
        """Have a name at the server."""
        self._post("/api/me", {"name": self.name})

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.context.request.post(self.url + path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def make_table(self, **settings: object) -> str:
        """Make a table and return its code."""
        self.be_a_guest()
        code: str = self._post("/api/tables", {"rules": USUAL, "seats": 2, "pace": "off", **settings})["code"]
        return code

    def sit_at(self, **settings: object) -> str:
        """Make a table and open it; return its code."""
        code = self.make_table(**settings)
        self.page.goto(f"{self.url}/t/{code}")
        return code

    def join(self, code: str) -> None:
        """Open a table by its code, from the home page, and wait for the seat."""
        self.page.goto(self.url)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_label("Code of the table").fill(code)
        self.page.get_by_role("button", name="Join").click()
        self.has_a_seat()

    def has_a_seat(self) -> None:
        """Wait for a seat at a table that waits for players."""
        self.page.get_by_role("button", name="Stand up").wait_for()

    def make_usual_tables(self, more: str = "") -> None:
        """Let tables that the page makes by itself have the usual rules of these tests, and perhaps more."""

        def change(route: Route) -> None:
            if route.request.method != "POST":
                route.continue_()
                return
            route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "rules": USUAL + more}))

        self.page.route(re.compile("/api/tables$"), change)

    def start_with_bots(self) -> None:
        self.page.get_by_role("button", name="Fill with bots").click()
        self.page.get_by_role("button", name="Start").click()
        self.cards.wait_for()

    # ---------------------------------------------------------------- what is on the table

    @property
    def cards(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand")

    def card(self, text: str) -> Locator:
        """Return a card in hand, by its name."""
        return self.cards.get_by_role("button", name=re.compile(rf"^{re.escape(card_words(text))}(,|$)", re.I)).first

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(name))

    def hand(self) -> list[str]:
        """Return the cards in hand, as they are drawn at one moment."""
        cards: list[str] = self.page.locator("button.held").evaluate_all("held => held.map(one => one.dataset.card)")
        return cards

    def holds(self, *cards: str) -> None:
        """Wait until the hand is made of these cards."""
        self.until(lambda: sorted(self.hand()) == sorted(cards), f"the hand {cards}")

    def holds_number(self, number: int) -> None:
        """Wait until the hand has a number of cards."""
        expect(self.cards.get_by_role("button")).to_have_count(number, timeout=PATIENCE)

    def is_over(self, of: str = "round|match") -> bool:
        """Return whether the end of the round or match is shown."""
        return self.page.get_by_role("heading", name=re.compile(rf"wins? the ({of})|Nobody wins")).count() > 0

    # ---------------------------------------------------------------- playing

    def play(self, *cards: str, colour: str = "", call: bool = False) -> None:
        """Play a card, or several at once, once that is possible."""
        if call and len(cards) == 1:
            self.button("^Last card!").click()
        for card in cards:
            expect(self.card(card)).to_have_accessible_name(re.compile("playable"), timeout=PATIENCE)
            self.card(card).click()
        if len(cards) > 1 or self.chosen.count():
            if call and len(cards) > 1:
                self.button("^Last card!").click()
            self.chosen.click()
        if colour:
            self.page.get_by_role("dialog").get_by_role("button", name=re.compile(COLOURS[colour], re.I)).click()

    @property
    def chosen(self) -> Locator:
        """The button that plays the chosen cards."""
        return self.page.get_by_role("button", name=re.compile(r"^Play (this card|\d+ cards)"))

    def buttons(self) -> list[str]:
        """Return the names of what can be pressed, as the accessibility tree has them at one moment."""
        lines = self.page.locator("body").aria_snapshot().splitlines()
        return [found[1] for found in map(BUTTON.search, lines) if found and "[disabled]" not in found[2]
                and not (found[1].startswith("Last card!") and "[pressed]" in found[2])]  # fmt: skip

    def move(self) -> None:
        """Do one thing that can be done now, if there is one: play a card, or what is asked."""
        names = self.buttons()
        chosen = next((name for wanted in TRIES for name in names if re.search(wanted, name)), None)
        if chosen is not None and chosen.endswith("playable"):
            chosen = next((name for name in names if name.startswith("Last card!")), chosen)
        try:
            if chosen is not None:
                self.page.get_by_role("button", name=chosen, exact=True).first.click(timeout=1000)
                return
        except Error:
            pass  # it went away before it was tapped: somebody was faster
        self.page.wait_for_timeout(40)


def play_until(people: list[Person], of: str = "round|match", seconds: float = 150) -> None:
    """Let people play in turn until the end of a round or match shows for the first of them."""
    end = time.monotonic() + seconds
    while not people[0].is_over(of):
        assert time.monotonic() < end, f"the {of} did not end: {people[0].page.locator('body').aria_snapshot()}"
        for one in people:
            one.move()
