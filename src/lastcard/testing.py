"""For people who write bots: what every bot must keep to, checked by playing.

>>> from lastcard.bots import GreedyBot
>>> from lastcard.testing import check_bot
>>> check_bot(GreedyBot, rules=["official"], seats=[2, 3])
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from .bots import Action, Bot, actions_of, claims_in_order
from .core.terms import NONE, Fact
from .errors import IllegalAction, LastCardError
from .notation import format_action
from .round import Round
from .rules import PRESETS

BotFactory = Callable[[int], Bot]  # makes a bot from a seed

MOVES_AT_MOST = 20_000  # of one round
TWINS = 2  # tables that look the same to a seat


class BotFault(AssertionError):
    """What a bot did that no bot may do."""


class Move(NamedTuple):
    """What a seat does, as actions of the core and as text."""

    seat: int
    actions: list[int]
    text: str


def check_bot(
    bot_factory: BotFactory,
    *,
    rules: Iterable[str] = tuple(PRESETS),
    seats: Iterable[int] = (2, 3, 4, 7),
    seconds: float = 1.0,
    seed: int = 0,
) -> None:
    """Let a bot play against itself at many tables, and raise BotFault if it breaks one of these promises.

    What it does is legal and never fined; it needs at most so many seconds for a decision; the same seed plays the same
    round; and it goes by nothing its seat cannot know: where only hidden cards differ, it does the same.
    """
    counts = tuple(seats)
    for ruleset in rules:
        for count in counts:
            check_repeats(bot_factory, ruleset, seats=count, seconds=seconds, seed=seed)
            check_honesty(bot_factory, ruleset, seats=count, seed=seed)


def check_repeats(bot_factory: BotFactory, rules: str, *, seats: int, seconds: float = 1.0, seed: int = 0) -> None:
    """Let the bot play a round twice: legal, in time, and both times the same."""
    played = list(_moves(bot_factory, rules, seats, seconds, seed))
    again = _moves(bot_factory, rules, seats, seconds, seed)
    for number, (first, second) in enumerate(zip(played, again, strict=False)):
        if first != second:
            raise BotFault(
                f"seed {seed} is played in two ways: move {number} at {seats} seats of {rules} was {_told(first)}, "
                f"then {_told(second)}; let all chance come from the seed, and nothing from the clock"
            )


def check_honesty(bot_factory: BotFactory, rules: str, *, seats: int, seed: int = 0) -> None:
    """Ask the bot at tables that look the same to its seat and differ in every card that it cannot know."""
    table = Round.deal(rules, seats=seats, seed=seed)
    bots = {seat: bot_factory(seed + seat) for seat in range(seats)}
    for _ in range(MOVES_AT_MOST):
        if table.over:
            return
        seat = table.awaited[0]
        line = str(table.view(seat))
        if NONE not in table.view(seat).status.held:  # hands of hidden sizes (D40) cannot be dealt again
            twins = [Round.from_position(line, table.rules, seed=twin) for twin in range(TWINS)]
            said = {_answer(bot_factory(seed), twin, seat) for twin in twins}
            if len(said) > 1:
                raise BotFault(f"the bot goes by cards that its seat cannot know: in {line} it says {_either(said)}")
        move = _next_move(table, bots, float("inf"))
        table.act(move.seat, move.actions)


def _moves(factory: BotFactory, rules: str, seats: int, seconds: float, seed: int) -> Iterator[Move]:
    """A round by bots of one kind, every move of it checked."""
    table = Round.deal(rules, seats=seats, seed=seed)
    bots = {seat: factory(seed + seat) for seat in range(seats)}
    for _ in range(MOVES_AT_MOST):
        if table.over:
            return
        line = str(table)
        move = _next_move(table, bots, seconds)
        try:
            events = table.act(move.seat, move.actions)
        except IllegalAction as error:
            raise BotFault(f"{_told(move)} is refused in {line}: {error.reason}") from error
        if any(event.kind == Fact.FINED for event in events):
            raise BotFault(f"{_told(move)} is fined as a foul in {line}")
        yield move
    raise BotFault(f"a round of {seats} seats of {rules} is not over after {MOVES_AT_MOST:,} moves")


def _next_move(table: Round, bots: dict[int, Bot], seconds: float) -> Move:
    """What comes next: a right that a bot claims, or what the table waits for."""
    deck, line = table.rules.deck, str(table)
    began = time.perf_counter()
    try:
        claims = claims_in_order(table, bots)
        if claims:
            seat, actions = claims[0].seat, claims[0].actions
        else:
            seat = table.awaited[0]
            actions = actions_of(deck, bots[seat].decide(table.view(seat)))
    except LastCardError as error:
        raise BotFault(f"what the bot says in {line} cannot be read: {error}") from error
    taken = time.perf_counter() - began
    if taken > seconds:
        raise BotFault(f"the bot took {taken:.2f} s in {line}; {seconds:g} s are allowed")
    return Move(seat, actions, " ".join(format_action(deck, action) for action in actions))


def _answer(bot: Bot, table: Round, seat: int) -> tuple[Action | None, Action]:
    """What a bot claims and decides at a table it has just come to."""
    return bot.claim(table.view(seat)), bot.decide(table.view(seat))


def _told(move: Move) -> str:
    return f"{move.text!r} of seat {move.seat}"


def _either(said: Iterable[tuple[Action | None, Action]]) -> str:
    return " or ".join(sorted(f"{claim} and {decision}" for claim, decision in said))
