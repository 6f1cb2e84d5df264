"""The text for GPUs, with its compact states and its kernels, gives the same rows and totals as the CPU.

There need not be a GPU: a C compiler makes a single lane of the same text.  `benchmarks/gpu.py` compares on a GPU.
"""

import ctypes
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from lastcard.backends.c.compiler import find_compiler
from lastcard.backends.c.translate import translate
from lastcard.backends.c.types import Refused
from lastcard.backends.c.unit import Unit
from lastcard.backends.gpu import device
from lastcard.backends.gpu.layout import layout_for
from lastcard.backends.gpu.source import CUDA, LANE, Setting, source
from lastcard.backends.records import Records
from lastcard.cli import main
from lastcard.core.layout import State
from lastcard.rules import Ruleset
from lastcard.sim import play
from lastcard.sim.engines import CompiledWorker, InterpretedWorker, Worker
from lastcard.sim.gpu import GpuWorker, setting_of
from lastcard.sim.plan import CAREFUL, GREEDY, RANDOM, ROUNDS, Job, Plan, Totals, Unknown, plan_of
from strategies import seat_counts
from walks import RULES, odd_ruleset

PLANS = (
    plan_of([RANDOM]),
    plan_of([RANDOM], forget=0.4),
    plan_of([GREEDY], forget=0.1),
    plan_of([CAREFUL]),
    plan_of([CAREFUL, RANDOM, GREEDY], forget=0.2),
)
CHECKS = ("-DCHECKED",)
SANITISERS = (*CHECKS, "-fsanitize=undefined", "-fno-sanitize-recover=all")


class Lane:
    """Plays the rounds of a setting on this CPU, with the text for GPUs."""

    def __init__(self, setting: Setting, folder: Path, *flags: str) -> None:
        command = find_compiler()
        if command is None:
            pytest.skip("there is no C compiler")
        text, library = folder / "lane.c", folder / f"lane{len(list(folder.iterdir()))}.so"
        text.write_text(source(setting, LANE))
        subprocess.run([*command, "-std=c11", "-O1", "-w", "-shared", "-fPIC", *flags, "-o", library, text], check=True)
        self._kernels, self._setting = ctypes.CDLL(str(library)), setting
        self._totals = Records(Totals, 1)
        self._counted = 0

    def play(self, seed: int, first: int, count: int) -> int:
        packs = self._room(count * self._setting.pack_size)
        self._outcomes = self._room(count * self._setting.outcome_size)
        whole = [ctypes.c_int64(number) for number in (seed, first, count)]
        self._kernels.shuffle_packs(packs, *whole)
        self._kernels.play_rounds(packs, *whole[1:], ctypes.byref(ctypes.c_uint32(0)), self._outcomes)
        totals = ctypes.c_void_p(self._totals.address)
        self._kernels.add_up(self._outcomes, whole[2], ctypes.c_int64(3), totals)
        return self._totals.get(0).rounds

    @staticmethod
    def _room(size: int) -> "ctypes.Array[ctypes.c_char]":
        """Return memory that is aligned as a GPU's is."""
        kept = ctypes.create_string_buffer(size + 16)
        return (ctypes.c_char * size).from_buffer(kept, -ctypes.addressof(kept) % 16)

    def outcomes(self, count: int) -> bytes:
        return self._outcomes.raw

    def totals(self) -> bytes:
        return self._totals.bytes(0)


def job_of(seats: int, seed: int, first: int, count: int) -> Job:
    job = Job()
    job.kind, job.seats, job.seed, job.first, job.count = ROUNDS, seats, seed, first, count
    return job


def check_equal(worker: Worker, other: Worker, seats: int, seed: int, count: int) -> None:
    """Compare the rows and the totals of two jobs."""
    for first in (0, (1 << 40) + 7):
        job = job_of(seats, seed, first, count)
        for row, expected in zip(worker.play(job, True), other.play(job, True), strict=True):
            assert list(row) == list(expected)
    totals, expected_totals = worker.totals(), other.totals()
    for name in Totals._fields:  # type: ignore[attr-defined]
        assert getattr(totals, name) == getattr(expected_totals, name), name


def check_lane(rules: Ruleset, seats: int, plan: Plan, seed: int, folder: Path, *flags: str) -> Lane:
    """Compare a lane with the compiled core, and say that no round was strange."""
    lane = Lane(setting_of(rules.core_rules, plan, seats), folder, *flags)
    worker = GpuWorker(rules.core_rules, plan, seats, lane)
    try:
        check_equal(worker, CompiledWorker(rules.core_rules, plan, State(), Unknown()), seats, seed, 40)
        assert lane.totals() == stored_totals(worker), "a round was played again elsewhere"
    except AssertionError as error:
        error.add_note(f"{rules.id!r}, {seats} seats, seed {seed}, policies {plan.policy}, forget {plan.forget}")
        raise
    return lane


def stored_totals(worker: Worker) -> bytes:
    records = Records(Totals, 1)
    records.put(0, worker.totals())
    return records.bytes(0)


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str, tmp_path: Path) -> None:
    ruleset, number = Ruleset.from_id(rules), RULES.index(rules)
    counts = seat_counts(ruleset)
    check_lane(ruleset, counts[number % len(counts)], PLANS[number % len(PLANS)], number, tmp_path, *CHECKS)


@pytest.mark.parametrize("number", range(8))
def test_random_rules(number: int, tmp_path: Path) -> None:
    rng = Random(number)
    rules = odd_ruleset(rng)
    check_lane(rules, rng.choice(seat_counts(rules)), rng.choice(PLANS), number, tmp_path, *CHECKS)


@pytest.mark.parametrize("seats", [2, 10])
def test_the_interpreter_agrees(seats: int, tmp_path: Path) -> None:
    rules, plan = Ruleset.from_id("official").core_rules, PLANS[4]
    worker = GpuWorker(rules, plan, seats, Lane(setting_of(rules, plan, seats), tmp_path))
    check_equal(worker, InterpretedWorker(rules, plan, State(), Unknown()), seats, 5, 6)


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_presets_for_long(rules: str, tmp_path: Path) -> None:
    ruleset = Ruleset.from_id(rules)
    for seats in seat_counts(ruleset):
        for seed, plan in enumerate(PLANS):
            check_lane(ruleset, seats, plan, seed, tmp_path, *SANITISERS)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1_000, 1_300, 50))
def test_random_rules_for_long(first: int, tmp_path: Path) -> None:
    for number in range(first, first + 50):
        rng = Random(number)
        rules = odd_ruleset(rng)
        check_lane(rules, rng.choice(seat_counts(rules)), rng.choice(PLANS), number, tmp_path, *SANITISERS)


def test_a_round_that_does_not_fit_is_played_again(tmp_path: Path) -> None:
    """Compiled to hold at most 30 of a fact, the lane leaves longer rounds to the CPU, and nothing changes."""
    rules, plan = Ruleset.from_id("official").core_rules, PLANS[0]
    lane = Lane(setting_of(rules, plan, 4), tmp_path, "-DMOST=30")
    worker = GpuWorker(rules, plan, 4, lane)
    check_equal(worker, CompiledWorker(rules, plan, State(), Unknown()), 4, 1, 40)
    assert lane.play(1, 0, 40) < worker.totals().rounds


def test_a_field_that_was_to_stay_fixed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lastcard.backends.gpu import layout

    monkeypatch.setattr(layout, "fixed_fields", lambda rules, seats: {"seats": seats, "called": 0})
    rules, plan = Ruleset.from_id("official").core_rules, PLANS[0]
    worker = GpuWorker(rules, plan, 4, Lane(setting_of(rules, plan, 4), tmp_path))
    check_equal(worker, CompiledWorker(rules, plan, State(), Unknown()), 4, 1, 40)


def test_entries_must_say_what_they_are_given() -> None:
    from lastcard.sim.engines import MODULES

    with pytest.raises(Refused, match=r"seed\(\) must be told what low can come to"):
        translate(Unit(MODULES, ["seed"]))


def test_calls_that_come_later_are_left_out() -> None:
    text = source(setting_of(Ruleset.from_id("official").core_rules, PLANS[0], 4), CUDA)
    defined, left_out = text.index("lc_write_points(State"), text.index("#define lc_write_points(...) ((void)0)")
    assert defined < left_out < text.index("lc_win(State") < text.index("#undef lc_write_points")


def test_hands_have_room_for_the_ranks_of_the_pack() -> None:
    assert layout_for(Ruleset.from_id("official").core_rules, 2).ranks == 13
    assert layout_for(Ruleset.from_id("juno-seven0").core_rules, 2).ranks == 24, "whole hands move"


def test_states_are_small() -> None:
    for rules, seats, most in (("official", 2, 340), ("official", 4, 450), ("official", 10, 780)):
        assert layout_for(Ruleset.from_id(rules).core_rules, seats).size <= most


@pytest.mark.skipif(find_spec("cupy") is None, reason="CuPy is not installed")
@pytest.mark.parametrize("rules", ["official", "rules-site"])
def test_the_kernels_compile(rules: str) -> None:
    nvrtc = device.import_cupy().cuda.nvrtc
    setting = setting_of(Ruleset.from_id(rules).core_rules, PLANS[4], 4)
    assert device.compiled(source(setting, CUDA), "sm_90", nvrtc)
    with pytest.raises(device.GpuError, match="could not be compiled"):
        device.compiled("nonsense", "sm_90", nvrtc)


def test_kernels_are_kept_and_never_used_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def compile_it(text: str, target: str, nvrtc: object) -> bytes:
        compiled.append(target)
        return b"kernels"

    gpu = SimpleNamespace(compute_capability="90")
    cupy = SimpleNamespace(cuda=SimpleNamespace(Device=lambda: gpu, nvrtc=SimpleNamespace(getVersion=lambda: (13, 0))))
    monkeypatch.setattr(device, "compiled", compile_it)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    official = Ruleset.from_id("official").core_rules
    settings = [setting_of(official, PLANS[0], 4), setting_of(official, PLANS[1], 4), setting_of(official, PLANS[0], 5)]
    for setting in settings * 2:
        assert device.kept(setting, cupy) == b"kernels"
    assert compiled == ["sm_90"] * 3
    gpu.compute_capability = "120"
    assert device.kept(settings[0], cupy) == b"kernels"
    assert compiled[3:] == ["sm_120"]
    for file in tmp_path.rglob("*.cubin"):
        file.write_bytes(file.read_bytes().replace(b"k", b"K"))
    assert device.kept(settings[0], cupy) == b"kernels"
    assert len(compiled) == 5


def test_without_cupy_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert main(["sim", "--backend", "gpu", "--games", "5"]) != 0
    error = capsys.readouterr().err
    assert "pip install" in error and "[gpu]'" in error


def test_matches_and_positions_are_refused() -> None:
    with pytest.raises(Exception, match="freshly dealt rounds only"):
        play("official", matches=2, backend="gpu")
    with pytest.raises(Exception, match="freshly dealt rounds only"):
        play("official", games=2, start="?7/?3/r5 g5 >0 - 40|- official", backend="gpu")
