"""docs/server.md describes the server completely, and its examples run against a real one."""

import argparse
import os
import re
import runpy
import subprocess
import sys
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, get_args

import pytest
from prometheus_client import Counter, Gauge, Histogram

from lastcard.cli import serve as verb
from lastcard.online import protocol, shapes
from lastcard.online.client import Account
from lastcard.online.server.metrics import Metrics
from lastcard.online.server.net import answers, gateway, guard
from lastcard.online.server.operations.config import PREFIX, Config
from lastcard.online.server.table import clocks
from online import ServerProcess, play, run, soon

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
PATIENCE = 120  # seconds


def rows(heading: str, number: int = 0) -> list[list[str]]:
    """Return the rows of a table under a heading, without its head."""
    section = re.split(r"^#+ ", PAGE.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    found = re.findall(r"(?:^\|.*\|\n)+", section, re.MULTILINE)
    lines = found[number].splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# ---------------------------------------------------------------- the protocol


def test_its_tables_say_what_the_declarations_say() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "tables_doc.py"))
    assert script["text"]("server.md") == PAGE, "docs/server.md is out of date: run `make docs`"


def test_every_message_is_described() -> None:
    described = {(name, row[1]) for row in rows("The socket") for name in names(row[0])}
    clients = {(kind.__struct_config__.tag, "client") for kind in (protocol.Hello, protocol.Ping)}
    tags = [get_args(kind.__annotations__["t"])[0] for kind in get_args(shapes.FromServer)]
    assert described == clients | {(tag, "server") for tag in tags}


def test_every_part_of_a_snapshot_is_named() -> None:
    section = PAGE.partition("### Snapshots\n")[2].partition("\n### ")[0]
    parts = (shapes.RoomData, shapes.SeatData, shapes.GameData, shapes.ClockData, shapes.YouData)
    missing = [name for part in parts for name in part.__annotations__ if f"`{name}`" not in section]
    assert missing == []


def test_every_pace_is_described() -> None:
    def seconds(millis: int | None, none: str) -> str:
        return f"{millis // 1000} s" if millis else none

    wanted = [[f"`{name}`", seconds(pace.turn, "no limit"), seconds(pace.bank, "none"), seconds(pace.away, "")]
              for name, pace in clocks.PACES.items()]  # fmt: skip
    assert rows("Time") == wanted


def test_the_lengths_of_windows_are_those_of_the_code() -> None:
    section = PAGE.partition("## Time\n")[2].partition("\n## ")[0]
    times = clocks.Timing()
    for millis in (times.grace, times.catch, times.react, clocks.LAG_CAP):
        assert f"{millis / 1000} s" in section
    assert f"{clocks.TIE} ms" in section and f"{times.gate // 1000} s." in section
    assert f"{times.abandoned // 60_000} minutes" in section and f"{times.deserted // 60_000} minutes" in section


# ---------------------------------------------------------------- HTTP


def test_every_endpoint_is_described() -> None:
    routes = gateway.Gateway.routes(object.__new__(gateway.Gateway))
    methods = {(method, route.path) for route in routes for method in getattr(route, "methods", None) or ()}
    wanted = {f"{method} {path}" for method, path in methods if method != "HEAD"}
    assert {names(row[0])[0] for row in rows("HTTP")} == wanted


def test_every_error_over_http_is_described() -> None:
    source = "".join(Path(part.__file__).read_text(encoding="utf-8") for part in (answers, gateway, guard))
    raised = set(re.findall(r'(?:HttpError|error_answer)\((\d+|status), "([\w-]+)"', source))
    wanted = {(status if status != "status" else "404 or 405", code) for status, code in raised}
    assert {(row[0], names(row[1])[0]) for row in rows("HTTP", 1)} == wanted


# ---------------------------------------------------------------- operations


def default_of(value: Any) -> str:
    """Return a default as the page writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value}`" if value != () else "none"


def flag_of(field: Field[Any]) -> str:
    return "--" + field.name.replace("_", "-")


def test_every_setting_is_described_and_can_be_given_both_ways() -> None:
    shown = [
        [f"`{flag_of(field)}`", f"`{PREFIX}{field.name.upper()}`", default_of(field.default)]
        for field in fields(Config)
    ]
    assert [row[:3] for row in rows("Settings")] == shown
    parser = argparse.ArgumentParser()
    verb.add(parser.add_subparsers())
    (action,) = parser._subparsers._group_actions
    flags = {flag for one in action.choices["serve"]._actions for flag in one.option_strings}
    assert flags - {"-h", "--help"} == {flag_of(field) for field in fields(Config)}


def test_every_metric_is_described() -> None:
    found = [one for one in vars(Metrics()).values() if isinstance(one, Counter | Gauge | Histogram)]
    assert [names(row[0])[0] for row in rows("Logs, health, metrics")] == [one._name for one in found]


def test_what_is_deployed_is_marked_as_not_run() -> None:
    for file in sorted((ROOT / "deploy").iterdir()):
        text = file.read_text(encoding="utf-8")
        assert "Not run here" in text.partition("\n\n")[0]
        given = set(re.findall(r"LASTCARD_\w+", text))
        assert given <= {PREFIX + field.name.upper() for field in fields(Config)} | {"LASTCARD_CALLED", "LASTCARD_HOME"}


def test_an_image_is_made_of_named_files_only() -> None:
    lines = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").splitlines()
    words = [line.split()[1:-1] for line in lines if line.startswith("COPY ")]
    copied = {word for sources in words for word in sources if not sources[0].startswith(("--from=", "src/"))}
    assert copied == {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "scripts", "src", "web"}
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in ignored if not line.startswith("#")]
    assert rules[0] == "*" and {rule[1:] for rule in rules if rule.startswith("!")} == copied
    assert {"src/lastcard/online/server/page", "web/node_modules", "**/*.db*"} <= set(rules[len(copied) :])
    assert any("from=page" in line for line in lines), "the page is built, too"


# ---------------------------------------------------------------- examples


def example(document: str, name: str) -> str:
    """Return the program that a document says to save under a name."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    return text.partition(f"`{name}`")[2].partition("```py\n")[2].partition("```")[0]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


def program(tmp_path: Path, document: str, name: str, *args: str) -> "subprocess.Popen[str]":
    """Start a program of a document."""
    (tmp_path / name).write_text(example(document, name), encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, name, *args], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip


def test_the_client_in_a_few_lines_plays_a_match(url: str, tmp_path: Path) -> None:
    printed, errors = program(tmp_path, "server.md", "two_moves.py", url).communicate(timeout=PATIENCE)
    assert (printed, errors) == ("1 round played; deals not proven: []\n", "")


def test_a_bot_of_your_own_plays_with_people(url: str, tmp_path: Path) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        async with await ann.join(await ann.create(rules="one", seats=2)) as table:
            code = (await ann.get(f"/api/tables/{table.ref}"))["code"]
            bot = program(tmp_path, "bots.md", "online_bot.py", url, code)
            await soon(table, lambda: table.room["seats"][1]["name"] == "Steady")
            assert table.room["seats"][1]["outside"]
            await table.do(protocol.Start)
            await play(table, lambda table: table.room["phase"] == "over")
            await ann.record(table.room["match"])
            await table.do(protocol.Close)
            assert bot.communicate(timeout=PATIENCE) == ("", "") and bot.returncode == 0

    assert len(example("bots.md", "online_bot.py").splitlines()) <= 15
    run(main())
