"""The bot protocol, how bots are asked, and the order in which their claims out of turn are heard.

Ask bots through `move`, or through `claims_in_order` and `decided`.  Then every fault of a bot is a `BotError` that
names the bot and the place.
"""

import time
from collections.abc import Mapping
from pathlib import Path
from reprlib import Repr
from traceback import extract_tb
from typing import Any, NamedTuple, Protocol

from .._util.names import printable
from ..errors import BotError, IllegalAction, LastCardError, NotationError
from ..game.events import Event
from ..game.round import Round
from ..game.values import Action, ActionKind, values_of
from ..game.view import View

Answer = Action | str  # the answer of a bot: one of `view.legal`, or an action in notation

SEEDS = 1 << 63  # seeds of bots and deals are from 0 to one less than this
MOVES_AT_MOST = 20_000  # in one round between bots: I-54 limits turns, but not what bots do out of turn
TOLD = 200  # the most characters of an error text that are quoted


class Bot(Protocol):
    """A program that plays."""

    @property
    def name(self) -> str:
        """The name of the bot, as given to `make_bot`."""

    def decide(self, view: View) -> Answer:
        """Return the action of the seat of the view; called when the table waits for that seat."""

    def claim(self, view: View) -> Answer | None:
        """Return a claim out of turn (to call, catch, challenge or jump in), or None to let the chance pass."""


# ---------------------------------------------------------------- asking


def decided(bot: Bot, view: View) -> Action:
    """Ask a bot for the action of its seat; raise BotError if the bot fails or its answer is not an action."""
    return _read(bot, view, "decide", _answer(bot, view, "decide"))


def claimed(bot: Bot, view: View) -> Action | None:
    """Ask a bot for a claim out of turn, which may be None; raise BotError as `decided` does."""
    answer = _answer(bot, view, "claim")
    return None if answer is None else _read(bot, view, "claim", answer)


def refused(bot: Bot, view: View, error: IllegalAction) -> BotError:
    """Return the error for a bot whose action the table refused."""
    public = f"its action is refused: {error.reason.say(card=lambda _: 'a card')}"
    return _error(bot, view, f"{error.action!r} is refused: {error.reason}", public)


def _answer(bot: Bot, view: View, method: str) -> Any:
    """Return the answer of a bot; turn whatever it raises, even SystemExit, into a BotError."""
    try:
        return getattr(bot, method)(view)
    except (Exception, SystemExit) as error:
        name, text, place = type(error).__name__, _in_one_line(error), _place(error)
        did = f"{method} raised {name}{text and ': '}{text}{place}"
        raise _error(bot, view, did, f"{method} raised {name}{place}") from error


def _read(bot: Bot, view: View, method: str, answer: object) -> Action:
    try:
        return read_answer(view, answer)
    except NotationError as error:
        did = f"{method} returned {_shown(answer)}: {_in_one_line(error)}"
        raise _error(bot, view, did, f"{method} did not return an action") from error


def _error(bot: Bot, view: View, did: str, public: str) -> BotError:
    return BotError(str(bot.name), own_seat(view), view.rules.id, did, public=public)


def _place(error: BaseException) -> str:
    """Return where in the bot an exception was raised, in brackets."""
    inside = extract_tb(error.__traceback__)[1:]  # without our own frame
    return f" ({Path(inside[-1].filename).name}, line {inside[-1].lineno})" if inside else ""


def _in_one_line(error: BaseException) -> str:
    return printable(" ".join(str(error).split()), TOLD)


def _shown(answer: object) -> str:
    """Return a short form of what a bot returned."""
    try:
        return _SHORT.repr(answer)
    except ValueError:
        return "a number"  # with more digits than Python converts to text


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def read_answer(view: View, answer: object) -> Action:
    """Return the answer of a bot as an action; raise NotationError if it is not one, or if it is to leave."""
    action = values_of(view.rules).read(answer)
    if action.kind is ActionKind.LEAVE:
        raise NotationError("a bot cannot leave the round")
    return action


def own_seat(view: View) -> int:
    """Return the seat of a view; raise LastCardError for the view of a spectator, who cannot play."""
    if view.seat is None:
        raise LastCardError("a spectator has no seat to play from")
    return view.seat


def deciding_seat(view: View) -> int:
    """Return the seat of a view; raise LastCardError if the table does not wait for it."""
    seat = own_seat(view)
    if seat not in view.status.awaited:
        raise LastCardError(f"seat {seat} has nothing to decide: the table does not wait for it")
    return seat


class Timed:
    """A bot that measures how long another bot takes, and notes whether there was a choice to make."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot
        self.times: list[tuple[float, bool]] = []  # per question: the seconds, and whether there was a choice

    def decide(self, view: View) -> Answer:
        """Return what the other bot decides, and note the time."""
        began = time.perf_counter()
        action = self._bot.decide(view)
        self.times.append((time.perf_counter() - began, len(view.legal) > 1))
        return action

    def claim(self, view: View) -> Answer | None:
        """Return what the other bot claims, and note the time."""
        began = time.perf_counter()
        action = self._bot.claim(view)
        self.times.append((time.perf_counter() - began, action is not None))
        return action


# ---------------------------------------------------------------- at a table


def with_call(view: View, action: Action) -> Action:
    """Return a legal action of a view, with the call added if it is a lay that needs one."""
    owes = view.choices.call_with == len(action.cards)
    return values_of(view.rules).with_call(action) if owes else action


class Claim(NamedTuple):
    """A claim of a bot out of turn.  Claims sort in the order in which they are heard."""

    kind: int  # as `Action.heard` has it
    place: int  # the distance from the player who laid
    seat: int
    action: Action


def claims_in_order(table: Round, bots: Mapping[int, Bot]) -> list[Claim]:
    """Return what bots, by seat, claim now: calls, then catches, then jump-ins and challenges (A5-5).

    Carry out only the first.  Then ask the other bots again: what they want may have changed.
    """
    return [] if table.over else claims_by_views(bots, {seat: table.view(seat) for seat in bots})


def claims_by_views(bots: Mapping[int, Bot], views: Mapping[int, View]) -> list[Claim]:
    """Return what bots, by seat, claim now, given their views of a round that is not over."""
    claims = []
    for seat, view in views.items():
        if (action := claimed(bots[seat], view)) is not None:
            claims.append(Claim(action.heard, view.status.claim_place(seat), seat, action))
    return sorted(claims, key=lambda claim: claim[:3])


class BotMove(NamedTuple):
    """The action of a seat, and the events that followed."""

    seat: int
    action: Action
    events: tuple[Event, ...]


def move(table: Round, bots: Mapping[int, Bot]) -> BotMove:
    """Make the next move of a table with a bot at every seat: the first claim, or else the awaited action.

    Raise LastCardError if the round is over or the awaited seat has no bot.
    """
    if not isinstance(bots, Mapping):
        raise LastCardError(f"give the bots by seat, as in {{0: bot, 1: bot}}, not as {type(bots).__name__}")
    if table.over:
        raise LastCardError("the round is over, so there is no move to make")
    claims = claims_in_order(table, bots)
    seat = claims[0].seat if claims else table.awaited[0]
    if seat not in bots:
        raise LastCardError(f"it is the turn of seat {seat}, which has no bot")
    view = table.view(seat)
    action = claims[0].action if claims else decided(bots[seat], view)
    try:
        return BotMove(seat, action, table.act(seat, action))
    except IllegalAction as error:
        raise refused(bots[seat], view, error) from error
