"""What a rule set says is what happens: sentences that depend on other rules, held against the engine."""

import re
from itertools import product

import pytest

from lastcard import Round
from lastcard.core.layout import State
from lastcard.core.scoring import win
from lastcard.core.terms import Phase
from lastcard.notation import read_position
from lastcard.rules import Ruleset, describe
from lastcard.rules.in_context import IN_CONTEXT
from lastcard.words.catalogue import words


def said(rules: str, name: str) -> str:
    return next(line.sentence for line in describe(Ruleset.from_id(rules)) if line.name == name)


def is_idle(rules: str, name: str) -> bool:
    return not next(line for line in describe(Ruleset.from_id(rules)) if line.name == name).matters


# ---------------------------------------------------------------- a Reverse as the first card (D06, D08, D18, D19)

REVERSES = [
    f"official+first-seat={first}+start-reverse={opens}+reverse-effect={effect}+reverse-heads-up={two}"
    for first, opens, effect, two in product(
        ("left-of-dealer", "youngest"),
        ("dealer-first", "right-of-dealer", "left-of-dealer"),
        ("flip", "play-again"),
        ("skip", "flip"),
    )
]


def seat_meant(phrase: str, dealer: int, first: int, seats: int) -> int:
    """Return the seat that a sentence about the first card names."""
    places = {
        "the dealer": dealer,
        "the dealer's right neighbour": dealer - 1,
        "the other player": first + 1,
        "whoever would have started": first,
        "the player to the right of whoever would have started": first - 1,
        "the second player to the right of whoever would have started": first - 2,
        "the first to the right": first - 1,
    }
    if phrase == "the other player":  # of two, the one who is not named before
        return -1
    return places[phrase] % seats


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", REVERSES)
def test_D08_whoever_starts_after_a_reverse_is_the_player_who_is_named(rules: str, seats: int) -> None:
    dealer, youngest = 1, 0
    first = (dealer + 1) % seats if "left-of-dealer+" in rules.partition("start-reverse")[0] else youngest
    sentence = said(rules, "start_reverse").removeprefix("If the first card is a Reverse, ").rstrip(".")
    usual, _, for_two = sentence.partition("; with two players, ")
    phrase = re.sub(" (goes first|still does).*", "", usual)
    meant = seat_meant(phrase, dealer, first, seats)
    if seats == 2 and for_two:
        other = seat_meant(for_two, dealer, first, seats)
        meant = 1 - meant if other < 0 else other
    assert starts(rules, seats, dealer, youngest) == meant, sentence


def starts(rules: str, seats: int, dealer: int, youngest: int) -> int:
    """Return the seat that begins a round whose first card is a Reverse."""
    ruleset = Ruleset.from_id(rules)
    pack = [card.text for card in ruleset.deck.cards for _ in range(ruleset.deck.count(card))]
    pack.remove("rR")
    dealt = ruleset.hand_size * seats
    stock = [*pack[:dealt], "rR", *pack[dealt:]]
    return opening(ruleset, seats, dealer, youngest, stock).turn


def opening(ruleset: Ruleset, seats: int, dealer: int, youngest: int, stock: list[str]) -> State:
    from lastcard.core.deal import deal_stock

    s = State()
    s.n_stock = len(stock)
    s.pile[: len(stock)] = reversed([ruleset.deck.card(text).code for text in stock])
    deal_stock(s, ruleset.core_rules, seats, dealer, youngest, 0)
    return s


# ---------------------------------------------------------------- partners (D44 with D47)


@pytest.mark.parametrize(
    ("rules", "points", "sentence"),
    [
        ("official+partners", [13, 0, 13, 0], "The side that wins a round scores the cards left in the hands of the "),
        ("official+partners+low-score", [0, 13, 0, 13], "Each side scores both its hands together; "),
        ("official+partners+round-score=flat:7", [7, 0, 7, 0], "The side that wins a round scores 7 points."),
    ],
)
def test_D44_with_partners_a_side_scores(rules: str, points: list[int], sentence: str) -> None:
    s, ruleset = read_position(f"-/r4r1/y9/r8 b5 >0 $0 b1|- {rules}")
    win(s, ruleset.core_rules, 0)
    assert list(s.points[:4]) == points
    assert said(rules, "round_score").startswith(sentence)


# ---------------------------------------------------------------- Wild Draws that answer or jump in (D22-D24, D56)


@pytest.mark.parametrize(
    ("rules", "matters"),
    [
        ("official", False),
        ("official+stack", True),
        ("official+stack-up", True),
        ("official+jump-in", True),
        ("official+jump-in=identical,not-wild-draw", False),
        ("juno-serious", True),
        ("rules-site", False),
        ("one+stack", False),
        ("official+deflect", False),
    ],
)
def test_D56_is_said_exactly_where_a_wild_draw_may_answer_or_jump_in(rules: str, matters: bool) -> None:
    assert is_idle(rules, "wd_scope") is not matters
    if matters:
        assert "needs no condition and can't be challenged" in said(rules, "wd_scope")


@pytest.mark.parametrize("total", ["sum", "last"])
def test_D56_whoever_is_caught_draws_what_they_passed_on_only_where_that_is_said(total: str) -> None:
    rules = f"official+stack-up+wd-scope=always+draw-total={total}"
    table = Round.from_position(f"r+2r1/w+4r3r4/b2b3 r5 >0 - y1y2y3y4y5y6y7y8|- {rules}")
    for move in ("0 r+2", "1 w+4:b", "2 challenge"):
        table.play(move)
    assert (len(table.view(1).hand) == 2 + 4 + 2) == ("what they passed on" in said(rules, "wd_scope"))


def test_D56_where_a_bluff_is_refused_nothing_follows_from_it() -> None:
    sentence = said("official+stack-up+wd-scope=always+no-bluff", "wd_scope")
    assert sentence.startswith("The condition also applies") and "caught" not in sentence


# ---------------------------------------------------------------- drawing, calling, accusing


@pytest.mark.parametrize("rules", ["official", "rules-site", "rules-site+draw-until", "rules-site+draw-size=3"])
def test_D13_who_will_not_play_draws_only_where_that_is_said(rules: str) -> None:
    table = Round.from_position(f"r5b1/g5y1 r1 >0 - b1b2b3b4|- {rules}")
    assert ("draw" in table.view(0).choices.says) == ("or won't" in said(rules, "draw_size"))


@pytest.mark.parametrize("voluntary", ["", "+draw-voluntary=no"])
@pytest.mark.parametrize("stops", ["yes", "no"])
def test_D13_D59_the_whole_number_is_drawn_exactly_where_that_is_said(stops: str, voluntary: str) -> None:
    rules = f"official+draw-size=3+draw-stops={stops}{voluntary}"
    table = Round.from_position(f"b9/g5y1 r1 >0 - r5b2b3b4|- {rules}")
    table.play("0 draw")
    assert (len(table.view(0).hand) == 4) == ("draw 3 cards" in said(rules, "draw_size"))


@pytest.mark.parametrize("window", ["next-turn-begins", "next-card-played"])
@pytest.mark.parametrize("duty", ["on-play", "on-hold"])
def test_D34_a_silent_player_who_draws_a_penalty_is_caught_unless_it_is_said_otherwise(duty: str, window: str) -> None:
    rules = f"official+fines+uno-duty={duty}+uno-window={window}"
    table = Round.from_position(f"g1*/b2b4/y1y2 r1 >1 @0 b3b5b6b7|r7 {rules}")
    table.play("0 catch 1")
    assert (table.view(2).choices.catch == (0,)) != ("while they hold one card" in said(rules, "uno_window"))


@pytest.mark.parametrize("duty", ["on-play", "on-hold"])
def test_D34_until_the_own_turn_begins_drawing_what_is_owed_ends_the_right_only_where_that_is_said(duty: str) -> None:
    rules = f"official+uno-window=own-turn-begins+uno-duty={duty}"
    table = Round.from_position(f"g1*/b2b4/r+2y2y3 r1 >2 @0 b3b5b6b7|r7 {rules}")
    table.play("2 r+2")
    assert (table.view(1).choices.catch == (0,)) != ("while they hold one card" in said(rules, "uno_window"))
    assert "or draw or pass on their own turn" in said(rules, "uno_window")


# ---------------------------------------------------------------- Skips on Skips (D25, D29)


@pytest.mark.parametrize("total", ["last", "sum", "cancel"])
@pytest.mark.parametrize("answer", ["same-value", "identical"])
def test_D25_D29_a_skip_is_passed_on_exactly_where_that_is_said(answer: str, total: str) -> None:
    rules = f"official+answer-skip={answer}+skip-total={total}"
    table = Round.from_position(f"rSr1/rSr2/b2b3 r5 >0 - b5b6|- {rules}")
    table.play("0 rS")
    table.play("1 rS")
    assert (table.status.turn == 2 and table.status.owed == 0) != ("pass it on" in said(rules, "answer_skip"))
    assert ("you can end the Skip" in said(rules, "answer_skip")) == (total == "cancel")


# ---------------------------------------------------------------- a first card that moves hands (D57)


@pytest.mark.parametrize(
    ("first", "player"),
    [
        ("left-of-dealer", "the dealer"),
        ("winner", "the dealer"),
        ("youngest", "the player to the right of whoever would have started"),
    ],
)
def test_D57_the_first_card_moves_hands_as_if_the_seat_that_is_named_had_played_it(first: str, player: str) -> None:
    rules = f"official+number-effects=7:may-swap+start-exchange=applies+first-seat={first}"
    seats, dealer, youngest = 4, 1, 0
    ruleset = Ruleset.from_id(rules)
    pack = [card.text for card in ruleset.deck.cards for _ in range(ruleset.deck.count(card))]
    pack.remove("r7")
    dealt = ruleset.hand_size * seats
    starts = youngest if first == "youngest" else (dealer + 1) % seats
    s = opening(ruleset, seats, dealer, starts, [*pack[:dealt], "r7", *pack[dealt:]])
    assert said(rules, "start_exchange").endswith(f"they move, as if {player} had played it.")
    assert s.phase == Phase.SEAT and s.turn == seat_meant(player, dealer, starts, seats)


@pytest.mark.parametrize("duty", ["none", "on-play"])
def test_D37_D40_where_hand_sizes_are_hidden_anyone_can_be_accused_if_calls_are_due(duty: str) -> None:
    rules = f"official+count-info=hidden+uno-duty={duty}"
    table = Round.from_position(f"g1g2/b2b4/y1y2 r1 >1 - b3b5b6b7|r7 {rules}")
    assert bool(table.view(2).fouls.catch) == ("anyone can be accused" in said(rules, "count_info"))
    assert bool(table.view(2).fouls.catch) == ("a wrong accusation costs nothing" in said(rules, "fine_false_call"))


# ---------------------------------------------------------------- a round in which nobody can continue (D44 none, D55)


@pytest.mark.parametrize(
    ("rules", "winner", "sentence"),
    [
        ("official+pile-out=end-round", 0, "the lowest hand wins"),
        ("one+pile-out=end-round", 1, "whoever holds the fewest cards wins"),
    ],
)
def test_D55_the_winner_of_a_blocked_round_is_the_one_it_says(rules: str, winner: int, sentence: str) -> None:
    table = Round.from_position(f"b1b2/g9 r5 >0 - -|- {rules}")
    table.play("0 draw")
    assert table.over and table.winners == (winner,)
    assert sentence in said(rules, "blocked_round")


def test_every_sentence_in_context_differs_from_the_usual_one() -> None:
    usual = {line.sentence for line in describe(Ruleset())}
    assert usual.isdisjoint(words().texts[f"context.{entry.id}"] for entry in IN_CONTEXT)


# ---------------------------------------------------------------- what makes no difference


@pytest.mark.parametrize(
    ("rules", "name", "matters"),
    [
        ("official+answer-skip=same-value+skip-total=last", "skip_reach", False),
        ("official+answer-skip=same-value+skip-total=cancel+jump-in", "skip_reach", False),
        ("official+answer-skip=same-value+skip-total=sum-cap:1", "skip_reach", False),
        ("official+answer-skip=same-value+skip-total=sum-cap:2", "skip_reach", True),
        ("official+answer-skip=same-value+skip-total=last+batch=same-value:3", "skip_reach", True),
        ("official+answer-skip=same-value+skip-total=sum-cap:1", "skip_answerer", False),
        ("official+answer-skip=same-value+skip-total=sum-cap:2", "skip_answerer", True),
        ("official+stack-passed-on=any-draw", "wd_scope", False),
        ("official+stack-passed-on=any-draw+deflect", "wd_scope", True),
        ("official+first-seat=winner+match-end=single-round", "first_seat", False),
        ("official+first-seat=random+match-end=single-round", "first_seat", True),
        ("official+first-seat=winner", "first_seat", True),
    ],
)
def test_a_rule_makes_no_difference_exactly_where_that_is_said(rules: str, name: str, matters: bool) -> None:
    assert is_idle(rules, name) is not matters
