"""The compiled rules for browsers: a WebAssembly module, and a manifest that says what a page must know to call it.

The manifest has the digest of the text that the module was made from, the digest of the module, and how the records
lie in memory.  A module of another text is never used, so no page plays by other rules than its server.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from ..records import layout_of
from .compiler import compile_wasm, zig
from .library import digest

FOLDER = Path(__file__).parent / "browser"  # in the package
MANIFEST = "rules.json"


def build_wasm(
    modules: Sequence[ModuleType], entries: Sequence[str], folder: Path, records: Iterable[type],
    constants: Mapping[str, Any],
) -> None:  # fmt: skip
    """Compile the rules into a folder that has nothing else; the manifest comes last, so that it is whole or unused."""
    from .source import source

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder) as workshop:
        module = compile_wasm(zig(), source(modules, entries), Path(workshop))
        sha256 = hashlib.sha256(module.read_bytes()).hexdigest()
        name = f"rules-{sha256[:8]}.wasm"
        os.replace(module, folder / name)
        manifest = Path(workshop, MANIFEST)
        told = _told(modules, entries, records, constants)
        manifest.write_text(json.dumps({**told, "file": name, "sha256": sha256}), encoding="utf-8")
        os.replace(manifest, folder / MANIFEST)


def is_current(
    modules: Sequence[ModuleType], entries: Sequence[str], folder: Path, records: Iterable[type],
    constants: Mapping[str, Any],
) -> bool:  # fmt: skip
    """Return whether a folder has a module of this text, undamaged, and a manifest that tells the same of it."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        module = (folder / manifest["file"]).read_bytes()
        told = _told(modules, entries, records, constants)
        same = all(manifest[name] == value for name, value in told.items())
        return same and hashlib.sha256(module).hexdigest() == str(manifest["sha256"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # whatever a file may hold
        return False


def _told(
    modules: Sequence[ModuleType], entries: Sequence[str], records: Iterable[type], constants: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a manifest says besides the module."""
    layouts = {record.__name__: _layout(record) for record in records}
    return {"source": digest(modules, entries), "records": layouts, "constants": dict(constants)}


def _layout(record: type) -> dict[str, Any]:
    """Return how a record lies in memory: of each field its storage type, its place and its shape."""
    layout = layout_of(record)
    places = {name: [storage, layout.place(name)[1], *shape] for name, storage, shape in layout.fields}
    return {"size": layout.size, "fields": places}
