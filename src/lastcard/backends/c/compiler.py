"""Find a C compiler, and compile a C file: to libraries of a platform, for any machine and for recent ones, or to
WebAssembly for browsers."""

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
# The little that can be vectorised would run slower.  Contracted operations would round once where Python rounds twice.
FLAGS = ("-std=c11", "-O2", "-fno-tree-vectorize", "-shared", "-fvisibility=hidden", "-ffp-contract=off", "-g0")
# A module without imports: browsers give it nothing, and it can reach nothing.
WASM_FLAGS = ("-target", "wasm32-freestanding", "-nostdlib", "-Wl,--no-entry", "-rdynamic")
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
    def levels(self) -> tuple[str, ...]:
        """The libraries to make; the first runs on every machine."""
        return (BASELINE, RECENT) if self.machine == "x86_64" else (BASELINE,)

    def flags(self, level: str, *, by_zig: bool) -> list[str]:
        """Return the flags for one of the libraries.  Left alone, zig compiles for the very machine it runs on."""
        own = ["-target", self.triple] if self.triple else []
        own += [] if self.system == "win32" else ["-fPIC"]
        if by_zig:
            own += ["-nostdlib", "-DALONE"] if self.system == "win32" else []
            return [*own, "-mcpu=x86_64_v3" if level == RECENT else "-mcpu=baseline"]
        return [*own, "-march=x86-64-v3"] if level == RECENT else own


def this_machine() -> Target:
    """Return the platform this program runs on."""
    machine = platform.machine().lower()
    return Target(sys.platform, {"amd64": "x86_64", "aarch64": "arm64"}.get(machine, machine))


def find_compiler() -> tuple[str, ...] | None:
    """Return the command of a compiler: $CC, one of the machine, else the package ziglang; None if there is none."""
    try:
        named = shlex.split(os.environ.get("CC", ""))
    except ValueError:  # a quotation without an end
        named = []
    for command in ([named] if named else []) + [["cc"], ["gcc"], ["clang"]]:
        if path := shutil.which(command[0]):
            return (path, *command[1:])
    return zig() if has_zig() else None


def zig() -> tuple[str, ...]:
    """Return the command of the package ziglang."""
    return sys.executable, "-m", "ziglang", "cc"


def has_zig() -> bool:
    """Return whether the package ziglang is installed."""
    return find_spec("ziglang") is not None


def is_zig(command: Sequence[str]) -> bool:
    """Return whether a command runs zig, as a program or as a package."""
    return any(Path(word).stem in ("zig", "ziglang") for word in command)


def compile_all(
    command: Sequence[str], source: str, folder: Path, target: Target, more: Sequence[str] = ()
) -> dict[str, Path]:
    """Compile a C file for each level of a platform, into this folder; return the libraries by level.

    An old compiler may not know what recent machines are: then there is no library for these.
    """
    file = folder / "lastcard.c"
    file.write_text(source, encoding="utf-8")

    def made(level: str) -> Path | None:
        library = folder / f"lastcard-{level}{target.suffix}"
        flags = target.flags(level, by_zig=is_zig(command))
        try:
            run([*command, *FLAGS, *more, *flags, "-o", str(library), str(file)])
            if not library.is_file():
                raise CompilerError(f"{command[0]} wrote no library")
        except CompilerError:
            if level == BASELINE:
                raise
            return None
        return library

    with ThreadPoolExecutor() as pool:
        libraries = zip(target.levels, pool.map(made, target.levels), strict=True)
        return {level: library for level, library in libraries if library is not None}


def compile_wasm(command: Sequence[str], source: str, folder: Path) -> Path:
    """Compile a C file to WebAssembly by zig, into this folder; return the module."""
    file, module = folder / "lastcard.c", folder / "lastcard.wasm"
    file.write_text(source, encoding="utf-8")
    flags = [flag for flag in FLAGS if flag != "-shared"]
    run([*command, *flags, *WASM_FLAGS, "-o", str(module), str(file)])
    return module


def run(command: Sequence[str]) -> None:
    """Run a compiler; raise CompilerError if it fails."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CompilerError(f"{command[0]} could not be run: {error}") from error
    if done.returncode != 0:
        said = (done.stderr.strip() or "no message").splitlines()[0]
        raise CompilerError(f"{command[0]} failed: {said}")
