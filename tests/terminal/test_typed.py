"""What people type, and what it means: cards in notation or in words, whatever the case and the blanks."""

import time

import pytest

from lastcard.errors import NotationError
from lastcard.game.round import Round
from lastcard.game.values import values_of
from lastcard.rules import PRESETS
from lastcard.terminal.typed import Command, Reader, TypedMove
from lastcard.words.speaker import card_names

NAMES = ("You", "Bot 1", "Bot 2", "Ann B")
TABLE = Round.deal("juno-seven0", seats=4, seed=1)
READER = Reader(TABLE.rules, NAMES)
VALUES = values_of(TABLE.rules)


def read(text: str, position: str | None = None) -> Command | TypedMove:
    table = Round.from_position(position) if position else TABLE
    return READER.read(text, table.view(0))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("r7", "r7"),
        ("R7", "r7"),
        ("red 7", "r7"),
        ("Red Seven", "r7"),
        ("  red   7 ", "r7"),
        ("play red 7", "r7"),
        ("lay r7", "r7"),
        ("gs", "gS"),
        ("green skip", "gS"),
        ("b reverse", "bR"),
        ("gr", "gR"),
        ("yellow draw two", "y+2"),
        ("yellow +2", "y+2"),
        ("y draw 2", "y+2"),
        ("w:g", "w:g"),
        ("w g", "w:g"),
        ("wild green", "w:g"),
        ("wild draw four red", "w+4:r"),
        ("W+4 : R", "w+4:r"),
        ("r7 uno", "r7!"),
        ("r7 UNO!", "r7!"),
        ("red 7!", "r7!"),
        ("w+4:g!", "w+4:g!"),
        ("wild blue uno", "w:b!"),
        ("r7>2", "r7>2"),
        ("r7 > bot 2", "r7>2"),
        ("red 7 > ann b uno", "r7>3!"),
        ("r7 g7 b7", "r7g7b7"),
        ("red 7 green 7", "r7g7"),
        ("r7g7&", "r7g7&"),
        ("ww:g!", "ww:g!"),
        ("draw", "draw"),
        ("DRAW", "draw"),
        ("pass", "pass"),
        ("take", "take"),
        ("challenge", "challenge"),
        ("call", "call"),
        ("uno", "call"),
        ("UNO!", "call"),
        ("ready", "ready"),
        ("done", "done"),
        ("caught 2", "catch 2"),
        ("caught bot 2", "catch 2"),
        ("catch 3", "catch 3"),
        (":g", ":g"),
        (": green", ":g"),
        (">2", ">2"),
    ],
)
def test_actions(text: str, action: str) -> None:
    assert read(text) == TypedMove(VALUES.read(action))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_can_be_typed_as_it_is_written_and_as_it_is_named(preset: str) -> None:
    table = Round.deal(preset, seats=2)
    deck, view = table.rules.deck, table.view(0)
    reader = Reader(table.rules, ("You", "Bot 1"))
    for card, text in deck.text.items():
        for typed in (text, text.lower(), card_names(deck)[card], card_names(deck)[card].upper()):
            move = reader.read(typed, view)
            assert isinstance(move, TypedMove)
            assert move.action.cards == (deck.by_code[card],)
            assert move.needs_colour == typed.lower().startswith("w")


def test_a_wild_without_its_colour_waits_for_one() -> None:
    move = read("wild uno")
    assert isinstance(move, TypedMove)
    assert move.needs_colour
    assert VALUES.with_colour(move.action, "b").text == "w:b!"


def test_caught_means_whoever_holds_one_card() -> None:
    one, two = "r1r2/b5*/g1g2 r5 >0 @1 b1b2|r1", "r1r2/b5**/g1** r5 >0 @1 b1b2|r1 official+uno_duty=on_hold"
    assert read("caught", one) == TypedMove(VALUES.read("catch 1"))
    with pytest.raises(NotationError, match="say whom you mean: 'caught 1' or 'caught 2'"):
        read("caught", two)
    with pytest.raises(NotationError, match="nobody else holds just one card"):
        read("caught")
    for call in ("", "!", "*"):  # whether it was called does not matter
        assert read("caught", f"r1r2/b5{call}/g1g2 r5 >0 @1 b1b2|r1") == read("caught", one)
    with pytest.raises(NotationError, match="say whom you mean: 'caught 1' or 'caught 2'"):
        read("caught", "r1r2/b5/g1g2 r5 >0 - b1b2|r1 official+count-info=hidden")


def test_a_line_of_many_words_is_refused_at_once() -> None:
    began = time.monotonic()
    for text in ("x " * 500_000, "ann " * 500_000):
        with pytest.raises(NotationError, match="too long"):
            READER.by_whom(text)
    assert time.monotonic() - began < 1


def test_colours_and_seats_are_bare_words_when_they_are_asked_for() -> None:
    assert read("green", "r1r2/b5b6 w >0 : b1b2|-") == TypedMove(VALUES.read(":g"))
    assert read("bot 1", "r1r2/b5b6 r7 >0 > b1b2|r1 official+seven-zero") == TypedMove(VALUES.read(">1"))
    for text in ("green", "1"):
        with pytest.raises(NotationError, match="not understood"):
            read(text)


def test_commands() -> None:
    assert read("Hand") == Command("hand")
    assert read("?") == Command("hint")
    assert read("why red 7") == Command("hint", "red 7")
    assert read("exit") == Command("quit")
    assert read("save My Match.toml") == Command("save", "My Match.toml")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "you typed nothing"),
        ("drwa", r"did you mean 'draw'\?"),
        ("hand over", "not understood"),
        ("r10", "not understood"),
        ("r7:g", "only a wild"),
        ("purple 7", "not understood"),
        (":purple", "choose red, green, blue or yellow"),
        ("caught 7", r"0 \(You\), 1 \(Bot 1\)"),
        (">me", "nobody here"),
        ("r7&>2", "not understood"),
        ("r7>2&", "first close the batch"),
        ("r7" * 200, "too long"),
        ("\x00\x1b[A", "not understood"),
        ("красная 7", "not understood"),
    ],
)
def test_what_is_not_understood_says_so(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        read(text)


def test_several_people_begin_with_a_name() -> None:
    assert READER.by_whom("Ann B caught 2") == (3, "caught 2")
    assert READER.by_whom("annb r7 uno") == (3, "r7 uno")
    assert READER.by_whom("2 caught 0") == (2, "caught 0")
    for text in ("caught 2", "uno", "r7"):
        with pytest.raises(NotationError, match="^say who you are first, as in '.* caught'$"):
            READER.by_whom(text)
    with pytest.raises(NotationError, match="'moves' is not a command; to speak, begin with a name, as in '"):
        READER.by_whom("moves")
