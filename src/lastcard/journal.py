"""A running match on disk: every act is written and synced before it is shown.

A journal is lines of text: a head, `round` for each deal, and one line for each move together with what the dealer did
on it, so that a line is either there or not.  A record is written from it, and a match resumed.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .core.terms import BATCH, DONE, VERBS
from .errors import IllegalAction, LastCardError, NotationError, RecordError
from .events import Event
from .match import Match
from .notation import parse_move
from .record import Record, Replay, RoundRecord, move_acts, opening_acts, rules_version
from .round import Round
from .rules import Ruleset

HEAD = "lastcard journal 1"
_BETWEEN = " | "


class RecordedMatch:
    """A match whose acts are kept, in a record and, if there is a path, in a journal on disk."""

    def __init__(
        self, match: Match, path: str | Path | None = None, names: tuple[str, ...] = (), bots: tuple[str, ...] = ()
    ) -> None:
        self.match = match
        self.record = Record(match.rules, match.seats, match.youngest, names, bots=bots)
        self._path = None if path is None else Path(path)
        if self._path is not None:
            if self._path.exists() and self._path.stat().st_size > 0:
                raise RecordError(f"{path} already exists; resume it, or choose another name")
            self._write([HEAD, *_head_lines(self.record)])
        self._begin_round(match.opening_events)

    @classmethod
    def resume(cls, path: str | Path) -> "RecordedMatch":
        """The match of a journal, standing where it was left; what follows is appended to it."""
        resumed = cls.__new__(cls)
        resumed._path = Path(path)
        resumed.record, resumed.match = standing(path)
        _drop_torn_line(resumed._path)
        return resumed

    @property
    def round(self) -> Round:
        """The present round."""
        return self.match.round

    def play(self, move: str) -> list[Event]:
        """Carry out a move; it is on disk when this returns."""
        seat, actions = parse_move(self.round.rules.deck, move)
        if seat is None:
            seat = self.round.awaited[0] if self.round.awaited else self.round.turn
        return self.act(seat, actions, move)

    def act(self, seat: int, actions: list[int], move: str = "") -> list[Event]:
        """Carry out actions of the core; they are on disk when this returns."""
        table = self.round
        events = table.act(seat, actions, move)
        acts = move_acts(table, seat, _as_written(table, actions), events)
        points = ["points " + " ".join(map(str, table.points))] if table.over else []
        try:
            self._write([_BETWEEN.join([*acts, *points])])
        except LastCardError:
            table.undo()
            raise
        present = self.record.rounds[-1]
        present.acts += acts
        if table.over:
            present.points = table.points
        return events

    def next_round(self) -> list[Event]:
        """Write the finished round on the sheet and deal the next, unless the match is over."""
        events = self.match.next_round()
        if not self.match.over:
            self._begin_round(events)
        return events

    def take_back(self, seat: int) -> bool:
        """Go back to where the table stood before the last move of a seat in this round; false if there is none.

        What follows it is taken out of the journal too.  The rest of the stock is shuffled again, so that nobody knows
        what comes, and what was seen meanwhile is forgotten.
        """
        if self._path is None:
            raise LastCardError("only a match with a journal can be taken back")
        lines = list(_whole_lines(self._path))
        place = _last_move(lines, seat)
        if place is None:
            return False
        with self._path.open("r+b") as file:
            file.truncate(sum(len(line.encode()) + 1 for line in lines[:place]))
            os.fsync(file.fileno())
        self.record, self.match = standing(self._path)
        return True

    def _begin_round(self, picks: list[Event]) -> None:
        match = self.match
        acts = opening_acts(match.round, picks)
        self.record.rounds.append(RoundRecord(match.dealer, match.eliminated, acts))
        seats = " ".join(map(str, (match.dealer, *match.eliminated)))
        self._write([_BETWEEN.join([f"round {seats}", *acts])])

    def _write(self, lines: list[str]) -> None:
        """Append lines, all or none of them."""
        if self._path is None:
            return
        try:
            with self._path.open("ab", buffering=0) as file:
                _append("".join(f"{line}\n" for line in lines).encode(), file)
        except OSError as error:
            raise LastCardError(
                f"{self._path} cannot be written: {error.strerror}; what was to be kept there has not happened"
            ) from error


def _append(data: bytes, file: BinaryIO) -> None:
    """Write all of it and have it on disk; else leave the file as it was: nothing may be added to a torn line."""
    size = os.fstat(file.fileno()).st_size
    try:
        while data:
            data = data[file.write(data) :]
        os.fsync(file.fileno())
    except OSError:
        os.ftruncate(file.fileno(), size)
        raise


def _as_written(table: Round, actions: list[int]) -> list[int]:
    """The actions as they are written: a lay that stands closed is written as a closed one."""
    lays_only = all(action & 255 < VERBS for action in actions)
    return [*actions, DONE] if lays_only and table.phase != BATCH else actions


def _last_move(lines: list[str], seat: int) -> int | None:
    """Where the last move of a seat in the present round stands; what only completes a lay is not where it began."""
    for place in range(len(lines) - 1, -1, -1):
        actor, _, move = lines[place].partition(" ")
        if actor == "round":
            return None
        if actor == str(seat) and not move.startswith(("done", ">")):
            return place
    return None


def _head_lines(record: Record) -> list[str]:
    lines = [f"rules {record.rules.id}", f"rules_version {rules_version(record.rules)}", f"seats {record.seats}"]
    if record.youngest:
        lines.append(f"named {record.youngest}")
    lines += [f"name {name}" for name in record.names]
    return lines + [f"bot {seat} {bot}" for seat, bot in enumerate(record.bots) if bot]


# ---------------------------------------------------------------- reading


def load_record(path: str | Path) -> Record:
    """The record in a file, which may be a journal."""
    try:
        with Path(path).open(encoding="utf-8", errors="replace") as file:
            is_journal = file.readline().strip() == HEAD
    except (OSError, ValueError):
        is_journal = False
    if is_journal:
        return read_journal(path)
    with _errors_at(str(path)):
        return Record.load(path)


def read_journal(path: str | Path) -> Record:
    """The record of a journal, as far as it goes."""
    return _Reading(Path(path)).record


def standing(path: str | Path) -> tuple[Record, Match]:
    """The record of a journal and its match where it was left; what is wrong is said with the line, and no hand is."""
    reading = _Reading(Path(path))
    record = reading.record
    if not record.rounds:
        raise RecordError(f"{path}: the journal breaks off before the first round was dealt")
    replay, acts, last = Replay(record), 0, None
    try:
        for step in replay.steps():
            acts, last = acts + 1, step
        if last is not None and not last.table.over and record.rounds[-1].points is not None:
            raise RecordError("points for a round that is not over")
    except (ValueError, LookupError) as error:
        if last is not None and last.table.over and record.rounds[last.round - 1].points != last.table.points:
            acts -= 1  # it is about the points, which stand behind the last act
        raise RecordError(f"{path}, line {reading.line_of(acts)}: {_reason(error)}") from error
    assert last is not None  # every round begins with acts
    table = last.table.continued(secrets.randbelow)  # the rest of the stock is shuffled: nobody knew its order
    return record, Match.standing(record.rules, record.youngest, replay.before, table)


def _reason(error: Exception) -> str:
    """Why an act cannot have happened; of cards only those of whoever acts are named."""
    cause = error.__cause__
    if isinstance(cause, IllegalAction):
        return f"{cause.action!r} is refused: {cause.reason}"
    if isinstance(cause, NotationError):
        return str(cause)
    return "this does not follow by the rules from the lines before it"


class _Reading:
    """A journal read line by line."""

    def __init__(self, path: Path) -> None:
        self._head: dict[str, str] = {}
        self._names: list[str] = []
        self._bots: dict[int, str] = {}
        self._rounds: list[RoundRecord] = []
        self._lines: list[int] = []  # of each act of all rounds
        for number, line in enumerate(_whole_lines(path), 1):
            with _errors_at(f"{path}, line {number}"):
                self._take(line, number)
        with _errors_at(str(path)):
            self.record = self._whole()

    def line_of(self, act: int) -> int:
        """Where an act of the match stands, or where the journal breaks off."""
        return self._lines[min(act, len(self._lines) - 1)]

    def _take(self, line: str, number: int) -> None:
        word, _, rest = line.partition(" ")
        if number == 1:
            if line != HEAD:
                raise RecordError(f"this is no journal: it does not begin with {HEAD!r}")
        elif word == "name":
            self._names.append(rest)
        elif word == "bot":
            seat, _, bot = rest.partition(" ")
            self._bots[self._seat(seat)] = bot
        elif word in _HEAD_WORDS:
            self._head[word] = rest
            self._check_head(word)
        elif word == "round":
            seats, *acts = rest.split(_BETWEEN)
            dealer, *away = (self._seat(seat) for seat in seats.split())
            self._rounds.append(RoundRecord(dealer, tuple(away), acts))
            self._lines += [number] * len(acts)
        else:
            acts = line.split(_BETWEEN)
            if acts[-1].startswith("points "):
                self._rounds[-1].points = tuple(map(int, acts.pop().split()[1:]))
            self._rounds[-1].acts += acts
            self._lines += [number] * len(acts)

    def _check_head(self, word: str) -> None:
        """The words of the head come in their order, so that each can be held against those before it."""
        ruleset, value = Ruleset.from_id(self._head["rules"]), self._head[word]
        if word == "rules_version" and int(value) != rules_version(ruleset):
            raise RecordError(f"rules {ruleset.id!r} of another version; this program plays {rules_version(ruleset)}")
        if word == "seats":
            ruleset.check_table(int(value))
        if word == "named":
            self._seat(value)

    def _seat(self, text: str) -> int:
        seats = int(self._head["seats"])
        if not 0 <= int(text) < seats:
            raise RecordError(f"there is no seat {text}; seats go from 0 to {seats - 1}")
        return int(text)

    def _whole(self) -> Record:
        head = self._head
        missing = [word for word in ("rules", "rules_version", "seats") if word not in head]
        if missing:
            raise RecordError(f"the journal is empty or breaks off: it does not say {missing[0]!r}")
        ruleset = Ruleset.from_id(head["rules"])
        seats = int(head["seats"])
        bots = tuple(self._bots.get(seat, "") for seat in range(seats)) if self._bots else ()
        return Record(ruleset, seats, int(head.get("named", 0)), tuple(self._names), self._rounds, bots)


_HEAD_WORDS = ("rules", "rules_version", "seats", "named")


@contextmanager
def _errors_at(place: str) -> Iterator[None]:
    """Errors inside say where in the file they are."""
    try:
        yield
    except LastCardError as error:
        raise RecordError(str(error) if place in str(error) else f"{place}: {error}") from error
    except (ValueError, LookupError) as error:
        raise RecordError(f"{place}: this is no line of a journal, or stands in a wrong place") from error


def _whole_lines(path: Path) -> Iterator[str]:
    """The lines of a journal; one that was torn by a crash has no end and was never shown."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    for line in text.splitlines(keepends=True):
        if line.endswith("\n"):
            yield line[:-1]


def _drop_torn_line(path: Path) -> None:
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)
