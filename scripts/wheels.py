"""Build the wheels of every platform into dist, cross-compiled by zig.

    make wheels
    python scripts/wheels.py win_amd64       only this one

The wheel of this platform is installed and plays.  The others cannot be run here: their libraries are looked at.  They
must be for that platform, have the functions that Python calls, and ask for no newer system than the tag says.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
LIBRARIES = 2  # the rules, and the environments
MACHINES = {62: "x86_64", 183: "arm64", 0x01000007: "x86_64", 0x0100000C: "arm64", 0x8664: "x86_64", 0xAA64: "arm64"}
sys.path.insert(0, str(ROOT))

from hatch_build import WHEELS  # noqa: E402

from lastcard.backends.c.compiler import Target, this_machine  # noqa: E402
from lastcard.env import engine  # noqa: E402
from lastcard.sim import engines  # noqa: E402

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


class Found(NamedTuple):
    """A library in a wheel."""

    name: str
    data: bytes

    def problems(self, target: Target) -> list[str]:
        """Return what keeps it from working on a platform."""
        entries = engine.ENTRIES if "/env/" in self.name else engines.ENTRIES
        found = [f"has no {entry}" for entry in entries if f"lastcard_{entry}\0".encode() not in self.data]
        if machine_of(self.data) != (target.system, target.machine):
            found.append(f"is for {machine_of(self.data)}")
        newest = max((int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", self.data)), default=0)
        if ".2.17" in target.triple and newest > 17:
            found.append(f"needs glibc 2.{newest}")
        return [f"{self.name} {what}" for what in found]


def machine_of(data: bytes) -> tuple[str, str]:
    """Return the system and the machine that a library is for, by its header; empty if it is no library."""
    if data[:4] == b"\x7fELF":
        kind, machine = "linux", int.from_bytes(data[18:20], "little")
    elif data[:4] == b"\xcf\xfa\xed\xfe":
        kind, machine = "darwin", int.from_bytes(data[4:8], "little")
    elif data[:2] == b"MZ":
        head = int.from_bytes(data[60:64], "little")
        kind, machine = "win32", int.from_bytes(data[head + 4 : head + 6], "little")
    else:
        return "", ""
    return kind, MACHINES.get(machine, "")


def libraries(wheel: Path) -> list[Found]:
    """Return the compiled rules in a wheel."""
    with zipfile.ZipFile(wheel) as file:
        names = [name for name in file.namelist() if Path(name).name.startswith("lastcard-") and "/built/" in name]
        return [Found(name, file.read(name)) for name in names]


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
        wrong = [problem for library in found for problem in library.problems(WHEELS[tag])]
        if len(found) != LIBRARIES * len(WHEELS[tag].levels):
            wrong.append(f"there are {len(found)} libraries")
        if wrong:
            raise SystemExit(f"{wheel.name}: {'; '.join(wrong)}")
        if not has_wasm(wheel):
            raise SystemExit(f"{wheel.name} has no rules for the page")
        if runs_here(tag):
            check(wheel)
        size = sum(len(library.data) for library in found) // 1024
        how = "plays here" if runs_here(tag) else "looked at, not run"
        print(f"{wheel.name}: {len(found)} libraries, {size} KB; {how}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
