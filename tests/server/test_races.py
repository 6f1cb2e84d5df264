"""Claims that race each other over connections of different speed, and moves that wait for claims."""

import asyncio
from collections.abc import Callable

import pytest

from lastcard.game.round import Round
from lastcard.game.values import values_of
from lastcard.online import protocol as p
from lastcard.online.server.table.clocks import TIE
from lastcard.online.server.table.races import Race
from twins import START, LocalTable, decoded

RULES = "official+fines"
HIDDEN = "official+count-info=hidden"
# Seat 0 is about to lay its last card but one; seat 2 can then jump in.
POSITION = "r5b7/r6y1y2/r5y3y4 r1 >0 - b1b2b3b4b5b6b8b9g1g2|- {}"
OVER_SOON = "r5/r6y1y2/r5y3y4 r1 >0 - b1b2b3b4b5b6b8b9g1g2|- {}"


def race_test(test: Callable[[], None]) -> Callable[[], None]:
    """Run a test inside an event loop, which tables need for their timers."""

    def run() -> None:
        async def main() -> None:
            test()

        asyncio.run(main())

    run.__name__ = test.__name__
    return run


def laid(move: str = "r5", rules: str = RULES, position: str = POSITION) -> LocalTable:
    """Return a table at which seat 0 has just laid a card, in the time to catch."""
    table = LocalTable(Round.from_position(position.format(rules)))
    table.command(0, p.Act, action=move)
    table.pass_time(800)
    for seat in range(3):
        table.heard(seat)
    return table


def act(table: LocalTable, seat: int, action: str, v: int | None = None) -> None:
    table.command(seat, p.Act, action=action, v=table.table.v if v is None else v)


def told(table: LocalTable, seat: int) -> list[str]:
    """Return what a seat was told: the actions of moves, and the codes of refusals."""
    found = [one.get("code") or one["what"].get("action", one["what"]["kind"]) for one in decoded(table.heard(seat))]
    return found


def held(table: LocalTable) -> list[int]:
    return list(table.round.status.held)


# ---------------------------------------------------------------- the order of claims


def claim(race: Race, seat: int, text: str, now: int, lag: int = 0, slowest: int = 0) -> None:
    action = values_of(Round.deal("official", seats=3).rules).read(text)
    race.enter(seat, action, None, now=now, lag=lag, slowest=slowest)


def heard(race: Race, now: int) -> list[int]:
    found = []
    while (one := race.take(now)) is not None:
        found.append(one.seat)
    return found


def test_a_claim_over_a_slow_connection_counts_from_when_it_was_made() -> None:
    race = Race()
    claim(race, 1, "catch 0", now=1000, lag=0, slowest=300)
    claim(race, 2, "catch 0", now=1200, lag=290, slowest=0)
    assert race.due() == 1200
    assert race.take(1199) is None
    assert heard(race, 1300) == [2, 1]


def test_a_claim_waits_only_as_long_as_a_slower_one_could_still_arrive() -> None:
    race = Race()
    claim(race, 1, "catch 0", now=1000, lag=50, slowest=120)
    assert race.due() == 1070


@pytest.mark.parametrize(("later", "order"), [(TIE, [0, 1]), (TIE + 1, [1, 0])])
def test_in_a_tie_the_call_goes_first(later: int, order: list[int]) -> None:
    race = Race()
    claim(race, 1, "catch 0", now=1000)
    claim(race, 0, "call", now=1000 + later)
    assert heard(race, 2000) == order


def test_claims_of_one_kind_are_heard_as_they_were_made_even_in_a_tie() -> None:
    race = Race()
    claim(race, 2, "catch 0", now=1010)
    claim(race, 1, "catch 0", now=1020)
    assert heard(race, 2000) == [2, 1]


# ---------------------------------------------------------------- who comes too late


@race_test
def test_I53_who_accuses_a_moment_too_late_is_not_fined() -> None:
    table = laid()
    seen = table.table.v
    act(table, 1, "catch 0", seen)
    table.pass_time(50)
    act(table, 2, "catch 0", seen)
    table.pass_time(500)
    assert told(table, 2) == ["catch 0", "too-late"]
    assert held(table) == [3, 3, 3]


@race_test
def test_a_call_a_moment_after_the_catch_is_not_fined() -> None:
    table = laid(rules="official+fines")
    seen = table.table.v
    act(table, 1, "catch 0", seen)
    table.pass_time(200)
    act(table, 0, "call", seen)
    table.pass_time(500)
    assert told(table, 0) == ["catch 0", "too-late"]
    assert held(table) == [3, 3, 3]


@race_test
def test_a_catch_a_moment_after_the_call_is_not_fined() -> None:
    table = laid()
    seen = table.table.v
    act(table, 0, "call", seen)
    act(table, 1, "catch 0", seen)
    table.pass_time(500)
    assert told(table, 1) == ["call", "too-late"]
    assert held(table) == [1, 3, 3]


@race_test
def test_who_accuses_wrongly_with_open_eyes_is_fined() -> None:
    table = laid("r5!")
    act(table, 1, "catch 0")
    table.pass_time(500)
    assert told(table, 1) == ["catch 0"] and held(table) == [1, 5, 3]


@race_test
def test_a_jump_in_that_a_move_overtakes_is_too_late_and_nothing_else() -> None:
    table = laid(rules="official+fines+jump-in")
    table.listeners[1].lag = 300  # so that claims of others wait
    act(table, 1, "r6")
    table.pass_time(table.table.state.moment.hold - table.clock.time - 10)
    act(table, 2, "r5")
    table.pass_time(20)
    table.pass_time(400)
    assert told(table, 2) == ["r6", "too-late"] and held(table) == [1, 2, 3]


@race_test
def test_a_jump_in_is_heard_after_a_catch() -> None:
    table = laid(rules="official+fines+jump-in")
    seen = table.table.v
    act(table, 1, "catch 0", seen)
    act(table, 2, "r5", seen)
    table.pass_time(500)
    assert told(table, 2) == ["catch 0", "r5"] and held(table) == [3, 3, 2]


@race_test
def test_a_claim_for_an_earlier_round_is_refused() -> None:
    table = LocalTable(Round.from_position(OVER_SOON.format(RULES)))
    seen = table.table.v
    act(table, 0, "r5")
    for seat in range(3):
        table.command(seat, p.Next)
    assert table.table.state.dealt_v > seen
    table.heard(1)
    before = held(table)
    for action in ("catch 0", "call", "challenge"):
        act(table, 1, action, seen)
    table.pass_time(500)
    assert told(table, 1) == ["stale"] * 3 and held(table) == before


@race_test
def test_a_challenge_is_about_the_lay_that_its_player_saw() -> None:
    line = "w+4r8b7/w+4y1y2/r3y3y4 r1 >0 - b1b2b3b4b5b6b8b9g1g2g3g4|- official+stack+challenge=4,2,stays,any"
    table = LocalTable(Round.from_position(line))
    act(table, 0, "w+4:g")
    seen = table.table.v
    table.pass_time(5_000)
    act(table, 1, "w+4:b")
    table.heard(2)
    act(table, 2, "challenge", seen)
    assert told(table, 2) == ["stale"]


# ---------------------------------------------------------------- hidden hand sizes


@pytest.mark.parametrize("action", ["catch 0", "catch 2"])
def test_D40_an_old_accusation_tells_nothing(action: str) -> None:
    async def main() -> list[list[str]]:
        found = []
        for move in ("r5", "r5!"):
            table = laid(move, HIDDEN)
            seen = table.table.v
            act(table, 2, "catch 1")
            table.pass_time(500)
            table.heard(1)
            act(table, 1, action, seen)
            table.pass_time(500)
            found.append(told(table, 1))
        return found

    assert asyncio.run(main()) == [["too-late"], ["too-late"]]


# ---------------------------------------------------------------- moves that wait


@race_test
def test_a_move_that_came_early_survives_a_catch() -> None:
    table = laid()
    act(table, 1, "r6")
    assert told(table, 1) == []
    act(table, 2, "catch 0")
    table.pass_time(5_000)
    assert told(table, 1) == ["catch 0", "r6"]


@race_test
def test_a_move_that_came_early_is_stale_after_a_jump_in() -> None:
    table = laid(rules="official+fines+jump-in")
    act(table, 1, "r6")
    act(table, 2, "r5")
    table.pass_time(500)
    assert told(table, 1) == ["r5", "stale"]


@race_test
def test_between_two_rounds_everyone_is_told_when_the_next_begins() -> None:
    table = LocalTable(Round.from_position(OVER_SOON.format(RULES)))
    table.heard(1)
    act(table, 0, "r5")
    (push,) = decoded(table.heard(1))
    assert push["room"]["phase"] == "between" and push["clock"] == {"now": START, "next": START + 30_000}
    table.pass_time(30_000)
    (push,) = decoded(table.heard(1))
    assert push["what"]["kind"] == "dealt" and "next" not in push["clock"]
