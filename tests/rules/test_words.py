"""Every value of every dimension has its own sentence."""

import pytest
from hypothesis import given, settings

from lastcard.rules import PRESETS, Deck, Ruleset, describe, diff
from lastcard.rules.dimensions import DIMENSIONS
from lastcard.rules.options import OPTIONS
from lastcard.rules.words import option_lines, sentence
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


@settings(max_examples=100, deadline=None)
@given(rulesets(), rulesets())
def test_any_two_rule_sets_can_be_described_and_compared(one: Ruleset, other: Ruleset) -> None:
    lines = describe(one)
    assert [line.id for line in lines] == [dimension.id for dimension in DIMENSIONS.values()]
    assert [line.name for line in lines] == list(DIMENSIONS)
    differing = [name for name in DIMENSIONS if getattr(one, name) != getattr(other, name)]
    differences = diff(one, other)
    assert [difference.name for difference in differences] == differing
    assert all(difference.one != difference.other for difference in differences)


def test_dimensions_that_make_no_difference_are_marked() -> None:
    lines = describe(Ruleset.from_id("one"))
    idle = {line.name for line in lines if not line.matters}
    assert {line.name for line in lines if line.text.endswith(f"(Makes no difference here: {line.idle}.)")} == idle
    # Cells of the table of presets that make no difference, except D37: a false call is possible under any rule set.
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
        "skip_reach",
        "uno_unnoticed",
        "fined_turn",
        "last_exchange",
        "stack_passed_on",
        "draw_stops",
        "skip_answerer",
        "start_exchange",
        "wd_scope",
    }


def said_of(rules: str, name: str) -> str:
    return next(line.text for line in describe(Ruleset.from_id(rules)) if line.name == name)


def test_card_values_are_described_in_points() -> None:
    usual = "numbers their value; Skips, Reverses and coloured draw cards 20; plain Wilds and Wild Draws 50"
    said = {rules: said_of(rules, "card_values") for rules in ("official", "official+values=S:10")}
    assert list(said.values()) == [
        f"Cards left in hand score the points set by the deck: {usual}.",
        f"Cards left in hand score the points set by the deck: {usual}, but Skip scores 10.",
    ]


def test_card_values_of_an_unusual_deck() -> None:
    deck = Deck.from_toml("""
        name = "strange"
        colours = { r = "red", g = "green" }
        ranks = { 0 = { count = 2, points = 10 }, 5 = { count = 2 }, S = { count = 1, skip = 1 } }
        wilds = { "" = { count = 2 }, "+4" = { count = 1, draw = 4, points = 60 }, "+6" = { count = 1, draw = 6 } }
    """)
    (said,) = (line.sentence for line in describe(Ruleset(deck=deck)) if line.name == "card_values")
    assert said == (
        "Cards left in hand score the points set by the deck: "
        "0 10; 5 their value; Skips 20; plain Wilds and Wild Draw Six 50; Wild Draw Four 60."
    )


def test_a_deck_of_ones_own_is_described() -> None:
    deck = Deck.from_toml('name = "own"\ncolours = { r = "red", v = "violet" }\nranks = { 1 = { count = 20 } }')
    assert sentence("deck", deck) == "The deck has 40 cards in red and violet."


def test_under_a_flat_score_card_values_matter_only_in_a_blocked_round() -> None:
    said = said_of("juno-serious", "card_values")
    assert said.endswith("if nobody can continue: then the hand with the fewest points wins the round.)")
    assert "Makes no difference" not in said


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
