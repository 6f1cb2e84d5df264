"""Read and write the line of a position: grammar only, without checking whether it is possible.

`Position` is the line as a value; views, patterns and states are all written through it.  Its fields have the names of
the core; an unknown card is UNKNOWN, and a lay that may or may not be a bluff is UNSURE.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .._util.bounds import PASSES, POSITION_LENGTH, WORTH, amount, card_count, one_line
from ..core.layout import Rules
from ..core.terms import (
    ASKS_ANSWER,
    BATCH,
    CARDS,
    COLOUR,
    DEFLECT,
    DRAWN,
    MAX_OWED,
    NONE,
    OVER,
    OWED,
    SEAT,
    SEATS,
    SKIPPED,
    TURN,
)
from ..errors import NotationError, PositionError
from ..rules.decks import Deck
from ..rules.ruleset import Ruleset
from .cards import (
    UNKNOWN,
    format_card,
    format_cards,
    format_face,
    format_top,
    in_deck_order,
    parse_cards,
    parse_face,
    parse_top,
)

UNSURE = 2  # a lay that can be challenged, and may or may not be a bluff

_HAND = re.compile(r"(?P<cards>[^!*%^#]+)(?P<called>!?)(?P<owes>\*{0,2})(?P<wrong>%?)(?P<ready>\^?)")
_OUT = re.compile(r"#(?P<worth>[0-9]+)?")
_EFFECT = re.compile(
    r"(?:(?P<sign>[+-])(?P<amount>[0-9]+))?"
    r"(?:&(?P<batch>[0-9]+)(?P<calling>!?))?"
    r"(?:(?P<doubt>\?[01]?)?<(?P<under>[^@]+))?"
    r"(?:@(?P<laid_by>[0-9]))?"
)
_PENDING_FORMS = "-  a card  :  >  =2  $0  +4  -1  &2  @1, or +4?1<r5@0 and the like"


@dataclass(frozen=True, kw_only=True)
class Hand:
    """What a position says about one seat."""

    cards: tuple[int, ...] | None = ()  # None: even their number is unknown
    called: bool = False
    owes: int = 0  # 1: a call, by a lay of its own; 2: a call, not by a lay of its own
    wrong: bool = False  # accused wrongly
    ready: bool = False  # must say ready
    out: bool = False
    worth: int = 0  # the points of a hand that was knocked out


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the table waits for; the fields mean the same as in `State`."""

    phase: int = TURN
    pending: int = 0
    drawn: int = NONE  # may be UNKNOWN in phase DRAWN
    batch: int = 0
    calling: int = 0
    laid_by: int = NONE
    bluff: int = NONE
    under: int = NONE
    passes: int = 0
    winners: int = 0


@dataclass(frozen=True, kw_only=True)
class Position:
    """The line of a position as a value."""

    hands: tuple[Hand, ...]
    top: int
    face: int
    direction: int
    turn: int
    asked: Asked = field(default_factory=Asked)
    stock: tuple[int, ...] = ()  # from its top
    discards: tuple[int, ...] = ()  # from the newest, without the top card


@contextmanager
def in_place(place: str, line: str) -> Iterator[None]:
    """Add the place and the line to notation errors inside."""
    try:
        yield
    except NotationError as error:
        raise type(error)(f"{place}: {error} (position {line!r})") from None


# ---------------------------------------------------------------- writing


def format_position(position: Position, ruleset: Ruleset, *, with_rules: bool = True) -> str:
    """Return the line of a position."""
    deck = ruleset.deck
    fields = [
        "/".join(_format_hand(deck, hand) for hand in position.hands),
        format_top(deck, position.top, position.face),
        f"{'>' if position.direction == 1 else '<'}{position.turn}",
        _format_asked(deck, position, ruleset.core_rules),
        f"{_format_pile(deck, position.stock)}|{_format_pile(deck, position.discards)}",
    ]
    return " ".join([*fields, ruleset.id] if with_rules else fields)


def _format_hand(deck: Deck, hand: Hand) -> str:
    if hand.out:
        return f"#{hand.worth or ''}"
    cards = "~" if hand.cards is None else format_cards(deck, in_deck_order(deck, hand.cards))
    return cards + "!" * hand.called + "*" * hand.owes + "%" * hand.wrong + "^" * hand.ready


def _format_pile(deck: Deck, pile: tuple[int, ...]) -> str:
    if pile and all(card == UNKNOWN for card in pile):
        return str(len(pile))
    return format_cards(deck, pile)


def _format_asked(deck: Deck, position: Position, rules: Rules) -> str:
    asked = position.asked
    if asked.phase == SEAT and asked.laid_by == NONE:
        return ">@-"  # the start card asks (D57)
    unsaid = (NONE, position.turn) if asked.phase in (BATCH, SEAT) else (NONE,)
    lay = "" if asked.laid_by in unsaid else f"@{asked.laid_by}"
    if asked.phase == DRAWN:
        return format_card(deck, asked.drawn)
    if asked.phase == COLOUR:
        return ":" + lay
    if asked.phase == SEAT:
        return (">" if asked.batch == 1 else f">{asked.batch}") + lay
    if asked.phase == OVER:
        return "$" + ("".join(str(seat) for seat in range(SEATS) if asked.winners >> seat & 1) or "-")
    if asked.passes:
        return f"={asked.passes}"
    cards = asked.phase == OWED or rules.draws[position.top] > 0
    return _format_owed(asked, cards) + _format_doubt(deck, asked) + lay or "-"


def _format_owed(asked: Asked, cards: bool) -> str:
    owed = f"{'+' if cards else '-'}{asked.pending}" if asked.pending else ""
    return owed + (f"&{asked.batch}{'!' * asked.calling}" if asked.phase == BATCH else "")


def _format_doubt(deck: Deck, asked: Asked) -> str:
    guilt = {NONE: "", UNSURE: "?"}.get(asked.bluff, f"?{asked.bluff}")
    return guilt + (f"<{format_face(deck, asked.under)}" if asked.under != NONE else "")


# ---------------------------------------------------------------- reading


def parse_position(line: str, ruleset: Ruleset | None = None) -> tuple[Position, Ruleset]:
    """Read a line; return it with the rule set it names, else the given one, else `official`.

    If the line names the given rule set, it is not looked up, so its deck need not be registered.
    """
    line = one_line(line, "a position", POSITION_LENGTH)
    fields = line.split()
    if len(fields) not in (5, 6):
        raise NotationError(
            f"a position has five fields and a rule set (hands top direction+turn pending stock|discards ruleset), "
            f"not {len(fields)}: {line!r}"
        )
    if len(fields) == 6 and (ruleset is None or ruleset.id != fields[5]):
        ruleset = Ruleset.from_id(fields[5])
    elif ruleset is None:
        ruleset = Ruleset.from_id("official")
    deck = ruleset.deck
    hands = _parse_hands(deck, fields[0], line)
    with in_place("top card", line):
        top, face = parse_top(deck, fields[1])
    with in_place("direction and turn", line):
        direction, turn = _parse_turn(fields[2])
    with in_place("pending", line):
        asked = _parse_asked(deck, ruleset.core_rules, fields[3], top, turn)
    stock, discards = _parse_piles(deck, fields[4], line)
    position = Position(
        hands=hands, top=top, face=face, direction=direction, turn=turn, asked=asked, stock=stock, discards=discards
    )
    return position, ruleset


def _parse_hands(deck: Deck, text: str, line: str) -> tuple[Hand, ...]:
    hands = []
    for seat, hand in enumerate(text.split("/")):
        with in_place(f"hand of seat {seat}", line):
            hands.append(_parse_hand(deck, hand))
    if not 2 <= len(hands) <= SEATS:
        raise PositionError(f"hands: a table has 2 to {SEATS} hands, not {len(hands)} (position {line!r})")
    return tuple(hands)


def _parse_hand(deck: Deck, text: str) -> Hand:
    if text.startswith("#"):
        out = _OUT.fullmatch(text)
        if out is None:
            raise NotationError(f"{text!r}: a hand that is out is '#' or '#' and its points, without marks")
        return Hand(out=True, worth=amount(out["worth"] or "0", WORTH, "points in a hand knocked out"))
    hand = _HAND.fullmatch(text)
    if hand is None:
        raise NotationError(f"{text!r} is not a hand: cards, '-', '#' or '~', then the marks ! * % ^ in this order")
    cards = None if hand["cards"] == "~" else tuple(parse_cards(deck, hand["cards"], unknown=True))
    return Hand(
        cards=cards if cards is None else tuple(in_deck_order(deck, cards)),
        called=bool(hand["called"]),
        owes=len(hand["owes"]),
        wrong=bool(hand["wrong"]),
        ready=bool(hand["ready"]),
    )


def _parse_turn(text: str) -> tuple[int, int]:
    if not re.fullmatch(r"[<>][0-9]", text):
        raise NotationError(f"{text!r} is not '>' (clockwise) or '<' and the seat to act, as in >0")
    return (1 if text[0] == ">" else -1), int(text[1])


def _parse_piles(deck: Deck, text: str, line: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    stock, bar, discards = text.partition("|")
    if not bar:
        raise NotationError(f"piles: {text!r} has no '|' between stock and discards (position {line!r})")
    with in_place("stock", line):
        first = _parse_pile(deck, stock)
    with in_place("discards", line):
        return first, _parse_pile(deck, discards)


def _parse_pile(deck: Deck, text: str) -> tuple[int, ...]:
    if re.fullmatch(r"[0-9]+", text):
        return (UNKNOWN,) * card_count(text)
    return tuple(parse_cards(deck, text, unknown=True))


def _parse_asked(deck: Deck, rules: Rules, text: str, top: int, turn: int) -> Asked:
    """Read the pending field; its first character decides its kind."""
    if text == "-":
        return Asked()
    if re.fullmatch(r":(@[0-9])?", text):
        return Asked(phase=COLOUR, laid_by=int(text[2]) if len(text) > 1 else NONE)
    if choices := re.fullmatch(r">([1-9][0-9]*)?(?:@([0-9]|-))?", text):
        batch, by = amount(choices[1] or "1", CARDS, "choices"), choices[2]
        return Asked(phase=SEAT, batch=batch, laid_by=turn if by is None else NONE if by == "-" else int(by))
    if passes := re.fullmatch(r"=([1-9][0-9]*)", text):
        return Asked(passes=amount(passes[1], PASSES, "passes"))
    if re.fullmatch(rf"\$([0-9]{{1,{SEATS}}}|-)", text):
        return Asked(phase=OVER, winners=sum({1 << int(seat) for seat in text[1:].strip("-")}))
    if re.match(r"[a-z]|\?$", text):
        return _parse_drawn(deck, text)
    effect = _EFFECT.fullmatch(text)
    if effect is None or not text:
        raise NotationError(f"{text!r} is not something a table waits for; use {_PENDING_FORMS}")
    return _parse_effect(deck, rules, effect, top, turn)


def _parse_drawn(deck: Deck, text: str) -> Asked:
    cards = parse_cards(deck, text, unknown=True)
    if len(cards) != 1:
        raise PositionError(f"{text!r}: only one card may be named after a draw, the last one drawn")
    return Asked(phase=DRAWN, drawn=cards[0])


def _parse_effect(deck: Deck, rules: Rules, effect: re.Match[str], top: int, turn: int) -> Asked:
    pending = amount(effect["amount"] or "0", MAX_OWED, "cards or turns owed")
    if effect["sign"] and pending == 0:
        raise PositionError(f"{effect[0]!r} owes nothing; write '-' or '@seat' for an ordinary turn")
    if effect["sign"]:
        _check_sign(deck, rules, effect, top)
    laid_by = int(effect["laid_by"]) if effect["laid_by"] else NONE
    batch = amount(effect["batch"] or "0", CARDS, "cards in a batch")
    if effect["batch"]:
        phase = BATCH
        laid_by = turn if laid_by == NONE else laid_by
    elif effect["sign"] == "+":
        phase = OWED
    else:
        # A Skip that nobody may answer is kept only for a jump-in (A5-4).
        phase = SKIPPED if pending and rules.asks[top] & ASKS_ANSWER else TURN
    return Asked(
        phase=phase,
        pending=pending,
        batch=batch,
        calling=1 if effect["calling"] else 0,
        laid_by=laid_by,
        bluff=_parse_guilt(effect["doubt"]),
        under=parse_face(deck, effect["under"]) if effect["under"] else NONE,
    )


def _parse_guilt(doubt: str | None) -> int:
    if doubt is None:
        return NONE
    return UNSURE if doubt == "?" else int(doubt[1])


def _check_sign(deck: Deck, rules: Rules, effect: re.Match[str], top: int) -> None:
    sent_on = not effect["batch"] and any(rules.allow[DEFLECT][top])
    if effect["sign"] == "+" and not rules.draws[top] and not sent_on:
        raise PositionError(f"cards are owed, but {format_card(deck, top)} on top draws none")
    if effect["sign"] == "-" and not rules.skips[top]:
        raise PositionError(f"turns are owed, but {format_card(deck, top)} on top takes none")
