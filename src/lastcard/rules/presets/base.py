"""What a preset is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..decks import find_deck
from ..ruleset import Ruleset


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A named rule set: what differs from the defaults, and words for people.

    A preset whose meaning changes gets a new version.
    """

    name: str
    title: str
    summary: str
    version: int = 1
    deck: str = "mattel108"
    changes: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rule set it names."""
        return Ruleset(deck=find_deck(self.deck), **self.changes)
