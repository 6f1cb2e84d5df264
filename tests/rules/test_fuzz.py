"""Any input is read as a rule set or deck, or refused with a `RulesetError` and no other error."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.errors import RulesetError
from lastcard.rules import Deck, Ruleset
from strategies import random_ruleset

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
LETTERS = "official+-=:,@_stackhandvalues0123456789 \n\0é"


def changed(data: Any, rng: Random, value: Any) -> Any:
    """Return a copy of JSON data with one random thing replaced, removed or added."""
    copy = json.loads(json.dumps(data))
    place = copy
    while isinstance(place, dict | list) and place:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if rng.random() < 0.4 or not isinstance(place[key], dict | list) or not place[key]:
            _change(place, key, rng, value)
            return copy
        place = place[key]
    return value


def _change(place: Any, key: Any, rng: Random, value: Any) -> None:
    how = rng.randrange(3)
    if how == 0:
        del place[key]
    elif how == 1 and isinstance(place, dict):
        place[f"{key}x"] = value
    else:
        place[key] = value


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**9), ANYTHING)
def test_changed_data_is_read_or_refused(seed: int, value: Any) -> None:
    rng = Random(seed)
    data = changed(random_ruleset(rng).to_dict(), rng, value)
    try:
        rules = Ruleset.from_dict(data)
    except RulesetError as error:
        assert str(error) and len(str(error)) < 1000
    else:
        assert Ruleset.from_dict(rules.to_dict()) == rules


@settings(max_examples=200, deadline=None)
@given(ANYTHING)
def test_any_data_is_refused(data: Any) -> None:
    for read in (Ruleset.from_dict, Deck.from_dict):
        with pytest.raises(RulesetError):
            read(data)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | st.text(LETTERS, max_size=60).map(lambda text: f"official+{text}"))
def test_any_id_is_read_or_refused(text: str) -> None:
    try:
        rules = Ruleset.from_id(text)
    except RulesetError as error:
        assert str(error)
    else:
        assert Ruleset.from_id(rules.id) == rules


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80).map(lambda text: f"{text}\n") | st.text('[]{}="\n1aT-:.', max_size=80).map("x={}\n".format))
def test_any_deck_file_is_refused(text: str) -> None:
    with pytest.raises(RulesetError):
        Deck.from_toml(text)
