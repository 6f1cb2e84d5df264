"""The features of the rules in force tell rule sets apart."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from lastcard.core.terms import MatchEnd
from lastcard.env import Tables
from lastcard.env.game import FULL
from lastcard.env.rule_features import BY_RANK, features_of
from lastcard.errors import RulesetError
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.dimensions import DIMENSIONS
from lastcard.rules.values import MAX_SCORE, Ending
from strategies import CHOICES, random_ruleset


def told(rules: Ruleset) -> tuple[tuple[str, int], ...]:
    return tuple((feature.name, feature.number) for feature in features_of(rules))


def changed(base: Ruleset, name: str, values: Sequence[Any]) -> Iterator[Ruleset]:
    """Yield the rule sets that differ in this dimension alone, those that cannot be played left out."""
    for value in values:
        try:
            yield base.replace(**{name: value})
        except RulesetError:
            continue


def values_of(name: str) -> list[Any]:
    """Return values of a dimension: of numbers, all."""
    number = DIMENSIONS[name].data().get("number")
    return [*CHOICES[name], *(range(number["min"], number["max"] + 1) if number else ())]


@pytest.mark.parametrize("preset", {preset.ruleset.deck.name: name for name, preset in PRESETS.items()}.values())
def test_rule_sets_that_differ_in_one_value_are_told_apart(preset: str) -> None:
    base = Ruleset.from_id(preset)
    for name in DIMENSIONS:
        rules = set(changed(base, name, values_of(name)))
        assert len({told(one) for one in rules}) == len(rules) > 1, name


def test_presets_and_options_are_told_apart() -> None:
    options = "stack stack-up stack-any deflect match-axes=colour,number target=300 values=S:10 rounds=5 rounds=6"
    ids = [*PRESETS, *(f"official+{option}" for option in options.split())]
    assert len({told(Ruleset.from_id(id)) for id in ids}) == len(ids)


def test_random_rule_sets_are_told_apart_by_all_that_is_not_told_by_rank() -> None:
    rng = Random(1)
    values: dict[tuple[tuple[str, int], ...], set[tuple[Any, ...]]] = {}
    for rules in (random_ruleset(rng) for _ in range(150)):
        declared = tuple(getattr(rules, name) for name in DIMENSIONS if name not in BY_RANK)
        values.setdefault(told(rules), set()).add(declared)
    assert len(values) > 100 and all(len(found) == 1 for found in values.values())


def test_no_two_targets_are_equal() -> None:
    targets = Random(2).sample(range(1, MAX_SCORE + 1), 150)
    endings = [Ending(kind=MatchEnd.REACH_WINS, n=n) for n in targets]
    assert len({told(Ruleset(match_end=ending)) for ending in endings}) == len(targets)


def test_features_have_names_of_their_own_and_room() -> None:
    rng = Random(3)
    for rules in [*(Ruleset.from_id(preset) for preset in PRESETS), *(random_ruleset(rng) for _ in range(100))]:
        features = features_of(rules)
        assert len({feature.name for feature in features}) == len(features)
        assert all(0 <= feature.number <= FULL and feature.scale > 0 for feature in features)


def test_rules_with_the_same_deck_have_the_same_names() -> None:
    """So one net can learn several of them."""
    rng = Random(4)
    names: dict[str, set[tuple[str, ...]]] = {}
    for rules in (random_ruleset(rng) for _ in range(100)):
        names.setdefault(rules.deck.name, set()).add(tuple(name for name, _ in told(rules)))
    assert len(names) > 1 and all(len(found) == 1 for found in names.values())


def test_tables_show_the_rules() -> None:
    tables = Tables("official+stack-any+target=300", tables=2, seed=1)
    part = tables.layout["rules"]
    shown = dict(zip(part.names, tables.obs[1, part.slice].tolist(), strict=True))
    wanted = {"match-end n": 0, "match-end n hundreds": 3, "pack": 8, "pack hundreds": 1, "hand": 7, "w+4 draws": 4}
    wanted |= {"answer-draw2": 3, "no jump-in": 1, "S points": 80, "S cards": 8, "colours": 4}
    assert {name: shown[name] for name in wanted} == wanted
