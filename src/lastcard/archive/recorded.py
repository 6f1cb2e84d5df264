"""A match that is recorded while it is played: each change is saved before anyone sees it.

The storage is exchangeable: `FileKeeper` syncs each line to a file; a server may commit the lines of many tables
together.
"""

import os
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from threading import RLock

from .._util.names import check_names
from ..backends.live import KEY_SIZE
from ..errors import LastCardError
from ..game.events import Event
from ..game.match import Match
from ..game.round import Round
from ..game.table_checks import check_seat
from ..game.values import Action, ActionKind
from ..notation.actions import LEAVING
from .acts import dealer_acts, opening_acts
from .journal import Journal, back_line, head_line, move_line, over_line, round_line
from .keeper import FileKeeper, Keeper
from .record import LONGEST_NAME, Record, RoundRecord


class RecordedMatch:
    """A match that keeps a record of its changes and, with a keeper, saves each before it shows.

    Every change is prepared, saved and then published.  If it cannot be saved, nothing has happened.  The match must
    be at the start of a round that was dealt; with a keeper, by its key, so that its journal can restore it.

    Change the match only through these methods.  Once it was changed otherwise, by `round.act` say, every further
    change is refused.  Several threads may make changes; they are made one after another.
    """

    def __init__(
        self, match: Match, keeper: Keeper | None = None, names: tuple[str, ...] = (), bots: tuple[str, ...] = ()
    ) -> None:
        _check_start(match, keeper)
        fresh = match.start is None and not match.rounds
        start, picks = (None, match.opening_events) if fresh else (match.sheet, ())
        names, bots = _checked_names(match.seats, names), _checked_bots(match.seats, bots)
        self.match = match
        self.keeper = keeper
        self.record = Record(match.rules, match.seats, match.youngest, names, bots, start=start)
        opening = round_line(match.round, match.sheet, match.key, picks)
        self._persist(head_line(self.record, match.master_key), opening)
        self._note_round(picks)
        self._lock = RLock()
        self._saved: object = match.revision

    @classmethod
    def resume(cls, keeper: Keeper | None, lines: Sequence[str] | None = None) -> "RecordedMatch":
        """Return the match of a journal as it was left; later changes are saved by the keeper.

        `lines` are those that the keeper has stored.  A `FileKeeper` reads them itself.  Raise RecordError for a line
        that does not follow from those before it.
        """
        _check_keeper(keeper)
        name = "the journal"
        if isinstance(keeper, FileKeeper):
            lines, name = keeper.lines() if lines is None else lines, str(keeper.path)
        elif lines is None:
            raise LastCardError(f"give the lines that the {type(keeper).__name__} has stored")
        resumed = cls.__new__(cls)
        resumed.keeper = keeper
        journal = Journal(lines, name)
        journal.check()
        resumed.record, resumed.match = journal.record, journal.match()
        resumed._lock = RLock()
        resumed._saved = resumed.match.revision
        return resumed

    @property
    def round(self) -> Round:
        """The current round."""
        return self.match.round

    def play(self, move: str) -> tuple[Event, ...]:
        """Carry out a move; it is saved when this returns."""
        with self._changing():
            read = self.round.parse(move)
            return self._act(read.seat, read.action)

    def act(self, seat: int, action: Action | str) -> tuple[Event, ...]:
        """Carry out an action; it is saved when this returns."""
        with self._changing():
            return self._act(seat, action)

    def _act(self, seat: int, action: Action | str) -> tuple[Event, ...]:
        change = self.round.prepare(seat, action)
        self._persist(move_line(self.match.rules, change))
        events = self.match.publish(change)
        present = self.record.rounds[-1]
        present.acts += [str(change.played.move), *dealer_acts(self.match.rules, events)]
        present.points = change.played.status.points
        return events

    def leave(self, seat: int) -> tuple[Event, ...]:
        """Let a seat leave for good, as `Round.leave` does; it is saved when this returns."""
        return self.act(seat, LEAVING)

    def next_round(self) -> tuple[Event, ...]:
        """Score the finished round and deal the next one, unless the match is over."""
        with self._changing():
            deal = self.match.prepare_round()
            if deal.round is not None:
                self._persist(round_line(deal.round, deal.sheet, deal.key, deal.events))
            else:
                self._persist(over_line(deal.sheet))
            self.match.publish(deal)
            if deal.round is not None:
                self._note_round(deal.events)
            return deal.events

    def take_back(self, seat: int) -> bool:
        """Go back to before the last move of a seat in this round; return False if there is none.

        The rest of the stock is shuffled again, so that nobody knows the next cards, and what seats saw since then is
        forgotten.
        """
        check_seat(seat, self.match.seats)
        with self._changing():
            moves = enumerate(self.round.moves)
            begun = [place for place, move in moves if move.seat == seat and _begins_turn(move.action)]
            if not begun:
                return False
            place = begun[-1]
            key = os.urandom(KEY_SIZE)
            change = self.round.prepare_take_back(place, key)
            self._persist(back_line(place, key))
            self.match.publish(change)
            self.record.rounds[-1] = self.record.rounds[-1].cut_back(place)
            return True

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Let one thread at a time change the match, and only if everything before was saved."""
        with self._lock:
            if self.match.revision != self._saved:
                raise LastCardError(
                    "the match is not as it was saved; change it only with act, play, leave, next_round and take_back "
                    "of its RecordedMatch, and resume it from its journal"
                )
            yield
            self._saved = self.match.revision

    def _note_round(self, picks: Iterable[Event]) -> None:
        match = self.match
        acts = opening_acts(match.rules, match.round.opening_events, picks)
        self.record.rounds.append(RoundRecord(match.dealer, match.eliminated, acts))

    def _persist(self, *lines: str) -> None:
        """Save lines; until what they say is published, the match is not as it was saved."""
        if self.keeper is not None:
            self.keeper.append(lines)
        self._saved = None


def _check_start(match: Match, keeper: Keeper | None) -> None:
    """Raise LastCardError if the record would be incomplete, or if a journal could not bring the match back."""
    if not isinstance(match, Match):
        raise LastCardError(f"only a Match can be recorded, not {type(match).__name__}")
    _check_keeper(keeper)
    if match.round.ply:
        raise LastCardError("a match can be recorded only from the start of a round, before anyone has moved")
    if not match.round.opening_events:
        raise LastCardError("the round was set up from a position; only a round that was dealt can be recorded")
    if keeper is not None and not match.is_as_dealt():
        raise LastCardError("the round was not dealt by the key of the match, so the journal could not restore it")
    if isinstance(keeper, FileKeeper) and keeper.lines():
        raise LastCardError(f"{keeper.path} already has a match; resume it, or choose another file")


def _check_keeper(keeper: Keeper | None) -> None:
    may_keep = callable(getattr(keeper, "append", None)) and not isinstance(keeper, MutableSequence)  # of single items
    if keeper is not None and not may_keep:
        raise LastCardError(
            f"a keeper must have a method append that saves lines, as FileKeeper has; {type(keeper).__name__} has none"
        )


def _checked_names(seats: int, names: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(names, tuple | list) or len(names) not in (0, seats):
        raise LastCardError(f"a match needs {seats} names, one for each seat, or none")
    return check_names(names)


def _checked_bots(seats: int, bots: tuple[str, ...]) -> tuple[str, ...]:
    fits = isinstance(bots, tuple | list) and len(bots) in (0, seats)
    if not fits or not all(isinstance(bot, str) and bot.isprintable() and len(bot) <= LONGEST_NAME for bot in bots):
        raise LastCardError(f"a match needs the kinds of {seats} bots, one for each seat ('' for a person), or none")
    return tuple(bots)


def _begins_turn(action: Action) -> bool:
    """Return whether a move begins something, rather than only completing a lay."""
    return action.kind not in (ActionKind.DONE, ActionKind.CHOOSE)
