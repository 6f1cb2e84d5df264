"""Puzzles from real games: one action is clearly best, and players who think less miss it.

A puzzle is a position as one player sees it, without what happened before, so that everything there is to know can be
shown.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from ..archive.record import Record
from ..bots import make_bot
from ..bots.base import decided
from ..bots.grounds import grounds_of
from ..core.terms import CALLING
from ..game.round import Round
from ..game.values import Action, ActionKind
from ..game.view import View
from ..notation import format_position
from .playouts import Players
from .questions import decision_of, moments
from .result import Judgement
from .study import compared

FILE = "puzzles.json"
TRIAL, SAMPLES = 200, 3_000
PROMISING = 0.03  # how much the best must lead after the trial ...
LEAST = 0.06  # ... and in the end, of a round
CLEAR = 3  # standard errors
TEMPTED = ("careful", "greedy")  # of whom at least one misses the best action


@dataclass(frozen=True)
class Puzzle:
    """A position in which one action is clearly best, with what all actions are worth."""

    position: str  # as the player sees it, in notation
    seat: int
    missed_by: tuple[str, ...]
    judgement: Judgement  # of the tempting action: what the first of `missed_by` does

    @property
    def lead(self) -> float:
        """How much the best action is worth more than any other."""
        first, second, *_ = sorted(self.judgement.worth, reverse=True)
        return first - second

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as data, with its answer."""
        judged = self.judgement.to_dict()
        return {
            "position": self.position,
            "seat": self.seat,
            "missed_by": list(self.missed_by),
            **{name: judged[name] for name in ("actions", "worth", "errors", "best", "played", "grounds")},
        }


def puzzles_of(records: Iterable[Record], backend: str = "auto") -> list[Puzzle]:
    """Return the puzzles in finished matches, no two alike, the clearest first."""
    best: dict[tuple[object, ...], Puzzle] = {}
    for record in records:
        for puzzle in _found(record, backend):
            key = _theme(puzzle, record)
            if key not in best or best[key].lead < puzzle.lead:
                best[key] = puzzle
    return sorted(best.values(), key=lambda puzzle: -puzzle.lead)


def _found(record: Record, backend: str) -> Iterator[Puzzle]:
    players = Players(record.rules, record.seats, backend)
    for number, moment in enumerate(moments(record)):
        if moment.decision is not None and len(moment.decision.actions) > 2:
            puzzle = _puzzle(players, moment.decision.view, number)
            if puzzle is not None:
                yield puzzle


def _puzzle(players: Players, view: View, number: int) -> Puzzle | None:
    """Return the puzzle of a position, or None if it is none."""
    position = format_position(view.position(), view.rules)
    shown = Round.from_position(position, view.rules).view(view.seat)
    if shown.seat not in shown.status.awaited:
        return None
    tempting = {name: decided(make_bot(name, number), shown) for name in TEMPTED}
    decision = decision_of(shown, tempting[TEMPTED[0]])
    if decision is None or len(decision.actions) < 3:
        return None
    everything = range(len(decision.actions))
    worth, _, best = compared(players, decision, everything, TRIAL, 2 * number)
    if _lead(worth, best) < PROMISING:
        return None
    missed_by = tuple(name for name, action in tempting.items() if not _same(action, decision.actions[best]))
    if not missed_by:
        return None
    worth, errors, again = compared(players, decision, everything, SAMPLES, 2 * number + 1)
    others = [k for k in everything if k != best]
    if again != best or any(worth[best] - worth[k] < max(LEAST, CLEAR * errors[k]) for k in others):
        return None
    action = decision.actions[best]
    assert action is not None
    played = next(k for k in others if _same(tempting[missed_by[0]], decision.actions[k]))
    judgement = Judgement(
        seat=decision.seat,
        actions=tuple(map(str, decision.actions)),
        worth=tuple(worth[k] for k in everything),
        errors=tuple(errors[k] for k in everything),
        best=best,
        played=played,
        cost=worth[best] - worth[played],
        error=errors[played],
        grounds=tuple(grounds_of(shown, action)),
    )
    return Puzzle(position, decision.seat, missed_by, judgement)


def _lead(worth: dict[int, float], best: int) -> float:
    return worth[best] - max(one for k, one in worth.items() if k != best)


def _same(action: Action, other: Action | None) -> bool:
    """Return whether two actions begin alike, whether they call or not."""
    return other is not None and action.codes[0] & ~CALLING == other.codes[0] & ~CALLING


def _theme(puzzle: Puzzle, record: Record) -> tuple[object, ...]:
    """Return what makes puzzles alike: rules, what is right, what tempts, and what speaks for the right."""
    one = puzzle.judgement
    ids = tuple(ground.id for ground in one.grounds)
    return record.rules.id, _kind(one.actions[one.best], record), _kind(one.actions[one.played], record), ids


def _kind(text: str, record: Record) -> str:
    """Return an action without its colour."""
    action = Action.from_text(text, record.rules)
    return action.cards[0].rank if action.kind is ActionKind.LAY else str(action.kind)


# ---------------------------------------------------------------- the set in the package


@cache
def puzzle_set() -> tuple[dict[str, Any], ...]:
    """Return the puzzles of the package, as data."""
    return tuple(json.loads((resources.files(__package__) / FILE).read_text(encoding="utf-8")))


def puzzle_of(day: date, puzzles: Sequence[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the puzzle of a day: the same for everyone, and each once before any comes again."""
    found = puzzle_set() if puzzles is None else puzzles
    return found[day.toordinal() % len(found)]
