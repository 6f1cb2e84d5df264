"""What an entry changes beside the log: where its table is restored from, and which matches are kept for whom."""

from collections.abc import Iterable, Iterator

from ....game.sheet import ScoreSheet
from ..store import entries
from ..store.effects import Checkpoint, Effect, Listed, MatchOver, NewMatch, Over, Pruned, Recorded, Result, Unplayed
from .state import TableState

KEPT = 256  # versions for which a client can resume, and commands are known without a look into the log
WAITING_ENTRIES = 512  # of a table that waits, from one checkpoint to the next


def effects_of(state: TableState, entry: entries.Entry, v: int, since: int) -> Iterator[Effect]:
    """Return what is saved together with an entry of a table, `since` so many versions after its checkpoint.

    A match is not kept if somebody leaves it, or the table ends, before anybody has moved.
    """
    room = state.room
    unplayed = state.match is not None and not state.moved and state.dealt_v == room.match_from
    match entry:
        case entries.Dealt(room=dealt):
            yield Checkpoint()
            if dealt.match_from == v:
                yield NewMatch()
                if unplayed:
                    yield Pruned(v - KEPT)
            yield _recorded(dealt, dealt.seats)
        case entries.Moved(action="leave") if unplayed:
            yield Unplayed(room.match)
        case entries.Moved(points=points):
            if unplayed:
                yield _recorded(room, state.players)
            if points is not None and (sheet := state.sheet_after(entry)).over:
                yield MatchOver(room.match, sheet.rounds, tuple(_results(room, sheet)))
        case entries.Configured(settings=settings):
            yield Listed(settings.public)
        case entries.Ended():
            if unplayed:
                yield Unplayed(room.match)
            yield Over()
    if room.phase == "waiting" and since >= WAITING_ENTRIES and not isinstance(entry, entries.Dealt | entries.Ended):
        yield Checkpoint(room)
        yield Pruned(v - KEPT)


def _results(room: entries.Room, sheet: ScoreSheet) -> Iterator[Result]:
    for place, (seat, score, rank) in enumerate(zip(room.seats, sheet.scores, sheet.ranks, strict=True)):
        yield Result(place, seat.guest, seat.level, score, rank)


def _recorded(room: entries.Room, players: Iterable[entries.Seat]) -> Recorded:
    guests = tuple(seat.guest for seat in players if seat.kind == "person")
    return Recorded(room.match, room.match_from, guests)
