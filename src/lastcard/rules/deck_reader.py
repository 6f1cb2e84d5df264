"""Read decks.  Any input that is not a deck raises RulesetError, and no other error.

A deck is a TOML table.  The built-in decks are in the folder `decks`; your own looks the same:

    name = "tiny"
    colours = { r = "red", g = "green" }    # one to four: a lower-case letter and a name
    [ranks]                                 # found in every colour
    5 = { count = 2 }                       # digits are a number, worth its face value unless `points` says otherwise
    7 = { count = { r = 1 } }               # in red only
    S = { count = 1, skip = 1 }             # worth 20 unless `points` says otherwise
    [wilds]                                 # their player chooses a colour
    "" = { count = 2 }                      # the plain wild; wilds are worth 50 unless `points` says otherwise
    "+4" = { count = 1, draw = 4 }

Effects: `draw = n`, `skip = n`, `reverse`, `again`, `swap`, `rotate` (`= true`).

As JSON it has the same keys and a `format`.  Because the order matters, colours are a list of pairs, and ranks and
wilds are lists of objects with their name as `rank`: `{"rank": "5", "count": {"r": 2, "g": 2}, "points": 5}`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .._util.bounds import parse_toml, quoted
from ..core.terms import CARDS, MAX_COPIES, RANKS, WILD, Kind
from ..errors import NotationError, RulesetError
from .decks import DECK_FORMAT, Card, Deck
from .values import check_keys, check_number

MAX_TEXT = 20_000  # characters of a deck file
MAX_COLOURS = 4
MAX_POINTS = 1000
MAX_DRAW = 20
MAX_SKIP = 9
MAX_NAME = 32  # characters of a deck's name
MAX_COLOUR_NAME = 20
MAX_RANK = 8

_KEYS = ("name", "colours", "ranks", "wilds")
_COUNTED_EFFECTS = {"draw": MAX_DRAW, "skip": MAX_SKIP}
_PLAIN_EFFECTS = ("reverse", "again", "swap", "rotate")
_CARD_KEYS = ("count", "points", *_COUNTED_EFFECTS, *_PLAIN_EFFECTS)
_CLASHES = (  # effects that one card cannot combine, because the table would wait for two things at once
    ("draw", "skip"),
    ("again", "draw"),
    ("again", "skip"),
    *((exchange, other) for exchange in ("swap", "rotate") for other in ("draw", "skip", "reverse", "again")),
    ("swap", "rotate"),
)


def read_toml(source: str | Path) -> Deck:
    """Read a deck from a file (a path, or a string that ends in .toml) or from the text itself."""
    if isinstance(source, Path) or (isinstance(source, str) and re.fullmatch(r".*\.toml", source)):
        source = _read_file(Path(source))
    if not isinstance(source, str) or len(source) > MAX_TEXT:
        raise RulesetError(f"a deck file is text of at most {MAX_TEXT} characters")
    try:
        return DeckReader(parse_toml(source, "a deck", MAX_TEXT)).deck()
    except NotationError as error:
        raise RulesetError(str(error)) from error


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
    if not isinstance(data, dict) or any(not isinstance(key, str) for key in data):
        raise RulesetError(f"deck = {quoted(data)}: expected a table")
    if data.get("format") != DECK_FORMAT or type(data["format"]) is not int:
        raise RulesetError(f"deck: format = {quoted(data.get('format'))}: expected {DECK_FORMAT}")
    table = {key: value for key, value in data.items() if key != "format"}
    for key, most in (("colours", MAX_COLOURS), ("ranks", RANKS), ("wilds", RANKS)):
        items = table.get(key, [])
        if not isinstance(items, list) or len(items) > most:
            raise RulesetError(f"deck: {key} = {quoted(items)}: expected a list of at most {most}")
        table[key] = dict(_pair(key, item) for item in items)
        if len(table[key]) < len(items):
            raise RulesetError(f"deck: {key} = {quoted(items)}: a name appears twice")
    return DeckReader(table).deck()


def _pair(key: str, item: Any) -> tuple[str, Any]:
    """Return the name of a colour or rank, and its data."""
    if key == "colours" and isinstance(item, list) and len(item) == 2 and isinstance(item[0], str):
        return item[0], item[1]
    if key != "colours" and isinstance(item, dict) and isinstance(item.get("rank"), str):
        return item["rank"], {name: value for name, value in item.items() if name != "rank"}
    wanted = "a letter and a name" if key == "colours" else "a table with its rank"
    raise RulesetError(f"deck: {key}: {quoted(item)}: expected {wanted}")


class DeckReader:
    """Read the table of one deck; every error says where it is, what is wrong and what is expected."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.place = "deck"

    def deck(self) -> Deck:
        check_keys(self.place, self.table, _KEYS)
        name = self._deck_name()
        self.place = f"deck {name!r}"
        colours = self._colours()
        counted = sorted((*self._coloured(colours), *self._wilds()))
        cards, counts = [card for card, _ in counted], [count for _, count in counted]
        deck = Deck(name=name, colours=colours, cards=tuple(cards), counts=tuple(counts))
        if not 1 <= deck.size <= CARDS:
            raise self._error(f"{deck.size} cards in all: expected 1 to {CARDS}")
        return deck

    def _error(self, what: str) -> RulesetError:
        return RulesetError(f"{self.place}: {what}")

    def _deck_name(self) -> str:
        name = self.table.get("name")
        if not isinstance(name, str) or len(name) > MAX_NAME or not re.fullmatch("[a-z][a-z0-9-]*", name):
            raise self._error(
                f"name = {quoted(name)}: expected a lower-case letter, then lower-case letters, digits and '-', "
                f"at most {MAX_NAME} characters"
            )
        return name

    def _subtable(self, key: str) -> dict[str, Any]:
        table = self.table.get(key, {})
        if not isinstance(table, dict):
            raise self._error(f"{key} = {quoted(table)}: expected a table")
        return table

    def _colours(self) -> tuple[tuple[str, str], ...]:
        colours = self._subtable("colours")
        if not 1 <= len(colours) <= MAX_COLOURS:
            raise self._error(f"{len(colours)} colours: expected 1 to {MAX_COLOURS}")
        for letter, name in colours.items():
            if not re.fullmatch("[a-vx-z]", letter):
                raise self._error(f"colour {quoted(letter)}: expected one lower-case letter; w is for wilds")
            if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > MAX_COLOUR_NAME:
                raise self._error(
                    f"colour {letter!r} = {quoted(name)}: expected a name, such as 'red', "
                    f"of at most {MAX_COLOUR_NAME} characters"
                )
        if len(set(colours.values())) < len(colours):
            raise self._error("two colours have the same name")
        return tuple(colours.items())

    def _named_cards(self, key: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
        """Yield the position, name and table of each rank or wild."""
        cards = self._subtable(key)
        if len(cards) > RANKS:
            raise self._error(f"{len(cards)} {key}: expected at most {RANKS}")
        deck = self.place
        for rank, (name, table) in enumerate(cards.items()):
            self.place = f"{deck}, {key.removesuffix('s')} {quoted(name)}"
            if len(name) > MAX_RANK:
                raise self._error(f"expected a name of at most {MAX_RANK} characters")
            if not isinstance(table, dict):
                raise self._error(f"{quoted(table)}: expected a table, such as {{ count = 2 }}")
            check_keys(self.place, table, _CARD_KEYS)
            yield rank, name, table
        self.place = deck

    def _coloured(self, colours: tuple[tuple[str, str], ...]) -> Iterator[tuple[Card, int]]:
        """Yield the coloured cards, each with its number of copies."""
        for rank, name, table in self._named_cards("ranks"):
            if not re.fullmatch(r"[A-Z0-9+]+", name):
                raise self._error("expected a rank of capitals, digits and '+'")
            number = self._number(name)
            does = self._effects(table)
            points = self._integer(table, "points", 0, MAX_POINTS, default=20 if number is None else number)
            kind = _coloured_kind(number, does)
            copies = self._copies(table, [letter for letter, _ in colours])
            for row, (letter, _) in enumerate(colours):
                if letter in copies:
                    card = Card(
                        text=letter + name,
                        colour=letter,
                        rank=name,
                        number=number,
                        kind=kind,
                        points=points,
                        code=row * RANKS + rank,
                        **does,
                    )
                    yield card, copies[letter]

    def _wilds(self) -> Iterator[tuple[Card, int]]:
        """Yield the wilds, each with its number of copies."""
        for rank, name, table in self._named_cards("wilds"):
            if not re.fullmatch(r"[A-Z0-9+]*", name):
                raise self._error("expected capitals, digits and '+', or no name for the plain wild")
            does = self._effects(table)
            card = Card(
                text="w" + name,
                colour=None,
                rank=name,
                kind=Kind.WILD_DRAW if "draws" in does else Kind.WILD,
                points=self._integer(table, "points", 0, MAX_POINTS, default=50),
                code=WILD + rank,
                **does,
            )
            yield card, self._integer(table, "count", 1, MAX_COPIES)

    def _number(self, name: str) -> int | None:
        if not name.isdigit():
            return None
        if len(name) > 3 or (name[0] == "0" and name != "0"):
            raise self._error("expected a number of one to three digits without a leading 0")
        return int(name)

    def _integer(self, table: dict[str, Any], key: str, low: int, high: int, default: int | None = None) -> int:
        value: int | None = table.get(key, default)
        if value is None:
            raise self._error(f"{key} is missing: expected {low} to {high}")
        check_number(f"{self.place}: {key}", value, low, high)
        return value

    def _copies(self, table: dict[str, Any], letters: list[str]) -> dict[str, int]:
        """Return the number of copies in each colour that has the card."""
        counts = table.get("count")
        if not isinstance(counts, dict):
            return dict.fromkeys(letters, self._integer(table, "count", 1, MAX_COPIES))
        if not counts:
            raise self._error("count = {}: expected a number, or a number for each colour that has the card")
        check_keys(self.place, counts, letters)
        return {letter: self._integer(counts, letter, 1, MAX_COPIES) for letter in counts}

    def _effects(self, table: dict[str, Any]) -> dict[str, Any]:
        """Return the effects as fields of a card."""
        for one, other in _CLASHES:
            if table.get(one) and table.get(other):
                raise self._error(f"{one} and {other} cannot be combined on one card")
        does: dict[str, Any] = {}
        for key, most in _COUNTED_EFFECTS.items():
            if key in table:
                does[key + "s"] = self._integer(table, key, 1, most)
        for key in _PLAIN_EFFECTS:
            if table.get(key, True) is not True:
                raise self._error(f"{key} = {quoted(table[key])}: expected true, or leave it out")
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
