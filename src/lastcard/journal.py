"""A running match as lines of text: each change is saved before anyone sees it.

A journal begins with a line that says who plays by which rules.  A line for each deal and each move follows, and one
for the end of the match.  A line is written completely or not at all, and a change shows at the table only once its
line is saved.  The storage is exchangeable: `FileKeeper` syncs each line to a file; a server may commit the lines of
many tables together.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any

from .acts import LONGEST, DealerAct, dealer_acts, opening_acts, parse_act
from .backends.live import KEY_SIZE
from .bounds import quoted
from .errors import IllegalAction, LastCardError, RecordError
from .events import Event
from .files import LARGEST
from .keeper import FileKeeper, Keeper, split_lines
from .match import Deal, Match
from .names import check_names
from .notation.actions import LEAVING
from .record import (
    LONGEST_NAME,
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
from .round import Change, Round
from .rules import Ruleset
from .sheet import MOST_ROUNDS, ScoreSheet
from .table_checks import check_seat
from .values import Action, ActionKind, Move

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


def head_line(record: Record, key: bytes) -> str:
    """Return the first line of a journal; `key` deals the rounds of the match."""
    data = {
        "journal": FORMAT,
        "rules": record.rules.id,
        "digest": record.rules.digest,
        "ruleset": ruleset_text(record.rules),
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


# ---------------------------------------------------------------- a match that is kept


class RecordedMatch:
    """A match that keeps a record of its changes and, with a keeper, saves each before it shows.

    Every change is prepared, saved and then published.  If it cannot be saved, nothing has happened.  The match must
    be at the start of a round that was dealt; with a keeper, by its key, so that its journal can restore it.

    Change the match only through these methods.  Once it was changed otherwise, by `round.act` say, every further
    change is refused.  Several threads may make changes; they are made one after another.
    """

    def __init__(
        self, match: Match, keeper: Keeper | None = None, names: tuple[str, ...] = (), bots: tuple[str, ...] = ()
    ) -> None:
        _check_start(match, keeper)
        fresh = match.start is None and not match.rounds
        start, picks = (None, match.opening_events) if fresh else (match.sheet, ())
        names, bots = _checked_names(match.seats, names), _checked_bots(match.seats, bots)
        self.match = match
        self.keeper = keeper
        self.record = Record(match.rules, match.seats, match.youngest, names, bots, start=start)
        opening = round_line(match.round, match.sheet, match.key, picks)
        self._persist(head_line(self.record, match.master_key), opening)
        self._note_round(picks)
        self._lock = RLock()
        self._saved: object = match.revision

    @classmethod
    def resume(cls, keeper: Keeper | None, lines: Sequence[str] | None = None) -> "RecordedMatch":
        """Return the match of a journal as it was left; later changes are saved by the keeper.

        `lines` are those that the keeper has stored.  A `FileKeeper` reads them itself.
        """
        _check_keeper(keeper)
        name = "the journal"
        if isinstance(keeper, FileKeeper):
            lines, name = keeper.lines() if lines is None else lines, str(keeper.path)
        elif lines is None:
            raise LastCardError(f"give the lines that the {type(keeper).__name__} has stored")
        resumed = cls.__new__(cls)
        resumed.keeper = keeper
        journal = Journal(lines, name)
        resumed.record, resumed.match = journal.record, journal.match()
        resumed._lock = RLock()
        resumed._saved = resumed.match.revision
        return resumed

    @property
    def round(self) -> Round:
        """The current round."""
        return self.match.round

    def play(self, move: str) -> tuple[Event, ...]:
        """Carry out a move; it is saved when this returns."""
        with self._changing():
            read = self.round.parse(move)
            return self._act(read.seat, read.action)

    def act(self, seat: int, action: Action | str) -> tuple[Event, ...]:
        """Carry out an action; it is saved when this returns."""
        with self._changing():
            return self._act(seat, action)

    def _act(self, seat: int, action: Action | str) -> tuple[Event, ...]:
        change = self.round.prepare(seat, action)
        self._persist(move_line(self.match.rules, change))
        events = self.match.publish(change)
        present = self.record.rounds[-1]
        present.acts += [str(change.played.move), *dealer_acts(self.match.rules, events)]
        present.points = change.played.status.points
        return events

    def leave(self, seat: int) -> tuple[Event, ...]:
        """Let a seat leave for good, as `Round.leave` does; it is saved when this returns."""
        return self.act(seat, LEAVING)

    def next_round(self) -> tuple[Event, ...]:
        """Score the finished round and deal the next one, unless the match is over."""
        with self._changing():
            deal = self.match.prepare_round()
            if deal.round is not None:
                self._persist(round_line(deal.round, deal.sheet, deal.key, deal.events))
            else:
                self._persist(over_line(deal.sheet))
            self.match.publish(deal)
            if deal.round is not None:
                self._note_round(deal.events)
            return deal.events

    def take_back(self, seat: int) -> bool:
        """Go back to before the last move of a seat in this round; return False if there is none.

        The rest of the stock is shuffled again, so that nobody knows the next cards, and what seats saw since then is
        forgotten.
        """
        check_seat(seat, self.match.seats)
        with self._changing():
            moves = enumerate(self.round.moves)
            begun = [place for place, move in moves if move.seat == seat and _begins_turn(move.action)]
            if not begun:
                return False
            place = begun[-1]
            key = os.urandom(KEY_SIZE)
            change = self.round.prepare_take_back(place, key)
            self._persist(back_line(place, key))
            self.match.publish(change)
            self.record.rounds[-1] = _cut_back(self.record.rounds[-1], place)
            return True

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Let one thread at a time change the match, and only if everything before was saved."""
        with self._lock:
            if self.match.revision != self._saved:
                raise LastCardError(
                    "the match is not as it was saved; change it only with act, play, leave, next_round and take_back "
                    "of its RecordedMatch, and resume it from its journal"
                )
            yield
            self._saved = self.match.revision

    def _note_round(self, picks: Iterable[Event]) -> None:
        match = self.match
        acts = opening_acts(match.rules, match.round.opening_events, picks)
        self.record.rounds.append(RoundRecord(match.dealer, match.eliminated, acts))

    def _persist(self, *lines: str) -> None:
        """Save lines; until what they say is published, the match is not as it was saved."""
        if self.keeper is not None:
            self.keeper.append(lines)
        self._saved = None


def _check_start(match: Match, keeper: Keeper | None) -> None:
    """Raise LastCardError if the record would be incomplete, or if a journal could not bring the match back."""
    if not isinstance(match, Match):
        raise LastCardError(f"only a Match can be recorded, not {type(match).__name__}")
    _check_keeper(keeper)
    if match.round.ply:
        raise LastCardError("a match can be recorded only from the start of a round, before anyone has moved")
    if not match.round.opening_events:
        raise LastCardError("the round was set up from a position; only a round that was dealt can be recorded")
    if keeper is not None and not match.is_as_dealt():
        raise LastCardError("the round was not dealt by the key of the match, so the journal could not restore it")
    if isinstance(keeper, FileKeeper) and keeper.lines():
        raise LastCardError(f"{keeper.path} already has a match; resume it, or choose another file")


def _check_keeper(keeper: Keeper | None) -> None:
    if keeper is not None and not callable(getattr(keeper, "append", None)):
        raise LastCardError(f"a keeper must have a method append, as FileKeeper has; {type(keeper).__name__} has none")


def _checked_names(seats: int, names: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(names, tuple | list) or len(names) not in (0, seats):
        raise LastCardError(f"a match needs {seats} names, one for each seat, or none")
    return check_names(names)


def _checked_bots(seats: int, bots: tuple[str, ...]) -> tuple[str, ...]:
    fits = isinstance(bots, tuple | list) and len(bots) in (0, seats)
    if not fits or not all(isinstance(bot, str) and bot.isprintable() and len(bot) <= LONGEST_NAME for bot in bots):
        raise LastCardError(f"a match needs the kinds of {seats} bots, one for each seat ('' for a person), or none")
    return tuple(bots)


def _begins_turn(action: Action) -> bool:
    """Return whether a move begins something, rather than only completing a lay."""
    return action.kind not in (ActionKind.DONE, ActionKind.CHOOSE)


def _cut_back(one: RoundRecord, moves: int) -> RoundRecord:
    """Return the record of a round, cut after a number of moves."""
    kept, seen = [], 0
    for act in one.acts:
        seen += not act.startswith("d ")
        if seen > moves:
            break
        kept.append(act)
    return replace(one, acts=kept, points=None)


# ---------------------------------------------------------------- lines in


class Journal:
    """Reads the lines of a journal: its record, and its match as it was left.

    Errors name the line.  A match is rebuilt from its last deal; earlier rounds are not played again, and their lines
    may be left out: the first line and those from a later deal on give the same match, and a record from there.
    """

    def __init__(self, lines: Sequence[str], name: str = "the journal") -> None:
        self._name = name
        self._last: tuple[int, ScoreSheet, bytes] | None = None  # the last deal: its line, the sheet, its key
        self._moves: list[tuple[int, dict[str, Any]]] = []  # what came after it
        self._seed: bytes | None = None  # deals the later rounds; None in journals that do not have it
        self.record = self._read(lines)

    def match(self) -> Match:
        """Return the match as it was left; it continues with the same cards."""
        if self._last is None:
            raise RecordError(f"{self._name} ends before the first round was dealt")
        number, sheet, key = self._last
        record = self.record
        with _errors_at(f"{self._name}, line {number}"):
            match = Match(
                record.rules, seats=record.seats, seed=self._seed, youngest=record.youngest, sheet=sheet, key=key
            )
            match.start = record.start
        for number, data in self._moves:
            with _errors_at(f"{self._name}, line {number}"):
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
            follows = change.round is None and over_line(change.sheet)
        else:
            move = table.parse(data["move"])
            change = table.prepare(move.seat, move.action)
            follows = move_line(table.rules, change)
        if not follows or json.loads(follows) != data:
            raise RecordError("by the rules, this does not follow from the lines before it")
        match.publish(change)

    # ------------------------------------------------------------ reading

    def _read(self, lines: Sequence[str]) -> Record:
        if not isinstance(lines, list | tuple):
            raise RecordError(f"{self._name} must be a list of lines, not {type(lines).__name__}")
        if not lines:
            raise RecordError(f"{self._name} is empty")
        with _errors_at(f"{self._name}, line 1"):
            record, self._seed = _head(_data(lines[0]))
        for number, line in enumerate(lines[1:], 2):
            with _errors_at(f"{self._name}, line {number}"):
                self._take(record, number, _data(line))
        return record

    def _take(self, record: Record, number: int, data: dict[str, Any]) -> None:
        if "round" in data:
            self._take_round(record, number, data)
        elif not record.rounds:
            raise RecordError("a move before the first deal")
        elif "back" in data:
            table = StrictTable(data, "", _BACK_KEYS)
            self._moves.append((number, data))
            _key(table)
            record.rounds[-1] = _cut_back(record.rounds[-1], table.number("back", 0, 10**6))
        elif "over" in data:
            StrictTable(data, "", _OVER_KEYS)
            ScoreSheet.from_dict(data["over"], record.rules)
            self._moves.append((number, data))
        else:
            table = StrictTable(data, "", _MOVE_KEYS)
            present = record.rounds[-1]
            move = table.text("move", LONGEST)
            if not isinstance(parse_act(move, record.rules, record.seats), Move):
                raise RecordError(f"{quoted(move)} is not a move")
            present.acts += [move, *_acts(table, record)]
            if "points" in table:
                present.points = table.numbers("points", record.seats, -MOST_POINTS, MOST_POINTS)
            self._moves.append((number, data))

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
        self._last, self._moves = (number, sheet, _key(table)), []


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


def _head(data: dict[str, Any]) -> tuple[Record, bytes | None]:
    """Return the record that the first line begins, and the key of the match."""
    table = StrictTable(data, "", _HEAD_KEYS)
    if table.number("journal", 0, 10**6) != FORMAT:
        raise RecordError(f"a journal of format {data['journal']}; this program reads format {FORMAT}")
    rules = read_ruleset(table.text("ruleset", LONGEST_RULESET), table.text("digest", 64))
    seats = table.number("seats", 2, 10)
    rules.check_table(seats)
    names, bots = (table.texts_for(key, seats) for key in ("names", "bots"))
    start = read_start(data.get("start"), rules, seats)
    record = Record(rules, seats, table.number("youngest", 0, seats - 1, default=0), names, bots, start=start)
    return record, _key(table) if "key" in table else None


class _errors_at:
    """Add the place in the journal to errors inside, without naming cards that its reader may not see."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, IllegalAction):
            why = error.reason.say(card=lambda _: "a card")
            raise RecordError(f"{self._place}: '{error.seat} {error.action}' is refused: {why}") from error
        if isinstance(error, LastCardError):
            raise RecordError(f"{self._place}: {error}") from error


def read_journal(path: str | Path) -> Journal:
    """Read the journal in a file, as far as it goes."""
    return Journal(split_lines(read_file(path, LARGEST)), str(path))


def load_record(path: str | Path) -> Record:
    """Return the record in a file, which may be a journal."""
    data = read_file(path, LARGEST)
    if data.startswith(_MARK.encode()):
        return Journal(split_lines(data), str(path)).record
    return Record.from_bytes(data, str(path))
