"""JSON forms of values."""

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from lastcard import Match, Move, NotationError, Round
from lastcard.game.wire import encode, encode_fields
from lastcard.rules import PRESETS


def by_fields(value: Any) -> Any:
    """Encode a value field by field, without what was written for its type."""
    if isinstance(value, tuple):
        return [by_fields(item) for item in value]
    data = encode(value)
    if not isinstance(data, dict):
        return data
    return {one.name: by_fields(getattr(value, one.name)) for one in fields(value) if not one.name.startswith("_")}


@pytest.mark.parametrize("rules", PRESETS)
def test_encoders_written_for_a_type_give_what_its_fields_give(rules: str) -> None:
    match, chance = Match(rules, seats=4, seed=7), Random(7)
    table = match.round
    while not table.over and table.ply < 60:
        seat = chance.choice(table.awaited)
        events = table.act(seat, chance.choice(table.legal(seat)))
        views = [table.view(viewer) for viewer in (None, *range(table.seats))]
        values = (*events, *(part for view in views for part in (view.status, view.choices, view.fouls)), match.sheet)
        for value in values:
            assert _typed(encode_fields(value)) == _typed(by_fields(value))


def _typed(data: Any) -> str:
    return repr(data)  # True and 1 are equal, but not in JSON


def test_the_parts_of_a_view_have_a_json_form_of_their_own() -> None:
    table = Round.from_position("r5w/g5y1 r1 >0 - b1b2b3b4|- official+fines")
    view = table.view(0)
    for value in (view.status, view.status.claims, view.choices, view.choices.lays[0], view.fouls):
        data = json.loads(json.dumps(value.to_dict()))
        assert type(value).from_dict(data, view.rules) == value
        with pytest.raises(NotationError):
            type(value).from_dict(data | {"odd": 1}, view.rules)


def test_a_move_has_a_json_form() -> None:
    table = Round.from_position("r5w/g5y1 r1 >0 - b1b2b3b4|- official")
    move = table.parse("0 w:g!")
    assert Move.from_dict(move.to_dict(), "official") == move
    for wrong in ({}, {"seat": True, "action": "draw"}, {"seat": 10, "action": "draw"}, {"seat": 0, "action": 5}, []):
        with pytest.raises(NotationError):
            Move.from_dict(wrong, "official")
