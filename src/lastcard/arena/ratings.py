"""Skill ratings from the results of rounds."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from .lots import Winners


class Ratings:
    """Ratings by a model for more than two players; None if its library is not installed."""

    RATED = 20_000  # rounds after which a rating hardly changes

    def __init__(self, bots: int) -> None:
        self._model: Any = None
        self._rounds = 0
        with suppress(ImportError):
            from openskill.models import PlackettLuce

            self._model = PlackettLuce(tau=0.0)  # no drift: a bot does not learn, so all rounds count alike
            self._skills = [self._model.rating() for _ in range(bots)]

    def add(self, rounds: Sequence[Winners]) -> None:
        """Rate some rounds: in each, the winners come first and all others second."""
        if self._model is None:
            return
        for winners in islice(filter(None, rounds), self.RATED - self._rounds):
            self._rounds += 1
            ranks = [1 if bot in winners else 2 for bot in range(len(self._skills))]
            rated = self._model.rate([[skill] for skill in self._skills], ranks=ranks)
            self._skills = [team[0] for team in rated]

    def found(self) -> list[tuple[float, float]] | None:
        """Return the skill and uncertainty of each bot."""
        return None if self._model is None else [(skill.mu, skill.sigma) for skill in self._skills]
