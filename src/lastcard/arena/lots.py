"""Lots of rounds that were played, and who sits where in them."""

from dataclasses import dataclass

from ..rules import Ruleset

Winners = tuple[int, ...]  # the bots that won a round


@dataclass(frozen=True)
class Lot:
    """Some rounds: which bots won each, and how long they took."""

    winners: list[Winners]
    moves: int
    unfinished: int = 0
    times: tuple[tuple[int, float], ...] = ()  # (bot, seconds) for each choice


@dataclass(frozen=True)
class Deals:
    """All deals of an arena; each is played once for every rotation of the bots."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: int
    count: int


def seating(bots: int, turn: int) -> list[int]:
    """Return which bot sits at each seat."""
    return [(seat + turn) % bots for seat in range(bots)]
