"""Someone with a browser: what a person does on the page, by what can be seen and read."""

from playwright.sync_api import Browser, BrowserContext, Page


class Person:
    """Someone with a browser, who notices every error on the console."""

    def __init__(self, browser: Browser, url: str, name: str, **options: object) -> None:
        self.url = url
        self.name = name
        self.context: BrowserContext = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}  # type: ignore[arg-type]
        )
        self.context.set_default_timeout(30_000)
        self.problems: list[str] = []
        self.frames: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))
        return page

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.problems.append(text)

    def sit_at(self, **settings: object) -> str:
        """Make a table and open it; return its code."""
        self.page.goto(self.url)
        body = {"rules": "official", "seats": 2, "pace": "off", **settings}
        code: str = self.page.evaluate(_MAKE, [self.name, body])
        self.page.goto(f"{self.url}/t/{code}")
        return code

    def join(self, code: str) -> None:
        """Open a table by its code and take a seat."""
        self.page.goto(self.url)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_label("Code of the table").fill(code)
        self.page.get_by_role("button", name="Join").click()
        self.page.get_by_role("button", name="Take a seat").first.click()

    def start_with_bots(self) -> None:
        self.page.get_by_role("button", name="Fill with bots").click()
        self.page.get_by_role("button", name="Start").click()
        self.page.get_by_role("group", name="Your hand").wait_for()

    def hand(self) -> list[str]:
        """Return the cards in hand, as they are drawn at one moment."""
        cards: list[str] = self.page.locator("button.held").evaluate_all("held => held.map(one => one.dataset.card)")
        return cards

    def move(self) -> None:
        """Do one thing that can be done now, if there is one: tap a raised card, or the main button."""
        page = self.page
        colour = page.get_by_role("dialog", name="Choose a colour").get_by_role("button")
        call = page.get_by_role("button", name="Last card!")
        playable = page.get_by_role("group", name="Your hand").get_by_role("button", name="playable")
        chosen = page.get_by_role("button", name="Play ", exact=False).and_(page.locator(".slot.main button"))
        try:
            if colour.count():
                colour.first.click(timeout=1000)
            elif chosen.count():
                chosen.first.click(timeout=1000)
            elif playable.count():
                if call.count() and call.first.get_attribute("aria-pressed") == "false":
                    call.first.click(timeout=1000)
                playable.first.click(timeout=1000)
            elif page.locator(".seat.choosable").count():
                page.locator(".seat.choosable").first.click(timeout=1000)
            elif page.locator(".slot.main button").count():
                page.locator(".slot.main button").first.click(timeout=1000)
            else:
                page.wait_for_timeout(50)
        except Exception:  # it went away before it was tapped: somebody was faster
            page.wait_for_timeout(20)

    def close(self) -> None:
        self.context.close()
        assert self.problems == []


_MAKE = """async ([name, body]) => {
  const post = (path, data) => fetch(path, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(data)}).then(r => r.json());
  await post("/api/me", {name});
  return (await post("/api/tables", body)).code;
}"""
