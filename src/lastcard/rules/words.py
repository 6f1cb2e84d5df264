"""Rule sets in plain words: what each dimension says, what differs between two, what the options do."""

from typing import NamedTuple

from ..core.terms import Kind, RoundScore
from ..words.catalogue import Words, words
from ..words.catalogue.names import card_or_rank
from ..words.catalogue.settings import setting_parts
from .conflicts import idle_reasons
from .decks import Card, Deck
from .dimensions import DIMENSIONS, KEYS, dimension_id, sentence, write_value
from .in_context import context_of
from .options import OPTIONS
from .ruleset import Ruleset
from .values import word

__all__ = ["Difference", "RuleLine", "describe", "diff", "dimension_id", "option_lines", "sentence"]


class RuleLine(NamedTuple):
    """What a rule set says in one dimension; `idle` says why it makes no difference, or is empty.

    `context` is the id of the sentence, if another rule changes it, and `because` the id of `idle`.
    """

    id: str
    name: str
    sentence: str
    idle: str = ""
    context: str = ""
    because: str = ""

    @property
    def text(self) -> str:
        """The sentence and, if it makes no difference, the reason."""
        return f"{self.sentence} (Makes no difference here: {self.idle}.)" if self.idle else self.sentence

    @property
    def matters(self) -> bool:
        """Whether the dimension makes a difference under this rule set."""
        return not self.because


class Difference(NamedTuple):
    """What two rule sets say where they differ."""

    id: str
    name: str
    one: str
    other: str


def describe(rules: Ruleset, language: Words | None = None) -> list[RuleLine]:
    """Return a sentence for every dimension of a rule set, in the order of the dimensions."""
    language, idle = language or words(), idle_reasons(rules)
    return [_line(rules, name, idle.get(name, ""), language) for name in DIMENSIONS]


def _line(rules: Ruleset, name: str, because: str, language: Words) -> RuleLine:
    context = context_of(rules, name)
    idle = language.say(f"because.{because}") if because else ""
    return RuleLine(dimension_id(name), name, _said(rules, name, context, language), idle, context, because)


def diff(one: Ruleset, other: Ruleset) -> list[Difference]:
    """Return the dimensions in which two rule sets differ, with what each of them says."""
    return [
        Difference(dimension_id(name), name, sentence(name, getattr(one, name)), sentence(name, getattr(other, name)))
        for name in DIMENSIONS
        if getattr(one, name) != getattr(other, name)
    ]


def option_lines(language: Words | None = None) -> list[tuple[str, str]]:
    """Return how each named option is written, with its summary."""
    language = language or words()
    usages = {name: option.usage for name, option in OPTIONS.items()} | {"target": "target=N"}
    return [(usage, language.say(f"option.{name}")) for name, usage in usages.items()]


def _said(rules: Ruleset, name: str, context: str, language: Words) -> str:
    """Return what a dimension says in this rule set; for D45, add the points in the deck and what they are for."""
    value = getattr(rules, name)
    if context:
        return language.fill(f"context.{context}", setting_parts(language, KEYS[name], write_value(name, value)))
    if name != "card_values":
        return sentence(name, value, language)
    text = sentence(name, value, language, points="; ".join(_points(rules.deck, language)))
    if rules.round_score.kind is RoundScore.FLAT:
        text += f" ({language.say('rule.values.blocked-only')})"
    return text


def _points(deck: Deck, language: Words) -> list[str]:
    """Return what the cards of a deck count, with cards that count the same grouped together."""
    alike: dict[str, list[str]] = {}
    for kind in Kind:
        worth = {_named(card, language): _worth(card, language) for card in deck.cards if card.kind is kind}
        if len(set(worth.values())) == 1:
            worth = {language.say(f"kind.{word(kind)}"): next(iter(worth.values()))}
        for cards, points in worth.items():
            alike.setdefault(points, []).append(cards)
    return [language.say("rule.values.worth", cards=cards, points=points) for points, cards in alike.items()]


def _named(card: Card, language: Words) -> str:
    return card_or_rank(language, card.text if card.wild else card.rank)


def _worth(card: Card, language: Words) -> str:
    return language.say("rule.values.face-value") if card.points == card.number else str(card.points)
