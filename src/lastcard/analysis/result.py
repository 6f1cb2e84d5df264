"""The results of an analysis as values, and as data for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..bots.grounds import Ground
from .playouts import WHOLE, Worth

VERSION = 1  # of the data

# What a cost is called, from how much of a round on.
INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
MARKS = ((0.12, BLUNDER), (0.06, MISTAKE), (0.03, INACCURACY))
CLEAR = 2  # standard errors, above which a difference is told

# Where the chances of a seat to win rounds come from.
SOURCES = ("deal", "draws", "draws_of_others", "decisions", "decisions_of_others")


@dataclass(frozen=True)
class Judgement:
    """What a decision was worth by what the seat knew, beside what else it could have done; values of a round."""

    seat: int
    actions: tuple[str, ...]  # in notation; "-" is to claim nothing
    worth: tuple[float, ...]
    errors: tuple[float, ...]  # of the difference to the best
    best: int
    played: int
    cost: float  # of the action that was played, at least 0
    error: float  # of the cost
    grounds: tuple[Ground, ...]  # what speaks for the best

    @property
    def clear(self) -> bool:
        """Whether the cost is more than chance explains."""
        return self.cost > CLEAR * self.error

    @property
    def mark(self) -> str | None:
        """What a clear cost is called, if it is large enough to be told."""
        return next((name for least, name in MARKS if self.cost >= least and self.clear), None)

    def to_dict(self) -> dict[str, Any]:
        """Return the judgement as data."""
        return {
            "seat": self.seat,
            "actions": list(self.actions),
            "worth": [round(worth, 4) for worth in self.worth],
            "errors": [round(error, 4) for error in self.errors],
            "best": self.best,
            "played": self.played,
            "cost": round(self.cost, 4),
            "error": round(self.error, 4),
            "mark": self.mark,
            "grounds": [{"id": ground.id, **ground.parts} for ground in self.grounds],
        }


@dataclass(frozen=True)
class StepAnalysis:
    """A step: the chances of all seats after it to win the round and the match, and the decision that it was."""

    round: int
    move: str | None  # in notation; None: the deal
    chances: Worth
    match: Worth | None  # None where a match is a single round
    judgement: Judgement | None

    def to_dict(self) -> dict[str, Any]:
        """Return the step as data."""
        return {
            "round": self.round,
            "move": self.move,
            "chances": list(self.chances.parts),
            "match": None if self.match is None else list(self.match.parts),
            "decision": None if self.judgement is None else self.judgement.to_dict(),
        }


@dataclass(frozen=True)
class TurningPoint:
    """A step that changed somebody's chance to win the match a lot, and the chances before it."""

    step: int
    seat: int  # whose chance changed most
    change: float


@dataclass(frozen=True)
class Luck:
    """How many rounds a seat won beyond its share, and where that came from, in parts of WHOLE; the sum is exact."""

    parts: Mapping[str, int]

    @property
    def total(self) -> int:
        """What all sources come to: rounds won, less a fair share of the rounds."""
        return sum(self.parts.values())

    def share(self, source: str) -> float:
        """Return what came from a source, in rounds."""
        return self.parts[source] / WHOLE


@dataclass(frozen=True)
class Analysis:
    """A finished match with everyone's chances, what decisions cost, and what luck did.

    All figures assume that everybody plays carefully from there on.
    """

    rules: str
    seats: int
    names: tuple[str, ...]
    playouts: int  # for each chance
    steps: tuple[StepAnalysis, ...]
    luck: tuple[Luck, ...]  # by seat
    turning_points: tuple[TurningPoint, ...]

    def judgements(self, seat: int | None = None) -> list[tuple[StepAnalysis, Judgement]]:
        """Return the decisions that were judged, of one seat or of all."""
        found = [(step, step.judgement) for step in self.steps if step.judgement is not None]
        return [(step, one) for step, one in found if seat in (None, one.seat)]

    def costliest(self, seat: int | None = None, most: int = 3) -> list[tuple[StepAnalysis, Judgement]]:
        """Return the decisions that clearly cost most, the costliest first."""
        marked = [pair for pair in self.judgements(seat) if pair[1].mark is not None]
        return sorted(marked, key=lambda pair: -pair[1].cost)[:most]

    def mean_cost(self, seat: int) -> float | None:
        """Return what a decision of a seat cost on average, or None if it had none."""
        costs = [one.cost for _, one in self.judgements(seat)]
        return sum(costs) / len(costs) if costs else None

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as data; `version` changes when the meaning of a part does."""
        return {
            "version": VERSION,
            "rules": self.rules,
            "seats": self.seats,
            "names": list(self.names),
            "whole": WHOLE,
            "playouts": self.playouts,
            "steps": [step.to_dict() for step in self.steps],
            "luck": [{**luck.parts, "total": luck.total} for luck in self.luck],
            "turning_points": [
                {"step": one.step, "seat": one.seat, "change": round(one.change, 4)} for one in self.turning_points
            ],
            "costs": [self._costs(seat) for seat in range(self.seats)],
        }

    def _costs(self, seat: int) -> dict[str, Any]:
        mean = self.mean_cost(seat)
        worst = [self.steps.index(step) for step, _ in self.costliest(seat)]
        return {
            "decisions": len(self.judgements(seat)),
            "mean": None if mean is None else round(mean, 5),
            "costliest": worst,
        }


def turning_points(steps: Sequence[StepAnalysis], most: int = 5) -> tuple[TurningPoint, ...]:
    """Return the steps that changed somebody's chance to win the match most, the greatest change first.

    Only changes that are more than chance explains count.
    """
    found = []
    for place in range(1, len(steps)):
        before, after = (step.match or step.chances for step in steps[place - 1 : place + 1])
        if steps[place].match is None and steps[place].round != steps[place - 1].round:
            continue  # the chance to win another round
        changes = [new - old for old, new in zip(before.parts, after.parts, strict=True)]
        seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        noise = (before.errors[seat] ** 2 + after.errors[seat] ** 2) ** 0.5
        if abs(changes[seat]) > CLEAR * noise:
            found.append(TurningPoint(place, seat, changes[seat] / WHOLE))
    return tuple(sorted(found, key=lambda one: -abs(one.change))[:most])
