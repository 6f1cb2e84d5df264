"""The matches of a guest: whole once they are over, redacted while they run, replayed step by step.

While a match runs, guests are shown what their seat was told while they sat there, and for the rest what spectators
were told.  Those who only watched are shown nothing.  What that is, `replays` works out, one address after another.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ....errors import LastCardError
from ..store.store import Place
from ..turns import Turns
from .hub import Hub, TableGone, TableUnreadable
from .replays import Rows, asked, fetched, listed, stepped, verified

MOST_LISTED = 100
AT_ONCE = 2  # matches that are worked out, of different addresses
LONGEST = 50_000  # entries of a match that is shown
MOST_KEPT = 32_000_000  # bytes of answers


class NoMatch(LastCardError):
    """A match that does not exist, or in which the guest did not play."""


class Records:
    """The endpoints for matches.  Answers about matches that are over are kept for a while."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._turns = Turns(AT_ONCE)
        self._kept = Kept(MOST_KEPT)

    async def of_guest(self, guest: str, address: str) -> bytes:
        """Return the matches in which a guest played, the newest first."""
        services = self._hub.services
        async with self._turns.turn(address):
            found = await services.store.matches_of(guest, MOST_LISTED)
            return await asyncio.to_thread(listed, found)  # this is quick enough

    async def fetch(self, guest: str, address: str, match: str) -> bytes:
        """Return the record of a match: whole if it is over, else as the guest knows it."""
        return await self._answer(guest, address, match, fetched)

    async def steps(self, guest: str, address: str, match: str, number: str | None, seat: str | None) -> bytes:
        """Return one round of a match, step by step, from the view of a seat; with all hands once it is over."""
        return await self._answer(guest, address, match, stepped, number, seat)

    async def verify(self, guest: str, address: str, match: str) -> bytes:
        """Play a match that is over again from its record, deal by deal, and say whether all is as it must be."""
        if not await self._over(await self._found(guest, match), match):
            raise LastCardError("a match can be verified once it is over, when its secrets are revealed")
        return await self._answer(guest, address, match, verified)

    async def questions(self, guest: str, address: str, match: str) -> bytes:
        """Return what an analysis of a match that is over asks, compressed; a browser answers it."""
        if not await self._over(await self._found(guest, match), match):
            raise LastCardError("a match can be analysed once it is over")
        return await self._answer(guest, address, match, asked)

    async def _answer(
        self, guest: str, address: str, match: str, work: Callable[..., bytes], *more: str | None
    ) -> bytes:
        place = await self._found(guest, match)
        over, key = await self._over(place, match), (work, guest, match, *more)
        if not over or (answer := self._kept.get(key)) is None:
            async with self._turns.turn(address):
                if not over or (answer := self._kept.get(key)) is None:  # worked out while it was waited for
                    answer = await self._hub.services.workers.run(
                        work, await self._rows(guest, match, place), over, *more
                    )
        if over:
            self._kept.keep(key, answer)
        return answer

    async def _found(self, guest: str, match: str) -> Place:
        """Return where a match of a guest is in the log; raise NoMatch."""
        place = await self._hub.services.store.place_of(guest, match)
        if place is None:
            raise NoMatch("there is no such match, or you did not play in it")
        return place

    async def _rows(self, guest: str, match: str, place: Place) -> Rows:
        """Return the entries of a match, which may be many: read when it is their turn."""
        if place.last - place.first >= LONGEST:
            raise LastCardError("this match is too long to be shown")
        return Rows(guest, match, place.link, await self._hub.services.store.entries_of(place))

    async def _over(self, place: Place, match: str) -> bool:
        """Return whether a match is over, or will never go on."""
        if place.over:
            return True
        try:
            room = (await self._hub.table(place.table)).state.room
        except TableGone:
            return True
        except TableUnreadable:
            return False  # it may go on
        return room.match != match or room.phase not in ("playing", "between")


class Kept:
    """Answers that do not change, so many bytes of them; those that nobody has asked for longest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()

    def get(self, key: tuple[Any, ...]) -> bytes | None:
        """Return an answer, if it is still there."""
        return self._answers.get(key)

    def keep(self, key: tuple[Any, ...], answer: bytes) -> None:
        """Keep an answer, or note that it was asked for again."""
        self._size += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self._size > self._most:
            self._size -= len(self._answers.popitem(last=False)[1])
