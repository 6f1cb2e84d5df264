"""Set up or resume a match: who sits where, and its journal."""

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from .._util.called import command
from .._util.files import is_ordinary, reason_of
from .._util.grammar import counted, listed
from .._util.names import bot_name, check_name, check_names, name_key, plain_name
from ..archive.journal import read_journal
from ..archive.keeper import FileKeeper
from ..archive.recorded import RecordedMatch
from ..bots import Bot, Fallible, is_installed, make_bot, slips_of
from ..core.terms import SEATS
from ..errors import LastCardError, RecordError
from ..game.events import Event
from ..game.match import Match
from ..rules import Ruleset
from ..words.questions import asks_for_youngest
from .journals import free_journals, is_begun, keep_record, latest_journal, new_journal
from .results import keep_result

_BOTS_OWN = re.compile(r"bot\d*")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Describes a new match: the rules and the players."""

    rules: str = "official"
    seats: int = 4
    people: int = 1  # they sit first, then the bots
    bots: tuple[str, ...] = ("careful",)  # used in turn
    names: tuple[str, ...] = ()  # of the first seats; the others get default names
    youngest: str = ""  # the youngest, or whom the host names (D04, D06): a name or a seat number
    seed: int | None = None


@dataclass(frozen=True, kw_only=True)
class Resume:
    """Names a match to resume."""

    journal: Path | None = None  # None: the latest
    trusted: tuple[str, ...] = ()  # bots that may be loaded though they are not installed


@dataclass
class Sitting:
    """A match in progress."""

    match: RecordedMatch
    names: tuple[str, ...]
    bots: dict[int, Bot]
    path: Path
    resumed: bool = False
    people: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.people = tuple(seat for seat in range(len(self.names)) if seat not in self.bots)

    @property
    def beat(self) -> float:
        """The seconds of a beat at this table: the longest that any of its bots needs (see `pace.Beat`)."""
        return max((bot.beat for bot in self.bots.values() if isinstance(bot, Fallible)), default=0.0)

    def prepare_bots(self) -> None:
        """Let bots load or compile what they need now, so that no later pause depends on it."""
        for seat, bot in self.bots.items():
            try:
                if isinstance(bot, Fallible):
                    bot.prepare()
            except (Exception, SystemExit) as error:
                raise LastCardError(f"the bot at seat {seat} cannot prepare: {type(error).__name__}") from error

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the bots in the order of their seats."""
        return tuple(filter(None, self.match.record.bots))

    def next_round(self) -> tuple[Event, ...]:
        """Score the finished round and deal the next; do nothing if a resumed match had already ended."""
        return () if self.match.match.closed else self.match.next_round()

    def finish(self) -> Path:
        """Replace the journal with the record, and save the result.

        Whatever interrupts it, it can be done again: the journal goes last, and nothing is kept twice.
        """
        record = self.match.record
        try:
            path = keep_record(record, self.path)
            keep_result(self.match.match, record, path.name)
        except OSError as error:
            raise self._not_finished(reason_of(error)) from error
        except LastCardError as error:
            raise self._not_finished(str(error)) from error
        self.path.unlink()
        return path

    def _not_finished(self, why: str) -> LastCardError:
        return LastCardError(f"the result cannot be saved: {why}; the match is still in {self.path}")


@contextmanager
def sit_down(wanted: Options | Resume) -> Iterator[Sitting]:
    """Begin or resume a match; no other program can play it meanwhile."""
    if isinstance(wanted, Options):
        checked = _checked(wanted)
        keeper = new_journal()
        try:
            yield _begun(wanted, checked, keeper)
        finally:
            if not is_begun(keeper.path):  # nothing was dealt, so there is nothing to resume
                keeper.remove()
            keeper.close()
        return
    path = wanted.journal or latest_journal()
    if not is_ordinary(path):
        raise LastCardError(f"{path} is not a journal" if path.exists() else f"there is no journal {path}")
    keeper = FileKeeper.reopen(path)
    try:
        yield _resumed(keeper, wanted) if wanted.journal else _resumed_or_older(keeper, wanted)
    finally:
        keeper.close()


@dataclass(frozen=True)
class _Checked:
    """A table that was checked."""

    ruleset: Ruleset
    names: tuple[str, ...]
    levels: tuple[str, ...]  # for each seat, empty for a person
    bots: dict[int, Bot]
    youngest: int


def _checked(options: Options) -> _Checked:
    """Return the table that options ask for; `LastCardError` before anything is written, if there is none."""
    ruleset = Ruleset.from_id(options.rules)
    ruleset.check_table(options.seats)
    if not 0 <= options.people <= options.seats:
        raise LastCardError(f"{counted(options.people, 'person', 'people')} cannot sit at {options.seats} seats")
    names = seat_names(options)
    levels = (*[""] * options.people, *_levels(options))
    bots = _bots(levels, options.seed)
    return _Checked(ruleset, names, levels, bots, youngest_seat(ruleset, names, options.youngest))


def can_begin(options: Options) -> bool:
    """Return whether there is such a table."""
    try:
        _checked(options)
    except LastCardError:
        return False
    return True


def _begun(options: Options, table: _Checked, keeper: FileKeeper) -> Sitting:
    match = Match(table.ruleset, seats=options.seats, seed=options.seed, youngest=table.youngest)
    levels = table.levels if table.bots else ()
    return Sitting(RecordedMatch(match, keeper, table.names, levels), table.names, table.bots, keeper.path)


def people_at(wanted: Options | Resume) -> int:
    """Return how many people sit at the match; 1 for one that cannot be read, which is said when it is resumed."""
    if isinstance(wanted, Options):
        return wanted.people
    try:
        path = wanted.journal or latest_journal()
        if not is_ordinary(path):  # reading a pipe would wait for a writer
            return 1
        record = read_journal(path).record
    except LastCardError:
        return 1
    return record.seats - sum(map(bool, record.bots))


# ---------------------------------------------------------------- going on


def _resumed_or_older(keeper: FileKeeper, wanted: Resume) -> Sitting:
    """Resume the newest journal; if it is broken, the error names an older one that is not."""
    try:
        return _resumed(keeper, wanted)
    except RecordError as error:
        for other in free_journals():
            if other != keeper.path and _can_be_resumed(other):
                how = f"an older match can be resumed: {command('play', '--resume', str(other))}"
                raise RecordError(f"{error}; {how}") from error
        raise


def _can_be_resumed(path: Path) -> bool:
    try:
        read_journal(path).match()
    except RecordError:
        return False
    return True


def _resumed(keeper: FileKeeper, wanted: Resume) -> Sitting:
    match, path = RecordedMatch.resume(keeper), keeper.path
    record = match.record
    if len(record.names) != record.seats:
        raise RecordError(f"{path} does not say who sits where, so it cannot be resumed here")
    try:
        names = tuple(map(plain_name, check_names(record.names)))
    except LastCardError as error:
        raise RecordError(f"{path}: {error}") from error
    _check_trust(path, record.bots, wanted)
    return Sitting(match, names, _bots(record.bots, None), path, resumed=True)


def _check_trust(path: Path, levels: Sequence[str], wanted: Resume) -> None:
    """Refuse to run code because a file names it: a bot must be installed, or be named by whoever resumes."""
    own = dict.fromkeys(level for level in levels if level and not is_installed(level))
    if foreign := [name for name in wanted.trusted if name not in levels]:
        playing = listed(list(dict.fromkeys(filter(None, levels)))) or "no bot"
        raise LastCardError(f"{listed(foreign)} does not play in {path}; {playing} does")
    if unnamed := [level for level in own if level not in wanted.trusted]:
        file = [str(wanted.journal)] if wanted.journal else []
        again = command("play", "--resume", *file, "--bots", ",".join(own))
        raise LastCardError(
            f"{path} names {listed([repr(level) for level in unnamed])}, which would run code that is not installed; "
            f"if you trust it: {again}"
        )


# ---------------------------------------------------------------- who sits where


def _levels(options: Options) -> list[str]:
    if not options.bots:
        raise LastCardError("the empty seats need a bot")
    empty = options.seats - options.people
    if len(options.bots) > max(1, empty):
        raise LastCardError(
            f"{counted(len(options.bots), 'bot')} given for {counted(empty, 'empty seat')}; leave some out"
        )
    return [options.bots[number % len(options.bots)] for number in range(empty)]


def _bots(levels: Sequence[str], seed: int | None) -> dict[int, Bot]:
    """Return the bots, each with a seed of its own; they slip as people do."""
    first = secrets.randbelow(1 << 60) if seed is None else seed * SEATS
    return {
        seat: Fallible(make_bot(level, first + seat), slips_of(level), first + seat)
        for seat, level in enumerate(levels)
        if level
    }


def seat_names(options: Options) -> tuple[str, ...]:
    """Return the name of each seat: bots have names of their own, people who are several a letter."""
    if len(options.names) > options.seats:
        raise LastCardError(
            f"{counted(len(options.names), 'name')} given for {counted(options.seats, 'seat')}; leave some out"
        )
    names = list(options.names)
    for seat in range(len(names), options.seats):
        person = "You" if options.people == 1 else f"Player {chr(ord('A') + seat)}"
        names.append(person if seat < options.people else bot_name(names))
    return tuple(map(plain_name, check_names(names)))


def check_own_name(name: str) -> str:
    """Return a person's name in its normal form; also refuse names that bots get."""
    checked = check_name(name)
    if _BOTS_OWN.fullmatch(name_key(checked)):
        raise LastCardError(f"{checked!r} is a name for bots; choose another name")
    return checked


def youngest_seat(ruleset: Ruleset, names: Sequence[str], said: str) -> int:
    """Return the seat that a text names as the youngest's, by name or number; without a text the first."""
    if not said:
        return 0
    if not asks_for_youngest(ruleset):
        raise LastCardError(f"the rule set {ruleset.id!r} does not use --youngest")
    seats = {name_key(name): seat for seat, name in enumerate(names)}
    seats |= {str(seat): seat for seat in range(len(names))}
    if name_key(said) not in seats:
        there = listed([f"{seat} ({name})" for seat, name in enumerate(names)], "or")
        raise LastCardError(f"nobody here is called {said!r}; the youngest is one of {there}")
    return seats[name_key(said)]
