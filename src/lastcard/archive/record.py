"""Match records: text that people can read and write, and from which a match can be replayed act by act.

A record is TOML with one act per line.  Each act names its actor, and the dealer (`d`) is one of them: the record has
every card that leaves the stock, so it needs no seed.  `lastcard.archive.replay` replays a record.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from .._util.bounds import quoted
from .._util.files import LARGEST, path_of, read_bytes, reason_of, write_over
from .._util.names import is_printable, printable
from .._util.strict import Shape, at_most, kind_of, parse_toml, read, read_json, whole, written
from ..core.terms import SEATS
from ..errors import LastCardError, NotationError, RecordError, RulesetError
from ..game.sheet import MOST_ROUNDS, ScoreSheet
from ..rules import Ruleset
from .acts import LONGEST, parse_act

T = TypeVar("T")

FORMAT = 2
MOST_ACTS = 1_000_000  # of one round
LONGEST_NAME = 100
MOST_POINTS = 1_000_000  # of a seat in one round
LONGEST_RULESET = 100_000  # characters

MOST_DEALS = 2**31  # of one table
SECRET_DIGITS = 64  # of a secret, and of a commitment
NONCE_DIGITS = 32
_NONCE = f"an empty text, or {NONCE_DIGITS} hexadecimal digits"
TABLE_DIGITS = 32

Seat = Annotated[int, whole(0, SEATS - 1)]
Seats = Annotated[int, whole(2, SEATS)]
Points = Annotated[int, whole(-MOST_POINTS, MOST_POINTS)]
Names = Annotated[tuple[Annotated[str, at_most(LONGEST_NAME)], ...], at_most(SEATS)]
Act = Annotated[str, at_most(LONGEST)]


def digits(count: int) -> Meta:
    """Return the pattern of texts of so many hexadecimal digits."""
    return written(f"[0-9a-f]{{{count}}}", f"{count} hexadecimal digits")


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
        rules = Ruleset.from_dict(read_json(text, "the rule set", RecordError))
    except RulesetError as error:
        raise RecordError(f"the rule set cannot be played: {error}") from error
    if rules.digest != digest:
        raise RecordError("the rule set was changed after it was written: its digest does not match")
    return rules


# ---------------------------------------------------------------- reading


class _Whole(Shape):
    """The rule set of a record, complete."""

    data: Annotated[str, at_most(LONGEST_RULESET)]
    digest: Annotated[str, at_most(64)]


class _Round(Shape):
    """A round of a record."""

    dealer: Seat
    acts: Annotated[tuple[Act, ...], at_most(MOST_ACTS)]
    away: Annotated[tuple[Seat, ...], at_most(SEATS)] = ()
    deal: Annotated[int, whole(1, MOST_DEALS)] | None = None
    secret: Annotated[str, digits(SECRET_DIGITS)] | None = None
    commitment: Annotated[str, digits(SECRET_DIGITS)] | None = None
    nonces: tuple[Annotated[str, written(f"|[0-9a-f]{{{NONCE_DIGITS}}}", _NONCE)], ...] | None = None
    points: tuple[Points, ...] | None = None


class _File(Shape):
    """A record, as its file has it."""

    format: int
    seats: Seats
    round: Annotated[list[_Round], at_most(MOST_ROUNDS, least=1)]
    rules: Annotated[str, at_most(LONGEST_RULESET)] | None = None  # one of these two
    ruleset: _Whole | None = None
    youngest: Seat = 0
    names: Names = ()
    bots: Names = ()
    table: Annotated[str, digits(TABLE_DIGITS)] | None = None
    check: Any = None  # compared with what it should be
    start: dict[str, Any] | None = None


def read_table(shape: type[T], data: object) -> T:
    """Return a table of a record or journal; errors do not tell what is in it.

    Keys that begin with an underscore are free for other programs; they are ignored.
    """
    return read(shape, _without_others(data), error=RecordError, show=kind_of)


def _without_others(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_others(part) for key, part in data.items() if not key.startswith("_")}
    return [_without_others(part) for part in data] if isinstance(data, list) else data


def check_for_seats(key: str, items: Sequence[object], seats: int) -> None:
    """Raise RecordError unless there is one item for each seat."""
    if len(items) != seats:
        raise RecordError(f"{key} = {kind_of(items)}: expected a list of {seats}, one for each seat")


def check_seats(key: str, given: Iterable[int], seats: int) -> None:
    """Raise RecordError for a seat that the table does not have."""
    for seat in given:
        if seat >= seats:
            raise RecordError(f"{key} = {seat}: expected a number from 0 to {seats - 1}")


def check_names(key: str, names: tuple[str, ...], seats: int) -> None:
    """Raise RecordError unless there are printable names for all seats, or none at all."""
    if names:
        check_for_seats(key, names, seats)
    if not all(map(is_printable, names)):
        raise RecordError(f"{key}: expected {seats} printable texts, one for each seat")


def _record_from(data: dict[str, Any]) -> Record:
    if not data:
        raise RecordError("it is empty, so it is not the record of a match")
    found = data.get("format")
    if type(found) is not int or found != FORMAT:
        raise RecordError(f"format {quoted(found)} cannot be read; this program reads format {FORMAT}")
    file = read_table(_File, data)
    rules, seats = _ruleset(file), file.seats
    try:
        rules.check_table(seats)
    except LastCardError as error:
        raise RecordError(str(error)) from error
    check_names("names", file.names, seats)
    check_names("bots", file.bots, seats)
    check_seats("youngest", [file.youngest], seats)
    start = read_start(file.start, rules, seats)
    rounds = [_round_from(one, f"round {number}", rules, seats) for number, one in enumerate(file.round, 1)]
    if any((one.proof is not None) != (file.table is not None) for one in rounds):
        raise RecordError("a record has a table and, for each round, its deal; or neither")
    return Record(rules, seats, file.youngest, file.names, file.bots, rounds, start, file.table or "")


def _ruleset(file: _File) -> Ruleset:
    """Return the rule set stored in a record; in a record written by hand, the one its id names."""
    if file.ruleset is not None:
        return read_ruleset(file.ruleset.data, file.ruleset.digest)
    if file.rules is None:
        raise RecordError("rules is missing: expected the id of a rule set")
    try:
        return Ruleset.from_id(file.rules)
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


def _round_from(one: _Round, where: str, rules: Ruleset, seats: int) -> RoundRecord:
    try:
        check_seats("dealer", [one.dealer], seats)
        check_seats("away", one.away, seats)
        if len(one.away) > seats - 2:
            raise RecordError(f"away = {kind_of(one.away)}: expected a list of at most {seats - 2}")
        if one.points is not None:
            check_for_seats("points", one.points, seats)
        if not one.acts:
            raise RecordError("acts is empty: expected a list with at least one act")
        proof = _proof_from(one, seats)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
    for place, act in enumerate(one.acts, 1):
        try:
            parse_act(act, rules, seats)
        except RecordError as error:
            raise RecordError(f"{where}, act {place}: {error}") from error
    return RoundRecord(one.dealer, one.away, list(one.acts), one.points, proof)


def _proof_from(one: _Round, seats: int) -> DealProof | None:
    if one.deal is None and one.secret is None and one.commitment is None and one.nonces is None:
        return None
    if (one.secret is None) == (one.commitment is None):
        raise RecordError("expected a secret, or else a commitment, and not both")
    if one.deal is None:
        raise RecordError(f"deal is missing: expected a number from 1 to {MOST_DEALS}")
    check_for_seats("nonces", one.nonces or (), seats)
    return DealProof(one.deal, one.nonces or (), one.secret or "", one.commitment or "")
