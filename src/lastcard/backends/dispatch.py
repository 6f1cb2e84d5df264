"""Offer the functions of the core through one function, in the core's style, for testing the compiled core."""

from typing import Annotated

from ..core.deal import deal_stock, seed
from ..core.layout import Rules, Sheet, State
from ..core.leave import leave_round
from ..core.legal import is_legal, legal
from ..core.match import draw_for_dealer, leave_match, write_round
from ..core.records import Bits64, Int8, Int16, record
from ..core.step import apply

SEED, DEAL_STOCK, LEGAL, IS_LEGAL, APPLY, LEAVE_ROUND, LEAVE_MATCH, WRITE_ROUND, DRAW_FOR_DEAL = range(9)


@record
class Request:
    """The function that is wanted, what it is given, and what it returned."""

    what: Int8
    low: Bits64
    high: Bits64
    seats: Int16
    dealer: Int16
    youngest: Int16
    away: Int16
    seat: Annotated[int, "i4"]
    action: Annotated[int, "i4"]
    contenders: Int16
    answer: Annotated[list[int], "i8", (3,)]


def dispatch(requests: list[Request], states: list[State], sheets: list[Sheet], rules: list[Rules]) -> None:
    """Carry out the first request with the first of each other record."""
    q, s, sheet, r = requests[0], states[0], sheets[0], rules[0]
    if q.what == SEED:
        seed(s, q.low, q.high)
    elif q.what == DEAL_STOCK:
        deal_stock(s, r, q.seats, q.dealer, q.youngest, q.away)
    elif q.what == LEGAL:
        q.answer[0], q.answer[1], q.answer[2] = legal(s, r, q.seat)
    elif q.what == IS_LEGAL:
        q.answer[0] = int(is_legal(s, r, q.seat, q.action))
    elif q.what == APPLY:
        q.answer[0] = apply(s, r, q.seat, q.action)
    elif q.what == LEAVE_ROUND:
        q.answer[0] = leave_round(s, r, q.seat)
    elif q.what == LEAVE_MATCH:
        leave_match(sheet, r, q.seat)
    elif q.what == WRITE_ROUND:
        write_round(sheet, r, s, q.youngest)
    else:
        q.answer[0] = draw_for_dealer(s, r, q.contenders)
