"""Reasons why actions are allowed, refused or fined: each sentence once by hand, then at random against the core."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from lastcard.backends.moves import TriedAction
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
    LEAVE,
    MAY_PLAY,
    NONE,
    OVER,
    PASS,
    RANKS,
    SHOUT,
    TYPES,
    VERBS,
    WILD,
    Verdict,
)
from lastcard.errors import IllegalAction
from lastcard.explain import explain, explain_all, refusal
from lastcard.explain.reasons import Reason
from lastcard.explain.reasons.catalogue import CATALOGUE
from lastcard.game.round import Round
from lastcard.game.values import listed_codes
from lastcard.notation import format_action, parse_move, read_position, write_position
from lastcard.rules import Ruleset
from lastcard.rules.words import sentence
from strategies import random_ruleset, seat_counts
from walks import raw


def told(position: str, move: str) -> Reason:
    """Return the reason for the last step of a move."""
    s, ruleset = read_position(position)
    seat, actions = parse_move(ruleset.deck, move)
    return explain_all(s, ruleset, s.turn if seat is None else seat, actions)[-1][1]


def quoting(position: str, text: str) -> str:
    """Return a text with `[dimension]` replaced by the sentence of that dimension in the position's rules."""

    def quoted(match: re.Match[str]) -> str:
        name = match[1]
        says = sentence(name, getattr(read_position(position)[1], name)).removesuffix(".")
        return f"{says[0].lower()}{says[1:]}"

    return re.sub(r"\[(\w+)\]", quoted, text)


def why(s: State, ruleset: Ruleset, seat: int, action: int) -> Reason:
    """Return the reason for an action that is refused."""
    return refusal(s, ruleset, seat, TriedAction(action, Verdict.REFUSED))


# ---------------------------------------------------------------- one sentence at a time

PLAIN = "b5r5g1/g5y1 r1 >0 - b1b2b3b4|- official"
LATE = "b5r5g1/r1y1 r1 >0 - b1b2b3b4|- official+jump-in"
JUMPING = "b5b6/r5y1/r1r2 r5 >0 @2 b1b2b3b4|r1 official+jump-in"
OWED = "r+2g1r2/g5y+2 b+2 >0 +2 b1b2b3b4|r1 official+stack"
DOUBT = "r8g2/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official"
DEFLECT_OWED = "rRbRr+2b1/g5y1/g1g2 r+2 >0 +2@1 b1b2b3b4|r1 official+deflect-draw2=reverse"
BATCH = "r7g1/b3b4 b7 >0 &1 y1y2y3y4|r1 juno-serious"
FORGOT = "g5y1/b5*/r2r3 r5 >0 @1 b1b2b3b4|r1 official"

REFUSED = [
    # Any action.
    (PLAIN, "5 draw", "no-such-seat", "there is no such seat: seats go from 0 to 1"),
    ("-/b7 r1 >0 $0 b1b2b3b4|- official", "draw", "round-over", "the round is over"),
    (
        "b5r5/g5y1^ r1 >0 - b1b2b3b4|- rules-site",
        "r5",
        "ready-first",
        "the table waits for “Ready” first (seat 1) (D39)",
    ),
    (
        "b5r5^/g5y1^/b7 r1 >0 - b1b2b3b4|- rules-site",
        "2 call",
        "ready-first",
        "the table waits for “Ready” first (seat 0 and seat 1) (D39)",
    ),
    (PLAIN, "ready", "nobody-to-be-ready", "nobody has to say “Ready” now (D39)"),
    ("b5r5/#/g5y1 r1 >0 - b1b2b3b4|- official", "1 draw", "seat-out", "seat 1 is out of the round"),
    ("b5r5/#/g5y1 r1 >0 - b1b2b3b4|- official", "1 leave", "seat-out", "seat 1 is out of the round"),
    ("-/b7 r1 >0 $0 b1b2b3b4|- official", "1 leave", "round-over", "the round is over"),
    (PLAIN, "5 leave", "no-such-seat", "there is no such seat: seats go from 0 to 1"),
    (PLAIN, "1 draw", "not-your-turn", "it is seat 0’s turn"),
    # D11, D07: what matches.
    (PLAIN, "g7", "not-held", "seat 0 does not have g7"),
    (PLAIN, "b5", "no-match", "b5 matches neither the colour nor the number of r1 (D11)"),
    ("bSr5/g5y1 r1 >0 - b1b2|- official", "bS", "no-match", "bS matches neither the colour nor the symbol of r1 (D11)"),
    ("r5b5/g5y1 gS >0 - b1b2|- official", "r5", "no-match", "r5 matches neither the colour nor the symbol of gS (D11)"),
    ("rRb5/g5y1 gS >0 - b1b2|- official", "rR", "no-match", "rR matches neither the colour nor the symbol of gS (D11)"),
    (
        "r5b5/g5y1 gS >0 - b1b2|- official+match-axes=colour,number",
        "r5",
        "no-match-only",
        "r5 does not match the colour of gS, and nothing else counts (D11)",
    ),
    (
        "b1r5/g5y1 r1 >0 - b1b2|- official+match-axes=colour",
        "b1",
        "no-match-only",
        "b1 does not match the colour of r1, and nothing else counts (D11)",
    ),
    ("b1r5/g5y1 w:g >0 - b1b2|- official", "b1", "no-match-named", "b1 is not green, the colour that was chosen (D11)"),
    (
        "wr5/g5y1 w:g >0 - b1b2|- official+wild-on-wild=no",
        "w:r",
        "not-on-wild",
        "w cannot follow a plain Wild, only a green card can (D61)",
    ),
    (
        "bSb1/g5y1 rS. >0 - b1b2|- console",
        "bS",
        "no-match-opening",
        "bS is not red, and only the colour of the opening card counts (D07)",
    ),
    (
        "wb1/g5y1 rS. >0 - b1b2|- official+start-action=colour-no-wild",
        "w:r",
        "no-match-opening",
        "w is not red, and only the colour of the opening card counts (D07)",
    ),
    # D12: batches.
    (BATCH, "g1", "no-join", "g1 cannot join b7: [batch] (D12)"),
    (BATCH, "draw", "batch-first", "seat 0 must add a card or finish first (D12)"),
    (BATCH, "1 b3", "batch-first", "seat 0 must add a card or finish first (D12)"),
    (PLAIN, "done", "no-open-batch", "there are no cards to finish with (D12)"),
    (
        "r5b5g1/g5y1 r1 >0 - b1b2|- official",
        "r5b5",
        "not-together",
        "b5 cannot be played together with the card before it: [batch] (D12)",
    ),
    (
        "y1y2/rSgSb5 r+2 >1 +2@0 b1b2b3b4|r5 official+deflect+batch=same-value:2",
        "rSgS",
        "played-alone",
        "gS cannot be added: a card that follows a draw, jumps in or passes a draw on is played alone (D12)",
    ),
    # D14 to D16: drawing and passing.
    ("b5r5/g5y1 r1 >0 - b1b2b3b4|- rules-site", "draw", "draw-with-match", "r5 fits: [draw_voluntary] (D14)"),
    (
        "g7r5g1/g5y1 g1 >0 g7 b1b2|r1 official",
        "g1",
        "only-drawn-card",
        "after drawing you can play only the card you drew: g7 (D15)",
    ),
    (
        "g7r5/g5y1 g1 >0 g7 b1b2|r1 official",
        "draw",
        "already-drawn",
        "seat 0 has already drawn: play a card or pass (D15)",
    ),
    ("g7r5/g5y1 g1 >0 g7 b1b2|r1 official+force-play", "pass", "drawn-must-play", "g7 fits: [drawn_card] (D15)"),
    (PLAIN, "pass", "pass-before-draw", "seat 0 can pass only after drawing: play a card or draw (D15)"),
    ("b5g5/g5y1 r1 >0 - -|- official", "draw", "nothing-left-to-draw", "nothing is left to draw: pass (D16)"),
    (
        "b5r5/g5y1 r1 >0 - -|- official",
        "draw",
        "nothing-left-must-play",
        "nothing is left to draw, so you must play r5, which fits (D16)",
    ),
    (
        "b5r5/g5y1 r1 >0 - -|- official",
        "pass",
        "nothing-left-must-play",
        "nothing is left to draw, so you must play r5, which fits (D16)",
    ),
    (
        "b5g5/g5y1 r1 >0 - -|- official+pile-out=end-round",
        "pass",
        "draw-ends-round",
        "nobody can pass when nothing is left to draw: drawing ends the round (D16)",
    ),
    # D09, D10, D21: choices.
    (
        "b5r5/g5y1 w >0 : b1b2|- official",
        "draw",
        "colour-first",
        "seat 0 must choose a colour first: red, green, blue or yellow (D09)",
    ),
    (
        "b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0",
        "draw",
        "swap-first",
        "seat 0 must first choose whom to swap hands with: seat 1 (D21)",
    ),
    (
        "b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0",
        "1 g5",
        "swap-first",
        "seat 0 must first choose whom to swap hands with: seat 1 (D21)",
    ),
    (
        "b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0",
        ">0",
        "swap-with-another",
        "you can swap hands only with another player (D21)",
    ),
    ("b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0", ">4", "no-such-seat", "there is no such seat: seats go from 0 to 1"),
    ("b5r5/#/g5y1 r7 >0 > b1b2|r1 juno-seven0", ">1", "seat-out", "seat 1 is out of the round"),
    (PLAIN, ">1", "no-seat-to-choose", "you can choose a player only after a card that swaps hands (D21)"),
    (PLAIN, ":g", "no-colour-to-name", "a wild is played together with its colour; there is none to choose now"),
    # D22 to D24: wild draws.
    (
        "r3w+4b1/g5y1 r1 >0 - b2b3b4|- juno-classic",
        "w+4:g",
        "holds-colour",
        "w+4 can be played only without a red card, and seat 0 has r3 (D22)",
    ),
    (
        "b1w+4g3/g5y1 r1 >0 - b2b3b4|- juno-classic+wd-condition=no-playable",
        "w+4:g",
        "holds-match",
        "w+4 can be played only when nothing else fits, and seat 0 has b1 (D22)",
    ),
    (
        PLAIN,
        "challenge",
        "nothing-to-challenge",
        "there is nothing to challenge: only a Wild Draw that needed its condition can be, and only once (D24)",
    ),
    (
        "b5r5/g5y1 r1 >0 - b1b2|- juno-classic",
        "challenge",
        "no-challenges",
        "nothing can be challenged: [wd_policing] (D23)",
    ),
    ("b5r5/g5y1 r1 >0 - b1b2|- one", "challenge", "no-challenges", "nothing can be challenged: [wd_condition] (D22)"),
    (DOUBT, "0 challenge", "own-wild-draw", "seat 0 cannot challenge their own card (D24)"),
    (DOUBT, "2 challenge", "not-the-target", "only seat 1, who was hit, can challenge (D24)"),
    # D25 to D30: answers.
    (
        DOUBT,
        "b1",
        "no-answer-to-draw",
        "seat 1 has 4 cards to draw, and b1 cannot be stacked on w+4:g: [answer_wd] (D27)",
    ),
    (DOUBT, "draw", "draw-owed-first", "seat 1 has 4 cards to draw: accept or challenge"),
    (DOUBT, "pass", "draw-owed-first", "seat 1 has 4 cards to draw: accept or challenge"),
    (
        OWED,
        "r2",
        "no-answer-to-draw",
        "seat 0 has 2 cards to draw, and r2 cannot be stacked on b+2: [answer_draw2] (D26)",
    ),
    (
        "bSr2/g5y1 rS >0 -1 b1b2|r1 rules-site",
        "bS",
        "no-answer-to-skip",
        "seat 0 is about to lose 1 turn, and bS cannot be stacked on rS: [answer_skip] (D25)",
    ),
    (
        "bSr2/g5y1 rS >0 -1 b1b2|r1 rules-site",
        "draw",
        "skip-owed-first",
        "seat 0 is about to lose 1 turn: accept",
    ),
    (
        DEFLECT_OWED,
        "bR",
        "no-answer-to-draw",
        "seat 0 has 2 cards to draw, and bR cannot be stacked on r+2: [deflect_draw2] (D50)",
    ),
    (
        DEFLECT_OWED,
        "r+2",
        "no-answer-to-draw",
        "seat 0 has 2 cards to draw, and r+2 cannot be stacked on r+2: [answer_draw2] (D26)",
    ),
    (
        "r+2b1/g5y1/g1g2 rR >0 +2@1 b1b2b3b4|r1r+2 official+deflect-draw2=reverse",
        "r+2",
        "no-answer-to-draw",
        "seat 0 has 2 cards to draw, and r+2 cannot be stacked on rR: [stack_passed_on] (D58)",
    ),
    (
        "rSb1/g5y1/g1g2 w+4:g >0 +4@1 b1b2b3b4|r1 official+deflect-wd=skip+wd-condition=none",
        "rS",
        "no-answer-to-draw",
        "seat 0 has 4 cards to draw, and rS cannot be stacked on w+4:g: [deflect_wd] (D51)",
    ),
    (OWED + "+answer-forced=yes", "take", "must-answer", "r+2 can be stacked: [answer_forced] (D30)"),
    (PLAIN, "take", "nothing-to-take", "seat 0 has nothing to draw: play a card or draw"),
    # D31: out of turn.
    (PLAIN, "1 g5", "out-of-turn", "it is seat 0’s turn, and nobody can play out of turn (D31)"),
    (
        LATE,
        "1 r1",
        "jump-window-closed",
        "you can jump in only after a card is played, until the next play, draw or pass (D31)",
    ),
    (
        LATE.replace("+jump-in", "+jump-in=identical,on-start"),
        "1 r1",
        "jump-window-closed",
        "you can jump in only after a card is played, until the next play, draw or pass (D31)",
    ),
    (JUMPING, "1 y1", "jump-identical", "it is seat 0’s turn, and only another r5 can jump in (D31)"),
    (
        JUMPING.replace("+jump-in", "+jump-in=identical,same-number"),
        "1 y1",
        "jump-same-number",
        "it is seat 0’s turn, and only another r5 or a card with the same number can jump in (D31)",
    ),
    (
        JUMPING.replace("+jump-in", "+jump-in=identical,not-number"),
        "1 r5",
        "no-jump-on-this",
        "it is seat 0’s turn, and nobody can jump in on r5 (D31)",
    ),
    (
        JUMPING.replace("r5y1/r1r2", "g1y1/r5r2").replace("+jump-in", "+jump-in=identical,others-only"),
        "2 r5",
        "jump-own-card",
        "you cannot jump in on your own card (D31)",
    ),
    (
        "b5b6/r5/r1r2 r5 >0 @2 b1b2b3b4|r1 official+jump-in=identical,no-win",
        "1 r5",
        "jump-no-win",
        "you cannot go out by jumping in (D31)",
    ),
    (
        "g+2/g5y1/r1r2 g+2 >0 +2@2 b1b2b3b4|r1 official+jump-in=identical,no-win",
        "g+2",
        "no-answer-nor-jump",
        "[answer_draw2], and you cannot go out by jumping in (D26, D31)",
    ),
    # D32 to D37: the call.
    (PLAIN, "r5!", "call-leaves-one", "a call goes with the card that leaves one, and seat 0 has 3 cards (D32)"),
    ("b5r5/g5y1 r1 >0 - b1b2|- one", "r5!", "no-calls", "[uno_duty] (D32)"),
    ("b5r5/g5y1 r1 >0 - b1b2|- one", "call", "no-calls", "[uno_duty] (D32)"),
    ("b5r5/g5y1 r1 >0 - b1b2|- one", "catch 1", "no-calls", "[uno_duty] (D32)"),
    (PLAIN, "call", "nobody-owes-call", "nobody has to call now (D32)"),
    (PLAIN, "catch 1", "nobody-owes-call", "nobody has to call now (D32)"),
    ("b5r5g1/g5! r1 >0 - b1b2|- official", "catch 1", "called-already", "seat 1 has already called (D32)"),
    (FORGOT, "2 call", "owes-no-call", "seat 2 does not have to call (D32)"),
    (FORGOT, "2 catch 0", "owes-no-call", "seat 0 does not have to call (D32)"),
    (
        FORGOT.replace("b5*", "b5"),
        "2 catch 1",
        "window-closed",
        "seat 1 cannot be caught now: [uno_window] (D34)",
    ),
    (FORGOT.replace("b5*", "b5"), "1 call", "call-window-closed", "no call is due now: [uno_window] (D34)"),
    (FORGOT, "2 catch 2", "accuse-another", "you can accuse only another player (D34)"),
    (FORGOT, "2 catch 7", "no-such-seat", "there is no such seat: seats go from 0 to 2"),
    (FORGOT.replace("official", "rules-site"), "1 call", "call-too-late", "[uno_late_ok] (D33)"),
    (
        FORGOT.replace("r2r3", "r2r3%").replace("official", "rules-site+fines"),
        "2 catch 1",
        "accused-in-vain",
        "seat 2 has made a wrong accusation and cannot accuse again until the next play, draw or pass (D37)",
    ),
    # D42: the last card.
    ("r5/g5y1 r1 >0 - b1b2|- official+exit-ban=number", "r5", "not-last-card", "r5 cannot be the last card (D42)"),
    (
        "r7/b3b4 b7 >0 &1 y1y2|r1 juno-serious+exit-ban=number",
        "r7",
        "not-last-card",
        "r7 cannot be the last card (D42)",
    ),
    (
        "r+2/g5y1 b+2 >0 +2 b1b2|r1 official+stack+exit-ban=draw",
        "r+2",
        "not-last-card",
        "r+2 cannot be the last card (D42)",
    ),
    (
        "b5b6/r5/r1r2 r5 >0 @2 b1b2|r1 official+jump-in+exit-ban=number",
        "1 r5",
        "not-last-card",
        "r5 cannot be the last card (D42)",
    ),
]

ALLOWED = [
    (PLAIN, "r5", "match", "r5 matches the colour of r1 (D11)"),
    (
        "g5r3/g5y1 r5 >0 - b1b2|- official",
        "g5!",
        "with-call",
        "g5 matches the number of r5; it leaves one card, so the call is right (D32, D11)",
    ),
    ("gSr3/g5y1 rS >0 - b1b2|- official", "gS", "match", "gS matches the symbol of rS (D11)"),
    ("r5r3/g5y1 r5 >0 - b1b2|- official", "r5", "match", "r5 matches the colour and the number of r5 (D11)"),
    (
        "rRr3/g5y1 rS. >0 - b1b2|- console",
        "rR",
        "match-opening",
        "rR is red, and only the colour of the opening card counts (D07)",
    ),
    ("wr3/g5y1 b5 >0 - b1b2|- official", "w:g", "wild", "w fits on anything, and you choose the colour"),
    (
        "wr3/g5y1 b5 >0 - b1b2|- official+wild-on-wild=no",
        "w:g",
        "wild-on-card",
        "w fits on anything but a plain Wild, and you choose the colour (D61)",
    ),
    (
        "w+4r3/g5y1 b5 >0 - b1b2|- official",
        "w+4:g",
        "no-colour-held",
        "w+4 fits because seat 0 has no blue card (D22)",
    ),
    (
        "w+4r3/g5y1 b5 >0 - b1b2|- official+wd-condition=no-playable",
        "w+4:g",
        "nothing-else-fits",
        "w+4 fits because seat 0 has nothing else that does (D22)",
    ),
    (
        "w+4r3/g5y1 r5 >0 - b1b2|- official",
        "w+4:g",
        "bluff",
        "w+4 is a bluff because seat 0 has r3; only a challenge can punish it (D22, D23)",
    ),
    (
        "g7r5/g5y1 g1 >0 g7 b1b2|r1 official",
        "g7",
        "drawn-card",
        "you can play the card you drew: g7 matches the colour of g1 (D15, D11)",
    ),
    (OWED, "r+2", "answer", "r+2 can be stacked on b+2 (D26)"),
    (DEFLECT_OWED, "rR", "answer", "rR can be stacked on r+2 (D50)"),
    (
        "rSb1/g5y1/g1g2 gS >0 +4@1 b1b2b3b4|r1w+4 official+deflect-wd=skip",
        "rS",
        "answer",
        "rS can be stacked on gS (D51)",
    ),
    (BATCH, "r7&", "join", "r7 joins b7: [batch] (D12)"),
    (BATCH, "done", "close-batch", "that makes 1 card (D12)"),
    (JUMPING, "1 r5", "jump-in", "r5 is identical to the top card, so you can play it out of turn (D31)"),
    (
        JUMPING.replace("r5y1", "g5y1").replace("+jump-in", "+jump-in=identical,same-number"),
        "1 g5",
        "jump-in-number",
        "g5 has the number of the top card, so you can play it out of turn (D31)",
    ),
    (
        "r5/g5y1 r1 >0 - b1b2|- rules-site+fines",
        "r5!",
        "with-idle-call",
        "r5 matches the colour of r1; it is the last card, so the call means nothing (D32, D11)",
    ),
    (
        "r7g7b1/g5y1 r1 >0 - b1b2|- juno-serious+fines",
        "r7&!",
        "with-early-call",
        "r7 matches the colour of r1; the call is right only if all cards together leave one (D32, D11)",
    ),
    (PLAIN, "draw", "draw-anyway", "r5 fits, but [draw_voluntary] (D14)"),
    ("b5g5/g5y1 r1 >0 - b1b2|- official", "draw", "draw", "seat 0 has no card that they must play: [draw_size] (D13)"),
    (
        "b5g5/g5y1 r1 >0 - -|- official+pile-out=end-round",
        "draw",
        "draw-to-end",
        "seat 0 has no card that they must play, and nothing is left to draw: the round ends (D16)",
    ),
    (
        "b5g5/g5y1 r1 >0 - -|- official",
        "pass",
        "pass",
        "seat 0 has no card that they must play, and nothing is left to draw (D16)",
    ),
    ("g7r5/g5y1 g1 >0 g7 b1b2|r1 official", "pass", "keep-drawn", "you can keep the card you drew: [drawn_card] (D15)"),
    (
        "b7r5/g5y1 g1 >0 b7 b1b2|r1 official",
        "pass",
        "keep-no-match",
        "b7, which you drew, cannot be played, so you keep it (D15)",
    ),
    (
        "g7w+4/g5y1 g1 >0 w+4 b1b2|r1 official+force-play",
        "pass",
        "keep-bluff",
        "w+4, which you drew, would be a bluff, so you can keep it (D15, D22)",
    ),
    (OWED, "take", "take-cards", "seat 0 has 2 cards to draw: [draw_forfeits_turn] (D20)"),
    ("bSr2/g5y1 rS >0 -1 b1b2|r1 rules-site", "take", "take-skip", "seat 0 loses 1 turn (D17)"),
    (
        "bSr2/g5y1/y3y4 rS >0 -2 b1b2|r1 official+answer-skip=same-value+skip-total=sum+skip-answerer=each",
        "take",
        "take-skip",
        "seat 0 loses 1 turn (D17)",
    ),
    (DOUBT, "challenge", "challenge", "seat 0 played w+4 on r5, and it may be a bluff (D23, D24)"),
    (
        "b5r5/g5y1^ r1 >0 - b1b2b3b4|- rules-site",
        "1 ready",
        "ready",
        "play waits until seat 1 says “Ready” after drawing (D39)",
    ),
    (FORGOT, "1 call", "call", "seat 1 has to call and still can (D32, D33)"),
    (
        "b5r5g1/g5y1 r1 >0 - b1b2|- official+count-info=hidden",
        "catch 1",
        "accuse-anyone",
        "seat 1 can be accused because hand sizes are hidden; a wrong accusation costs no cards (D37, D40)",
    ),
    (FORGOT, "2 catch 1", "catch", "seat 1 has not called, and being caught costs 2 cards (D34, D35)"),
    ("b5r5/g5y1 r7 >0 > b1b2|r1 juno-seven0", ">1", "swap-hands", "seat 0 swaps hands with seat 1 (D21)"),
    (
        "b5r5/g5y1 r7 >0 > b1b2|r1 official+number-effects=7:may-swap",
        "pass",
        "keep-hand",
        "you need not swap hands (D21)",
    ),
    (
        "g8w+4b1/g3g4 w+4:g >0 +4@1 b1b2|r7 official+stack+wd-scope=always",
        "w+4:b",
        "bluff",
        "w+4 is a bluff because seat 0 has g8; only a challenge can punish it (D22, D23)",
    ),
    ("b5r5/g5y1 w >0 : b1b2|- official", ":g", "name-colour", "[start_wild] (D09)"),
    (PLAIN, "1 leave", "leave", "seat 1 leaves the round for good"),
    ("b5r5/g5y1^ r1 >0 - b1b2b3b4|- rules-site", "leave", "leave", "seat 0 leaves the round for good"),
]

FINES = "b5r5g1/g5y1 r1 >0 - b1b2b3b4|- official+fines"
FINED = [
    (
        FINES,
        "b5",
        "bad-card-and-turn",
        "b5 matches neither the colour nor the number of r1; the card goes back and costs 2 cards and the turn "
        "(D36, D11)",
    ),
    (
        FINES + "+fined-turn=kept",
        "b5",
        "bad-card",
        "b5 matches neither the colour nor the number of r1; the card goes back and costs 2 cards (D36, D11)",
    ),
    (
        FINES,
        "1 g5",
        "bad-card",
        "it is seat 0’s turn, and nobody can play out of turn; the card goes back and costs 2 cards (D36, D31)",
    ),
    (
        FINES,
        "r5!",
        "false-call-with-card",
        "r5 matches the colour of r1, but a call that does not leave you exactly one card costs 2 cards (D37, D11)",
    ),
    (FINES, "call", "false-call", "nobody has to call now; a call that is not due costs 2 cards (D37, D32)"),
    (FINES, "catch 1", "wrong-accusation", "nobody has to call now; a wrong accusation costs 2 cards (D37, D32)"),
    (
        "r7g1b1/b3b4 b7 >0 &1!<b1 y1y2y3y4|b1 juno-serious+fines",
        "done",
        "false-call-with-card",
        "that makes 1 card, but a call that does not leave you exactly one card costs 2 cards (D37, D12)",
    ),
]


@pytest.mark.parametrize(("position", "move", "id", "said"), REFUSED)
def test_refused(position: str, move: str, id: str, said: str) -> None:
    reason = told(position, move)
    assert (reason.verdict, reason.id, reason.sentence) == ("refused", id, quoting(position, said))
    with pytest.raises(IllegalAction) as error:
        Round.from_position(position).play(move)
    assert error.value.reason == reason


@pytest.mark.parametrize(("position", "move", "id", "said"), ALLOWED)
def test_allowed(position: str, move: str, id: str, said: str) -> None:
    reason = told(position, move)
    assert (reason.verdict, reason.id, reason.sentence) == ("allowed", id, quoting(position, said))
    Round.from_position(position).play(move)


@pytest.mark.parametrize(("position", "move", "id", "said"), FINED)
def test_fined(position: str, move: str, id: str, said: str) -> None:
    reason = told(position, move)
    assert (reason.verdict, reason.id, reason.sentence) == ("fined", id, quoting(position, said))
    assert "fined" in [event.kind for event in Round.from_position(position).play(move)]


# Actions that cannot be written as text.
NUMBERS = [
    ([-1], "no-such-action"),
    ([2 * CALLING], "no-such-action"),
    ([10**5000], "no-such-action"),
    ([SHOUT], "no-such-action"),
    ([RANKS - 1], "no-such-action"),  # the deck has no such card
    ([DRAW | CALLING], "call-needs-card"),
    ([DRAW, LEAVE], "separate-move"),
    ([DRAW, PASS], "separate-move"),  # otherwise the reason could reveal the drawn card, which is put back
    ([DRAW, SHOUT], "no-such-action"),
]


@pytest.mark.parametrize(("actions", "id"), NUMBERS)
def test_actions_that_cannot_be_written_are_refused_with_a_reason(actions: list[int], id: str) -> None:
    s, ruleset = read_position(PLAIN)
    assert explain_all(s, ruleset, 0, actions)[-1][1].id == id
    with pytest.raises(IllegalAction) as error:
        Round.from_position(PLAIN)._prepare(0, raw(actions))
    assert error.value.reason.id == id and str(error.value)


def test_every_reason_of_the_catalogue_has_a_case() -> None:
    shown = {id for _, _, id, _ in REFUSED + ALLOWED + FINED} | {id for _, id in NUMBERS}
    assert shown == CATALOGUE.keys()


def test_D34_a_late_accusation_names_the_window() -> None:
    """Seat 1 forgot to call, and nobody noticed before seat 2 drew."""
    table = Round.from_position("g5y1/b5*/r2r3/g7g8 r5 >2 @1 b1b2b3b4|r1 official")
    assert "catch 1" in map(str, table.legal(3))
    table.play("2 draw")
    with pytest.raises(IllegalAction) as late:
        table.play("3 catch 1")
    assert (late.value.reason.id, late.value.reason.rule) == ("window-closed", ("D34",))
    with pytest.raises(IllegalAction) as own:
        table.play("1 call")
    assert own.value.reason.rule == ("D34",)


@pytest.mark.parametrize("hand", ["b5", "b5y5", "b5y5y6"])
def test_D40_no_reason_reveals_the_size_of_a_hidden_hand(hand: str) -> None:
    position = f"g5y1b9/{hand}/r2r3 r5 >0 - b1b2b3b4|r1 official+count-info=hidden"
    assert told(position, "2 catch 1") == told(position.replace(hand, "b5"), "2 catch 1")
    assert told(position, "2 call") == told(position.replace(hand, "b5"), "2 call")


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


def test_after_a_foul_the_rest_of_a_move_is_left_out() -> None:
    s, ruleset = read_position("b7g7r2b3/r3y4/b8b9 r1 >0 - 30|10 juno-seven0+fines")
    _, actions = parse_move(ruleset.deck, "b7>2")
    assert [reason.verdict for _, reason in explain_all(s, ruleset, 0, actions)] == ["fined"]


# ---------------------------------------------------------------- random positions of random rule sets

PLAYED = 40  # positions to check in each round


def positions(seed: int) -> Iterator[tuple[State, Ruleset, Random]]:
    """Yield positions of a round under a random rule set, with occasional fouls."""
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
        (seat, action) for seat in range(s.seats) for action in listed_codes(*ask(s, ruleset.core_rules, seat), colours)
    ]


def writable(ruleset: Ruleset) -> list[int]:
    """Return every action that can be written with the cards of a deck."""
    lays = [card + RANKS * colour for card in ruleset.deck.text for colour in range(4 if card >= WILD else 1)]
    verbs = [action for action in range(VERBS, ACTIONS) if action != SHOUT]
    return lays + [lay | CALLING for lay in lays] + verbs


def tried(s: State, ruleset: Ruleset, rng: Random, many: int) -> Iterator[tuple[int, int]]:
    """Return random actions of random seats: cards they hold, and anything else."""
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
                reason = why(s, ruleset, seat, action)
                assert reason.id != "no-such-action"
                assert re.fullmatch(r"[^\n{}]{10,250}[^.\s]", reason.sentence)
                assert -1 not in reason.parts.values() and "?" not in reason.parts.values(), "no card is ever NONE"
                assert Reason.from_dict(reason.to_dict()) == reason
        assert fields(s) == before, "asking changes nothing"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_verdict_is_that_of_the_core(seed: int) -> None:
    for s, ruleset, rng in positions(seed):
        for seat, action in tried(s, ruleset, rng, 2):
            verdict = step.apply(twin_of(s), ruleset.core_rules, seat, action)
            reason = explain(s, ruleset, seat, action)
            # Where hand sizes are hidden (D40), nobody knows beforehand whether an accusation will be fined.
            assert reason.verdict == ("refused", "allowed", "fined")[verdict] or reason.id == "accuse-anyone"
            assert Reason.from_dict(reason.to_dict()) == reason
            if verdict == 0:
                assert reason == why(s, ruleset, seat, action)


def deal_anew(s: State, seat: int, rng: Random) -> State:
    """Return a table that looks the same to this seat, with everything it cannot see dealt again."""
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
def test_no_reason_depends_on_what_the_seat_cannot_see(seed: int) -> None:
    for s, ruleset, rng in positions(seed):
        for seat in range(s.seats):
            twin = deal_anew(s, seat, rng)
            for action in rng.sample(writable(ruleset), 8):
                if refused(s, ruleset.core_rules, seat, action):
                    assert why(s, ruleset, seat, action) == why(twin, ruleset, seat, action)
        seat, action = next(tried(s, ruleset, rng, 1))
        assert explain(s, ruleset, seat, action) == explain(deal_anew(s, seat, rng), ruleset, seat, action)


ALL = [(1 << HALF) - 1] * 2
STANCES = {
    **dict.fromkeys(["no-match", "no-match-only", "no-match-named", "no-match-opening", "not-on-wild"], FIT),
    **dict.fromkeys(["no-answer-to-draw", "no-answer-to-skip"], ANSWER),
    "no-join": JOIN,
    **dict.fromkeys(["jump-identical", "jump-same-number"], JUMP),
}
# By the id of a refusal: the change to the rules that makes it invalid.
LIFTED: dict[str, dict[str, object]] = {
    "holds-colour": {"guarded": 0},
    "holds-match": {"guarded": 0},
    "not-last-card": {"banned": [0, 0]},
    "draw-with-match": {"draw_voluntary": 1},
    "drawn-must-play": {"drawn_card": MAY_PLAY},
    "must-answer": {"answer_forced": 0},
    "call-too-late": {"uno_late_ok": 1},
    "not-the-target": {"challenge_any": 1},
    "jump-own-card": {"jump_own": 1, "jump_may_win": 1, "banned": [0, 0]},
    "jump-no-win": {"jump_may_win": 1, "banned": [0, 0]},
    **dict.fromkeys(
        ["nobody-owes-call", "owes-no-call", "called-already", "window-closed", "call-window-closed"],
        {"fine_false_call": 1},
    ),
}


def lifted(ruleset: Ruleset, s: State, id: str) -> Rules | None:
    """Return the rules without the one that a refusal names, if that is a simple change."""
    changes, stance = LIFTED.get(id), STANCES.get(id)
    if changes is None and (stance is None or (stance == JUMP and s.laid_by == NONE)):
        return None
    r = Rules()
    assign(r, ruleset.core_rules)
    for name, value in (changes or {"guarded": 0, "banned": [0, 0], "jump_may_win": 1, "jump_own": 1}).items():
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
            reason = why(s, ruleset, seat, action)
            if (r := lifted(ruleset, s, reason.id)) is not None:
                assert not refused(s, r, seat, action & ~CALLING), reason


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
            assert all(reason.verdict != "refused" for _, reason in explained)
        except IllegalAction as error:
            assert explained[-1][1] == error.reason
