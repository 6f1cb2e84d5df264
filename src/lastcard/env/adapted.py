"""What the adapters to other libraries share: one table, its observations as fractions, checks of what is given."""

from inspect import signature
from math import isfinite
from typing import Any

from .._util.bounds import quoted
from ..errors import LastCardError, did_you_mean
from ..rules import Ruleset
from ..sim.plan import Plan
from .arrays import NDArray, np
from .game import FULL, SHOW
from .layout import Layout
from .options import number_of
from .tables import Tables

MOST_SEED = (1 << 63) - 1
LOST = -1.0  # the reward of an action that is not legal, unless another is chosen
NO_EPISODE = "no episode is under way: call reset first"
OVER = "over"  # how a table is drawn where no episode is under way
KNOWN = tuple(signature(Tables).parameters)
ELSEWHERE = {
    "seed": ": give the seed to reset",
    "truth": ": only Tables shows what is hidden",
    "seats": ": there is one more than opponents",
}
Features = NDArray[np.float32]


def fractions(layout: Layout) -> Features:
    """Return what to multiply an observation with, so that its numbers are rarely above 1."""
    return np.float32(1) / np.array(layout.scale, np.float32)


def bounds_of(layout: Layout) -> Features:
    """Return the most that each number of an observation can be, multiplied like that; the least is its negative."""
    return FULL * fractions(layout)


def refuse_options(options: dict[str, Any], where: str, *names: str) -> None:
    """Raise LastCardError if one of these options of `Tables` was given, or one that it or no adapter has."""
    allowed = set(KNOWN) - {*names, "seed", "truth"}
    for name in options:
        if name not in allowed:
            near = "" if name in KNOWN else did_you_mean(name, allowed)
            raise LastCardError(f"{where} has no option {quoted(name)}{ELSEWHERE.get(name, near)}")


def check_render_mode(mode: Any) -> str | None:
    """Return how tables are drawn; raise LastCardError if there is no such way."""
    if mode is None or (isinstance(mode, str) and mode == "ansi"):
        return mode
    raise LastCardError(f"there is no render_mode {quoted(mode)}, only 'ansi'")


def whole_number(value: Any, what: str) -> int:
    """Return a whole number, also one of NumPy or a library like it; raise LastCardError for anything else."""
    found = number_of(value)
    if found is None:
        raise LastCardError(f"{what} must be a whole number, not {quoted(value)}")
    return found


def seed_of(seed: Any, what: str = "a seed") -> int | None:
    """Return a seed that was given to `reset`; without one, None."""
    if seed is None:
        return None
    found = whole_number(seed, what)
    if found < 0:
        raise LastCardError(f"{what} must be at least 0, not {quoted(seed)}")
    return found


def finite_reward(value: Any) -> float:
    """Return the reward of an action that is not legal; raise LastCardError if it is no finite number."""
    number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    try:
        if number and isfinite(value):
            return float(value)
    except OverflowError:  # a whole number that is too large
        pass
    raise LastCardError(f"illegal_reward must be a number, not {quoted(value)}")


class OneTable:
    """One table of a batch of one, as libraries want it that step a single environment."""

    def __init__(self, rules: Ruleset | str, *, seats: int, options: dict[str, Any]) -> None:
        """`options` are those of `Tables`."""
        refuse_options(options, "this environment", "tables", "threads", "seats", "observe")
        self.tables = Tables(rules, seats=seats, tables=1, **options)
        self._show = self.tables._runner.prepare((SHOW,), [Plan()], self.tables._chosen)
        self._fractions = fractions(self.tables.layout)
        self._action = np.zeros(1, np.int64)

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return int(self.tables.seat[0])

    def reset(self, generator: np.random.Generator) -> None:
        """Begin an episode that this generator decides."""
        self.tables.reset(int(generator.integers(MOST_SEED)))

    def step(self, action: int) -> bool:
        """Carry out an action, by its index, and return whether that ended the episode; raise IllegalChoice."""
        if not 0 <= action < len(self.tables.actions):  # it may be too large for an array
            raise self.tables._illegal(0, action)
        self._action[0] = action
        self.tables.step(self._action)
        return bool(self.tables.ended[0])

    def features(self) -> Features:
        """Return the observation of the seat that decides, as fractions."""
        found: Features = self.tables.obs[0] * self._fractions
        return found

    def features_of(self, seat: int) -> Features:
        """Return what any seat knows, as fractions; for one that does not decide now, as if it were on turn."""
        if seat == self.seat:
            return self.features()
        runner = self.tables._runner
        with self.tables._alone:
            decides, looks = runner.game(0), runner.game(0)
            looks.seat, looks.asking, looks.low, looks.high, looks.verbs = seat, 0, 0, 0, 0
            try:
                runner.put_game(0, looks)
                self._show()
                return self.features()
            finally:
                runner.put_game(0, decides)
                self._show()

    def nothing(self) -> Features:
        """Return the observation after the end of an episode: zeros."""
        return np.zeros(self.tables.layout.size, np.float32)

    def mask(self) -> NDArray[np.bool_]:
        """Return which actions are legal for the seat that decides."""
        found: NDArray[np.bool_] = self.tables.mask[0].copy()
        return found

    def rewards(self) -> list[float]:
        """Return what the last step earned each seat."""
        found: list[float] = self.tables.rewards[0].tolist()
        return found
