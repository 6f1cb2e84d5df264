"""The results of a simulation: exact totals, and statistics derived from them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.terms import Fact
from ..rules import Ruleset
from .plan import MOVES, POINTS, TURNS, Totals

# The measures reported as means over rounds: name, index of the sum, description.
MEANS = (
    ("moves", MOVES, "moves"),
    ("turns", TURNS, "turns"),
    ("points", POINTS, "points scored"),
    ("refills", Fact.REFILLED, "refills of the stock"),
    ("cards_drawn", Fact.DREW, "cards drawn on turns"),
    ("cards_served", Fact.SERVED, "penalty cards"),
    ("turns_lost", Fact.LOST, "turns lost"),
    ("answers", Fact.ANSWERED, "cards that answer a draw card or Skip"),
    ("jump_ins", Fact.JUMPED, "jump-ins"),
    ("swaps", Fact.SWAPPED, "hands swapped"),
    ("rotations", Fact.ROTATED, "times all hands were passed on"),
    ("calls", Fact.CALLED, "calls"),
    ("forgotten", Fact.FORGOT, "forgotten calls"),
    ("caught", Fact.CAUGHT, "players caught without a call"),
    ("challenges", Fact.CHALLENGED, "challenges"),
    ("upheld", Fact.UPHELD, "challenges upheld"),
    ("failed", Fact.FAILED, "challenges failed"),
    ("knocked_out", Fact.OUT, "players knocked out"),
)


@dataclass(frozen=True)
class Mean:
    """A mean and its standard error."""

    mean: float
    error: float


def added(parts: Sequence[Totals]) -> Totals:
    """Return the sum of totals, field by field."""
    total = parts[0]
    for part in parts[1:]:
        for name in total._fields:  # type: ignore[attr-defined]  # every record has it
            mine, other = getattr(total, name), getattr(part, name)
            if isinstance(mine, list):
                mine[:] = [a + b for a, b in zip(mine, other, strict=True)]
            else:
                setattr(total, name, mine + other)
    return total


def mean_of(total: int, squares: int, n: int) -> Mean:
    """Return the mean of n values and its standard error, from their sum and the sum of their squares."""
    if n == 0:
        return Mean(math.nan, math.nan)
    mean = total / n
    # n * squares - total^2 is an integer, so nothing is rounded before the division.
    variance = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
    return Mean(mean, math.sqrt(variance / n))


def share_of(part: int, n: int) -> Mean:
    """Return a proportion of n and its standard error."""
    return mean_of(part, part, n)


def quantile(histogram: Sequence[int], share: float) -> int:
    """Return the smallest value that at least this share of the counted values does not exceed."""
    wanted = math.ceil(sum(histogram) * share)
    seen = 0
    for value, n in enumerate(histogram):
        seen += n
        if seen >= max(wanted, 1):
            return value
    return 0


@dataclass(frozen=True)
class Result:
    """The settings of a simulation and its results."""

    rules: Ruleset
    seats: int
    games: int
    matches: int
    seed: int
    bots: tuple[str, ...]
    forget: float
    backend: str
    threads: int
    seconds: float
    totals: Totals
    rows: Sequence[Sequence[int]]  # one for each round, if requested
    nodes: int = 1  # machines that it was played on

    @property
    def counted(self) -> int:
        """The number of rounds that the means cover."""
        return self.totals.rounds - self.totals.unfinished

    def mean(self, which: int) -> Mean:
        """Return the mean of a measure over all counted rounds."""
        return mean_of(self.totals.sums[which], self.totals.squares[which], self.counted)

    def length(self, which: str) -> dict[str, float]:
        """Return the length of rounds, in 'moves' or in 'turns'."""
        histogram = getattr(self.totals, which)
        mean = self.mean(MOVES if which == "moves" else TURNS)
        return {
            "mean": mean.mean,
            "error": mean.error,
            "median": quantile(histogram, 0.5),
            "p95": quantile(histogram, 0.95),
        }

    @property
    def leads(self) -> Mean:
        """How often the lead changed in a round that was watched."""
        return mean_of(self.totals.leads, self.totals.leads_squared, self.totals.watched)

    @property
    def comebacks(self) -> Mean:
        """The share of watched rounds that the first player to hold one card did not win."""
        return share_of(self.totals.comebacks, self.totals.one_card)

    def summary(self) -> dict[str, Any]:
        """Return everything as one dictionary for programs; its keys are stable."""
        t = self.totals
        return {
            "rules": self.rules.id,
            "seats": self.seats,
            "games": t.rounds,
            "seed": self.seed,
            "backend": self.backend,
            "threads": self.threads,
            "moves": t.all_moves,
            "seconds": self.seconds,
            "moves_per_second": t.all_moves / self.seconds,
            "rounds_per_second": t.rounds / self.seconds,
            "bots": list(self.bots),
            "forget": self.forget,
            "nodes": self.nodes,
            "finished": self.counted - t.blocked,
            "blocked": t.blocked,
            "unfinished": t.unfinished,
            "length": {"moves": self.length("moves"), "turns": self.length("turns")},
            "wins_from_dealer": [_pair(share_of(t.wins[i], self.counted)) for i in range(self.seats)],
            "wins_by_seat": [_pair(share_of(t.seat_wins[i], self.counted)) for i in range(self.seats)],
            "rounds_refilled": _pair(share_of(t.refilled, self.counted)),
            "per_round": {name: _pair(self.mean(which)) for name, which, _ in MEANS},
            "lead_changes": _pair(self.leads),
            "comebacks": _pair(self.comebacks),
            "matches": self._matches(),
        }

    def _matches(self) -> Mapping[str, Any] | None:
        t = self.totals
        if not t.matches:
            return None
        finished = t.matches - t.unfinished_matches
        return {
            "matches": t.matches,
            "unfinished": t.unfinished_matches,
            "rounds": _pair(mean_of(t.match_rounds, t.match_rounds_squared, finished)),
            "wins_by_seat": [_pair(share_of(t.match_wins[i], finished)) for i in range(self.seats)],
        }


def _pair(value: Mean) -> dict[str, float | None]:
    """Return a mean for programs, with nulls if nothing was measured."""
    if math.isnan(value.mean):
        return {"mean": None, "error": None}
    return {"mean": value.mean, "error": value.error}
