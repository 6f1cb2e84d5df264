"""A record shown step by step."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static

from ...record import Record
from ...replay import Replay
from ...round import Round
from ...status import Status
from ...words import Speaker, capital
from ..results import shown_name
from ..settings import Settings
from ..summary import who_wins
from .copies import Telling, moves, owner
from .dialogs import LeftOnce
from .faces import Faces
from .outcomes import round_outcome
from .widgets import Log, Piles, Seats, piles_text, seats_text, table_parts

LEFT_OUT = "Cards are left out of this copy: it tells what was done, not how the table stood."


@dataclass(frozen=True)
class Still:
    """The table after one act, and the log of the round so far."""

    round: int
    told: str
    lines: tuple[str, ...]
    status: Status | None  # None where cards are left out of the record
    hands: tuple[str, ...]  # empty during the round, when hands are hidden
    scores: tuple[int, ...]


def stills(record: Record) -> list[Still]:
    """Return the table after every act of a record."""
    if record.redacted:
        return list(_told_alone(record))
    return list(_acted_out(Replay(record)))


def _told_alone(record: Record) -> Iterator[Still]:
    """Return the moves of a copy with hidden cards, which cannot be replayed, in sentences."""
    for number, one in enumerate(record.rounds, 1):
        telling = Telling(record, Speaker(record.rules.deck, seat_names(record), owner(record, one)))
        lines: list[str] = []
        for move in moves(one):
            # Where fouls are fined, a lay cannot be told from a foul, so it is shown as written.
            told = move if record.rules.fine_illegal else telling.sentences(move)
            lines += told
            yield Still(number, " ".join(told) or move[0], tuple(lines), None, (), ())


def _acted_out(replay: Replay) -> Iterator[Still]:
    record = replay.record
    speaker = Speaker(record.rules.deck, seat_names(record))
    number, lines, last = 0, [], None
    for step in replay.steps():
        if last is not None:
            yield last
        last = None
        if step.round != number:
            number, lines = step.round, speaker.sentences(step.table.opening_events)
        if step.move is None:
            continue
        told = speaker.sentences(step.events)
        lines += told
        if step.table.over:
            lines += round_outcome(step.table, speaker)
        over = record.rounds[number - 1].points is not None
        hands = _hands(step.table) if over else ()
        status = step.table.view().status
        last = Still(number, " ".join(told) or str(step.move), tuple(lines), status, hands, step.scores)
    if last is not None:  # only now does the replay know how the match ended
        scores = tuple(replay.sheet.scores[: record.seats])
        yield replace(last, lines=(*last.lines, *_match_outcome(replay, speaker)), scores=scores)


def _match_outcome(replay: Replay, speaker: Speaker) -> list[str]:
    """Return who won the match, and the scores."""
    scores = replay.sheet.scores[: replay.record.seats]
    standing = ", ".join(f"{capital(speaker.who(seat))} {score}" for seat, score in enumerate(scores))
    won = f"{capital(who_wins(replay.winners, speaker))} the match." if replay.over else "The match is not over."
    return [won, f"Totals: {standing}."]


def _hands(table: Round) -> tuple[str, ...]:
    hands = (table.view(seat).hand for seat in range(table.seats))
    return tuple("".join(card.text for card in hand) or "-" for hand in hands)


def seat_names(record: Record) -> tuple[str, ...]:
    """Return what the seats are called, as it may be shown."""
    names = tuple(map(shown_name, record.names))
    return names if len(names) == record.seats else tuple(f"Seat {seat}" for seat in range(record.seats))


class ReplayScreen(LeftOnce[None]):
    """Shows a record step by step, forwards and backwards."""

    BINDINGS = [
        Binding("right,space,enter", "step(1)", "Next", key_display="→"),
        Binding("left,backspace", "step(-1)", "Back", key_display="←"),
        Binding("down", "step(10)", "Ten on", key_display="↓"),
        Binding("up", "step(-10)", "back", key_display="↑"),
        Binding("pagedown", "hands(1)", "Hands", key_display="PgDn"),
        Binding("pageup", "hands(-1)", "Hands", show=False),
        Binding("home", "step(-100000)", "First", key_display="Home"),
        Binding("end", "step(100000)", "Last", key_display="End"),
        Binding("escape,q,Q", "dismiss", "Leave", key_display="Esc"),
    ]

    def __init__(self, record: Record, settings: Settings) -> None:
        super().__init__()
        self._record = record
        self._faces = Faces(record.rules.deck, settings.look_of(record.rules.skin))
        self._stills = stills(record)
        self._place = 0

    def compose(self) -> ComposeResult:
        """Compose the table, with all hands instead of the player's own."""
        yield from table_parts()
        with VerticalScroll(id="hands", can_focus=False):
            yield Static(id="cards")
        yield Footer()

    def on_mount(self) -> None:
        """Start at the beginning."""
        self.action_step(0)

    def action_step(self, by: int) -> None:
        """Move by a number of acts."""
        if not self._stills:
            self.query_one("#asked", Static).update("Nothing has been played yet.")
            return
        self._place = max(0, min(len(self._stills) - 1, self._place + by))
        still = self._stills[self._place]
        title = Text().append(" Replay ", "bold reverse").append(f" {self._record.rules.id}, round {still.round}")
        self.query_one("#title", Static).update(title)
        self.query_one("#asked", Static).update(f"Step {self._place + 1} of {len(self._stills)}: {still.told}")
        self.query_one(Log).show(still.lines, len(still.lines) - 1)
        names = seat_names(self._record)
        if still.status is None:
            self.query_one("#seats", Seats).update(Text("\n".join(names)))
            self.query_one("#piles", Piles).update(LEFT_OUT)
        else:
            self.query_one("#seats", Seats).update(seats_text(still.status, names, still.scores))
            self.query_one("#piles", Piles).update(piles_text(still.status, self._faces))
        hands = [f"{name}: {hand}" for name, hand in zip(names, still.hands, strict=False)]
        self.query_one("#cards", Static).update(Text("\n".join(hands)))

    def action_hands(self, by: int) -> None:
        """Scroll the hands if they do not all fit."""
        box = self.query_one("#hands", VerticalScroll)
        box.scroll_relative(y=by * max(1, box.size.height - 1), animate=False)
