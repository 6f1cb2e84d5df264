"""Journals: every change is prepared, persisted and only then published, whatever fails on the way."""

import errno
import json
import multiprocessing
import os
import re
import resource
import stat
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from lastcard import (
    FileKeeper,
    Journal,
    LastCardError,
    Match,
    Phase,
    Record,
    RecordedMatch,
    RecordError,
    Replay,
    Ruleset,
    ScoreSheet,
)
from lastcard._util.files import LARGEST
from lastcard.archive.journal import head_line, load_record, read_journal
from lastcard.game.events import Drew
from lastcard.game.view import View


class ListKeeper:
    """Keeps lines in memory, and fails when it is told to."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failing = False

    def append(self, lines: Sequence[str]) -> None:
        if self.failing:
            raise LastCardError("the disk is full")
        self.lines += lines


def move_on(played: RecordedMatch, rng: Random, moves: int) -> None:
    """Play so many random moves, dealing anew where a round is over."""
    for _ in range(moves):
        if played.match.over:
            return
        if played.round.over:
            played.next_round()
        else:
            seat = played.round.awaited[0]
            played.act(seat, rng.choice(played.round.legal(seat)))


def a_match(keeper: object = None, rules: str = "one", moves: int = 6, seats: int = 2) -> RecordedMatch:
    played = RecordedMatch(Match(rules, seats=seats, seed=3), keeper)  # type: ignore[arg-type]  # a keeper of the tests
    move_on(played, Random(1), moves)
    return played


def at_end_of_round(keeper: object = None) -> RecordedMatch:
    played = RecordedMatch(Match("official", seats=2, seed=1), keeper)  # type: ignore[arg-type]  # as above
    rng = Random(2)
    while not played.round.over:
        move_on(played, rng, 1)
    return played


def looks(played: RecordedMatch) -> tuple[object, ...]:
    """Everything that shows of a match."""
    views: list[View] = [played.round.view(seat) for seat in (None, *range(played.match.seats))]
    return (str(played.round), views, played.record.text, played.match.sheet, played.match.over)


# ---------------------------------------------------------------- lines out, lines in


@pytest.mark.parametrize("rules", ["official", "juno-seven0", "juno-serious", "rules-site+fines", "one"])
def test_a_match_goes_on_from_its_lines_card_for_card(rules: str) -> None:
    keeper = ListKeeper()
    played = a_match(keeper, rules, moves=90, seats=3)
    journal = Journal(keeper.lines)
    again = journal.match()
    assert again == played.match
    assert journal.record == played.record
    views = [(again.round.view(seat), played.round.view(seat)) for seat in (None, 0, 1, 2)]
    assert all(one == other for one, other in views), "somebody has forgotten something"
    one, other = Random(5), Random(5)
    for _ in range(60):
        if played.round.over:
            break
        seat = played.round.awaited[0]
        played.round.act(seat, one.choice(played.round.legal(seat)))
        again.round.act(seat, other.choice(again.round.legal(seat)))
    assert str(again.round) == str(played.round), "another card came than would have come"


def test_a_match_starts_from_its_present_round_alone() -> None:
    keeper = ListKeeper()
    played = at_end_of_round(keeper)
    played.next_round()
    move_on(played, Random(3), 4)
    deals = [place for place, line in enumerate(keeper.lines) if "round" in json.loads(line)]
    damaged = list(keeper.lines)
    damaged[deals[0] + 1] = json.dumps({"move": "0 ready"})  # of the round before
    assert Journal(damaged).match() == played.match


def play_out(match: Match, rounds: int, seed: int = 7) -> list[str]:
    """Play so many rounds by random moves and return how each was dealt."""
    rng, dealt = Random(seed), []
    for _ in range(rounds):
        while not match.round.over:
            seat = match.round.awaited[0]
            match.round.act(seat, rng.choice(match.round.legal(seat)))
        match.next_round()
        dealt.append(str(match.round))
    return dealt


@pytest.mark.parametrize("rules", ["official", "juno-classic", "official+dealer-rotation=redraw"])
def test_a_resumed_match_deals_the_rounds_that_it_would_have_dealt(rules: str) -> None:
    keeper = ListKeeper()
    played = a_match(keeper, rules, moves=5, seats=3)
    again = Journal(keeper.lines).match()
    assert play_out(again, 3) == play_out(played.match, 3)
    assert again == played.match


def test_the_key_of_a_match_is_in_its_first_line_alone() -> None:
    keeper = ListKeeper()
    key = bytes(range(32))
    played = RecordedMatch(Match("one", seats=2, seed=key), keeper)
    move_on(played, Random(1), 6)
    assert json.loads(keeper.lines[0])["key"] == key.hex()
    assert not any(key.hex() in line for line in keeper.lines[1:])
    assert key.hex() not in played.record.text


def test_a_journal_without_the_key_of_its_match_can_still_be_resumed() -> None:
    keeper = ListKeeper()
    played = a_match(keeper, "official", moves=5)
    head = json.loads(keeper.lines[0])
    del head["key"]
    lines = [json.dumps(head), *keeper.lines[1:]]
    assert Journal(lines).match() == played.match
    later = {play_out(Journal(lines).match(), 1)[0] for _ in range(3)}
    assert len(later) == 3, "later rounds can be predicted"


@pytest.mark.parametrize("name", ['A"B', "A\\", "日本", "O'Neil"])
def test_any_name_stays_in_its_line(name: str) -> None:
    keeper = ListKeeper()
    played = RecordedMatch(Match("one", seats=2, seed=1), keeper, (name, "B"))
    assert all(line.isprintable() and line.isascii() for line in keeper.lines)
    assert Journal(keeper.lines).record.names == played.record.names == (name, "B")
    assert Record.from_text(played.record.text) == played.record


# ---------------------------------------------------------------- what a journal cannot bring back


@pytest.mark.parametrize(
    "names",
    [
        ("A\nB", "B"),
        ("A\u2028B", "B"),
        ("A\r\nB", "B"),
        ("\x1b[31mA", "B"),
        ("A\x7f", "B"),
        ("\ud800", "B"),
        ("A" * 500, "B"),
        ("", "B"),
        ("A", "B", "C"),
        ("A",),
        ("A", 5),
        ("Ann", "ann"),
        "AB",
        5,
    ],
)
def test_names_that_nobody_can_have_are_refused_before_anything_is_kept(names: object) -> None:
    keeper = ListKeeper()
    with pytest.raises(LastCardError):
        RecordedMatch(Match("one", seats=2, seed=1), keeper, names)  # type: ignore[arg-type]  # wrong on purpose
    assert keeper.lines == []


@pytest.mark.parametrize("bots", [("greedy",), ("greedy", 5), ("gree\ndy", ""), ("g" * 500, ""), "ab", ("\ud800", "")])
def test_bots_that_cannot_be_written_are_refused_before_anything_is_kept(bots: object) -> None:
    keeper = ListKeeper()
    with pytest.raises(LastCardError):
        RecordedMatch(Match("one", seats=2, seed=1), keeper, bots=bots)  # type: ignore[arg-type]  # wrong on purpose
    assert keeper.lines == []


def test_a_match_in_which_somebody_has_moved_is_not_recorded() -> None:
    match = Match("official", seats=2, seed=1)
    match.play("draw")
    keeper = ListKeeper()
    with pytest.raises(LastCardError, match="only from the start of a round"):
        RecordedMatch(match, keeper)
    assert keeper.lines == []
    match.round.undo()
    assert RecordedMatch(match, keeper).match is match


def test_a_round_that_no_key_dealt_is_not_recorded() -> None:
    match = Match("official", seats=2, seed=1)
    match.round.take_back(0, bytes(32))
    keeper = ListKeeper()
    with pytest.raises(LastCardError, match="was not dealt by the key of the match"):
        RecordedMatch(match, keeper)
    assert keeper.lines == []


def test_a_file_with_a_match_in_it_gets_no_other(tmp_path: Path) -> None:
    keeper = FileKeeper.create(tmp_path / "journal")
    a_match(keeper)
    kept = keeper.lines()
    with pytest.raises(LastCardError, match="already has a match"):
        a_match(keeper)
    assert keeper.lines() == kept


def test_a_name_that_a_journal_cannot_have_is_refused_when_it_is_read() -> None:
    keeper = ListKeeper()
    RecordedMatch(Match("one", seats=2, seed=1), keeper, ("Ann", "Ben"))
    for names, why in ((["\ud800", "B"], "not JSON"), (["A\u001b", "B"], "printable"), (["A"], "one for each seat")):
        head = json.loads(keeper.lines[0]) | {"names": names}
        with pytest.raises(RecordError, match=f"line 1: .*{why}"):
            Journal([json.dumps(head), *keeper.lines[1:]])


# ---------------------------------------------------------------- from given scores


SHEET = ScoreSheet(scores=(480, 120, 0), dealer=2, rounds=5)


@pytest.mark.parametrize(
    ("rules", "sheet"),
    [
        ("official", SHEET),
        ("official", ScoreSheet(scores=(480, 120, 0), dealer=2)),
        ("juno-classic", ScoreSheet(scores=(90, 10, 0), dealer=1, rounds=2)),
        ("official+elimination=500", ScoreSheet(scores=(10, 500, 20), dealer=0, rounds=6, eliminated=(1,))),
    ],
)
def test_a_match_from_given_scores_is_kept_and_replayed(rules: str, sheet: ScoreSheet) -> None:
    keeper = ListKeeper()
    played = RecordedMatch(Match(rules, seats=3, seed=1, sheet=sheet), keeper)
    rng = Random(1)
    while played.match.rounds < sheet.rounds + 2 and not played.match.over:
        move_on(played, rng, 1)
    journal = Journal(keeper.lines)
    assert journal.record == played.record == Record.from_text(played.record.text)
    if not played.match.over:
        assert journal.match() == played.match
    replay = Replay(played.record)
    assert next(replay.steps()).scores == sheet.scores
    again = Replay(played.record)
    again.run()
    assert again.sheet == played.match.sheet
    assert (again.over, again.winners) == (played.match.over, played.match.winners)


def test_a_match_is_recorded_from_a_later_round_on() -> None:
    match = Match("juno-classic", seats=3, seed=1)
    play_out(match, 2)
    sheet, keeper = match.sheet, ListKeeper()
    played = RecordedMatch(match, keeper)
    move_on(played, Random(1), 9)
    assert played.record.start == sheet
    assert Journal(keeper.lines).match() == match
    assert Replay(Record.from_text(played.record.text)).run().moves == match.round.moves


@pytest.mark.parametrize(
    "start",
    ["5", '"x"', "{scores = [1, 2]}", "{scores = [1, 2, 3]}", "{scores = [1, 2, 3], dealer = 3}",
     "{scores = [1, 2, 3], dealer = 0, over = true}", '{scores = "many", dealer = 0}',
     "{scores = [1, 2, 3], dealer = 0, ranks = [9, 9, 9]}"],
)  # fmt: skip
def test_a_start_that_cannot_be_is_refused(start: str) -> None:
    text = a_match(moves=6, seats=3).record.text
    changed = re.sub('check = ".*"', f"start = {start}", text)
    with pytest.raises(RecordError):
        Record.from_text(changed)


def test_the_start_belongs_to_what_the_check_covers() -> None:
    text = RecordedMatch(Match("official", seats=3, seed=1, sheet=SHEET)).record.text
    with pytest.raises(RecordError, match="its check does not match"):
        Record.from_text(text.replace("480", "470"))


HEAD = head_line(Record(Ruleset.from_id("one"), 2), bytes(32)).replace('"seats":2', '"seats": 2')


def test_a_line_that_does_not_follow_is_named() -> None:
    keeper = ListKeeper()
    a_match(keeper)
    keeper.lines[3] = json.dumps({"move": "0 challenge"})
    with pytest.raises(RecordError, match="^the journal, line 4: '0 challenge' is refused: "):
        Journal(keeper.lines).match()


@pytest.mark.parametrize("number", [1, 3])
def test_rounds_follow_each_other(number: int) -> None:
    keeper = ListKeeper()
    a_match(keeper)
    deal = json.loads(keeper.lines[1]) | {"round": number}
    with pytest.raises(RecordError, match=f"round {number} does not follow round 1"):
        Journal([*keeper.lines, json.dumps(deal)])


def test_a_card_that_did_not_come_is_noticed() -> None:
    keeper = ListKeeper()
    played = a_match(keeper, moves=30)
    place = next(n for n, line in enumerate(keeper.lines) if "give" in line)
    wrong = json.loads(keeper.lines[place])
    wrong["acts"] = ["d give 0 r5" if wrong["acts"] != ["d give 0 r5"] else "d give 0 g5"]
    keeper.lines[place] = json.dumps(wrong)
    with pytest.raises(RecordError, match=f"line {place + 1}: by the rules, this does not follow"):
        Journal(keeper.lines).match()
    assert played.round.ply > 0


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        ["something else"],
        ["[]"],
        ["{}"],
        ['{"journal": 1}'],
        [HEAD, "0 draw"],
        [HEAD, '{"move": "0 draw"}'],
        [HEAD, '{"round": 1}'],
        [HEAD.replace('"hand\\\\":\\\\"7', '"hand\\\\":\\\\"5')],
        [HEAD.replace('"seats": 2', '"seats": 99')],
        [HEAD.replace('"seats": 2', '"seats": ' + "9" * 5000)],
        ["[" * 60_000],
        ['{"journal": 2, "x": "' + "x" * 100_000 + '"}'],
    ],
)
def test_what_is_no_journal_is_refused(lines: list[str]) -> None:
    with pytest.raises(RecordError):
        Journal(lines).match()


def test_a_journal_that_was_never_dealt_is_told_from_one_that_was() -> None:
    with pytest.raises(RecordError, match="ends before the first round was dealt"):
        Journal([HEAD]).match()


# ---------------------------------------------------------------- leaving


def test_a_seat_that_left_stays_away_when_a_match_goes_on() -> None:
    keeper = ListKeeper()
    played = a_match(keeper, "official+draw-voluntary=no", moves=5, seats=4)
    played.act(2, "leave")
    assert json.loads(keeper.lines[-1]) == {"move": "2 leave"}
    assert played.record.rounds[-1].acts[-1] == "2 leave"
    rng = Random(3)
    while not played.match.rounds:
        resumed = Journal(keeper.lines).match()
        assert resumed == played.match and resumed.eliminated == (2,)
        move_on(played, rng, 20)
    assert Journal(keeper.lines).match().round.status.out == (2,)
    replayed = Replay(Record.from_text(played.record.text))
    assert replayed.run().status == played.round.status
    assert played.record.rounds[-1].away == (2,)


def test_a_match_that_all_but_one_left_is_over_in_its_journal_too() -> None:
    keeper = ListKeeper()
    played = a_match(keeper, "official", moves=4, seats=3)
    played.act(0, "leave")
    played.act(2, "leave")
    resumed = Journal(keeper.lines).match()
    assert resumed == played.match and resumed.over and resumed.winners == (1,)
    played.next_round()
    replayed = Replay(Record.from_text(played.record.text))
    replayed.run()
    assert (replayed.over, replayed.winners) == (True, (1,))


def test_a_line_that_does_not_follow_names_no_drawn_card() -> None:
    keeper = ListKeeper()
    played = RecordedMatch(Match("official", seats=2, seed=1), keeper)
    seat = played.round.awaited[0]
    drawn = next(event.card for event in played.act(seat, "draw") if isinstance(event, Drew))
    assert drawn is not None
    held = next(card for card in played.round.view(seat).hand if card != drawn and not card.wild)
    lines = [*keeper.lines, json.dumps({"move": f"{seat} {held.text}"})]
    with pytest.raises(
        RecordError, match=f"'{seat} {held.text}' is refused: after drawing you can play only"
    ) as caught:
        Journal(lines).match()
    assert drawn.text not in str(caught.value)


def test_a_leave_that_does_not_follow_is_named() -> None:
    keeper = ListKeeper()
    played = a_match(keeper, "official", moves=4, seats=3)
    played.act(0, "leave")
    lines = [*keeper.lines, keeper.lines[-1]]
    with pytest.raises(RecordError, match=f"line {len(lines)}: .*seat 0 is out of the round"):
        Journal(lines).match()


@pytest.mark.parametrize("rules", ["official", "juno-classic", "official+dealer-pick=random+dealer-rotation=redraw"])
def test_a_seat_that_leaves_between_rounds_is_kept_and_replayed(rules: str) -> None:
    for seed in range(4):
        keeper = ListKeeper()
        played = RecordedMatch(Match(rules, seats=4, seed=seed), keeper)
        rng = Random(seed)
        while not played.round.over:
            move_on(played, rng, 1)
        played.act(seed, "leave")
        assert Journal(keeper.lines).match() == played.match
        played.next_round()
        move_on(played, rng, 5)
        resumed = Journal(keeper.lines).match()
        assert resumed == played.match and resumed.eliminated == resumed.round.status.out == (seed,)
        assert Journal(keeper.lines).record == played.record
        assert Replay(Record.from_text(played.record.text)).run().status == played.round.status


def test_taking_back_past_a_leave_brings_the_seat_back() -> None:
    keeper = ListKeeper()
    played = at_end_of_round(keeper)
    seat = played.round.moves[-1].seat
    played.act(1 - seat, "leave")
    played.take_back(seat)
    assert not played.round.over and played.round.leavers == ()
    assert Journal(keeper.lines).match() == played.match
    assert Replay(Record.from_text(played.record.text)).run().moves == played.round.moves


def ended(keeper: object) -> RecordedMatch:
    played = a_match(keeper, "one", moves=10_000, seats=3)
    assert played.match.over
    return played


def test_the_end_of_a_match_is_kept() -> None:
    played = ended(keeper := ListKeeper())
    again = Journal(keeper.lines).match()
    assert again == played.match and again.closed
    assert (again.over, again.scores, again.winners) == (True, played.match.scores, played.match.winners)
    assert Journal(keeper.lines).record == played.record
    before = Journal(keeper.lines[:-1]).match()
    assert before.round.over and not before.closed
    before.next_round()
    assert before == again


def test_what_was_taken_back_at_the_end_of_a_match_goes_on() -> None:
    played = ended(keeper := ListKeeper())
    assert played.take_back(played.round.moves[-1].seat)
    again = Journal(keeper.lines).match()
    assert again == played.match and not again.over


@pytest.mark.parametrize("place", [2, -1])
def test_an_end_that_does_not_follow_is_named(place: int) -> None:
    ended(keeper := ListKeeper())
    changed = json.loads(keeper.lines[-1])
    changed["over"]["scores"][0] += place == -1
    lines = [*keeper.lines[:place], json.dumps(changed)]
    with pytest.raises(RecordError, match=f"line {len(lines)}: "):
        Journal(lines).match()


# ---------------------------------------------------------------- taking back


def test_taking_back_hides_what_comes_and_forgets_what_was_seen() -> None:
    keeper = ListKeeper()
    played = a_match(keeper, "official", moves=12, seats=3)
    seat = played.round.moves[-1].seat
    place = max(n for n, move in enumerate(played.round.moves) if move.seat == seat and move.action.kind != "done")
    stood = str(Journal(keeper.lines[: 2 + place]).match().round).split()
    assert played.take_back(seat)
    after = str(played.round).split()
    assert after[:4] == stood[:4] and sorted(after[4]) == sorted(stood[4])
    assert Journal(keeper.lines).match() == played.match
    assert Journal(keeper.lines).record == played.record
    assert Replay(played.record).run().moves == played.round.moves
    move_on(played, Random(4), 10)
    assert Journal(keeper.lines).match() == played.match
    assert Journal(keeper.lines).record == played.record


def test_taking_back_goes_to_before_the_last_move_of_that_seat() -> None:
    played = RecordedMatch(Match("official", seats=3, seed=3))
    for _ in range(12):
        seat = played.round.awaited[0]
        played.act(seat, played.round.legal(seat)[-1])  # draw, or pass
    for seat in (1, 0):
        last = max(place for place, move in enumerate(played.round.moves) if move.seat == seat)
        moves = played.round.moves[:last]
        assert played.take_back(seat)
        assert played.round.moves == moves


def test_nobody_can_predict_the_cards_that_come_after_taking_back() -> None:
    stocks = set()
    for _ in range(3):
        played = a_match(rules="official", moves=12, seats=3)
        assert played.take_back(played.round.moves[-1].seat)
        stocks.add(str(played.round).split()[4])
    assert len(stocks) == 3


def test_taking_back_twice_changes_no_card_that_someone_holds() -> None:
    played = RecordedMatch(Match("official", seats=2, seed=5), keeper := ListKeeper())
    seat = played.round.turn
    for _ in range(2):
        played.act(seat, "draw")
        played.take_back(seat)
    played.act(seat, "draw")
    if played.round.phase is Phase.DRAWN:
        played.act(seat, "pass")
    hand = played.round.view(seat).hand
    played.act(1 - seat, "draw")
    played.take_back(1 - seat)
    assert played.round.view(seat).hand == hand
    assert Journal(keeper.lines).match() == played.match
    assert Replay(played.record).run().status == played.round.status


def test_without_a_move_nothing_is_taken_back() -> None:
    keeper = ListKeeper()
    played = RecordedMatch(Match("one", seats=2, seed=3), keeper)
    lines = list(keeper.lines)
    assert not played.take_back(0)
    assert keeper.lines == lines


# ---------------------------------------------------------------- changes beside the journal, and several at once


@pytest.mark.parametrize(
    "beside",
    [
        lambda match: match.round.leave(2),
        lambda match: match.round.act(match.round.awaited[0], match.round.legal(match.round.awaited[0])[0]),
        lambda match: match.round.undo(),
        lambda match: match.round.take_back(0, bytes(32)),
        lambda match: (match.round.undo(), match.round.act(match.round.awaited[0], "draw")),
    ],
    ids=["leave", "act", "undo", "take_back", "undo and act"],
)
def test_after_a_change_that_was_not_saved_nothing_more_is(beside: Callable[[RecordedMatch], object]) -> None:
    played = a_match(keeper := ListKeeper(), "official", moves=1, seats=3)
    lines, record = list(keeper.lines), played.record.text
    beside(played)
    for change in (lambda: played.leave(0), played.next_round, lambda: played.take_back(0)):
        with pytest.raises(LastCardError, match="not as it was saved"):
            change()
    assert keeper.lines == lines and played.record.text == record


def test_a_match_dealt_on_beside_its_journal_is_refused() -> None:
    played = at_end_of_round(keeper := ListKeeper())
    played.match.next_round()
    with pytest.raises(LastCardError, match="not as it was saved"):
        played.act(played.round.awaited[0], "draw")
    assert Journal(keeper.lines).match().round.over


def test_a_change_that_was_saved_but_not_published_stops_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(change: object) -> None:
        raise KeyboardInterrupt

    played = a_match(keeper := ListKeeper(), "official", moves=3)
    with monkeypatch.context() as faults, pytest.raises(KeyboardInterrupt):
        faults.setattr(played.match, "publish", interrupted)
        move_on(played, Random(1), 1)
    with pytest.raises(LastCardError, match="not as it was saved"):
        move_on(played, Random(1), 1)
    assert Journal(keeper.lines).match().round.ply == played.round.ply + 1


def test_a_seat_leaves_a_recorded_match() -> None:
    played = a_match(keeper := ListKeeper(), "official", moves=3, seats=3)
    played.leave(2)
    move_on(played, Random(1), 3)
    assert played.match.eliminated == (2,)
    assert Journal(keeper.lines).match() == played.match


def test_threads_change_a_match_one_after_another() -> None:
    class Slow(ListKeeper):
        def append(self, lines: Sequence[str]) -> None:
            time.sleep(0.001)  # lets the other threads in
            super().append(lines)

    played = RecordedMatch(Match("official", seats=4, seed=1), keeper := Slow())

    def press() -> None:
        for _ in range(25):
            with suppress(LastCardError):  # another thread was first
                played.act(played.round.turn, "pass" if played.round.phase is Phase.DRAWN else "draw")

    threads = [Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert played.round.ply == len(keeper.lines) - 2 > 20
    assert Journal(keeper.lines).match() == played.match and Journal(keeper.lines).record == played.record


# ---------------------------------------------------------------- what cannot be kept has not happened


@pytest.mark.parametrize("what", ["act", "next_round", "take_back"])
def test_what_cannot_be_kept_has_not_happened(what: str) -> None:
    keeper = ListKeeper()
    played = at_end_of_round(keeper) if what == "next_round" else a_match(keeper)
    change = {
        "act": lambda: played.play(str(played.round.legal(played.round.awaited[0])[0])),
        "next_round": played.next_round,
        "take_back": lambda: played.take_back(played.round.moves[-1].seat),
    }[what]
    before, lines = looks(played), list(keeper.lines)
    keeper.failing = True
    for _ in range(2):
        with pytest.raises(LastCardError, match="the disk is full"):
            change()
        assert (looks(played), keeper.lines) == (before, lines)
    keeper.failing = False
    change()
    assert looks(played) != before
    assert Journal(keeper.lines).match() == played.match


def test_views_do_not_change_before_the_line_is_kept() -> None:
    class Watching(ListKeeper):
        seen: View | None = None

        def append(self, lines: Sequence[str]) -> None:
            if self.lines:
                assert played.round.view(0) == self.seen
            super().append(lines)

    keeper = Watching()
    played = RecordedMatch(Match("one", seats=2, seed=3), keeper)
    for _ in range(10):
        keeper.seen = played.round.view(0)
        move_on(played, Random(1), 1)
        assert played.round.view(0) != keeper.seen


def test_a_prepared_move_is_published_once_and_only_where_it_was_prepared() -> None:
    match = Match("one", seats=2, seed=3)
    seat = match.round.awaited[0]
    change = match.round.prepare(seat, match.round.legal(seat)[0])
    other = match.round.prepare(seat, match.round.legal(seat)[-1])
    match.publish(change)
    for stale in (change, other):
        with pytest.raises(LastCardError, match="prepared for another state"):
            match.publish(stale)


# ---------------------------------------------------------------- the file


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    played = a_match(FileKeeper.create(path))
    before, text = looks(played), path.read_text()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(text) + 3, limit[1]))  # room for a part of the next line only
    try:
        with pytest.raises(LastCardError, match="cannot be written: File too large; the last action was not"):
            move_on(played, Random(1), 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert (looks(played), path.read_text()) == (before, text)
    move_on(played, Random(1), 1)
    assert read_journal(path).match() == played.match


def test_a_match_with_high_totals_can_be_resumed_and_its_views_sent() -> None:
    rules = "official+round-score=flat:30000+rounds=30000+hand=1"
    sheet = ScoreSheet(scores=(29_998 * 30_000, 0), dealer=0, rounds=29_998)
    played = RecordedMatch(Match(rules, seats=2, seed=1, sheet=sheet), keeper := ListKeeper())
    while not played.round.over:
        move_on(played, Random(1), 1)
    played.next_round()
    assert Journal(keeper.lines).match() == played.match
    assert Record.from_text(played.record.text) == played.record
    view = played.round.view(0)
    assert View.from_dict(view.to_dict(), rules).scores == view.scores


def test_a_record_has_as_many_rounds_as_a_match() -> None:
    played = at_end_of_round()
    short = replace(played.record.rounds[0], acts=played.record.rounds[0].acts[:1])
    played.record.rounds = [short] * 10_001
    assert len(Record.from_text(played.record.text).rounds) == 10_001


def test_a_match_does_not_go_on_where_it_could_not_be_resumed() -> None:
    match = Match("official+hand=1", seats=2, seed=1, sheet=ScoreSheet(scores=(0, 0), dealer=0, rounds=29_999))
    while not match.round.over:
        match.round.act(seat := match.round.awaited[0], match.round.legal(seat)[0])
    with pytest.raises(LastCardError, match="at most 30,000 rounds"):
        match.next_round()


def test_a_record_that_could_not_be_read_again_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_match().record
    monkeypatch.setattr("lastcard.archive.record.LARGEST", len(record.text) - 1)
    with pytest.raises(RecordError, match="cannot write .* at most"):
        record.save(tmp_path / "record.toml")


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_fault_at_any_step_of_writing_leaves_a_match_that_goes_on(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    played = a_match(FileKeeper.create(path))
    before, text, real = looks(played), path.read_text(), getattr(os, call)

    def half(descriptor: int, data: bytes = b"") -> int:
        if call == "write" and len(data) > 10:
            return int(real(descriptor, data[:10]))  # the next call fails
        monkeypatch.setattr(os, call, real)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, call, half)
    with pytest.raises(LastCardError, match="Input/output error"):
        move_on(played, Random(1), 1)
    assert (looks(played), path.read_text()) == (before, text)
    move_on(played, Random(1), 1)
    assert read_journal(path).match() == played.match


def test_an_interrupt_while_writing_leaves_no_line_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    played = a_match(FileKeeper.create(path))
    before, text, real = looks(played), path.read_text(), os.fsync

    def interrupted(descriptor: int) -> None:
        monkeypatch.setattr(os, "fsync", real)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        move_on(played, Random(1), 1)
    assert (looks(played), path.read_text()) == (before, text)
    move_on(played, Random(1), 1)
    assert read_journal(path).match() == played.match


def test_a_file_that_cannot_be_cut_off_is_not_written_to_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    played = a_match(FileKeeper.create(path))
    before = looks(played)

    def fails(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as faults:
        faults.setattr(os, "fsync", fails)
        faults.setattr(os, "ftruncate", fails)
        with pytest.raises(LastCardError, match="Input/output error"):
            move_on(played, Random(1), 1)
    for _ in range(2):
        with pytest.raises(LastCardError, match="resume the match from the file"):
            move_on(played, Random(1), 1)
    assert looks(played) == before


def test_a_line_torn_by_a_crash_was_never_played(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    keeper = FileKeeper.create(path)
    played = a_match(keeper)
    keeper.close()
    whole = path.read_bytes()
    for cut in (1, 7, 15):
        path.write_bytes(whole + b'{"move":"1 draw"}'[:cut])
        again = FileKeeper.reopen(path)
        assert RecordedMatch.resume(again).record == played.record
        assert path.read_bytes() == whole
        again.close()


def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    a_match(FileKeeper.create(tmp_path / "journal"))
    with pytest.raises(RecordError, match="already exists; resume it, or choose another name"):
        FileKeeper.create(tmp_path / "journal")


def test_a_name_that_cannot_be_resumed_either_is_said_to_be_taken(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(RecordError, match="is a link to a file that does not exist; choose another name"):
        FileKeeper.create(tmp_path / "link")
    for name in ("", tmp_path):
        with pytest.raises(RecordError, match="is a folder; give the name of a file"):
            FileKeeper.create(name)


@pytest.mark.parametrize("kind", ["pipe", "folder", "nothing", "dangling link"])
def test_what_is_not_a_file_is_not_resumed(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "dangling link":
        path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(RecordError, match="cannot read|not a regular file"):
        FileKeeper.reopen(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ([] if kind == "nothing" else ["journal"])


def test_a_file_that_is_not_there_is_an_error_of_ours(tmp_path: Path) -> None:
    for read in (read_journal, load_record, Record.load):
        with pytest.raises(RecordError, match="cannot read .*: No such file"):
            read(tmp_path / "journal")


def test_a_file_left_empty_by_a_crash_can_begin_a_match(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.touch()  # a kill came before the first line
    with pytest.raises(RecordError, match="journal is empty"):
        RecordedMatch.resume(keeper := FileKeeper.reopen(path))
    keeper.close()
    played = a_match(FileKeeper.reopen(path))
    assert read_journal(path).match() == played.match


def test_only_its_owner_can_read_a_journal(tmp_path: Path) -> None:
    keeper = FileKeeper.create(tmp_path / "journal")
    assert stat.S_IMODE(keeper.path.stat().st_mode) == 0o600


def test_a_new_journal_that_was_not_used_is_deleted(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with pytest.raises(LastCardError, match="the same name"), FileKeeper.create(path) as keeper:
        RecordedMatch(Match("one", seats=2, seed=1), keeper, ("Ann", "Ann"))
    with FileKeeper.create(path) as keeper:
        played = a_match(keeper)
    with FileKeeper.reopen(path) as keeper:
        assert RecordedMatch.resume(keeper).match == played.match
    path.write_text("")
    FileKeeper.reopen(path).close()
    assert path.exists(), "an empty file that was found is not ours to delete"


def test_a_keeper_that_is_dropped_holds_no_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with pytest.raises(LastCardError, match="the same name"):
        RecordedMatch(Match("one", seats=2, seed=1), FileKeeper.create(path), ("Ann", "Ann"))
    with FileKeeper.reopen(path) as keeper:
        a_match(keeper)


@pytest.mark.parametrize(
    "harm",
    [lambda path: path.unlink(), lambda path: os.truncate(path, 100), lambda path: path.write_text("x")],
    ids=["deleted", "cut", "written to"],
)
def test_a_journal_that_is_changed_meanwhile_is_not_written_to(harm: Callable[[Path], object], tmp_path: Path) -> None:
    played = a_match(FileKeeper.create(tmp_path / "journal"))
    harm(tmp_path / "journal")
    before = looks(played)
    with pytest.raises(LastCardError, match="was deleted or changed; the last action was not carried out"):
        move_on(played, Random(1), 1)
    assert looks(played) == before


def test_a_full_journal_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    played = a_match(FileKeeper.create(path), "official")
    monkeypatch.setattr("lastcard.archive.keeper.LARGEST", path.stat().st_size + 10)
    before = looks(played)
    with pytest.raises(LastCardError, match="is full"):
        move_on(played, Random(1), 1)
    assert looks(played) == before and len(played.keeper.lines()) == 8  # type: ignore[union-attr]  # a FileKeeper


def test_a_journal_may_be_filled_to_the_last_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastcard.archive.keeper.LARGEST", 10)
    with FileKeeper.create(tmp_path / "journal") as keeper:
        keeper.append(["ninechars"])
        assert keeper.lines() == ["ninechars"]
        with pytest.raises(LastCardError, match="is full: a journal has at most 10 bytes"):
            keeper.append([""])
    assert FileKeeper.reopen(tmp_path / "journal").lines() == ["ninechars"]


def test_a_file_that_cannot_be_looked_at_closes_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keeper that was not made holds no file: what its end would close is not its own."""
    closed: list[int] = []
    keeper = FileKeeper.__new__(FileKeeper)
    with monkeypatch.context() as patched:
        patched.setattr(os, "close", closed.append)
        with pytest.raises(OSError):
            keeper.__init__(tmp_path / "journal", -1, new=True)  # type: ignore[misc]  # no such file
        keeper.__del__()
    assert closed == []


def test_descriptor_0_is_a_file_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program started without standard input gets this one for the first file it opens."""
    path, closed = tmp_path / "journal", list[int]()
    path.touch()
    with monkeypatch.context() as patched:
        patched.setattr(os, "close", closed.append)
        patched.setattr(os, "fstat", lambda _: path.stat())
        keeper = FileKeeper(path, 0, new=True)
        keeper.close()
    assert closed == [0] and not path.exists()


def test_a_file_that_is_too_large_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)  # takes no room
    opened = len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        with pytest.raises(RecordError, match="too large for a journal"):
            FileKeeper.reopen(path)
    assert len(os.listdir("/proc/self/fd")) == opened


def test_a_record_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    record = a_match().record
    for path, why in ((tmp_path / "no" / "folder", "No such file"), ("a\0b", "null")):
        with pytest.raises(RecordError, match=f"cannot write .*: .*{why}") as caught:
            record.save(path)
        assert "Errno" not in str(caught.value)


def _hold(path: str, answers: "multiprocessing.Queue[str]") -> None:
    try:
        FileKeeper.reopen(path)
        answers.put("held")
    except RecordError as error:
        answers.put(str(error))


def test_two_programs_do_not_play_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    keeper = FileKeeper.create(path)
    a_match(keeper)
    answers: multiprocessing.Queue[str] = multiprocessing.Queue()
    for expected in ("is in use by another program", "held"):
        other = multiprocessing.Process(target=_hold, args=(str(path), answers))
        other.start()
        other.join()
        assert expected in answers.get()
        keeper.close()


def test_resume_goes_on_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    keeper = FileKeeper.create(path)
    at_end_of_round(keeper)
    keeper.close()
    resumed = RecordedMatch.resume(FileKeeper.reopen(path))
    assert resumed.round.over and resumed.match.scores == (0, 0)
    points = resumed.round.points
    resumed.next_round()
    assert resumed.match.scores == points
    move_on(resumed, Random(1), 5)
    assert load_record(path) == resumed.record
    assert read_journal(path).match() == resumed.match
