"""What a client remembers of a round: everything it was told, from the deal on."""

from typing import Any

from ...game.events import Dealt, Drew, DrewPenalty, Event, Turned
from ...game.memory import Memory
from ...game.status import Status
from ...game.values import values_of
from ...game.view import View
from ...game.wire import decode_fields
from .. import shapes as d

Data = dict[str, Any]


class RoundMemory:
    """The news of one round, read only when somebody asks for a view."""

    def __init__(self) -> None:
        self._opening: tuple[list[Data], Data] | None = None  # None: the deal was not seen
        self._moves: list[tuple[list[Data], Data]] = []

    def lose(self) -> None:
        """Forget the round: this client missed a part of it."""
        self._opening, self._moves = None, []

    def note(self, what: d.AnyNews, status: Data | None, you: d.YouData | None) -> None:
        """Note what happened, as the seat of this client was told it."""
        if status is None:
            return
        events = you["events"] if you is not None and "events" in you else d.events_of(what)
        if what["kind"] == "dealt":
            self._opening, self._moves = (events, status), []
        elif what["kind"] == "move":
            self._moves.append((events, status))

    def of(self, view: View) -> Memory | None:
        """Return what the seat of a view remembers; None if this client has not seen the whole round."""
        if self._opening is None or view.ply != len(self._moves):
            return None
        rules, values = view.rules, values_of(view.rules)
        events, status = self._opening
        opening = [Event.from_dict(event, rules) for event in events]
        drawn = [event for event in opening if isinstance(event, Dealt | Drew | DrewPenalty)]
        hand = [event.card for event in drawn if event.seat == view.seat and event.card is not None]
        turned = [event for event in opening if isinstance(event, Turned)]
        if len(turned) != 1 or status["discards"]:
            return None  # an opening that left more behind than this follows
        memory = Memory.opening(rules, view.seat, decode_fields(Status, status, values), hand, [])
        for told, after in self._moves:
            memory.learn([Event.from_dict(event, rules) for event in told], decode_fields(Status, after, values))
        return memory
