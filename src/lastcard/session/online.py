"""The driver of a match at a server: its messages become the news of a session, and what people do is sent.

The server decides who is asked and what bots do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import LastCardError
from ..explain.reasons import Reason
from ..game.events import Event, Left, Picked, Revealed
from ..game.status import Status
from ..game.values import Action, values_of
from ..game.view import View
from ..online import shapes as d
from ..online.client import News as Told
from ..online.client import OnlineTable
from ..online.protocol import Explain, Hint, Phase
from ..rules import Ruleset
from .news import Ended, MatchOver, Moved, News, Opened, Scored, Standing
from .session import Session

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RoomNews:
    """Something happened to the table that is no part of the match: who sits, who speaks, what was set."""

    what: d.AnyNews


class OutOfDate(LastCardError):
    """Something has happened since the server was asked."""


class OnlineSession(Session):
    """A match at a server, as one seat or a spectator takes part in it."""

    def __init__(self, table: OnlineTable) -> None:
        super().__init__(() if table.seat is None else (table.seat,))
        self.table = table
        self._last = self.status if table.game is not None else None  # what everyone saw last
        self._left = False  # whether somebody has left this round for good
        self._asked: tuple[int, int] | None = None  # the round and move for which the person was last asked

    # ------------------------------------------------------------ the table

    @property
    def rules(self) -> Ruleset:
        """The rules that are played."""
        assert self.table.rules is not None
        return self.table.rules

    @property
    def names(self) -> Sequence[str]:
        """The names of the players, by seat."""
        return [seat["name"] or f"seat {place}" for place, seat in enumerate(self.table.room["seats"])]

    @property
    def phase(self) -> Phase:
        """What the table is about: waiting, playing, between two rounds, or over."""
        return self.table.room["phase"]

    @property
    def takes_part(self) -> bool:
        """Whether a round is being played, and the person plays in it."""
        return self.table.game is not None and self.present is not None and self.phase == "playing"

    @property
    def status(self) -> Status:
        """What everyone sees."""
        return Status.from_dict(self._game["status"], self.rules)

    @property
    def standing(self) -> Standing:
        """The scores."""
        return _standing(self._game["sheet"])

    @property
    def _game(self) -> d.GameData:
        if self.table.game is None:
            raise LastCardError("no round has been dealt yet")
        return self.table.game

    def view(self, seat: int | None) -> View:
        """Return what the person at the screen knows; a server tells a client nothing else."""
        return self.table.view()

    def is_asked(self) -> bool:
        """Return whether it is the person's turn, once for each time."""
        if not self.takes_part or not self.my_turn:
            return False
        moment = (self._game["round"], self._game["ply"])
        asked, self._asked = self._asked, moment
        return asked != moment

    # ------------------------------------------------------------ what happens

    def note(self, message: Told) -> list[News | RoomNews]:
        """Return what the server has told as news."""
        self.people = () if self.table.seat is None else (self.table.seat,)
        self.present = self.table.seat
        what = message["what"]
        told = message["you"].get("events") if "you" in message else None
        events = tuple(Event.from_dict(event, self.rules) for event in told or d.events_of(what))
        news: list[News] = []
        if what["kind"] == "dealt":
            news.append(self._opened(events))
        elif events:
            news += self._moved(message, events)
        self.log += news
        return [*news, RoomNews(what)]

    def _opened(self, events: tuple[Event, ...]) -> Opened:
        self._left, self._last = False, self.status
        picks = tuple(event for event in events if isinstance(event, Picked))
        opening = tuple(event for event in events if not isinstance(event, Picked))
        return Opened(self._game["round"], self.status.dealer, opening, picks)

    def _moved(self, message: Told, events: tuple[Event, ...]) -> list[News]:
        game = message.get("game")
        found = message.get("status") if game is None else game["status"]  # of what was missed, only that is told
        after = None if found is None else Status.from_dict(found, self.rules)
        self._left |= any(isinstance(event, Left) for event in events)
        news: list[News] = [Moved(events, self._last, after)]
        self._last = after
        phase = message["room"]["phase"] if "room" in message else None
        if game is not None and after is not None and after.over and phase in ("between", "over"):
            news += self._ended(game, events, after, over=phase == "over")
        return news

    def _ended(self, game: d.GameData, events: tuple[Event, ...], status: Status, *, over: bool) -> list[News]:
        sheet = game["sheet"]
        standing = _standing(sheet)
        ended = Ended(
            number=game["round"],
            winners=status.winners,
            points=status.points or (),
            hands={event.seat: event.cards for event in events if isinstance(event, Revealed)},
            out=tuple(seat for seat in status.out if seat not in (*status.winners, *standing.eliminated)),
            left=self._left,
        )
        return [ended, MatchOver(standing, tuple(sheet["winners"])) if over else Scored(standing)]

    # ------------------------------------------------------------ what the person does

    async def act(self, action: Action) -> None:
        """Send an action; raise Refused if the server refuses it."""
        await self.table.act(action.text)

    async def hint(self) -> Action:
        """Return what a careful player would do; raise OutOfDate if something has happened meanwhile."""
        answer = await self.table.ask(Hint)
        if answer["v"] != self.table.v:
            raise OutOfDate("something has happened meanwhile; ask again")
        return values_of(self.rules).read(answer["action"])

    async def why(self, action: Action) -> Reason:
        """Return why the person may or may not do something now."""
        answer = await self.table.ask(Explain, action=action.text)
        return Reason.from_dict(answer["reason"])


def _standing(sheet: Data) -> Standing:
    return Standing(tuple(sheet["scores"]), tuple(sheet["eliminated"]))
