"""Bots that slip as people do, and take their time: otherwise nobody at a table of bots could ever be caught.

For play with people only: in the arena no bot slips.
"""

from random import Random
from typing import NamedTuple

from ..values import ActionKind, values_of
from ..view import View
from .base import Answer, Bot, read_answer


class Slips(NamedTuple):
    """How a level differs from a machine."""

    forget: float = 0.0  # the chance to lay the last card but one without the call
    miss: float = 0.0  # the chance not to notice that somebody else did so
    seconds: float = 0.0  # to think, about


# The better a level plays, the better it attends.
SLIPS = {
    "random": Slips(forget=0.25, miss=0.5, seconds=0.6),
    "greedy": Slips(forget=0.2, miss=0.35, seconds=0.8),
    "careful": Slips(forget=0.1, miss=0.2, seconds=1.2),
    "search": Slips(forget=0.04, miss=0.08, seconds=1.6),
}
OTHERS = Slips(forget=0.1, miss=0.2, seconds=1.0)  # bots of people's own


def slips_of(name: str) -> Slips:
    """How a bot slips that is called this, with or without settings."""
    return SLIPS.get(name.partition("?")[0], OTHERS)


class Fallible:
    """Another bot, but now and then it forgets its call, or does not notice that another did."""

    def __init__(self, bot: Bot, slips: Slips, seed: int = 0) -> None:
        self.name = bot.name
        self._bot = bot
        self._slips = slips
        self._calls, self._catches, self._pauses = Random(seed), Random(f"catches {seed}"), Random(f"pauses {seed}")
        self._judged: dict[int, bool] = {}  # by seats that owe a call now: whether it went unnoticed

    def decide(self, view: View) -> Answer:
        """What the other bot does, perhaps without the call."""
        return self._perhaps_forgetting(view, self._bot.decide(view))

    def claim(self, view: View) -> Answer | None:
        """What the other bot claims, unless it is an accusation of somebody it does not notice; as for `decide`."""
        self._judged = {seat: unseen for seat, unseen in self._judged.items() if seat in view.status.catchable}
        answer = self._bot.claim(view)
        if answer is None:
            return None
        action = read_answer(view, answer)
        if action.kind is ActionKind.CATCH and self._overlooks(action.seats[0]):
            return None
        return self._perhaps_forgetting(view, action) if action.kind is ActionKind.LAY else action

    def pause(self, view: View) -> float:
        """Return the seconds to wait before the action is shown, about as long as a person thinks.

        They do not depend on the view: a quick answer would tell that the hand leaves no choice.
        """
        return self._slips.seconds * self._pauses.uniform(0.5, 1.5)

    def _perhaps_forgetting(self, view: View, answer: Answer) -> Answer:
        """An action, now and then without the call that goes with it."""
        if self._calls.random() >= self._slips.forget:
            return answer
        return values_of(view.rules).without_call(read_answer(view, answer))

    def _overlooks(self, seat: int) -> bool:
        """Whether it does not notice a slip; what went unnoticed stays so."""
        if seat not in self._judged:
            self._judged[seat] = self._catches.random() < self._slips.miss
        return self._judged[seat]
