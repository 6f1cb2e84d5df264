"""Checks for authors of bots: play a bot and verify what every bot must guarantee.

>>> from lastcard.bots import GreedyBot
>>> from lastcard.testing import check_bot
>>> check_bot(GreedyBot, rules=["official"], seats=[2, 3])
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..bots import Answer, Bot, BotMove, Timed, move
from ..bots.base import MOVES_AT_MOST, SEEDS
from ..bots.loading import made
from ..errors import BotError, LastCardError
from ..game.events import Fined
from ..game.round import Round
from ..game.values import Action
from ..game.view import View
from ..rules import PRESETS

BotFactory = Callable[[int], Bot]  # makes a bot from a seed

TWINS = 2  # tables that look the same to a seat


class BotFault(AssertionError):
    """A bot broke one of the promises of `check_bot`."""


def check_bot(
    bot_factory: BotFactory,
    *,
    rules: Iterable[str] = tuple(PRESETS),
    seats: Iterable[int] = (2, 3, 4, 7),
    seconds: float = 1.0,
    seed: int = 0,
) -> None:
    """Let a bot play against itself at many tables, and raise BotFault if it breaks a promise.

    A bot promises that it raises no exception; that its answers are legal actions and never fined; that it answers
    within `seconds`; that the same seed plays the same round, and that the round ends; that it does not change its
    view; and that it uses only what its seat can know: where only hidden cards differ, its answer is the same.
    """
    counts = tuple(seats)
    for ruleset in rules:
        for count in counts:
            check_repeats(bot_factory, ruleset, seats=count, seconds=seconds, seed=seed)
            check_honesty(bot_factory, ruleset, seats=count, seed=seed)


# ---------------------------------------------------------------- by the rules, in time, repeatably


def check_repeats(bot_factory: BotFactory, rules: str, *, seats: int, seconds: float = 1.0, seed: int = 0) -> None:
    """Check that the bot plays a round legally, in time, and the same way twice."""
    played = list(_moves(bot_factory, rules, seats, seconds, seed))
    again = _moves(bot_factory, rules, seats, seconds, seed)
    for number, (first, second) in enumerate(zip(played, again, strict=False)):
        if first != second:
            raise BotFault(
                f"seed {seed} was played in two ways: move {number} at {seats} seats of {rules} was {first}, "
                f"then {second}; take all random choices from the seed and none from the clock"
            )


def _moves(factory: BotFactory, rules: str, seats: int, seconds: float, seed: int) -> Iterator[str]:
    """Play a round between bots of one kind, and check every move."""
    table = Round.deal(rules, seats=seats, seed=seed)
    bots = {seat: Timed(bot) for seat, bot in enumerate(_made(factory, seats, seed))}
    for _ in range(MOVES_AT_MOST):
        if table.over:
            return
        line = str(table)
        done = _move(table, bots, seed)
        told = _told(done)
        if any(isinstance(event, Fined) for event in done.events):
            raise BotFault(f"{told} is fined as a foul in {line}")
        for seat, bot in bots.items():
            _check_times(seat, bot, seconds, line)
        yield told
    raise BotFault(f"a round of {seats} seats of {rules}, seed {seed}, is not over after {MOVES_AT_MOST:,} moves")


def _made(factory: BotFactory, seats: int, seed: int) -> list[Bot]:
    """Make a bot for each seat."""
    name = getattr(factory, "__name__", repr(factory))
    try:
        return [made(name, factory, (seed + seat) % SEEDS) for seat in range(seats)]
    except LastCardError as error:
        raise BotFault(str(error)) from error


def _move(table: Round, bots: dict[int, Any], seed: int) -> BotMove:
    """Make the next move; turn every error into a BotFault."""
    line = str(table)
    try:
        return move(table, bots)
    except BotError as error:
        raise BotFault(f"{error.known_as(error.bot, f'seed {seed}')}; in {line}") from error


def _told(done: BotMove) -> str:
    return f"{str(done.action)!r} of seat {done.seat}"


def _check_times(seat: int, bot: Timed, seconds: float, line: str) -> None:
    slowest = max((taken for taken, _ in bot.times), default=0.0)
    if slowest > seconds:
        raise BotFault(f"the bot at seat {seat} took {slowest:.2f} s in {line}; {seconds:g} s are allowed")
    bot.times.clear()


# ---------------------------------------------------------------- by nothing hidden


def check_honesty(bot_factory: BotFactory, rules: str, *, seats: int, seed: int = 0, every: int = 1) -> None:
    """Let the bot play a round, and ask it again at tables that differ only in cards that its seat cannot know.

    Each seat is asked for its claim and its decision wherever it may do anything, or at one of `every` such places,
    with everything that its view remembers and the bot itself has stored.
    """
    table = Round.deal(rules, seats=seats, seed=seed)
    lots = [_made(bot_factory, seats, seed) for _ in range(TWINS)]
    bots = {seat: Alike(table, seat, [lot[seat] for lot in lots], every) for seat in range(seats)}
    for _ in range(MOVES_AT_MOST):
        if table.over:
            return
        _move(table, bots, seed)
        for bot in bots.values():
            if bot.fault:
                raise BotFault(bot.fault)


class Twin(Round):
    """A table that a seat cannot tell from another: it sees and remembers the same.

    All cards that the seat cannot know are dealt again.
    """

    def __init__(self, table: Round, seat: int, seed: int) -> None:
        self.seen = table.view(seat)
        held = tuple(table.live_state().held[: table.seats])  # D40 may hide them from the seat
        line = str(replace(self.seen, status=replace(self.seen.status, held=held)))
        super().__init__(table.rules, Round.from_position(line, table.rules, seed=seed).live_state())

    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat."""
        return self.seen if seat == self.seen.seat else super().view(seat)


class Alike:
    """Identical bots, each asked at a twin of the table: they see the same, so they must answer the same."""

    def __init__(self, table: Round, seat: int, bots: list[Bot], every: int) -> None:
        self.name = bots[0].name
        self.fault = ""
        self._table = table
        self._seat = seat
        self._bots = bots
        self._every = every
        self._places = 0
        self._tables: list[Round] = [table] * len(bots)

    def decide(self, view: View) -> Answer:
        """Return what all of them decide."""
        return self._answer("decide", view)  # type: ignore[no-any-return]  # `move` checks it

    def claim(self, view: View) -> Answer | None:
        """Return what all of them claim; this is the first question at every place."""
        looked_at = bool(view.legal) and self._places % self._every == 0
        self._places += bool(view.legal)
        twins = [Twin(self._table, self._seat, seed) for seed in range(len(self._bots))] if looked_at else []
        self._tables = [*twins] or [self._table] * len(self._bots)
        return self._answer("claim", view)  # type: ignore[no-any-return]  # as above

    def _answer(self, method: str, view: View) -> Any:
        remembered = self._table.view(self._seat).memory.copy()
        answers, changed = [], False
        for bot, table in zip(self._bots, self._tables, strict=True):
            answers.append(_asked_at(table, self._seat, getattr(bot, method)))
            # The bots share the memory of the seat, so one could undo what another did.
            changed = changed or table.view(self._seat).memory != remembered
        said = sorted({_shown(answer) for answer in answers})
        if changed:
            self.fault = (
                f"the bot changes the memory of its seat when asked to {method} in {view}; "
                "let it change a copy (view.memory.copy())"
            )
        elif len(said) > 1:
            self.fault = (
                f"the bot uses cards that its seat cannot know: asked to {method} in {view} "
                f"it answers {' or '.join(said)}"
            )
        return answers[0]


def _shown(answer: Any) -> str:
    return str(answer) if isinstance(answer, Action) else repr(answer)


def _asked_at(table: Round, seat: int, question: Callable[[View], Any]) -> Any:
    """Return the answer of a bot; one that searches its callers' frames finds this table."""
    return question(table.view(seat))
