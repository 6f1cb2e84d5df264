"""Ids compose, round-trip and have one canonical form, and wrong ones are refused with helpful messages."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.errors import RulesetError
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.dimensions import DIMENSIONS, KEYS, read_value, write_value
from lastcard.rules.options import OPTIONS, Counted
from lastcard.rules.values import Scoring
from strategies import CHOICES, goes_with, random_ruleset, rulesets, seat_counts


@settings(max_examples=150, deadline=None)
@given(rulesets(), st.randoms(use_true_random=False))
def test_every_rule_set_round_trips_through_its_id(rules: Ruleset, rng: Random) -> None:
    again = Ruleset.from_id(rules.id)
    assert again == rules and again.id == rules.id
    preset, *options = re.split(r"\+(?=[a-z])", rules.id)
    rng.shuffle(options)
    assert Ruleset.from_id("+".join([preset, *options])) == rules


@pytest.mark.parametrize("seed", range(50))
def test_random_rule_sets_round_trip_and_can_be_played(seed: int) -> None:
    rules = random_ruleset(Random(seed))
    assert rules == random_ruleset(Random(seed)) == Ruleset.from_id(rules.id)
    assert seat_counts(rules)


@pytest.mark.parametrize("name", DIMENSIONS)
def test_every_dimension_has_its_own_form(name: str) -> None:
    texts = [write_value(name, value) for value in CHOICES[name]]
    assert len(set(texts)) == len(set(CHOICES[name]))
    for value, text in zip(CHOICES[name], texts, strict=True):
        assert read_value(name, text) == value
        assert read_value(name, text.replace("-", "_") if name not in ("deck", "seats") else text) == value


@pytest.mark.parametrize("name", [name for name in DIMENSIONS if name not in ("round_score", "match_end")])
def test_a_dimension_can_be_written_by_its_key_or_its_name(name: str) -> None:
    for value in CHOICES[name]:
        expected, text = Ruleset().replace(**{name: value}), write_value(name, value)
        for word in (KEYS[name], name, name.replace("_", "-")):
            assert Ruleset.from_id(f"official+{word}={text}") == expected


@pytest.mark.parametrize("score", CHOICES["round_score"], ids=lambda score: write_value("round_score", score))
def test_scores_and_endings_are_written_by_their_names(score: Scoring) -> None:
    for ending in CHOICES["match_end"]:
        if goes_with(score, ending):
            end, scored = write_value("match_end", ending), write_value("round_score", score)
            expected = Ruleset(round_score=score, match_end=ending)
            assert Ruleset.from_id(f"official+match-end={end}+round-score={scored}") == expected


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_own_id(name: str) -> None:
    assert Ruleset.from_id(name) == PRESETS[name].ruleset
    assert PRESETS[name].ruleset.id == name


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_changes_something_and_says_what(name: str) -> None:
    option = OPTIONS[name]
    word = f"{name}=123" if isinstance(option, Counted) else name
    rules = Ruleset.from_id(f"official+{word}")
    assert rules != Ruleset()
    assert set(option.dimensions) <= set(DIMENSIONS)
    assert option.summary.endswith(".")
    changed = {dimension for dimension in DIMENSIONS if getattr(rules, dimension) != getattr(Ruleset(), dimension)}
    assert changed <= set(option.dimensions)


def test_no_word_in_an_id_means_two_things() -> None:
    words = [*KEYS.values(), "target", *(name for name in OPTIONS if isinstance(OPTIONS[name], Counted))]
    assert len(words) == len(set(words))
    assert all(re.fullmatch("[a-z][a-z0-9-]*", word) for word in (*words, *OPTIONS, *PRESETS))


@pytest.mark.parametrize(
    ("id", "canonical"),
    [
        ("official+stack+seven-zero+hand=5+target=300", "official+hand=5+seven-zero+stack+target=300"),
        ("juno-classic+jump-in", "juno-classic+jump-in"),
        ("official+no-bluff", "juno-classic"),
        ("official+hand=7", "official"),
        ("official+hand_size=5", "official+hand=5"),
        ("official+hand=05", "official+hand=5"),
        (" official+draw_until ", "official+draw-until"),
        ("official+seats=4", "official+seats=4-4"),
        ("official+challenge=4,2,returns,target", "official+challenge=4,2,returns,target"),
        ("official+batch=identical:2", "official+pairs"),
        ("official+batch=same_value:3", "official+batch=same-value:3"),
        ("official+jump_in=identical", "official+jump-in"),
        ("official+jump-in=identical,no-win,not-wild-draw", "official+jump-in=identical,not-wild-draw,no-win"),
        ("official+jump-in+jump-in=off", "official"),
        ("official+values=w+4:40,S:10,+2:5", "official+values=+2:5,S:10,w+4:40"),
        ("official+draw-voluntary=false", "official+draw-voluntary=no"),
        ("official+exit-ban=wild_draw,wild", "official+exit-ban=wild,wild-draw"),
        ("official+fine-illegal=2+fine-false-call=2", "official+fines"),
        ("official+fine-illegal=2", "official+fine-illegal=2"),
        ("one+program", "one+stack"),
        ("rules-site+fines+low-score", "rules-site+fines+low-score"),
        ("rules-site+low-score+target=100", "rules-site+low-score=100"),
        ("rules-site+target=100+low-score", "rules-site+low-score=100"),
        ("official+low-score=200", "official+low-score"),
        ("official+survival=300", "official+survival=300"),
        ("official+rounds=3", "official+rounds=3"),
        ("official+single-round", "official+single-round"),
        ("official+draw-total=last+stack", "official+answer-draw2=same-value+answer-wd=same-value+draw-total=last"),
        ("console+skip-effect=next+reverse-effect=flip+skin=black", "console-multi+skin=black"),
        ("juno-seven0+stack-up+stack-skips", "juno-seven0+stack-skips+stack-up"),
    ],
)
def test_the_canonical_form(id: str, canonical: str) -> None:
    assert Ruleset.from_id(id).id == canonical
    assert Ruleset.from_id(canonical).id == canonical


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("", "a rule set begins with a preset: official, juno-classic"),
        ("offical", "no preset 'offical' (did you mean 'official'?)"),
        ("official+", "no preset 'official+' (did you mean 'official'?)"),
        ("official++stack", "no preset 'official+' (did you mean 'official'?)"),
        ("official+stak", "'official+stak': no option 'stak' (did you mean 'stack'?)"),
        ("official+hnad=3", "no option 'hnad' (did you mean 'hand'?)"),
        ("official+hand", "hand needs a value: hand=..."),
        ("official+challenge_terms", "challenge_terms needs a value: challenge=..."),
        ("official+stack=3", "stack=3: stack takes no value"),
        ("official+rounds", "rounds needs a number: rounds=N"),
        ("official+rounds=many", "rounds=many: allowed: a number"),
        ("official+rounds=9999999", "rounds=9999999: allowed: at most six digits"),
        ("official+target", "target: expected target=N, once"),
        ("official+target=100+target=200", "target=200: expected target=N, once"),
        ("official+target=x", "target=x: allowed: a number"),
        ("official+target=0", "match_end.n = 0: expected 1 to 30000"),
        (
            "mattel-2022+target=100",
            "target=100: a single round has no target; write match-end=reach-wins:100 for a match",
        ),
        (
            "one+target=100",
            "target=100: a single round has no target; write match-end=reach-wins:100+round-score=winner-takes "
            "for a match",
        ),
        ("official+hand=x", "hand=x: allowed: 1 to 15"),
        ("official+hand=9999999", "hand=9999999: allowed: 1 to 15"),
        ("official+hand=-1", "hand=-1: allowed: 1 to 15"),
        ("official+hand=99", "hand_size = 99: expected 1 to 15"),
        ("official+hand=5+hand=6", "hand is given twice, as 5 and as 6"),
        ("official+stack+stack-up", "answer-draw2 is given twice, as same-value and as same-or-higher"),
        ("official+deck=mattel18", "no deck 'mattel18' (did you mean 'mattel108'?)"),
        ("official+batch=same:3", "batch=same:3: allowed: off, same-value:N, identical:N"),
        ("official+batch=3", "batch=3: allowed: off, same-value:N, identical:N"),
        ("official+batch=off:3", "batch.n without a batch = 3"),
        ("official+skip-effect=none", "skip-effect=none: allowed: next, play-again, all"),
        ("official+skip-total=sum-cap:0", "skip-total=sum-cap:0: allowed: last, sum, sum-cap:N"),
        ("official+draw-voluntary=maybe", "draw-voluntary=maybe: allowed: yes, no"),
        ("official+draw-size=all", "draw-size=all: allowed: 1 to 20, until-playable"),
        ("official+fine-illegal=no", "fine-illegal=no: allowed: 1 to 20, reject"),
        ("official+match-axes=color", "allowed: none, or any of colour, number, symbol, separated by commas"),
        ("official+number-effects=7", "number-effects=7: allowed: none, or pairs such as 0:rotate,7:swap-choice"),
        ("official+values=S", "values=S: allowed: none, or pairs such as S:10,w+4:40"),
        ("official+challenge=4,2", "challenge=4,2: allowed: the cards drawn for a bluff"),
        ("official+jump-in=yes", "jump-in=yes: allowed: off, identical followed by any of on-start, no-win"),
        ("official+jump-in=identical,not-cards", "jump-in=identical,not-cards: allowed:"),
        ("official+jump-in=identical,sometimes", "jump-in=identical,sometimes: allowed:"),
        ("official+hand-limit=25", "hand-limit=25: allowed: none, N:aside, N:discard"),
        ("official+round-score=flat", "round_score.flat = 0: expected 1 to 30000"),
        ("official+match-end=reach-wins", "match_end.n = 0: expected 1 to 30000"),
        ("official+match-end=never", "allowed: single-round, reach-wins:N"),
        ("official+seats=two", "seats=two: allowed: the fewest and the most players, such as 2-10"),
        ("official+skin=red", "skin=red: allowed: white, black"),
        (
            "official+low-score+match-end=reach-wins:5",
            "match-end=reach-wins:5 and round-score=own-hand cannot be combined: if everyone scores their own hand",
        ),
        ("official+values=" + "r5:1," * 2000, "the id of a rule set is a string of at most 8000 characters"),
        ("x" * 300, f"no preset '{'x' * 77}...{'x' * 78}'"),
    ],
)
def test_a_wrong_id_is_refused(id: str, said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Ruleset.from_id(id)
    assert said in str(error.value)
