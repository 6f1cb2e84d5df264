"""What the adapters share."""

import subprocess
import sys

import pytest

from lastcard.env import Tables
from lastcard.env.game import LOG


def test_environments_import_no_adapter_and_none_of_their_libraries() -> None:
    code = "import sys; from lastcard.env import Tables, Observer; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    foreign = {"gymnasium", "pettingzoo", "pyspiel", "rlcard", "torch"}
    assert not foreign & {name.rpartition(".")[2] for name in run.stdout.split()}


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo", "openspiel"])
def test_a_library_that_is_missing_is_named(library: str) -> None:
    hidden = {"openspiel": "pyspiel"}.get(library, library)
    code = f"import sys; sys.modules[{hidden!r}] = None; import lastcard.env.{library}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode and "LastCardError: this needs" in run.stderr and "pip install" in run.stderr


def test_a_round_of_more_moves_than_are_kept_can_be_looked_at() -> None:
    tables = Tables("official", seats=2, forced="ask", seed=1)
    draw = tables.actions.index("draw"), tables.actions.index("pass"), tables.actions.index("wait")
    while tables._runner.game(0).moves <= LOG:
        tables.step([next((index for index in draw if tables.mask[0, index]), int(tables.mask[0].argmax()))])
        assert not tables.ended[0]
    assert len(tables.view(0, 1).hand) == tables._runner.game(0).held[1]


def test_the_seed_decides_who_deals_first() -> None:
    tables = Tables("official", seats=3)
    assert {tables.reset(seed)._runner.game(0).dealer for seed in range(9)} == {0, 1, 2}
    assert tables.reset((1 << 63) - 1)._runner.game(0).dealer in range(3)
