"""Bots against bots: the same deals with the seats rotated, and how certain the result is."""

from .playing import play
from .result import Result, Tally, pair_share, wilson

__all__ = ["Result", "Tally", "pair_share", "play", "wilson"]
