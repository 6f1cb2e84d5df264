"""Guests: a name is enough.  Who a guest is stands in a signed cookie, or in a token for programs."""

import secrets
import time
from collections import OrderedDict
from hashlib import sha256
from typing import NamedTuple

from itsdangerous import BadSignature, Signer

from ..._util.names import check_name
from ...errors import LastCardError
from .store.store import Store

COOKIE = "lastcard"
TICKET_TIME = 30.0  # seconds
TRANSFER_TIME = 600_000  # milliseconds
MOST_HELD = 20_000  # tickets, names


class Guest(NamedTuple):
    """A person, or a program that plays (`outside`)."""

    id: str
    name: str
    outside: bool = False


class Ticket(NamedTuple):
    """The right to open one socket at a table."""

    guest: Guest
    table: int
    until: float


class Identities:
    """Guests, and the tickets that let them open a socket.  Guests and transfers are in the store; tickets are not."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._cookies = Signer(key, salt="guest", digest_method=sha256)
        self._programs = Signer(key, salt="program", digest_method=sha256)
        self._names: OrderedDict[str, str] = OrderedDict()
        self._tickets: OrderedDict[str, Ticket] = OrderedDict()

    async def make(self, name: str, *, outside: bool) -> Guest:
        """Make a guest."""
        self._store.check_room()
        guest = Guest(secrets.token_hex(16), check_name(name), outside)
        await self._store.make_guest(guest.id, guest.name, int(time.time()))
        self._remember(guest)
        return guest

    def token(self, guest: Guest) -> str:
        """Return the signed text by which a guest is known."""
        signer = self._programs if guest.outside else self._cookies
        return signer.sign(guest.id).decode()

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Change the name of a guest; where the guest sits already, the old name stays."""
        renamed = guest._replace(name=check_name(name))
        await self._store.rename_guest(guest.id, renamed.name)
        self._remember(renamed)
        return renamed

    async def known(self, token: str, *, outside: bool) -> Guest | None:
        """Return the guest of a cookie or token, or None if it is not one of ours."""
        try:
            guest = (self._programs if outside else self._cookies).unsign(token[:200]).decode()
        except (BadSignature, UnicodeError):
            return None
        name = self._names.get(guest)
        if name is None:
            name = await self._store.name_of(guest)
            if name is None:
                return None
        found = Guest(guest, name, outside)
        self._remember(found)
        return found

    def _remember(self, guest: Guest) -> None:
        self._names[guest.id] = guest.name
        self._names.move_to_end(guest.id)
        if len(self._names) > MOST_HELD:
            self._names.popitem(last=False)

    # ------------------------------------------------------------ tickets

    def ticket(self, guest: Guest, table: int) -> str:
        """Return a ticket for one socket; it can be used once, soon."""
        text = secrets.token_urlsafe(24)
        self._tickets[text] = Ticket(guest, table, time.monotonic() + TICKET_TIME)
        while len(self._tickets) > MOST_HELD or next(iter(self._tickets.values())).until < time.monotonic():
            self._tickets.popitem(last=False)
        return text

    def redeem(self, text: str) -> Ticket | None:
        """Use up a ticket; None if it is unknown, used or too old."""
        ticket = self._tickets.pop(text, None)
        return None if ticket is None or ticket.until < time.monotonic() else ticket

    # ------------------------------------------------------------ another device

    async def transfer(self, guest: Guest) -> str:
        """Return a text that makes another device this guest, once, within ten minutes."""
        self._store.check_room()
        text, now = secrets.token_urlsafe(24), round(1000 * time.time())
        await self._store.put_transfer(_hidden(text), guest.id, now, now + TRANSFER_TIME)
        return text

    async def adopt(self, text: str) -> Guest:
        """Return the guest of a transfer and use it up; raise LastCardError if it is not valid."""
        guest = await self._store.take_transfer(_hidden(text), round(1000 * time.time()))
        name = None if guest is None else await self._store.name_of(guest)
        if guest is None or name is None:
            raise LastCardError("this link is not valid any more; make a new one on the other device")
        return Guest(guest, name)


def _hidden(text: str) -> str:
    """Return what is stored of a transfer, so that a backup lets nobody in."""
    return sha256(text.encode()).hexdigest()
