"""The catalogue of reasons: for each id its verdict, the dimensions it is based on, and its parts.

If dimensions are joined by `|`, a reason is based on one of them.  What a reason says is `why.ID` in the catalogue of
words.
"""

from enum import Enum
from typing import Literal, NamedTuple

Verdict = Literal["allowed", "refused", "fined"]


class Entry(NamedTuple):
    """The entry of one id."""

    verdict: Verdict
    rule: str
    parts: tuple[str, ...]
    has_cause: bool


_REFUSED = {
    # For any action.
    "no-such-seat": ("", "last"),
    "no-such-action": ("", ""),
    "seat-out": ("", "other"),
    "round-over": ("", ""),
    "ready-first": ("D39", "awaited"),
    "nobody-to-be-ready": ("D39", ""),
    "not-your-turn": ("", "turn"),
    "separate-move": ("", "action"),
    # Choices that must be made first.
    "batch-first": ("D12", "turn"),
    "colour-first": ("D09|D10", "turn colours"),
    "swap-first": ("D21", "turn seats"),
    "swap-with-another": ("D21", ""),
    "no-seat-to-choose": ("D21", ""),
    "no-colour-to-name": ("", ""),
    "no-open-batch": ("D12", ""),
    # Playing a card on your turn.
    "not-held": ("", "seat card"),
    "no-match": ("D11", "card axes top"),
    "no-match-only": ("D11", "card axes top"),
    "no-match-named": ("D11", "card colour"),
    "not-on-wild": ("D61", "card colour"),
    "no-match-opening": ("D07", "card colour"),
    "only-drawn-card": ("D15", "drawn"),
    "holds-colour": ("D22", "card colour seat held"),
    "holds-match": ("D22", "card seat held"),
    "not-last-card": ("D42", "card"),
    "no-join": ("D12", "card top says"),
    "not-together": ("D12", "card says"),
    "played-alone": ("D12", "card"),
    # Answering what is owed.
    "no-answer-to-draw": ("D26|D27|D50|D51|D58", "seat owed card top says"),
    "no-answer-to-skip": ("D25", "seat owed card top says"),
    "no-answer-nor-jump": ("D25|D26|D27|D50|D51|D58", "says cause"),
    "must-answer": ("D30", "card says"),
    "draw-owed-first": ("", "seat owed may"),
    "skip-owed-first": ("", "seat owed may"),
    "nothing-to-take": ("", "seat may"),
    # Playing out of turn.
    "out-of-turn": ("D31", "turn"),
    "no-jump-on-this": ("D31", "turn top"),
    "jump-identical": ("D31", "turn top"),
    "jump-same-number": ("D31", "turn top"),
    "jump-window-closed": ("D31", ""),
    "jump-own-card": ("D31", ""),
    "jump-no-win": ("D31", ""),
    # Drawing and passing.
    "draw-with-match": ("D14", "card says"),
    "nothing-left-must-play": ("D16", "card"),
    "nothing-left-to-draw": ("D16", "may"),
    "already-drawn": ("D15", "seat may"),
    "pass-before-draw": ("D15", "seat may"),
    "drawn-must-play": ("D15", "drawn says"),
    "draw-ends-round": ("D16", ""),
    # Challenges.
    "own-wild-draw": ("D24", "seat"),
    "not-the-target": ("D24", "turn"),
    "no-challenges": ("D22|D23", "says"),
    "nothing-to-challenge": ("D24", ""),
    # Calls and accusations.
    "no-calls": ("D32", "says"),
    "call-needs-card": ("D32", "action"),
    "call-leaves-one": ("D32", "seat count"),
    "call-too-late": ("D33", "says"),
    "called-already": ("D32", "other"),
    "owes-no-call": ("D32", "other"),
    "nobody-owes-call": ("D32", ""),
    "call-window-closed": ("D34", "says"),
    "window-closed": ("D34", "other says"),
    "accuse-another": ("D34", ""),
    "accused-in-vain": ("D37", "seat"),
}

_ALLOWED = {
    # Playing a card.
    "match": ("D11", "card axes top"),
    "match-opening": ("D07", "card colour"),
    "wild": ("", "card"),
    "wild-on-card": ("D61", "card"),
    "no-colour-held": ("D22", "card seat colour"),
    "nothing-else-fits": ("D22", "card seat"),
    "bluff": ("D22 D23", "card seat held"),
    "drawn-card": ("D15", "cause"),
    "join": ("D12", "card top says"),
    "answer": ("D25|D26|D27|D50|D51|D58", "card top"),
    "jump-in": ("D31", "card"),
    "jump-in-number": ("D31", "card"),
    "with-call": ("D32", "cause"),
    "with-idle-call": ("D32", "cause"),
    "with-early-call": ("D32", "cause"),
    "close-batch": ("D12", "count"),
    # Drawing and passing.
    "draw": ("D13", "seat says"),
    "draw-anyway": ("D14", "card says"),
    "draw-to-end": ("D16", "seat"),
    "pass": ("D16", "seat"),
    "keep-drawn": ("D15", "says"),
    "keep-no-match": ("D15", "drawn"),
    "keep-bluff": ("D15 D22", "drawn"),
    # Everything else.
    "take-cards": ("D20", "seat owed says"),
    "take-skip": ("D17", "seat owed"),
    "challenge": ("D23 D24", "card under other"),
    "name-colour": ("D09|D10", "says"),
    "keep-hand": ("D21", ""),
    "swap-hands": ("D21", "seat other"),
    "call": ("D32 D33", "seat"),
    "catch": ("D34 D35", "other price"),
    "accuse-anyone": ("D37 D40", "other price"),
    "leave": ("", "seat"),
    "ready": ("D39", "seat"),
}

_FINED = {
    "bad-card": ("D36", "price cause"),
    "bad-card-and-turn": ("D36", "price cause"),
    "false-call-with-card": ("D37", "price cause"),
    "false-call": ("D37", "price cause"),
    "wrong-accusation": ("D37", "price cause"),
}

CAUSE, SAYS, SETTING = "cause", "says", "setting"
PLAY = "play"  # in the part `may`: any card


def _entries(verdict: Verdict, entries: dict[str, tuple[str, str]]) -> dict[str, Entry]:
    return {id: _entry(verdict, rule, words.split()) for id, (rule, words) in entries.items()}


def _entry(verdict: Verdict, rule: str, names: list[str]) -> Entry:
    """Return an entry; whatever quotes a rule also has the setting it quotes."""
    parts = [name for name in names if name != CAUSE] + [SETTING] * (SAYS in names)
    return Entry(verdict, rule, tuple(parts), CAUSE in names)


CATALOGUE: dict[str, Entry] = {
    **_entries("refused", _REFUSED),
    **_entries("allowed", _ALLOWED),
    **_entries("fined", _FINED),
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
