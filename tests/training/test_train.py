"""Short runs of the programs in training on a CPU: they learn, measure and write a net that the bot can read."""

import importlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.bots.learned import fitted
from lastcard.bots.nets import read_net
from lastcard.rules import Ruleset

torch = pytest.importorskip("torch")
ROOT = Path(__file__).parents[2]
NET = ("--device", "cpu", "--workers", "1", "--hidden", "8", "--layers", "1", "--minibatch", "256", "--rounds", "256",
       "--measure", "1")  # fmt: skip
PPO = ("train.py", "--minutes", "0.05", "--tables", "32", "--steps", "16", *NET)
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


def test_a_run_keeps_its_critic_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "training")
    nets = importlib.import_module("nets")
    train(tmp_path, *AHEAD, "--seats", "2")
    kept = torch.load(tmp_path / "critic.pt", weights_only=True)
    width, inputs = kept["body.0.weight"].shape
    critic, other = (nets.Critic(torch.ones(1), inputs - 1, size, 1, torch.float32, 2) for size in (width, width + 1))
    assert nets.read_critic(tmp_path / "critic.pt", critic)
    assert torch.equal(critic.layers.head.weight, kept["head.weight"].float())
    for path in (tmp_path / "net", tmp_path / "nothing"):
        assert not nets.read_critic(path, critic)
    assert not nets.read_critic(tmp_path / "critic.pt", other)
    assert "at the end: " in train(tmp_path / "more", *AHEAD, "--seats", "2", "--start", str(tmp_path / "net"))


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
    assert lookahead.wrong_by(right * 0, worth).item() == pytest.approx(2 / 3)


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
    assert "against that net" in train(tmp_path / "more", *words, "--seats", "3", "--start", net, "--against", net)


def test_an_opponent_may_have_other_layers(tmp_path: Path) -> None:
    train(tmp_path, *PPO)
    log = train(tmp_path / "more", *AHEAD, "--seats", "2", "--hidden", "9", "--against", str(tmp_path / "net"))
    assert "against that net" in log


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
    assert fitted(read_net(tmp_path / "net"))
