"""Rule sets in words: every value of every dimension has a sentence of its own."""

import pytest
from hypothesis import given, settings

from lastcard.rules import PRESETS, Ruleset, describe, diff
from lastcard.rules.options import OPTIONS
from lastcard.rules.ruleset import DIMENSIONS
from lastcard.rules.words import SENTENCES, option_lines, sentence
from strategies import CHOICES, rulesets


@pytest.mark.parametrize("name", DIMENSIONS)
def test_every_value_has_its_own_sentence(name: str) -> None:
    values = set(CHOICES[name])
    sentences = {sentence(name, value) for value in values}
    assert len(sentences) == len(values)
    for text in sentences:
        assert text.endswith(".") and (text[0].isupper() or text[0].isdigit()) and "_" not in text and "  " not in text


def test_no_two_dimensions_share_a_sentence() -> None:
    texts = [sentence(name, value) for name in DIMENSIONS for value in set(CHOICES[name])]
    shared = {text for text in texts if texts.count(text) > 1}
    assert shared == set()
    assert list(SENTENCES) == list(DIMENSIONS)


@settings(max_examples=100, deadline=None)
@given(rulesets(), rulesets())
def test_any_two_rule_sets_can_be_described_and_compared(one: Ruleset, other: Ruleset) -> None:
    lines = describe(one)
    assert [line.id for line in lines] == [f"D{n:02}" for n in range(1, 49)]
    assert [line.name for line in lines] == list(DIMENSIONS)
    differing = [name for name in DIMENSIONS if getattr(one, name) != getattr(other, name)]
    differences = diff(one, other)
    assert [difference.name for difference in differences] == differing
    assert all(difference.one != difference.other for difference in differences)


def test_what_cannot_matter_is_marked() -> None:
    idle = {name for _, name, text in describe(Ruleset.from_id("one")) if "Does not matter here" in text}
    # The cells of RULES C.4 that cannot arise, but for D37: a call without a duty is possible under any rule set.
    assert idle == {
        "dealer_rotation",
        "start_reverse",
        "wd_policing",
        "challenge_terms",
        "draw_total",
        "skip_total",
        "answer_forced",
        "uno_late_ok",
        "uno_window",
        "uno_penalty",
        "last_card",
        "card_values",
    }


def test_a_difference_in_words() -> None:
    assert diff(Ruleset.from_id("official"), Ruleset.from_id("official+hand=1")) == [
        ("D03", "hand_size", "Each player is dealt 7 cards.", "Each player is dealt 1 card."),
    ]
    assert diff(Ruleset(), Ruleset()) == []


def test_presets_and_options_have_one_line_each() -> None:
    usages = [usage for usage, _ in option_lines()]
    assert usages[-1] == "target=N" and len(usages) == len(OPTIONS) + 1
    assert {"stack", "rounds=N", "low-score[=N]"} <= set(usages)
    summaries = [*(preset.summary for preset in PRESETS.values()), *(text for _, text in option_lines())]
    assert all(len(text) <= 120 for text in summaries)
