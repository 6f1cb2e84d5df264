"""The bots at a table: they make mistakes by level, as docs/bots.md says; those that play for a person make none."""

from concurrent.futures import Executor, Future
from typing import Any

import pytest

from lastcard import Round
from lastcard.bots import LearnedBot
from lastcard.online.server.table.bots import TableBots, Thinkers
from lastcard.online.server.table.state import STAND_IN

LAST_BUT_ONE = Round.from_position("r5b5/g5y1/y3y4 r1 >0 - b1b2b3b4|- official+seven-zero")  # there is none for these
OWES = Round.from_position("g5y1b7/b5*/y3y4 r5 >2 @1 b1b2b3b4|r1 official")
TWO = Round.from_position("r5b5g2/g5y1r7 r1 >0 - b1b2b3b4|- official")  # there is a net for these rules and seats
MANY = 400


class AtOnce(Executor):
    """A pool in which a bot has thought as soon as it is asked."""

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(args[2].legal[0])
        return future


class Never(Executor):
    """A pool that must not be asked."""

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> "Future[Any]":
        raise AssertionError


def decisions(level: str, thinkers: Thinkers) -> set[str]:
    found = set()
    for _ in range(MANY):
        bots = TableBots(thinkers)
        bots.begin_turn(LAST_BUT_ONE, 0, level)
        found.add(bots.decide(LAST_BUT_ONE, 0, level).text)
    return found


@pytest.mark.parametrize("level", ["greedy", "careful", "search", "learned"])
def test_a_bot_sometimes_forgets_to_call(level: str) -> None:
    assert decisions(level, Thinkers(None, 1)) == {"r5", "r5!"}


def test_a_bot_that_has_thought_does_what_it_thought() -> None:
    assert decisions("search", Thinkers(AtOnce, 1)) == {LAST_BUT_ONE.view(0).legal[0].text}


def test_learned_thinks_as_search_where_it_has_no_net() -> None:
    assert decisions("learned", Thinkers(AtOnce, 1)) == {LAST_BUT_ONE.view(0).legal[0].text}


def test_learned_answers_at_once_where_it_has_a_net() -> None:
    best = LearnedBot().decide(TWO.view(0))
    assert best != TWO.view(0).legal[-1]
    bots = TableBots(Thinkers(Never, 1))
    bots.begin_turn(TWO, 0, "learned")
    assert bots.decide(TWO, 0, "learned") == best
    assert bots.hint(TWO.view(0)) == best


def test_a_bot_sometimes_misses_that_another_forgot() -> None:
    claims = [TableBots(Thinkers(None, 1)).claim(OWES, {2: "careful"}) for _ in range(MANY)]
    assert {claim and claim.action.text for claim in claims} == {None, "catch 1"}


def test_bots_of_one_level_do_not_miss_the_same() -> None:
    claims = [TableBots(Thinkers(None, 1)).claim(OWES, {0: "random", 2: "random"}) for _ in range(MANY)]
    assert {claim and claim.seat for claim in claims} == {None, 0, 2}


def test_a_bot_that_plays_for_a_person_and_a_hint_forget_nothing() -> None:
    assert decisions(STAND_IN, Thinkers(None, 1)) == {"r5!"}
    advice = {TableBots(Thinkers(None, 1)).hint(LAST_BUT_ONE.view(0)).text for _ in range(MANY)}
    assert advice == {"r5!"}
    claims = [TableBots(Thinkers(None, 1)).claim(OWES, {2: STAND_IN}) for _ in range(MANY)]
    assert {claim and claim.action.text for claim in claims} == {"catch 1"}


class Cancelled(Executor):
    """A pool that was closed before anybody could think."""

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


class Exhausted(Executor):
    """A pool on a machine that can start no more threads."""

    asked = 0

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> "Future[Any]":
        Exhausted.asked += 1
        raise RuntimeError("can't start new thread")


@pytest.mark.parametrize("pool", [Cancelled, Exhausted])
def test_careful_answers_where_the_pool_has_failed(pool: type[Executor]) -> None:
    assert decisions("search", Thinkers(pool, 1)) == {"r5", "r5!"}


def test_a_pool_that_fails_is_asked_again() -> None:
    Exhausted.asked = 0
    thinkers = Thinkers(Exhausted, 1)
    assert [thinkers.ask("search", 1, TWO.view(0)) for _ in range(3)] == [None] * 3
    assert Exhausted.asked == 3
