"""Call the compiled core one function at a time, on plain records: slow, and only for testing it against the rules."""

from typing import Any

import numpy as np

from ..core.layout import Rules, Sheet, State
from ..core.records import assign
from . import dispatch, records
from .numba import load
from .stack import CORE


class CompiledCore:
    """The functions of the core, compiled, under their own names."""

    def __init__(self) -> None:
        self._dispatch = load((*CORE, dispatch), ["dispatch"]).dispatch

    def seed(self, s: State, low: int, high: int) -> None:
        """Call the compiled `core.deal.seed`."""
        self._call(s, Sheet(), Rules(), dispatch.SEED, low, high)

    def deal_stock(self, s: State, r: Rules, seats: int, dealer: int, youngest: int, away: int) -> None:
        """Call the compiled `core.deal.deal_stock`."""
        self._call(s, Sheet(), r, dispatch.DEAL_STOCK, seats, dealer, youngest, away)

    def legal(self, s: State, r: Rules, seat: int) -> tuple[int, int, int]:
        """Call the compiled `core.legal.legal`."""
        low, high, verbs = self._call(s, Sheet(), r, dispatch.LEGAL, seat)
        return low, high, verbs

    def is_legal(self, s: State, r: Rules, seat: int, action: int) -> bool:
        """Call the compiled `core.legal.is_legal`."""
        return bool(self._call(s, Sheet(), r, dispatch.IS_LEGAL, seat, action)[0])

    def apply(self, s: State, r: Rules, seat: int, action: int) -> int:
        """Call the compiled `core.step.apply`."""
        return self._call(s, Sheet(), r, dispatch.APPLY, seat, action)[0]

    def leave_round(self, s: State, r: Rules, seat: int) -> int:
        """Call the compiled `core.leave.leave_round`."""
        return self._call(s, Sheet(), r, dispatch.LEAVE_ROUND, seat)[0]

    def leave_match(self, sheet: Sheet, r: Rules, seat: int, running: int) -> None:
        """Call the compiled `core.match.leave_match`."""
        self._call(State(), sheet, r, dispatch.LEAVE_MATCH, seat, running)

    def write_round(self, sheet: Sheet, r: Rules, s: State, youngest: int) -> None:
        """Call the compiled `core.match.write_round`."""
        self._call(s, sheet, r, dispatch.WRITE_ROUND, youngest)

    def draw_for_dealer(self, s: State, r: Rules, contenders: int) -> int:
        """Call the compiled `core.match.draw_for_dealer`."""
        return self._call(s, Sheet(), r, dispatch.DRAW_FOR_DEAL, contenders)[0]

    def _call(self, s: State, sheet: Sheet, r: Rules, *wanted: int) -> list[int]:
        states, sheets = records.stored(s), records.stored(sheet)
        answer: Any = np.zeros(3, np.int64)
        self._dispatch(states, sheets, records.stored(r), np.array(wanted, np.int64), answer)
        assign(s, records.plain(states[0], State))
        assign(sheet, records.plain(sheets[0], Sheet))
        return [int(value) for value in answer]
