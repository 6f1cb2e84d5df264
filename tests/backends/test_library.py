"""The compiled rules are those of the text and undamaged, or made again; without them everything is interpreted."""

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from lastcard.backends.c import compiler, library
from lastcard.backends.records import Records, stored
from lastcard.core import machine
from lastcard.core.layout import State
from lastcard.env import Tables
from lastcard.errors import LastCardError
from lastcard.sim import engines

LOOP = """
from lastcard.core.layout import State
from lastcard.core.machine import count_bits, lowest_bit, note, random_below

def play(states: list[State]) -> None:
    for i in range(len(states)):
        roll(states[i])

def roll(s: State) -> None:
    for _ in range(50):
        s.hand[0][0] += random_below(s, 1000)
    s.held[0] = count_bits(s.hand[1][1])
    s.held[1] = lowest_bit(s.hand[1][1])
    note(s, 5, 0, 0, 0)
"""


class Text:
    """A loader that has the text of a module."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get_source(self, name: str) -> str:
        return self.text


def loop_of(text: str) -> ModuleType:
    """A module with one entry that uses everything C provides, except `restore`."""
    module = ModuleType("loop")
    module.__loader__ = Text(text)  # type: ignore[assignment]  # all that is asked of it
    exec(compile(text, "loop.py", "exec"), vars(module))
    return module


@pytest.fixture
def loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module to compile, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield loop_of(LOOP)


def load(loop: ModuleType) -> library.Library:
    return library.load([machine, loop], ["play"])


def folder_of(loop: ModuleType) -> Path:
    return library.cache_folder(library.digest([machine, loop], ["play"]))


def make(loop: ModuleType) -> Path:
    """Fill the cache without loading what it holds, and return its folder."""
    command = compiler.find_compiler()
    assert command is not None
    library.build([machine, loop], ["play"], folder_of(loop), command, compiler.this_machine())
    return folder_of(loop)


def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "find_compiler", lambda: None)


def states(number: int) -> list[State]:
    made = [State() for _ in range(number)]
    for i, state in enumerate(made):
        state.rng[:] = [i, 7, 0x9E3779B9, 1]
        state.hand[1][1] = 0b1011 << 50
    return made


# ---------------------------------------------------------------- calling it


def test_interpreted_and_compiled_end_in_equal_records(loop: ModuleType) -> None:
    plain = states(4)
    row = stored(*plain)
    load(loop).call("play", row)
    loop.play(plain)
    assert row.bytes(3) == stored(plain[3]).bytes(0)
    assert row.get(0).held[:2] == [3, 50]


def test_several_threads_run_at_the_same_time(loop: ModuleType) -> None:
    """A call that held the interpreter's lock would stop this thread until it returns."""
    found, rows = load(loop), Records(State, 200_000)
    other = threading.Thread(target=found.call, args=("play", rows))
    other.start()
    looks = 0
    while other.is_alive():
        looks += 1
        time.sleep(0.001)
    assert looks > 3


# ---------------------------------------------------------------- never another text's, never damaged


def test_only_the_first_process_compiles_and_says_so(loop: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    load(loop)
    assert caplog.messages == [library.COMPILING]
    load(loop)
    assert caplog.messages == [library.COMPILING]


def test_an_edited_text_is_compiled_again(loop: ModuleType) -> None:
    load(loop)
    edited = loop_of(LOOP.replace("range(50)", "range(51)"))
    row, plain = stored(*states(1)), states(1)
    load(edited).call("play", row)
    edited.play(plain)
    assert row.bytes(0) == stored(plain[0]).bytes(0)


@pytest.mark.parametrize("what", ["module", "entries", "flags", "translator"])
def test_the_digest_changes_with_what_the_library_depends_on(
    what: str, loop: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = library.digest([machine, loop], ["play"])
    assert before == library.digest([machine, loop], ["play"])
    if what == "module":
        assert library.digest([machine, loop_of(LOOP + "\n")], ["play"]) != before
    elif what == "entries":
        assert library.digest([machine, loop], ["play", "roll"]) != before
    elif what == "flags":
        assert library.digest([machine, loop], ["play"], ["-O3"]) != before
    else:
        (tmp_path / "c").mkdir()
        (tmp_path / "records.py").touch()
        monkeypatch.setattr(library, "HERE", tmp_path / "c")
        assert library.digest([machine, loop], ["play"]) != before


@pytest.mark.parametrize("damage", ["flipped", "cut", "gone", "manifest", "no json", "other text"])
def test_a_damaged_cache_is_made_again(damage: str, loop: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    folder = make(loop)
    for path in folder.glob("lastcard-*"):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        if damage == "flipped":
            path.write_bytes(content)
        elif damage == "cut":
            path.write_bytes(content[:1000])
        elif damage == "gone":
            path.unlink()
    manifest = folder / library.MANIFEST
    if damage == "manifest":
        manifest.unlink()
    elif damage == "no json":
        manifest.write_text("{")
    elif damage == "other text":
        manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"source": "0" * 64}))
    caplog.clear()
    row = stored(*states(1))
    load(loop).call("play", row)
    assert row.get(0).held[:2] == [3, 50]
    assert caplog.messages == [library.COMPILING]


def test_a_library_that_cannot_be_loaded_is_not_used(loop: ModuleType) -> None:
    folder = make(loop)
    manifest = json.loads((folder / library.MANIFEST).read_text())
    for entry in manifest["libraries"].values():
        (folder / entry["file"]).write_bytes(b"of another platform")
        entry["sha256"] = hashlib.sha256(b"of another platform").hexdigest()
    (folder / library.MANIFEST).write_text(json.dumps(manifest))
    assert library.opened(folder, manifest["source"]) is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_cache_that_cannot_be_written_is_read(loop: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    load(loop)
    folder_of(loop).chmod(0o555)
    no_compiler(monkeypatch)
    load(loop)


def test_the_cache_is_only_read_once_it_is_there(loop: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    load(loop)
    no_compiler(monkeypatch)
    monkeypatch.setattr(library, "build", lambda *given: pytest.fail("it was built again"))
    load(loop)


def test_without_a_cache_it_is_compiled_for_once_and_says_what_to_do(
    loop: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    row = stored(*states(1))
    load(loop).call("play", row)
    assert row.get(0).held[:2] == [3, 50]
    [said] = caplog.messages
    assert said.startswith("lastcard: compiling the rules for this start alone") and "XDG_CACHE_HOME" in said
    assert str(tmp_path / "file") in said


def test_without_a_home_it_is_compiled_for_once(loop: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", no_home)
    row = stored(*states(1))
    load(loop).call("play", row)
    assert row.get(0).held[:2] == [3, 50]


def test_machines_that_share_a_home_have_caches_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    here = library.cache_folder("0" * 64)
    monkeypatch.setattr(library, "this_machine", lambda: compiler.Target("linux", "riscv64"))
    assert library.cache_folder("0" * 64) != here


def test_old_versions_are_deleted(tmp_path: Path) -> None:
    old, recent, other = tmp_path / ("0" * 16), tmp_path / ("1" * 16), tmp_path / "notes"
    for folder in (old, recent, other):
        folder.mkdir()
        os.utime(folder, (0, 0) if folder is not recent else None)
    library.forget_old_versions(tmp_path)
    assert not old.exists() and recent.exists() and other.exists()


# ---------------------------------------------------------------- for this machine


def test_a_recent_machine_gets_the_faster_library(loop: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    load(loop)
    opened: list[str] = []

    class Stub:
        recent = True

        def __init__(self, path: Path) -> None:
            opened.append(path.name)

    monkeypatch.setattr(library, "Library", Stub)
    levels = compiler.this_machine().levels
    load(loop)
    assert [any(name.startswith(f"lastcard-{level}-") for name in opened) for level in levels] == [True] * len(levels)
    monkeypatch.setattr(Stub, "recent", False)
    opened.clear()
    load(loop)
    assert len(opened) == 1 and opened[0].startswith("lastcard-baseline-")


def test_both_libraries_play_the_same(loop: ModuleType) -> None:
    load(loop)
    folder = folder_of(loop)
    rows = []
    for entry in json.loads((folder / library.MANIFEST).read_text())["libraries"].values():
        found = library.Library(folder / entry["file"])
        if entry["file"].startswith("lastcard-baseline") or found.recent:
            rows.append(stored(*states(2)))
            found.call("play", rows[-1])
    assert len({row.bytes(1) for row in rows}) == 1


# ---------------------------------------------------------------- the compiler


def test_the_compiler_that_is_asked_for_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "mine"
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    monkeypatch.setenv("CC", f"{own} -pipe")
    assert compiler.find_compiler() == (str(own), "-pipe")


def test_zig_compiles_where_the_machine_has_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compiler, "find_spec", lambda name: name == "ziglang" or None)
    assert compiler.find_compiler() == (sys.executable, "-m", "ziglang", "cc")
    monkeypatch.setattr(compiler, "find_spec", lambda name: None)
    assert compiler.find_compiler() is None


@pytest.mark.parametrize("command", [("/opt/zig/zig", "cc"), compiler.zig()])
def test_zig_does_not_compile_for_this_machine_alone(command: tuple[str, ...], tmp_path: Path) -> None:
    said = tmp_path / "said"
    touch = 'for out; do case $last in -o) : > "$out";; esac; last=$out; done'
    fake = compiler_of(f'echo "$@" >> {said}; {touch}', tmp_path)
    compiler.compile_all((fake, *command), "", tmp_path, compiler.this_machine())
    assert all("-mcpu=" in line for line in said.read_text().splitlines())


def test_a_compiler_that_fails_says_why(loop: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'no space left' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    with pytest.raises(LastCardError, match="failed: no space left"):
        load(loop)


def compiler_of(script: str, folder: Path) -> str:
    """Return a compiler that is this shell script."""
    path = folder / "cc"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 0", "wrote no library"),
        ("printf '\\377\\376 warning' >&2; exit 1", "failed: .* warning"),
        ("cat > /dev/null; exit 1", "failed: no message"),  # it waits for what is typed
        ("sleep 60", "timed out"),
        ('for out; do case $last in -o) echo x > "$out";; esac; last=$out; done', "cannot be loaded"),
        ('exec gcc -x c /dev/null "$@" -Dlastcard_recent=other', "cannot be loaded"),
    ],
    ids=["nothing", "odd bytes", "reads", "hangs", "no library", "another library"],
)
def test_a_bad_compiler_is_an_error_of_ours(
    script: str, message: str, loop: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", compiler_of(script, tmp_path))
    monkeypatch.setattr(compiler, "PATIENCE", 2)
    with pytest.raises(LastCardError, match=message):
        load(loop)


def test_a_compiler_may_warn(loop: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = compiler.find_compiler()
    assert found is not None
    monkeypatch.setenv("CC", compiler_of(f'echo "careful" >&2; echo "hm"; exec {found[0]} "$@"', tmp_path))
    load(loop)


@pytest.mark.parametrize("words", ['"', "no-such-compiler", " ", "/"])
def test_a_compiler_that_is_none_is_passed_over(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    usual = compiler.find_compiler()
    monkeypatch.setenv("CC", words)
    assert compiler.find_compiler() == usual


def test_a_relative_cache_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    assert library.caches() == Path.home() / ".cache" / "lastcard"


@pytest.mark.parametrize("manifest", ["[" * 100_000, "[]", "5", '{"source": 1}', "\0"], ids=range(5))
def test_an_odd_manifest_is_not_used(manifest: str, loop: ModuleType) -> None:
    folder = make(loop)
    (folder / library.MANIFEST).write_text(manifest)
    assert library.opened(folder, library.digest([machine, loop], ["play"])) is None


def test_processes_that_compile_at_once_all_succeed(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from lastcard.backends.c import library; library.BUILT = Path('nowhere')\n"
        "from lastcard.cli import main; raise SystemExit(main(['sim', '--games', '5', '--backend', 'c', '--json']))"
    )
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    games = [json.loads(each.communicate(timeout=300)[0])["games"] for each in both]
    assert games == [5, 5]
    assert not list(tmp_path.rglob("tmp*"))


def test_nothing_is_said_on_standard_output_if_standard_error_is_closed(
    nothing_compiled: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert engines.choose_backend("auto") == "python"
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- without it


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(library, "BUILT", tmp_path / "built")
    no_compiler(monkeypatch)
    engines._found.cache_clear()
    engines._say_interpreted.cache_clear()
    yield
    engines._found.cache_clear()
    engines._say_interpreted.cache_clear()


def test_without_compiled_rules_it_is_said_once(nothing_compiled: None, caplog: pytest.LogCaptureFixture) -> None:
    assert [engines.choose_backend("auto") for _ in range(3)] == ["python"] * 3
    assert caplog.messages == [
        "lastcard: running interpreted, which is slow: there are no compiled rules of this version, and there is no C "
        "compiler"
    ]


def test_a_compilation_that_failed_is_not_tried_again(nothing_compiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(engines, "load", lambda *given: tried.append(given) or library.load(*given))
    for _ in range(3):
        Tables("official", seats=2)
        engines.choose_backend("auto")
    assert len(tried) == 2  # the rules, and the environments


def test_without_compiled_rules_the_backend_c_is_refused(nothing_compiled: None) -> None:
    with pytest.raises(LastCardError, match="the backend c is not available: there are no compiled rules"):
        engines.choose_backend("c")


def test_the_interpreter_needs_nothing_compiled(nothing_compiled: None, caplog: pytest.LogCaptureFixture) -> None:
    assert engines.choose_backend("python") == "python"
    assert caplog.messages == []


def test_commands_work_where_nothing_is_compiled(tmp_path: Path) -> None:
    """With an empty cache, no compiler in the path and a stale library."""
    code = (
        "import sys; from pathlib import Path; from lastcard.backends.c import compiler, library\n"
        "library.BUILT = Path('nowhere'); compiler.find_spec = lambda name: None\n"
        "from lastcard.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    environment = {"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    for command in (["sim", "--games", "5"], ["arena", "--bots", "careful,search?playouts=4", "--games", "2"]):
        done = subprocess.run([sys.executable, "-c", code, *command], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stderr.count("running interpreted") >= 1
