"""A running match as lines of text, written and read.

A journal begins with a line that says who plays by which rules.  A line for each deal and each move follows, and one
for the end of the match.  A line is written completely or not at all (`keeper`), and a change shows at the table only
once its line is saved (`recorded`).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from .._util.bounds import quoted
from .._util.files import LARGEST
from .._util.strict import Shape, at_most, read_json, whole
from ..backends.live import KEY_SIZE
from ..errors import IllegalAction, LastCardError, RecordError
from ..game.events import Event
from ..game.match import Deal, Match
from ..game.round import Change, Round
from ..game.sheet import MOST_ROUNDS, ScoreSheet
from ..game.values import Move
from ..rules import Ruleset
from .acts import DealerAct, dealer_acts, opening_acts, parse_act
from .keeper import split_lines
from .record import (
    LONGEST_RULESET,
    Act,
    Names,
    Points,
    Record,
    RoundRecord,
    Seat,
    Seats,
    check_names,
    check_seats,
    digits,
    read_file,
    read_ruleset,
    read_start,
    read_table,
    ruleset_text,
)
from .replay import Replay

FORMAT = 2
LONGEST_LINE = 256 * 1024  # bytes
MOST_DEALER_ACTS = 1_000  # of one line
_MARK = '{"journal":'

_Key = Annotated[str, digits(2 * KEY_SIZE)]
_Acts = Annotated[tuple[Act, ...], at_most(MOST_DEALER_ACTS)]


class _HeadLine(Shape):
    """Who plays by which rules."""

    journal: int
    digest: Annotated[str, at_most(64)]
    seats: Seats
    rules: str = ""  # for people who read it
    ruleset: Annotated[str, at_most(LONGEST_RULESET)] | None = None
    youngest: Seat = 0
    names: Names = ()
    bots: Names = ()
    key: _Key | None = None
    start: dict[str, Any] | None = None


class _RoundLine(Shape):
    """A deal."""

    round: Annotated[int, whole(1, MOST_ROUNDS)]
    sheet: dict[str, Any]
    key: _Key
    acts: _Acts = ()


class _MoveLine(Shape):
    """A move, what the dealer did after it, and the points if it ended the round."""

    move: Act
    acts: _Acts = ()
    points: tuple[Points, ...] | None = None


class _BackLine(Shape):
    """Moves taken back: how many are left, and the key that shuffles the stock."""

    back: Annotated[int, whole(0, 10**6)]
    key: _Key


class _OverLine(Shape):
    """The end of a match."""

    over: dict[str, Any]


_Line = _RoundLine | _MoveLine | _BackLine | _OverLine
_KINDS: dict[str, type[_Line]] = {"round": _RoundLine, "back": _BackLine, "over": _OverLine}


# ---------------------------------------------------------------- lines out


_encode = json.JSONEncoder(separators=(",", ":")).encode


def _line(data: dict[str, Any]) -> str:
    """Return data as one line of ASCII."""
    return _encode(data)


def head_line(record: Record, key: bytes, *, whole: bool = True) -> str:
    """Return the first line of a journal; `key` deals the rounds of the match.

    If it is not `whole`, it names the rule set by its digest only: whoever reads it has to know the rules.
    """
    data = {
        "journal": FORMAT,
        "rules": record.rules.id,
        "digest": record.rules.digest,
        **({"ruleset": ruleset_text(record.rules)} if whole else {}),
        "seats": record.seats,
        "youngest": record.youngest,
        "names": record.names,
        "bots": record.bots,
        "key": key.hex(),
    }
    return _line(data if record.start is None else data | {"start": record.start.to_dict()})


def round_line(table: Round, sheet: ScoreSheet, key: bytes, picks: Iterable[Event]) -> str:
    """Return the line of a deal: the score sheet before it, the key that deals it, and what was dealt."""
    acts = opening_acts(table.rules, table.opening_events, picks)
    return _line({"round": sheet.rounds + 1, "sheet": sheet.to_dict(), "key": key.hex(), "acts": acts})


def move_line(rules: Ruleset, change: Change) -> str:
    """Return the line of a move: the action, the dealer's acts that followed, and the points if it ended the round."""
    played = change.played
    data: dict[str, Any] = {"move": str(played.move)}
    if acts := dealer_acts(rules, played.events):
        data["acts"] = acts
    if played.status.points is not None:
        data["points"] = played.status.points
    return _line(data)


def back_line(ply: int, key: bytes) -> str:
    """Return the line that takes back all but the first moves of the round and shuffles the stock by a key."""
    return _line({"back": ply, "key": key.hex()})


def over_line(sheet: ScoreSheet) -> str:
    """Return the line of the end of a match: the last round is scored, and this is the sheet after it."""
    return _line({"over": sheet.to_dict()})


# ---------------------------------------------------------------- lines in


@dataclass
class _Dealt:
    """A deal of a journal, and the lines that came after it."""

    number: int  # of its line
    line: _RoundLine
    sheet: ScoreSheet
    lines: list[tuple[int, _Line]] = field(default_factory=list)


class Journal:
    """Reads the lines of a journal: its record, and its match as it was left.

    `rules` are those of a first line that only names them.
    Errors name the line.  A match is rebuilt from its last deal; earlier rounds are not played again unless they are
    to be checked, and their lines may be left out: the first line and those from a later deal on give the same match,
    and a record from there.
    """

    def __init__(self, lines: Sequence[str], name: str = "the journal", rules: Ruleset | None = None) -> None:
        self._name = name
        self._rules = rules
        self._deals: list[_Dealt] = []
        self._seed: bytes | None = None  # deals the later rounds; None in journals that do not have it
        self.record = self._read(lines)

    def match(self) -> Match:
        """Return the match as it was left; it continues with the same cards."""
        if not self._deals:
            raise RecordError(f"{self._name} ends before the first round was dealt")
        return self._played(self._deals[-1])

    def check(self) -> None:
        """Play the earlier rounds again; raise RecordError at a line that does not follow from those before it."""
        for one, following in pairwise(self._deals):
            match = self._played(one)
            with self._errors_at(following.number):
                deal = match.prepare_round(bytes.fromhex(following.line.key))
                text = round_line(deal.round, deal.sheet, deal.key, deal.events) if deal.round else None
                self._compare(text, following.line)

    def _played(self, deal: _Dealt) -> Match:
        """Return the match after a deal and the lines that came after it."""
        record = self.record
        with self._errors_at(deal.number):
            match = Match(
                record.rules, seats=record.seats, seed=self._seed, youngest=record.youngest, sheet=deal.sheet,
                key=bytes.fromhex(deal.line.key),
            )  # fmt: skip
            match.start = record.start
            dealt = tuple(opening_acts(record.rules, match.round.opening_events))
            if deal.line.acts[-len(dealt) :] != dealt:  # before them, cards may have been drawn for the dealer
                raise RecordError("these cards are not those that the key deals")
        for number, line in deal.lines:
            with self._errors_at(number):
                self._carry_out(match, line)
        return match

    def _carry_out(self, match: Match, line: _Line) -> None:
        table = match.round
        if isinstance(line, _BackLine):
            match.publish(table.prepare_take_back(line.back, bytes.fromhex(line.key)))
            return
        change: Change | Deal
        if isinstance(line, _MoveLine):
            move = table.parse(line.move)
            change = table.prepare(move.seat, move.action)
            text: str | None = move_line(table.rules, change)
        else:
            change = match.prepare_round()
            text = None if change.round else over_line(change.sheet)
        self._compare(text, line)
        match.publish(change)

    def _compare(self, text: str | None, line: _Line) -> None:
        if text is None or _read_line(text) != line:
            raise RecordError("by the rules, this does not follow from the lines before it")

    # ------------------------------------------------------------ reading

    def _read(self, lines: Sequence[str]) -> Record:
        if not isinstance(lines, list | tuple):
            raise RecordError(f"{self._name} must be a list of lines, not {type(lines).__name__}")
        if not lines:
            raise RecordError(f"{self._name} is empty")
        with self._errors_at(1):
            record, self._seed = _head(_data(lines[0]), self._rules)
        for number, line in enumerate(lines[1:], 2):
            with self._errors_at(number):
                self._take(record, number, _read_line(line))
        return record

    def _take(self, record: Record, number: int, line: _Line) -> None:
        if isinstance(line, _RoundLine):
            self._take_round(record, number, line)
            return
        if not record.rounds:
            raise RecordError("a move before the first deal")
        present = record.rounds[-1]
        if isinstance(line, _BackLine):
            record.rounds[-1] = present.cut_back(line.back)
        elif isinstance(line, _OverLine):
            ScoreSheet.from_dict(line.over, record.rules)
        else:
            if not isinstance(parse_act(line.move, record.rules, record.seats), Move):
                raise RecordError(f"{quoted(line.move)} is not a move")
            present.acts += [line.move, *_acts(line.acts, record)]
            if line.points is not None:
                present.points = line.points
        self._deals[-1].lines.append((number, line))

    def _take_round(self, record: Record, number: int, line: _RoundLine) -> None:
        sheet = ScoreSheet.from_dict(line.sheet, record.rules)
        sheet.to_core(record.rules, record.seats)  # to check it
        before = len(record.rounds) + (record.start.rounds if record.start is not None else 0)
        if not record.rounds and line.round > before + 1:  # the lines of earlier rounds are left out
            record.start, before = read_start(line.sheet, record.rules, record.seats), line.round - 1
        if line.round != before + 1 or sheet.rounds != before:
            raise RecordError(f"round {line.round} does not follow round {before}")
        record.rounds.append(RoundRecord(sheet.dealer, sheet.eliminated, list(_acts(line.acts, record))))
        self._deals.append(_Dealt(number, line, sheet))

    @contextmanager
    def _errors_at(self, number: int) -> Iterator[None]:
        """Name the line in errors inside, without naming cards that its reader may not see."""
        place = f"{self._name}, line {number}"
        try:
            yield
        except IllegalAction as error:
            why = error.reason.say(card=lambda _: "a card")
            raise RecordError(f"{place}: '{error.seat} {error.action}' is refused: {why}") from error
        except LastCardError as error:
            raise RecordError(f"{place}: {error}") from error


def _acts(acts: tuple[str, ...], record: Record) -> tuple[str, ...]:
    """Return what the dealer did, act by act, if that is what these acts are."""
    for act in acts:
        if not isinstance(parse_act(act, record.rules, record.seats), DealerAct):
            raise RecordError(f"{quoted(act)} is not an act of the dealer")
    return acts


def _data(line: str) -> dict[str, Any]:
    if not isinstance(line, str):
        raise RecordError(f"a line must be text, not {type(line).__name__}")
    if len(line) > LONGEST_LINE:
        raise RecordError(f"the line is longer than {LONGEST_LINE:,} characters")
    data = read_json(line, "not a line of a journal", RecordError)
    if not isinstance(data, dict):
        raise RecordError("not a line of a journal: not a table")
    return data


def _read_line(text: str) -> _Line:
    """Return a line after the first."""
    data = _data(text)
    return read_table(next((kind for key, kind in _KINDS.items() if key in data), _MoveLine), data)


def _head(data: dict[str, Any], known: Ruleset | None) -> tuple[Record, bytes | None]:
    """Return the record that the first line begins, and the key of the match."""
    if type(data.get("journal")) is int and data["journal"] != FORMAT:
        raise RecordError(f"a journal of format {quoted(data['journal'])}; this program reads format {FORMAT}")
    line = read_table(_HeadLine, data)
    if line.ruleset is not None:
        rules = read_ruleset(line.ruleset, line.digest)
    elif known is None:
        raise RecordError("ruleset is missing: expected a whole rule set")
    elif known.digest == line.digest:
        rules = known
    else:
        raise RecordError("the match was played by other rules")
    seats = line.seats
    rules.check_table(seats)
    check_names("names", line.names, seats)
    check_names("bots", line.bots, seats)
    check_seats("youngest", [line.youngest], seats)
    start = read_start(line.start, rules, seats)
    record = Record(rules, seats, line.youngest, line.names, line.bots, start=start)
    return record, None if line.key is None else bytes.fromhex(line.key)


def read_journal(path: str | Path) -> Journal:
    """Read the journal in a file, as far as it goes."""
    return Journal(split_lines(read_file(path, LARGEST)), str(path))


def load_record(path: str | Path) -> Record:
    """Return the record in a file, which may be a journal."""
    data = read_file(path, LARGEST)
    if data.startswith(_MARK.encode()):
        return Journal(split_lines(data), str(path)).record
    return Record.from_bytes(data, str(path))


def load_finished(path: str | Path) -> Record:
    """Return the record in a file; raise RecordError for the journal of a match that is still being played."""
    record = load_record(path)
    if read_file(path, LARGEST).startswith(_MARK.encode()):
        replay = Replay(record)
        replay.run()
        if not replay.over:
            raise RecordError(f"{path} is the journal of a match that is still running")
    return record
