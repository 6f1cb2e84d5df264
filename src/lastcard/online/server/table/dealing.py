"""Deal a round at a table: from the server's secret and the players' nonces to an entry for the log."""

import secrets
from typing import NamedTuple

from .... import __version__
from ....archive import fair
from ....game.events import Event
from ....game.match import Deal, Match
from ....game.round import Round
from ....game.sheet import ScoreSheet
from ..store.entries import Begun, Dealt, Room
from .state import TableState, acts_of


class Prepared(NamedTuple):
    """A deal that is ready to be saved: its entry, and the match or round it makes."""

    entry: Dealt
    match: Match | Deal


class _Dealt(NamedTuple):
    """A round that was dealt: the sheet it begins with, its key, and what decided who deals."""

    round: Round
    sheet: ScoreSheet
    key: bytes
    picks: tuple[Event, ...]


def new_secret() -> str:
    """Return the secret of a deal, as hexadecimal digits."""
    return secrets.token_hex(fair.SECRET_SIZE)


def first_deal(state: TableState, link: str, v: int) -> Prepared:
    """Prepare the first round of a match, which begins at version `v`."""
    room, key = state.room, _key(state.room, link)
    rules, seats = state.rules, room.settings.seats
    youngest = room.named_youngest()
    match = Match(rules, seats=seats, seed=key, key=key, youngest=youngest)
    names = tuple(seat.name for seat in room.seats)
    bots = tuple(seat.level for seat in room.seats)
    begun = Begun(key.hex(), youngest, names, bots)
    after = _room_after(room)
    after.match, after.match_from = secrets.token_hex(16), v
    for seat in after.seats:
        seat.bank = state.pace.bank
    dealt = _Dealt(match.round, match.sheet, match.key, match.opening_events)
    return Prepared(_entry(room, after, begun, dealt), match)


def next_deal(state: TableState, link: str) -> Prepared:
    """Prepare the next round of the match."""
    assert state.match is not None and state.begun is not None
    deal = state.match.prepare_round(_key(state.room, link))
    assert deal.round is not None
    dealt = _Dealt(deal.round, deal.sheet, deal.key, deal.events)
    return Prepared(_entry(state.room, _room_after(state.room), state.begun, dealt), deal)


def _key(room: Room, link: str) -> bytes:
    nonces = {seat: fair.read_nonce(nonce) for seat, nonce in room.nonces.items()}
    return fair.deal_key(bytes.fromhex(room.secret), fair.table_id(link), room.rounds + 1, nonces)


def _room_after(room: Room) -> Room:
    after = room.copy()
    after.phase, after.rounds = "playing", room.rounds + 1
    after.secret, after.nonces = new_secret(), {}
    after.agreed, after.pausing, after.paused = [], [], None
    return after


def _entry(room: Room, after: Room, begun: Begun, dealt: _Dealt) -> Dealt:
    acts, picks = acts_of(dealt.round, dealt.picks), [event.to_dict() for event in dealt.picks]
    return Dealt(
        after, begun, dealt.sheet, dealt.key.hex(), acts, after.rounds, room.secret, dict(room.nonces), picks,
        __version__,
    )  # fmt: skip
