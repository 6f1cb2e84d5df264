"""What a bot is, how it is asked, and in which order the rights of bots beside the turn are used.

Whoever lets bots play asks them by `move`, or by `claims_in_order` and `decided`: then whatever a bot does wrong is a
`BotError` that says which bot it was, and where.
"""

import time
from collections.abc import Mapping
from pathlib import Path
from reprlib import Repr
from traceback import extract_tb
from typing import Any, NamedTuple, Protocol

from ..core.rights import claim_kind, claim_place
from ..core.terms import NONE
from ..errors import BotError, IllegalAction, LastCardError, NotationError
from ..events import Event
from ..round import Round
from ..values import Action, ActionKind, values_of
from ..view import View

Answer = Action | str  # what a bot says: one of `view.legal`, or an action in notation

SEEDS = 1 << 63  # seeds of bots and of deals go from 0 to one less
MOVES_AT_MOST = 20_000  # of one round between bots, who could do without end what takes no turn (I-54 bounds turns)
TOLD = 200  # characters of an error that are told


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What the bot is called, as `make_bot` knows it."""

    def decide(self, view: View) -> Answer:
        """What the seat of the view does, now that the table waits for it."""

    def claim(self, view: View) -> Answer | None:
        """The right beside the turn that the seat uses now: to call, accuse, doubt or jump in; None for none."""


# ---------------------------------------------------------------- asking


def decided(bot: Bot, view: View) -> Action:
    """What a bot does now that the table waits for its seat; BotError if it fails or says what is no action."""
    return _read(bot, view, "decide", _answer(bot, view, "decide"))


def claimed(bot: Bot, view: View) -> Action | None:
    """Return the right beside the turn that a bot uses now, or None; BotError as for `decided`."""
    answer = _answer(bot, view, "claim")
    return None if answer is None else _read(bot, view, "claim", answer)


def refused(bot: Bot, view: View, error: IllegalAction) -> BotError:
    """The error of a bot whose action the table refused."""
    return _error(bot, view, f"{error.action!r} is refused: {error.reason}")


def _answer(bot: Bot, view: View, method: str) -> Any:
    """What a bot says; whatever it raises, were it to end the program, is an error of that bot."""
    try:
        return getattr(bot, method)(view)
    except (Exception, SystemExit) as error:
        raise _error(bot, view, f"{method} raised {_told(error)}") from error


def _read(bot: Bot, view: View, method: str, answer: object) -> Action:
    try:
        return read_answer(view, answer)
    except NotationError as error:
        raise _error(bot, view, f"{method} returned {_shown(answer)}: {_in_one_line(error)}") from error


def _error(bot: Bot, view: View, did: str) -> BotError:
    return BotError(str(bot.name), own_seat(view), view.rules.id, did)


def _told(error: BaseException) -> str:
    """An exception: its type, its text, and where in the bot it was raised."""
    text = _in_one_line(error)
    inside = extract_tb(error.__traceback__)[1:]  # without ourselves
    place = f" ({Path(inside[-1].filename).name}, line {inside[-1].lineno})" if inside else ""
    return f"{type(error).__name__}{text and ': '}{text}{place}"


def _in_one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text if len(text) <= TOLD else f"{text[:TOLD]}..."


def _shown(answer: object) -> str:
    """What a bot returned, shortened."""
    try:
        return _SHORT.repr(answer)
    except ValueError:
        return "a number"  # of more digits than Python writes


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def read_answer(view: View, answer: object) -> Action:
    """Return what a bot said as an action; NotationError if it is none, or if the bot would leave."""
    action = values_of(view.rules).read(answer)
    if action.kind is ActionKind.LEAVE:
        raise NotationError("a bot plays on: 'leave' is no action of a bot")
    return action


def own_seat(view: View) -> int:
    """Return the seat of a view; a spectator has none and cannot play."""
    if view.seat is None:
        raise LastCardError("a spectator has no seat to play from")
    return view.seat


class Timed:
    """Another bot, and how long it took: a move that it had no choice of tells little of that."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot
        self.times: list[tuple[float, bool]] = []  # for each question: seconds, and whether something was chosen

    def decide(self, view: View) -> Answer:
        """What the other bot decides."""
        began = time.perf_counter()
        action = self._bot.decide(view)
        self.times.append((time.perf_counter() - began, len(view.legal) > 1))
        return action

    def claim(self, view: View) -> Answer | None:
        """What the other bot claims."""
        began = time.perf_counter()
        action = self._bot.claim(view)
        self.times.append((time.perf_counter() - began, action is not None))
        return action


# ---------------------------------------------------------------- at a table


def with_call(view: View, action: Action) -> Action:
    """Return a legal action of a view, with the call if it is a lay that owes one."""
    owes = view.choices.call_with == len(action.cards)
    return values_of(view.rules).with_call(action) if owes else action


class Claim(NamedTuple):
    """A right beside the turn that a bot uses; they sort in the order in which they are heard (`core.rights`)."""

    kind: int  # CALLS, CATCHES or LAY_CLAIMS
    place: int  # how far from the player who laid
    seat: int
    action: Action


def claims_in_order(table: Round, bots: Mapping[int, Bot]) -> list[Claim]:
    """What bots, by seat, claim now: calls, then accusations, then jump-ins and doubts (RULES A.5).

    Only the first can be carried out; what the others want has to be asked again afterwards.
    """
    return [] if table.over else claims_by_views(bots, {seat: table.view(seat) for seat in bots})


def claims_by_views(bots: Mapping[int, Bot], views: Mapping[int, View]) -> list[Claim]:
    """The same of a table that goes on as these views show it."""
    claims = []
    for seat, view in views.items():
        if (action := claimed(bots[seat], view)) is not None:
            status = view.status
            laid_by = NONE if status.laid_by is None else status.laid_by
            place = claim_place(status.seats, status.direction, status.turn, laid_by, seat)
            claims.append(Claim(claim_kind(action.codes[0]), place, seat, action))
    return sorted(claims, key=lambda claim: claim[:3])


class Played(NamedTuple):
    """What a seat did, and what happened then."""

    seat: int
    action: Action
    events: tuple[Event, ...]


def move(table: Round, bots: Mapping[int, Bot]) -> Played:
    """Let bots at every seat make the next move: the first claim, or else what the table waits for."""
    claims = claims_in_order(table, bots)
    seat = claims[0].seat if claims else table.awaited[0]
    view = table.view(seat)
    action = claims[0].action if claims else decided(bots[seat], view)
    try:
        return Played(seat, action, table.act(seat, action))
    except IllegalAction as error:
        raise refused(bots[seat], view, error) from error
