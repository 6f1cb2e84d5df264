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
from typing import Any

from .._util.bounds import quoted
from .._util.files import LARGEST
from ..backends.live import KEY_SIZE
from ..errors import IllegalAction, LastCardError, RecordError
from ..game.events import Event
from ..game.match import Deal, Match
from ..game.round import Change, Round
from ..game.sheet import MOST_ROUNDS, ScoreSheet
from ..game.values import Move
from ..rules import Ruleset
from .acts import LONGEST, DealerAct, dealer_acts, opening_acts, parse_act
from .keeper import split_lines
from .record import (
    LONGEST_RULESET,
    MOST_POINTS,
    Record,
    RoundRecord,
    StrictTable,
    read_file,
    read_ruleset,
    read_start,
    ruleset_text,
)
from .replay import Replay

FORMAT = 2
LONGEST_LINE = 256 * 1024  # bytes
MOST_DEALER_ACTS = 1_000  # of one line
_MARK = '{"journal":'

_HEAD_KEYS = {"journal", "rules", "digest", "ruleset", "seats", "youngest", "names", "bots", "key", "start"}
_ROUND_KEYS = {"round", "sheet", "key", "acts"}
_MOVE_KEYS = {"move", "acts", "points"}
_BACK_KEYS = {"back", "key"}
_OVER_KEYS = {"over"}


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
class _DealLine:
    """A deal of a journal, and the lines that came after it."""

    number: int  # of its line
    data: dict[str, Any]
    sheet: ScoreSheet
    key: bytes
    lines: list[tuple[int, dict[str, Any]]] = field(default_factory=list)


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
        self._deals: list[_DealLine] = []
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
                deal = match.prepare_round(following.key)
                line = round_line(deal.round, deal.sheet, deal.key, deal.events) if deal.round else None
                self._compare(line, following.data)

    def _played(self, deal: _DealLine) -> Match:
        """Return the match after a deal and the lines that came after it."""
        record = self.record
        with self._errors_at(deal.number):
            match = Match(
                record.rules, seats=record.seats, seed=self._seed, youngest=record.youngest, sheet=deal.sheet,
                key=deal.key,
            )  # fmt: skip
            match.start = record.start
            dealt = opening_acts(record.rules, match.round.opening_events)
            if deal.data["acts"][-len(dealt) :] != dealt:  # before them, cards may have been drawn for the dealer
                raise RecordError("these cards are not those that the key deals")
        for number, data in deal.lines:
            with self._errors_at(number):
                self._carry_out(match, data)
        return match

    def _carry_out(self, match: Match, data: dict[str, Any]) -> None:
        table = match.round
        if "back" in data:
            match.publish(table.prepare_take_back(data["back"], bytes.fromhex(data["key"])))
            return
        change: Change | Deal
        if "over" in data:
            change = match.prepare_round()
            line = None if change.round else over_line(change.sheet)
        else:
            move = table.parse(data["move"])
            change = table.prepare(move.seat, move.action)
            line = move_line(table.rules, change)
        self._compare(line, data)
        match.publish(change)

    def _compare(self, line: str | None, data: dict[str, Any]) -> None:
        if line is None or json.loads(line) != data:
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
                self._take(record, number, _data(line))
        return record

    def _take(self, record: Record, number: int, data: dict[str, Any]) -> None:
        if "round" in data:
            self._take_round(record, number, data)
        elif not record.rounds:
            raise RecordError("a move before the first deal")
        elif "back" in data:
            table = StrictTable(data, "", _BACK_KEYS)
            self._deals[-1].lines.append((number, data))
            _key(table)
            record.rounds[-1] = record.rounds[-1].cut_back(table.number("back", 0, 10**6))
        elif "over" in data:
            StrictTable(data, "", _OVER_KEYS)
            ScoreSheet.from_dict(data["over"], record.rules)
            self._deals[-1].lines.append((number, data))
        else:
            table = StrictTable(data, "", _MOVE_KEYS)
            present = record.rounds[-1]
            move = table.text("move", LONGEST)
            if not isinstance(parse_act(move, record.rules, record.seats), Move):
                raise RecordError(f"{quoted(move)} is not a move")
            present.acts += [move, *_acts(table, record)]
            if "points" in table:
                present.points = table.numbers("points", record.seats, -MOST_POINTS, MOST_POINTS)
            self._deals[-1].lines.append((number, data))

    def _take_round(self, record: Record, number: int, data: dict[str, Any]) -> None:
        table = StrictTable(data, "", _ROUND_KEYS)
        number_of_round = table.number("round", 1, MOST_ROUNDS)
        sheet = ScoreSheet.from_dict(data.get("sheet"), record.rules)
        sheet.to_core(record.rules, record.seats)  # to check it
        before = len(record.rounds) + (record.start.rounds if record.start is not None else 0)
        if not record.rounds and number_of_round > before + 1:  # the lines of earlier rounds are left out
            record.start, before = read_start(data["sheet"], record.rules, record.seats), number_of_round - 1
        if number_of_round != before + 1 or sheet.rounds != before:
            raise RecordError(f"round {number_of_round} does not follow round {before}")
        record.rounds.append(RoundRecord(sheet.dealer, sheet.eliminated, list(_acts(table, record))))
        self._deals.append(_DealLine(number, data, sheet, _key(table)))

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


def _acts(table: StrictTable, record: Record) -> tuple[str, ...]:
    """Return what the dealer did, act by act."""
    acts = table.texts("acts", MOST_DEALER_ACTS, LONGEST)
    for act in acts:
        if not isinstance(parse_act(act, record.rules, record.seats), DealerAct):
            raise RecordError(f"{quoted(act)} is not an act of the dealer")
    return acts


def _data(line: str) -> dict[str, Any]:
    if not isinstance(line, str):
        raise RecordError(f"a line must be text, not {type(line).__name__}")
    if len(line) > LONGEST_LINE:
        raise RecordError(f"the line is longer than {LONGEST_LINE:,} characters")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError("not a line of a journal") from error
    if not isinstance(data, dict):
        raise RecordError("not a line of a journal")
    return data


def _key(table: StrictTable) -> bytes:
    text = table.text("key", 2 * KEY_SIZE)
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_SIZE:
        raise RecordError(f"a key has {2 * KEY_SIZE} hexadecimal digits")
    return key


def _head(data: dict[str, Any], known: Ruleset | None) -> tuple[Record, bytes | None]:
    """Return the record that the first line begins, and the key of the match."""
    table = StrictTable(data, "", _HEAD_KEYS)
    if table.number("journal", 0, 10**6) != FORMAT:
        raise RecordError(f"a journal of format {data['journal']}; this program reads format {FORMAT}")
    digest = table.text("digest", 64)
    if known is None or "ruleset" in table:
        rules = read_ruleset(table.text("ruleset", LONGEST_RULESET), digest)
    elif known.digest == digest:
        rules = known
    else:
        raise RecordError("the match was played by other rules")
    seats = table.number("seats", 2, 10)
    rules.check_table(seats)
    names, bots = (table.texts_for(key, seats) for key in ("names", "bots"))
    start = read_start(data.get("start"), rules, seats)
    record = Record(rules, seats, table.number("youngest", 0, seats - 1, default=0), names, bots, start=start)
    return record, _key(table) if "key" in table else None


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
