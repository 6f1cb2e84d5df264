"""The generated C under the sanitisers: no overflow, no lost bits, nothing outside an array, while records stay equal.

The sanitised library also ends the process where a value does not fit its field (CHECKED in machine.h).
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from lastcard.backends.c.compiler import Target, find_compiler
from lastcard.env.engine import build_tables
from lastcard.sim.engines import build_rules

ROOT = Path(__file__).parents[2]
SANITISERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DCHECKED", "-fno-omit-frame-pointer")
# Loads the library of a folder in place of that of the package, then runs tests.
RUN = """
import sys
from pathlib import Path
from lastcard.backends.c import library
library.BUILT = Path(sys.argv[1])
library.find_compiler = lambda: None
import pytest
sys.exit(pytest.main(["-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""


@pytest.fixture(scope="module")
def sanitised(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a sanitised library."""
    command = find_compiler()
    if command is None or not runtime(command):
        pytest.skip("there is no compiler with an address sanitiser")
    folder = tmp_path_factory.mktemp("sanitised")
    build_rules(folder, (*command, *SANITISERS), Target(sys.platform, "sanitised"))
    return folder


@pytest.fixture(scope="module")
def sanitised_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a sanitised library of environments."""
    command = find_compiler()
    if command is None or not runtime(command):
        pytest.skip("there is no compiler with an address sanitiser")
    folder = tmp_path_factory.mktemp("sanitised-tables")
    build_tables(folder, (*command, *SANITISERS), Target(sys.platform, "sanitised"))
    return folder


def runtime(command: Sequence[str]) -> str:
    """Return the library that must be loaded before Python, or nothing if the compiler has none."""
    asked = subprocess.run([*command, "-print-file-name=libasan.so"], capture_output=True, text=True)
    path = Path(asked.stdout.strip())
    return str(path.resolve()) if path.is_absolute() and path.exists() else ""


def run(folder: Path, *tests: str) -> None:
    environment = os.environ | {
        "LD_PRELOAD": runtime(find_compiler() or ()),
        "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter's own
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(ROOT / "tests"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    command = [sys.executable, "-c", RUN, str(folder), *tests]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_rounds_and_matches(sanitised: Path) -> None:
    tests = "tests/backends/test_equal.py"
    run(sanitised, f"{tests}::test_matches", f"{tests}::test_positions", f"{tests}::test_random_rules")


def test_playouts(sanitised: Path) -> None:
    tests = "tests/bots/test_search.py"
    names = ("test_compiled_and_interpreted_playouts_come_to_the_same", "test_so_do_those_that_mind_what_was_laid")
    run(sanitised, *(f"{tests}::{name}" for name in names))


def test_values_of_all_seats_and_rounds_that_are_watched(sanitised: Path) -> None:
    run(sanitised, "tests/sim/test_values.py")


def test_tables_of_environments(sanitised_tables: Path) -> None:
    run(sanitised_tables, "tests/env/test_equal.py::test_random_rules")


def test_conformance_cases(sanitised: Path) -> None:
    run(sanitised, "tests/backends/test_cases.py")


@pytest.mark.soak
def test_rounds_and_matches_for_long(sanitised: Path) -> None:
    run(sanitised, "tests/backends/test_equal.py", "-m", "soak or not soak")


def test_a_value_that_does_not_fit_is_found(tmp_path: Path) -> None:
    """The checks of CHECKED themselves: a score of 200 does not fit in eight bits."""
    command = find_compiler()
    if command is None:
        pytest.skip("there is no C compiler")
    head = (ROOT / "src/lastcard/backends/c/machine.h").read_text()
    for body, found in (
        ("int8_t x; STORE(int8_t, x, 127); return x != 127;", False),
        ("int8_t x; STORE(int8_t, x, 200); return x == 0;", True),
        ("return shift_left(1, 62) == 0;", False),
        ("return shift_left(1, 64) == 0;", True),
        ("return shift_left(3, 62) == 0;", True),
        ("return shift_right(3, 64) != 0;", True),
        ("return (int)lc_lowest_bit(0);", True),
    ):
        text = tmp_path / "check.c"
        text.write_text(f"{head}\nint main(void) {{ {body} }}\n")
        program = tmp_path / "check"
        subprocess.run([*command, "-std=c11", "-DCHECKED", "-o", str(program), str(text)], check=True)
        assert (subprocess.run([program]).returncode != 0) == found, body
