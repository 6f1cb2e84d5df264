"""What the parts of the server tell each other: those who want to know subscribe, and those who tell know nobody."""

import logging
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from .store.effects import MatchOver

T = TypeVar("T")

logger = logging.getLogger("lastcard.server")


class MatchEnded(NamedTuple):
    """A match is over, and its result is saved.

    It is told once, after that.  Whoever must not miss one asks the store for results when the server starts.
    """

    table: int
    at: int
    rules: str  # the id of the rule set
    result: MatchOver


class Topic(Generic[T]):
    """News of one kind, and those who hear it, one after another, in the event loop."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def subscribe(self, hear: Callable[[T], object]) -> None:
        """Call this with all news from now on."""
        self._listeners.append(hear)

    def publish(self, news: T) -> None:
        """Tell everyone; what goes wrong with one is noted, and keeps nothing from the others."""
        for hear in self._listeners:
            try:
                hear(news)
            except Exception as error:
                logger.error("%s was not heard: %s", type(news).__name__, type(error).__name__, exc_info=error)
