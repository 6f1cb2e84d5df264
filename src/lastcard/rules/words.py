"""Rule sets in plain words: what each dimension says, what differs between two, what the options do."""

import re
from typing import NamedTuple

from ..core.terms import RoundScore
from .conflicts import idle_reasons
from .dimensions import DIMENSIONS, dimension_id, sentence, write_value
from .forms import with_number
from .in_context import template_of
from .match_rules import say_card_values
from .options import OPTIONS, TARGET_SUMMARY
from .ruleset import Ruleset

__all__ = ["Difference", "RuleLine", "describe", "diff", "dimension_id", "option_lines", "sentence"]


class RuleLine(NamedTuple):
    """What a rule set says in one dimension; `idle` says why it makes no difference, or is empty."""

    id: str
    name: str
    sentence: str
    idle: str = ""

    @property
    def matters(self) -> bool:
        """Whether the dimension makes a difference under this rule set."""
        return not self.idle

    @property
    def text(self) -> str:
        """The sentence and, if it makes no difference, the reason."""
        return f"{self.sentence} (Makes no difference here: {self.idle}.)" if self.idle else self.sentence


class Difference(NamedTuple):
    """What two rule sets say where they differ."""

    id: str
    name: str
    one: str
    other: str


def describe(rules: Ruleset) -> list[RuleLine]:
    """Return a sentence for every dimension of a rule set, in the order of the dimensions."""
    idle = idle_reasons(rules)
    return [
        RuleLine(dimension.id, name, _said(rules, name), idle.get(name, "")) for name, dimension in DIMENSIONS.items()
    ]


def diff(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Return the dimensions in which two rule sets differ, with what each of them says."""
    return [
        Difference(dimension_id(name), name, sentence(name, getattr(one, name)), sentence(name, getattr(other, name)))
        for name in DIMENSIONS
        if getattr(one, name) != getattr(other, name)
    ]


def option_lines() -> list[tuple[str, str]]:
    """Return how each named option is written, with its summary."""
    lines = [(option.usage, option.summary) for option in OPTIONS.values()]
    return [*lines, ("target=N", TARGET_SUMMARY)]


def _said(rules: Ruleset, name: str) -> str:
    """Return what a dimension says in this rule set; for D45, add the points in the deck and what they are for."""
    if (template := template_of(rules, name)) is not None:
        number = re.search("[0-9]+", write_value(name, getattr(rules, name)))
        return with_number(template, int(number[0])) if number else template
    if name != "card_values":
        return sentence(name, getattr(rules, name))
    text = say_card_values(rules.card_values, rules.deck)
    if rules.round_score.kind is RoundScore.FLAT:
        text += " (This matters only if nobody can continue: then the hand with the fewest points wins the round.)"
    return text
