"""A table restored from the entries of its log."""

from typing import Any

import msgspec
import pytest

from lastcard.archive.record import read_ruleset
from lastcard.errors import RecordError
from lastcard.online.server.store import codec, entries
from lastcard.online.server.store.codec import Packed
from lastcard.online.server.store.entries import Room, Seat, Settings
from lastcard.online.server.table.clocks import Timing
from lastcard.online.server.table.dealing import first_deal, new_secret, next_deal
from lastcard.online.server.table.pushes import news_of, room_data
from lastcard.online.server.table.state import TableState, moved
from lastcard.rules import Ruleset

RULES = "official"  # a draw decides who deals first


class Played:
    """A table that plays by itself and keeps its entries as the log does."""

    def __init__(self, seats: int = 3) -> None:
        self.state = TableState(Timing())
        self.rows: list[Packed] = []
        settings = Settings.of(Ruleset.from_id(RULES), seats, "normal", False)
        people = [Seat("person", f"guest{place}", f"name{place}") for place in range(seats)]
        self.apply(entries.Made(Room(settings, "guest0", people, secret=new_secret())))

    def apply(self, entry: entries.Entry, prepared: object = None) -> None:
        self.rows.append(codec.pack(entry))
        self.state.apply(entry, len(self.rows), 1_000 * len(self.rows), prepared)  # type: ignore[arg-type]

    def deal(self) -> None:
        first = self.state.match is None
        deal = first_deal(self.state, "link", 2) if first else next_deal(self.state, "link")
        self.apply(deal.entry, deal.match)

    def play_round(self) -> None:
        table = self.state.round
        while not table.over:
            seat = table.awaited[0]
            change = table.prepare(seat, table.legal(seat)[0])
            self.apply(moved(table.rules, change, "person", 0), change)

    def made_again(self, first: int) -> TableState:
        """Return the table as the entries from a checkpoint on make it."""
        state = TableState(Timing())
        for v, row in enumerate(self.rows[first:], first + 1):
            state.apply(self.entry(row), v, 1_000 * v)
        return state

    def entry(self, row: Packed) -> entries.AnyEntry:
        """Return a stored entry with the rule set of the table."""
        settings = self.state.room.settings
        return codec.completed(codec.unpack(*row), {settings.digest: settings.ruleset})


def test_a_table_is_made_again_in_its_second_round() -> None:
    table = Played()
    table.deal()
    table.play_round()
    checkpoint = len(table.rows)
    table.deal()
    change = table.state.round.prepare(*_some_move(table.state))
    table.apply(moved(table.state.rules, change, "person", 0), change)
    again = table.made_again(checkpoint)
    assert again.match == table.state.match and again.round.moves == table.state.round.moves
    assert again.room == table.state.room and again.moment == table.state.moment


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"acts": ("d give 0 r5",)}, "other acts$"),
        ({"points": (1, 2, 3)}, "other points$"),
        ({"acts": ("d give 0 r5",), "points": (1, 2, 3)}, "other acts and points$"),
    ],
)
def test_a_move_that_does_not_follow_from_the_rules_is_not_restored(change: dict[str, Any], says: str) -> None:
    table = Played()
    table.deal()
    seat, action = _some_move(table.state)
    whole = moved(table.state.rules, table.state.round.prepare(seat, action), "person", 0)
    with pytest.raises(RecordError, match=says):
        table.state.apply(msgspec.structs.replace(whole, **change), 3, 3_000)


def test_a_deal_of_other_cards_is_not_restored() -> None:
    table = Played()
    table.deal()
    dealt = table.entry(table.rows[-1])
    assert isinstance(dealt, entries.Dealt)
    other = msgspec.structs.replace(dealt, acts=dealt.acts[1:], engine="0.0.1")
    with pytest.raises(RecordError, match="deals other cards than 0.0.1 did"):
        TableState(Timing()).apply(other, 2, 2_000)


def test_a_first_round_is_made_again_with_the_draw_for_the_dealer() -> None:
    table = Played()
    table.deal()
    entry = table.entry(table.rows[-1])
    told = news_of(table.state, entry, 2, 0).told(None)
    assert news_of(table.made_again(1), entry, 2, 0).told(None) == told
    assert any(event["event"] == "picked" for event in told["events"])


def test_the_draw_for_the_first_dealer_is_told_once() -> None:
    table = Played()
    table.deal()
    table.play_round()
    table.deal()
    told = news_of(table.state, table.entry(table.rows[-1]), len(table.rows), 0).told(None)
    assert not any(event["event"] == "picked" for event in told["events"])


def _some_move(state: TableState) -> tuple[int, str]:
    seat = state.round.awaited[0]
    return seat, state.round.legal(seat)[0].text


def test_a_table_reads_its_rule_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Played()
    table.deal()
    read = []
    monkeypatch.setattr(entries, "read_ruleset", lambda *args: read.append(args) or read_ruleset(*args))
    for _ in range(3):
        room_data(table.state, "link")
    assert read == []
    settings = Settings.of(Ruleset.from_id("one"), 3, "normal", False)
    table.apply(entries.Configured(settings))
    assert room_data(table.state, "link")["rules"] == "one"
    room_data(table.state, "link")
    assert len(read) == 1
