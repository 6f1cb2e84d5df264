"""The modules of the core that backends bind, and the types of a bound core, for editors and mypy."""

from typing import Any, Protocol, cast

from ..core import cards, claims, deal, effects, lay, leave, legal, machine, match, rights, scoring, seats, step
from ..core.layout import Rules, Sheet, State
from .bind import bind

# In import order.
CORE = (machine, seats, cards, legal, rights, scoring, effects, lay, leave, claims, deal, step, match)


class Core(Protocol):
    """What every variant of the core offers for one table; each method is the core's function of that name."""

    def seed(self, s: State, low: int, high: int) -> None: ...

    def deal_stock(self, s: State, r: Rules, seats: int, dealer: int, youngest: int, away: int) -> None: ...

    def legal(self, s: State, r: Rules, seat: int) -> tuple[int, int, int]: ...

    def is_legal(self, s: State, r: Rules, seat: int, action: int) -> bool: ...

    def apply(self, s: State, r: Rules, seat: int, action: int) -> int: ...

    def leave_round(self, s: State, r: Rules, seat: int) -> int: ...

    def leave_match(self, sheet: Sheet, r: Rules, seat: int) -> None: ...

    def write_round(self, sheet: Sheet, r: Rules, s: State, youngest: int) -> None: ...

    def draw_for_dealer(self, s: State, r: Rules, contenders: int) -> int: ...


class BoundCore(Core, Protocol):
    """What an interpreted core offers besides."""

    def deal(self, s: State, r: Rules, seats: int, dealer: int, youngest: int, away: int) -> None: ...

    def shuffle(self, s: State) -> None: ...

    def fouls(self, s: State, r: Rules, seat: int) -> tuple[int, int, int]: ...

    def open_claims(self, s: State, r: Rules, seat: int) -> int: ...

    def open_match(self, sheet: Sheet, r: Rules, s: State, seats: int, youngest: int) -> None: ...

    def score_round(self, sheet: Sheet, r: Rules, s: State) -> None: ...

    def next_dealer(self, sheet: Sheet, r: Rules, s: State, youngest: int) -> int: ...

    def pick_dealer(self, sheet: Sheet, r: Rules, s: State, youngest: int) -> int: ...


def bind_core(**replaced: Any) -> BoundCore:
    """Return the interpreted core with some of its functions replaced, as in `bind`."""
    return cast(BoundCore, bind(CORE, **replaced))
