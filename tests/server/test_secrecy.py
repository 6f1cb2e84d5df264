"""Twin tables send equal bytes to a seat that cannot tell them apart, at equal times."""

import asyncio

import pytest

from lastcard.core.terms import OVER
from lastcard.game.round import Round
from lastcard.online import protocol as p
from lastcard.online.server.store import entries
from lastcard.online.server.table.pushes import you_data
from twins import HOUSES, START, LocalTable, agreed_move, attempts, decoded, outcome, tables
from walks import Walk, walks


def same(one: LocalTable, other: LocalTable, viewer: int) -> None:
    """Check that a seat and a spectator were sent the same, and that the next things happen at the same times."""
    for place in (viewer, None):
        here, there = one.heard(place), other.heard(place)
        assert [len(frame) for frame in here] == [len(frame) for frame in there], "a frame tells by its size"
        assert here == there
    assert one.table.v == other.table.v and one.store.entries == other.store.entries, "a version tells"
    assert one.dues() == other.dues() and one.dues(bots=True) == other.dues(bots=True), "a time tells"


def ask(one: LocalTable, other: LocalTable, walk: Walk, viewer: int) -> None:
    """Let the viewer ask and try what it likes; the answers must be the same."""
    for text in attempts(one.round.view(viewer), walk.rng, 1):
        for table in (one, other):
            table.command(viewer, p.Explain, action=text)
    for table in (one, other):
        table.command(viewer, p.Hint)
        table.command(None, p.Hint)
    same(one, other, viewer)
    for text in attempts(one.round.view(viewer), walk.rng, 1):
        if refused(one, viewer, text) and refused(other, viewer, text):
            for table in (one, other):
                table.command(viewer, p.Act, action=text)
                table.pass_time(400)
    same(one, other, viewer)


def refused(table: LocalTable, seat: int, text: str) -> bool:
    return outcome(table.round, seat, text) == "refused"


def check_twins(walk: Walk, viewer: int, most: int) -> int:
    """Play at two tables that look the same to a seat; return how many moves both made."""
    one, other = tables(walk, viewer)
    same(one, other, viewer)
    for made in range(most):
        found = agreed_move(one.round, other.round, viewer, walk.rng)
        if found is None:
            return made
        ask(one, other, walk, viewer)
        if (found := agreed_move(one.round, other.round, viewer, walk.rng)) is None:
            return made
        seat, move = found
        before = one.round.ply
        for table in (one, other):
            table.command(seat, p.Act, action=move)
        if one.round.over or other.round.over:
            return made
        same(one, other, viewer)
        for by in (1, 300, 900, 3_000):
            for table in (one, other):
                table.pass_time(by)
            if one.round.over or other.round.over:
                return made + 1
            same(one, other, viewer)
        assert one.round.ply >= before
    assert one.counted() == other.counted(), "a counter tells"
    return most


def check(walk: Walk, splits: int) -> int:
    """Split the table again and again along a walk, for one seat after another."""

    async def main() -> int:
        made = 0
        with walk.told():
            for viewer in range(splits):
                for _ in walk.steps(walk.rng.randint(0, 12)):
                    pass
                if walk.state.phase == OVER:
                    return made
                made += check_twins(walk, viewer % walk.state.seats, 6)
        return made

    return asyncio.run(main())


@pytest.mark.parametrize("rules", HOUSES)
def test_hidden_cards_change_no_byte(rules: str) -> None:
    assert sum(check(walk, 4) for walk in walks(rules, range(3))) > 3


@pytest.mark.soak
@pytest.mark.parametrize("rules", HOUSES)
def test_hidden_cards_change_no_byte_for_long(rules: str) -> None:
    assert sum(check(walk, 12) for walk in walks(rules, range(1000, 1040))) > 100


# ---------------------------------------------------------------- who forgot to call


LAST_BUT_ONE = "r5b7/g5y5y1y2/g6y3y4 r1 >0 - b1b2b3b4b5b6|- rules-site+fines"
HIDDEN = "official+count-info=hidden"


def after(move: str, rules: str = "rules-site+fines") -> LocalTable:
    """Return a table at which seat 0 has just made a move."""
    table = LocalTable(Round.from_position(LAST_BUT_ONE.replace("rules-site+fines", rules)))
    table.heard(1)
    table.command(0, p.Act, action=move)
    return table


@pytest.mark.parametrize("move", ["r5", "r5!"])
def test_until_the_window_opens_nothing_tells_who_forgot(move: str) -> None:
    async def main() -> None:
        table = after(move)
        (push,) = decoded(table.heard(1))
        status, you = push["game"]["status"], push["you"]
        assert status["forgot"] == status["catchable"] == status["claims"]["catch"] == status["claims"]["call"] == []
        assert you["choices"]["catch"] == [] and you["fouls"]["catch"] == [0, 2]
        assert "forgot" not in str(push["what"])
        for kind in (p.Explain, p.Act):
            table.command(1, kind, action="catch 0")
            (answer,) = decoded(table.heard(1))
            assert answer["t"] == "nack" and answer["code"] == "too-early"

    asyncio.run(main())


@pytest.mark.parametrize(("rules", "accusable"), [("official", []), ("official+fines", [0, 2]), (HIDDEN, [0, 2])])
def test_until_the_window_opens_the_same_is_offered_whether_somebody_forgot_or_not(rules: str, accusable) -> None:
    async def main() -> None:
        offered = []
        for move in ("r5", "r5!"):
            (push,) = decoded(after(move, rules).heard(1))
            offered.append(push["you"])
        assert offered[0] == offered[1]
        assert offered[0]["choices"]["catch"] == [] and offered[0]["fouls"]["catch"] == accusable

    asyncio.run(main())


def test_until_the_window_opens_reasons_are_the_same_whether_somebody_forgot_or_not() -> None:
    """D52 with D39: the first card of the batch ends the time to notice, and whoever is fined must say Ready first."""

    async def main() -> None:
        reasons = []
        for move in ("r5", "r5!"):
            table = after(move, "official+batch=same-value:3+uno-unnoticed=fined+ready-gate=any-penalty")
            table.heard(1)
            table.command(1, p.Explain, action="g5y5")
            (answer,) = decoded(table.heard(1))
            reasons.append(answer["reason"])
        assert reasons[0] == reasons[1] and reasons[0]["verdict"] == "allowed"

    asyncio.run(main())


def test_when_the_window_opens_everyone_is_told_who_forgot() -> None:
    async def main() -> None:
        table = after("r5")
        table.heard(1)
        table.pass_time(800)
        (push,) = decoded(table.heard(1))
        assert push["what"]["kind"] == "window" and push["game"]["status"]["forgot"] == [0]
        assert push["you"]["choices"]["catch"] == [0]

    asyncio.run(main())


@pytest.mark.parametrize("move", ["r5", "r5!"])
def test_a_window_opens_whether_somebody_forgot_or_not(move: str) -> None:
    async def main() -> None:
        table = after(move)
        before = table.table.v
        table.pass_time(800)
        assert table.table.v == before + 1 and table.table.state.moment.hold == START + 3_000 + table.table.lag(2)

    asyncio.run(main())


# ---------------------------------------------------------------- who takes a seat


def test_a_newcomer_is_not_told_what_the_seat_knew_before() -> None:
    async def main() -> None:
        table = LocalTable(Round.from_position(LAST_BUT_ONE)).table
        room = table.state.room
        room.phase, room.seats[1].kind, room.seats[1].guest = "between", "bot", ""
        table.state.apply(entries.Sat(1, "guest-new", "Zoe"), table.v + 1, START)
        assert you_data(table.state, 1) == {"seat": 1}
        assert "hand" in you_data(table.state, 0)

    asyncio.run(main())
