"""Who sits where, and a match with them on disk: what every way to play in a terminal has in common."""

import re
import secrets
import shlex
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ..bots import Bot, Fallible, make_bot, slips_of
from ..core.terms import SEATS
from ..errors import LastCardError, RecordError
from ..journal import RecordedMatch, read_journal, standing
from ..match import Match
from ..rules import Ruleset
from .results import keep_result
from .store import RECORD, free_journals, held, latest_journal, new_journal
from .typed import squashed

_BOT = re.compile(r"(?P<name>[^()]+) \((?P<level>.+)\)")
_BOTS_OWN = re.compile(r"bot\d*")
_LONGEST = 20  # characters of a name


@dataclass(frozen=True, kw_only=True)
class Options:
    """What is to be played, and by whom."""

    rules: str = "official"
    seats: int = 4
    people: int = 1  # they sit first, the bots after them
    bots: tuple[str, ...] = ("careful",)  # in turn
    names: tuple[str, ...] = ()  # of the seats in their order; the others get one
    seed: int | None = None
    resume: bool = False
    journal: Path | None = None  # to resume; None: the last one


@dataclass
class Sitting:
    """A match that is played here and now."""

    match: RecordedMatch
    names: tuple[str, ...]
    bots: dict[int, Bot]
    path: Path
    resumed: bool = False
    people: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.people = tuple(seat for seat in range(len(self.names)) if seat not in self.bots)

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots in the order of their seats, as they were asked for."""
        return tuple(bot["level"] for bot in _seated(self.match.record.names).values())

    def finish(self) -> Path:
        """The match is over: its record takes the place of the journal, and its result is kept."""
        record = self.path.with_suffix(RECORD)
        try:
            self.match.record.save(record)
            keep_result(self.match.match, self.match.record.names, record.name)
        except OSError as error:
            raise LastCardError(f"the result cannot be kept: {error}; the match is still in {self.path}") from error
        self.path.unlink()
        return record


@contextmanager
def sit_down(options: Options) -> Iterator[Sitting]:
    """The sitting these options ask for; nobody else can go on with its match meanwhile."""
    if options.resume:
        path = options.journal or latest_journal()
        if not path.exists():
            raise LastCardError(f"there is no journal {path}")
        with held(path) as free:
            if not free:
                raise LastCardError(f"{path} is being played by another program")
            yield _resumed(path) if options.journal else _resumed_or_older(path)
        return
    sitting = _begun(options)
    with held(sitting.path):
        yield sitting


def _begun(options: Options) -> Sitting:
    ruleset = Ruleset.from_id(options.rules)
    ruleset.check_table(options.seats)
    if not 0 <= options.people <= options.seats:
        raise LastCardError(f"{options.people} people do not fit at {options.seats} seats")
    names = seat_names(options)
    levels = dict(zip(range(options.people, options.seats), _levels(options), strict=True))
    bots = _bots(levels, options.seed)
    path = new_journal()
    kept = tuple(f"{name} ({levels[seat]})" if seat in levels else name for seat, name in enumerate(names))
    match = RecordedMatch(Match(ruleset, seats=options.seats, seed=options.seed), path, kept)
    return Sitting(match, names, bots, path)


def people_at(options: Options) -> int:
    """How many people sit at the match; of one that cannot be read that is said when it is resumed."""
    if not options.resume:
        return options.people
    try:
        names = read_journal(options.journal or latest_journal()).names
    except LastCardError:
        return 1
    return len(names) - len(_seated(names))


def _seated(names: Sequence[str]) -> dict[int, re.Match[str]]:
    """The bots among names that are kept: a name with a level behind it, `Bot 1 (random)`, is a bot's."""
    return {seat: bot for seat, name in enumerate(names) if (bot := _BOT.fullmatch(name))}


def _resumed_or_older(path: Path) -> Sitting:
    """The sitting of the newest journal; if that is broken, the error names an older one that is not."""
    try:
        return _resumed(path)
    except RecordError as error:
        for other in free_journals():
            if other != path and _can_be_resumed(other):
                how = f"an older match can be resumed: lastcard play --resume {shlex.quote(str(other))}"
                raise RecordError(f"{error}; {how}") from error
        raise


def _can_be_resumed(path: Path) -> bool:
    try:
        standing(path)
    except RecordError:
        return False
    return True


def _resumed(path: Path) -> Sitting:
    match = RecordedMatch.resume(path)
    kept = match.record.names
    if len(kept) != match.record.seats:
        raise RecordError(f"{path} does not say who sits where, so it cannot be resumed here")
    found = _seated(kept)
    names = tuple(found[seat]["name"] if seat in found else name for seat, name in enumerate(kept))
    bots = _bots({seat: bot["level"] for seat, bot in found.items()}, None)
    return Sitting(match, names, bots, path, resumed=True)


# ---------------------------------------------------------------- who sits where


def _levels(options: Options) -> list[str]:
    if not options.bots:
        raise LastCardError("a bot is needed for the empty seats")
    empty = options.seats - options.people
    if len(options.bots) > max(1, empty):
        raise LastCardError(f"{len(options.bots)} bots are given for {empty} empty seats")
    return [options.bots[number % len(options.bots)] for number in range(empty)]


def _bots(levels: dict[int, str], seed: int | None) -> dict[int, Bot]:
    """The bots, each with a seed of its own; they slip as people do."""
    first = secrets.randbelow(1 << 60) if seed is None else seed * SEATS
    return {
        seat: Fallible(make_bot(level, first + seat), slips_of(level), first + seat) for seat, level in levels.items()
    }


def seat_names(options: Options) -> tuple[str, ...]:
    """The name of each seat: a bot is called by its number, people that are several by a letter."""
    if len(options.names) > options.seats:
        raise LastCardError(f"{len(options.names)} names are given for {options.seats} seats")
    names = list(options.names)
    for seat in range(len(names), options.seats):
        person = "You" if options.people == 1 else f"Player {chr(ord('A') + seat)}"
        names.append(person if seat < options.people else f"Bot {seat}")
    _check_names(names)
    return tuple(names)


def _check_names(names: Sequence[str]) -> None:
    for name in names:
        check_name(name)
    if len({squashed(name) for name in names}) < len(names):
        raise LastCardError(f"two seats have the same name: {', '.join(names)}")


def check_name(name: str) -> None:
    """Refuse what nobody can be called: it could not be told from a bot's level, or be typed, or be shown."""
    odd = not name[:1].isalpha() or not name.isprintable() or name != name.strip() or len(name) > _LONGEST
    if odd or any(map(_is_bracket, name)):
        raise LastCardError(f"{name!r} is no name: up to {_LONGEST} characters, a letter first, no brackets")


def check_own_name(name: str) -> None:
    """Refuse also what bots are called, which would do at one table and not at another."""
    check_name(name)
    if _BOTS_OWN.fullmatch(squashed(name)):
        raise LastCardError(f"{name!r} is what bots are called; choose another name")


def _is_bracket(letter: str) -> bool:
    return letter in "<>" or unicodedata.category(letter) in ("Ps", "Pe")
