"""Compile the text of a setting for the GPU of this machine, keep what was compiled, and run it (through CuPy)."""

import hashlib
import os
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from ..._util.called import install
from ...errors import LastCardError
from ..c.library import caches, digest, forget_old_versions
from ..records import layout_of, stored
from .source import BLOCK, COLUMN_ROOM, CUDA, ENTRIES, HERE, Setting, source

OPTIONS = ("--std=c++17",)
NAME_LENGTH = 16  # of a cache folder
DIGEST = 32  # bytes, before what was compiled
CACHED = 280 * 1024  # bytes of states on one processor; with more, lanes push each other's states out of its cache
MOST_BLOCKS = 8  # on one processor
STRETCHES = 4096  # tasks for each column of the totals


class GpuError(LastCardError):
    """There is no GPU that can be used."""


class Device:
    """Plays rounds of one setting on the first GPU, and adds them up there."""

    def __init__(self, setting: Setting) -> None:
        self._cupy = cupy = cupy_with_gpu()
        self._setting = setting
        self._kernels = cupy.cuda.Module()
        self._kernels.load(kept(setting, cupy))
        self._totals = cupy.zeros(layout_of(setting.totals).size, cupy.uint8)
        self._next = cupy.zeros(1, cupy.uint32)
        self._room = 0
        blocks = max(1, min(MOST_BLOCKS, round(CACHED / (setting.layout.size * BLOCK))))
        self._lanes = cupy.cuda.Device().attributes["MultiProcessorCount"] * blocks * BLOCK

    def play(self, seed: int, first: int, count: int) -> int:
        """Play rounds and add them to the totals; return how many rounds these count by now."""
        if count > self._room:
            self._make_room(count)
        self._run("shuffle_packs", count, self._packs, seed, first, count)
        self._next.data.memset(0, self._next.nbytes)
        self._run("play_rounds", self._lanes, self._packs, first, count, self._next, self._outcomes)
        self._run("add_up", COLUMN_ROOM * STRETCHES, self._outcomes, count, STRETCHES, self._totals)
        return int.from_bytes(self._totals[:8].get().tobytes(), "little", signed=True)

    def _make_room(self, count: int) -> None:
        """Take memory for this many rounds at a time."""
        cupy = self._cupy
        try:
            self._packs = cupy.empty(count * self._setting.pack_size, cupy.uint8)
            self._outcomes = cupy.empty(count * self._setting.outcome_size, cupy.uint8)
        except cupy.cuda.memory.OutOfMemoryError as error:
            raise GpuError(f"the GPU has too little free memory for {count:,} rounds at a time: {error}") from error
        self._room = count

    def _run(self, kernel: str, lanes: int, *given: Any) -> None:
        """Start a kernel; numbers are passed with 64 bits."""
        arguments = tuple(self._cupy.int64(each) if isinstance(each, int) else each for each in given)
        self._kernels.get_function(kernel)((-(-lanes // BLOCK),), (BLOCK,), arguments)

    def outcomes(self, count: int) -> bytes:
        """Return the outcomes of the rounds played last."""
        return bytes(self._outcomes[: count * self._setting.outcome_size].get())

    def totals(self) -> bytes:
        """Return the totals, as stored."""
        return bytes(self._totals.get())


def cupy_with_gpu() -> Any:
    """Return CuPy, if there is also a GPU; raise GpuError, which says what is missing, if not."""
    cupy = import_cupy()
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise GpuError(f"the backend gpu finds no NVIDIA GPU that it can use: {error}") from error
    if found == 0:
        raise GpuError("the backend gpu finds no NVIDIA GPU")
    return cupy


def import_cupy() -> Any:
    """Return CuPy; raise GpuError if it is not installed."""
    try:
        return import_module("cupy")
    except ImportError as error:
        raise GpuError(f"the backend gpu needs CuPy ({install('gpu')}): {error}") from error


def kept(setting: Setting, cupy: Any) -> bytes:
    """Return the kernels of a setting, from the cache if they are there, undamaged."""
    nvrtc, target = cupy.cuda.nvrtc, f"sm_{cupy.cuda.Device().compute_capability}"
    file = caches() / _key(setting, (target, nvrtc.getVersion()))[:NAME_LENGTH] / "kernels.cubin"
    try:
        known = file.read_bytes()
        if hashlib.sha256(known[DIGEST:]).digest() == known[:DIGEST]:
            return known[DIGEST:]
    except OSError:
        pass
    made = compiled(source(setting, CUDA), target, nvrtc)
    with suppress(OSError):  # a cache that cannot be written only costs time
        _keep(file, hashlib.sha256(made).digest() + made)
    return made


def _key(setting: Setting, machine: object) -> str:
    """Return the digest of all that the kernels depend on."""
    found = hashlib.sha256(repr((digest(setting.modules, ENTRIES), setting.seats, machine)).encode())
    found.update(stored(setting.rules).bytes(0))
    found.update(stored(setting.plan).bytes(0))
    for path in sorted([*HERE.glob("*.py"), *HERE.glob("*.h")]):
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _keep(file: Path, content: bytes) -> None:
    """Write a file of the cache, whole or not at all."""
    forget_old_versions(caches())
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as made:
        made.write(content)
    os.replace(made.name, file)


def compiled(text: str, target: str, nvrtc: Any) -> bytes:
    """Compile a text for a kind of GPU, such as sm_90; raise GpuError if it does not compile."""
    program = nvrtc.createProgram(text, "lastcard.cu", (), ())
    try:
        nvrtc.compileProgram(program, (f"--gpu-architecture={target}", *OPTIONS))
        made: bytes = nvrtc.getCUBIN(program)
    except nvrtc.NVRTCError as error:
        said = (nvrtc.getProgramLog(program).strip() or str(error)).splitlines()[0]
        raise GpuError(f"the kernels could not be compiled for {target}: {said}") from error
    finally:
        nvrtc.destroyProgram(program)
    return made
