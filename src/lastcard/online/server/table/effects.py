"""What an entry changes beside the log: where its table is restored from, and which matches are kept for whom."""

from collections.abc import Iterable, Iterator

from ..store import entries
from ..store.queries import Checkpoint, Effect, Listed, NewMatch, Over, Plays, Pruned, Recorded, Unplayed, split
from .state import TableState, move_of

KEPT = 256  # versions for which a client can resume, and commands are known without a look into the log
WAITING_ENTRIES = 512  # of a table that waits, from one checkpoint to the next


def effects_of(number: int, state: TableState, entry: entries.Entry, v: int, since: int) -> Iterator[Effect]:
    """Return what is saved together with an entry of a table, `since` so many versions after its checkpoint.

    A match is not kept if somebody leaves it, or the table ends, before anybody has moved.
    """
    room = state.room
    unplayed = state.match is not None and not state.moved and state.dealt_v == room.match_from
    match entry:
        case entries.Dealt(room=dealt):
            yield plays(number, dealt.settings)
            yield Checkpoint(number, v)
            if dealt.match_from == v:
                yield NewMatch(number, v)
                if unplayed:
                    yield Pruned(number, v - KEPT)
            yield _recorded(number, dealt, dealt.seats)
        case entries.Moved() if unplayed:
            left = move_of(entry)[1] == "leave"
            yield Unplayed(room.match) if left else _recorded(number, room, state.players)
        case entries.Configured(settings=settings):
            yield plays(number, settings)
            yield Listed(number, settings.public)
        case entries.Ended():
            if unplayed:
                yield Unplayed(room.match)
            yield Over(number)
    if room.phase == "waiting" and since >= WAITING_ENTRIES and not isinstance(entry, entries.Dealt | entries.Ended):
        yield plays(number, room.settings)
        yield Checkpoint(number, v, entries.room_to_bytes(room))
        yield Pruned(number, v - KEPT)


def plays(number: int, settings: entries.Settings) -> Plays:
    """Return what is stored of the rules of a table."""
    data, deck = split(settings.ruleset)
    return Plays(number, settings.digest, data, settings.rules.deck.digest, deck)


def _recorded(number: int, room: entries.Room, players: Iterable[entries.Seat]) -> Recorded:
    guests = tuple(seat.guest for seat in players if seat.kind == "person")
    return Recorded(number, room.match, room.match_from, guests)
