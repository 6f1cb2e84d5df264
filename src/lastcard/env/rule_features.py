"""Say which rules are in force, as features: every dimension of the rule set, by its declared type, and every rank.

A choice is told by its number, a set by one feature for each member, a record by its fields.  The deck and what is
declared for single cards are told rank by rank.
"""

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from ..core.terms import CARDS, RANKS
from ..rules import Ruleset
from ..rules.deck_reader import MAX_POINTS
from ..rules.decks import Card
from ..rules.dimensions import DIMENSIONS
from ..rules.values import word
from .game import FULL

BY_RANK = ("deck", "number_effects", "card_values")  # dimensions that are told rank by rank
EFFECTS = ("draws", "skips", "does", "asks")
MUCH = 8  # of what a rank does, and of its cards
UNITS = ((1, "", 100), (100, " hundreds", 10), (10_000, " ten thousands", 1))  # of a large number, and what is much


class Feature(NamedTuple):
    """What a feature says: its name, its number, and what is much for it."""

    name: str
    number: int
    scale: int


def features_of(rules: Ruleset) -> list[Feature]:
    """Return what says which rules are in force; decks with the same ranks have the same features."""
    kinds = get_type_hints(Ruleset)
    found: list[Feature] = []
    for name, dimension in DIMENSIONS.items():
        if name not in BY_RANK:
            most = _most(dimension.data())
            found += _features(dimension.key, kinds[name], getattr(rules, name), most)
    found += _number("pack", rules.core_rules.n_pack, CARDS)
    found.append(Feature("colours", rules.core_rules.colours, 4))
    for cards in _ranks(rules):
        found += _rank(rules, cards)
    return found


# ---------------------------------------------------------------- dimensions


def _features(name: str, kind: Any, value: Any, most: int) -> Iterator[Feature]:
    """Yield the features of a value of this type; None, where there is no value, is all zeros."""
    if get_origin(kind) is UnionType:  # a value, or None
        yield Feature(f"no {name}", int(value is None), 1)
        yield from _features(name, get_args(kind)[0], value, most)
    elif get_origin(kind) is frozenset:
        for member in get_args(kind)[0]:
            yield Feature(f"{name} {word(member)}", int(value is not None and member in value), 1)
    elif get_origin(kind) is tuple:
        for place, number in zip(("least", "most"), value, strict=True):
            yield from _number(f"{name} {place}", number, most)
    elif is_dataclass(kind):
        for part, hint in get_type_hints(kind).items():
            inner = None if value is None else getattr(value, part)
            yield from _features(f"{name} {part.replace('_', '-')}", hint, inner, most)
    elif issubclass(kind, Enum):
        members = list(kind)
        yield Feature(name, 0 if value is None else members.index(value), len(members) - 1)
    else:
        yield from _number(name, int(value or 0), 1 if kind is bool else most)


def _number(name: str, number: int, most: int) -> list[Feature]:
    """Return a number; one that can be too large for a feature in several, so that no two numbers are equal."""
    if most <= FULL:
        return [Feature(name, number, most)]
    return [Feature(f"{name}{words}", number // unit % 100, much) for unit, words, much in UNITS if unit <= most]


def _most(data: Any) -> int:
    """Return the largest number that a form lets people choose, 0 if there is none."""
    if isinstance(data, Mapping):
        return max([_most(part) for part in data.values()] + [data.get("max", 0)])
    return max(map(_most, data), default=0) if isinstance(data, list) else 0


# ---------------------------------------------------------------- cards


def _ranks(rules: Ruleset) -> list[list[Card]]:
    """Return the cards of each rank, the ranks in the order of the deck, those of wilds last."""
    found: dict[tuple[bool, int], list[Card]] = {}
    for card in rules.deck.cards:
        found.setdefault((card.wild, card.code % RANKS), []).append(card)
    return [found[key] for key in sorted(found)]


def _rank(rules: Ruleset, cards: list[Card]) -> Iterator[Feature]:
    """Yield what cards of a rank do, which is the same in all colours, how many there are, and what they count.

    What they count is the sum of one card of each colour.
    """
    r, first = rules.core_rules, cards[0]
    name = first.text if first.wild else first.rank
    for effect in EFFECTS:
        yield Feature(f"{name} {effect}", getattr(r, effect)[first.code], MUCH)
    yield Feature(f"{name} cards", min(sum(map(rules.deck.count, cards)), FULL), MUCH)
    yield from _number(f"{name} points", sum(r.points[card.code] for card in cards), 4 * MAX_POINTS)
