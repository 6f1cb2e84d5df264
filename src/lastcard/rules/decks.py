"""Cards and decks: which cards there are, how many of each, what they are worth and what they do.

A deck is read from TOML (`deck_reader` describes the format; the built-in decks are in the folder `decks`) or from
JSON (`Deck.from_dict`).  It is a value: two tables may each have a deck called "tiny", which differ in their digests.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._util.bounds import quoted
from .._util.strict import check_fields
from ..core.terms import RANKS, WILD, Kind
from ..errors import NotationError, RulesetError, did_you_mean
from .values import word

if TYPE_CHECKING:
    from .ruleset import Ruleset

BUILT_IN_DECKS = ("mattel108", "juno116", "juno140", "one107")
DECK_FORMAT = 1
WILD_ROW = WILD // RANKS  # where other cards have the position of their colour
SHORT_DIGEST = 12  # hexadecimal digits of a digest in an id


def digest_of(data: Any) -> str:
    """Return the SHA-256 of JSON data in a canonical form, as hexadecimal digits."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Card:
    """A card: what is on it and what it does.

    Cards are equal if they look and act alike; `points` and `code` are not compared.  Cards of one deck sort in the
    order of the deck: colour by colour, wilds last.
    """

    text: str  # r5, g+2, w, w+4
    colour: str | None  # its letter, or None for a wild, whose player chooses the colour
    rank: str  # 5, S, +2; empty for the plain wild
    number: int | None = None
    kind: Kind
    draws: int = 0
    skips: int = 0
    reverses: bool = False
    again: bool = False
    swaps: bool = False
    rotates: bool = False
    name: str = ""  # of its rank, if the deck has one for it: Jack
    points: int = field(compare=False)
    code: int = field(compare=False)  # the number the core knows it by

    @property
    def wild(self) -> bool:
        """Whether its player chooses a colour."""
        return self.colour is None

    @property
    def row(self) -> int:
        """The position of its colour in the deck; WILD_ROW for a wild."""
        return self.code // RANKS

    @property
    def effects(self) -> dict[str, int]:
        """What it does, with the names that deck files use: {'draw': 2}, {'reverse': 1}."""
        every = {"draw": self.draws, "skip": self.skips, "reverse": self.reverses, "again": self.again}
        every |= {"swap": self.swaps, "rotate": self.rotates}
        return {name: int(amount) for name, amount in every.items() if amount}

    def to_dict(self) -> dict[str, Any]:
        """Return the card as JSON data."""
        return {
            "text": self.text,
            "colour": self.colour,
            "rank": self.rank,
            "number": self.number,
            "kind": word(self.kind),
            "points": self.points,
            "effects": self.effects,
        }

    @classmethod
    def from_dict(cls, data: object, rules: "Ruleset | str") -> "Card":
        """Read what `to_dict` wrote, for the same rules; fields other than `text` may be left out, but must not differ.

        Raise NotationError for anything else.
        """
        from .ruleset import ruleset_of  # which imports this module

        text = data.get("text") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(text, str):
            raise NotationError("a card must be an object with its text as 'text'")
        card = ruleset_of(rules).card(text)
        check_fields(f"the card {text!r}", data, card.to_dict())
        return card

    def __lt__(self, other: "Card") -> bool:
        return self.code < other.code if isinstance(other, Card) else NotImplemented

    def __le__(self, other: "Card") -> bool:
        return self.code <= other.code if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: "Card") -> bool:
        return self.code > other.code if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: "Card") -> bool:
        return self.code >= other.code if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"


@dataclass(frozen=True, kw_only=True)
class Deck:
    """The cards of a rule set: each card once, in the order of the deck, and how many there are of each."""

    name: str
    colours: tuple[tuple[str, str], ...] = field(hash=False)
    cards: tuple[Card, ...] = field(hash=False)
    counts: tuple[int, ...] = field(hash=False)

    # ---------------------------------------------------------------- reading and writing

    @classmethod
    def from_toml(cls, source: str | Path) -> "Deck":
        """Read a deck from a file (a path, or a string that ends in .toml) or from the text itself."""
        from .deck_reader import read_toml  # which imports this module

        return read_toml(source)

    @classmethod
    def from_dict(cls, data: object) -> "Deck":
        """Read what `to_dict` returned; anything else raises RulesetError."""
        from .deck_reader import read_dict

        return read_dict(data)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole deck as JSON data."""
        return {
            "format": DECK_FORMAT,
            "name": self.name,
            "colours": [list(colour) for colour in self.colours],
            "ranks": [self._rank_data(cards) for cards in self._ranks(wild=False)],
            "wilds": [self._rank_data(cards) for cards in self._ranks(wild=True)],
        }

    def _ranks(self, *, wild: bool) -> Iterator[list[Card]]:
        """Yield the cards of each rank, one for each colour that has it."""
        chosen = [card for card in self.cards if card.wild is wild]
        for rank in sorted({card.code % RANKS for card in chosen}):
            yield [card for card in chosen if card.code % RANKS == rank]

    def _rank_data(self, cards: list[Card]) -> dict[str, Any]:
        first = cards[0]
        counts = {card.colour: self.count(card) for card in cards}
        count = self.count(first) if first.wild else counts
        effects = {name: n if name in ("draw", "skip") else True for name, n in first.effects.items()}
        named = {"name": first.name} if first.name else {}
        return {"rank": first.rank, "count": count, "points": first.points, **named, **effects}

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of `to_dict()` in hexadecimal; digests are equal if, and only if, the decks are."""
        return digest_of(self.to_dict())

    @cached_property
    def key(self) -> str:
        """The deck as ids write it: a built-in deck by name, others with a short digest, `tiny@1a2b3c4d5e6f`."""
        if self.name in BUILT_IN_DECKS and find_deck(self.name) == self:
            return self.name
        return f"{self.name}@{self.digest[:SHORT_DIGEST]}"

    # ---------------------------------------------------------------- cards

    def card(self, text: str) -> Card:
        """Return the card with this text, such as 'r5' or 'w+4'; raise NotationError if the deck does not have it."""
        code = self.code.get(text) if isinstance(text, str) else None
        if code is None:
            hint = did_you_mean(text[:20], self.code) if isinstance(text, str) else ""
            raise NotationError(f"{quoted(text)} is not a card of the deck {self.name}{hint}")
        return self.by_code[code]

    def count(self, card: Card | str) -> int:
        """Return how many copies of a card the deck has, 0 for a card it does not have."""
        if not isinstance(card, Card | str):
            raise NotationError(f"{type(card).__name__} is not a card; give a Card, or its text")
        return self._count.get(card if isinstance(card, str) else card.text, 0)

    @cached_property
    def by_code(self) -> dict[int, Card]:
        """Each card by its code, the number the core uses for it."""
        return {card.code: card for card in self.cards}

    @cached_property
    def text(self) -> dict[int, str]:
        """The text of each card by its code."""
        return {card.code: card.text for card in self.cards}

    @cached_property
    def code(self) -> dict[str, int]:
        """The code of each card by its text."""
        return {card.text: card.code for card in self.cards}

    @cached_property
    def _count(self) -> dict[str, int]:
        return {card.text: count for card, count in zip(self.cards, self.counts, strict=True)}

    @cached_property
    def size(self) -> int:
        """The number of cards, copies included."""
        return sum(self.counts)

    def pack(self) -> list[int]:
        """Return the code of every card, once for each copy, in the deck's order."""
        return [card.code for card, count in zip(self.cards, self.counts, strict=True) for _ in range(count)]

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {self.size} cards>"


# ---------------------------------------------------------------- decks that ids can name

_registered: dict[str, Deck] = {}  # by digest


def deck_names() -> tuple[str, ...]:
    """Return the decks that an id can name: the built-in ones, then the registered ones."""
    return (*BUILT_IN_DECKS, *(deck.key for deck in _registered.values()))


def registered_decks() -> int:
    """Return how many decks are registered; the number grows whenever the meaning of an id may have changed."""
    return len(_registered)


def find_deck(name: str) -> Deck:
    """Return a deck by its name, if only one has it, or by name and short digest, `tiny@1a2b3c4d5e6f`."""
    if name in BUILT_IN_DECKS:
        return _built_in_deck(name)
    found = [deck for deck in _registered.values() if name in (deck.key, deck.name)]
    if len(found) > 1:
        raise RulesetError(f"{len(found)} decks are called {name!r}: write {' or '.join(deck.key for deck in found)}")
    if not found:
        known = deck_names()
        listed = ", ".join([*known[:10], *(["..."] if len(known) > 10 else [])])
        raise RulesetError(f"no deck {quoted(name)}{did_you_mean(name[:40], known)}; the decks are {listed}")
    return found[0]


def register_deck(deck: Deck) -> None:
    """Make a deck available to ids.  A rule set can use any deck; only reading its id needs the deck registered."""
    if deck.name not in BUILT_IN_DECKS or find_deck(deck.name) != deck:
        _registered[deck.digest] = deck


_built_in: dict[str, Deck] = {}


def _built_in_deck(name: str) -> Deck:
    """Return a built-in deck, which is read on first use."""
    if name not in _built_in:
        file = resources.files(__package__) / "decks" / f"{name}.toml"
        _built_in[name] = Deck.from_toml(file.read_text(encoding="utf-8"))
    return _built_in[name]
