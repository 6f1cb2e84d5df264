"""Any bots, played at tables."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from ..bots import Bot, Timed, make_bot, move
from ..bots.base import MOVES_AT_MOST, SEEDS
from ..errors import BotError, LastCardError
from ..game.events import Blocked, Event
from ..game.round import Round
from ..rules import Ruleset
from ..sim.cluster import ClusterPool
from ..sim.pool import in_batches, share
from .lots import Deals, Lot, seating
from .processes import in_processes

TOGETHER = 8  # deals in one task of a cluster, at most: bots may think long


@dataclass(frozen=True)
class Work:
    """One deal to be played with the bots rotated by `turn` seats."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: int
    deal: int
    turn: int


def prepare(bots: Sequence[str]) -> None:
    """Let bots load what takes long, before the clock starts and once instead of in every process."""
    for name in dict.fromkeys(bots):
        own = getattr(make_bot(name), "prepare", None)
        try:
            if own is not None:
                own()
        except (Exception, SystemExit) as error:
            raise LastCardError(f"bot {name!r} cannot prepare: {type(error).__name__}: {error}") from error


def tables_here(deals: Deals, processes: int) -> Generator[Lot, None, None]:
    """Play any bots, in `processes` processes."""
    prepare(deals.bots)
    turns = len(deals.bots)
    return in_processes(play_one, _rounds(deals), deals.count * turns, processes, together=turns)


def tables_there(deals: Deals, pool: ClusterPool) -> Generator[Lot, None, None]:
    """Play any bots on a cluster."""
    turns = len(deals.bots)
    together = turns * share(deals.count, pool.workers, 1, TOGETHER)
    return in_batches(pool, play_one, _rounds(deals), pool.workers, together)


def _rounds(deals: Deals) -> Iterator[Work]:
    for deal in range(deals.count):
        for turn in range(len(deals.bots)):
            yield Work(deals.rules, deals.bots, deals.seed, deal, turn)


def play_one(work: Work) -> Lot:
    """Play one round at a table; raise BotError if a bot fails."""
    at_seat = seating(len(work.bots), work.turn)
    bots = {seat: Timed(_bot(work, bot)) for seat, bot in enumerate(at_seat)}
    table = _dealt(work)
    moves = 0
    events: tuple[Event, ...] = ()
    try:
        while not table.over and moves < MOVES_AT_MOST:
            moves += 1
            events = move(table, bots).events
    except BotError as error:
        where = f"deal {work.deal}, rotation {work.turn}, seed {work.seed}"
        raise error.known_as(work.bots[at_seat[error.seat]], where) from error
    cut = not table.over or any(isinstance(event, Blocked) and event.by_limit for event in events)  # by I-54
    winners = () if cut else tuple(at_seat[seat] for seat in table.winners)
    times = [(at_seat[seat], taken) for seat, bot in bots.items() for taken, chose in bot.times if chose]
    return Lot([winners], moves, int(cut), tuple(times))


def _bot(work: Work, bot: int) -> Bot:
    """Make a bot for one deal; it plays the same in every rotation."""
    return make_bot(work.bots[bot], seed=(work.seed + work.deal * len(work.bots) + bot) % SEEDS)


def _dealt(work: Work) -> Round:
    """Return the table of a deal, the same in every rotation."""
    seats = len(work.bots)
    seed = (work.seed * 1_000_003 + work.deal) % SEEDS
    return Round.deal(work.rules, seats=seats, seed=seed, dealer=work.deal % seats)
