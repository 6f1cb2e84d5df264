"""Bots that forget to call, as people do: otherwise nobody at a table of bots could ever be caught."""

from random import Random

from ..core.terms import CALLING
from ..view import View
from .base import Action, Bot


class Forgetful:
    """Another bot, but now and then it lays its last card but one without the call."""

    def __init__(self, bot: Bot, chance: float, seed: int = 0) -> None:
        self.name = bot.name
        self._bot = bot
        self._chance = chance
        self._dice = Random(seed)

    def decide(self, view: View) -> Action:
        """What the other bot does, perhaps without the call."""
        action = self._bot.decide(view)
        if self._dice.random() >= self._chance:
            return action
        return action & ~CALLING if isinstance(action, int) else action.removesuffix("!")

    def claim(self, view: View) -> Action | None:
        """What the other bot claims; to accuse it does not forget."""
        return self._bot.claim(view)
