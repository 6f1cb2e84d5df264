"""Hints: what a bot would do in a person's place, without telling who forgot to call."""

from types import SimpleNamespace
from typing import Any

import pytest

from lastcard import Round
from lastcard.bots import make_bot
from lastcard.bots.base import Answer
from lastcard.bots.grounds import grounds_of
from lastcard.bots.hints import hint, hint_view
from lastcard.game.memory import Did
from lastcard.game.view import View
from lastcard.online import protocol, shapes
from lastcard.online.server.table.bots import TableBots
from lastcard.online.server.table.commands import _hint

LEVEL = "learned?elsewhere=careful"
TWINS = [
    "r3{}/g2b9yS g1 <1 @0 b1b2b3b4|- official",  # there is a net for these rules
    "r6/r2{} g2 >0 @1 b1b2b3b4|- official",
    "r6g4/r2{}/b5b6/b7b8 g2 >0 @3 b1b2b3b4|- official",
    "r6g4b2y1/r2{} g2 >0 @1 b1b2b3b4|- juno-serious",
    "r6g4b2y1/r2{} g2 >0 @1 b1b2b3b4|- rules-site",
    "r6/r2{} g2 >0 @1 b1b2b3b4|- official+jump-in",
    # A batch, before which D52 fines who forgot, and D39 stops the table for that:
    "g6b6y5b1/r2{}/b5b7b8 r6 >0 @1 b2b3b4g9g8|- juno-serious+uno-unnoticed=fined+ready-gate=any-penalty",
]


@pytest.mark.parametrize("position", TWINS)
def test_no_hint_depends_on_who_forgot_to_call(position: str) -> None:
    called, forgot = (Round.from_position(position.format(mark)) for mark in "!*")
    (seat,) = called.awaited
    views = [hint_view(table.view(seat)) for table in (called, forgot)]
    assert views[0].to_dict() == views[1].to_dict()
    action = hint(make_bot(LEVEL), called.view(seat))
    assert hint(make_bot(LEVEL), forgot.view(seat)) == action
    assert grounds_of(views[0], action) == grounds_of(views[1], action)


@pytest.mark.parametrize("position", TWINS)
def test_nor_does_a_hint_of_the_server(position: str) -> None:
    assert _of_server(position.format("!")) == _of_server(position.format("*"))


def _of_server(position: str) -> shapes.Answer:
    """Return what the server answers to a person on turn."""
    round = Round.from_position(position)
    (seat,) = round.awaited
    seats = [SimpleNamespace(name=f"P{place}") for place in range(round.seats)]
    state = SimpleNamespace(round=round, room=SimpleNamespace(seats=seats))
    thinkers: Any = None  # a hint never waits for them
    table: Any = SimpleNamespace(state=state, own_seat=lambda guest: seat, bots=TableBots(thinkers), v=1)
    job: Any = SimpleNamespace(guest="ann", command=protocol.Hint("1", 1))
    return _hint(table, job, job.command)


def test_D12_a_hint_names_all_cards_of_a_batch() -> None:
    table = Round.from_position("r5g5b2b3/b1y2y3y4/b6b7b8b9 y5 >0 - b1b4|- juno-serious")
    action = hint(make_bot("careful"), table.view(0))
    assert sorted(card.text for card in action.cards) == ["g5", "r5"]


def test_D12_a_hint_of_a_last_batch_wins() -> None:
    table = Round.from_position("r5g5/b1y2y3y4/b6b7b8b9 y5 >0 - b1b2|- juno-serious")
    table.act(0, hint(make_bot("careful"), table.view(0)))
    assert table.winners == (0,)


class Recalling:
    """`careful`, which notes whom it remembers to have drawn."""

    name = "recalling"

    def __init__(self) -> None:
        self.drew: list[list[int]] = []
        self._bot = make_bot("careful")

    def decide(self, view: View) -> Answer:
        self.drew.append([event.seat for event in view.memory.recent if event.did is Did.DREW])
        return self._bot.decide(view)

    def claim(self, view: View) -> Answer | None:
        return self._bot.claim(view)


def test_D12_a_hint_of_a_batch_remembers_the_round_before_it() -> None:
    table = Round.from_position("g5b5y1/r1r2y3y4/b6b7b8b9 g7 >1 - b1b4b2b3|- juno-serious")
    for seat in (1, 2):
        table.act(seat, "draw")
        table.act(seat, "pass")
    bot = Recalling()
    assert len(hint(bot, table.view(0)).cards) == 2
    assert bot.drew == [[1, 2]] * 3  # with each card, and when the batch is closed
