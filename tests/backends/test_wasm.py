"""The rules for browsers are used only if they are of this text and undamaged."""

import json
from pathlib import Path

import pytest

from lastcard.backends.c import wasm as backend
from lastcard.backends.records import layout_of
from lastcard.core.layout import State
from lastcard.sim import wasm
from lastcard.sim.plan import Job


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the rules, as a compiler that writes a few bytes makes them."""

    def compiled(command: object, source: str, workshop: Path) -> Path:
        module = workshop / "lastcard.wasm"
        module.write_bytes(b"\0asm" + str(len(source)).encode())
        return module

    monkeypatch.setattr(backend, "compile_wasm", compiled)
    wasm.build_wasm(tmp_path / "browser")
    return tmp_path / "browser"


def test_what_was_just_compiled_is_current(folder: Path) -> None:
    assert wasm.is_current(folder)
    assert len(list(folder.iterdir())) == 2


def test_a_damaged_module_is_not_used(folder: Path) -> None:
    (module,) = folder.glob("*.wasm")
    module.write_bytes(module.read_bytes() + b"!")
    assert not wasm.is_current(folder)


@pytest.mark.parametrize("part", ["source", "records", "constants", "file", "sha256"])
def test_a_manifest_that_says_something_else_is_not_used(folder: Path, part: str) -> None:
    manifest = json.loads((folder / backend.MANIFEST).read_text())
    (folder / backend.MANIFEST).write_text(json.dumps(manifest | {part: "else"}))
    assert not wasm.is_current(folder)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null"])
def test_a_damaged_manifest_is_not_used(folder: Path, text: str) -> None:
    (folder / backend.MANIFEST).write_text(text)
    assert not wasm.is_current(folder)


def test_an_empty_folder_has_no_rules(tmp_path: Path) -> None:
    assert not wasm.is_current(tmp_path)


def test_the_manifest_says_where_fields_lie(folder: Path) -> None:
    records = json.loads((folder / backend.MANIFEST).read_text())["records"]
    assert records["Job"]["fields"]["count"] == ["i8", layout_of(Job).place("count")[1]]
    assert records["State"]["size"] == layout_of(State).size
    assert records["State"]["fields"]["hand"] == ["i8", 0, 10, 2]
