"""The list of public tables, and the search for people: no address pushes the others out."""

from pathlib import Path
from typing import Any

from hubs import Line, with_hub
from lastcard.online import protocol as p
from lastcard.online.server.identity import Guest
from lastcard.online.server.store.entries import Settings
from lastcard.online.server.table.hub import Hub
from lastcard.online.server.table.table import Table
from lastcard.rules import Ruleset

RULES = Ruleset.from_id("official")


async def a_table(hub: Hub, name: str, address: str, **room: Any) -> Table:
    """Return a public table of two, at which its host is."""
    table = await hub.create(Settings.of(RULES, 2, "off", True), Guest(name, name), address)
    host = Line(name)
    host.address = address
    table.join(host, p.Hello(p.PROTOCOL, ""))
    for field, value in room.items():
        setattr(table.state.room, field, value)
    return table


def test_many_tables_of_one_address_do_not_push_others_out(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        first = await a_table(hub, "Ann", "192.0.2.1")
        many = [await a_table(hub, f"E{n}", "192.0.2.66") for n in range(120)]
        last = await a_table(hub, "Ben", "192.0.2.2")
        assert hub.listed() == [last, many[-1], first, *many[-2::-1]]
        found = [hub.quick(Guest("zoe", "Zoe"), None) for _ in range(200)]
        assert set(found) == {first, last, many[-1]}
        assert found.count(many[-1]) < 150  # less than 1 in 10^25 by chance

    with_hub(tmp_path / "tables.db", main)


def test_tables_at_which_nobody_can_sit_down_come_last(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        usual = await a_table(hub, "Ann", "192.0.2.1")
        locked = await a_table(hub, "Ben", "192.0.2.2", locked=True)
        full = await a_table(hub, "Cyd", "192.0.2.3")
        guest = Line("Dan")
        full.join(guest, p.Hello(p.PROTOCOL, ""))
        full.submit(guest, p.Sit("1", full.v))
        await guest.until(lambda: full.state.room.seat_of("Dan") == 1)
        empty = await a_table(hub, "Eve", "192.0.2.4")
        empty.part(empty.connections[0])
        watched = await a_table(hub, "Fay", "192.0.2.5")
        watched.join(Line("Gus"), p.Hello(p.PROTOCOL, ""))  # without a seat
        watched.part(watched.connections[0])
        private = await hub.create(Settings.of(RULES, 2, "off", False), Guest("Hal", "Hal"))
        playing = await a_table(hub, "Ida", "192.0.2.6", phase="playing")
        assert hub.listed() == [usual, watched, full, locked, empty]
        assert private in hub.tables.values() and playing in hub.tables.values()
        assert hub.quick(Guest("zoe", "Zoe"), None) is usual
        assert hub.quick(Guest("zoe", "Ann"), None) is None  # somebody of that name sits there
        assert hub.quick(Guest("zoe", "Zoe"), RULES.digest) is usual
        assert hub.quick(Guest("zoe", "Zoe"), Ruleset.from_id("one").digest) is None

    with_hub(tmp_path / "tables.db", main)
