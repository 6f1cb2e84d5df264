"""Bots that make mistakes and take their time as people do, so that they can be caught.

This is only for games with people: in the arena bots make no such mistakes.
"""

from random import Random
from typing import NamedTuple

from ..game.values import ActionKind, values_of
from ..game.view import View
from .base import Answer, Bot, read_answer


class Slips(NamedTuple):
    """How often a level makes mistakes, and how it takes its time."""

    forget: float = 0.0  # the probability of forgetting to call when one card is left
    miss: float = 0.0  # the probability of not noticing that another player forgot
    seconds: float = 0.0  # the average time to seem to think
    beat: float = 0.0  # seconds; its answers are shown after whole beats, so that the time they took reveals no cards


_BEAT = 0.5  # longer than `search` usually thinks

# The better a level plays, the fewer mistakes it makes.  The policies answer too fast for anyone to time them.
SLIPS = {
    "random": Slips(forget=0.25, miss=0.5, seconds=0.6),
    "greedy": Slips(forget=0.2, miss=0.35, seconds=0.8),
    "careful": Slips(forget=0.1, miss=0.2, seconds=1.2),
    "search": Slips(forget=0.04, miss=0.08, seconds=1.6, beat=_BEAT),
    "learned": Slips(forget=0.03, miss=0.06, seconds=1.6, beat=_BEAT),  # it may have to play as `search`
}
OTHERS = Slips(forget=0.1, miss=0.2, seconds=1.0, beat=_BEAT)  # all other bots


def slips_of(name: str) -> Slips:
    """Return the slips of a bot by its name, with or without settings."""
    return SLIPS.get(name.partition("?")[0], OTHERS)


class Fallible:
    """Another bot that sometimes forgets to call, or does not notice that another player forgot."""

    def __init__(self, bot: Bot, slips: Slips, seed: int = 0) -> None:
        self.name = bot.name
        self.beat = slips.beat
        self._bot = bot
        self._slips = slips
        self._calls, self._catches, self._pauses = Random(seed), Random(f"catches {seed}"), Random(f"pauses {seed}")
        self._judged: dict[int, bool] = {}  # by seat that owes a call now: whether this went unnoticed

    def prepare(self) -> None:
        """Let the other bot load what it needs, if it has to."""
        own = getattr(self._bot, "prepare", None)
        if own is not None:
            own()

    def decide(self, view: View) -> Answer:
        """Return what the other bot does, sometimes without the call."""
        return self._perhaps_forgetting(view, self._bot.decide(view))

    def claim(self, view: View) -> Answer | None:
        """Return what the other bot claims, sometimes without the call; None for a catch that it does not notice."""
        self._judged = {seat: unseen for seat, unseen in self._judged.items() if seat in view.status.catchable}
        answer = self._bot.claim(view)
        if answer is None:
            return None
        action = read_answer(view, answer)
        if action.kind is ActionKind.CATCH and self._overlooks(action.seats[0]):
            return None
        return self._perhaps_forgetting(view, action) if action.kind is ActionKind.LAY else action

    def pause(self, view: View) -> float:
        """Return the seconds to wait before the action is shown, about as long as a person would think.

        The time does not depend on the view: a quick answer would reveal that the hand leaves no choice.
        """
        return self._slips.seconds * self._pauses.uniform(0.5, 1.5)

    def _perhaps_forgetting(self, view: View, answer: Answer) -> Answer:
        """Return an action, sometimes without its call."""
        if self._calls.random() >= self._slips.forget:
            return answer
        return values_of(view.rules).without_call(read_answer(view, answer))

    def _overlooks(self, seat: int) -> bool:
        """Return whether it misses that a seat forgot to call; a missed slip stays missed."""
        if seat not in self._judged:
            self._judged[seat] = self._catches.random() < self._slips.miss
        return self._judged[seat]
