"""Draws the table: players, piles, log, the question, the hand, the buttons."""

import os
from collections.abc import Iterator

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Button, Static

from ..._util.grammar import capital
from ...game.events import Event, Laid, Turned, told_to
from ...rules import Card
from ...session.local import LocalSession
from ...session.news import Moved
from ...words.questions import has_calls
from ...words.speaker import Speaker, card_names
from ..grades import grades_at
from ..lesson import Lesson
from ..settings import Settings
from ..telling import Telling, told_briefly
from .clock import TICK, Clock
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
_BELOW = 12  # moves in which the cards below the top card are looked for


class Drawing:
    """Shows a match on a screen, whose widgets it makes."""

    def __init__(self, screen: Screen[None], session: LocalSession, clock: Clock, settings: Settings) -> None:
        self.faces = Faces(session.rules.deck, settings.look_of(session.rules.skin))
        self.calling = False  # whether the call goes with the next lay
        self.notice = ""
        self.told_at = 0  # where the cursor was then
        self.tellings = {
            seat: Telling(session.log, session.rules, Speaker(session.rules.deck, session.names, seat), told_briefly)
            for seat in (None, *session.people)
        }
        self._screen = screen
        self._session = session
        self._clock = clock
        self._settings = settings
        self.lesson: Lesson | None = None
        self._fresh = 0.0  # seconds until the notice may disappear
        self._happening = Happening()
        self._drawn = len(session.log)  # news that were shown
        self._asked: Text | None = None  # what is shown as asked

    def parts(self) -> ComposeResult:
        """Yield the table and the log; the question; the hand; the buttons."""
        yield from table_parts(self.faces)
        with Horizontal(id="verbs"):
            yield _button("u UNO!", "call")
            yield _button("k Catch", "catch")
            for verb, key in KEYS.items():
                yield _button(f"{key} {capital(verb)}", verb)
            yield _button("? Hint", "advise")
        yield Static(id="notice")
        yield HandView(self.faces)
        yield KeyLine(id="keys")

    @property
    def told(self) -> Telling:
        """What the person at the screen was told."""
        return self.tellings[self._session.present]

    # ------------------------------------------------------------ everything

    def show(self) -> None:
        """Show the current state of the table."""
        self.faces.dark = self._screen.app.current_theme.dark
        if events := self._new_events():
            self._happening = happening(events, moves=self._has_motion)
        self.show_table()
        read = self.told.lines_of(self._session.reads[self._session.present])
        self._screen.query_one(Log).show(list(self.told.lines), read)
        self.show_title()
        self._screen.query_one(HandView).show(list(self._tiles()), self._covered)
        self.show_asked()
        self.show_notice()
        self._show_buttons()
        self._show_keys()

    def _new_events(self) -> list[Event]:
        """Return what happened since this was last asked, in the current round, as the person is told it."""
        events: list[Event] = []
        for news in self._session.log[self._drawn :]:
            if isinstance(news, Moved):
                events += told_to(news.events, self._session.present)
            else:
                events.clear()
        self._drawn = len(self._session.log)
        return events

    @property
    def _has_motion(self) -> bool:
        """Whether cards fly; not at a speed at which nothing can be followed, nor over a remote connection."""
        slow_line = bool(os.environ.get("SSH_CONNECTION"))
        return not self._clock.instant and has_motion(self._settings, slow_line)

    def fly(self) -> None:
        """Move the card that was just played a little further."""
        if self._happening.flies:
            self._happening.frame += 1
            self.show_table()

    def land(self) -> None:
        """End what still moves."""
        if self._happening.flies:
            self._happening.frame = FRAMES
            self.show_table()

    def show_table(self) -> None:
        """Show the players and the piles."""
        session = self._session
        scene = Scene(
            status=session.own_view.status,
            names=["You" if seat == session.present and session.alone else n for seat, n in enumerate(session.names)],
            scores=session.standing.scores,
            viewer=self._viewer,
            levels=self._levels(),
            played=_below_the_top(session),
            happening=self._happening,
        )
        self._screen.query_one(TableView).show(scene)

    @property
    def _viewer(self) -> int:
        """Whose seat is at the bottom: of several people, who has the screen or gets it next."""
        session = self._session
        found = next((seat for seat in (session.present, session.waits_for) if seat is not None), None)
        return session.people[0] if found is None else found

    def _levels(self) -> list[str]:
        """Return what stands beside each name."""
        partner = self._session.partner
        grades = grades_at(self._session.sitting)
        return ["partner" if seat == partner else grade for seat, grade in enumerate(grades)]

    @property
    def _covered(self) -> int:
        """How many backs are shown: the cards of the person who gets the screen next."""
        return (self._session.own_view.status.held[self._viewer] or 0) if self._session.present is None else 0

    def _tiles(self) -> Iterator[Tile]:
        session = self._session
        drawn = session.own_view.drawn
        for card in session.hand:
            playable = session.playable(card)
            bluff = playable and session.present is not None and session.is_bluff(session.present, card)
            yield Tile(card.code, playable, fresh=card == drawn, bluff=bluff)
            if card == drawn:
                drawn = None  # only the first of several

    # ------------------------------------------------------------ its parts

    def show_title(self) -> None:
        session = self._session
        width, height = self._screen.size
        if width < _SMALLEST[0] or height < _SMALLEST[1]:
            columns, lines = _SMALLEST
            wanted = f"{columns} × {lines}"
            words = (f"Please enlarge the window to {wanted}.", f"Enlarge to {wanted}", wanted)
            self._screen.query_one("#title", Static).update(
                Text(min(words, key=lambda text: (len(text) > width, -len(text))))
            )
            return
        number = session.match.rounds + (not session.match.over)
        parts = [rules_title(session.rules), f"round {number}", match_goal(session.rules), f"speed {self._clock.pace}"]
        title = Text().append(" Last Card ", "bold reverse").append(f" {' · '.join(filter(None, parts))}")
        title.truncate(width - 1, overflow="ellipsis")
        self._screen.query_one("#title", Static).update(title)

    def show_asked(self) -> None:
        """Show the question, and the time left."""
        width = max(20, self._screen.size.width - 2)
        asked = asked_text(self._session, self._clock, width)
        if asked != self._asked:  # several times a second: what has not changed is not sent, the line may be slow
            self._asked = asked
            self._screen.query_one("#asked", Static).update(asked)

    def fade(self) -> None:
        """Drop the notice after a while."""
        self._fresh -= TICK
        if self._fresh <= 0 and self.notice:
            self.notice = ""
            self.show_notice()

    def show_notice(self) -> None:
        """Show the notice, or the card under the cursor."""
        tip = self.lesson.tip() if self.lesson else ""
        width, lines = self._notice_lines(self.notice or tip, reminds=self.notice or not tip)
        wrapped = shortened_to(_NOTICE, lines, width)
        self._screen.query_one("#notice", Static).update(
            released(Text("\n").join(wrapped)) if lines else self._under_cursor()
        )

    def _notice_lines(self, notice: str, *, reminds: object = True) -> tuple[int, list[Text]]:
        """Return how wide a notice may be, and its lines, perhaps with what must not be forgotten beside it."""
        remind = reminder(self._session, self.calling) if reminds or self.calling else ""
        texts = [self.faces.prose(text, "bold") for text in (notice, remind) if text]
        width = max(20, self._screen.size.width - 2)
        return width, [line for text in texts for line in broken(text, width)]

    def _under_cursor(self) -> Text:
        """Return the name of the card under the cursor."""
        hand = self._screen.query_one(HandView)
        if hand.card is None:
            return Text("")
        text = self.faces.prose(card_names(self.faces.deck)[hand.card])
        bluff = hand.tiles[hand.cursor].bluff
        return released(text).append("  a bluff: you hold the colour" if bluff else "", "italic")

    def _show_buttons(self) -> None:
        says = self._session.own_view.choices.says if self._session.present is not None else ()
        for verb in KEYS:
            self._screen.query_one(f"#do-{verb}", Button).display = verb in says
        calls = has_calls(self._session.rules)
        self._screen.query_one("#do-catch", Button).display = calls and bool(self._session.suspects())
        call = self._screen.query_one("#do-call", Button)
        call.display = calls and self._session.present is not None and len(self._session.hand) <= 2
        call.variant = "warning" if self.calling or len(self._session.hand) == 1 else "default"
        self._screen.query_one("#do-catch", Button).variant = "warning" if self._session.may_catch else "default"
        self._screen.query_one("#do-advise", Button).display = self._session.my_turn

    def _show_keys(self) -> None:
        """Show the keys that do something now."""
        session = self._session
        covered = session.waits_for is not None
        choosing = [("←→", "choose", ""), ("⏎", "play", "screen.lay")]
        keys = [("⏎", "show hand", "screen.lay")] if covered else choosing if session.hand else []
        if session.at_stake() or session.pending() is not None:
            keys.append(("Space", "don't wait", "screen.let_pass"))
        if session.last_mover() is not None and not session.table.over:
            keys.append(("z", "undo", "screen.take_back"))
        keys += [("v", "speed", "app.next_pace"), ("h", "help", "screen.help"), ("Esc", "menu", "app.menu")]
        self._screen.query_one(KeyLine).show([*keys, ("q", "quit", "app.leave")])

    def tell(self, *notices: str) -> None:
        """Show a notice about what the person did: the first that fits, or else the last."""
        self.notice = next((each for each in notices if len(self._notice_lines(each)[1]) <= _NOTICE), notices[-1])
        self.told_at = self._screen.query_one(HandView).cursor
        self._fresh = _READ
        self.show_notice()


def _button(label: str, name: str) -> Button:
    button = Button(label, id=f"do-{name}", compact=True)
    button.can_focus = False  # the hand keeps the keys
    return button


def _below_the_top(session: LocalSession) -> list[Card]:
    """Return the last cards on the discards below the top card, oldest first."""
    table = session.table
    events = (*table.opening_events, *table.events_since(max(0, table.ply - _BELOW)))
    cards = [event.card for event in events if isinstance(event, Laid | Turned)]
    return cards[-3:-1] if cards and cards[-1] == session.status.top else []
