"""Entries as bytes: what is written is read again, and entries of older formats become today's values."""

import json
from typing import Any

import pytest

from lastcard.errors import RecordError
from lastcard.game.sheet import ScoreSheet
from lastcard.online.server.store import entries as e
from lastcard.online.server.store.codec import FORMAT, KINDS, completed, pack, unpack
from lastcard.online.server.table.pushes import ROOM_NEWS

SETTINGS = e.Settings("digest", 2, "normal", True)
ROOM = e.Room(SETTINGS, "ann", [e.Seat("person", "ann", "Ann"), e.Seat()], nonces={0: "00"})
SHEET = ScoreSheet(scores=(0, 0), dealer=1, ranks=(0, 0))
ACTS = ("d pick 0 g6", "d deal 0 b6", "d turn rR")
ENTRIES = (
    e.Made(ROOM), e.Sat(1, "ben", "Ben", renamed={0: "Robo"}), e.Stood(1, "careful"), e.Muted("zoe", "Zoe", True),
    e.Expelled("zoe", "Zoe"), e.BotSat([1], "greedy"), e.Configured(SETTINGS), e.Locked(True), e.Hosted("ben"),
    e.Youngest(1), e.Nonced(0, "00"), e.Agreed(0),
    e.Dealt(ROOM, e.Begun("00", 0, ("Ann", ""), ("", "")), SHEET, "01", ACTS, 1, "02", {0: "00"}, [], "0.1.0"),
    e.Moved(0, "r5!", ("d give 1 b2",), (5, 0), "bot", 30), e.Opened(), e.Away(0, 9), e.StoodIn(0), e.Back(0),
    e.Pausing(0, True), e.Resumed(0), e.Interrupted(5), e.Said(None, "Zoe", "hello"), e.Ended("closed"),
)  # fmt: skip


def test_every_kind_of_entry_is_read_as_it_was_written() -> None:
    assert {type(entry) for entry in ENTRIES} == set(KINDS.values())
    for entry in ENTRIES:
        assert unpack(*pack(entry)) == entry


def test_each_news_of_the_room_has_an_entry_of_its_kind_and_fields() -> None:
    for kind, names in ROOM_NEWS.items():
        assert set(names) <= set(KINDS[kind].__struct_fields__)


def test_the_kind_of_an_entry_is_not_in_its_bytes_and_nothing_is_encoded_twice() -> None:
    kind, format, data = pack(e.Moved(0, "r5", ("d give 1 b2",)))
    assert (kind, format, data) == ("moved", FORMAT, b'{"seat":0,"action":"r5","acts":["d give 1 b2"]}')


def test_the_text_of_a_rule_set_is_not_written_and_comes_back() -> None:
    whole = e.Settings("digest", 2, "normal", True, "rules")
    entry = unpack(*pack(e.Configured(whole)))
    assert entry == e.Configured(SETTINGS) and completed(entry, {"digest": "rules"}) == e.Configured(whole)
    with pytest.raises(RecordError, match="a rule set that is not there"):
        completed(entry, {})


def old(kind: str, **data: Any) -> e.AnyEntry:
    """Return what becomes of an entry of format 1."""
    return unpack(kind, 1, json.dumps({"k": kind, **data}).encode())


def test_a_move_of_format_1_was_a_line_of_a_journal() -> None:
    line = json.dumps({"move": "1 w+4:g", "acts": ["d give 0 y8rS"], "points": [0, 12]})
    assert old("moved", seat=1, line=line, who="bot") == e.Moved(1, "w+4:g", ("d give 0 y8rS",), (0, 12), "bot")
    assert old("moved", seat=0, line='{"move":"0 r5!"}', hold=7) == e.Moved(0, "r5!", hold=7)


def test_a_deal_of_format_1_was_two_lines_of_a_journal() -> None:
    room = json.loads(pack(e.Made(ROOM)).data)["room"]
    head = {"journal": 2, "rules": "one", "digest": "digest", "seats": 2, "youngest": 0, "names": ["Ann", ""],
            "bots": ["", ""], "key": "00"}  # fmt: skip
    line = {"round": 1, "sheet": SHEET.to_dict(), "key": "01", "acts": ACTS}
    entry = old("dealt", room=room, head=json.dumps(head), line=json.dumps(line), number=1, secret="02",
                nonces={"0": "00"}, engine="0.1.0")  # fmt: skip
    assert entry == next(one for one in ENTRIES if isinstance(one, e.Dealt))


@pytest.mark.parametrize("entry", [one for one in ENTRIES if not isinstance(one, e.Moved | e.Dealt)], ids=str)
def test_all_other_entries_are_as_they_were_in_format_1(entry: e.AnyEntry) -> None:
    kind, _, data = pack(entry)
    assert old(kind, **json.loads(data)) == entry


@pytest.mark.parametrize(
    ("kind", "format", "data"),
    [
        ("danced", FORMAT, b"{}"),
        ("opened", FORMAT + 1, b"{}"),
        ("opened", 0, b"{}"),
        ("moved", FORMAT, b"{}"),
        ("moved", FORMAT, b"\xff"),
        ("moved", 1, b"[]"),
        ("moved", 1, b'{"seat":0}'),
        ("moved", 1, b'{"seat":0,"line":"[]"}'),
        ("moved", 1, b'{"seat":0,"line":"{"}'),
        ("moved", 1, b'{"seat":0,"line":"{\\"move\\":\\"1 r5\\"}"}'),
        ("moved", 1, b'{"seat":0,"line":"{\\"move\\":5}"}'),
        ("dealt", 1, b'{"head":"{}","line":"{}"}'),
    ],
)
def test_what_cannot_be_read_is_named(kind: str, format: int, data: bytes) -> None:
    with pytest.raises(RecordError, match=kind):
        unpack(kind, format, data)
