"""The tables the core reads: a rule set as sets of cards and numbers."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from lastcard.core.layout import Rules
from lastcard.core.records import fields
from lastcard.core.tables import fill
from lastcard.core.terms import (
    AGAIN,
    ANSWER,
    ASKS_ANSWER,
    ASKS_JUMP,
    COLOUR_FACE,
    FIT,
    HALF,
    JOIN,
    JUMP,
    NONE,
    RANKS,
    REVERSES,
    ROTATES,
    SWAPS,
    TURN_LIMIT,
    WILD,
)
from lastcard.rules import PRESETS, Deck, Ruleset, register_deck
from strategies import rulesets

NUMBERS = set("0123456789")
ACTIONS = {"S", "R", "+2"}
COLOURS = "rgby"
WILDS = {"w", "w+4"}


def texts(rules: Ruleset, words: list[int]) -> set[str]:
    """Return the cards of a set as text."""
    return {card.text for card in rules.deck.cards if words[card.code // HALF] >> card.code % HALF & 1}


def may(id: str, stance: int, face: str) -> set[str]:
    """Return the cards a table allows on a face, which is `r5`, `w+4:g`, or `r.` for a colour alone."""
    rules = Ruleset.from_id(id)
    if face.endswith("."):
        code = COLOUR_FACE + COLOURS.index(face[0])
    elif ":" in face:
        card, colour = face.split(":")
        code = rules.deck.code[card] + COLOURS.index(colour) * RANKS
    else:
        code = rules.deck.code[face]
    return texts(rules, rules.core_rules.allow[stance][code])


def suit(colour: str) -> set[str]:
    return {colour + rank for rank in NUMBERS | ACTIONS}


def each(rank: str) -> set[str]:
    return {colour + rank for colour in COLOURS}


# ---------------------------------------------------------------- FIT: D11, D07


@pytest.mark.parametrize(
    ("id", "face", "expected"),
    [
        ("official", "r5", suit("r") | each("5") | WILDS),
        ("official", "bS", suit("b") | each("S") | WILDS),
        ("official", "y+2", suit("y") | each("+2") | WILDS),
        ("official", "w:g", suit("g") | WILDS),
        ("official", "w+4:y", suit("y") | WILDS),
        ("official", "r.", suit("r") | WILDS),
        ("official+match-axes=colour", "r5", suit("r") | WILDS),
        ("official+match-axes=colour,number", "r5", suit("r") | each("5") | WILDS),
        ("official+match-axes=colour,number", "rS", suit("r") | WILDS),
        ("official+match-axes=colour,symbol", "r5", suit("r") | WILDS),
        ("official+match-axes=colour,symbol", "rS", suit("r") | each("S") | WILDS),
    ],
)
def test_D11_what_fits(id: str, face: str, expected: set[str]) -> None:
    assert may(id, FIT, face) == expected


# ---------------------------------------------------------------- ANSWER: D25 to D27


@pytest.mark.parametrize(
    ("id", "face", "expected"),
    [
        ("official", "rS", set()),
        ("official", "r+2", set()),
        ("official", "w+4:g", set()),
        ("juno-serious", "rS", each("S")),
        ("juno-serious", "r+2", each("+2")),
        ("juno-serious", "w+4:g", {"w+4"}),
        ("juno-serious", "rR", set()),
        ("juno-serious", "r5", set()),
        ("juno-serious", "w:g", set()),
        ("juno-serious", "r.", set()),
        ("rules-site", "rS", {"rS"}),
        ("rules-site", "r+2", each("+2")),
        ("rules-site", "w+4:g", {"g+2"}),
        ("rules-site", "w+4:b", {"b+2"}),
        ("official+stack-up", "r+2", each("+2") | {"w+4"}),
        ("official+stack-up", "w+4:r", {"w+4"}),
        ("official+stack-any", "r+2", each("+2") | {"w+4"}),
        ("official+stack-any", "w+4:r", each("+2") | {"w+4"}),
        ("official+answer-skip=same-value+skip-effect=play-again", "rS", set()),
        ("official+answer-skip=same-value+skip-effect=all", "rS", set()),
    ],
)
def test_D25_to_D27_what_answers(id: str, face: str, expected: set[str]) -> None:
    assert may(id, ANSWER, face) == expected


# ---------------------------------------------------------------- JOIN: D12, JUMP: D31


@pytest.mark.parametrize(
    ("id", "face", "expected"),
    [
        ("official", "r5", set()),
        ("juno-serious", "r5", each("5")),
        ("juno-serious", "g+2", each("+2")),
        ("juno-serious", "w:r", {"w"}),
        ("juno-serious", "w+4:r", {"w+4"}),
        ("official+pairs", "r5", {"r5"}),
        ("official+pairs", "w:b", {"w"}),
        ("juno-serious", "g.", set()),
    ],
)
def test_D12_what_joins_a_batch(id: str, face: str, expected: set[str]) -> None:
    assert may(id, JOIN, face) == expected


@pytest.mark.parametrize(
    ("id", "face", "expected"),
    [
        ("official", "r5", set()),
        ("official+jump-in", "r5", {"r5"}),
        ("official+jump-in", "w:g", {"w"}),
        ("official+jump-in", "w+4:g", {"w+4"}),
        ("official+jump-in", "r.", set()),
        ("rules-site", "yS", {"yS"}),
        ("rules-site", "w:g", {"w"}),
        ("rules-site", "w+4:g", set()),
        ("official+jump-in=identical,not-number", "r5", set()),
        ("official+jump-in=identical,not-number", "rR", {"rR"}),
    ],
)
def test_D31_what_jumps_in(id: str, face: str, expected: set[str]) -> None:
    assert may(id, JUMP, face) == expected


# ---------------------------------------------------------------- who is asked


def asked(id: str, right: int) -> set[str]:
    rules = Ruleset.from_id(id)
    return {card.text for card in rules.deck.cards if rules.core_rules.asks[card.code] & right}


@pytest.mark.parametrize(
    ("id", "answer", "jump"),
    [
        ("official", set(), set()),
        ("official+stack", each("+2") | {"w+4"}, set()),
        ("juno-serious", each("S") | each("+2") | {"w+4"}, set()),
        ("rules-site", each("S") | each("+2") | {"w+4"}, each("+2")),
        ("official+jump-in", set(), each("+2") | {"w+4"}),
        ("official+answer-skip=same-value+skip-effect=all", set(), set()),
    ],
)
def test_A5_step_4_who_is_asked(id: str, answer: set[str], jump: set[str]) -> None:
    assert asked(id, ASKS_ANSWER) == answer
    assert asked(id, ASKS_JUMP) == jump


# ---------------------------------------------------------------- what cards do


def doing(id: str, primitive: int) -> set[str]:
    rules = Ruleset.from_id(id)
    return {card.text for card in rules.deck.cards if rules.core_rules.does[card.code] & primitive}


def test_D17_a_skip_takes_a_turn_or_gives_one() -> None:
    rules = Ruleset.from_id("official").core_rules
    assert [rules.skips[code] for code in (10, 34, 5)] == [1, 1, 0]
    assert doing("official", AGAIN) == set()
    for effect in ("play-again", "all"):
        assert not any(Ruleset.from_id(f"official+skip-effect={effect}").core_rules.skips)
        assert doing(f"official+skip-effect={effect}", AGAIN) == each("S")


def test_D18_a_reverse_has_its_bit() -> None:
    assert doing("official", REVERSES) == doing("console", REVERSES) == each("R")
    assert doing("console", AGAIN) == each("S")


def test_D21_numbers_that_move_hands() -> None:
    assert doing("official", SWAPS | ROTATES) == set()
    assert doing("juno-seven0", ROTATES) == each("0")
    assert doing("juno-seven0", SWAPS) == each("7")


def test_draws() -> None:
    rules = Ruleset.from_id("official")
    assert {card.text: rules.core_rules.draws[card.code] for card in rules.deck.cards if card.draws} == {
        "r+2": 2,
        "g+2": 2,
        "b+2": 2,
        "y+2": 2,
        "w+4": 4,
    }


# ---------------------------------------------------------------- sets


def test_sets_of_cards() -> None:
    rules = Ruleset.from_id("official+exit-ban=wild,skip")
    r = rules.core_rules
    for row, colour in enumerate(COLOURS):
        assert texts(rules, r.suit[row]) == suit(colour)
    assert texts(rules, r.acting) == each("S") | each("R") | each("+2")
    assert texts(rules, r.banned) == each("S") | {"w"}
    assert texts(rules, [0, r.guarded]) == {"w+4"}
    assert Ruleset.from_id("one").core_rules.guarded == 0


def test_in_seven0_a_0_or_7_can_still_start_a_round() -> None:
    rules = Ruleset.from_id("juno-seven0")  # I-07
    assert texts(rules, rules.core_rules.acting) == each("S") | each("R") | each("+2")


def test_D45_points_by_deck_by_rank_and_by_card() -> None:
    rules = Ruleset.from_id("official+values=7:1,r7:77,+2:3,w+4:40")
    points = {card.text: rules.core_rules.points[card.code] for card in rules.deck.cards}
    assert [points[text] for text in ("r6", "r7", "g7", "b+2", "rS", "w", "w+4")] == [6, 77, 1, 3, 20, 50, 40]


def test_D04_what_a_card_counts() -> None:
    number = Ruleset.from_id("official").core_rules.number
    assert [number[code] for code in (0, 9, 24 + 7, 10, 12, 96, 97)] == [0, 9, 7, 0, 0, 0, 0]


def test_the_pack() -> None:
    rules = Ruleset.from_id("one")
    r = rules.core_rules
    assert r.n_pack == 107 and sorted(r.pack[:107]) == sorted(rules.deck.pack()) and not any(r.pack[107:])
    assert r.pack.count(96) == 3


# ---------------------------------------------------------------- numbers


def test_numbers_of_the_official_rules() -> None:
    r = Ruleset.from_id("official").core_rules
    assert (r.hand_size, r.batch, r.draw_size, r.draw_voluntary, r.draw_forfeits) == (7, 1, 1, 1, 1)
    assert (r.guilty_draws, r.challenge_extra, r.card_returns, r.challenge_any) == (4, 2, 0, 0)
    assert (r.jump_in, r.jump_on_start, r.jump_may_win) == (0, 0, 0)
    assert (r.uno_penalty, r.fine_illegal, r.fine_false_call, r.blind_accusation) == (2, NONE, 0, 0)
    assert (r.hand_limit, r.flat, r.target, r.turn_limit) == (0, 0, 500, TURN_LIMIT)


def test_numbers_of_the_other_values() -> None:
    r = Ruleset.from_id("juno-serious").core_rules
    assert (r.hand_size, r.batch, r.skip_total, r.skip_cap, r.flat) == (11, 3, 1, 3, 1000)
    r = Ruleset.from_id("rules-site+fines").core_rules
    assert (r.jump_in, r.jump_on_start, r.jump_may_win, r.card_returns) == (1, 0, 1, 1)
    assert (r.fine_illegal, r.fine_false_call, r.uno_late_ok, r.ready_gate) == (2, 2, 0, 1)
    r = Ruleset.from_id("official+draw-until+hand-limit=25:aside+count-info=hidden+rounds=3").core_rules
    assert (r.draw_size, r.hand_limit, r.blind_accusation, r.target) == (0, 25, 1, 3)


# ---------------------------------------------------------------- other decks

ODD = """
name = "odd-tables"
colours = { p = "pink", q = "puce" }
[ranks]
3 = { count = 4 }
7 = { count = 2, draw = 2 }
J = { count = 1, skip = 2 }
A = { count = 1, again = true }
K = { count = 1 }
[wilds]
S = { count = 1, skip = 1 }
X = { count = 1, swap = true }
Z = { count = 1, rotate = true }
D = { count = 1, draw = 6, reverse = true }
"""


@pytest.fixture(scope="module")
def odd() -> str:
    register_deck(Deck.from_toml(ODD))
    return "official+deck=odd-tables+stack-up+answer-skip=same-value"


def test_a_custom_deck(odd: str) -> None:
    rules = Ruleset.from_id(odd)
    r, code = rules.core_rules, rules.deck.code
    assert r.skips[code["qJ"]] == 2 and r.skips[code["wS"]] == 1
    assert (r.does[code["pA"]], r.does[code["wX"]], r.does[code["wZ"]]) == (AGAIN, SWAPS, ROTATES)
    assert r.does[code["wD"]] == REVERSES and r.draws[code["wD"]] == 6
    assert texts(rules, r.allow[ANSWER][code["p7"]]) == {"p7", "q7", "wD"}
    assert texts(rules, r.allow[ANSWER][code["wD"]]) == {"wD"}
    assert texts(rules, r.allow[ANSWER][code["wS"]]) == {"wS"}
    assert texts(rules, r.allow[ANSWER][code["pJ"]]) == {"pJ", "qJ"}
    assert texts(rules, r.allow[FIT][code["pK"]]) == {"p3", "p7", "pJ", "pA", "pK", "qK", "wS", "wX", "wZ", "wD"}
    assert texts(rules, r.acting) == {colour + rank for colour in "pq" for rank in "7JAK"}


def test_colours_that_a_deck_does_not_have_are_empty(odd: str) -> None:
    allow = Ruleset.from_id(odd).core_rules.allow[FIT]
    for colour in range(4):
        assert any(allow[COLOUR_FACE + colour]) == any(allow[WILD + colour * RANKS]) == (colour < 2)


# ---------------------------------------------------------------- every rule set


@pytest.mark.parametrize("name", PRESETS)
def test_filling_twice_gives_equal_records(name: str) -> None:
    rules = Ruleset.from_id(name)
    again = Rules()
    fill(again, rules)
    assert all(getattr(again, field) == getattr(rules.core_rules, field) for field, _, _ in fields(Rules))


def numbers(value: Any) -> Iterator[int]:
    if not isinstance(value, list):
        yield value
        return
    for item in value:
        yield from numbers(item)


@settings(max_examples=40, deadline=None)
@given(rulesets())
def test_every_number_fits_its_storage(rules: Ruleset) -> None:
    for name, storage, _ in fields(Rules):
        bound = 1 << 8 * int(storage[1]) - 1
        for number in numbers(getattr(rules.core_rules, name)):
            assert type(number) is int and -bound <= number < bound, name
