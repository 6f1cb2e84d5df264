"""Load the compiled rules, once it is certain that they are of this text and undamaged; compile them if there are none.

A folder of libraries has a manifest: the digest of the text they were made from, and of each library.  There is one in
the package, made when it was built.  In a checkout whose text was edited since, that one is stale, and another is made
in the cache.
"""

import ctypes
import hashlib
import json
import logging
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from ...errors import LastCardError
from .compiler import BASELINE, RECENT, CompilerError, Target, compile_all, find_compiler, this_machine

HERE = Path(__file__).parent
BUILT = HERE / "built"  # in the package
FURTHER = "env"  # the folder in it with the rules compiled for environments
MANIFEST = "libraries.json"
NAME_LENGTH = 16  # of a cache folder
MONTH = 30 * 24 * 3600.0  # seconds
COMPILING = "lastcard: compiling the rules, once for this version (some seconds)"
NOT_KEPT = (
    "lastcard: compiling the rules for this start alone (some seconds): they cannot be kept in {} ({}); "
    "set XDG_CACHE_HOME to a folder that can be written"
)


class Given(Protocol):
    """What compiled code can be given: records or numbers in a row (`backends.records`)."""

    length: int
    width: int

    @property
    def address(self) -> int:
        """Where they lie."""


class _List(ctypes.Structure):
    _fields_ = (("at", ctypes.c_void_p), ("n", ctypes.c_int64), ("width", ctypes.c_int64))


class Library:
    """Compiled rules.  Calls release the interpreter's lock, so that several threads can run at the same time."""

    def __init__(self, path: Path) -> None:
        self._dll: Any = ctypes.CDLL(str(path))

    @property
    def recent(self) -> bool:
        """Whether this machine can run what is compiled for recent ones."""
        return bool(self._dll.lastcard_recent())

    def call(self, entry: str, *lists: Given) -> None:
        """Call an entry with one list for each of its parameters."""
        self.prepared(entry, *lists)()

    def prepared(self, entry: str, *lists: Given) -> Callable[[], None]:
        """Return a function that calls an entry with these lists each time, which is quicker; the lists must stay."""
        given = (_List * len(lists))(*(_List(each.address, each.length, each.width) for each in lists))
        function = self._dll[f"lastcard_{entry}"]
        function.restype = None
        return partial(function, given)


def tell(line: str) -> None:
    """Note something in the program's log; without one, that is a line on standard error."""
    logging.getLogger("lastcard").warning(line)


def digest(modules: Iterable[ModuleType], entries: Iterable[str], flags: Sequence[str] = ()) -> str:
    """Return the digest of everything the libraries depend on: the modules, the entries, flags and the translator."""
    found = hashlib.sha256(repr((sorted(entries), *flags, sys.byteorder)).encode())
    for module in modules:
        found.update(hashlib.sha256(text_of(module).encode()).digest())
    for path in sorted([*HERE.glob("*.py"), *HERE.glob("*.h"), HERE.parent / "records.py"]):
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def text_of(module: ModuleType) -> str:
    """Return the text of a module, as its loader gives it."""
    source: str | None = module.__loader__.get_source(module.__name__)  # type: ignore[union-attr]  # ours have one
    if source is None:
        raise LastCardError(f"the text of {module.__name__} cannot be read")
    return source


def load(modules: Sequence[ModuleType], entries: Sequence[str], flags: Sequence[str] = ()) -> Library:
    """Return the compiled rules; raise LastCardError, which says why, if there are none and they cannot be compiled.

    `flags` are for the compiler, besides those that it always gets.
    """
    with _LOADING:
        try:
            wanted = digest(modules, entries, flags)
            for folder in (BUILT, BUILT / FURTHER, cache_folder(wanted)):
                if (library := opened(folder, wanted)) is not None:
                    return library
            return _compiled(modules, entries, flags, wanted)
        except OSError as error:  # the text is in an archive, or there is no room for temporary files
            raise CompilerError(f"there are no compiled rules, and none can be made: {error}") from error


_LOADING = threading.Lock()


def cache_folder(wanted: str) -> Path:
    """Return where libraries that were not built with the package are kept, by the digest of their text."""
    here = this_machine()  # machines of several kinds may share a home
    return caches() / wanted[:NAME_LENGTH] / f"{here.system}-{here.machine}"


def caches() -> Path:
    """Return where all versions are kept."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        return (named if named.is_absolute() else Path.home() / ".cache") / "lastcard"
    except RuntimeError:  # there is no home
        return Path(os.devnull, "lastcard")  # where nothing can be read or written


def opened(folder: Path, wanted: str) -> Library | None:
    """Return the best library of a folder for this machine, or None if there is none of this text, undamaged."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if manifest["source"] != wanted:
            return None
        library = _checked(folder, manifest["libraries"][BASELINE])
        if RECENT in manifest["libraries"] and library.recent:
            library = _checked(folder, manifest["libraries"][RECENT])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):  # whatever a file may hold
        return None
    return library


def _checked(folder: Path, entry: dict[str, str]) -> Library:
    path = folder / entry["file"]
    if hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
        raise ValueError(f"{path} is damaged")
    return Library(path)


def build(
    modules: Sequence[ModuleType], entries: Sequence[str], folder: Path, command: Sequence[str], target: Target,
    flags: Sequence[str] = (),
) -> None:  # fmt: skip
    """Translate and compile the rules into a folder; the manifest comes last, so that the folder is whole or unused."""
    from .source import source

    folder.mkdir(parents=True, exist_ok=True)
    libraries = {}
    with tempfile.TemporaryDirectory(dir=folder) as workshop:
        text = source(modules, entries)
        for level, made in compile_all(command, text, Path(workshop), target, flags).items():
            sha256 = hashlib.sha256(made.read_bytes()).hexdigest()
            name = f"{made.stem}-{sha256[:8]}{made.suffix}"
            os.replace(made, folder / name)
            libraries[level] = {"file": name, "sha256": sha256}
        manifest = Path(workshop, MANIFEST)
        manifest.write_text(json.dumps({"source": digest(modules, entries, flags), "libraries": libraries}, indent=1))
        os.replace(manifest, folder / MANIFEST)


def _compiled(
    modules: Sequence[ModuleType], entries: Sequence[str], flags: Sequence[str], wanted: str
) -> Library:  # fmt: skip
    """Compile the rules into the cache and load them; where the cache cannot be written, for this process alone."""
    command = find_compiler()
    if command is None:
        raise CompilerError("there are no compiled rules of this version, and there is no C compiler")
    folder = cache_folder(wanted)
    try:
        check_writable(folder)
        tell(COMPILING)
        forget_old_versions(caches())
        build(modules, entries, folder, command, this_machine(), flags)
        if (library := opened(folder, wanted)) is not None:
            return library
        why = "what is written there is lost"
    except OSError as error:
        why = error.strerror or str(error)
    tell(NOT_KEPT.format(caches(), why))
    return _compiled_for_once(modules, entries, flags, wanted, command)


def check_writable(folder: Path) -> None:
    """Create a folder if there is none; raise `OSError` if nothing can be written into it."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder):
        pass


def _compiled_for_once(
    modules: Sequence[ModuleType], entries: Sequence[str], flags: Sequence[str], wanted: str, command: Sequence[str]
) -> Library:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a library that is in use may stay
        build(modules, entries, Path(folder), command, this_machine(), flags)
        library = opened(Path(folder), wanted)
    if library is None:
        raise CompilerError("the rules were compiled, but the library cannot be loaded")
    return library


def forget_old_versions(caches: Path) -> None:
    """Delete the caches of versions that were compiled more than a month ago."""
    for folder in caches.glob("[0-9a-f]" * NAME_LENGTH):
        if time.time() - folder.stat().st_mtime > MONTH:
            shutil.rmtree(folder, ignore_errors=True)
