"""Analyses of finished matches: sums are exact, a known mistake is found, and no running match is looked into."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lastcard.analysis import Analysis, analyse, play_on, study, what_if
from lastcard.analysis.playouts import WHOLE, Players, Worth
from lastcard.analysis.questions import moments
from lastcard.analysis.result import Judgement, StepAnalysis, turning_points
from lastcard.analysis.sayings import say_cost
from lastcard.archive.journal import load_finished
from lastcard.archive.keeper import FileKeeper
from lastcard.archive.record import Record
from lastcard.archive.recorded import RecordedMatch
from lastcard.bots import make_bot, move
from lastcard.bots.grounds import Ground
from lastcard.cli import main
from lastcard.errors import LastCardError
from lastcard.game.match import Match
from lastcard.rules import Ruleset

RECORDS = Path(__file__).parents[1] / "records"
GOLDEN = RECORDS / "official-4.toml"
BLUFF = 21  # the step at which seat 0 bluffs
TINY = study.Effort(20, 4, 20, 20)


@pytest.fixture(scope="module")
def golden() -> Analysis:
    return analyse(Record.load(GOLDEN), quick=True)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few playouts that figures mean nothing."""
    monkeypatch.setattr(study, "QUICK", TINY)


# ---------------------------------------------------------------- what is found


def test_the_bluff_that_lost_the_round_is_found(golden: Analysis) -> None:
    (step, one), *_ = golden.costliest(0)
    assert step is golden.steps[BLUFF]
    assert (one.actions[one.played], one.actions[one.best], one.mark) == ("w+4:g", "r+2", "blunder")
    assert one.cost == pytest.approx(0.285, abs=3 * one.error)
    assert "stops-short-hand" in [ground.id for ground in one.grounds]


def test_costs_are_told_only_if_they_are_clear(golden: Analysis) -> None:
    for step, one in golden.costliest(most=100):
        assert one.cost > 2 * one.error and step.judgement is one
    for _, one in golden.judgements():
        assert one.cost >= 0 and (one.mark is None or one.cost >= 0.03)


def test_chances_add_up_to_a_win(golden: Analysis) -> None:
    for step in golden.steps:
        assert WHOLE - golden.seats <= sum(step.chances.parts) <= WHOLE
    assert golden.steps[-1].chances.parts == (0, 0, 0, WHOLE)


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*-3.toml")))
@pytest.mark.usefixtures("tiny")
def test_luck_and_decisions_add_up_to_the_result_exactly(name: str) -> None:
    record = Record.load(RECORDS / f"{name}.toml")
    found = analyse(record, quick=True)
    results = [0] * record.seats
    for moment in moments(record):
        if moment.winners is not None:
            playing = record.seats - len(moment.standing.eliminated)
            for seat in range(record.seats):
                won = WHOLE // len(moment.winners) if seat in moment.winners else 0
                results[seat] += won - (WHOLE // playing if seat not in moment.standing.eliminated else 0)
    assert [luck.total for luck in found.luck] == results
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*-[24].toml")))
@pytest.mark.soak
@pytest.mark.usefixtures("tiny")
def test_every_golden_record_is_analysed(name: str) -> None:
    record = Record.load(RECORDS / f"{name}.toml")
    assert len(analyse(record, quick=True).steps) == len(list(moments(record)))


@pytest.mark.usefixtures("tiny")
def test_any_number_of_threads_finds_the_same() -> None:
    record = Record.load(GOLDEN)
    assert analyse(record, quick=True, threads=1) == analyse(record, quick=True, threads=3)


def test_interpreted_and_compiled_playouts_answer_the_same() -> None:
    record = Record.load(GOLDEN)
    players = [Players(record.rules, record.seats, backend) for backend in ("python", "c")]
    for number, moment in enumerate(moments(record)):
        if number % 12 == 5:
            asked = [moment.open, *([moment.veiled] if moment.veiled else [])]
            asked += [moment.decision.question] if moment.decision else []
            for question in asked:
                one, other = (player.worth(question, 4, number) for player in players)
                assert one == other
            one, other = (player.worth(moment.open, 2, number, moment.standing) for player in players)
            assert one == other


def test_progress_is_told(golden: Analysis) -> None:
    told: list[tuple[int, int]] = []
    record = Record.load(RECORDS / "one-2.toml")
    found = analyse(record, quick=True, progress=lambda done, of: told.append((done, of)))
    assert told == [(done, len(found.steps)) for done in range(1, len(found.steps) + 1)]


def test_where_sizes_of_hands_are_hidden_only_chances_are_told() -> None:
    match = RecordedMatch(Match("official+count-info=hidden", seats=2, seed=3), Lines())
    played(match, 1)
    found = analyse(match.record, quick=True)
    assert found.steps and not found.judgements()


# ---------------------------------------------------------------- running matches


class Lines:
    """Keeps nothing."""

    def append(self, lines: object) -> None:
        pass


def played(match: RecordedMatch, rounds: int) -> None:
    """Play so many rounds to their end."""
    bots = {seat: make_bot("random", seat) for seat in range(match.match.seats)}
    for _ in range(rounds):
        if match.round.over:
            match.next_round()
        while not match.round.over:
            seat = match.round.awaited[0]
            match.act(seat, bots[seat].decide(match.round.view(seat)))


def test_a_round_that_is_running_is_not_analysed() -> None:
    record = Record.load(GOLDEN)
    running = replace(record, rounds=[record.rounds[0].cut_back(5)])
    for look in (analyse, lambda record: what_if(record, 3, 0, "draw"), lambda record: play_on(record, 3)):
        with pytest.raises(LastCardError, match="still running"):
            look(running)


def test_the_journal_of_a_running_match_is_not_analysed_even_between_rounds(tmp_path: Path) -> None:
    path = tmp_path / "running.journal"
    with FileKeeper.create(path) as keeper:
        match = RecordedMatch(Match("official", seats=2, seed=3), keeper)
        played(match, 1)
    with pytest.raises(LastCardError, match="still running"):
        load_finished(path)


# ---------------------------------------------------------------- what if


def test_another_action_has_another_chance() -> None:
    record = Record.load(GOLDEN)
    bluff, draw_two = (what_if(record, BLUFF - 1, 0, action).parts[0] / WHOLE for action in ("w+4:g", "r+2"))
    assert draw_two > bluff + 0.05


def test_only_what_a_seat_may_do_can_be_tried() -> None:
    record = Record.load(GOLDEN)
    with pytest.raises(LastCardError, match="seat 0 may not do"):
        what_if(record, BLUFF - 1, 0, "b5")
    with pytest.raises(LastCardError, match="there is no step 999"):
        what_if(record, 999, 0, "draw")
    with pytest.raises(LastCardError, match="the round is over"):
        what_if(record, 53, 0, "draw")


def test_a_round_goes_on_from_any_step_with_another_stock() -> None:
    record = Record.load(GOLDEN)
    tables = [play_on(record, BLUFF, seed=seed) for seed in (1, 2)]
    shown = [str(table).partition("|")[0].rpartition(" ")[0] for table in tables]
    before = next(moment for number, moment in enumerate(moments(record)) if number == BLUFF)
    assert shown[0] == shown[1] == before.position.partition("|")[0].rpartition(" ")[0]
    assert str(tables[0]) != str(tables[1])
    bots = {seat: make_bot("careful", seat) for seat in range(4)}
    while not tables[0].over:
        move(tables[0], bots)
    assert tables[0].winners


# ---------------------------------------------------------------- words and turning points


def judged(actions: tuple[str, ...], *grounds: Ground) -> tuple[StepAnalysis, Judgement]:
    one = Judgement(0, actions, (0.5, 0.7), (0.01, 0.0), 1, 0, 0.2, 0.01, grounds)
    return StepAnalysis(2, f"0 {actions[0]}", Worth((0,), (0,)), None, one), one


@pytest.mark.parametrize(
    ("actions", "grounds", "said"),
    [
        (("w+4:g", "r+2"), [Ground("stops-short-hand", {"other": 1, "count": 1})],
         "Round 2: Wild Draw Four for green cost 20 % (± 1); red Draw Two was better: it hits Ben, who has only 1 "
         "card left."),
        (("r5", "r5!"), [], "Round 2: forgetting to call with red 5 cost 20 % (± 1)."),
        (("draw", "bS"), [], "Round 2: drawing a card cost 20 % (± 1); blue Skip was better."),
        (("r5", "-"), [], "Round 2: red 5 cost 20 % (± 1); waiting was better."),
        (("take", "challenge"), [], "Round 2: taking what is owed cost 20 % (± 1); challenging was better."),
        ((">1", ">0"), [], "Round 2: swapping with Ben cost 20 % (± 1); swapping with Ann was better."),
    ],
)  # fmt: skip
def test_costs_are_told_in_sentences(actions: tuple[str, ...], grounds: list[Ground], said: str) -> None:
    assert say_cost(Ruleset.from_id("official+seven-zero"), ("Ann", "Ben"), *judged(actions, *grounds)) == said


def test_turning_points_are_changes_beyond_chance_within_a_round() -> None:
    def step(round: int, part: float, error: float = 0.01) -> StepAnalysis:
        own = round_of(part), round_of(1 - part)
        return StepAnalysis(round, None, Worth(own, (round_of(error),) * 2), None, None)

    def round_of(share: float) -> int:
        return int(share * WHOLE)

    steps = [step(1, 0.5), step(1, 0.52), step(1, 0.9), step(2, 0.5), step(2, 0.2), step(2, 0.6, error=0.5)]
    assert [one.step for one in turning_points(steps)] == [2, 4]


# ---------------------------------------------------------------- the command


def test_the_command_tells_of_one_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(GOLDEN), "--seat", "0", "--quick"]) == 0
    told = capsys.readouterr().out
    assert "Wild Draw Four for green cost" in told and "red Draw Two was better" in told
    assert "seat 1:" not in told


@pytest.mark.usefixtures("tiny")
def test_the_command_prints_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(GOLDEN), "--quick", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["version"], data["seats"], len(data["steps"])) == (1, 4, 54)


@pytest.mark.parametrize(("words", "why"), [(["--seat", "4"], "there is no seat 4"), (["--seat", "-1"], "no seat -1")])
def test_the_command_refuses_seats_that_are_not_there(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(GOLDEN), *words]) == 2
    assert why in capsys.readouterr().err
