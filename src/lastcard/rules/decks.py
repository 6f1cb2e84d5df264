"""Decks as data: which cards there are, how many of each, what they are worth and what they do.

A deck is a TOML table.  Ours lie beside this module; a deck somebody else writes looks the same:

    name = "tiny"
    colours = { r = "red", g = "green" }    # one to four: a lower-case letter and a name
    [ranks]                                 # found in every colour
    5 = { count = 2 }                       # a name of digits is a number, worth its face unless `points` says so
    7 = { count = { r = 1 } }               # in red only
    S = { count = 1, skip = 1 }             # worth 20 unless `points` says so
    [wilds]                                 # their player names a colour
    "" = { count = 2 }                      # the plain wild, worth 50 unless `points` says so
    "+4" = { count = 1, draw = 4 }

Effects: `draw = n`, `skip = n`, `reverse`, `again`, `swap`, `rotate` (`= true`).
"""

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from ..core.terms import CARDS, MAX_COPIES, RANKS, WILD, Kind
from ..errors import RulesetError, did_you_mean

MAX_COLOURS = 4
MAX_POINTS = 1000
MAX_DRAW = 20
MAX_SKIP = 9
OURS = ("mattel108", "juno116", "juno140", "one107")

_COUNTED_EFFECTS = {"draw": MAX_DRAW, "skip": MAX_SKIP}
_PLAIN_EFFECTS = ("reverse", "again", "swap", "rotate")
_CARD_KEYS = ("count", "points", *_COUNTED_EFFECTS, *_PLAIN_EFFECTS)
_CLASHES = (  # what one card cannot do at once, because the table would wait for two things
    ("draw", "skip"),
    ("again", "draw"),
    ("again", "skip"),
    *((exchange, other) for exchange in ("swap", "rotate") for other in ("draw", "skip", "reverse", "again")),
    ("swap", "rotate"),
)


@dataclass(frozen=True, kw_only=True)
class CardType:
    """One card of a deck and what it does."""

    code: int
    text: str
    count: int
    points: int
    number: int | None = None
    kind: Kind
    draws: int = 0
    skips: int = 0
    reverses: bool = False
    again: bool = False
    swaps: bool = False
    rotates: bool = False

    @property
    def row(self) -> int:
        """The place of its colour in the deck; 4 for a wild."""
        return self.code // RANKS

    @property
    def rank(self) -> int:
        """Its place among the ranks of its row."""
        return self.code % RANKS

    @property
    def wild(self) -> bool:
        """Whether its player names a colour."""
        return self.code >= WILD


@dataclass(frozen=True, kw_only=True)
class Deck:
    """The cards a rule set is played with, in the deck's order: colour by colour, wilds last."""

    name: str
    colours: tuple[tuple[str, str], ...] = field(hash=False)
    types: tuple[CardType, ...] = field(hash=False)

    @classmethod
    def from_toml(cls, source: str | Path) -> "Deck":
        """Read a deck from a file (a path, or a string that ends in .toml) or from the text itself."""
        if isinstance(source, Path) or ("\n" not in source and source.endswith(".toml")):
            try:
                source = Path(source).read_text(encoding="utf-8")
            except OSError as error:
                raise RulesetError(f"deck file {str(source)!r} cannot be read: {error.strerror}") from error
        try:
            table = tomllib.loads(source)
        except tomllib.TOMLDecodeError as error:
            raise RulesetError(f"a deck is a TOML table: {error}") from error
        return _Reader(table).deck()

    @cached_property
    def text(self) -> dict[int, str]:
        """How each card is written."""
        return {card.code: card.text for card in self.types}

    @cached_property
    def code(self) -> dict[str, int]:
        """The code of each card, by its text."""
        return {card.text: card.code for card in self.types}

    @cached_property
    def size(self) -> int:
        """How many cards there are in all."""
        return sum(card.count for card in self.types)

    def pack(self) -> list[int]:
        """Every card once for each copy, in the deck's order."""
        return [card.code for card in self.types for _ in range(card.count)]

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {self.size} cards>"


class _Reader:
    """Reads one deck's table; every complaint says where, what, and what is allowed."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.place = "deck"

    def deck(self) -> Deck:
        self._check_keys(self.table, ("name", "colours", "ranks", "wilds"))
        name = self._deck_name()
        self.place = f"deck {name!r}"
        colours = self._colours()
        types = (*self._coloured(colours), *self._wilds())
        deck = Deck(name=name, colours=colours, types=tuple(sorted(types, key=lambda card: card.code)))
        if not 1 <= deck.size <= CARDS:
            raise self._error(f"{deck.size} cards in all: 1 to {CARDS} are allowed")
        return deck

    def _error(self, what: str) -> RulesetError:
        return RulesetError(f"{self.place}: {what}")

    def _check_keys(self, table: dict[str, Any], known: Collection[str]) -> None:
        for key in table:
            if key not in known:
                hint = did_you_mean(key, known)
                raise self._error(f"unknown key {key!r}{hint}; allowed are {', '.join(known)}")

    def _deck_name(self) -> str:
        name = self.table.get("name")
        if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9-]*", name):
            raise self._error(f"name = {name!r}: a lower-case letter, then lower-case letters, digits and '-'")
        return name

    def _subtable(self, key: str) -> dict[str, Any]:
        table = self.table.get(key, {})
        if not isinstance(table, dict):
            raise self._error(f"{key} = {table!r}: a table is wanted")
        return table

    def _colours(self) -> tuple[tuple[str, str], ...]:
        colours = self._subtable("colours")
        if not 1 <= len(colours) <= MAX_COLOURS:
            raise self._error(f"{len(colours)} colours: 1 to {MAX_COLOURS} are allowed")
        for letter, name in colours.items():
            if not re.fullmatch("[a-vx-z]", letter):
                raise self._error(f"colour {letter!r}: one lower-case letter is wanted, and w is for wilds")
            if not isinstance(name, str) or not name.strip():
                raise self._error(f"colour {letter!r} = {name!r}: a name is wanted, such as 'red'")
        if len(set(colours.values())) < len(colours):
            raise self._error("two colours have the same name")
        return tuple(colours.items())

    def _named_cards(self, key: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
        """Rank, name and table of each card of a row."""
        cards = self._subtable(key)
        if len(cards) > RANKS:
            raise self._error(f"{len(cards)} {key}: at most {RANKS} are allowed")
        deck = self.place
        for rank, (name, table) in enumerate(cards.items()):
            self.place = f"{deck}, {key.removesuffix('s')} {name!r}"
            if not isinstance(table, dict):
                raise self._error(f"{table!r}: a table is wanted, such as {{ count = 2 }}")
            self._check_keys(table, _CARD_KEYS)
            yield rank, name, table
        self.place = deck

    def _coloured(self, colours: tuple[tuple[str, str], ...]) -> Iterator[CardType]:
        for rank, name, table in self._named_cards("ranks"):
            if not re.fullmatch(r"[A-Z0-9+]+", name):
                raise self._error("a rank is written in capitals, digits and '+'")
            number = self._number(name)
            does = self._effects(table)
            points = self._integer(table, "points", 0, MAX_POINTS, default=20 if number is None else number)
            kind = _coloured_kind(number, does)
            copies = self._copies(table, [letter for letter, _ in colours])
            for row, (letter, _) in enumerate(colours):
                if letter in copies:
                    yield CardType(
                        code=row * RANKS + rank,
                        text=letter + name,
                        count=copies[letter],
                        points=points,
                        number=number,
                        kind=kind,
                        **does,
                    )

    def _wilds(self) -> Iterator[CardType]:
        for rank, name, table in self._named_cards("wilds"):
            if not re.fullmatch(r"[A-Z0-9+]*", name):
                raise self._error("a wild is written in capitals, digits and '+', or as nothing")
            does = self._effects(table)
            yield CardType(
                code=WILD + rank,
                text="w" + name,
                count=self._integer(table, "count", 1, MAX_COPIES),
                points=self._integer(table, "points", 0, MAX_POINTS, default=50),
                kind=Kind.WILD_DRAW if "draws" in does else Kind.WILD,
                **does,
            )

    def _number(self, name: str) -> int | None:
        if not name.isdigit():
            return None
        if len(name) > 3 or (name[0] == "0" and name != "0"):
            raise self._error("a number has one to three digits and no leading 0")
        return int(name)

    def _integer(self, table: dict[str, Any], key: str, low: int, high: int, default: int | None = None) -> int:
        value = table.get(key, default)
        if value is None:
            raise self._error(f"{key} is missing: {low} to {high} are allowed")
        if type(value) is not int or not low <= value <= high:
            raise self._error(f"{key} = {value!r}: {low} to {high} are allowed")
        return value

    def _copies(self, table: dict[str, Any], letters: list[str]) -> dict[str, int]:
        """How many there are in each colour that has any."""
        counts = table.get("count")
        if not isinstance(counts, dict):
            return dict.fromkeys(letters, self._integer(table, "count", 1, MAX_COPIES))
        if not counts:
            raise self._error("count = {}: a number, or a number for each colour that has the card")
        self._check_keys(counts, letters)
        return {letter: self._integer(counts, letter, 1, MAX_COPIES) for letter in counts}

    def _effects(self, table: dict[str, Any]) -> dict[str, Any]:
        """The effects as fields of a card type."""
        for one, other in _CLASHES:
            if table.get(one) and table.get(other):
                raise self._error(f"{one} and {other} do not go together on one card")
        does: dict[str, Any] = {}
        for key, most in _COUNTED_EFFECTS.items():
            if key in table:
                does[key + "s"] = self._integer(table, key, 1, most)
        for key in _PLAIN_EFFECTS:
            if table.get(key, True) is not True:
                raise self._error(f"{key} = {table[key]!r}: true is allowed, or leave it out")
            if key in table:
                does["again" if key == "again" else key + "s"] = True
        return does


def _coloured_kind(number: int | None, does: dict[str, Any]) -> Kind:
    if "draws" in does:
        return Kind.DRAW
    if "skips" in does:
        return Kind.SKIP
    if "reverses" in does:
        return Kind.REVERSE
    return Kind.NUMBER if number is not None and not does else Kind.ACTION


_known: dict[str, Deck] = {}


def deck_names() -> tuple[str, ...]:
    """The decks an id may name: ours, then those registered."""
    return (*OURS, *(name for name in _known if name not in OURS))


def find_deck(name: str) -> Deck:
    """The deck of that name; ours are read when first wanted."""
    if name not in _known:
        if name not in OURS:
            known = deck_names()
            raise RulesetError(f"no deck {name!r}{did_you_mean(name, known)}; known are {', '.join(known)}")
        file = resources.files(__package__) / "decks" / f"{name}.toml"
        _known[name] = Deck.from_toml(file.read_text(encoding="utf-8"))
    return _known[name]


def register_deck(deck: Deck) -> None:
    """Make `deck=NAME` mean this deck.  A name keeps its meaning: it cannot be given to another deck later."""
    if deck.name in OURS:
        raise RulesetError(f"deck {deck.name!r} is one of ours: choose another name")
    if _known.setdefault(deck.name, deck) != deck:
        raise RulesetError(f"another deck is already registered as {deck.name!r}: choose another name")
