"""Convert between positions and core states."""

from random import Random

from ..core.cards import give
from ..core.layout import Rules, State
from ..core.legal import honest
from ..core.records import assign
from ..core.scoring import write_points
from ..core.terms import CARDS, OVER, TYPES
from ..rules.ruleset import Ruleset
from .cards import UNKNOWN
from .checks import check_position
from .dealing import deal_unknown
from .positions import UNSURE, Asked, Hand, Position, format_position, in_place, parse_position

# ---------------------------------------------------------------- writing


def write_position(s: State, ruleset: Ruleset, *, with_rules: bool = True) -> str:
    """Return the line of a state, without scores, dealer, number of turns and random generator."""
    return format_position(position_of(s), ruleset, with_rules=with_rules)


def position_of(s: State) -> Position:
    """Return a state as a position with every card known."""
    return Position(
        hands=tuple(_hand_of(s, seat) for seat in range(s.seats)),
        top=s.top,
        face=s.face,
        direction=s.direction,
        turn=s.turn,
        asked=Asked(
            phase=s.phase,
            pending=s.pending,
            drawn=s.drawn,
            batch=s.batch,
            calling=s.calling,
            laid_by=s.laid_by,
            bluff=s.bluff,
            under=s.under,
            passes=s.passes,
            winners=s.winners,
        ),
        stock=tuple(s.pile[place] for place in range(s.n_stock - 1, -1, -1)),
        discards=tuple(s.pile[CARDS - s.n_discards : CARDS]),
    )


def _hand_of(s: State, seat: int) -> Hand:
    bit = 1 << seat
    if s.out & bit:
        # Once the round is over, its points already include the worth of this hand.
        return Hand(out=True, worth=0 if s.phase == OVER else s.points[seat])
    owes = 0 if not s.catchable & bit else 1 if s.one_left & bit else 2
    return Hand(
        cards=tuple(card for card in range(TYPES) for _ in range(s.count[seat][card])),
        called=bool(s.called & bit),
        owes=owes,
        wrong=bool(s.accused & bit),
        ready=bool(s.ready & bit),
    )


# ---------------------------------------------------------------- reading


def read_position(line: str, ruleset: Ruleset | None = None, seed: int | bytes = 0) -> tuple[State, Ruleset]:
    """Return the state that a line describes, and its rule set; unknown cards are dealt from the rest of the deck.

    What a line does not say is zero: scores, dealer, number of turns, random generator.  A finished round is scored
    again by the cards in the hands; what hands that are out were worth is not in the line.
    """
    position, ruleset = parse_position(line, ruleset)
    check_position(position, ruleset, line)
    with in_place("unknown cards", line):
        position = deal_unknown(position, ruleset, Random(seed))
    s = state_of(position)
    if s.bluff == UNSURE:
        s.bluff = _guilt(s, ruleset.core_rules)
    if s.phase == OVER:
        s.points = _points(s, ruleset.core_rules)
    return s, ruleset


def state_of(position: Position) -> State:
    """Return the state of a position; unknown cards are left out of hands and are UNKNOWN in the piles."""
    s = State()
    s.seats = len(position.hands)
    s.top, s.face, s.direction, s.turn = position.top, position.face, position.direction, position.turn
    for seat, hand in enumerate(position.hands):
        _seat_hand(s, seat, hand)
    asked = position.asked
    if asked.laid_by >= 0:
        s.one_left |= s.called & 1 << asked.laid_by  # the line does not say it of a call heard before the last lay
    s.phase, s.pending, s.drawn = asked.phase, asked.pending, asked.drawn
    s.batch, s.calling, s.laid_by = asked.batch, asked.calling, asked.laid_by
    s.bluff, s.under, s.passes, s.winners = asked.bluff, asked.under, asked.passes, asked.winners
    s.n_stock, s.n_discards = len(position.stock), len(position.discards)
    s.pile[: s.n_stock] = reversed(position.stock)
    s.pile[CARDS - s.n_discards :] = position.discards
    return s


def _seat_hand(s: State, seat: int, hand: Hand) -> None:
    bit = 1 << seat
    if hand.out:
        s.out |= bit
        s.points[seat] = hand.worth
        return
    for card in hand.cards or ():
        if card != UNKNOWN:
            give(s, seat, card)
    s.called |= bit * hand.called
    s.catchable |= bit * (hand.owes > 0)
    s.one_left |= bit * (hand.owes == 1)
    s.accused |= bit * hand.wrong
    s.ready |= bit * hand.ready


def _points(s: State, rules: Rules) -> list[int]:
    """Return the points of a finished round (D44)."""
    scored = State()
    assign(scored, s)
    write_points(scored, rules)
    return scored.points


def _guilt(s: State, rules: Rules) -> int:
    """Return whether the wild draw on top was a bluff, judged by its player's current hand (D22)."""
    face = s.face
    s.face = s.under
    guilty = 0 if honest(s, rules, s.laid_by) else 1
    s.face = face
    return guilty
