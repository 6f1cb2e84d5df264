"""What happens at a table, in sentences: each seat is 'you' to itself, and is told no more than it may know."""

from pathlib import Path

import pytest

from lastcard.errors import IllegalAction
from lastcard.game.match import Match
from lastcard.game.round import Round
from lastcard.rules import PRESETS
from lastcard.session.local import LocalSession
from lastcard.session.news import MatchOver, ended, standing_of
from lastcard.session.sitting import Sitting
from lastcard.terminal.advice import advice
from lastcard.terminal.prompts import table_lines
from lastcard.terminal.summary import match_summary, round_summary, totals
from lastcard.words.questions import question
from lastcard.words.speaker import Speaker, card_names, top_words
from walks import recorded

NAMES = ("Ann", "Ben", "Cat")


def told(position: str, move: str, seat: int | None = None) -> list[str]:
    """What a move is told as."""
    table = Round.from_position(position)
    return Speaker(table.rules.deck, NAMES, seat).sentences(table.play(move))


def test_a_lay_with_its_call() -> None:
    position = "r5b5/g5y1/b1b2 r1 >0 - b3b4|-"
    assert told(position, "r5!", 0) == ["You play red 5.", "You call: last card!"]
    assert told(position, "r5!", 1) == ["Ann plays red 5.", "Ann calls: last card!"]


def test_who_forgot_is_not_told() -> None:
    assert told("r5b5/g5y1/b1b2 r1 >0 - b3b4|-", "r5", 1) == ["Ann plays red 5."]


def hint(table: Round) -> str:
    """What the first seat is advised."""
    session = LocalSession(Sitting(recorded(table), NAMES[: table.seats], {}, Path("nowhere"), resumed=True))
    return advice(session, 0, Speaker(table.rules.deck, session.names, 0))


@pytest.mark.parametrize("turn", [0, 2])
def test_no_hint_tells_who_forgot_to_call(turn: int) -> None:
    """Ben has one card and has called (!), or has not (*)."""
    tables = [
        Round.from_position(f"r5g1g2y3/b9{mark}/b1b2b3y4 r5 >{turn} @1 b5b6b7b8y1y2|r1 official+jump-in")
        for mark in "!*"
    ]
    hints = [hint(table) for table in tables]
    assert hints[0] == hints[1]
    assert hints[0].startswith("A careful player would play red 5")


def test_a_hint_says_why() -> None:
    table = Round.from_position("r5b9w/g5y1y2y3 r1 >0 - b1b2b3|- official+jump-in")  # there is no net for these rules
    assert hint(table) == "A careful player would play red 5: it saves your Wild for later."


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("r5b5/g5y1/b1b2 r1 >0 - b3b4|- official", "Ben holds 2 cards, Cat holds 2 cards."),
        ("r5b5/g5y1/b1b2 r1 >0 - b3b4|- hidden", "Ben and Cat are in the round; hand sizes are hidden."),
        ("r5b5/g5y1 r1 >0 - b3b4|- hidden", "Ben is in the round; hand sizes are hidden."),
    ],
)
def test_the_table_line_says_what_others_hold_or_that_it_is_hidden(position: str, told: str) -> None:
    table = Round.from_position(position.replace("hidden", "official+count-info=hidden"))
    names = NAMES[: table.seats]
    assert table_lines(table.view(0), Speaker(table.rules.deck, names, 0))[-1] == told


def test_a_wild_with_its_colour() -> None:
    position = "wb5b6/g5y1/b1b2 r1 >0 - b3b4|-"
    assert told(position, "w:g", 0) == ["You play Wild and choose green."]
    assert told(position, "w:g", 2) == ["Ann plays Wild and chooses green."]


def test_drawn_cards_are_told_to_their_seat_alone() -> None:
    position = "b5b6/g5y1/b1b2 r1 >0 - g3b4|-"
    assert told(position, "draw", 0) == ["You draw green 3."]
    assert told(position, "draw", 1) == told(position, "draw") == ["Ann draws a card."]


def test_a_penalty_is_one_sentence() -> None:
    position = "r+2b6/g5y1/b1b2 r1 >0 - g3b4b7|-"
    assert told(position, "r+2!", 1)[-1] == "You draw green 3 and blue 4."
    assert told(position, "r+2!", 2)[-1] == "Ben draws 2 cards."


def test_several_lost_turns_start_with_a_player_or_with_yours() -> None:
    position = "r5/g5/b5 yS >1 -2@0 b1|rSr1 juno-serious"
    assert told(position, "take", 1) == ["2 turns are lost, starting with yours."]
    assert told(position, "take", 2) == ["2 turns are lost, starting with Ben."]


def test_a_challenge_and_the_hand_that_is_shown() -> None:
    position = "r8g2/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5"
    assert told(position, "challenge", 1) == [
        "You challenge Ann.",
        "Ann shows you red 8 and green 2.",
        "The challenge succeeds: Ann bluffed.",
        "Ann draws 4 cards.",
    ]
    assert told(position, "challenge", 0)[:2] == ["Ben challenges you.", "The challenge succeeds: you bluffed."]


def test_a_catch() -> None:
    position = "r8g2/b1*/y5y6 r5 >2 @1 b7b2b3b4b5b6|r5"
    assert told(position, "0 catch 1", 1) == ["Ann catches you!", "You draw blue 7 and blue 2."]
    assert told(position, "0 catch 1", 0) == ["You catch Ben!", "Ben draws 2 cards."]


def test_hands_that_move() -> None:
    position = "r7g2y1/b1b3/y5y6 r5 >0 - b7b2|r5 official+seven-zero"
    assert told(position, "r7>2", 2) == ["Ann plays red 7.", "Ann swaps hands with you."]
    passed = ["You play red 0.", "Everyone passes their hand on, clockwise."]
    assert told(position.replace("r7", "r0"), "r0", 0) == passed


def test_fouls() -> None:
    position = "r7g2y1/b1b3/y5y6 b5 >0 - b7b2b6|r5 official+fines"
    assert told(position, "y1", 0)[:2] == ["Yellow 1 goes back to your hand.", "You are fined 2 cards."]
    assert told(position, "catch 2", 0)[:2] == ["You accuse Cat wrongly.", "You are fined 2 cards."]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_has_its_own_name(preset: str) -> None:
    deck = PRESETS[preset].ruleset.deck
    assert len(set(card_names(deck).values())) == len(deck.text)


def test_what_lies_on_top() -> None:
    table = Round.from_position("r1r2/b5b6 w+4:g >0 - b1b2|-")
    status = table.view().status
    assert top_words(table.rules.deck, status) == "Wild Draw Four, and the colour is green"
    status = Round.from_position("r1r2/b5b6 rS. >0 - b1b2|- console").view().status
    assert top_words(table.rules.deck, status) == "red Skip, where only the colour counts"


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        ("r5b5/g5y1 r1 >0 - b3b4|-", "0 b5", "blue 5 matches neither the colour nor the number of red 1"),
        ("r5b5/g5y1 r1 >0 - b3b4|-", "0 g5", "you do not have green 5"),
        ("r5b5/g5y1 w:g >0 - b3b4|-", "0 r5", "red 5 is not green, the colour that was chosen"),
        ("r5b5/g5y1 r1 >1 - b3b4|-", "0 draw", "it is Ben’s turn"),
        ("r5b5/g5y1 w+4:g >1 +4?1<r5@0 b1b2b3b4|r5", "0 challenge", "you cannot challenge your own card"),
        ("r5b5/g5y1 w+4:g >0 +4?1<r5@1 b1b2b3b4|r5", "0 r5", "red 5 cannot be stacked on Wild Draw Four (green): "),
        ("r5b5/g5y1 r7 >1 > b1b2|r1 juno-seven0", "0 r5", "Ben must first choose whom to swap hands with: you"),
        ("r5b5/g5y1 r1 >0 - b3b4|-", "0 take", "you have nothing to draw: play a card or draw"),
        ("r5b5/g5y1 r1 >0 - b3b4|-", "0 :g", "a wild is played together with its colour"),
    ],
)
def test_a_refusal_speaks_to_the_person(position: str, move: str, why: str) -> None:
    table = Round.from_position(position)
    with pytest.raises(IllegalAction) as refused:
        table.play(move)
    assert why in Speaker(table.rules.deck, NAMES, 0).why(refused.value.reason)


# ---------------------------------------------------------------- the end


def finished(position: str, *moves: str) -> Match:
    """A match whose first round stands like this, played on."""
    table = Round.from_position(position)
    match = Match(table.rules, seats=table.seats, seed=1)
    match.round = table
    for move in moves:
        match.play(move)
    return match


def test_a_round_is_counted_hand_by_hand() -> None:
    match = finished("r5/g5yS/w+4b9 r1 >0 - b3b4|-", "r5")
    speaker = Speaker(match.rules.deck, NAMES, 1)
    assert round_summary(match.rules, ended(match), speaker) == [
        "Ann wins the round.",
        "You: green 5, yellow Skip (20); total 25.",
        "Cat: blue 9, Wild Draw Four (50); total 59.",
        "Ann scores 84 points.",
    ]
    match.next_round()
    assert totals(match.rules, standing_of(match), speaker) == "Totals: Ann 84, You 0, Cat 0."


def test_knocked_out_hands_are_counted_too() -> None:
    match = finished("r5/#30/w+4b9 r1 >0 - b3b4|- official+hand_limit=10:aside", "r5")
    assert round_summary(match.rules, ended(match), Speaker(match.rules.deck, NAMES))[-2:] == [
        "Ben, knocked out: 30.",
        "Ann scores 89 points.",
    ]


def test_low_scores_are_written() -> None:
    match = finished("r5/g5yS/w+4b9 r1 >0 - b3b4|- rules-site+low-score", "r5")
    assert round_summary(match.rules, ended(match), Speaker(match.rules.deck, NAMES))[-2:] == [
        "Ben scores 25 points.",
        "Cat scores 59 points.",
    ]


def won(match: Match, seat: int | None = None) -> list[str]:
    """What is told of a match that is over."""
    over = MatchOver(standing_of(match), match.winners)
    return match_summary(match.rules, over, Speaker(match.rules.deck, NAMES, seat))


def test_the_end_of_a_match() -> None:
    match = finished("r5/g5yS/w+4b9 r1 >0 - b3b4|- official+target=50", "r5")
    match.next_round()
    assert won(match, 0) == [
        "Totals: You 84, Ben 0, Cat 0.",
        "You win the match.",
    ]
    single = finished("r5/g5yS/w+4b9 r1 >0 - b3b4|- one", "r5")
    single.next_round()
    assert won(single) == ["Ann wins the match."]


def asked(position: str, seat: int | None) -> str:
    """What a table asks a seat."""
    table = Round.from_position(position)
    return question(table.view(seat), Speaker(table.rules.deck, NAMES, seat))


@pytest.mark.parametrize("seat", [0, 2, None])
@pytest.mark.parametrize("asks", ["-", "+2@0"])
def test_those_who_are_not_asked_learn_whom_the_table_waits_for(asks: str, seat: int | None) -> None:
    assert asked(f"r5b5/g5y1/b1b2 r+2 >1 {asks} b3b4|- official+stack", seat) == "Waiting for Ben"


def test_nobody_is_asked_when_the_round_is_over() -> None:
    assert asked("-/b7w/b1 r5 >0 $0 b1|r1 official", 0) == asked("-/b7w/b1 r5 >0 $0 b1|r1", 1) == "The round is over"


def test_the_seat_on_turn_is_asked() -> None:
    assert asked("r5b5/g5y1/b1b2 r1 >0 - b3b4|-", 0) == "Your turn"
    assert asked("r5b5/g5y4/b1b2 r1 >1 - b3b4|-", 1) == "Your turn, and nothing fits"
