"""Draws the table: seats, piles, log, the question, the hand, the buttons."""

from collections.abc import Iterator

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Button, Footer, Static

from ...questions import has_calls
from ...words import capital, card_names
from ..settings import Settings
from .course import Course
from .faces import Faces
from .says import KEYS, asked_text, reminder
from .widgets import HandView, Log, Piles, Seats, Tile, piles_text, seats_text, table_parts

_READ = 3.0  # seconds that a notice stays at least
_SMALLEST = (60, 20)  # columns and lines


class DrawnTable(Screen[None]):
    """Shows the state of a match; `PlayScreen` makes it move."""

    def __init__(self, course: Course, settings: Settings) -> None:
        super().__init__()
        self.course = course
        self.faces = Faces(course.rules.deck, settings.look_of(course.rules.skin))
        self.pace = settings.speed
        self.calling = False  # the call goes with the next lay
        self.notice = ""
        self.told_at = 0  # where the cursor was then
        self.left = 0.0  # seconds until the pending bot acts
        self.whole = 0.0
        self.fresh = 0.0  # seconds until the notice may disappear

    def compose(self) -> ComposeResult:
        """Compose seats, piles and log; the question; the hand; the buttons."""
        yield from table_parts()
        yield Static(id="notice")
        yield HandView(self.faces)
        with Horizontal(id="verbs"):
            for verb, key in KEYS.items():
                yield self._button(f"{key} {capital(verb)}", verb)
            yield self._button("u UNO!", "call")
            yield self._button("k Catch", "catch")
            yield self._button("? Hint", "advise")
            yield self._button("Esc Menu", "menu")
        yield Footer()

    def _button(self, label: str, name: str) -> Button:
        button = Button(label, id=f"do-{name}", compact=True)
        button.can_focus = False  # the hand keeps the keys
        return button

    def on_resize(self) -> None:
        """Say so if the terminal is too small."""
        self._show_title()

    def show(self) -> None:
        """Show the current state of the table."""
        course = self.course
        view = course.view
        names = ["You" if seat == course.seat else name for seat, name in enumerate(course.sitting.names)]
        self.query_one("#seats", Seats).update(seats_text(view.status, names, course.match.scores, course.partner))
        self.query_one("#piles", Piles).update(piles_text(view.status, self.faces))
        self.query_one(Log).show(list(course.log), course.read)
        self._show_title()
        self.query_one(HandView).show(list(self._tiles()))
        self.show_asked()
        self.show_notice()
        self._show_buttons()

    def _tiles(self) -> Iterator[Tile]:
        drawn = self.course.view.drawn
        code = None if drawn is None else drawn.code
        for card in self.course.hand:
            yield Tile(card, self.course.playable(card), fresh=card == code)
            if card == code:
                code = None  # only the first of several

    def _show_title(self) -> None:
        course = self.course
        title = Text().append(" Last Card ", "bold reverse")
        if self.size.width < _SMALLEST[0] or self.size.height < _SMALLEST[1]:
            title = Text(f"The terminal is too small: {_SMALLEST[0]} by {_SMALLEST[1]}.")  # fits even here
        else:
            number = course.match.rounds + (not course.match.over)
            title.append(f" {course.rules.id}, round {number}, speed {self.pace}")
        self.query_one("#title", Static).update(title)

    def show_asked(self) -> None:
        """Show the question, and the time left."""
        self.query_one("#asked", Static).update(asked_text(self.course, self.pace, self.left, self.whole))

    def show_notice(self) -> None:
        """Show the notice, or the card under the cursor."""
        lines = [Text(line, "bold") for line in (self.notice, reminder(self.course, self.calling)) if line]
        self.query_one("#notice", Static).update(Text("\n").join(lines) if lines else self._under_cursor())

    def _under_cursor(self) -> Text:
        """Return the name of the card under the cursor."""
        card = self.query_one(HandView).card
        if card is None:
            return Text("")
        return Text().append_text(self.faces.card(card)).append(f" {card_names(self.faces.deck)[card]}")

    def _show_buttons(self) -> None:
        for verb in KEYS:
            self.query_one(f"#do-{verb}", Button).display = verb in self.course.view.choices.says
        self.query_one("#do-catch", Button).display = has_calls(self.course.rules) and bool(self.course.suspects())
        self.query_one("#do-call", Button).display = has_calls(self.course.rules)
        self.query_one("#do-call", Button).variant = "warning" if self.calling else "default"

    def tell(self, notice: str) -> None:
        """Show a notice about what the person did."""
        self.notice = notice
        self.told_at = self.query_one(HandView).cursor
        self.fresh = _READ
        self.show_notice()
