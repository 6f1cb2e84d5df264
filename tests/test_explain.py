"""Why an action is allowed, refused or fined: each sentence once by hand, then all of them against the core."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from lastcard.core import deal, step
from lastcard.core.cards import give, take
from lastcard.core.layout import Rules, State
from lastcard.core.legal import fouls, is_foul, is_legal, legal
from lastcard.core.records import assign
from lastcard.core.terms import (
    ACTIONS,
    ANSWER,
    CALLING,
    DEFLECT,
    DRAW,
    DRAWN,
    FIT,
    HALF,
    JOIN,
    JUMP,
    MAY_PLAY,
    NONE,
    OVER,
    RANKS,
    SHOUT,
    TYPES,
    VERBS,
    WILD,
)
from lastcard.errors import IllegalAction
from lastcard.explain import explain, explain_all, reason
from lastcard.notation import format_action, parse_move, read_position, write_position
from lastcard.round import Round, listed_actions
from lastcard.rules import Ruleset
from strategies import random_ruleset, seat_counts


def said(position: str, move: str) -> str:
    """What is said to the last step of a move."""
    s, ruleset = read_position(position)
    seat, actions = parse_move(ruleset.deck, move)
    _, explanation = explain_all(s, ruleset, s.turn if seat is None else seat, actions)[-1]
    return str(explanation)


# ---------------------------------------------------------------- sentence by sentence

PLAIN = "b5r5g1/g5y1 r1 >0 - b1b2b3b4|- official"
LATE = "b5r5g1/r1y1 r1 >0 - b1b2b3b4|- official+jump-in"
JUMPING = "b5b6/r5y1/r1r2 r5 >0 @2 b1b2b3b4|r1 official+jump-in"
OWED = "r+2g1r2/g5y+2 b+2 >0 +2 b1b2b3b4|r1 official+stack"
DOUBT = "r8g2/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official"
BATCH = "r7g1/b3b4 b7 >0 &1 y1y2y3y4|r1 juno-serious"
FORGOT = "g5y1/b5*/r2r3 r5 >0 @1 b1b2b3b4|r1 official"

REFUSED = [
    # Anything at all.
    (PLAIN, "5 draw", "there is no seat 5: seats go from 0 to 1"),
    ("-/b7 r1 >0 $0 b1b2b3b4|- official", "draw", "the round is over"),
    ("b5r5/g5y1^ r1 >0 - b1b2b3b4|- rules-site", "r5", "seat 1 must say ready first (D39)"),
    (PLAIN, "ready", "nobody has to say ready (D39)"),
    ("b5r5/#/g5y1 r1 >0 - b1b2b3b4|- official", "1 draw", "seat 1 is out of the round"),
    (PLAIN, "1 draw", "it is seat 0's turn"),
    # D11, D07: what goes on what.
    (PLAIN, "g7", "seat 0 does not hold g7"),
    (PLAIN, "b5", "b5 does not go on r1: neither colour nor number match (D11)"),
    ("bSr5/g5y1 r1 >0 - b1b2|- official", "bS", "bS does not go on r1: neither colour nor symbol match (D11)"),
    ("r5b5/g5y1 gS >0 - b1b2|- official", "r5", "r5 does not go on gS: neither colour nor symbol match (D11)"),
    ("rRb5/g5y1 gS >0 - b1b2|- official", "rR", "rR does not go on gS: neither colour nor symbol match (D11)"),
    (
        "r5b5/g5y1 gS >0 - b1b2|- official+match-axes=colour,number",
        "r5",
        "r5 does not go on gS: the colour does not match, and nothing else counts (D11)",
    ),
    (
        "b1r5/g5y1 r1 >0 - b1b2|- official+match-axes=colour",
        "b1",
        "b1 does not go on r1: the colour does not match, and nothing else counts (D11)",
    ),
    (
        "b1r5/g5y1 w:g >0 - b1b2|- official",
        "b1",
        "b1 does not go on w:g: only the colour named for it, green, counts (D11)",
    ),
    (
        "bSb1/g5y1 rS. >0 - b1b2|- console",
        "bS",
        "bS does not go on rS: this opening card counts by its colour alone, red (D07)",
    ),
    # D12: batches.
    (BATCH, "g1", "g1 does not join b7: up to 3 cards of one value, whatever their colours, may be laid at once (D12)"),
    (BATCH, "draw", "seat 0 must first add to the batch or close it with 'done' (D12)"),
    (BATCH, "1 b3", "seat 0 must first add to the batch or close it with 'done' (D12)"),
    (PLAIN, "done", "there is no open batch to close (D12)"),
    (
        "r5b5g1/g5y1 r1 >0 - b1b2|- official",
        "r5b5",
        "b5 cannot be laid along with the card before it: one card is laid at a time (D12)",
    ),
    # D14 to D16: drawing and passing.
    (
        "b5r5/g5y1 r1 >0 - b1b2b3b4|- rules-site",
        "draw",
        "r5 fits, and a player may draw only when no card in hand fits (D14)",
    ),
    ("g7r5g1/g5y1 g1 >0 g7 b1b2|r1 official", "g1", "after drawing only the drawn card, g7, may be laid (D15)"),
    ("g7r5/g5y1 g1 >0 g7 b1b2|r1 official", "draw", "seat 0 has drawn already; it may lay a card or 'pass' (D15)"),
    (
        "g7r5/g5y1 g1 >0 g7 b1b2|r1 official+force-play",
        "pass",
        "g7 fits, and a drawn card that fits must be laid at once (D15)",
    ),
    (PLAIN, "pass", "only who has drawn may pass; seat 0 may lay a card or 'draw' (D15)"),
    ("b5g5/g5y1 r1 >0 - -|- official", "draw", "nothing is left to draw; seat 0 may 'pass' (D16)"),
    ("b5r5/g5y1 r1 >0 - -|- official", "draw", "nothing is left to draw, so r5, which fits, must be laid (D16)"),
    ("b5r5/g5y1 r1 >0 - -|- official", "pass", "nothing is left to draw, so r5, which fits, must be laid (D16)"),
    (
        "b5g5/g5y1 r1 >0 - -|- official+pile-out=end-round",
        "pass",
        "nobody passes when nothing is left; seat 0 may 'draw', and a draw ends the round (D16)",
    ),
    # D09, D10, D21: choices.
    (
        "b5r5/g5y1 w >0 : b1b2|- official",
        "draw",
        "seat 0 must first name a colour for the opening card with :r, :g, :b or :y: "
        "when a plain wild opens the round, the first player names the colour (D09)",
    ),
    ("b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0", "draw", "seat 0 must first choose a seat to swap hands with, >1 (D21)"),
    ("b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0", "1 g5", "seat 0 must first choose a seat to swap hands with, >1 (D21)"),
    ("b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0", ">0", "hands are swapped with another seat, not with one's own (D21)"),
    ("b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0", ">4", "there is no seat 4: seats go from 0 to 1"),
    ("b5r5/#/g5y1 r7 >0 > b1b2|r1 juno-seven0", ">1", "seat 1 is out of the round"),
    (PLAIN, ">1", "no seat is to be chosen now; that follows a lay that swaps hands (D21)"),
    (PLAIN, ":g", "no colour is to be named now; a wild is laid with its colour, as in w:r"),
    # D22 to D24: wild draws.
    (
        "r3w+4b1/g5y1 r1 >0 - b2b3b4|- juno-classic",
        "w+4:g",
        "w+4 may be laid only without a card of the active colour, red; seat 0 holds r3 (D22)",
    ),
    (
        "b1w+4g3/g5y1 r1 >0 - b2b3b4|- juno-classic+wd-condition=no-playable",
        "w+4:g",
        "w+4 may be laid only when nothing else fits; seat 0 holds b1 (D22)",
    ),
    (
        PLAIN,
        "challenge",
        "there is nothing to challenge: only a Wild Draw can be, once, and none that was an answer (D24)",
    ),
    (
        "b5r5/g5y1 r1 >0 - b1b2|- juno-classic",
        "challenge",
        "nothing can be challenged: a Wild Draw against its condition is refused (D23)",
    ),
    (
        "b5r5/g5y1 r1 >0 - b1b2|- one",
        "challenge",
        "nothing can be challenged: a Wild Draw may be laid at any time (D22)",
    ),
    (DOUBT, "0 challenge", "seat 0 laid w+4:g itself (D24)"),
    (DOUBT, "2 challenge", "only the player hit, seat 1, may challenge (D24)"),
    # D25 to D30: answers.
    (DOUBT, "b1", "seat 1 owes 4 cards, and b1 does not answer w+4:g: a Wild Draw cannot be answered (D27)"),
    (DOUBT, "draw", "seat 1 owes 4 cards; it may 'take' or 'challenge'"),
    (DOUBT, "pass", "seat 1 owes 4 cards; it may 'take' or 'challenge'"),
    (
        OWED,
        "r2",
        "seat 0 owes 2 cards, and r2 does not answer b+2: "
        "a coloured draw card may be answered with one of the same value in any colour (D26)",
    ),
    (
        "bSr2/g5y1 rS >0 -1 b1b2|r1 rules-site",
        "bS",
        "seat 0 is to lose 1 turn, and bS does not answer rS: "
        "a Skip may be answered with the identical Skip and so passed on (D25)",
    ),
    (OWED + "+answer-forced=yes", "take", "r+2 is an answer, and who can answer must (D30)"),
    (PLAIN, "take", "seat 0 owes nothing; it may lay a card or 'draw'"),
    # D31: out of turn.
    (PLAIN, "1 g5", "it is seat 0's turn, and a card may be laid out of turn only under jump-in (D31)"),
    (
        LATE,
        "1 r1",
        "the time to jump in is over: it lasts from a lay, which the opening card is not, "
        "until the next turn action (D31)",
    ),
    (
        LATE.replace("+jump-in", "+jump-in=identical,on-start"),
        "1 r1",
        "the time to jump in is over: it lasts from a lay, or the opening card, until the next turn action (D31)",
    ),
    (JUMPING, "1 y1", "it is seat 0's turn, and only r5, the same card, may be laid out of turn (D31)"),
    (
        JUMPING.replace("+jump-in", "+jump-in=identical,not-number"),
        "1 r5",
        "it is seat 0's turn, and nobody jumps in on r5 (D31)",
    ),
    (
        "b5b6/r5/r1r2 r5 >0 @2 b1b2b3b4|r1 official+jump-in=identical,no-win",
        "1 r5",
        "nobody goes out by jumping in (D31)",
    ),
    (
        "g+2/g5y1/r1r2 g+2 >0 +2@2 b1b2b3b4|r1 official+jump-in=identical,no-win",
        "g+2",
        "a coloured draw card cannot be answered (D26), and nobody goes out by jumping in (D31)",
    ),
    # D32 to D37: the call.
    (PLAIN, "r5!", "the call goes with the card that leaves exactly one; seat 0 holds 3 cards (D32)"),
    ("b5r5/g5y1 r1 >0 - b1b2|- one", "r5!", "no call is needed with one card left (D32)"),
    ("b5r5/g5y1 r1 >0 - b1b2|- one", "call", "no call is needed with one card left (D32)"),
    ("b5r5/g5y1 r1 >0 - b1b2|- one", "catch 1", "no call is needed with one card left (D32)"),
    (PLAIN, "call", "nobody owes a call (D32)"),
    (PLAIN, "catch 1", "nobody owes a call (D32)"),
    ("b5r5g1/g5! r1 >0 - b1b2|- official", "catch 1", "seat 1 has called already (D32)"),
    (FORGOT, "2 call", "seat 2 owes no call (D32)"),
    (FORGOT, "2 catch 0", "seat 0 owes no call (D32)"),
    (FORGOT, "2 catch 2", "one accuses others, not oneself (D34)"),
    (FORGOT, "2 catch 7", "there is no seat 7: seats go from 0 to 2"),
    (
        FORGOT.replace("official", "rules-site"),
        "1 call",
        "a call must come with the lay: afterwards it is too late (D33)",
    ),
    (
        FORGOT.replace("r2r3", "r2r3%").replace("official", "rules-site+fines"),
        "2 catch 1",
        "seat 2 has accused in vain and accuses nobody again before the next turn action (D37)",
    ),
    # D42: the last card.
    ("r5/g5y1 r1 >0 - b1b2|- official+exit-ban=number", "r5", "r5 may not be the last card (D42)"),
    ("r7/b3b4 b7 >0 &1 y1y2|r1 juno-serious+exit-ban=number", "r7", "r7 may not be the last card (D42)"),
    ("r+2/g5y1 b+2 >0 +2 b1b2|r1 official+stack+exit-ban=draw", "r+2", "r+2 may not be the last card (D42)"),
    ("b5b6/r5/r1r2 r5 >0 @2 b1b2|r1 official+jump-in+exit-ban=number", "1 r5", "r5 may not be the last card (D42)"),
]

ALLOWED = [
    (PLAIN, "r5", "r5 goes on r1 by colour (D11)"),
    (
        "g5r3/g5y1 r5 >0 - b1b2|- official",
        "g5!",
        "g5 goes on r5 by number (D11); it leaves one card, and that is called with it (D32)",
    ),
    ("gSr3/g5y1 rS >0 - b1b2|- official", "gS", "gS goes on rS by symbol (D11)"),
    ("r5r3/g5y1 r5 >0 - b1b2|- official", "r5", "r5 goes on r5 by colour and number (D11)"),
    (
        "rRr3/g5y1 rS. >0 - b1b2|- console",
        "rR",
        "rR goes on rS by colour, for which alone this opening card counts (D07)",
    ),
    ("wr3/g5y1 b5 >0 - b1b2|- official", "w:g", "w goes on anything, and its player names the colour"),
    (
        "w+4r3/g5y1 b5 >0 - b1b2|- official",
        "w+4:g",
        "w+4 may be laid, for seat 0 holds no card of the active colour, blue (D22)",
    ),
    (
        "w+4r3/g5y1 b5 >0 - b1b2|- official+wd-condition=no-playable",
        "w+4:g",
        "w+4 may be laid, for seat 0 holds nothing else that fits (D22)",
    ),
    (
        "w+4r3/g5y1 r5 >0 - b1b2|- official",
        "w+4:g",
        "w+4 is a bluff, for seat 0 holds r3; only a challenge can punish it (D22, D23)",
    ),
    ("g7r5/g5y1 g1 >0 g7 b1b2|r1 official", "g7", "the drawn card may be laid (D15): g7 goes on g1 by colour (D11)"),
    (OWED, "r+2", "r+2 answers b+2 (D26)"),
    (BATCH, "r7&", "r7 joins b7: up to 3 cards of one value, whatever their colours, may be laid at once (D12)"),
    (BATCH, "done", "the batch of 1 card is closed (D12)"),
    (JUMPING, "1 r5", "r5 is the same card as the one on top, so it may be laid out of turn (D31)"),
    (
        "r5/g5y1 r1 >0 - b1b2|- rules-site+fines",
        "r5!",
        "r5 goes on r1 by colour (D11); it is the last card, so the call with it means nothing (D32)",
    ),
    (
        "r7g7b1/g5y1 r1 >0 - b1b2|- juno-serious+fines",
        "r7&!",
        "r7 goes on r1 by colour (D11); the call with it is right only if the whole batch leaves one card (D32)",
    ),
    (PLAIN, "draw", "r5 fits, but a player may draw although a card in hand fits (D14)"),
    (
        "b5g5/g5y1 r1 >0 - b1b2|- official",
        "draw",
        "seat 0 holds nothing it must lay; who lays nothing draws 1 card (D13)",
    ),
    (
        "b5g5/g5y1 r1 >0 - -|- official+pile-out=end-round",
        "draw",
        "seat 0 holds nothing it must lay and nothing is left to draw, so the round ends (D16)",
    ),
    ("b5g5/g5y1 r1 >0 - -|- official", "pass", "seat 0 holds nothing it must lay, and nothing is left to draw (D16)"),
    (
        "g7r5/g5y1 g1 >0 g7 b1b2|r1 official",
        "pass",
        "the drawn card may be kept: a drawn card that fits may be laid at once (D15)",
    ),
    ("b7r5/g5y1 g1 >0 b7 b1b2|r1 official", "pass", "the drawn card, b7, cannot be laid, so it is kept (D15)"),
    (
        "g7w+4/g5y1 g1 >0 w+4 b1b2|r1 official+force-play",
        "pass",
        "the drawn card, w+4, would be a bluff, so it may be kept (D15, D22)",
    ),
    (OWED, "take", "seat 0 owes 2 cards and draws; whoever draws for a draw card loses the turn (D20)"),
    ("bSr2/g5y1 rS >0 -1 b1b2|r1 rules-site", "take", "seat 0 is to lose 1 turn and accepts it (D17)"),
    (DOUBT, "challenge", "w+4 was laid on r5 by seat 0 and may be a bluff (D23, D24)"),
    ("b5r5/g5y1^ r1 >0 - b1b2b3b4|- rules-site", "1 ready", "play waits for seat 1, which has drawn a penalty (D39)"),
    (FORGOT, "1 call", "seat 1 owes a call and has not been caught yet (D32, D33)"),
    (FORGOT, "2 catch 1", "seat 1 owes a call; caught, it draws 2 cards (D34, D35)"),
    ("b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0", ">1", "seat 0 swaps hands with seat 1 (D21)"),
    (
        "b5r5/g5y1 w >0 : b1b2|- official",
        ":g",
        "when a plain wild opens the round, the first player names the colour (D09)",
    ),
]

FINES = "b5r5g1/g5y1 r1 >0 - b1b2b3b4|- official+fines"
FINED = [
    (
        FINES,
        "b5",
        "b5 does not go on r1: neither colour nor number match (D11); "
        "it is taken back and costs 2 cards and the turn (D36)",
    ),
    (
        FINES,
        "1 g5",
        "it is seat 0's turn, and a card may be laid out of turn only under jump-in (D31); "
        "it is taken back and costs 2 cards (D36)",
    ),
    (
        FINES,
        "r5!",
        "r5 goes on r1 by colour (D11), but a call with a lay that does not leave exactly one card costs 2 cards (D37)",
    ),
    (FINES, "call", "nobody owes a call (D32); a call that is not due costs 2 cards (D37)"),
    (FINES, "catch 1", "nobody owes a call (D32); an accusation without cause costs 2 cards (D37)"),
    (
        "b5r5g1/g5y1 r1 >0 - b1b2|- official+count-info=hidden",
        "catch 1",
        "nobody owes a call (D32); an accusation without cause costs 0 cards (D37)",
    ),
    (
        "r7g1b1/b3b4 b7 >0 &1!<b1 y1y2y3y4|b1 juno-serious+fines",
        "done",
        "the batch of 1 card is closed (D12), but a call with a lay that does not leave exactly one card "
        "costs 2 cards (D37)",
    ),
]


@pytest.mark.parametrize(("position", "move", "why"), REFUSED)
def test_refused(position: str, move: str, why: str) -> None:
    assert said(position, move) == f"refused: {why}"
    with pytest.raises(IllegalAction):
        Round.from_position(position).play(move)


@pytest.mark.parametrize(("position", "move", "why"), ALLOWED)
def test_allowed(position: str, move: str, why: str) -> None:
    assert said(position, move) == f"allowed: {why}"
    Round.from_position(position).play(move)


@pytest.mark.parametrize(("position", "move", "why"), FINED)
def test_fined(position: str, move: str, why: str) -> None:
    assert said(position, move) == f"fined: {why}"
    assert "FINED" in [event.kind.name for event in Round.from_position(position).play(move)]


def test_a_refusal_carries_its_reason() -> None:
    with pytest.raises(IllegalAction, match=re.escape("b5 does not go on r1: neither colour nor number match (D11)")):
        Round.from_position(PLAIN).play("b5")


def test_what_is_no_action() -> None:
    s, ruleset = read_position(PLAIN)
    assert reason(s, ruleset, 0, -1) == "-1 is no action"
    assert reason(s, ruleset, 0, 2 * CALLING) == "512 is no action"
    assert reason(s, ruleset, 0, SHOUT) == f"{SHOUT} is no action"
    assert reason(s, ruleset, 0, RANKS - 1) == f"{RANKS - 1} is no action", "the deck has no such card"
    assert reason(s, ruleset, 0, DRAW | CALLING) == "a call goes with a card, not with 'draw' (D32)"


def test_the_steps_of_a_move() -> None:
    s, ruleset = read_position("r7g7b2b3/r3y4/b8b9 r1 >0 - 30|10 juno-seven0+batch=same-value:2")
    _, actions = parse_move(ruleset.deck, "r7g7>2>0")
    steps = explain_all(s, ruleset, 0, actions)
    assert [(format_action(ruleset.deck, action), step.verdict) for action, step in steps] == [
        ("r7", "allowed"),
        ("g7", "allowed"),
        (">2", "allowed"),
        (">0", "refused"),
    ]


def test_after_a_foul_the_rest_of_a_move_is_passed_over() -> None:
    s, ruleset = read_position("b7g7r2b3/r3y4/b8b9 r1 >0 - 30|10 juno-seven0+fines")
    _, actions = parse_move(ruleset.deck, "b7>2")
    assert [explanation.verdict for _, explanation in explain_all(s, ruleset, 0, actions)] == ["fined"]


# ---------------------------------------------------------------- random positions of random rule sets

PLAYED = 40  # positions of a round that are looked at


def positions(seed: int) -> Iterator[tuple[State, Ruleset, Random]]:
    """Positions of a round under a random rule set; now and then somebody commits a foul."""
    rng = Random(seed)
    ruleset = random_ruleset(rng)
    counts = seat_counts(ruleset)
    s, r = State(), ruleset.core_rules
    deal.seed(s, seed, 0)
    deal.deal(s, r, rng.choice(counts), 0, 0, 0)
    for _ in range(PLAYED):
        yield s, ruleset, rng
        if s.phase == OVER:
            return
        seat, action = _some_action(s, ruleset, rng)
        step.apply(s, r, seat, action)


def _some_action(s: State, ruleset: Ruleset, rng: Random) -> tuple[int, int]:
    ask = fouls if rng.random() < 0.05 else legal
    choices = _listed(s, ruleset, ask) or _listed(s, ruleset, legal)
    lays = [choice for choice in choices if choice[1] < VERBS]
    seat, action = rng.choice(lays if lays and rng.random() < 0.7 else choices)
    return seat, action | (CALLING if action < VERBS and rng.random() < 0.3 else 0)


def _listed(
    s: State, ruleset: Ruleset, ask: Callable[[State, Rules, int], tuple[int, int, int]]
) -> list[tuple[int, int]]:
    colours = len(ruleset.deck.colours)
    return [
        (seat, action)
        for seat in range(s.seats)
        for action in listed_actions(*ask(s, ruleset.core_rules, seat), colours)
    ]


def writable(ruleset: Ruleset) -> list[int]:
    """Every action that can be written with the cards of a deck."""
    lays = [card + RANKS * colour for card in ruleset.deck.text for colour in range(4 if card >= WILD else 1)]
    verbs = [action for action in range(VERBS, ACTIONS) if action != SHOUT]
    return lays + [lay | CALLING for lay in lays] + verbs


def tried(s: State, ruleset: Ruleset, rng: Random, many: int) -> Iterator[tuple[int, int]]:
    """Some actions of some seats: cards they hold, and anything."""
    actions = writable(ruleset)
    for seat in {s.turn, rng.randrange(s.seats)}:
        held = [card for card in range(TYPES) if s.count[seat][card]]
        for card in held:
            yield seat, card + (RANKS * rng.randrange(4) if card >= WILD else 0) | rng.choice([0, CALLING])
        for action in rng.sample(actions, many):
            yield seat, action


def refused(s: State, r: Rules, seat: int, action: int) -> bool:
    return not is_legal(s, r, seat, action) and not is_foul(s, r, seat, action)


def twin_of(s: State) -> State:
    twin = State()
    assign(twin, s)
    return twin


def fields(s: State) -> list[object]:
    return [getattr(s, name) for name in s._fields]  # type: ignore[attr-defined]  # every record has it


SEEDS = [pytest.param(seed, marks=pytest.mark.soak if seed >= 16 else ()) for seed in range(200)]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_refusal_has_a_reason(seed: int) -> None:
    for s, ruleset, rng in positions(seed):
        before = fields(twin_of(s))
        for seat, action in tried(s, ruleset, rng, 20):
            if refused(s, ruleset.core_rules, seat, action):
                why = reason(s, ruleset, seat, action)
                assert "is no action" not in why
                assert re.fullmatch(r"[^\n]{10,250}[^.\s]", why)
                assert "-1" not in re.sub(r"seat -1|-1 turn", "-1", why), "no card is ever NONE"
                assert all(1 <= int(number) <= 48 for number in re.findall(r"D(\d\d)\b", why))
        assert fields(s) == before, "asking changes nothing"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_verdict_is_the_core_s(seed: int) -> None:
    for s, ruleset, rng in positions(seed):
        for seat, action in tried(s, ruleset, rng, 2):
            verdict = step.apply(twin_of(s), ruleset.core_rules, seat, action)
            explanation = explain(s, ruleset, seat, action)
            assert explanation.verdict == ("refused", "allowed", "fined")[verdict]
            assert explanation.why
            if verdict == 0:
                assert explanation.why == reason(s, ruleset, seat, action)


def deal_anew(s: State, seat: int, rng: Random) -> State:
    """The same table as this seat sees it, all it cannot see dealt otherwise."""
    twin = twin_of(s)
    hidden = [*twin.pile[: twin.n_stock]]
    for other in range(s.seats):
        for card in range(TYPES) if other != seat else ():
            for _ in range(s.count[other][card]):
                take(twin, other, card)
                hidden.append(card)
    rng.shuffle(hidden)
    twin.pile[: twin.n_stock] = [hidden.pop() for _ in range(twin.n_stock)]
    for other in range(s.seats):
        for _ in range(s.held[other] if other != seat else 0):
            give(twin, other, hidden.pop())
    if twin.phase == DRAWN and twin.turn != seat:
        twin.drawn = next(card for card in range(TYPES) if twin.count[twin.turn][card])
    if twin.bluff != NONE and twin.laid_by != seat:
        twin.bluff = rng.randrange(2)
    return twin


@pytest.mark.parametrize("seed", SEEDS)
def test_no_text_depends_on_what_the_seat_cannot_see(seed: int) -> None:
    for s, ruleset, rng in positions(seed):
        for seat in range(s.seats):
            twin = deal_anew(s, seat, rng)
            for action in rng.sample(writable(ruleset), 8):
                if refused(s, ruleset.core_rules, seat, action):
                    assert reason(s, ruleset, seat, action) == reason(twin, ruleset, seat, action)
        seat, action = next(tried(s, ruleset, rng, 1))
        assert explain(s, ruleset, seat, action) == explain(deal_anew(s, seat, rng), ruleset, seat, action)


ALL = [(1 << HALF) - 1] * 2
STANCES = {"does not go on": FIT, "does not join": JOIN, "does not answer": ANSWER, "the same card, may": JUMP}
# Words of a refusal, and what to set in the rules so that it does not hold.
LIFTED: dict[str, dict[str, object]] = {
    "may be laid only": {"guarded": 0},
    "the last card (D42)": {"banned": [0, 0]},
    "(D14)": {"draw_voluntary": 1},
    "must be laid at once (D15)": {"drawn_card": MAY_PLAY},
    "(D30)": {"answer_forced": 0},
    "(D33)": {"uno_late_ok": 1},
    "may challenge (D24)": {"challenge_any": 1},
    "goes out by jumping in": {"jump_may_win": 1, "banned": [0, 0]},
    "owes a call (D32)": {"fine_false_call": 1},
    "owes no call (D32)": {"fine_false_call": 1},
    "has called already (D32)": {"fine_false_call": 1},
}


def lifted(ruleset: Ruleset, s: State, why: str) -> Rules | None:
    """The rules without the one a refusal names, where that can be said in a line."""
    changes = next((changes for words, changes in LIFTED.items() if words in why), None)
    stance = next((stance for words, stance in STANCES.items() if words in why), None)
    if changes is None and (stance is None or (stance == JUMP and s.laid_by == NONE)):
        return None
    r = Rules()
    assign(r, ruleset.core_rules)
    for name, value in (changes or {"guarded": 0, "banned": [0, 0], "jump_may_win": 1}).items():
        setattr(r, name, value)
    if stance is not None:
        for table in (ANSWER, DEFLECT) if stance == ANSWER else (stance,):
            r.allow[table] = [ALL] * len(r.allow[table])
    return r


@pytest.mark.parametrize("seed", SEEDS)
def test_without_the_rule_it_names_it_would_not_be_refused(seed: int) -> None:
    for s, ruleset, rng in positions(seed):
        for seat, action in tried(s, ruleset, rng, 5):
            if not refused(s, ruleset.core_rules, seat, action):
                continue
            why = reason(s, ruleset, seat, action)
            if (r := lifted(ruleset, s, why)) is not None:
                assert not refused(s, r, seat, action & ~CALLING), why


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_are_explained_as_they_are_played(seed: int) -> None:
    for s, ruleset, rng in positions(seed):
        seat = rng.choice([s.turn, rng.randrange(s.seats)])
        held = [ruleset.deck.text[card] for card in range(WILD) if s.count[seat][card]]
        if not held:
            continue
        cards = "".join(rng.choices(held, k=rng.choice([1, 2, 2, 3])))
        move = cards + rng.choice(["", f">{rng.randrange(s.seats)}", "&"]) + rng.choice(["", "!"])
        explained = explain_all(s, ruleset, seat, parse_move(ruleset.deck, move)[1])
        table = Round.from_position(write_position(s, ruleset))
        try:
            table.play(f"{seat} {move}")
            assert all(explanation.verdict != "refused" for _, explanation in explained)
        except IllegalAction:
            assert explained[-1][1].verdict == "refused"
