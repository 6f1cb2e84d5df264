"""Match records: text that people can read and write, and from which a match can be replayed act by act.

A record is TOML with one act per line.  Each act names its actor, and the dealer (`d`) is one of them: the record has
every card that leaves the stock, so it needs no seed.  `lastcard.archive.replay` replays a record.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from .._util.bounds import parse_toml, quoted
from .._util.files import LARGEST, path_of, read_bytes, reason_of, write_over
from .._util.names import is_printable, printable
from ..errors import LastCardError, NotationError, RecordError, RulesetError
from ..game.sheet import MOST_ROUNDS, ScoreSheet
from ..rules import Ruleset
from .acts import parse_act

FORMAT = 2
MOST_ACTS = 1_000_000  # of one round
LONGEST_NAME = 100
MOST_POINTS = 1_000_000  # of a seat in one round
LONGEST_RULESET = 100_000  # characters

MOST_DEALS = 2**31  # of one table
SECRET_DIGITS = 64  # of a secret, and of a commitment
NONCE_DIGITS = 32
TABLE_DIGITS = 32

_KEYS = {"format", "rules", "seats", "youngest", "names", "bots", "table", "check", "start", "round", "ruleset"}
_RULESET_KEYS = {"digest", "data"}
_ROUND_KEYS = {"dealer", "away", "deal", "secret", "commitment", "nonces", "acts", "points"}


@dataclass(frozen=True)
class DealProof:
    """What shows that nobody chose the cards of a round (`lastcard.archive.fair`): all texts are hexadecimal digits.

    `number` counts the deals of the table.  Either the `secret` is known, or only the `commitment` to it.  `nonces` has
    one text for each seat, empty where its player added nothing.
    """

    number: int
    nonces: tuple[str, ...]
    secret: str = ""
    commitment: str = ""


@dataclass
class RoundRecord:
    """One round: who dealt, which seats were out of the match, every act, and the points at the end."""

    dealer: int
    away: tuple[int, ...] = ()
    acts: list[str] = field(default_factory=list)
    points: tuple[int, ...] | None = None  # None: not over
    proof: DealProof | None = None  # None: not dealt by a server

    def cut_back(self, moves: int) -> "RoundRecord":
        """Return the record of the round up to a number of moves, with what the dealer did after the last of them."""
        kept, seen = [], 0
        for act in self.acts:
            seen += not act.startswith("d ")
            if seen > moves:
                break
            kept.append(act)
        return replace(self, acts=kept, points=None)


@dataclass
class Record:
    """A match, over or not.  `bots` has the kind of bot at each seat, and an empty text for a person.

    `start` is the sheet of a match that was begun from given scores, or recorded from a later round on.  `table` is the
    id of the table at a server, to which the commitments of its deals belong.
    """

    rules: Ruleset
    seats: int
    youngest: int = 0  # the seat of the youngest player, or of the host
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    rounds: list[RoundRecord] = field(default_factory=list)
    start: ScoreSheet | None = None
    table: str = ""

    # ------------------------------------------------------------ text

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """Read the record in a file."""
        return cls.from_bytes(read_file(path, LARGEST), str(path))

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "the record") -> "Record":
        """Read a record from the bytes of a file; errors name the file."""
        if not isinstance(data, bytes):
            raise RecordError(f"{name} must be bytes, not {type(data).__name__}")
        try:
            return cls.from_text(data.decode())
        except UnicodeDecodeError as error:
            raise RecordError(f"{name} is not text: {error}") from error
        except RecordError as error:
            raise RecordError(f"{name}: {error}") from error

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Read a record; raise RecordError if it is malformed or was changed."""
        if not isinstance(text, str):
            raise RecordError(f"a record must be text, not {type(text).__name__}")
        if len(text) > LARGEST:
            raise RecordError(f"too large for a record: more than {LARGEST:,} characters")
        try:
            data = parse_toml(text, "not a match record, or an incomplete one", LONGEST_RULESET + 1_000)
        except NotationError as error:
            raise RecordError(str(error)) from error
        record = _record_from(data)
        if "check" in data and data["check"] != record.check:
            raise RecordError("the record was changed after it was written: its check does not match its contents")
        return record

    @property
    def text(self) -> str:
        """Return the record as it is saved."""
        head = f"# A match of Last Card; see docs/notation.md\nformat = {FORMAT}\n"
        return f'{head}check = "{self.check}"\nrules = "{self.rules.id}"\n{self._body()}'

    @property
    def check(self) -> str:
        """The digest of everything in the record except the id of its rules, which may change with the presets."""
        return hashlib.sha256(self._body().encode()).hexdigest()[:32]

    def save(self, path: str | Path) -> None:
        """Write the record to a file, completely or not at all; it is on disk when this returns."""
        path, text = path_of(path), self.text
        if len(text.encode()) > LARGEST:
            raise RecordError(f"cannot write {printable(str(path))}: a record has at most {LARGEST:,} bytes")
        try:
            write_over(path, text)
        except (OSError, ValueError) as error:  # the latter: a name with a NUL
            raise RecordError(f"cannot write {printable(str(path))}: {reason_of(error)}") from error

    def _body(self) -> str:
        lines = [f"seats = {self.seats}"]
        if self.youngest:
            lines.append(f"youngest = {self.youngest}")
        if self.names:
            lines.append(f"names = {_strings(self.names)}")
        if any(self.bots):
            lines.append(f"bots = {_strings(self.bots)}")
        if self.table:
            lines.append(f'table = "{self.table}"')
        if self.start is not None:
            lines += ["", "[start]", f"scores = {list(self.start.scores)}", f"dealer = {self.start.dealer}"]
            lines += [f"rounds = {self.start.rounds}", f"eliminated = {list(self.start.eliminated)}"]
            lines.append(f"ranks = {list(self.start.ranks)}")
        for one in self.rounds:
            lines += ["", "[[round]]", f"dealer = {one.dealer}"]
            if one.away:
                lines.append(f"away = {list(one.away)}")
            lines += _proof_lines(one.proof)
            lines += ["acts = [", *(f'    "{act}",' for act in one.acts), "]"]
            if one.points is not None:
                lines.append(f"points = {list(one.points)}")
        lines += ["", "[ruleset]", f'digest = "{self.rules.digest}"', f"data = '{ruleset_text(self.rules)}'"]
        return "\n".join(lines) + "\n"

    # ------------------------------------------------------------ a player's own copy

    @property
    def redacted(self) -> bool:
        """Whether some cards are hidden: such a record can be shown, but not verified."""
        return any("?" in act for one in self.rounds for act in one.acts if act.startswith("d "))


def read_file(path: str | Path, most: int) -> bytes:
    """Return what a file holds, or raise `RecordError` if it cannot be read or is too large."""
    path = path_of(path)
    try:
        return read_bytes(path, most)
    except (OSError, ValueError) as error:  # the latter: a name with a NUL
        raise RecordError(f"cannot read {printable(str(path))}: {reason_of(error)}") from error


def _proof_lines(proof: DealProof | None) -> list[str]:
    if proof is None:
        return []
    key, text = ("secret", proof.secret) if proof.secret else ("commitment", proof.commitment)
    return [f"deal = {proof.number}", f'{key} = "{text}"', f"nonces = {_strings(proof.nonces)}"]


def _strings(texts: tuple[str, ...]) -> str:
    return json.dumps(texts, ensure_ascii=False)


def ruleset_text(rules: Ruleset) -> str:
    """Return a whole rule set with its deck as JSON that can be quoted with apostrophes."""
    return json.dumps(rules.to_dict(), separators=(",", ":")).replace("'", "\\u0027")


@lru_cache(maxsize=256)
def read_ruleset(text: str, digest: str) -> Ruleset:
    """Read a whole rule set; it does not depend on the presets or the registered decks.

    The same text gives the same value: its tables are filled once for all who play by it.
    """
    try:
        rules = Ruleset.from_dict(json.loads(text))
    except RulesetError as error:
        raise RecordError(f"the rule set cannot be played: {error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError("the rule set is not JSON") from error
    if rules.digest != digest:
        raise RecordError("the rule set was changed after it was written: its digest does not match")
    return rules


# ---------------------------------------------------------------- reading


class StrictTable:
    """A table of data from outside: each value is read by its key, with its type and bounds checked."""

    def __init__(self, data: Any, where: str, keys: set[str]) -> None:
        self._where = where and f"{where}: "
        if not isinstance(data, Mapping):
            raise RecordError(f"{self._where}expected a table, not {_kind(data)}")
        # Keys that begin with an underscore are free for other programs; they are ignored.
        if unknown := sorted(key for key in data if key not in keys and not key.startswith("_")):
            raise RecordError(f"{self._where}unknown key {quoted(unknown[0])}; known are {', '.join(sorted(keys))}")
        self._data = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def error(self, key: str, wanted: str, found: str = "") -> RecordError:
        """Return the error for a value that is missing or wrong."""
        if not found:
            found = f"not {_kind(self._data[key])}" if key in self._data else "but it is missing"
        return RecordError(f"{self._where}{key!r} must be {wanted}, {found}")

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number between two bounds."""
        value = self._data.get(key, default)
        if type(value) is not int or not low <= value <= high:
            found = f"not {quoted(value)}" if type(value) is int else ""
            raise self.error(key, f"a number from {low} to {high}", found)
        return value

    def text(self, key: str, longest: int) -> str:
        """Return a text of bounded length."""
        value = self._data.get(key)
        if not isinstance(value, str) or len(value) > longest:
            raise self.error(key, f"a text of at most {longest} characters")
        return value

    def texts(self, key: str, most: int, longest: int) -> tuple[str, ...]:
        """Return texts of bounded length; an empty tuple if the key is missing."""
        wanted = f"texts of at most {longest} characters"
        return self._items(key, most, lambda item: isinstance(item, str) and len(item) <= longest, wanted)

    def digits(self, key: str, count: int) -> str:
        """Return a text of exactly `count` lower-case hexadecimal digits; an empty one if the key is missing."""
        value = self._data.get(key, "")
        if key in self._data and not _are_digits(value, count):
            raise self.error(key, f"{count} hexadecimal digits")
        return str(value)

    def texts_for(self, key: str, seats: int) -> tuple[str, ...]:
        """Return a name for each seat, without control characters; an empty tuple if there are none."""
        texts = self.texts(key, seats, LONGEST_NAME)
        if texts and (len(texts) != seats or not all(map(is_printable, texts))):
            raise self.error(key, f"a list of {seats} printable texts, one for each seat")
        return texts

    def numbers(self, key: str, most: int, low: int, high: int) -> tuple[int, ...]:
        """Return whole numbers between two bounds; an empty tuple if the key is missing."""
        return self._items(
            key, most, lambda item: type(item) is int and low <= item <= high, f"numbers from {low} to {high}"
        )

    def _items(self, key: str, most: int, fits: Callable[[Any], bool], wanted: str) -> tuple[Any, ...]:
        items = self._data.get(key, [])
        if not isinstance(items, list) or len(items) > most:
            raise self.error(key, f"a list of at most {most} {wanted}")
        if odd := [place for place, item in enumerate(items, 1) if not fits(item)]:
            found = f"but item {odd[0]} is {_kind(items[odd[0] - 1])}"
            raise self.error(key, f"a list of at most {most} {wanted}", found)
        return tuple(items)

    def tables(self, key: str, most: int) -> list[Any]:
        """Return a list of at least one table."""
        items = self._data.get(key)
        if not isinstance(items, list) or not 1 <= len(items) <= most:
            raise self.error(key, f"a list of 1 to {most} tables")
        return items


def _are_digits(value: Any, count: int) -> bool:
    return isinstance(value, str) and len(value) == count and set(value) <= set("0123456789abcdef")


def _kind(value: Any) -> str:
    """Say what a value is, without telling what it holds: that may be cards."""
    if isinstance(value, str):
        return f"a text of {len(value):,} characters"
    if isinstance(value, list):
        return f"a list of {len(value):,}"
    return {int: "a number", dict: "a table", bool: "true or false"}.get(type(value), type(value).__name__)


def _record_from(data: dict[str, Any]) -> Record:
    table = StrictTable(data, "", _KEYS)
    if not data:
        raise RecordError("it is empty, so it is not the record of a match")
    found = data.get("format")
    if type(found) is not int or found != FORMAT:
        raise RecordError(f"format {quoted(found)} cannot be read; this program reads format {FORMAT}")
    ruleset = _ruleset(table, data.get("ruleset"))
    seats = table.number("seats", 2, 10)
    try:
        ruleset.check_table(seats)
    except LastCardError as error:
        raise RecordError(str(error)) from error
    names, bots = (table.texts_for(key, seats) for key in ("names", "bots"))
    start = read_start(data.get("start"), ruleset, seats)
    tables = table.tables("round", MOST_ROUNDS)
    rounds = [_round_from(one, number, ruleset, seats) for number, one in enumerate(tables, 1)]
    at = table.digits("table", TABLE_DIGITS)
    if any((one.proof is not None) != bool(at) for one in rounds):
        raise RecordError("a record has a table and, for each round, its deal; or neither")
    return Record(ruleset, seats, table.number("youngest", 0, seats - 1, default=0), names, bots, rounds, start, at)


def _ruleset(table: StrictTable, data: Any) -> Ruleset:
    """Return the rule set stored in a record; in a record written by hand, the one its id names."""
    if data is not None:
        whole = StrictTable(data, "ruleset", _RULESET_KEYS)
        return read_ruleset(whole.text("data", LONGEST_RULESET), whole.text("digest", 64))
    try:
        return Ruleset.from_id(table.text("rules", LONGEST_RULESET))
    except RulesetError as error:
        raise RecordError(str(error)) from error


def read_start(data: Any, rules: Ruleset, seats: int) -> ScoreSheet | None:
    """Return the sheet that a match was begun from, if there is one."""
    if data is None:
        return None
    try:
        start = ScoreSheet.from_dict(data, rules)
        return ScoreSheet.from_core(start.to_core(rules, seats))
    except LastCardError as error:
        raise RecordError(f"start: {error}") from error


def _round_from(data: Any, number: int, ruleset: Ruleset, seats: int) -> RoundRecord:
    where = f"round {number}"
    table = StrictTable(data, where, _ROUND_KEYS)
    away = table.numbers("away", seats - 2, 0, seats - 1)
    points = table.numbers("points", seats, -MOST_POINTS, MOST_POINTS)
    if "points" in table and len(points) != seats:
        raise table.error("points", f"a list of {seats} numbers, one for each seat")
    acts = table.texts("acts", MOST_ACTS, 1_000)
    if not acts:
        raise table.error("acts", "a list with at least one act")
    for place, act in enumerate(acts, 1):
        try:
            parse_act(act, ruleset, seats)
        except RecordError as error:
            raise RecordError(f"{where}, act {place}: {error}") from error
    dealer = table.number("dealer", 0, seats - 1)
    return RoundRecord(dealer, away, list(acts), points if "points" in table else None, _proof_from(table, seats))


def _proof_from(table: StrictTable, seats: int) -> DealProof | None:
    secret, commitment = (table.digits(key, SECRET_DIGITS) for key in ("secret", "commitment"))
    if "deal" not in table and not secret and not commitment and "nonces" not in table:
        return None
    if bool(secret) == bool(commitment):
        raise table.error("secret", "there, or else 'commitment'", "and not both")
    nonces = table.texts("nonces", seats, NONCE_DIGITS)
    if len(nonces) != seats or not all(nonce == "" or _are_digits(nonce, NONCE_DIGITS) for nonce in nonces):
        raise table.error("nonces", f"a list of {seats} texts, each empty or of {NONCE_DIGITS} hexadecimal digits")
    return DealProof(table.number("deal", 1, MOST_DEALS), nonces, secret, commitment)
