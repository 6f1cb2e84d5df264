"""Call the compiled core one function at a time, on plain records: slow, and only for testing it against the rules."""

from ..core.layout import Rules, Sheet, State
from ..core.records import assign
from . import dispatch
from .c.library import Library
from .records import Records, stored


class CompiledCore:
    """The functions of the core, compiled, under their own names."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def seed(self, s: State, low: int, high: int) -> None:
        """Call the compiled `core.deal.seed`."""
        self._call(dispatch.SEED, s, Sheet(), Rules(), low=low, high=high)

    def deal_stock(self, s: State, r: Rules, seats: int, dealer: int, youngest: int, away: int) -> None:
        """Call the compiled `core.deal.deal_stock`."""
        table = {"seats": seats, "dealer": dealer, "youngest": youngest, "away": away}
        self._call(dispatch.DEAL_STOCK, s, Sheet(), r, **table)

    def legal(self, s: State, r: Rules, seat: int) -> tuple[int, int, int]:
        """Call the compiled `core.legal.legal`."""
        low, high, verbs = self._call(dispatch.LEGAL, s, Sheet(), r, seat=seat)
        return low, high, verbs

    def is_legal(self, s: State, r: Rules, seat: int, action: int) -> bool:
        """Call the compiled `core.legal.is_legal`."""
        return bool(self._call(dispatch.IS_LEGAL, s, Sheet(), r, seat=seat, action=action)[0])

    def apply(self, s: State, r: Rules, seat: int, action: int) -> int:
        """Call the compiled `core.step.apply`."""
        return self._call(dispatch.APPLY, s, Sheet(), r, seat=seat, action=action)[0]

    def leave_round(self, s: State, r: Rules, seat: int) -> int:
        """Call the compiled `core.leave.leave_round`."""
        return self._call(dispatch.LEAVE_ROUND, s, Sheet(), r, seat=seat)[0]

    def leave_match(self, sheet: Sheet, r: Rules, seat: int) -> None:
        """Call the compiled `core.match.leave_match`."""
        self._call(dispatch.LEAVE_MATCH, State(), sheet, r, seat=seat)

    def write_round(self, sheet: Sheet, r: Rules, s: State, youngest: int) -> None:
        """Call the compiled `core.match.write_round`."""
        self._call(dispatch.WRITE_ROUND, s, sheet, r, youngest=youngest)

    def draw_for_dealer(self, s: State, r: Rules, contenders: int) -> int:
        """Call the compiled `core.match.draw_for_dealer`."""
        return self._call(dispatch.DRAW_FOR_DEAL, s, Sheet(), r, contenders=contenders)[0]

    def _call(self, what: int, s: State, sheet: Sheet, r: Rules, **arguments: int) -> list[int]:
        request = dispatch.Request()
        request.what = what
        for name, value in arguments.items():
            setattr(request, name, value)
        requests, states, sheets = stored(request), Records(State, 1), stored(sheet)
        states.put(0, s)  # it may have more than a State has
        self._library.call("dispatch", requests, states, sheets, stored(r))
        assign(s, states.get(0))
        assign(sheet, sheets.get(0))
        return requests.get(0).answer
