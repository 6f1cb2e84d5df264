"""Draws the table: players, piles, log, the question, the hand, the buttons."""

import os
from collections.abc import Iterator

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Button, Static

from ..._util.grammar import capital
from ...words.questions import has_calls
from ...words.speaker import card_names
from ..pace import PACES
from ..settings import Settings
from .course import Course
from .faces import Faces
from .felt import Scene
from .guide import match_goal, rules_title
from .hand import HandView, Tile
from .happenings import FRAMES, Happening, happening, has_motion
from .says import KEYS, asked_text, reminder
from .widgets import KeyLine, Log, TableView, broken, released, shortened_to, table_parts

_NOTICE = 2  # lines of a notice, as in full.tcss
_READ = 3.0  # seconds that a notice stays at least
_SMALLEST = (60, 20)  # columns and lines


class DrawnTable(Screen[None]):
    """Shows the state of a match; `PlayScreen` makes it move."""

    def __init__(self, course: Course, settings: Settings) -> None:
        super().__init__()
        self.course = course
        self.settings = settings
        self.faces = Faces(course.rules.deck, settings.look_of(course.rules.skin))
        self.pace = settings.speed
        self.calling = False  # the call goes with the next lay
        self.notice = ""
        self.told_at = 0  # where the cursor was then
        self.left = 0.0  # seconds until the pending bot acts
        self.whole = 0.0
        self.fresh = 0.0  # seconds until the notice may disappear
        self.happening = Happening()
        self._asked: Text | None = None  # what is shown as asked

    def compose(self) -> ComposeResult:
        """Compose the table and the log; the question; the hand; the buttons."""
        yield from table_parts(self.faces)
        with Horizontal(id="verbs"):
            yield self._button("u UNO!", "call")
            yield self._button("k Catch", "catch")
            for verb, key in KEYS.items():
                yield self._button(f"{key} {capital(verb)}", verb)
            yield self._button("? Hint", "advise")
        yield Static(id="notice")
        yield HandView(self.faces)
        yield KeyLine(id="keys")

    def _button(self, label: str, name: str) -> Button:
        button = Button(label, id=f"do-{name}", compact=True)
        button.can_focus = False  # the hand keeps the keys
        return button

    def on_resize(self) -> None:
        """Say so if the terminal is too small."""
        self._show_title()

    # ------------------------------------------------------------ everything

    def show(self) -> None:
        """Show the current state of the table."""
        self.faces.dark = self.app.current_theme.dark
        if self.course.happened:
            self.happening = happening(self.course.happened, moves=self._has_motion)
            self.course.happened.clear()
        self.show_table()
        self.query_one(Log).show(list(self.course.log), self.course.read)
        self._show_title()
        self.query_one(HandView).show(list(self._tiles()), self._covered)
        self.show_asked()
        self.show_notice()
        self._show_buttons()
        self._show_keys()

    @property
    def _has_motion(self) -> bool:
        """Whether cards fly; not at a speed at which nothing can be followed, nor over a remote connection."""
        slow_line = bool(os.environ.get("SSH_CONNECTION"))
        return PACES[self.pace].act > 0 and has_motion(self.settings, slow_line)

    def fly(self) -> None:
        """Move the card that was just played a little further."""
        if self.happening.flies:
            self.happening.frame += 1
            self.show_table()

    def land(self) -> None:
        """End what still moves."""
        if self.happening.flies:
            self.happening.frame = FRAMES
            self.show_table()

    def show_table(self) -> None:
        """Show the players and the piles."""
        course = self.course
        scene = Scene(
            status=course.view.status,
            names=["You" if seat == course.seat and course.alone else n for seat, n in enumerate(course.sitting.names)],
            scores=course.match.scores,
            viewer=self._viewer,
            levels=self._levels(),
            played=course.played,
            happening=self.happening,
        )
        self.query_one(TableView).show(scene)

    @property
    def _viewer(self) -> int:
        """Whose seat is at the bottom: of several people, who has the screen or gets it next."""
        course = self.course
        found = next((seat for seat in (course.seat, course.waits_for) if seat is not None), None)
        return course.people[0] if found is None else found

    def _levels(self) -> list[str]:
        """Return what stands beside each name."""
        course = self.course
        bots = course.sitting.match.record.bots or ("",) * len(course.sitting.names)
        return ["partner" if seat == course.partner else course.sitting.grade(bot) for seat, bot in enumerate(bots)]

    @property
    def _covered(self) -> int:
        """How many backs are shown: the cards of the person who gets the screen next."""
        return (self.course.view.status.held[self._viewer] or 0) if self.course.seat is None else 0

    def _tiles(self) -> Iterator[Tile]:
        drawn = self.course.view.drawn
        code = None if drawn is None else drawn.code
        for card in self.course.hand:
            playable = self.course.playable(card)
            bluff = playable and self.course.is_bluff(card)
            yield Tile(card, playable, fresh=card == code, bluff=bluff)
            if card == code:
                code = None  # only the first of several

    # ------------------------------------------------------------ its parts

    def _show_title(self) -> None:
        course = self.course
        width, height = self.size
        if width < _SMALLEST[0] or height < _SMALLEST[1]:
            columns, lines = _SMALLEST
            wanted = f"{columns} × {lines}"
            words = (f"Please enlarge the window to {wanted}.", f"Enlarge to {wanted}", wanted)
            self.query_one("#title", Static).update(Text(min(words, key=lambda text: (len(text) > width, -len(text)))))
            return
        number = course.match.rounds + (not course.match.over)
        parts = [rules_title(course.rules), f"round {number}", match_goal(course.rules), f"speed {self.pace}"]
        title = Text().append(" Last Card ", "bold reverse").append(f" {' · '.join(filter(None, parts))}")
        title.truncate(width - 1, overflow="ellipsis")
        self.query_one("#title", Static).update(title)

    def show_asked(self) -> None:
        """Show the question, and the time left."""
        width = max(20, self.size.width - 2)
        asked = asked_text(self.course, self.pace, self.left, self.whole, width)
        if asked != self._asked:  # several times a second: what has not changed is not sent, the line may be slow
            self._asked = asked
            self.query_one("#asked", Static).update(asked)

    def show_notice(self) -> None:
        """Show the notice, or the card under the cursor."""
        width, lines = self._notice_lines(self.notice)
        wrapped = shortened_to(_NOTICE, lines, width)
        self.query_one("#notice", Static).update(released(Text("\n").join(wrapped)) if lines else self._under_cursor())

    def _notice_lines(self, notice: str) -> tuple[int, list[Text]]:
        """Return how wide a notice may be, and its lines, with what must not be forgotten beside it."""
        texts = [self.faces.prose(text, "bold") for text in (notice, reminder(self.course, self.calling)) if text]
        width = max(20, self.size.width - 2)
        return width, [line for text in texts for line in broken(text, width)]

    def _under_cursor(self) -> Text:
        """Return the name of the card under the cursor."""
        hand = self.query_one(HandView)
        if hand.card is None:
            return Text("")
        text = self.faces.prose(card_names(self.faces.deck)[hand.card])
        bluff = hand.tiles[hand.cursor].bluff
        return released(text).append("  a bluff: you hold the colour" if bluff else "", "italic")

    def _show_buttons(self) -> None:
        says = self.course.view.choices.says if self.course.seat is not None else ()
        for verb in KEYS:
            self.query_one(f"#do-{verb}", Button).display = verb in says
        calls = has_calls(self.course.rules)
        self.query_one("#do-catch", Button).display = calls and bool(self.course.suspects())
        call = self.query_one("#do-call", Button)
        call.display = calls and self.course.seat is not None and len(self.course.hand) <= 2
        call.variant = "warning" if self.calling or len(self.course.hand) == 1 else "default"
        self.query_one("#do-catch", Button).variant = "warning" if self.course.window.open else "default"
        self.query_one("#do-advise", Button).display = self.course.my_turn

    def _show_keys(self) -> None:
        """Show the keys that do something now."""
        course = self.course
        covered = course.waits_for is not None
        choosing = [("←→", "choose", ""), ("⏎", "play", "screen.lay")]
        keys = [("⏎", "show hand", "screen.lay")] if covered else choosing if course.hand else []
        if course.chance() or course.pending() is not None:
            keys.append(("Space", "don't wait", "screen.let_pass"))
        if course.last_mover() is not None and not course.table.over:
            keys.append(("z", "undo", "screen.take_back"))
        keys += [("v", "speed", "app.next_pace"), ("h", "help", "screen.help"), ("Esc", "menu", "app.menu")]
        self.query_one(KeyLine).show([*keys, ("q", "quit", "app.leave")])

    def tell(self, *notices: str) -> None:
        """Show a notice about what the person did: the first that fits, or else the last."""
        self.notice = next((each for each in notices if len(self._notice_lines(each)[1]) <= _NOTICE), notices[-1])
        self.told_at = self.query_one(HandView).cursor
        self.fresh = _READ
        self.show_notice()
