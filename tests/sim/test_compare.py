"""The rule lab: its figures are those of `sim.play`, and nothing is called a change below two errors."""

import json
import math

import pytest

from lastcard import sim
from lastcard.cli import main
from lastcard.core.terms import Fact
from lastcard.errors import LastCardError
from lastcard.rules import Ruleset
from lastcard.sim.compare import FIGURES, Change, _agreement
from lastcard.sim.result import Mean

NEVER = "official+hand=15"


@pytest.fixture(scope="module")
def found() -> sim.Comparison:
    return sim.compare("official", "official+seven-zero", rounds=400, seed=3)


def test_figures_are_those_of_rounds_with_the_same_seed(found: sim.Comparison) -> None:
    for side in found.sides:
        plain = sim.play(side.rules, games=400, seed=3, bots=["careful"], watch=True)
        turns = plain.length("turns")
        assert side.figures["minutes"] == Mean(turns["mean"] * 4 / 60, turns["error"] * 4 / 60)
        assert side.p95 == turns["p95"] * 4 / 60
        assert side.figures["leads"] == plain.leads and side.figures["comebacks"] == plain.comebacks
        assert side.figures["drawn"] == plain.mean(Fact.DREW)
        forgetful = sim.play(side.rules, games=400, seed=3, bots=["careful"], forget=0.1)
        assert side.figures["caught"] == forgetful.mean(Fact.CAUGHT)


def test_skill_is_how_often_one_careful_player_wins(found: sim.Comparison) -> None:
    won = 0
    for seat in range(4):
        bots = ["careful" if other == seat else "random" for other in range(4)]
        won += sim.play("official", games=100, seed=4, bots=bots).totals.seat_wins[seat]
    assert found.sides[0].figures["skill"].mean == won / 400


def test_partners_share_a_win() -> None:
    """A careful player with a random partner wins less than alone: half of what the two win."""
    figures = sim.compare("official+partners", rounds=400).sides[0].figures
    assert 0.2 < figures["skill"].mean < 0.4 and 0.2 < figures["first"].mean < 0.3


def test_it_is_the_same_on_every_backend() -> None:
    plain, compiled = (sim.compare("official+hand=2", seats=2, rounds=100, backend=name) for name in ("python", "c"))
    assert plain == compiled


def test_swapped_hands_leave_the_deal_little_to_decide(found: sim.Comparison) -> None:
    clear = {change.figure for change in found.changes() if change.clear}
    assert {"comebacks", "leads", "swapped"} <= clear
    assert "refills" not in clear


def test_a_rule_set_does_not_differ_from_itself() -> None:
    same = sim.compare("one", "one", seats=3, rounds=100)
    assert not any(change.clear or change.difference for change in same.changes())
    assert sim.say_changes(same.changes()) == "Nothing changes clearly."


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules of NEVER whose rounds are cut off after so few turns that none ends."""
    rules = Ruleset.from_id(NEVER)
    monkeypatch.setattr(rules.core_rules, "turn_limit", 20)
    monkeypatch.setattr(Ruleset, "from_id", lambda id: rules if id == NEVER else READ(id))


READ = Ruleset.from_id


@pytest.mark.usefixtures("endless")
def test_rules_whose_rounds_never_end_are_cut_off() -> None:
    found = sim.compare("official", NEVER, rounds=100)
    assert not found.sides[1].ends and list(found.sides[1].figures) == ["endless"]
    assert found.sides[1].figures["endless"].mean > 0.5
    assert [change.figure for change in found.changes()] == ["endless"]
    assert json.loads(json.dumps(found.to_dict()))["sides"][1]["p95"] is None


def test_agreement_of_winners() -> None:
    always, never = [(1, 1), (2, 2)] * 50, [(1, 2), (2, 1)] * 50
    assert _agreement(always, 2).mean == 1 and _agreement(never, 2).mean == -1
    assert _agreement([(1, 1), (1, 2), (2, 1), (2, 2)] * 50, 2).mean == 0
    assert math.isnan(_agreement([], 2).mean) and math.isnan(_agreement([(1, 1)], 2).mean)


def change(figure: str, before: float, after: float, error: float = 0.01) -> Change:
    return Change(figure, Mean(before, error), Mean(after, error))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([], "Nothing changes clearly."),
        ([change("minutes", 3.0, 3.02)], "Nothing changes clearly."),
        ([change("minutes", 3.0, 3.6)], "Rounds get 20 % longer."),
        ([change("minutes", 3.0, 2.9)], "Rounds get 3 % shorter."),
        ([change("skill", 0.4, 0.5), change("deal", 0.1, 0.2)], "Skill matters more and the deal matters more."),
        ([change("deal", 0.2, 0.01)], "The deal hardly matters any more."),
        ([change("deal", 0.2, 0.1)], "The deal matters less."),
        (
            [change("skill", 0.4, 0.3), change("comebacks", 0.4, 0.5), change("leads", 3, 2), change("drawn", 9, 8)],
            "Skill matters less, the first to hold one card loses more often and the lead changes less often.",
        ),
        ([change("refills", 0.1, 3.0)], "Nothing changes clearly."),
    ],
)
def test_what_clearly_changes_is_said_in_one_sentence(changes: list[Change], said: str) -> None:
    assert sim.say_changes(changes) == said


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: sim.compare(), "at least one rule set"),
        (lambda: sim.compare("official", players="greedy"), "careful or random"),
        (lambda: sim.compare("official", rounds=10), "at least 100"),
        (lambda: sim.compare("official", "official+partners", seats=3), "partners"),
    ],
)
def test_what_cannot_be_measured_is_refused(call: object, why: str) -> None:
    with pytest.raises(LastCardError, match=why):
        call()  # type: ignore[operator]


@pytest.mark.usefixtures("endless")
def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "official", NEVER, "official+seven-zero", "--rounds", "100"]) == 0
    told = capsys.readouterr().out
    assert "rounds hardly ever end" in told
    assert all(f"  {figure} " in told for figure in FIGURES)
    assert "official+seven-zero: " in told


def test_the_command_prints_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "one", "one+stack", "--rounds", "100", "--seats", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [side["rules"] for side in data["sides"]] == ["one", Ruleset.from_id("one+stack").id]


def test_watching_goes_with_single_rounds_on_the_cpu() -> None:
    for more in ({"matches": 2}, {"games": 5, "backend": "gpu"}):
        with pytest.raises(LastCardError, match="can be watched"):
            sim.play("official", watch=True, **more)  # type: ignore[arg-type]
