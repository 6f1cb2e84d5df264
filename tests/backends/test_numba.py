"""The core under numba: compiled once, kept on disk, never stale."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numba
import pytest

import lastcard
from lastcard.backends import numba as backend
from lastcard.backends.records import dtype_of, first_difference, plain, stored
from lastcard.core import layout, machine
from lastcard.core.layout import State

LOOP = """
from lastcard.core.machine import count_bits, lowest_bit, note, random_below

def play(states, bits, rolls):
    for i in range(len(states)):
        roll(states[i], bits, rolls)
    return rolls * len(states)

def roll(s, bits, rolls):
    for _ in range(rolls):
        s.hand[0][0] += random_below(s, 1000)
    s.held[0] = count_bits(bits)
    s.held[1] = lowest_bit(bits)
    note(s, 5, 0, 0, 0)
"""

SCRIPT = """
import sys
sys.path.append(sys.argv[1])
import loop
from lastcard.backends import numba as backend
from lastcard.backends.records import zeros
from lastcard.core import machine
from lastcard.core.layout import State
print(backend.load([machine, loop], ["play"]).play(zeros(State, 3), 6, 1))
"""


@pytest.fixture
def loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a module with one entry that uses everything a backend replaces, with its own cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "loop", raising=False)
    (tmp_path / "loop.py").write_text(LOOP)
    return importlib.import_module("loop")


def generators(number: int) -> list[State]:
    states = [State() for _ in range(number)]
    for i, state in enumerate(states):
        state.rng[:] = [i, 7, 0x9E3779B9, 1]
    return states


def test_interpreted_and_compiled_end_in_equal_records(loop: ModuleType) -> None:
    states = generators(4)
    row = stored(*states)
    bits = 0b1011 << 55
    assert backend.load([machine, loop], ["play"]).play(row, bits, 50) == loop.play(states, bits, 50)
    for compiled, interpreted in zip(row, states, strict=True):
        assert first_difference(compiled, interpreted, State) is None
    assert plain(row[0], State).held[:2] == [3, 55]


def double(s: State, bits: int, rolls: int) -> None:
    s.held[2] = 2 * rolls


def test_what_cannot_be_compiled_is_replaced(loop: ModuleType) -> None:
    row = stored(State())
    backend.load([machine, loop], ["play"], roll=double).play(row, 1, 21)
    assert plain(row[0], State).held[:3] == [0, 0, 42]


def test_a_function_is_compiled_once_for_all_widths_of_integers() -> None:
    inner = backend._inner(double)
    record = numba.from_dtype(dtype_of(State))
    for width in (numba.types.int8, numba.types.int16, numba.types.int64, numba.types.literal(3)):
        inner.get_call_template((record, width, width), {})
    assert inner.signatures == [(record, numba.types.int64, numba.types.int64)]


def test_only_the_first_process_compiles_and_says_so(loop: ModuleType, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    cold, warm = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2))
    assert cold.stdout == warm.stdout == "3\n"
    assert cold.stderr == backend.COLD_START + "\n"
    assert warm.stderr == ""


def test_without_a_writable_cache_it_still_compiles(
    loop: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert backend.load([machine, loop], ["play"]).play(stored(State()), 1, 1) == 1


def test_the_cache_of_others_is_left_alone(loop: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "elsewhere")
    backend.load([machine, loop], ["play"])
    assert numba.config.CACHE_DIR == "elsewhere"


def test_the_folder_is_the_same_for_the_same_sources(loop: ModuleType, tmp_path: Path) -> None:
    folder = backend.cache_folder([machine, loop], ["play"])
    assert folder == backend.cache_folder([machine, loop], ["play"])
    assert folder.parent == tmp_path / "cache" / "lastcard"


def test_the_folder_changes_with_a_source(loop: ModuleType, tmp_path: Path) -> None:
    before = backend.cache_folder([machine, loop], ["play"])
    (tmp_path / "loop.py").write_text(LOOP.replace("1000", "1001"))
    assert backend.cache_folder([machine, loop], ["play"]) != before


def test_the_folder_changes_with_modules_and_entries(loop: ModuleType) -> None:
    folders = {
        backend.cache_folder([machine, loop], ["play"]),
        backend.cache_folder([machine], ["play"]),
        backend.cache_folder([machine, loop], ["roll"]),
        backend.cache_folder([machine, loop], ["play", "roll"]),
        backend.cache_folder([machine, loop], ["play"], roll=double),
    }
    assert len(folders) == 5


@pytest.mark.parametrize(("owner", "name"), [(numba, "__version__"), (sys, "version")])
def test_the_folder_changes_with_the_compiler(
    owner: ModuleType, name: str, loop: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = backend.cache_folder([machine, loop], ["play"])
    monkeypatch.setattr(owner, name, "another")
    assert backend.cache_folder([machine, loop], ["play"]) != before


def test_constants_of_modules_that_are_not_bound_count_too() -> None:
    package = Path(lastcard.__file__).parent
    sources = backend._sources([])
    assert Path(layout.__file__) in sources
    for part in ("core", "sim", "backends"):
        assert set((package / part).rglob("*.py")) <= set(sources)


def test_unused_versions_are_deleted(tmp_path: Path) -> None:
    old, recent, other = tmp_path / ("0" * 16), tmp_path / ("1" * 16), tmp_path / "notes"
    for folder in (old, recent, other):
        folder.mkdir()
        os.utime(folder, (0, 0) if folder is not recent else None)
    assert backend._writable(tmp_path / ("2" * 16))
    assert not old.exists() and recent.exists() and other.exists()
