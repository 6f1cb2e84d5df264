"""Who sits where, and a match with them on disk: what every way to play in a terminal has in common."""

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ..bots import Bot, Fallible, make_bot, slips_of
from ..core.terms import SEATS
from ..errors import LastCardError
from ..journal import RecordedMatch
from ..match import Match
from ..rules import Ruleset
from .results import keep_result
from .store import RECORD, held, latest_journal, new_journal
from .typed import squashed

_BOT = re.compile(r"(?P<name>.+) \((?P<level>[^()]+)\)")
_NAME = re.compile(r"[^\W\d_][^()\n]{0,19}")


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

    def finish(self) -> Path:
        """The match is over: its record takes the place of the journal, and its result is kept."""
        record = self.path.with_suffix(RECORD)
        try:
            self.match.record.save(record)
            keep_result(self.match.match, self.match.record.names)
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
            yield _resumed(path, options.seed)
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


def _resumed(path: Path, seed: int | None) -> Sitting:
    """The sitting of a journal; a name with a level behind it, `Bot 1 (random)`, is a bot's."""
    match = RecordedMatch.resume(path)
    kept = match.record.names
    if len(kept) != match.record.seats:
        raise LastCardError(f"{path} does not say who sits where, so it cannot be resumed here")
    found = {seat: bot for seat, name in enumerate(kept) if (bot := _BOT.fullmatch(name))}
    names = tuple(found[seat]["name"] if seat in found else name for seat, name in enumerate(kept))
    bots = _bots({seat: bot["level"] for seat, bot in found.items()}, seed)
    return Sitting(match, names, bots, path, resumed=True)


# ---------------------------------------------------------------- who sits where


def _levels(options: Options) -> list[str]:
    if not options.bots:
        raise LastCardError("a bot is needed for the empty seats")
    return [options.bots[number % len(options.bots)] for number in range(options.seats - options.people)]


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
        if not _NAME.fullmatch(name) or not name.isprintable() or name != name.strip():
            raise LastCardError(f"{name!r} is no name: up to 20 characters, a letter first, no brackets")
    if len({squashed(name) for name in names}) < len(names):
        raise LastCardError(f"two seats have the same name: {', '.join(names)}")
