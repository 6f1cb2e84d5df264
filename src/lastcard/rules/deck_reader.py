"""Read decks.  Any input that is not a deck raises RulesetError, and no other error.

A deck is a TOML table.  The built-in decks are in the folder `decks`; your own looks the same:

    name = "tiny"
    colours = { r = "red", g = "green" }    # one to four: a lower-case letter and a name
    [ranks]                                 # found in every colour
    5 = { count = 2 }                       # digits are a number, worth its face value unless `points` says otherwise
    7 = { count = { r = 1 } }               # in red only
    S = { count = 1, skip = 1 }             # worth 20 unless `points` says otherwise
    J = { count = 1, name = "Jack" }        # called "red Jack"; without a name, "red J"
    [wilds]                                 # their player chooses a colour
    "" = { count = 2 }                      # the plain wild; wilds are worth 50 unless `points` says otherwise
    "+4" = { count = 1, draw = 4 }

Effects: `draw = n`, `skip = n`, `reverse`, `again`, `swap`, `rotate` (`= true`).

As JSON it has the same keys and a `format`.  Because the order matters, colours are a list of pairs, and ranks and
wilds are lists of objects with their name as `rank`: `{"rank": "5", "count": {"r": 2, "g": 2}, "points": 5}`.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from .._util.bounds import quoted
from .._util.strict import Shape, at_most, parse_toml, read, whole, written
from ..core.terms import CARDS, MAX_COPIES, RANKS, WILD, Kind
from ..errors import NotationError, RulesetError
from .decks import Card, Deck

MAX_TEXT = 20_000  # characters of a deck file
MAX_COLOURS = 4
MAX_POINTS = 1000
MAX_DRAW = 20
MAX_SKIP = 9
MAX_NAME = 32  # characters of a deck's name
MAX_COLOUR_NAME = 20
MAX_RANK_NAME = 20
MAX_RANK = 8

_PLAIN_EFFECTS = ("reverse", "again", "swap", "rotate")
_EFFECTS = {  # of a deck's file, as fields of a card
    "draw": "draws", "skip": "skips", "reverse": "reverses", "again": "again", "swap": "swaps", "rotate": "rotates",
}  # fmt: skip
_CLASHES = (  # effects that one card cannot combine, because the table would wait for two things at once
    ("draw", "skip"),
    ("again", "draw"),
    ("again", "skip"),
    *((exchange, other) for exchange in ("swap", "rotate") for other in ("draw", "skip", "reverse", "again")),
    ("swap", "rotate"),
)


T = TypeVar("T")

_NAME = f"a lower-case letter, then lower-case letters, digits and '-', at most {MAX_NAME} characters"
_COLOUR = f"a name, such as 'red', of at most {MAX_COLOUR_NAME} characters"

_Name = Annotated[str, written(f"[a-z][a-z0-9-]{{0,{MAX_NAME - 1}}}", _NAME)]
_Letter = Annotated[str, written("[a-vx-z]", "one lower-case letter; w is for wilds")]
_Colour = Annotated[str, Meta(min_length=1, max_length=MAX_COLOUR_NAME, description=_COLOUR)]
_Rank = Annotated[str, written(f"[A-Z0-9+]{{1,{MAX_RANK}}}", f"1 to {MAX_RANK} capitals, digits and '+'")]
_WildRank = Annotated[
    str, written(f"[A-Z0-9+]{{0,{MAX_RANK}}}", f"at most {MAX_RANK} capitals, digits and '+', none for the plain wild")
]
_RankName = Annotated[
    str,
    written(
        rf"(?=.{{1,{MAX_RANK_NAME}}}\Z)[^\W\d_]+( [^\W\d_]+)*",
        f"letters and single spaces, such as 'Jack', at most {MAX_RANK_NAME} characters",
    ),
]
_Flag = Annotated[bool, Meta(description="true, or leave it out")]
_Copies = Annotated[int, whole(1, MAX_COPIES)]
_CopiesOfColours = Annotated[
    dict[_Letter, _Copies],
    Meta(min_length=1, max_length=MAX_COLOURS, description="a number for each colour that has the card"),
]


class _Does(Shape):
    """What a card is worth and does."""

    points: Annotated[int, whole(0, MAX_POINTS)] | None = None
    name: _RankName | None = None
    draw: Annotated[int, whole(1, MAX_DRAW)] | None = None
    skip: Annotated[int, whole(1, MAX_SKIP)] | None = None
    reverse: _Flag | None = None
    again: _Flag | None = None
    swap: _Flag | None = None
    rotate: _Flag | None = None


class _Coloured(_Does, kw_only=True):
    """A card in colours: how many copies there are of each, or of each colour that has it."""

    count: _Copies | _CopiesOfColours


class _Wild(_Does, kw_only=True):
    """A wild."""

    count: _Copies


class _Table(Shape):
    """A deck."""

    name: _Name
    colours: Annotated[dict[_Letter, _Colour], at_most(MAX_COLOURS, least=1)]
    ranks: Annotated[dict[_Rank, _Coloured], at_most(RANKS)] = {}
    wilds: Annotated[dict[_WildRank, _Wild], at_most(RANKS)] = {}


class _ListedColoured(_Coloured, kw_only=True):
    rank: _Rank


class _ListedWild(_Wild, kw_only=True):
    rank: _WildRank


class _Listed(Shape):
    """A deck as JSON, where the order of keys must not matter."""

    format: Literal[1]
    name: _Name
    colours: Annotated[
        list[Annotated[tuple[_Letter, _Colour], Meta(description="a letter and a name")]], at_most(MAX_COLOURS, least=1)
    ]
    ranks: Annotated[list[_ListedColoured], at_most(RANKS)] = []
    wilds: Annotated[list[_ListedWild], at_most(RANKS)] = []


def read_toml(source: str | Path) -> Deck:
    """Read a deck from a file (a path, or a string that ends in .toml) or from the text itself."""
    if isinstance(source, Path) or (isinstance(source, str) and re.fullmatch(r".*\.toml", source)):
        source = _read_file(Path(source))
    if not isinstance(source, str) or len(source) > MAX_TEXT:
        raise RulesetError(f"a deck file is text of at most {MAX_TEXT} characters")
    try:
        tables = parse_toml(source, "a deck", MAX_TEXT)
    except NotationError as error:
        raise RulesetError(str(error)) from error
    return _Reader(read(_Table, tables, "deck", error=RulesetError)).deck()


def _read_file(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MAX_TEXT + 1)
    except OSError as error:
        raise RulesetError(f"deck file {str(path)!r} cannot be read: {error.strerror}") from error
    except ValueError as error:  # bytes that are not UTF-8, or an impossible path
        raise RulesetError(f"deck file {str(path)!r} cannot be read: it is not a text file") from error


def read_dict(data: object) -> Deck:
    """Read a deck from JSON data."""
    listed = read(_Listed, data, "deck", error=RulesetError)
    table = _Table(
        listed.name,
        _named("colours", listed.colours),
        _named("ranks", [(card.rank, card) for card in listed.ranks]),
        _named("wilds", [(card.rank, card) for card in listed.wilds]),
    )
    return _Reader(table).deck()


def _named(key: str, pairs: list[tuple[str, T]]) -> dict[str, T]:
    if len(table := dict(pairs)) < len(pairs):
        raise RulesetError(f"deck: {key}: a name appears twice")
    return table


class _Reader:
    """Makes a deck of its table; every error says where it is, what is wrong and what is expected."""

    def __init__(self, table: _Table) -> None:
        self.table = table
        self.place = f"deck {table.name!r}"

    def deck(self) -> Deck:
        self._check_colours()
        counted = sorted((*self._coloured(), *self._wilds()))
        cards, counts = [card for card, _ in counted], [count for _, count in counted]
        colours = tuple(self.table.colours.items())
        deck = Deck(name=self.table.name, colours=colours, cards=tuple(cards), counts=tuple(counts))
        names = {card.rank: card.name for card in cards if card.name}
        if len(set(names.values())) < len(names):
            raise self._error("two ranks have the same name")
        if not 1 <= deck.size <= CARDS:
            raise self._error(f"{deck.size} cards in all: expected 1 to {CARDS}")
        return deck

    def _error(self, what: str) -> RulesetError:
        return RulesetError(f"{self.place}: {what}")

    def _check_colours(self) -> None:
        for letter, name in self.table.colours.items():
            if not name.strip() or not name.isprintable():
                raise self._error(f"colour {letter!r} = {quoted(name)}: expected {_COLOUR}")
        if len(set(self.table.colours.values())) < len(self.table.colours):
            raise self._error("two colours have the same name")

    def _cards(self, kind: str, cards: Mapping[str, T]) -> Iterator[tuple[int, str, T]]:
        """Yield the position, name and data of each rank or wild; errors name it meanwhile."""
        deck = self.place
        for rank, (name, data) in enumerate(cards.items()):
            self.place = f"{deck}, {kind} {name!r}"
            yield rank, name, data
        self.place = deck

    def _coloured(self) -> Iterator[tuple[Card, int]]:
        """Yield the coloured cards, each with its number of copies."""
        letters = list(self.table.colours)
        for rank, name, data in self._cards("rank", self.table.ranks):
            number = self._number(name)
            does = self._effects(data)
            copies = data.count if isinstance(data.count, dict) else dict.fromkeys(letters, data.count)
            if unknown := copies.keys() - letters:
                raise self._error(f"count of {min(unknown)!r}: expected one of the colours {', '.join(letters)}")
            for row, letter in enumerate(letters):
                if letter in copies:
                    card = Card(
                        text=letter + name,
                        colour=letter,
                        rank=name,
                        number=number,
                        kind=_coloured_kind(number, does),
                        name=data.name or "",
                        points=data.points if data.points is not None else 20 if number is None else number,
                        code=row * RANKS + rank,
                        **does,
                    )
                    yield card, copies[letter]

    def _wilds(self) -> Iterator[tuple[Card, int]]:
        """Yield the wilds, each with its number of copies."""
        for rank, name, data in self._cards("wild", self.table.wilds):
            does = self._effects(data)
            card = Card(
                text="w" + name,
                colour=None,
                rank=name,
                kind=Kind.WILD_DRAW if "draws" in does else Kind.WILD,
                name=data.name or "",
                points=50 if data.points is None else data.points,
                code=WILD + rank,
                **does,
            )
            yield card, data.count

    def _number(self, name: str) -> int | None:
        if not name.isdigit():
            return None
        if len(name) > 3 or (name[0] == "0" and name != "0"):
            raise self._error("expected a number of one to three digits without a leading 0")
        return int(name)

    def _effects(self, data: _Does) -> dict[str, Any]:
        """Return the effects as fields of a card."""
        for key in _PLAIN_EFFECTS:
            if getattr(data, key) is False:
                raise self._error(f"{key} = False: expected true, or leave it out")
        for one, other in _CLASHES:
            if getattr(data, one) and getattr(data, other):
                raise self._error(f"{one} and {other} cannot be combined on one card")
        return {field: getattr(data, key) for key, field in _EFFECTS.items() if getattr(data, key)}


def _coloured_kind(number: int | None, does: dict[str, Any]) -> Kind:
    if "draws" in does:
        return Kind.DRAW
    if "skips" in does:
        return Kind.SKIP
    if "reverses" in does:
        return Kind.REVERSE
    return Kind.NUMBER if number is not None and not does else Kind.ACTION
