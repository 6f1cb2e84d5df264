"""A journal of several rounds: each line belongs to the round that was dealt last."""

import json
from collections.abc import Sequence

import pytest

from lastcard import Journal, Match, RecordedMatch, RecordError, Replay


class Lines:
    """A keeper that keeps lines in memory."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, lines: Sequence[str]) -> None:
        self.lines += lines


def draw_on(played: RecordedMatch, moves: int) -> None:
    """Let everybody draw, and pass what was drawn."""
    for _ in range(moves):
        played.act(played.round.turn, played.round.legal(played.round.turn)[-1])


def test_moves_and_take_backs_of_a_later_round_belong_to_it() -> None:
    keeper = Lines()
    played = RecordedMatch(Match("official+hand=1", seats=2, seed=1), keeper)
    while not played.round.over:
        seat = played.round.awaited[0]
        played.act(seat, played.round.legal(seat)[0])
    first = played.record.rounds[0].acts[:]
    played.next_round()
    draw_on(played, 4)
    assert played.take_back(played.round.moves[0].seat)
    draw_on(played, 1)
    read = Journal(keeper.lines).record
    assert played.record.rounds[0].acts == read.rounds[0].acts == first
    assert played.record.rounds[1].acts == read.rounds[1].acts
    assert Replay(read).run().moves == played.round.moves


def test_a_journal_may_have_ten_seats_where_the_pack_is_large_enough() -> None:
    keeper = Lines()
    RecordedMatch(Match("official", seats=10, seed=1), keeper)
    assert Journal(keeper.lines).match().seats == 10
    small = Lines()
    RecordedMatch(Match("official+hand=12", seats=2, seed=1), small)
    head = json.loads(small.lines[0])
    assert head["seats"] == 2
    with pytest.raises(RecordError, match="line 1"):
        Journal([json.dumps(head | {"seats": 10})])
