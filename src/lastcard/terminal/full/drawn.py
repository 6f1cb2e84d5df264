"""The table as it is drawn: seats, piles, log, what is asked, the hand, what can be done."""

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

_READ = 3.0  # seconds to read a notice before what others do wipes it away
_SMALLEST = (60, 20)  # columns and lines


class DrawnTable(Screen[None]):
    """Shows how a match stands; what happens at it is left to `PlayScreen`."""

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
        self.fresh = 0.0  # seconds until a notice may go

    def compose(self) -> ComposeResult:
        """Seats, piles and log above; what is asked; the hand; what can be done."""
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
        """Say it if there is too little room."""
        self._show_title()

    def show(self) -> None:
        """Show the table as it stands."""
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
                code = None  # of several the first

    def _show_title(self) -> None:
        course = self.course
        title = Text().append(" Last Card ", "bold reverse")
        if self.size.width < _SMALLEST[0] or self.size.height < _SMALLEST[1]:
            title = Text(f"The terminal is too small: {_SMALLEST[0]} by {_SMALLEST[1]}.")  # even here to be read
        else:
            number = course.match.rounds + (not course.match.over)
            title.append(f" {course.rules.id}, round {number}, speed {self.pace}")
        self.query_one("#title", Static).update(title)

    def show_asked(self) -> None:
        """Show what is asked, and the time there is."""
        self.query_one("#asked", Static).update(asked_text(self.course, self.pace, self.left, self.whole))

    def show_notice(self) -> None:
        """Show what was told, or the card under the cursor."""
        lines = [Text(line, "bold") for line in (self.notice, reminder(self.course, self.calling)) if line]
        self.query_one("#notice", Static).update(Text("\n").join(lines) if lines else self._under_cursor())

    def _under_cursor(self) -> Text:
        """The name of the card under the cursor."""
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
        """Say something about what the person did."""
        self.notice = notice
        self.told_at = self.query_one(HandView).cursor
        self.fresh = _READ
        self.show_notice()
