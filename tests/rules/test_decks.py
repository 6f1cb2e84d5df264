"""Decks: they add up, a deck file is read, a wrong one is refused with words that help."""

from pathlib import Path

import pytest

from lastcard.core.terms import Kind
from lastcard.errors import RulesetError
from lastcard.rules import Deck, Ruleset, register_deck
from lastcard.rules.decks import OURS, deck_names, find_deck

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


def by_kind(deck: Deck, *kinds: Kind) -> int:
    return sum(card.count for card in deck.types if card.kind in kinds)


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


@pytest.mark.parametrize("name", OURS)
def test_our_cards_have_the_agreed_codes_and_points(name: str) -> None:
    deck = find_deck(name)
    codes = {"r0": 0, "r9": 9, "rS": 10, "rR": 11, "r+2": 12, "g0": 24, "y+2": 84, "w": 96, "w+4": 97}
    assert codes.items() <= deck.code.items()
    for card in deck.types:
        assert card.points == (card.number if card.number is not None else 50 if card.wild else 20)
        assert deck.text[card.code] == card.text


def test_J_seven0_04_one_more_0_and_7_in_every_colour() -> None:
    ordinary, more = find_deck("mattel108"), find_deck("juno116")
    extra = {card.text for card, was in zip(more.types, ordinary.types, strict=True) if card.count == was.count + 1}
    assert extra == {colour + rank for colour in "rgby" for rank in "07"}


def test_a_deck_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(TINY)
    deck = Deck.from_toml(file)
    assert deck == Deck.from_toml(str(file)) == Deck.from_toml(TINY)
    assert deck.text == {0: "r5", 2: "rA", 24: "g5", 25: "g7", 26: "gA", 96: "w"}
    assert deck.size == 10
    assert [card.points for card in deck.types] == [5, 20, 5, 9, 20, 50]
    assert {card.text: card.kind for card in deck.types if card.row == 1} == {
        "g5": Kind.NUMBER,
        "g7": Kind.NUMBER,
        "gA": Kind.ACTION,
    }


def test_a_number_with_an_effect_is_no_plain_number() -> None:
    deck = Deck.from_toml('name = "a"\ncolours = { r = "red" }\nranks = { 7 = { count = 1, draw = 2 } }')
    (seven,) = deck.types
    assert (seven.number, seven.kind, seven.draws) == (7, Kind.DRAW, 2)


def card(line: str) -> str:
    return f'name = "a"\ncolours = {{ r = "red", g = "green" }}\n[ranks]\n{line}'


MANY_RANKS = "\n".join(f"R{n} = {{ count = 1 }}" for n in range(25))
FIVE_COLOURS = 'colours = { a = "a", b = "b", c = "c", d = "d", e = "e" }'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "a deck is a TOML table"),
        ('name = "Big Deck"', "deck: name = 'Big Deck': a lower-case letter, then"),
        ('name = "a"\nnmae = 1', "unknown key 'nmae' (did you mean 'name'?); allowed are name, colours, ranks, wilds"),
        ('name = "a"', "0 colours: 1 to 4 are allowed"),
        (f'name = "a"\n{FIVE_COLOURS}', "5 colours: 1 to 4 are allowed"),
        ('name = "a"\ncolours = { w = "white" }', "colour 'w': one lower-case letter is wanted, and w is for wilds"),
        ('name = "a"\ncolours = { r = "" }', "colour 'r' = '': a name is wanted, such as 'red'"),
        ('name = "a"\ncolours = { r = "red", s = "red" }', "two colours have the same name"),
        ('name = "a"\ncolours = { r = "red" }', "0 cards in all: 1 to 168 are allowed"),
        ('name = "a"\ncolours = { r = "red" }\nranks = 3', "ranks = 3: a table is wanted"),
        (card("5 = { count = 85 }"), "170 cards in all: 1 to 168 are allowed"),
        (card(MANY_RANKS), "25 ranks: at most 24 are allowed"),
        (card("5 = { count = 1 }\n5 = { count = 1 }"), "a deck is a TOML table"),
        (card("5 = 2"), "deck 'a', rank '5': 2: a table is wanted, such as { count = 2 }"),
        (card("skip = { count = 1 }"), "rank 'skip': a rank is written in capitals, digits and '+'"),
        (card("05 = { count = 1 }"), "rank '05': a number has one to three digits and no leading 0"),
        (card("S = { skip = 1 }"), "rank 'S': count is missing: 1 to 127 are allowed"),
        (card("S = { count = 0 }"), "rank 'S': count = 0: 1 to 127 are allowed"),
        (card("S = { count = {} }"), "rank 'S': count = {}: a number, or a number for each colour"),
        (card("S = { count = { b = 1 } }"), "rank 'S': unknown key 'b'; allowed are r, g"),
        (card("S = { count = { r = 0 } }"), "rank 'S': r = 0: 1 to 127 are allowed"),
        (card("S = { count = 1, points = -1 }"), "rank 'S': points = -1: 0 to 1000 are allowed"),
        (card("S = { count = 1, drwa = 2 }"), "rank 'S': unknown key 'drwa' (did you mean 'draw'?); allowed are count"),
        (card("S = { count = 1, draw = 0 }"), "rank 'S': draw = 0: 1 to 20 are allowed"),
        (card("S = { count = 1, skip = true }"), "rank 'S': skip = True: 1 to 9 are allowed"),
        (card("S = { count = 1, reverse = 2 }"), "rank 'S': reverse = 2: true is allowed, or leave it out"),
        (card("S = { count = 1, draw = 2, skip = 1 }"), "rank 'S': draw and skip do not go together on one card"),
        (card("S = { count = 1, again = true, skip = 1 }"), "again and skip do not go together"),
        (card("S = { count = 1, again = true, draw = 1 }"), "again and draw do not go together"),
        (card("S = { count = 1, swap = true, reverse = true }"), "swap and reverse do not go together"),
        (card("S = { count = 1, swap = true, rotate = true }"), "swap and rotate do not go together"),
        (card("S = { count = 1, rotate = true, again = true }"), "rotate and again do not go together"),
        (card("[wilds]\nx = { count = 1 }"), "wild 'x': a wild is written in capitals, digits and '+', or as nothing"),
        ("no-such-file.toml", "deck file 'no-such-file.toml' cannot be read"),
    ],
)
def test_a_wrong_deck_is_refused(text: str, said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Deck.from_toml(text)
    assert said in str(error.value)


@pytest.mark.parametrize("effect", ["draw = 2", "skip = 1", "again = true"])
def test_a_reverse_goes_with_what_moves_the_turn(effect: str) -> None:
    deck = Deck.from_toml(card(f"X = {{ count = 1, reverse = true, {effect} }}"))
    assert all(one.reverses for one in deck.types)


def test_a_registered_deck_goes_by_its_name() -> None:
    deck = Deck.from_toml(TINY.replace('"tiny"', '"registered"'))
    with pytest.raises(RulesetError, match="no deck 'registered'"):
        Ruleset(deck=deck)
    register_deck(deck)
    register_deck(deck)
    assert find_deck("registered") is deck
    assert deck_names()[:4] == OURS and "registered" in deck_names()
    rules = Ruleset.from_id("official+deck=registered+hand=2")
    assert rules.deck is deck and rules.core_rules.n_pack == 10
    assert rules == Ruleset(deck=deck, hand_size=2) == Ruleset.from_id(rules.id)


def test_a_name_keeps_its_meaning() -> None:
    register_deck(Deck.from_toml(TINY.replace('"tiny"', '"kept"')))
    with pytest.raises(RulesetError, match="another deck is already registered as 'kept'"):
        register_deck(Deck.from_toml(TINY.replace('"tiny"', '"kept"').replace("count = 2", "count = 3")))
    with pytest.raises(RulesetError, match="deck 'mattel108' is one of ours"):
        register_deck(Deck.from_toml(TINY.replace('"tiny"', '"mattel108"')))
    with pytest.raises(RulesetError, match="another deck has that name"):
        Ruleset(deck=Deck.from_toml(TINY.replace('"tiny"', '"mattel108"')))
    with pytest.raises(RulesetError, match=r"no deck 'mattel118' \(did you mean 'mattel108'\?\)"):
        find_deck("mattel118")
