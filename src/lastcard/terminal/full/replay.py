"""A record shown step by step."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

from ...events import SPECTATOR, Status
from ...notation import format_cards
from ...record import Record, Replay
from ...round import Round
from ..settings import Settings
from ..words import Speaker
from .faces import Faces
from .widgets import Log, Piles, Seats, piles_text, seats_text


@dataclass(frozen=True)
class Still:
    """The table after one act, and what was said till then in this round."""

    round: int
    act: str
    lines: tuple[str, ...]
    status: Status | None  # None where cards are left out of the record
    hands: tuple[str, ...]  # nothing while the round goes on: they are nobody's business yet
    scores: tuple[int, ...]


def stills(record: Record) -> list[Still]:
    """Every act of a record as a picture of the table."""
    if record.redacted:
        return list(_acts_alone(record))
    return list(_acted_out(Replay(record)))


def _acts_alone(record: Record) -> Iterator[Still]:
    for number, one in enumerate(record.rounds, 1):
        for place, act in enumerate(one.acts, 1):
            yield Still(number, act, tuple(one.acts[:place]), None, (), ())


def _acted_out(replay: Replay) -> Iterator[Still]:
    record = replay.record
    speaker = Speaker(record.rules.deck, seat_names(record), SPECTATOR)
    number, lines = 0, []
    for step in replay.steps():
        if step.round != number:
            number, lines = step.round, speaker.sentences(step.table.opening_events)
        if step.act.startswith("d "):
            continue  # the dealer's part of a move is told with the move
        lines += speaker.sentences(step.events)
        over = record.rounds[number - 1].points is not None
        hands = _hands(step.table) if over else ()
        yield Still(number, step.act, tuple(lines), step.table.view().status, hands, step.scores)


def _hands(table: Round) -> tuple[str, ...]:
    counts = table.live_state().count
    hands = [[card for card, n in enumerate(counts[seat]) for _ in range(n)] for seat in range(table.seats)]
    return tuple(format_cards(table.rules.deck, hand) if hand else "-" for hand in hands)


def seat_names(record: Record) -> tuple[str, ...]:
    """What the seats are called."""
    return record.names or tuple(f"Seat {seat}" for seat in range(record.seats))


class ReplayScreen(Screen[None]):
    """One step after the other, forth and back."""

    BINDINGS = [
        Binding("right,space,enter", "step(1)", "Next", key_display="→"),
        Binding("left,backspace", "step(-1)", "Back", key_display="←"),
        Binding("down,pagedown", "step(10)", "Ten on", key_display="↓"),
        Binding("up,pageup", "step(-10)", "Ten back", key_display="↑"),
        Binding("home", "step(-100000)", "First"),
        Binding("end", "step(100000)", "Last"),
        Binding("escape,q", "dismiss", "Leave", key_display="Esc"),
    ]

    def __init__(self, record: Record, settings: Settings) -> None:
        super().__init__()
        self._record = record
        self._faces = Faces(record.rules.deck, settings.look_of(record.rules.skin))
        self._stills = stills(record)
        self._place = 0

    def compose(self) -> ComposeResult:
        """As the table, with all hands in place of one's own."""
        yield Static(id="title")
        with Horizontal(id="table"):
            yield Seats(id="seats")
            yield Piles(id="piles")
            yield Log()
        yield Static(id="asked")
        yield Static(id="hands")
        yield Footer()

    def on_mount(self) -> None:
        """From the beginning."""
        self.action_step(0)

    def action_step(self, by: int) -> None:
        """Go on by so many acts."""
        if not self._stills:
            self.query_one("#asked", Static).update("Nothing was played yet.")
            return
        self._place = max(0, min(len(self._stills) - 1, self._place + by))
        still = self._stills[self._place]
        title = Text().append(" Replay ", "bold reverse").append(f" {self._record.rules.id}, round {still.round}")
        self.query_one("#title", Static).update(title)
        self.query_one("#asked", Static).update(f"Step {self._place + 1} of {len(self._stills)}: {still.act}")
        self.query_one(Log).show(still.lines, len(still.lines) - 1)
        names = seat_names(self._record)
        if still.status is not None:
            self.query_one("#seats", Seats).update(seats_text(still.status, names, still.scores))
            self.query_one("#piles", Piles).update(piles_text(still.status, self._faces))
        hands = [f"{name}: {hand}" for name, hand in zip(names, still.hands, strict=False)]
        self.query_one("#hands", Static).update(Text("\n".join(hands)))
