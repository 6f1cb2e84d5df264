"""Puzzles: one action is clearly best and somebody misses it; no two are alike; one a day."""

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from lastcard.analysis import puzzles
from lastcard.analysis.puzzles import puzzle_of, puzzle_set, puzzles_of
from lastcard.archive.record import Record
from lastcard.archive.recorded import RecordedMatch
from lastcard.bots import claims_in_order, make_bot
from lastcard.cli import main
from lastcard.errors import LastCardError
from lastcard.game.match import Match
from lastcard.game.round import Round

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def found() -> list[puzzles.Puzzle]:
    return puzzles_of([careful_round(number) for number in (0, 3, 9)] * 2)


class Lines:
    """Keeps nothing."""

    def append(self, lines: object) -> None:
        pass


def careful_round(number: int) -> Record:
    """Return the record of a round of four careful players."""
    match = RecordedMatch(Match("official", seats=4, seed=number), Lines())
    bots = {seat: make_bot("careful", number + seat) for seat in range(4)}
    while not match.round.over:
        claims = claims_in_order(match.round, bots)
        seat = claims[0].seat if claims else match.round.awaited[0]
        match.act(seat, claims[0].action if claims else bots[seat].decide(match.round.view(seat)))
    return match.record


def test_one_action_is_clearly_best_and_somebody_misses_it(found: list[puzzles.Puzzle]) -> None:
    assert [puzzle.judgement.actions[puzzle.judgement.best] for puzzle in found] == ["y7!", "y0", "pass"]
    for puzzle in found:
        one = puzzle.judgement
        assert puzzle.lead >= puzzles.LEAST and one.worth[one.best] == max(one.worth)
        view = Round.from_position(puzzle.position).view(puzzle.seat)
        for name in puzzle.missed_by:
            chosen = make_bot(name, 1).decide(view)
            assert str(chosen).rstrip("!") in [text.rstrip("!") for text in one.actions]


def test_the_same_records_twice_give_no_puzzle_twice(found: list[puzzles.Puzzle]) -> None:
    positions = [puzzle.position for puzzle in found]
    assert len(positions) == len(set(positions))
    assert [puzzle.lead for puzzle in found] == sorted((puzzle.lead for puzzle in found), reverse=True)


def test_a_running_match_has_no_puzzles() -> None:
    record = Record.load(RECORDS / "official-4.toml")
    with pytest.raises(LastCardError, match="still running"):
        puzzles_of([replace(record, rounds=[record.rounds[0].cut_back(5)])])


# ---------------------------------------------------------------- the set in the package


def test_every_puzzle_of_the_package_can_be_set_up_and_has_an_answer() -> None:
    assert len(puzzle_set()) >= 20
    for puzzle in puzzle_set():
        table = Round.from_position(puzzle["position"])
        legal = {str(action) for action in table.legal(puzzle["seat"])}
        assert {text.rstrip("!") for text in puzzle["actions"]} <= legal
        worth = puzzle["worth"]
        assert max(worth) == worth[puzzle["best"]] >= sorted(worth)[-2] + 0.059
        assert puzzle["missed_by"] and puzzle["played"] != puzzle["best"]


def test_a_day_has_a_puzzle_and_all_come_before_one_comes_again() -> None:
    days = [date(2026, 11, 1) + timedelta(days=number) for number in range(len(puzzle_set()))]
    assert len({puzzle_of(day)["position"] for day in days}) == len(puzzle_set())
    assert puzzle_of(days[0]) == puzzle_of(days[0])


# ---------------------------------------------------------------- the command


def test_the_command_shows_the_puzzle_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles"]) == 0
    asked = capsys.readouterr().out
    assert main(["puzzles", "--answer"]) == 0
    answered = capsys.readouterr().out
    assert "What is best" in asked and answered.startswith(asked) and "would have missed it" in answered


def test_the_command_finds_puzzles_in_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["puzzles", "--from", str(RECORDS / "official-4.toml"), "--json"]) == 0
    assert isinstance(json.loads(capsys.readouterr().out), list)
    assert main(["puzzles", "--from", str(tmp_path)]) == 2
    assert "has no records" in capsys.readouterr().err
