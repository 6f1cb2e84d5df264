"""A rule set: a frozen value with one field for each dimension of the rules, checked when it is created."""

import dataclasses
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Annotated, Any, Literal

from msgspec import Struct, defstruct

from .._util.bounds import quoted
from .._util.strict import Shape, at_most, read
from ..core import tables
from ..core.layout import Rules
from ..errors import LastCardError, RulesetError, did_you_mean
from .conflicts import conflict_of, table_conflict_of
from .decks import BUILT_IN_DECKS, Card, Deck, digest_of, registered_decks
from .dimensions import DIMENSIONS, KEYS, read_value, write_value
from .match_rules import MatchRules
from .opening_rules import OpeningRules
from .response_rules import ResponseRules
from .turn_rules import TurnRules

MAX_ID = 8_000  # characters of an id
MAX_VALUE = 4_000  # characters of one value
FORMAT = 1

# Dimensions up to this one are always in the data of a rule set; later ones only if they differ from their default, so
# that the digest of a rule set stays the same when a dimension is added.
_ALWAYS_WRITTEN = "D48"


@dataclass(frozen=True, kw_only=True, repr=False)
class Ruleset(MatchRules, ResponseRules, TurnRules, OpeningRules):
    """A rule set: a value for each dimension; the defaults are the official rules."""

    def __post_init__(self) -> None:
        for name, dimension in DIMENSIONS.items():
            object.__setattr__(self, name, dimension.form.check(name, getattr(self, name)))
        if (error := conflict_of(self)) is not None:
            raise error

    # ---------------------------------------------------------------- text

    @classmethod
    def from_id(cls, text: str) -> "Ruleset":
        """Return the rule set with this id, whose options may come in any order; raise RulesetError if it is wrong."""
        if not isinstance(text, str) or len(text) > MAX_ID:
            raise RulesetError(f"{quoted(text)}: the id of a rule set is a string of at most {MAX_ID} characters")
        return _from_id(text, registered_decks())

    @cached_property
    def id(self) -> str:
        """A preset and what differs from it; equal rule sets have equal ids.

        A deck that is not built in is written with the start of its digest, `deck=tiny@1a2b3c4d5e6f`; see
        `id_is_enough`.
        """
        from .ids import write_id  # ids needs presets, and presets need this class

        return write_id(self)

    @property
    def id_is_enough(self) -> bool:
        """Whether the id alone is enough to get the rule set back; if not, register the deck, or use `to_dict`."""
        return self.deck.key in BUILT_IN_DECKS

    def __repr__(self) -> str:
        return f"Ruleset.from_id({self.id!r})"

    # ---------------------------------------------------------------- data

    def to_dict(self) -> dict[str, Any]:
        """Return the whole rule set, with its whole deck, as JSON data that does not depend on presets."""
        values = {
            dimension.key: write_value(name, getattr(self, name))
            for name, dimension in DIMENSIONS.items()
            if name != "deck" and (dimension.id <= _ALWAYS_WRITTEN or getattr(self, name) != getattr(Ruleset(), name))
        }
        return {"format": FORMAT, "dimensions": values, "deck": self.deck.to_dict()}

    @classmethod
    def from_dict(cls, data: object) -> "Ruleset":
        """Read what `to_dict` returned; anything else raises RulesetError."""
        whole = read(_Whole, data, "a rule set", error=RulesetError)
        texts = read(_dimensions(), whole.dimensions, "dimensions of a rule set", error=RulesetError)
        values = {name: read_value(name, text) for name in KEYS if isinstance(text := getattr(texts, name, None), str)}
        return cls(deck=Deck.from_dict(whole.deck), **values)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of `to_dict()` in hexadecimal; digests are equal if, and only if, the rule sets are."""
        return digest_of(self.to_dict())

    # ---------------------------------------------------------------- use

    @cached_property
    def core_rules(self) -> Rules:
        """The record that the core reads; it is shared, so never write to it."""
        rules = Rules()
        tables.fill(rules, self)
        return rules

    def card(self, text: str) -> Card:
        """Return the card with this text, with its points under this rule set (D45)."""
        card = self.deck.card(text)
        points = self.core_rules.points[card.code]
        return card if points == card.points else dataclasses.replace(card, points=points)

    def replace(self, **changes: Any) -> "Ruleset":
        """Return a copy of the rule set with these dimensions changed."""
        for name in changes:
            if name not in DIMENSIONS:
                raise RulesetError(f"no dimension {name!r}{did_you_mean(name, DIMENSIONS)}")
        return dataclasses.replace(self, **changes)

    def check_table(self, seats: int) -> None:
        """Raise RulesetError if this rule set cannot be played with this number of seats."""
        if (error := table_conflict_of(self, seats)) is not None:
            raise error


def ruleset_of(rules: Ruleset | str) -> Ruleset:
    """Return a rule set given as a value or by its id."""
    if isinstance(rules, Ruleset):
        return rules
    if isinstance(rules, str):
        return Ruleset.from_id(rules)
    raise LastCardError(f"rules must be a Ruleset or its id, not {type(rules).__name__}")


class _Whole(Shape):
    """A rule set as data."""

    format: Literal[1]
    dimensions: Any
    deck: Any


@cache
def _dimensions() -> type[Struct]:
    """Return the shape of the dimensions of a rule set, under their keys; those that came later may be missing."""
    text = Annotated[str, at_most(MAX_VALUE)]
    always = [(one.name, text) for one in DIMENSIONS.values() if one.name != "deck" and one.id <= _ALWAYS_WRITTEN]
    later = [(one.name, text | None, None) for one in DIMENSIONS.values() if one.id > _ALWAYS_WRITTEN]
    return defstruct("dimensions", [*always, *later], bases=(Shape,), rename=KEYS)


@lru_cache(maxsize=1024)
def _from_id(text: str, decks: int) -> Ruleset:
    """Return the rule set with an id; cached, so that tables with the same rules share one record.

    `decks` is the number of registered decks, because registering one may change what an id means.
    """
    from .ids import read_id

    return read_id(text)
