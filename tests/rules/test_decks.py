"""Decks add up, deck files are read, and wrong ones are refused with helpful messages."""

import copy
import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from lastcard.core.terms import Kind
from lastcard.errors import LastCardError, NotationError, RulesetError
from lastcard.rules import Card, Deck, Ruleset, register_deck
from lastcard.rules.decks import BUILT_IN_DECKS, deck_names, find_deck

TINY = """
name = "tiny"
colours = { r = "red", g = "green" }
[ranks]
5 = { count = 2 }
7 = { count = { g = 3 }, points = 9 }
A = { count = 1, again = true }
[wilds]
"" = { count = 1 }
"""

# If one of these changes, old records no longer refer to the deck they were played with.
DIGESTS = {
    "mattel108": "b9b44889c808165b",
    "juno116": "fee52384f662f583",
    "juno140": "8ab202c8e8eb53b1",
    "one107": "202c46f11a76a599",
}


def by_kind(deck: Deck, *kinds: Kind) -> int:
    return sum(deck.count(card) for card in deck.cards if card.kind in kinds)


@pytest.mark.parametrize(
    ("name", "size", "numbers", "each_action", "wilds", "wild_draws"),
    [
        ("mattel108", 108, 76, 8, 4, 4),
        ("juno116", 116, 84, 8, 4, 4),
        ("juno140", 140, 76, 16, 8, 8),
        ("one107", 107, 76, 8, 3, 4),
    ],
)
def test_our_decks_add_up(name: str, size: int, numbers: int, each_action: int, wilds: int, wild_draws: int) -> None:
    deck = find_deck(name)
    assert deck.size == len(deck.pack()) == size
    assert by_kind(deck, Kind.NUMBER) == numbers
    for kind in (Kind.SKIP, Kind.REVERSE, Kind.DRAW):
        assert by_kind(deck, kind) == each_action
    assert by_kind(deck, Kind.WILD) == wilds
    assert by_kind(deck, Kind.WILD_DRAW) == wild_draws


@pytest.mark.parametrize("name", BUILT_IN_DECKS)
def test_our_cards_have_the_agreed_codes_and_points(name: str) -> None:
    deck = find_deck(name)
    codes = {"r0": 0, "r9": 9, "rS": 10, "rR": 11, "r+2": 12, "g0": 24, "y+2": 84, "w": 96, "w+4": 97}
    assert codes.items() <= deck.code.items()
    for card in deck.cards:
        assert card.points == (card.number if card.number is not None else 50 if card.wild else 20)
        assert deck.text[card.code] == card.text


def test_J_seven0_04_one_more_0_and_7_in_every_colour() -> None:
    ordinary, more = find_deck("mattel108"), find_deck("juno116")
    extra = {card.text for card in more.cards if more.count(card) == ordinary.count(card) + 1}
    assert more.cards == ordinary.cards
    assert extra == {colour + rank for colour in "rgby" for rank in "07"}


def test_a_deck_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(TINY)
    deck = Deck.from_toml(file)
    assert deck == Deck.from_toml(str(file)) == Deck.from_toml(TINY)
    assert deck.text == {0: "r5", 2: "rA", 24: "g5", 25: "g7", 26: "gA", 96: "w"}
    assert deck.size == 10
    assert [card.points for card in deck.cards] == [5, 20, 5, 9, 20, 50]
    assert {card.text: card.kind for card in deck.cards if card.row == 1} == {
        "g5": Kind.NUMBER,
        "g7": Kind.NUMBER,
        "gA": Kind.ACTION,
    }


def test_a_number_with_an_effect_is_not_a_plain_number() -> None:
    deck = Deck.from_toml('name = "a"\ncolours = { r = "red" }\nranks = { 7 = { count = 1, draw = 2 } }')
    (seven,) = deck.cards
    assert (seven.number, seven.kind, seven.draws) == (7, Kind.DRAW, 2)


def card(line: str) -> str:
    return f'name = "a"\ncolours = {{ r = "red", g = "green" }}\n[ranks]\n{line}'


MANY_RANKS = "\n".join(f"R{n} = {{ count = 1 }}" for n in range(25))
FIVE_COLOURS = 'colours = { a = "a", b = "b", c = "c", d = "d", e = "e" }'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "a deck: not TOML: "),
        (f"{'a.' * 9}a = 1", "a deck:1: a key may have at most 8 parts"),
        ('name = "Big Deck"', "deck: name = 'Big Deck': expected a lower-case letter, then"),
        ('name = "a"\nnmae = 1', "unknown key 'nmae' (did you mean 'name'?); expected one of name, colours"),
        ('name = "a"', "deck: colours is missing: expected a table of 1 to 4"),
        (f'name = "a"\n{FIVE_COLOURS}', "'d': 'd', ...}: expected a table of 1 to 4"),
        (
            'name = "a"\ncolours = { w = "white" }',
            "deck: colours key = 'w': expected one lower-case letter; w is for wilds",
        ),
        ('name = "a"\ncolours = { r = "" }', "colours 'r' = '': expected a name, such as 'red'"),
        ('name = "a"\ncolours = { r = "red", s = "red" }', "two colours have the same name"),
        ('name = "a"\ncolours = { r = "red" }', "0 cards in all: expected 1 to 168"),
        ('name = "a"\ncolours = { r = "red" }\nranks = 3', "ranks = 3: expected a table"),
        (card("5 = { count = 85 }"), "170 cards in all: expected 1 to 168"),
        (card(MANY_RANKS), ": expected a table of at most 24"),
        (card("5 = { count = 1 }\n5 = { count = 1 }"), "a deck: not TOML: "),
        (card("5 = 2"), "deck: ranks '5' = 2: expected a table"),
        (card("skip = { count = 1 }"), "deck: ranks key = 'skip': expected 1 to 8 capitals, digits and '+'"),
        (card("05 = { count = 1 }"), "rank '05': expected a number of one to three digits without a leading 0"),
        (card("S = { skip = 1 }"), "ranks 'S': count is missing: expected a number from 1 to 127 or a number for"),
        (card("S = { count = 0 }"), "ranks 'S': count = 0: expected a number from 1 to 127 or a number for"),
        (card("S = { count = {} }"), "ranks 'S': count = {}: expected a number from 1 to 127 or a number for each"),
        (card("S = { count = { b = 1 } }"), "deck 'a', rank 'S': count of 'b': expected one of the colours r, g"),
        (card("S = { count = { r = 0 } }"), "ranks 'S': count 'r' = 0: expected a number from 1 to 127"),
        (card("S = { count = 1, points = -1 }"), "ranks 'S': points = -1: expected a number from 0 to 1000"),
        (card("S = { count = 1, drwa = 2 }"), "ranks 'S': unknown key 'drwa' (did you mean 'draw'?); expected one"),
        (card("S = { count = 1, draw = 0 }"), "ranks 'S': draw = 0: expected a number from 1 to 20"),
        (card("S = { count = 1, skip = true }"), "ranks 'S': skip = True: expected a number from 1 to 9"),
        (card("S = { count = 1, reverse = false }"), "rank 'S': reverse = False: expected true, or leave it out"),
        (card("S = { count = 1, reverse = 2 }"), "ranks 'S': reverse = 2: expected true, or leave it out"),
        (card("S = { count = 1, draw = 2, skip = 1 }"), "rank 'S': draw and skip cannot be combined on one card"),
        (card("S = { count = 1, again = true, skip = 1 }"), "again and skip cannot be combined"),
        (card("S = { count = 1, again = true, draw = 1 }"), "again and draw cannot be combined"),
        (card("S = { count = 1, swap = true, reverse = true }"), "swap and reverse cannot be combined"),
        (card("S = { count = 1, swap = true, rotate = true }"), "swap and rotate cannot be combined"),
        (card("S = { count = 1, rotate = true, again = true }"), "rotate and again cannot be combined"),
        (card("[wilds]\nx = { count = 1 }"), "wilds key = 'x': expected at most 8 capitals, digits and '+', none for"),
        ("no-such-file.toml", "deck file 'no-such-file.toml' cannot be read"),
    ],
)
def test_a_wrong_deck_is_refused(text: str, said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Deck.from_toml(text)
    assert said in str(error.value)


@pytest.mark.parametrize("effect", ["draw = 2", "skip = 1", "again = true"])
def test_a_reverse_can_be_combined_with_effects_that_move_the_turn(effect: str) -> None:
    deck = Deck.from_toml(card(f"X = {{ count = 1, reverse = true, {effect} }}"))
    assert all(one.reverses for one in deck.cards)


# ---------------------------------------------------------------- cards


def test_a_card_has_fields() -> None:
    deck = find_deck("mattel108")
    card = deck.card("g+2")
    assert (card.text, card.colour, card.rank, card.number, card.kind) == ("g+2", "g", "+2", None, Kind.DRAW)
    assert (card.points, card.effects, card.wild, deck.count(card)) == (20, {"draw": 2}, False, 2)
    assert repr(card) == "Card('g+2')" and str(card) == "g+2"
    wild = deck.card("w")
    assert (wild.colour, wild.rank, wild.kind, wild.effects, wild.wild) == (None, "", Kind.WILD, {}, True)
    assert deck.card("r7").number == 7
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.points = 1  # type: ignore[misc]  # wrong on purpose


def test_cards_are_equal_by_what_they_are_and_ordered_as_in_the_deck() -> None:
    deck, other = find_deck("mattel108"), find_deck("juno140")
    assert deck.card("rS") == other.card("rS") and hash(deck.card("rS")) == hash(other.card("rS"))
    assert deck.card("rS") != Deck.from_toml(card("S = { count = 1, skip = 2 }")).card("rS")
    assert sorted([deck.card(text) for text in ("w+4", "g0", "w", "r+2", "r3")]) == [
        deck.card(text) for text in ("r3", "r+2", "g0", "w", "w+4")
    ]
    assert deck.card("r3") <= deck.card("r3") < deck.card("g0") and deck.card("w") > deck.card("g0") >= deck.card("g0")
    assert deck.card("r3") != "r3"
    with pytest.raises(TypeError):
        deck.card("r3") < "r4"  # type: ignore[operator]  # noqa: B015  # wrong on purpose


def test_a_card_counts_as_the_rule_set_says() -> None:
    rules = Ruleset.from_id("official+values=S:10,rS:99,w+4:40")
    assert [rules.card(text).points for text in ("rS", "gS", "w+4", "w", "r5")] == [99, 10, 40, 50, 5]
    assert rules.card("rS") == rules.deck.card("rS") and rules.deck.card("rS").points == 20


def test_cards_decks_and_rule_sets_can_be_sent_to_another_process() -> None:
    deck = tiny("sent")
    rules = Ruleset(deck=deck, hand_size=2)
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules and again.id == rules.id and again.deck.card("r5") == deck.card("r5")
    assert copy.deepcopy(deck) == deck


@pytest.mark.parametrize(
    ("text", "said"), [("r10", "'r10' is not a card of the deck mattel108"), (5, "5 is not a card")]
)
def test_no_such_card(text: Any, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        find_deck("mattel108").card(text)


# ---------------------------------------------------------------- names and digests


def tiny(name: str, fives: int = 2) -> Deck:
    return Deck.from_toml(TINY.replace('"tiny"', f'"{name}"').replace("5 = { count = 2", f"5 = {{ count = {fives}"))


def test_a_deck_need_not_be_registered() -> None:
    rules = Ruleset(deck=tiny("unheard-of"), hand_size=2)
    assert rules.id == f"official+deck=unheard-of@{rules.deck.digest[:12]}+hand=2"
    assert not rules.id_is_enough and Ruleset().id_is_enough
    with pytest.raises(RulesetError, match="no deck 'unheard-of@"):
        Ruleset.from_id(rules.id)
    register_deck(tiny("unheard-of"))
    assert Ruleset.from_id(rules.id) == rules


def test_a_registered_deck_goes_by_its_name() -> None:
    deck = tiny("registered")
    with pytest.raises(RulesetError, match="no deck 'registered'"):
        find_deck("registered")
    register_deck(deck)
    register_deck(deck)
    assert find_deck("registered") is deck
    assert deck_names()[:4] == BUILT_IN_DECKS and deck_names().count(deck.key) == 1
    rules = Ruleset.from_id("official+deck=registered+hand=2")
    assert rules.deck is deck and rules.core_rules.n_pack == 10
    assert rules == Ruleset(deck=deck, hand_size=2) == Ruleset.from_id(rules.id)


def test_two_decks_may_have_one_name() -> None:
    one, other = tiny("twin"), tiny("twin", fives=3)
    register_deck(one)
    plain = Ruleset.from_id("official+deck=twin+hand=2")
    register_deck(other)
    with pytest.raises(RulesetError, match=f"2 decks are called 'twin': write {one.key} or {other.key}"):
        Ruleset.from_id("official+deck=twin+hand=2")
    first, second = Ruleset(deck=one, hand_size=2), Ruleset(deck=other, hand_size=2)
    assert first == plain and first != second and first.id != second.id
    assert Ruleset.from_id(first.id) == first and Ruleset.from_id(second.id) == second


def test_a_deck_may_have_the_name_of_ours() -> None:
    deck = tiny("mattel108")
    rules = Ruleset(deck=deck, hand_size=2)
    assert rules.id == f"official+deck=mattel108@{deck.digest[:12]}+hand=2"
    register_deck(deck)
    assert Ruleset.from_id(rules.id) == rules
    assert Ruleset.from_id("official+deck=mattel108").deck.size == 108
    register_deck(find_deck("mattel108"))
    assert Ruleset().id == "official"


def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(RulesetError, match=r"no deck 'mattel118' \(did you mean 'mattel108'\?\)"):
        find_deck("mattel118")


def test_the_digests_of_our_decks_never_change() -> None:
    assert {name: find_deck(name).digest[:16] for name in BUILT_IN_DECKS} == DIGESTS


# ---------------------------------------------------------------- JSON


@pytest.mark.parametrize(
    "deck", [*map(find_deck, BUILT_IN_DECKS), tiny("small"), Deck.from_toml(card("7 = { count = { g = 2 } }"))]
)
def test_a_deck_survives_json(deck: Deck) -> None:
    again = Deck.from_dict(json.loads(json.dumps(deck.to_dict())))
    assert again == deck and again.digest == deck.digest and again.cards == deck.cards
    assert [c.code for c in again.cards] == [c.code for c in deck.cards]
    assert [c.points for c in again.cards] == [c.points for c in deck.cards]


DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 2}, "deck: format = 2: expected 1"),
        ({"format": True}, "deck: format = True: expected 1"),
        ({"format": DEEP}, "deck: format = "),
        ({"nmae": "x"}, "unknown key 'nmae' (did you mean 'name'?)"),
        ({"name": "x" * 33}, "at most 32 characters"),
        ({"name": DEEP}, "deck: name = "),
        ({"name": 10**5000}, "deck: name = a number of 16610 bits"),
        ({"colours": {"r": "red"}}, "deck: colours = {'r': 'red'}: expected a list of 1 to 4"),
        ({"colours": [["r", "red"], ["r", "rot"]]}, "a name appears twice"),
        ({"colours": [["r"]]}, "deck: colours 1 = ['r']: expected a letter and a name"),
        ({"colours": [["r", "red\x1b[2J"]]}, "colour 'r' = 'red\\x1b[2J': expected a name"),
        ({"colours": [["r", DEEP]]}, "colours 1 2 = [[[["),
        ({"ranks": [{"rank": "5", "count": 10**5000}]}, "ranks 1: count = a number of 16610 bits: expected a"),
        ({"ranks": [{"rank": "5", "count": DEEP}]}, "ranks 1: count = [[[["),
        ({"ranks": [{"count": 1}]}, "deck: ranks 1: rank is missing"),
        ({"ranks": [{"rank": "5", "count": 1}] * 2}, "a name appears twice"),
        ({"ranks": [{"rank": "5", "count": 1}] * 25}, "expected a list of at most 24"),
        ({"ranks": [{"rank": "A" * 9, "count": 1}]}, "rank = 'AAAAAAAAA': expected 1 to 8 capitals"),
        ({"ranks": DEEP}, "deck: ranks 1 = [[[["),
        ({1: 2}, "deck: unknown key 1; expected one of format, name"),
    ],
)
def test_wrong_data_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Deck.from_dict({**tiny("changed").to_dict(), **changes})
    assert said in str(error.value) and len(str(error.value)) < 300


@pytest.mark.parametrize("data", [None, [], "deck", 5, {}, DEEP])
def test_data_that_is_not_a_table_is_refused(data: object) -> None:
    with pytest.raises(RulesetError):
        Deck.from_dict(data)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 9000 + "]" * 9000,
        "x = " + "{ a = " * 3000 + "1" + " }" * 3000,
        card(f"5 = {{ count = {'9' * 5000} }}"),
        "x" * 20_001,
        "#" * 20_001,
        "\0.toml",
    ],
)
def test_a_text_beyond_the_bounds_is_refused(text: str) -> None:
    with pytest.raises(RulesetError) as error:
        Deck.from_toml(text)
    assert len(str(error.value)) < 300


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesetError, match="it is not a text file"):
        Deck.from_toml(file)


@pytest.mark.parametrize("rules", ["official", "juno-serious", "official+values=w:40"])
def test_cards_survive_being_written_and_read(rules: str) -> None:
    whole = Ruleset.from_id(rules)
    for card in whole.deck.cards:
        card = whole.card(card.text)
        again = Card.from_dict(json.loads(json.dumps(card.to_dict())), rules)
        assert (again, again.points, again.code) == (card, card.points, card.code)
    assert Card.from_dict({"text": "r5"}, whole) == whole.card("r5")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "a card must be an object"),
        ("r5", "a card must be an object"),
        ({"colour": "r"}, "a card must be an object"),
        ({"text": "r99"}, "'r99' is not a card of the deck mattel108"),
        ({"text": "r5", "points": 6}, "the field 'points' of the card 'r5' must be 5"),
        ({"text": "r5", "points": 5.0}, "the field 'points' of the card 'r5' must be 5"),
        ({"text": "r+2", "effects": {"draw": True}}, "the field 'effects' of the card 'r+2' must be {'draw': 2}"),
        ({"text": "r5", "code": 5}, "the card 'r5' has no field 'code'"),
    ],
)
def test_wrong_data_of_a_card_is_refused(data: object, said: str) -> None:
    with pytest.raises(NotationError) as error:
        Card.from_dict(data, "official")
    assert said in str(error.value)


def test_a_card_needs_rules() -> None:
    with pytest.raises(LastCardError):
        Card.from_dict({"text": "r5"}, 5)  # type: ignore[arg-type]
