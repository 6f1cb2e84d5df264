"""The result of an arena: win rates with intervals, who beat whom, ratings and times."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from ..rules import Ruleset

CONFIDENCE = 1.959964  # standard errors of a 95 % interval


@dataclass
class Tally:
    """The results of one bot."""

    name: str
    games: int = 0
    wins: float = 0.0  # a shared win counts as a fraction
    times: list[float] = field(default_factory=list)  # seconds for each choice; empty in the compiled loop

    @property
    def win_rate(self) -> float:
        """Wins per round."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate (Wilson)."""
        return wilson(self.wins, self.games)


@dataclass
class Result:
    """The result of an arena."""

    rules: Ruleset
    seed: int
    games: int
    unfinished: int  # how many of them were stopped: nobody won them
    moves: int
    seconds: float
    tallies: list[Tally]
    beaten: list[list[float]]  # [a][b]: rounds that a won with b at the table
    ratings: list[tuple[float, float]] | None  # skill and its uncertainty; None without the library

    def summary(self) -> dict[str, Any]:
        """Return everything as one JSON object; the keys are stable."""
        return {
            "rules": self.rules.id,
            "seats": len(self.tallies),
            "games": self.games,
            "unfinished": self.unfinished,
            "seed": self.seed,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves / self.seconds,
            "bots": [self._bot(place) for place in range(len(self.tallies))],
            "pairs": [
                [pair_share(self.beaten, a, b) for b in range(len(self.tallies))] for a in range(len(self.tallies))
            ],
        }

    def _bot(self, place: int) -> dict[str, Any]:
        tally = self.tallies[place]
        low, high = tally.interval
        skill = self.ratings[place] if self.ratings else (None, None)
        return {
            "name": tally.name,
            "games": tally.games,
            "wins": tally.wins,
            "win_rate": tally.win_rate,
            "low": low,
            "high": high,
            "rating": skill[0],
            "rating_error": skill[1],
            "decision_ms": 1000 * median(tally.times) if tally.times else None,
        }


def wilson(wins: float, n: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share."""
    if n == 0:
        return 0.0, 1.0
    share, z = wins / n, CONFIDENCE
    middle = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)


def pair_share(beaten: Sequence[Sequence[float]], a: int, b: int) -> float | None:
    """Return the share that a won of the rounds that a or b won; None if there are none."""
    both = beaten[a][b] + beaten[b][a]
    return beaten[a][b] / both if both else None
