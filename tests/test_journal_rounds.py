"""A journal of several rounds: each line belongs to the round that was dealt last."""

import json
from collections.abc import Sequence

import pytest

from lastcard import Journal, LastCardError, Match, Record, RecordedMatch, RecordError, Replay
from lastcard.archive.journal import LONGEST_LINE
from lastcard.archive.record import LONGEST_NAME


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


def two_rounds() -> tuple[Lines, RecordedMatch]:
    keeper = Lines()
    played = RecordedMatch(Match("official+hand=1", seats=2, seed=1), keeper)
    while not played.round.over:
        seat = played.round.awaited[0]
        played.act(seat, played.round.legal(seat)[0])
    played.next_round()
    draw_on(played, 4)
    return keeper, played


def test_a_journal_may_begin_with_the_present_round() -> None:
    keeper, played = two_rounds()
    deals = [place for place, line in enumerate(keeper.lines) if "round" in json.loads(line)]
    journal = Journal([keeper.lines[0], *keeper.lines[deals[-1] :]])
    assert journal.match() == played.match
    assert journal.record.start is not None and journal.record.start.rounds == 1
    assert Replay(Record.from_text(journal.record.text)).run().moves == played.round.moves


@pytest.mark.parametrize(
    "change",
    [
        {"move": '0 r5"\n]\nx=["'},
        {"move": "draw"},
        {"move": "9 draw"},
        {"move": "d turn r5"},
        {"acts": ["nonsense"]},
        {"acts": ["0 draw"]},
        {"acts": ['d give 0 r5", "']},
    ],
)
def test_acts_that_are_none_do_not_come_into_a_record(change: dict[str, object]) -> None:
    keeper, _ = two_rounds()
    for place in (2, len(keeper.lines) - 1):
        line = json.dumps(json.loads(keeper.lines[place]) | change)
        with pytest.raises(RecordError, match=f"line {place + 1}: "):
            Journal([*keeper.lines[:place], line])


@pytest.mark.parametrize(
    "change",
    [
        {"acts": ["nonsense"]},
        {"acts": ["0 draw"]},
        {"sheet": {"scores": [0, 0], "dealer": 7}},
        {"sheet": {"scores": [0, 0], "dealer": 0, "eliminated": [0]}},
        {"sheet": {"scores": [0, 0], "dealer": 0, "eliminated": [5]}},
        {"sheet": {"scores": [0, 0], "dealer": 0, "rounds": 4}},
    ],
)
def test_a_deal_that_cannot_be_is_refused(change: dict[str, object]) -> None:
    keeper, _ = two_rounds()
    with pytest.raises(RecordError, match="line 2: "):
        Journal([keeper.lines[0], json.dumps(json.loads(keeper.lines[1]) | change)])


def test_a_line_of_an_earlier_round_that_does_not_follow_is_named() -> None:
    keeper, _ = two_rounds()
    deal = next(place for place, line in enumerate(keeper.lines) if place > 1 and "round" in json.loads(line))
    scored = json.loads(keeper.lines[deal])
    scored["sheet"]["scores"][0] += 1
    key = json.loads(keeper.lines[1])["key"]
    for place, changed in (
        (1, keeper.lines[1].replace(key, f"{key[:-1]}{'01'[key[-1] == '0']}")),
        (2, keeper.lines[3]),
        (deal - 1, keeper.lines[2]),
        (deal, json.dumps(scored)),
    ):
        lines = [*keeper.lines[:place], changed, *keeper.lines[place + 1 :]]
        with pytest.raises(RecordError, match=f"line {place + 1}: "):
            RecordedMatch.resume(keeper, lines)


def test_a_deal_with_the_number_of_an_earlier_round_is_refused() -> None:
    keeper, _ = two_rounds()
    lines = [line.replace('{"round":2,', '{"round":1,') for line in keeper.lines]
    assert lines != keeper.lines
    with pytest.raises(RecordError, match="round 1 does not follow round 1"):
        Journal(lines)


@pytest.mark.parametrize("line", ["", "nonsense", "5", "null", '["journal"]', "[" * 100_000])
def test_a_text_that_is_no_line_of_a_journal_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="line 1: not a line of a journal"):
        Journal([line])


def test_a_line_has_a_largest_length() -> None:
    keeper, played = two_rounds()
    head, *rest = keeper.lines
    assert Journal([head.ljust(LONGEST_LINE), *rest]).match() == played.match
    with pytest.raises(RecordError, match="line 1: the line is longer than 262,144 characters"):
        Journal([head.ljust(LONGEST_LINE + 1), *rest])


def test_a_match_that_goes_on_still_says_where_it_began() -> None:
    keeper, played = two_rounds()
    assert played.match.start is None and Journal(keeper.lines).match().start is None


def test_the_kind_of_a_bot_has_a_largest_length() -> None:
    match = Match("official", seats=2, seed=1)
    longest = "b" * LONGEST_NAME
    assert RecordedMatch(match, bots=("", longest)).record.bots == ("", longest)
    with pytest.raises(LastCardError, match="needs the kinds of 2 bots"):
        RecordedMatch(match, bots=("", f"{longest}b"))


def test_a_list_is_no_keeper() -> None:
    with pytest.raises(LastCardError, match="a keeper must have a method append that saves lines"):
        RecordedMatch(Match("official", seats=2, seed=1), [])  # type: ignore[arg-type]  # on purpose


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
