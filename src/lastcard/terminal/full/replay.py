"""A record shown step by step."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Static

from ..._util.names import printable
from ...archive.record import Record
from ..grades import grade_at
from ..pace import next_pace
from ..settings import Settings
from ..stills import Still, seat_names, stills
from .dialogs import Choice, LeftOnce, Question
from .faces import Faces
from .felt import Scene
from .guide import rules_title
from .happenings import happening
from .widgets import KeyLine, Log, TableView, released, table_parts

LEFT_OUT = "Cards are left out of this copy: it tells what was done, not how the table stood."
_SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "instant": 0.1}  # seconds for a step


class ReplayScreen(LeftOnce[None]):
    """Shows a record step by step, forwards and backwards, or by itself."""

    BINDINGS = [
        Binding("right,enter", "step(1)", "Next"),
        Binding("left,backspace", "step(-1)", "Back"),
        Binding("space,p,P", "play", "Play"),
        Binding("v,V", "speed", "Speed"),
        Binding("down", "step(10)", "Ten on"),
        Binding("up", "step(-10)", "Ten back"),
        Binding("r,R", "round", "Round"),
        Binding("pagedown", "hands(1)", "Hands"),
        Binding("pageup", "hands(-1)", "Hands"),
        Binding("home", "step(-100000)", "First"),
        Binding("end", "step(100000)", "Last"),
        Binding("escape,q,Q", "dismiss", "Leave"),
    ]

    def __init__(self, record: Record, settings: Settings) -> None:
        super().__init__()
        self._record = record
        self._faces = Faces(record.rules.deck, settings.look_of(record.rules.skin))
        self._stills = stills(record)
        self._place = 0
        self._speed = settings.speed
        self._clock: Timer | None = None  # runs while it plays by itself

    def compose(self) -> ComposeResult:
        """Compose the table, with all hands instead of the player's own."""
        yield from table_parts(self._faces)
        with VerticalScroll(id="hands", can_focus=False):
            yield Static(id="cards")
        yield KeyLine(id="keys")

    def on_resize(self) -> None:
        """See which hands fit now."""
        self.call_after_refresh(self._show_keys)

    def on_mount(self) -> None:
        """Start at the beginning."""
        self.action_step(0)

    def _show_keys(self) -> None:
        """Show the keys that do something now."""
        does = "stop" if self._clock else "play"
        keys = [("←→", "step", "screen.step(1)"), ("↑↓", "ten steps", "screen.step(10)")]
        keys += [("Space", does, "screen.play"), ("v", f"speed: {self._speed}", "screen.speed")]
        keys += [("r", "round", "screen.round")] * (len(self._record.rounds) > 1)
        keys += [("PgDn", "hands", "screen.hands(1)")] * self._hands_scroll
        self.query_one(KeyLine).show([*keys, ("Esc", "leave", "screen.dismiss")])

    @property
    def _hands_scroll(self) -> bool:
        """Whether not all hands are in sight."""
        return self.query_one("#hands", VerticalScroll).max_scroll_y > 0

    # ------------------------------------------------------------ going through it

    def action_step(self, by: int) -> None:
        """Move by a number of acts."""
        self._stop()
        self._go_to(self._place + by)

    def action_play(self) -> None:
        """Go on by itself, or stop."""
        if self._clock is not None:
            self._stop()
        else:
            if self._place >= len(self._stills) - 1:
                self._place = 0
            self._clock = self.set_interval(_SPEEDS[self._speed], self._advance)
        self._show_keys()

    def _advance(self) -> None:
        if not self.is_active:
            return
        self._go_to(self._place + 1)
        if self._place >= len(self._stills) - 1:
            self._stop()
            self._show_keys()

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def action_speed(self) -> None:
        """Change how fast it plays by itself."""
        self._speed = next_pace(self._speed)
        if self._clock is not None:
            self._stop()
            self.action_play()
        self._show_keys()

    def action_round(self) -> None:
        """Ask which round to jump to."""
        self._stop()
        self._show_keys()
        starts: dict[int, int] = {}
        for place, still in enumerate(self._stills):
            starts.setdefault(still.round, place)
        choices = [Choice(str(n) if n < 10 else "", f"Round {n}", place) for n, place in starts.items()]
        if choices:
            now = list(starts).index(self._stills[self._place].round)
            self.app.push_screen(Question("Go to which round?", choices, now), self._jumped)

    def _jumped(self, place: int | None) -> None:
        if place is not None:
            self._go_to(place)

    # ------------------------------------------------------------ what is shown

    def _go_to(self, place: int) -> None:
        self._show_keys()
        if not self._stills:
            self.query_one("#asked", Static).update("Nothing has been played yet.")
            return
        self._place = max(0, min(len(self._stills) - 1, place))
        still = self._stills[self._place]
        self._faces.dark = self.app.current_theme.dark
        rounds = self._stills[-1].round
        title = Text().append(" Replay ", "bold reverse").append(f" {rules_title(self._record.rules)}")
        title.append(f" · round {still.round} of {rounds} · step {self._place + 1} of {len(self._stills)}")
        self.query_one("#title", Static).update(title)
        self.query_one("#asked", Static).update(released(self._faces.prose(still.told, "bold")))
        self.query_one(Log).show(still.lines, len(still.lines) - 1)
        names = seat_names(self._record)
        self.query_one(TableView).show(self._scene(still, names), f"{LEFT_OUT}\n\n" + "\n".join(names))
        self.query_one("#cards", Static).update(Text("\n").join(self._hands(still, names)))
        self.call_after_refresh(self._show_keys)  # which depend on how many hands fit

    def _scene(self, still: Still, names: tuple[str, ...]) -> Scene | None:
        if still.status is None:
            return None
        bots = self._record.bots or ("",) * self._record.seats
        levels = [grade_at(printable(bot), self._record.rules, self._record.seats) for bot in bots]
        seen = happening(still.events, moves=False)
        return Scene(still.status, names, still.scores, None, levels, still.played, seen)

    def _hands(self, still: Still, names: tuple[str, ...]) -> Iterator[Text]:
        """Yield the hand of each seat, as cards."""
        width = max([cell_len(name) for name in names], default=0) + 1
        for name, hand in zip(names, still.hands, strict=False):
            line = Text(f"{name}{' ' * (width - cell_len(name))}", "bold")
            yield line.append_text(Text(" ").join(self._faces.chip(card.code) for card in hand) if hand else Text("-"))

    def action_hands(self, by: int) -> None:
        """Scroll the hands if they do not all fit."""
        box = self.query_one("#hands", VerticalScroll)
        box.scroll_relative(y=by * max(1, box.size.height - 1), animate=False)
