"""Those who watch a table without a seat, and what its host may do about them."""

from hashlib import sha256
from typing import TYPE_CHECKING

from ... import shapes as d
from ...protocol import Refusal

if TYPE_CHECKING:
    from .around import Connection
    from .table import Table


def watching(table: "Table") -> "list[Connection]":
    """Return the connections of guests without a seat."""
    seated = {seat.guest for seat in table.state.room.seats}
    return [connection for connection in table.connections if connection.guest not in seated]


def muted_players(table: "Table") -> "list[Connection]":
    """Return the connections of players who were muted while they watched."""
    room = table.state.room
    return [one for one in table.connections if one.guest in room.muted and room.seat_of(one.guest) is not None]


def watchers(table: "Table") -> list[d.Watcher]:
    """Return everybody who watches, and the players who are muted, as the host may know them."""
    names = {one.guest: one.name for one in (*watching(table), *muted_players(table))}
    muted = table.state.room.muted
    found: list[d.Watcher] = [
        {"who": _handle(table, guest), "name": name, "muted": guest in muted} for guest, name in names.items()
    ]
    return sorted(found, key=lambda one: (one["name"], one["who"]))


def watcher(table: "Table", who: str, *, or_muted: bool = False) -> "Connection":
    """Return a connection of somebody who watches, or is a muted player; raise Refusal if nobody of this handle is."""
    for one in watching(table) + (muted_players(table) if or_muted else []):
        if _handle(table, one.guest) == who:
            return one
    raise Refusal("gone", "nobody of this name watches the table any more")


def _handle(table: "Table", guest: str) -> str:
    """Return what a guest is called at one table: nothing else can be done with it, and nobody can be told by it."""
    return sha256(f"{table.link} {guest}".encode()).hexdigest()[:16]
