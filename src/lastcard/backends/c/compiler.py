"""Find a C compiler, and compile a C file to a library for any machine of a platform and one for recent ones."""

import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ...errors import LastCardError

BASELINE, RECENT = "baseline", "x86-64-v3"
# What little can be vectorised runs slower so.  Contracted operations would round once where Python rounds twice.
FLAGS = ("-std=c11", "-O2", "-fno-tree-vectorize", "-shared", "-fvisibility=hidden", "-ffp-contract=off")
PATIENCE = 300  # seconds


class CompilerError(LastCardError):
    """The compiler failed, or there is none."""


class Target(NamedTuple):
    """A platform to compile for."""

    system: str  # linux, darwin or win32, as `sys.platform` has them
    machine: str  # x86_64 or arm64, or another that gets no second library
    triple: str = ""  # what zig calls it; empty: this machine

    @property
    def suffix(self) -> str:
        """How names of libraries end there."""
        return {"win32": ".dll", "darwin": ".dylib"}.get(self.system, ".so")

    @property
    def levels(self) -> dict[str, tuple[str, ...]]:
        """The libraries to make, with the flags of each; the first runs on every machine."""
        flags = () if self.system == "win32" else ("-fPIC",)
        recent = ("-march=x86_64_v3" if self.triple else "-march=x86-64-v3",)
        return {BASELINE: flags, **({RECENT: flags + recent} if self.machine == "x86_64" else {})}


def this_machine() -> Target:
    """Return the platform this program runs on."""
    machine = platform.machine().lower()
    return Target(sys.platform, {"amd64": "x86_64", "aarch64": "arm64"}.get(machine, machine))


def find_compiler() -> tuple[str, ...] | None:
    """Return the command of a compiler: $CC, one of the machine, else the package ziglang; None if there is none."""
    named = shlex.split(os.environ.get("CC", ""))
    for command in ([named] if named else []) + [["cc"], ["gcc"], ["clang"]]:
        if path := shutil.which(command[0]):
            return (path, *command[1:])
    return zig() if find_spec("ziglang") else None


def zig() -> tuple[str, ...]:
    """Return the command of the package ziglang."""
    return sys.executable, "-m", "ziglang", "cc"


def compile_all(command: Sequence[str], source: str, folder: Path, target: Target) -> dict[str, Path]:
    """Compile a C file for each level of a platform, into this folder; return the libraries by level."""
    file = folder / "lastcard.c"
    file.write_text(source, encoding="utf-8")
    made = {level: folder / f"lastcard-{level}{target.suffix}" for level in target.levels}
    triple = ("-target", target.triple) if target.triple else ()
    commands = [
        [*command, *triple, *FLAGS, *flags, "-o", str(made[level]), str(file)] for level, flags in target.levels.items()
    ]
    with ThreadPoolExecutor() as pool:
        list(pool.map(run, commands))
    return made


def run(command: Sequence[str]) -> None:
    """Run a compiler; raise CompilerError if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CompilerError(f"{command[0]} could not be run: {error}") from error
    if done.returncode != 0:
        said = (done.stderr.strip() or "no message").splitlines()[0]
        raise CompilerError(f"{command[0]} failed: {said}")
