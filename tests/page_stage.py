"""A table on a stage: a position, as the engine sees it, shown to a browser through a socket that we answer.

The same position always makes the same picture.  Everything else on the page comes from a real server.
"""

import json
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute

from lastcard import Round
from lastcard.game.events import told_to
from lastcard.game.wire import encode_fields
from lastcard.rules import ruleset_of
from lastcard.words.questions import last_cards, partner_of
from page_person import PATIENCE

PHONE, TABLET, DESK, WALL = (390, 844), (768, 1024), (1440, 900), (2560, 1440)
NAMES = ("Ada", "Noor", "Theo", "Mina", "Lars", "Ayo", "Ines", "Kenji", "Rosa", "Sam")
MANY = "r1r2r2r5r8rSr+2y0y1y3y4y6y6y9yRg1g2g4g7g9gSg+2b0b3b3b5b8b9bRw+4"  # thirty cards


@dataclass(frozen=True)
class Scene:
    """A table at a moment: a position, in which ` * ` stands for all other cards, and what has just been done."""

    name: str
    position: str
    moves: tuple[str, ...] = ()
    seat: int | None = 0
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)  # what is special about a seat
    scores: tuple[int, ...] = ()
    over: bool = False  # whether the end of the round ends the match
    says: tuple[dict[str, Any], ...] = ()  # what is said or shown after the moves
    clock: int | None = None  # seconds left
    opens: int | None = None  # seconds until someone may be caught
    room: dict[str, Any] = field(default_factory=dict)  # what is special about the room


class Stage:
    """A table that shows a scene to one browser."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.round = Round.from_position(_filled(scene.position))
        self.v = 1
        self.acts: list[str] = []  # what was wanted
        self.answers = True  # whether a move is answered

    def answer(self, socket: WebSocketRoute) -> None:
        """Speak the protocol of the server, as far as the page needs it; moves are made by the engine."""

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "hello":
                socket.send(json.dumps(self._welcome()))
            elif message["t"] == "ping":
                socket.send(json.dumps({"t": "pong", "n": message["n"], "now": _now()}))
            elif message["t"] == "act":
                self.acts.append(message["action"])
                if self.answers:
                    self.move(f"{self.scene.seat} {message['action']}", message["id"])
            else:
                socket.send(json.dumps({"t": "ack", "ack": message["id"], "v": self.v}))

        socket.on_message(hear)
        self.socket = socket

    def play(self) -> None:
        """Make the moves of the scene, and say what is said."""
        for move in self.scene.moves:
            self.move(move)
        for said in self.scene.says:
            self._tell({"kind": "said", "name": NAMES[said["seat"]], "text": "", "mark": ""} | said, {})

    def move(self, move: str, ack: str = "") -> None:
        """Make a move, and tell it."""
        self.round.play(move)
        seat, action = move.split(" ", 1)
        events = told_to(self.round.events_since(self.round.ply - 1), self.scene.seat)
        what = {"kind": "move", "seat": int(seat), "action": action, "who": "person"}
        parts = self._snapshot() | ({"ack": ack} if ack else {})
        self._tell(what | {"events": [event.to_dict() for event in events]}, parts)

    def _tell(self, what: dict[str, Any], parts: dict[str, Any]) -> None:
        self.v += 1
        self.socket.send(json.dumps({"t": "ev", "v": self.v, "at": _now(), "what": what} | parts))

    def _welcome(self) -> dict[str, Any]:
        return {
            "t": "welcome", "protocol": 1, "epoch": "1", "v": self.v, "now": _now(), "seat": self.scene.seat,
            "snapshot": self._snapshot(),
        }  # fmt: skip

    def _snapshot(self) -> dict[str, Any]:
        you = None if self.scene.seat is None else self._you(self.scene.seat)
        return {"room": self._room(), "game": self._game(), "clock": self._clock(), "you": you}

    def _room(self) -> dict[str, Any]:
        over = self.round.over
        count = self.round.public_status.seats
        seats = [self._seat(seat, partner_of(self.round.rules, count, seat)) for seat in range(count)]
        return {
            "phase": ("over" if self.scene.over else "between") if over else "playing",
            "rules": self.round.rules.id, "digest": "", "pace": "normal", "public": False, "locked": False,
            "removed": 0, "host": 0, "youngest": None,
            "seats": seats, "agreed": [], "pausing": [], "paused": None, "match": "m",
            "players": [{part: seat[part] for part in ("kind", "name", "level")} for seat in seats],
            "deal": {"table": "t", "number": 1, "commitment": "c", "nonces": {str(self.scene.seat): "0"}},
            **self.scene.room,
        }  # fmt: skip

    def _seat(self, seat: int, partner: int | None) -> dict[str, Any]:
        kind = "person" if seat < 2 else "bot"
        special = dict(self.scene.seats.get(seat, {}))
        if special.get("away") is not None:
            special["away"] = _now() + 1000 * special["away"]
        plain = {"kind": kind, "name": NAMES[seat], "level": "careful" if kind == "bot" else "", "outside": False}
        return {**plain, "away": None, "stand_in": False, "left": False, "partner": partner, **special}

    def _game(self) -> dict[str, Any]:
        status = encode_fields(self.round.public_status)
        scores = list(self.scene.scores or (0,) * status["seats"])
        if self.round.over:
            scores = [score + points for score, points in zip(scores, self.round.points, strict=True)]
        winners = status["winners"] if self.scene.over and self.round.over else []
        sheet = {
            "scores": scores, "dealer": 0, "rounds": 2, "eliminated": [], "ranks": [], "winners": winners,
            "over": bool(winners),
        }  # fmt: skip
        last = last_cards(self.round.rules, self.round.public_status)
        return {"status": status, "last_card": last, "round": 3, "ply": self.round.ply, "sheet": sheet}

    def _clock(self) -> dict[str, Any]:
        turn = None if self.scene.clock is None else _now() + 1000 * self.scene.clock
        opens = None if self.scene.opens is None else _now() + 1000 * self.scene.opens
        return {"now": _now(), "opens": opens, "hold": 0, "turn": turn, "bank": [0] * self.round.public_status.seats}

    def _you(self, seat: int) -> dict[str, Any]:
        view = self.round.view(seat)
        return {
            "seat": seat, "hand": [card.text for card in view.hand], "drawn": None, "bluffed": None,
            "choices": encode_fields(view.choices), "fouls": encode_fields(view.fouls),
        }  # fmt: skip


def _filled(position: str) -> str:
    """Return a position with all other cards of the deck for the `*`."""
    before, after = position.split(" * ")
    deck = ruleset_of(after).deck
    seen = Counter(re.findall(r"[a-z](?:[A-Z]|\+?[0-9])?", before.split(" >")[0].split(" <")[0].replace(":", "")))
    rest = "".join(card.text * (count - seen[card.text]) for card, count in zip(deck.cards, deck.counts, strict=True))
    return f"{before} {rest}|- {after}"


def _now() -> int:
    return int(time.time() * 1000)


class Camera:
    """A browser at a real server."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.problems: list[str] = []
        self._open: list[BrowserContext] = []

    def open(
        self, size: tuple[int, int], theme: str = "dark", deck: str = "white", motion: bool = False, **options: Any
    ) -> Page:
        """Open a window of this size, as a guest who has been here before."""
        phone = min(size) < 500
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="en-GB", is_mobile=phone, has_touch=phone,
            device_scale_factor=2 if phone else 1, **options,
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        chosen = {"theme": theme, "deck": deck, "motion": motion, "sound": False}
        context.add_init_script(f"localStorage.setItem('lastcard', {json.dumps(json.dumps(chosen))})")
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: line.type in ("error", "warning") and self.problems.append(line.text))
        self._open.append(context)
        return page

    def close(self) -> None:
        """Close all windows."""
        for context in self._open:
            context.close()

    def table(self, page: Page, scene: Scene, wait_for: str = ".seat") -> Stage:
        """Show a scene."""
        stage = Stage(scene)
        page.route_web_socket(re.compile("/api/socket"), stage.answer)
        page.route(re.compile(r"/api/matches/\w+/steps"), lambda route: route.fulfill(json={"steps": []}))
        seats = stage.round.public_status.seats
        code = self.make(page, rules=stage.round.rules.id, seats=seats)
        page.goto(f"{self.url}/t/{code}")
        page.locator(wait_for).first.wait_for()
        stage.play()
        return stage

    def make(self, page: Page, **settings: Any) -> str:
        """Let the person of a page have a name and a table; return its code."""
        ask = page.context.request
        ask.post(f"{self.url}/api/me", data={"name": "Ada"})
        made: dict[str, str] = ask.post(f"{self.url}/api/tables", data={"pace": "off", **settings}).json()
        return made["code"]
