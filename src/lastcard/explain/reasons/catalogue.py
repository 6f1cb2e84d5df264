"""The catalogue of reasons: for each id its verdict, the dimensions it is based on, and its sentence in English.

A sentence is a Python format string with the parts of the reason as fields; `english` explains the formats after the
colons.  If dimensions are joined by `|`, a reason is based on one of them.
"""

from enum import Enum
from functools import cache
from string import Formatter
from typing import Literal, NamedTuple

Verdict = Literal["allowed", "refused", "fined"]


class Entry(NamedTuple):
    """The entry of one id."""

    verdict: Verdict
    rule: str
    sentence: str


_REFUSED = {
    # For any action.
    "no-such-seat": ("", "there is no such seat: seats go from 0 to {last}"),
    "no-such-action": ("", "there is no such action"),
    "seat-out": ("", "{other:is} out of the round"),
    "round-over": ("", "the round is over"),
    "ready-first": ("D39", "{awaited:and} must say ready first {rule}"),
    "nobody-to-be-ready": ("D39", "nobody has to say ready {rule}"),
    "not-your-turn": ("", "it is {turn:'s} turn"),
    "separate-move": ("", "{action} must be a separate move"),
    # Choices that must be made first.
    "batch-first": ("D12", "{turn} must first add to the batch or close it with 'done' {rule}"),
    "colour-first": ("D09|D10", "{turn} must first choose a colour for the opening card: {colours:or} {rule}"),
    "swap-first": ("D21", "{turn} must first choose whom to swap hands with: {seats:or} {rule}"),
    "swap-with-another": ("D21", "hands can be swapped only with another player {rule}"),
    "no-seat-to-choose": ("D21", "there is no seat to choose now, only after a card that swaps hands {rule}"),
    "no-colour-to-name": ("", "there is no colour to choose now: a wild is played together with its colour"),
    "no-open-batch": ("D12", "there is no open batch to close {rule}"),
    # Playing a card on your turn.
    "not-held": ("", "{seat:does} not hold {card}"),
    "no-match": ("D11", "{card} matches neither {axes:nor} of {top} {rule}"),
    "no-match-only": ("D11", "{card} does not match {axes:or} of {top}, and nothing else counts {rule}"),
    "no-match-named": ("D11", "{card} is not {colour}, the colour that was chosen {rule}"),
    "not-on-wild": ("D61", "{card} cannot follow a plain Wild, only a {colour} card can {rule}"),
    "no-match-opening": ("D07", "{card} is not {colour}, and only the colour of the opening card counts {rule}"),
    "only-drawn-card": ("D15", "after drawing, only the drawn card, {drawn}, can be played {rule}"),
    "holds-colour": ("D22", "{card} can be played only without a {colour} card, and {seat:holds} {held} {rule}"),
    "holds-match": ("D22", "{card} can be played only when nothing else fits, and {seat:holds} {held} {rule}"),
    "not-last-card": ("D42", "{card} cannot be the last card {rule}"),
    "no-join": ("D12", "{card} cannot join {top}: {says} {rule}"),
    "not-together": ("D12", "{card} cannot be played together with the card before it: {says} {rule}"),
    "played-alone": (
        "D12",
        "{card} cannot be added: a card that follows a draw, jumps in or passes a draw on is played alone {rule}",
    ),
    # Answering what is owed.
    "no-answer-to-draw": (
        "D26|D27|D50|D51|D58",
        "{seat:has} {owed:card} to draw, and {card} cannot be stacked on {top}: {says} {rule}",
    ),
    "no-answer-to-skip": (
        "D25",
        "{seat:is} about to lose {owed:turn}, and {card} cannot be stacked on {top}: {says} {rule}",
    ),
    "no-answer-nor-jump": ("D25|D26|D27|D50|D51|D58", "{says} {rule}, and {cause}"),
    "must-answer": ("D30", "{card} can be stacked, and {says} {rule}"),
    "draw-owed-first": ("", "{seat:has} {owed:card} to draw: {may:or}"),
    "skip-owed-first": ("", "{seat:is} about to lose {owed:turn}: {may:or}"),
    "nothing-to-take": ("", "{seat:owes} nothing: {may:or}"),
    # Playing out of turn.
    "out-of-turn": ("D31", "it is {turn:'s} turn, and nobody can play out of turn {rule}"),
    "no-jump-on-this": ("D31", "it is {turn:'s} turn, and nobody can jump in on {top} {rule}"),
    "jump-identical": ("D31", "it is {turn:'s} turn, and only {top}, the identical card, can jump in {rule}"),
    "jump-same-number": (
        "D31", "it is {turn:'s} turn, and only {top} or a card with the same number can jump in {rule}",
    ),
    "jump-window-closed": (
        "D31",
        "nobody can jump in now: that is possible only after a card is played, until the next play, draw or pass "
        "{rule}",
    ),
    "jump-own-card": ("D31", "nobody can jump in on their own card {rule}"),
    "jump-no-win": ("D31", "nobody can go out by jumping in {rule}"),
    # Drawing and passing.
    "draw-with-match": ("D14", "{card} fits, and {says} {rule}"),
    "nothing-left-must-play": ("D16", "nothing is left to draw, so {card}, which fits, must be played {rule}"),
    "nothing-left-to-draw": ("D16", "nothing is left to draw: {may:or} {rule}"),
    "already-drawn": ("D15", "{seat:has} already drawn: {may:or} {rule}"),
    "pass-before-draw": ("D15", "{seat} can pass only after drawing: {may:or} {rule}"),
    "drawn-must-play": ("D15", "{drawn} fits, and {says} {rule}"),
    "draw-ends-round": ("D16", "nobody can pass when nothing is left to draw: 'draw' ends the round {rule}"),
    # Challenges.
    "own-wild-draw": ("D24", "{seat} cannot challenge {seat:their} own card {rule}"),
    "not-the-target": ("D24", "only {turn}, the player who was hit, can challenge {rule}"),
    "no-challenges": ("D22|D23", "nothing can be challenged: {says} {rule}"),
    "nothing-to-challenge": (
        "D24",
        "there is nothing to challenge: only a Wild Draw that needed its condition can be challenged, and only once "
        "{rule}",
    ),
    # Calls and accusations.
    "no-calls": ("D32", "{says} {rule}"),
    "call-needs-card": ("D32", "a call goes with a card, not with {action} {rule}"),
    "call-leaves-one": ("D32", "a call goes with the card that leaves one, and {seat:holds} {count:card} {rule}"),
    "call-too-late": ("D33", "{says} {rule}"),
    "called-already": ("D32", "{other:has} already called {rule}"),
    "owes-no-call": ("D32", "{other:owes} no call {rule}"),
    "nobody-owes-call": ("D32", "nobody owes a call {rule}"),
    "call-window-closed": ("D34", "no call is due now: {says} {rule}"),
    "window-closed": ("D34", "{other} cannot be caught now: {says} {rule}"),
    "accuse-another": ("D34", "only another player can be accused {rule}"),
    "accused-in-vain": (
        "D37",
        "{seat:has} made a wrong accusation and cannot accuse again until the next play, draw or pass {rule}",
    ),
}  # fmt: skip

_ALLOWED = {
    # Playing a card.
    "match": ("D11", "{card} matches {axes:and} of {top} {rule}"),
    "match-opening": ("D07", "{card} is {colour}, and only the colour of the opening card counts {rule}"),
    "wild": ("", "{card} can be played on anything, and its player names the colour"),
    "wild-on-card": ("D61", "{card} fits anything but a plain Wild, and its player names the colour {rule}"),
    "no-colour-held": ("D22", "{card} can be played because {seat:holds} no {colour} card {rule}"),
    "nothing-else-fits": ("D22", "{card} can be played because {seat:holds} nothing else that fits {rule}"),
    "bluff": ("D22 D23", "{card} is a bluff because {seat:holds} {held}; only a challenge can punish it {rule}"),
    "drawn-card": ("D15", "the drawn card can be played {rule}: {cause}"),
    "join": ("D12", "{card} joins {top}: {says} {rule}"),
    "answer": ("D25|D26|D27|D50|D51|D58", "{card} answers {top} {rule}"),
    "jump-in": ("D31", "{card} is identical to the top card, so it can be played out of turn {rule}"),
    "jump-in-number": ("D31", "{card} has the number of the top card, so it can be played out of turn {rule}"),
    "with-call": ("D32", "{cause}; it leaves one card, so the call is right {rule}"),
    "with-idle-call": ("D32", "{cause}; it is the last card, so the call means nothing {rule}"),
    "with-early-call": ("D32", "{cause}; the call is right only if the whole batch leaves one card {rule}"),
    "close-batch": ("D12", "the batch of {count:card} is closed {rule}"),
    # Drawing and passing.
    "draw": ("D13", "{seat:has} no card that must be played; {says} {rule}"),
    "draw-anyway": ("D14", "{card} fits, but {says} {rule}"),
    "draw-to-end": ("D16", "{seat:has} no card that must be played and nothing is left to draw: the round ends {rule}"),
    "pass": ("D16", "{seat:has} no card that must be played, and nothing is left to draw {rule}"),
    "keep-drawn": ("D15", "the drawn card can be kept: {says} {rule}"),
    "keep-no-match": ("D15", "the drawn card, {drawn}, cannot be played, so it is kept {rule}"),
    "keep-bluff": ("D15 D22", "the drawn card, {drawn}, would be a bluff, so it can be kept {rule}"),
    # Everything else.
    "take-cards": ("D20", "{seat:has} {owed:card} to draw; {says} {rule}"),
    "take-skip": ("D17", "{seat:loses} {owed:turn} {rule}"),
    "challenge": ("D23 D24", "{card} was played on {under} by {other} and may be a bluff {rule}"),
    "name-colour": ("D09|D10", "{says} {rule}"),
    "keep-hand": ("D21", "the swap can be declined {rule}"),
    "swap-hands": ("D21", "{seat:swaps} hands with {other} {rule}"),
    "call": ("D32 D33", "{seat:owes} a call and can still make it {rule}"),
    "catch": ("D34 D35", "{other:owes} a call, and being caught costs {price:card} {rule}"),
    "accuse-anyone": (
        "D37 D40",
        "{other} can be accused because hand sizes are hidden; a wrong accusation costs {price:card} {rule}",
    ),
    "leave": ("", "{seat:leaves} the round for good"),
    "ready": ("D39", "play waits for {seat} to say ready after drawing a penalty {rule}"),
}  # fmt: skip

_FINED = {
    "bad-card": ("D36", "{cause}; the card goes back and costs {price:card} {rule}"),
    "bad-card-and-turn": ("D36", "{cause}; the card goes back and costs {price:card} and the turn {rule}"),
    "false-call-with-card": (
        "D37", "{cause}, but calling with a play that does not leave exactly one card costs {price:card} {rule}",
    ),
    "false-call": ("D37", "{cause}; a call that is not due costs {price:card} {rule}"),
    "wrong-accusation": ("D37", "{cause}; a wrong accusation costs {price:card} {rule}"),
}  # fmt: skip

CATALOGUE: dict[str, Entry] = {
    **{id: Entry("refused", *said) for id, said in _REFUSED.items()},
    **{id: Entry("allowed", *said) for id, said in _ALLOWED.items()},
    **{id: Entry("fined", *said) for id, said in _FINED.items()},
}


class PartKind(Enum):
    """What a part is, by its name."""

    SEAT = "a seat, 0 to 9"
    SEATS = "seats"
    CARD = "a card in notation; a wild on the discards has its colour"
    AXES = "what could match: colour, number, symbol"
    MAY = "actions: `play` (any card), or the word of an action"
    COLOUR = "the name of a colour"
    COLOURS = "names of colours"
    COUNT = "a number"
    TEXT = "text"


KINDS: dict[str, tuple[PartKind, str]] = {
    "seat": (PartKind.SEAT, "the seat that acts"),
    "turn": (PartKind.SEAT, "the seat on turn"),
    "other": (PartKind.SEAT, "the other seat that the reason is about"),
    "awaited": (PartKind.SEATS, "the seats that must say ready"),
    "seats": (PartKind.SEATS, "the seats that can be chosen"),
    "card": (PartKind.CARD, "the card that the reason is about"),
    "top": (PartKind.CARD, "the top of the discards"),
    "under": (PartKind.CARD, "the top of the discards before the card was played"),
    "drawn": (PartKind.CARD, "the card the acting seat has just drawn"),
    "held": (PartKind.CARD, "a card the acting seat holds"),
    "axes": (PartKind.AXES, "what the card could match or does match"),
    "may": (PartKind.MAY, "what the seat can do instead"),
    "colour": (PartKind.COLOUR, "the current colour"),
    "colours": (PartKind.COLOURS, "the colours that can be named"),
    "owed": (PartKind.COUNT, "cards to draw or turns to lose"),
    "price": (PartKind.COUNT, "how many cards a foul, or being caught, costs"),
    "count": (PartKind.COUNT, "cards in the hand or in the batch"),
    "last": (PartKind.COUNT, "the highest seat number at the table"),
    "action": (PartKind.TEXT, "an action in notation"),
    "says": (PartKind.TEXT, "the sentence of the rule that applies"),
    "setting": (PartKind.TEXT, "that rule as ids write it, such as `answer-wd=none`"),
}

CAUSE, RULE, SAYS, SETTING = "cause", "rule", "says", "setting"
PLAY = "play"  # in the part `may`: any card


@cache
def parts_of(id: str) -> tuple[str, ...]:
    """Return the names of the parts that a reason with this id has, in the order of its sentence, without the cause."""
    fields = [name for _, name, _, _ in Formatter().parse(CATALOGUE[id].sentence) if name]
    names = list(dict.fromkeys(name for name in fields if name not in (CAUSE, RULE)))
    return (*names, SETTING) if SAYS in names else tuple(names)


@cache
def has_cause(id: str) -> bool:
    """Return whether a reason with this id has a cause."""
    return f"{{{CAUSE}}}" in CATALOGUE[id].sentence
