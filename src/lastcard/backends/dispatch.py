"""Offer the functions of the core through one function, in the core's style, so that only one entry is compiled."""

from ..core.deal import deal_stock, seed
from ..core.layout import Rules, Sheet, State
from ..core.leave import leave_round
from ..core.legal import is_legal, legal
from ..core.match import draw_for_dealer, leave_match, write_round
from ..core.step import apply

SEED, DEAL_STOCK, LEGAL, IS_LEGAL, APPLY, LEAVE_ROUND, LEAVE_MATCH, WRITE_ROUND, DRAW_FOR_DEAL = range(9)


def dispatch(
    states: list[State], sheets: list[Sheet], rules: list[Rules], wanted: list[int], answer: list[int]
) -> None:
    """Carry out the operation wanted[0] with the arguments after it, and write its results into `answer`."""
    s, r, what = states[0], rules[0], wanted[0]
    if what == SEED:
        seed(s, wanted[1], wanted[2])
    elif what == DEAL_STOCK:
        deal_stock(s, r, wanted[1], wanted[2], wanted[3], wanted[4])
    elif what == LEGAL:
        answer[0], answer[1], answer[2] = legal(s, r, wanted[1])
    elif what == IS_LEGAL:
        answer[0] = int(is_legal(s, r, wanted[1], wanted[2]))
    elif what == APPLY:
        answer[0] = apply(s, r, wanted[1], wanted[2])
    elif what == LEAVE_ROUND:
        answer[0] = leave_round(s, r, wanted[1])
    elif what == LEAVE_MATCH:
        leave_match(sheets[0], r, wanted[1], wanted[2])
    elif what == WRITE_ROUND:
        write_round(sheets[0], r, s, wanted[1])
    else:
        answer[0] = draw_for_dealer(s, r, wanted[1])
