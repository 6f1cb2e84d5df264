"""What people do first, with what is built alone: play, serve, embed, simulate, train, verify."""

import json
import os
import re
import subprocess
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from browsers import chromium
from fresh import ROOT, Built, Home, interpreters
from lastcard import __version__
from online import ServerProcess
from page_person import Person

SIZES = """
from importlib.metadata import distributions
for one in distributions():
    print(one.metadata["Name"], sum(file.size or 0 for file in one.files or []))
"""
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST = 40_000_000  # bytes of a base install
OF_A_WHEEL = 15_000_000


def test_these_versions_of_python_were_found(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print("\nPython", ", ".join(interpreters()))
    assert interpreters()


def test_sizes(home: Home, built: Built, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {name: int(size) for name, size in map(str.split, home.run("-c", SIZES).splitlines())}
    with capsys.disabled():
        print(f"\n{built.wheel.name}: {built.wheel.stat().st_size / 1e6:.1f} MB")
        for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
            print(f"  {name:<20}{size / 1e6:6.1f} MB")
        print(f"  {'together':<20}{sum(sizes.values()) / 1e6:6.1f} MB")
    assert sum(sizes.values()) < MOST and built.wheel.stat().st_size < OF_A_WHEEL


def test_the_archive_has_the_sources_of_the_page_and_the_page(built: Built) -> None:
    with tarfile.open(built.archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {"web/package-lock.json", "web/src/main.ts", "src/lastcard/online/server/page/index.html"} <= names
    assert not any("node_modules" in name or name.startswith("src/lastcard/backends/c/built") for name in names)


def test_the_wheel_has_the_page_and_the_compiled_rules(built: Built) -> None:
    with ZipFile(built.wheel) as file:
        names = file.namelist()
    assert "lastcard/online/server/page/index.html" in names
    assert len([name for name in names if "/built/lastcard-" in name]) == 2


def test_it_is_the_version_that_was_built(home: Home) -> None:
    assert home.run("lastcard", "--version") == f"lastcard {__version__}\n"
    assert home.run("-c", "import lastcard; print(lastcard.__file__)").startswith(str(home.python.parents[1]))


def test_a_match_is_played_in_the_terminal_replayed_and_verified(home: Home) -> None:
    assert "wins the match" in play_a_match(home)
    (record,) = home.folder.glob("data/lastcard/matches/*.toml")
    assert "wins the match" in home.run("lastcard", "replay", record)
    assert json.loads(home.run("lastcard", "verify", "--json", record))["ok"] is True


def play_a_match(home: Home) -> str:
    """Play at the prompt, always the first of what can be typed; return what was shown."""
    command = [
        home.python.parent / "lastcard",
        "play",
        "--plain",
        "--seed",
        "1",
        "--rules",
        "one+hand=3",
        "--seats",
        "2",
    ]
    with subprocess.Popen(
        command, cwd=home.folder, env=home.variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as game:
        assert game.stdin is not None and game.stdout is not None
        shown = ""
        while read := os.read(game.stdout.fileno(), 65536):
            shown += read.decode()
            if shown.endswith(">\n"):
                last = shown.splitlines()[-2:]
                known = last[0].startswith("You could type: ")
                typed = last[0].removeprefix("You could type: ").partition(",")[0].rstrip(".") if known else "legal"
                game.stdin.write(f"{typed if last[1].startswith('Your turn') else ''}\n".encode())
    return shown


def test_the_page_is_served_and_played(home: Home, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "tables.db", python=home.python, env=home.variables)
    with server, chromium() as browser:
        ann = Person(browser, server.url, "Ann")
        ann.page.goto(server.url)
        ann.button("Play now").click()
        expect(ann.cards.get_by_role("button").first).to_be_visible()
        ann.close()


def test_what_the_guide_to_embedding_shows(home: Home) -> None:
    session = home.folder / "session.txt"
    examples = PYTHON.findall((ROOT / "docs" / "embedding.md").read_text(encoding="utf-8"))
    session.write_text("\n\n".join(examples), encoding="utf-8")
    home.run("-m", "doctest", "-o", "ELLIPSIS", session)


def test_rounds_are_simulated_by_the_compiled_rules(home: Home) -> None:
    summary = json.loads(home.run("lastcard", "sim", "--games", "20000", "--json"))
    assert (summary["backend"], summary["games"]) == ("c", 20_000)


def test_a_net_is_trained(learner: Home) -> None:
    example = learner.folder / "train.py"
    example.write_text((ROOT / "examples" / "train_numpy.py").read_text(encoding="utf-8"), encoding="utf-8")
    found = re.search(r"wins ([\d.]+) % of (\d+)", learner.run(example))
    assert found and float(found[1]) > 60
