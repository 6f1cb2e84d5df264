"""Compile the core with numba.

`load` binds a stack of modules and returns its entry functions.  An entry is a whole loop over rows of records, since
a call costs microseconds, too much for single moves.  Only entries can be called from Python, and only they are cached
on disk; all other functions are compiled into them.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import llvmlite.ir
import numba
import numba.extending
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from .bind import bind

OPTIONS = {"error_model": "numpy", "nogil": True}
NAME_LENGTH = 16  # of a cache folder
MONTH = 30 * 24 * 3600.0  # seconds
COLD_START = "lastcard: compiling the rules, once for this version (about half a minute)"


def _count_bits(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.int64), generate


def _lowest_bit(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = llvmlite.ir.Constant(llvmlite.ir.IntType(1), 1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return numba.types.int64(numba.types.int64), generate


count_bits = numba.extending.intrinsic(_count_bits)
lowest_bit = numba.extending.intrinsic(_lowest_bit)


def load(modules: Iterable[ModuleType], entries: Iterable[str], **replaced: Any) -> SimpleNamespace:
    """Return the named functions of a stack of modules, compiled; `lastcard.core.machine` must be one of the modules.

    They are compiled when first called, or read from the cache of an earlier process.  Functions that numba cannot
    compile as they are must be `replaced` by plain ones that it can.
    """
    modules, entries = tuple(modules), tuple(entries)
    folder = cache_folder(modules, entries, **replaced)

    def jit(function: FunctionType) -> Any:
        return _entry(function, folder) if function.__name__ in entries else _inner(function)

    compiled = {name: _inner(function) for name, function in replaced.items()}
    bound = bind(modules, jit, count_bits=count_bits, lowest_bit=lowest_bit, **compiled)
    return SimpleNamespace(**{name: _announced(getattr(bound, name)) for name in entries})


class _LinkedCode(JITCodeLibrary):  # type: ignore[misc]  # numba is not annotated there
    """Code that is only linked into an entry: optimised, but never turned into machine code by itself.

    numba would emit each function again with everything it calls, which takes a quarter of the compile time.
    """

    @property
    def codegen(self) -> Any:
        """Satisfy callers that want to prepare the function for Python; there is nothing to prepare."""
        return SimpleNamespace(set_env=lambda name, environment: None)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _InnerCompiler(Compiler):  # type: ignore[misc]  # as above
    """Compile functions that only compiled code calls."""

    def compile_extra(self, function: FunctionType) -> Any:
        self.state.library = _LinkedCode(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


INNER = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _InnerCompiler}


def _inner(function: FunctionType) -> Any:
    """Compile a function that only compiled code calls, in one version for all widths of integers.

    By default numba compiles another version for every mixture of narrow fields and wide values in a call.  Those
    versions run no faster, and they make compiling half as long again.
    """
    inner = numba.njit(**INNER)(function)
    resolve = inner.get_call_template

    def resolve_widened(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return resolve(tuple(map(_widened, arguments)), {name: _widened(kind) for name, kind in keywords.items()})

    inner.get_call_template = resolve_widened
    return inner


def _widened(kind: Any) -> Any:
    if isinstance(kind, numba.types.Integer | numba.types.IntEnumMember):
        return numba.types.int64
    return numba.types.boolean if isinstance(kind, numba.types.BooleanLiteral) else kind


def _entry(function: FunctionType, folder: Path) -> Any:
    """Declare an entry, to be compiled when first called and cached in this folder if it is writable."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)  # read when a function is declared; restored for other code
    try:
        return numba.njit(cache=_writable(folder), **OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = before


def _writable(folder: Path) -> bool:
    try:
        if not folder.exists():
            _forget_old_versions(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _forget_old_versions(caches: Path) -> None:
    """Delete the caches of versions that have not been used for a month."""
    for folder in caches.glob("[0-9a-f]" * NAME_LENGTH):
        if time.time() - folder.stat().st_mtime > MONTH:
            shutil.rmtree(folder, ignore_errors=True)


def _announced(entry: Any) -> Callable[..., Any]:
    """Wrap an entry so that it prints a message before a call that has to compile it."""

    @wraps(entry.py_func)
    def call(*arguments: Any) -> Any:
        if not entry.signatures and not _is_cached(entry):
            print(COLD_START, file=sys.stderr, flush=True)
        return entry(*arguments)

    return call


def _is_cached(entry: Any) -> bool:
    path = entry.stats.cache_path
    return path is not None and any(Path(path).glob(f"*{entry.py_func.__name__}-*.nbi"))


def cache_folder(modules: Iterable[ModuleType], entries: Iterable[str], **replaced: FunctionType) -> Path:
    """Return the folder in which these entries of these modules are cached.

    numba checks only the entry's own file, and does not notice a change in a function called from another file.  So
    the folder's name is a digest of everything the compiled code depends on.
    """
    modules = tuple(modules)
    bound = [module.__name__ for module in modules]
    others = [f"{name}={function.__module__}.{function.__qualname__}" for name, function in replaced.items()]
    files = {module.__file__ for module in modules} | {function.__code__.co_filename for function in replaced.values()}
    digest = hashlib.sha256(repr((sys.version, numba.__version__, bound, tuple(entries), others)).encode())
    for source in _sources(Path(file) for file in files if file):
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches, "lastcard", digest.hexdigest()[:NAME_LENGTH])


def _sources(files: Iterable[Path]) -> list[Path]:
    """Return these files, and those of our packages whose constants and functions they may use."""
    package = Path(__file__).resolve().parents[1]
    ours = {path for name in ("core", "sim", "backends") for path in (package / name).rglob("*.py")}
    return sorted(ours.union(file.resolve() for file in files))
