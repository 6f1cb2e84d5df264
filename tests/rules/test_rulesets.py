"""Presets have the values that the rule texts give, and contradictory rule sets are refused."""

import dataclasses
import re
from typing import Any

import pytest

from lastcard.core.terms import (
    Axis,
    BatchMode,
    DealerPick,
    Kind,
    MatchEnd,
    NumberEffect,
    RoundScore,
    SkipChain,
    SkipEffect,
    StartAction,
    StartWild,
    Teams,
)
from lastcard.errors import RulesetError
from lastcard.rules import PRESETS, Deck, Ruleset, register_deck
from lastcard.rules.dimensions import DIMENSIONS, write_value
from lastcard.rules.values import Batch, ChallengeTerms, Ending, HandLimit, JumpIn, Scoring, SkipTotal

COLUMNS = ["juno-classic", "juno-seven0", "juno-serious", "rules-site", "one", "rules-md", "console", "official"]

# The presets of docs/rules.md, with values as ids write them; `-`: the value makes no difference, so it is the default.
C4 = """
deck | mattel108 | juno116 | juno140 | mattel108 | one107 | mattel108 | mattel108 | mattel108
seats | 2-10 | 2-10 | 2-10 | 2-10 | 2-10 | 2-10 | 2-10 | 2-10
hand_size | 7 | 7 | 11 | 7 | 7 | 7 | 7 | 7
dealer_pick | highest-card | highest-card | highest-card | random | random | random | random | highest-card
dealer_rotation | clockwise | clockwise | clockwise | clockwise | - | clockwise | - | clockwise
first_seat | left-of-dealer | left-of-dealer | left-of-dealer | left-of-dealer | left-of-dealer | left-of-dealer \
| left-of-dealer | left-of-dealer
start_action | apply | apply | apply | apply | redraw | apply | colour-only | apply
start_reverse | dealer-first | dealer-first | dealer-first | dealer-first | - | right-of-dealer | - | dealer-first
start_wild | first-player-chooses | first-player-chooses | first-player-chooses | first-player-chooses | redraw \
| redraw | first-player-chooses | first-player-chooses
start_wild_draw | redraw | redraw | redraw | redraw | redraw | redraw | redraw | redraw
match_axes | colour,number,symbol | colour,number,symbol | colour,number,symbol | colour,number,symbol \
| colour,number,symbol | colour,number,symbol | colour,number,symbol | colour,number,symbol
batch | off | off | same-value:3 | off | off | off | off | off
draw_size | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1
draw_voluntary | yes | yes | yes | no | yes | yes | yes | yes
drawn_card | may-play | may-play | may-play | may-play | keep | may-play | may-play | may-play
pile_out | reshuffle | reshuffle | reshuffle | reshuffle | reshuffle | reshuffle | reshuffle | reshuffle
skip_effect | next | next | next | next | next | next | play-again | next
reverse_effect | flip | flip | flip | flip | flip | flip | play-again | flip
reverse_heads_up | skip | skip | skip | skip | skip | skip | skip | skip
draw_forfeits_turn | yes | yes | yes | yes | yes | yes | yes | yes
number_effects | none | 0:rotate,7:swap-choice | none | none | none | none | none | none
wd_condition | no-colour | no-colour | no-colour | no-colour | none | no-colour | no-colour | no-colour
wd_policing | engine | engine | engine | challenge | - | challenge | engine | challenge
challenge_terms | - | - | - | 4,2,returns,target | - | 4,2,stays,target | - | 4,2,stays,target
answer_skip | none | none | same-value | identical | none | none | none | none
answer_draw2 | none | none | same-value | same-value | none | none | none | none
answer_wd | none | none | same-value | draw2-called-colour | none | none | none | none
draw_total | - | - | sum | last | - | - | - | -
skip_total | - | - | sum-cap:3 | last | - | - | - | -
answer_forced | - | - | no | no | - | - | - | -
jump_in | off | off | off | identical,not-wild-draw | off | off | off | off
uno_duty | on-play | on-play | on-play | on-play | none | on-play | on-play | on-play
uno_late_ok | yes | yes | yes | no | - | yes | yes | yes
uno_window | next-turn-begins | next-turn-begins | next-turn-begins | next-turn-begins | - | next-card-played \
| next-turn-begins | next-turn-begins
uno_penalty | 2 | 2 | 2 | 2 | - | 2 | 7 | 2
fine_illegal | reject | reject | reject | reject | reject | reject | reject | reject
fine_false_call | 0 | 0 | 0 | 0 | - | 0 | 0 | 0
fine_advice | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
ready_gate | off | off | off | wd-victim | off | off | off | off
count_info | public | public | public | public | public-warn | public | public | public
last_card | draws-apply | draws-apply | draws-apply | ignored | - | ignored | - | draws-apply
exit_ban | none | none | none | none | none | none | none | none
hand_limit | none | none | none | none | none | none | none | none
round_score | winner-takes | winner-takes | flat:1000 | winner-takes | none | winner-takes | none | winner-takes
card_values | none | none | none | none | - | none | - | none
match_end | reach-wins:500 | reach-wins:500 | reach-wins:500 | reach-wins:500 | single-round | reach-wins:500 \
| single-round | reach-wins:500
teams | none | none | none | none | none | none | none | none
skin | white | white | white | white | white | white | white | white
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in C4.strip().splitlines()]


def changes(one: str, other: str) -> dict[str, str]:
    """Return the values of the second rule set where it differs from the first."""
    first, second = Ruleset.from_id(one), Ruleset.from_id(other)
    return {
        name: write_value(name, getattr(second, name))
        for name in DIMENSIONS
        if getattr(first, name) != getattr(second, name)
    }


def test_dimensions_are_numbered_in_the_order_of_the_rules() -> None:
    numbered = sorted(DIMENSIONS.values(), key=lambda dimension: dimension.id)
    ids = [dimension.id for dimension in numbered]
    assert ids[:55] == [f"D{n:02}" for n in range(1, 56)] and len(set(ids)) == len(ids)
    assert [row[0] for row in ROWS] == [dimension.name for dimension in numbered[:48]]


def test_presets_have_the_defaults_of_later_dimensions() -> None:
    newer = DIMENSIONS.keys() - {row[0] for row in ROWS}
    for name in COLUMNS:
        rules = PRESETS[name].ruleset
        assert [dimension for dimension in newer if getattr(rules, dimension) != getattr(Ruleset(), dimension)] == []


@pytest.mark.parametrize("column", range(8), ids=COLUMNS)
def test_C4_presets_cell_by_cell(column: int) -> None:
    rules = PRESETS[COLUMNS[column]].ruleset
    for name, *cells in ROWS:
        expected = cells[column]
        if expected == "-":
            expected = write_value(name, getattr(Ruleset(), name))
        assert write_value(name, getattr(rules, name)) == expected, name


@pytest.mark.parametrize(
    ("base", "name", "expected"),
    [
        ("rules-site", "rules-site+low-score", {"round_score": "own-hand", "match_end": "reach-loses:200"}),
        ("rules-site", "rules-site+fines", {"fine_illegal": "2", "fine_false_call": "2"}),
        ("rules-md", "rules-md+draw-until", {"draw_size": "until-playable"}),
        ("rules-md", "rules-md+target=300", {"match_end": "reach-wins:300"}),
        ("console", "console-multi", {"skip_effect": "next", "reverse_effect": "flip"}),
        ("one", "one+program", {"answer_draw2": "same-value", "answer_wd": "same-value"}),
        ("official", "mattel-42001", {"start_reverse": "right-of-dealer", "start_wild": "redraw"}),
        (
            "official",
            "mattel-2022",
            {"start_action": "redraw", "start_wild": "redraw", "match_end": "single-round"},
        ),
        ("official", "mattel-leaflet", {"fine_advice": "4"}),
        ("official", "official+partners", {"teams": "partners"}),
        ("official", "official+lowest=500", {"round_score": "own-hand", "match_end": "reach-lowest-wins:500"}),
        ("official", "official+elimination=500", {"round_score": "own-hand", "match_end": "reach-out:500"}),
    ],
)
def test_C4_sub_presets(base: str, name: str, expected: dict[str, str]) -> None:
    assert changes(base, name) == expected


def test_every_preset_has_a_description_and_a_version() -> None:
    for name, preset in PRESETS.items():
        assert preset.name == name and preset.title and preset.version >= 1
        assert preset.summary.endswith(".") and len(preset.summary) < 120
    assert len({preset.ruleset for preset in PRESETS.values()}) == len(PRESETS)


def test_official_is_the_default() -> None:
    assert PRESETS["official"].ruleset == Ruleset()


# ---------------------------------------------------------------- refusals

NO_NUMBERS = Deck.from_toml(
    'name = "no-numbers"\ncolours = { r = "red" }\n'
    'ranks = { S = { count = 9, skip = 1 } }\nwilds = { "" = { count = 9 } }'
)
ALL_WILD = Deck.from_toml('name = "all-wild"\ncolours = { r = "red" }\nwilds = { "" = { count = 20 } }')
ACTIVE_SEVEN = Deck.from_toml(
    'name = "active-seven"\ncolours = { r = "red" }\nranks = { 6 = { count = 9 }, 7 = { count = 9, draw = 2 } }'
)
for deck in (NO_NUMBERS, ALL_WILD, ACTIVE_SEVEN):
    register_deck(deck)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand_size": 16}, "hand_size = 16: expected 1 to 15"),
        ({"hand_size": True}, "hand_size = True: expected 1 to 15"),
        ({"seats": (1, 4)}, "seats (fewest) = 1: expected 2 to 10"),
        ({"seats": (4, 3)}, "seats (most) = 3: expected 4 to 10"),
        ({"seats": (2, 11)}, "seats (most) = 11: expected 2 to 10"),
        ({"seats": 4}, "seats = 4: expected the fewest and the most players"),
        ({"deck": "mattel108"}, "deck = 'mattel108': expected a Deck"),
        ({"skip_effect": 1}, "skip_effect = 1: expected one of SkipEffect.NEXT, SkipEffect.PLAY_AGAIN, SkipEffect.ALL"),
        ({"skip_effect": "next"}, "skip_effect = 'next': expected one of SkipEffect.NEXT"),
        ({"draw_voluntary": 1}, "draw_voluntary = 1: expected True or False"),
        ({"draw_size": 0}, "draw_size = 0: expected 1 to 20"),
        ({"fine_illegal": 0}, "fine_illegal = 0: expected 1 to 20"),
        ({"uno_penalty": -1}, "uno_penalty = -1: expected 0 to 20"),
        ({"fine_false_call": 21}, "fine_false_call = 21: expected 0 to 20"),
        ({"fine_advice": 2.0}, "fine_advice = 2.0: expected 0 to 20"),
        ({"batch": 3}, "batch = 3: expected a Batch"),
        ({"jump_in": True}, "jump_in = True: expected None or a JumpIn"),
        ({"hand_limit": 25}, "hand_limit = 25: expected None or a HandLimit"),
        ({"skin": "blue"}, "skin = 'blue': expected one of white, black"),
        ({"match_axes": ["colour"]}, "match_axes = ['colour']: expected a set"),
        ({"exit_ban": {"wild"}}, "exit_ban = 'wild': expected one of Kind.NUMBER"),
        ({"number_effects": {7: NumberEffect.ROTATE}}, "expected a tuple of pairs"),
        ({"number_effects": ((7, NumberEffect.ROTATE), (7, NumberEffect.ROTATE))}, "a key appears twice"),
        ({"number_effects": ((-1, NumberEffect.ROTATE),)}, "number_effects = -1: expected 0 to 999"),
        ({"number_effects": ((7, "swap"),)}, "number_effects of 7 = 'swap': expected one of NumberEffect.SWAP_CHOICE"),
        ({"card_values": (("S", -1),)}, "card_values of 'S' = -1: expected 0 to 1000"),
        ({"card_values": (("+3", 1),)}, "card_values of '+3': not a card or rank of deck 'mattel108' (did you mean"),
        ({"card_values": (("+4", 1),)}, "card_values of '+4': not a card or rank of deck 'mattel108'"),
    ],
)
def test_a_wrong_value_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Ruleset(**fields)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Batch(mode=BatchMode.SAME_VALUE, n=1), "batch.n = 1: expected 2 to 20"),
        (lambda: Batch(mode=BatchMode.OFF, n=2), "batch.n without a batch = 2: expected 1"),
        (lambda: ChallengeTerms(extra=-1), "challenge_terms.extra = -1: expected 0 to 20"),
        (
            lambda: ChallengeTerms(by="any"),  # type: ignore[arg-type]  # wrong on purpose
            "challenge_terms.by = 'any': expected one of Challenger.TARGET, Challenger.ANY",
        ),
        (lambda: SkipTotal(total=SkipChain.LAST, cap=3), "skip_total.cap without a sum = 3: expected 0"),
        (
            lambda: JumpIn(on_start=1),  # type: ignore[arg-type]  # wrong on purpose
            "jump_in.on_start = 1: expected True or False",
        ),
        (
            lambda: JumpIn(excepting={"wild"}),  # type: ignore[arg-type]  # wrong on purpose
            "jump_in.excepting = 'wild': expected one of Kind.NUMBER",
        ),
        (lambda: HandLimit(n=1), "hand_limit.n = 1: expected 2 to 168"),
        (lambda: Scoring(kind=RoundScore.FLAT), "round_score.flat = 0: expected 1 to 30000"),
        (lambda: Scoring(flat=5), "round_score.flat with WINNER_TAKES = 5: expected 0"),
        (lambda: Ending(n=0), "match_end.n = 0: expected 1 to 30000"),
        (lambda: Ending(kind=MatchEnd.SINGLE_ROUND), "match_end.n with SINGLE_ROUND = 500: expected 0"),
    ],
)
def test_a_wrong_part_of_a_value_is_refused(make: Any, said: str) -> None:
    with pytest.raises(RulesetError) as error:
        make()
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand_limit": HandLimit(n=7)}, "hand_limit.n = 7: expected more than hand_size = 7"),
        (
            {"exit_ban": frozenset(Kind)},
            "exit_ban = number,skip,reverse,draw,wild,wild-draw,action: the deck has no other kinds",
        ),
        ({"match_axes": frozenset({Axis.NUMBER})}, "match_axes = number: colour must be among them"),
        (
            {
                "deck": NO_NUMBERS,
                "dealer_pick": DealerPick.RANDOM,
                "start_action": StartAction.REDRAW,
                "start_wild": StartWild.REDRAW,
            },
            "deck 'no-numbers' has no plain number to start with",
        ),
        (
            {"jump_in": JumpIn(same_number=True, excepting=frozenset({Kind.NUMBER}))},
            "same-number and not-number cannot be combined",
        ),
        ({"deck": NO_NUMBERS}, "dealer_pick = highest-card: the cards of deck 'no-numbers' all count the same"),
        (
            {"deck": ACTIVE_SEVEN, "number_effects": ((7, NumberEffect.ROTATE),)},
            "number_effects of 7: r7 already has an effect in the deck",
        ),
    ],
)
def test_C7_refused_when_the_rule_set_is_made(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Ruleset(**fields)
    assert said in str(error.value)


@pytest.mark.parametrize("score", RoundScore)
@pytest.mark.parametrize("end", MatchEnd)
def test_C7_scores_and_endings(score: RoundScore, end: MatchEnd) -> None:
    downward = {MatchEnd.REACH_LOSES, MatchEnd.REACH_LOWEST_WINS, MatchEnd.REACH_OUT, MatchEnd.SURVIVAL}
    refused = (
        (score is RoundScore.NONE and end not in (MatchEnd.SINGLE_ROUND, MatchEnd.ROUNDS))
        or (end in downward and score is not RoundScore.OWN_HAND)
        or (end is MatchEnd.REACH_WINS and score is RoundScore.OWN_HAND)
    )
    fields: dict[str, Any] = {
        "round_score": Scoring(kind=score, flat=9 if score is RoundScore.FLAT else 0),
        "match_end": Ending(kind=end, n=0 if end is MatchEnd.SINGLE_ROUND else 100),
    }
    if not refused:
        assert Ruleset(**fields).match_end.kind is end
        return
    with pytest.raises(RulesetError) as error:
        Ruleset(**fields)
    assert re.match(r"match-end=\S+ and round-score=\S+ cannot be combined: \w+", str(error.value))


def test_a_deck_of_wilds_needs_no_axis() -> None:
    rules = Ruleset(deck=ALL_WILD, dealer_pick=DealerPick.RANDOM, match_axes=frozenset())
    assert Ruleset.from_id(rules.id) == rules
    assert rules.core_rules.n_pack == 20


@pytest.mark.parametrize(
    ("id", "seats", "said"),
    [
        ("official+seats=2-6", 7, "a table with 7 seats: expected 2 to 6"),
        ("official", 1, "a table with 1 seats: expected 2 to 10"),
        ("official+partners", 5, "a table with 5 seats: partners need an even number, 4 or more"),
        ("official+partners", 2, "a table with 2 seats: partners need an even number, 4 or more"),
        ("official+hand=15", 8, "a table with 8 seats: with 15 cards each, a deck of 108 is enough for 7 seats"),
    ],
)
def test_C7_refused_when_the_table_is_opened(id: str, seats: int, said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Ruleset.from_id(id).check_table(seats)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("id", "seats"), [("official", 10), ("official+partners", 6), ("official+hand=15", 7), ("juno-serious", 10)]
)
def test_tables_that_may_be_opened(id: str, seats: int) -> None:
    Ruleset.from_id(id).check_table(seats)


# ---------------------------------------------------------------- a rule set as a value


def test_a_rule_set_is_a_value() -> None:
    rules = Ruleset.from_id("official+hand=5")
    assert rules == Ruleset(hand_size=5) and hash(rules) == hash(Ruleset(hand_size=5))
    assert repr(rules) == "Ruleset.from_id('official+hand=5')"
    assert eval(repr(rules)) == rules
    assert rules.core_rules is rules.core_rules
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.hand_size = 6  # type: ignore[misc]  # wrong on purpose


def test_equal_contents_are_equal_whatever_their_order() -> None:
    one = Ruleset(card_values=(("w", 1), ("S", 2)), exit_ban={Kind.WILD}, skin="black")  # type: ignore[arg-type]  # wrong on purpose
    other = Ruleset.from_id("official+values=S:2,w:1+exit-ban=wild+skin=black")
    assert one == other and hash(one) == hash(other)


def test_replace_changes_and_checks() -> None:
    rules = Ruleset().replace(skip_effect=SkipEffect.ALL, teams=Teams.PARTNERS)
    assert rules.id == "official+skip-effect=all+partners"
    with pytest.raises(RulesetError, match=r"no dimension 'hand' \(did you mean 'hand_"):
        rules.replace(hand=5)
    with pytest.raises(RulesetError, match="hand_size = 0"):
        rules.replace(hand_size=0)
