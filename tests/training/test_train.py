"""Short runs of the programs in training on a CPU: they learn, measure and write a net that the bot can read."""

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard.bots.learned import fitted
from lastcard.bots.nets import NetFile, read_net, weights_of
from lastcard.errors import LastCardError
from lastcard.rules import Ruleset

torch = pytest.importorskip("torch")
ROOT = Path(__file__).parents[2]
NET = ("--device", "cpu", "--workers", "1", "--hidden", "8", "--layers", "1", "--minibatch", "256", "--rounds", "256",
       "--measure", "1")  # fmt: skip
PPO = ("train.py", "--minutes", "0.05", "--tables", "32", "--steps", "16", *NET)
TRIED = ("tried_at", "tried", "next_obs", "next_truth", "next_seat", "next_paid", "next_ended")
AHEAD = ("lookahead.py", "--minutes", "0.05", "--tables", "32", "--steps", "8", "--critic", "8", *NET)


def run(out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Train for some seconds: a program and its options."""
    program, *options = words
    command = [sys.executable, str(ROOT / "training" / program), "official", *options, "--out", str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def train(out: Path, *words: str) -> str:
    """Train for some seconds, and return the log."""
    done = run(out, *words)
    assert done.returncode == 0, done.stderr
    return (out / "log.txt").read_text()


@pytest.mark.parametrize("words", [PPO, AHEAD], ids=lambda words: words[0])
def test_a_run_ends_with_a_net(words: tuple[str, ...], tmp_path: Path) -> None:
    log = train(tmp_path, *words)
    net = read_net(tmp_path / "net")
    assert "at the end: " in log and "against careful" in log
    assert net.facts["digest"] == Ruleset.from_id("official").digest
    assert net.sizes[1:-1] == [8] and any(net.weights)
    assert fitted(net).observer.version == net.facts["version"]


def test_one_way_to_learn_goes_on_from_the_other(tmp_path: Path) -> None:
    train(tmp_path, *AHEAD, "--seats", "2")
    assert "at the end: " in train(tmp_path / "more", *PPO, "--start", str(tmp_path / "net"))


def test_a_run_goes_on_with_its_critic(tmp_path: Path) -> None:
    train(tmp_path, *AHEAD, "--seats", "2")
    more = (*AHEAD, "--seats", "2", "--start", str(tmp_path / "net"))
    log = train(tmp_path / "more", *more)
    assert f"the critic is {tmp_path / 'critic'}" in log and "learns alone" not in log
    log = train(tmp_path / "wider", *more, "--critic", "9")
    assert "the critic is new (" in log and "has layers of" in log and "the critic learns alone for 60 updates" in log


@pytest.mark.parametrize("damage", [b"", b"Last Card net 1\n{}\n", b"\x80\x04K\x01."])
def test_a_damaged_critic_is_not_used(damage: bytes, tmp_path: Path) -> None:
    train(tmp_path, *AHEAD, "--seats", "2")
    (tmp_path / "critic").write_bytes(damage)
    log = train(tmp_path / "more", *AHEAD, "--seats", "2", "--start", str(tmp_path / "net"))
    assert "the critic is new (critic is " in log


def test_weights_that_are_no_numbers_or_of_other_layers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "training")
    nets = importlib.import_module("nets")
    critic = nets.Critic(torch.ones(3), 2, 4, 1, torch.float32, 2)
    before = [part.clone() for part in critic.parameters()]
    weights, facts = np.ones(weights_of([5, 4, 2]), "<f2"), {"version": "v"}
    weights[-1] = np.nan
    for file in (NetFile([5, 4, 2], weights.tobytes(), facts), NetFile([5, 4, 1], weights.tobytes(), facts)):
        with pytest.raises(LastCardError):
            nets.read_weights(file, critic, Path("critic"), "v")
    assert all(map(torch.equal, before, critic.parameters()))


@pytest.mark.parametrize("kind", ["Actor", "Critic"])
def test_weights_are_read_as_they_were_written(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "training")
    nets = importlib.import_module("nets")
    scale, extra = torch.tensor([0.5, 0.25, 1.0]), () if kind == "Actor" else (2,)
    one, other = (getattr(nets, kind)(scale, *(extra or (4,)), 6, 2, torch.float32) for _ in range(2))
    facts = {"rules": "official", "digest": "", "seats": 2, "version": "v"}
    nets.write_weights(one, tmp_path / "file", facts)
    nets.read_weights(read_net(tmp_path / "file"), other, tmp_path / "file", "v")
    seen = torch.tensor([[1, 2, 3]], dtype=torch.int8)
    also = torch.ones(1, 4, dtype=torch.bool) if kind == "Actor" else torch.ones(1, 2, dtype=torch.int8)
    assert torch.allclose(one(seen, also), other(seen, also), atol=1e-3)


def test_what_follows_a_decision_is_worth_less_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "training")
    traced = importlib.import_module("lookahead").traced
    values, paid = torch.tensor([0.5, 0.2, 0.4]).view(3, 1, 1), torch.ones(2, 1, 1)
    goes_on, ends = torch.tensor([[False], [False]]), torch.tensor([[False], [True]])
    # First 0.9 * 0.4, then 0.9 * (half of 0.2 and half of what that came to).
    assert traced(values, paid, goes_on, 0.5, 0.9).flatten().tolist() == pytest.approx([0.252, 0.36])
    assert traced(values, paid, ends, 0.5, 0.9).flatten().tolist() == pytest.approx([0.54, 1])


def test_looking_ahead_learns_by_self_play_too(tmp_path: Path) -> None:
    assert '"careful": "0.2"' in train(tmp_path, *AHEAD, "--seats", "3", "--careful", "0.2")


def test_values_are_those_of_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A critic values first the seat that decides, then those that play after it."""
    monkeypatch.syspath_prepend(ROOT / "training")
    lookahead = importlib.import_module("lookahead")
    values = torch.tensor([[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]])
    found = lookahead.by_seat(values, torch.tensor([1, 1], dtype=torch.int8), torch.tensor([1, 0], dtype=torch.int8))
    assert found.tolist() == [[2.0, 0.0, 1.0], [1.0, 0.0, 2.0]]


def test_only_what_sets_actions_apart_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "training")
    lookahead = importlib.import_module("lookahead")
    nan = float("nan")
    worth = torch.tensor([[1.0, -1.0, nan], [nan, 1.0, 1.0], [nan, nan, nan]])
    right = torch.tensor([[7.0, 7.0 - 2 * lookahead.SHARPNESS, 99.0], [-50.0, 3.0, 3.0], [1.0, 2.0, 3.0]])
    assert lookahead.wrong_by(right, worth).item() == pytest.approx(0, abs=1e-9)
    # The first decision is wrong by 1 for each of two actions, the second is right, the third was not tried out.
    assert lookahead.wrong_by(right * 0, worth).item() == pytest.approx(2 / 2)


def test_a_net_of_other_layers_or_features_is_not_gone_on_from(tmp_path: Path) -> None:
    train(tmp_path, *PPO, "--history", "4")
    net = read_net(tmp_path / "net")
    assert fitted(net).observer.setting.history == net.facts["history"] == 4
    start = ("--start", str(tmp_path / "net"))
    version = run(tmp_path / "more", *PPO, *start)
    assert version.returncode == 2 and "not for official/2" in version.stderr and "Traceback" not in version.stderr
    assert "has layers of" in run(tmp_path / "more", *PPO, *start, "--history", "4", "--hidden", "9").stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--tables", "1"), "1 tables are too few for 1 workers"),
        (("--tables", "0"), "argument --tables: must be a whole number above zero"),
        (("--minutes", "-1"), "argument --minutes"),
        (("--careful", "7"), "argument --careful: must be a number from 0 to 1"),
        (("--entropy", "nan"), "argument --entropy: must be a number from 0 on"),
        (("--seed", "-1"), "argument --seed: must be a whole number from 0 to"),
        (("--device", "foo"), "argument --device: invalid choice"),
        (("--layers", "7"), "a net has at most 6 hidden layers"),
        (("--history", "99"), "history must be from 0 to 32"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_written(
    options: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    done = run(tmp_path / "out", *PPO, *options)
    assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["net", "log.txt"])
def test_a_run_is_not_written_over(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"old")
    done = run(tmp_path, *PPO)
    assert done.returncode == 2 and "choose another folder" in done.stderr
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


@pytest.mark.parametrize("words", [PPO, AHEAD], ids=lambda words: words[0])
def test_a_net_can_be_exploited_from_where_it_stands(words: tuple[str, ...], tmp_path: Path) -> None:
    train(tmp_path, *words, "--seats", "3")
    net = str(tmp_path / "net")
    log = train(tmp_path / "more", *words, "--seats", "3", "--start", net, "--against", net)
    assert "against that net" in log and '"careful": "0.0"' in log
    assert "the critic learns alone" in log  # it has not seen this opponent


def test_an_opponent_may_have_other_layers(tmp_path: Path) -> None:
    train(tmp_path, *PPO)
    log = train(tmp_path / "more", *AHEAD, "--seats", "2", "--hidden", "9", "--against", str(tmp_path / "net"))
    assert "against that net" in log


@pytest.fixture
def against(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Any]]:
    """A learner that looks ahead at tables of 3 seats, of which an opponent plays two, and its rollouts."""
    monkeypatch.syspath_prepend(ROOT / "training")
    lookahead, runs = importlib.import_module("lookahead"), importlib.import_module("runs")
    rollouts = importlib.import_module("rollouts")
    options = lookahead.parsed(["official", "--seats", "3", "--later", "0.5", *AHEAD[1:]])
    options.against, options.careful = True, 0.0
    monkeypatch.setattr(runs.Start, "_opponent", lambda start, _: start._actor(8, 1))
    start = runs.Start(options, rollouts.Task("official", 3, 1, 8), ahead=6)
    yield lookahead.Learner(options, start), start.rollouts
    start.rollouts.close()


def test_an_opponent_decides_for_all_seats_but_one(against: tuple[Any, Any]) -> None:
    learner, rollouts = against
    half, columns = rollouts.halves[1], learner._feed.columns(1)
    own = (columns.start + np.arange(len(half.seat))) % 3
    learns = learner._feed.learns(torch.from_numpy(half.seat), columns.start)
    assert learns.tolist() == (half.seat == own).tolist()
    assert 0 < learns.sum() < len(learns)
    obs, mask = torch.from_numpy(half.obs), torch.from_numpy(half.mask)
    with torch.no_grad():
        chosen, theirs = learner._choice(obs, mask, learns), learner.opponent(obs, mask).argmax(1)
    assert torch.equal(chosen[~learns], theirs[~learns])


def test_only_what_learning_seats_may_do_is_tried_out(against: tuple[Any, Any]) -> None:
    learner, _ = against
    learner.play()
    for step in range(learner.options.steps):
        learns = learner._feed.learns(learner._kept.seat[step])
        assert learner._kept.worth[step].isnan().all(1).tolist() == (~learns).tolist()


def test_what_an_action_leads_to_is_worth_less_later(against: tuple[Any, Any]) -> None:
    learner, rollouts = against
    tried = [torch.from_numpy(array) for array in (getattr(rollouts.halves[0], name) for name in TRIED)]
    tried[-1] = torch.ones_like(tried[-1]) > 0
    tried[-2] = torch.full_like(tried[-2], 0.75)
    seat = torch.from_numpy(rollouts.halves[0].seat)
    lookahead = importlib.import_module("lookahead")
    with torch.no_grad():
        paid = learner._worth(seat, lookahead.Tried(*tried))
        tried[-1] = ~tried[-1]
        later = learner._worth(seat, lookahead.Tried(*tried))
        learner.options.later = 1.0
        now = learner._worth(seat, lookahead.Tried(*tried))
    done = ~paid.isnan()
    assert done.any() and (paid[done] == 0.75).all()
    assert torch.allclose(later[done], now[done] / 2, atol=1e-3) and now[done].abs().max() > 0


@pytest.mark.parametrize("words", [PPO, AHEAD], ids=lambda words: words[0])
def test_a_run_that_is_interrupted_keeps_its_net(words: tuple[str, ...], tmp_path: Path) -> None:
    program, *options = words
    command = [sys.executable, "-u", str(ROOT / "training" / program), "official", *options, "--minutes", "5"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen([*command, "--out", str(tmp_path)], env=environment, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if b" updates, " in line:  # it learns
                break
        run.send_signal(signal.SIGINT)
        said = run.stdout.read().decode()
    assert run.returncode == 130 and "the net is kept as it is now" in said
    assert fitted(read_net(tmp_path / "net")) and read_net(tmp_path / "critic")
    assert read_net(tmp_path / "net").facts["measured"] == "not measured"
