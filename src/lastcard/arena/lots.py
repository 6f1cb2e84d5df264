"""Lots of rounds that were played, and who sits where in them."""

from dataclasses import dataclass

Winners = tuple[int, ...]  # the bots that won a round


@dataclass(frozen=True)
class Lot:
    """Some rounds: which bots won each, and how long they took."""

    winners: list[Winners]
    moves: int
    unfinished: int = 0
    times: tuple[tuple[int, float], ...] = ()  # (bot, seconds) for each choice


def seating(bots: int, turn: int) -> list[int]:
    """Return which bot sits at each seat."""
    return [(seat + turn) % bots for seat in range(bots)]
