"""Build the wheels of every platform into dist, cross-compiled by zig.

    make wheels
    python scripts/wheels.py win_amd64       only this one

The wheel of this platform is installed and plays; the others are built, but cannot be run here.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
sys.path.insert(0, str(ROOT))

from hatch_build import WHEELS  # noqa: E402

from lastcard.backends.c.compiler import this_machine  # noqa: E402

PLAY = """
from lastcard import sim
from lastcard.backends.c import library
library.find_compiler = lambda: None
compiled, plain = (sim.play("official", games=200, backend=name).totals.all_moves for name in ("c", "python"))
assert compiled == plain
print(library.BUILT)
"""


def build(tag: str) -> Path:
    """Build the wheel of a platform and return it."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"LASTCARD_WHEEL": tag}
        subprocess.run([*command, "--wheel-dir", folder, str(ROOT)], env=environment, check=True)
        (made,) = Path(folder).glob("*.whl")
        DIST.mkdir(exist_ok=True)
        return made.replace(DIST / made.name)


def libraries(wheel: Path) -> list[str]:
    """Return the compiled rules in a wheel, with their sizes."""
    with zipfile.ZipFile(wheel) as file:
        inside = [entry for entry in file.infolist() if "/built/lastcard-" in entry.filename]
    return [f"{Path(entry.filename).name} ({entry.file_size // 1024} KB)" for entry in inside]


def has_wasm(wheel: Path) -> bool:
    """Return whether a wheel has the rules for the page."""
    with zipfile.ZipFile(wheel) as file:
        return any(name.endswith(".wasm") for name in file.namelist())


def runs_here(tag: str) -> bool:
    """Return whether this machine can run the wheel of a platform."""
    here, target = this_machine(), WHEELS[tag]
    own_libc = "musl" if any(Path("/lib").glob("ld-musl-*")) else "manylinux"
    return (here.system, here.machine) == target[:2] and (here.system != "linux" or tag.startswith(own_libc))


def check(wheel: Path) -> None:
    """Install a wheel in a folder of its own and play there, compiled and interpreted."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, str(wheel)]
        subprocess.run(command, check=True)
        environment = os.environ | {"PYTHONPATH": folder, "XDG_CACHE_HOME": f"{folder}/cache"}
        played = subprocess.run(
            [sys.executable, "-c", PLAY], env=environment, cwd=folder, check=True, capture_output=True, text=True
        )
        if not played.stdout.startswith(folder):
            raise SystemExit(f"{wheel.name} was not what played, but {played.stdout}")


def main() -> int:
    """Build, check and list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tags", nargs="*", metavar="TAG", help=f"one or more of {', '.join(WHEELS)} (all)")
    for tag in parser.parse_args().tags or WHEELS:
        wheel = build(tag)
        found = libraries(wheel)
        if len(found) != len(WHEELS[tag].levels):
            raise SystemExit(f"{wheel.name} has these libraries: {', '.join(found) or 'none'}")
        if not has_wasm(wheel):
            raise SystemExit(f"{wheel.name} has no rules for the page")
        if runs_here(tag):
            check(wheel)
        print(f"{wheel.name}: {', '.join(found)}; {'plays here' if runs_here(tag) else 'not run here'}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
