"""What the adapters share."""

import subprocess
import sys

import numpy as np
import pytest

from lastcard._util.called import install
from lastcard.env import IllegalChoice, Tables
from lastcard.env.adapted import OneTable, finite_reward, seed_of, whole_number
from lastcard.env.game import LOG
from lastcard.errors import LastCardError


def test_environments_import_no_adapter_and_none_of_their_libraries() -> None:
    code = "import sys; from lastcard.env import Tables, Observer; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    foreign = {"gymnasium", "pettingzoo", "pyspiel", "rlcard", "torch"}
    assert not foreign & {name.rpartition(".")[2] for name in run.stdout.split()}


@pytest.mark.parametrize("adapter", ["gymnasium", "pettingzoo.lastcard_v1", "openspiel", "rlcard"])
def test_without_numpy_every_adapter_says_what_to_install(adapter: str) -> None:
    code = f"import sys; sys.modules['numpy'] = None; import lastcard.env.{adapter}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode and f"LastCardError: environments need NumPy: {install('env')}" in run.stderr


@pytest.mark.parametrize(
    ("adapter", "library", "package"),
    [
        ("gymnasium", "gymnasium", "[env]'"),
        ("pettingzoo.lastcard_v1", "pettingzoo", "[env]'"),
        ("openspiel", "pyspiel", "open_spiel"),
    ],
)
def test_a_library_that_is_missing_is_named(adapter: str, library: str, package: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import lastcard.env.{adapter}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode and "LastCardError: this needs" in run.stderr and package in run.stderr


def test_whole_numbers_of_any_library_are_read_and_nothing_else() -> None:
    assert [whole_number(value, "it") for value in (7, np.int8(7), np.array(7))] == [7, 7, 7]
    for wrong in (None, True, 1.0, 1.7, "draw", [1], np.float32(1), np.array(1.0), np.array([1, 2])):
        with pytest.raises(LastCardError, match="it must be a whole number, not"):
            whole_number(wrong, "it")


def test_a_seed_is_a_whole_number_of_at_least_0() -> None:
    assert [seed_of(seed) for seed in (None, 0, np.int64(5), 10**30)] == [None, 0, 5, 10**30]
    for wrong in (-1, 1.5, "1", [1, 2]):
        with pytest.raises(LastCardError, match="a seed must be"):
            seed_of(wrong)


def test_a_reward_is_a_finite_number() -> None:
    assert [finite_reward(reward) for reward in (-1, 0.5, np.float32(0.5))] == [-1.0, 0.5, 0.5]
    for wrong in ("x", None, True, float("nan"), float("-inf"), 10**400):
        with pytest.raises(LastCardError, match="illegal_reward must be a number"):
            finite_reward(wrong)


def test_an_option_that_has_its_place_elsewhere_is_refused_with_a_hint() -> None:
    with pytest.raises(LastCardError, match="no option 'seed': give the seed to reset"):
        OneTable("official", seats=2, options={"seed": 1})
    with pytest.raises(LastCardError, match="no option 'truth': only Tables"):
        OneTable("official", seats=2, options={"truth": True})


def test_what_one_table_showed_stays_as_it_was() -> None:
    table, kept = OneTable("official", seats=2, options={}), []
    for _ in range(10):
        shown = table.features(), table.mask()
        kept += [(array, array.copy()) for array in shown]
        table.step(int(shown[1].argmax()))
    assert all((array == before).all() for array, before in kept)


def test_a_number_that_is_no_action_is_refused_however_large() -> None:
    table = OneTable("official", seats=2, options={})
    for action in (-1, 1000, 10**30, 10**5000):
        with pytest.raises(IllegalChoice, match="there is no such action"):
            table.step(action)


def test_a_round_of_more_moves_than_are_kept_can_be_looked_at() -> None:
    tables = Tables("official", seats=2, forced="ask", seed=1)
    draw = tables.actions.index("draw"), tables.actions.index("pass"), tables.actions.index("wait")
    while tables._runner.game(0).moves <= LOG:
        tables.step([next((index for index in draw if tables.mask[0, index]), int(tables.mask[0].argmax()))])
        assert not tables.ended[0]
    assert len(tables.view(0, 1).hand) == tables._runner.game(0).held[1]


def test_a_round_in_which_everyone_only_draws_and_passes_ends_after_ten_thousand_turns() -> None:
    tables, decisions = Tables("official", seats=2, seed=1), 0
    idle = [tables.actions.index(text) for text in ("draw", "pass", "take", "wait")]
    while not tables.ended[0]:
        tables.step([next((index for index in idle if tables.mask[0, index]), int(tables.mask[0].argmax()))])
        decisions += 1
    assert 10_000 < decisions < 16_000 and set(tables.rewards[0]) == {1, -1}


def test_the_seed_decides_who_deals_first() -> None:
    tables = Tables("official", seats=3)
    assert {tables.reset(seed)._runner.game(0).dealer for seed in range(9)} == {0, 1, 2}
    assert tables.reset((1 << 63) - 1)._runner.game(0).dealer in range(3)
