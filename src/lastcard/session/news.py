"""What happens in a match, as values.  Whoever shows a match puts them into words."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..core.terms import CountInfo
from ..game.events import Event, Revealed
from ..game.match import Match
from ..game.status import Status
from ..rules import Card


@dataclass(frozen=True, slots=True)
class Standing:
    """The scores of a match, and the seats that are out of it."""

    scores: tuple[int, ...]
    eliminated: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A round was dealt; `picks` are the cards that decided the dealer."""

    number: int
    dealer: int
    events: tuple[Event, ...]
    picks: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Continued:
    """The match goes on after it was left; what came before is no news."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made; the statuses are those that everyone sees, None where they were missed."""

    events: tuple[Event, ...]
    before: Status | None
    after: Status | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last move of a seat was undone, and all that followed it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A round has ended: who won it, and what each seat was left with."""

    number: int
    winners: tuple[int, ...]
    points: tuple[int, ...]
    hands: Mapping[int, tuple[Card, ...]]  # that were shown
    out: tuple[int, ...] = ()  # that did not win, and were out before the end
    left: bool = False  # whether somebody left for good


@dataclass(frozen=True, slots=True)
class Scored:
    """The round was added to the scores, and the match goes on."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over."""

    standing: Standing
    winners: tuple[int, ...]


News = Opened | Continued | Moved | TakenBack | Ended | Scored | MatchOver


def standing_of(match: Match) -> Standing:
    """Return how a match stands."""
    return Standing(match.scores, match.eliminated)


def opened(match: Match, picks: tuple[Event, ...] = ()) -> Opened:
    """Return how the current round of a match began."""
    return Opened(match.rounds + (not match.closed), match.dealer, match.round.opening_events, picks)


def so_far(match: Match) -> list[News]:
    """Return what has happened in the current round."""
    table = match.round
    hidden = match.rules.count_info is CountInfo.HIDDEN
    news: list[News] = [opened(match)]
    before = None
    for played in table.history:
        after = played.status.seen_by(None, hidden=hidden)
        news.append(Moved(played.events, before, after))
        before = after
    return news


def ended(match: Match) -> Ended:
    """Return how the current round of a match ended."""
    table = match.round
    return Ended(
        number=match.rounds + (not match.closed),
        winners=table.winners,
        points=table.points,
        hands={event.seat: event.cards for event in table.events if isinstance(event, Revealed)},
        out=tuple(seat for seat in table.status.out if seat not in (*table.winners, *table.eliminated)),
        left=bool(table.leavers),
    )
