"""What docs/compatibility.md promises, held against files of every release, which stay in tests/compatibility."""

import inspect
import json
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import lastcard
from lastcard import Event, Journal, Reason, Record, Replay, Round, Ruleset, View, sim
from lastcard.cli import COMMANDS, _parser
from lastcard.env import Tables
from lastcard.online.protocol import read_message
from lastcard.rules import Deck

ROOT = Path(__file__).parents[1]
RELEASES = sorted(path for path in (ROOT / "tests" / "compatibility").iterdir() if path.is_dir())

pytestmark = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)


def data(release: Path, name: str) -> Any:
    return json.loads((release / name).read_text(encoding="utf-8"))


def still_has(now: Any, then: Any, where: str = "") -> None:
    """Check that all data of then is there now; there may be more fields."""
    if isinstance(then, Mapping):
        for key, value in then.items():
            assert key in now, f"{where} has no {key}"
            still_has(now[key], value, f"{where}.{key}")
    elif isinstance(then, list) and then and isinstance(then[0], Mapping):
        assert len(now) == len(then), where
        for place, pair in enumerate(zip(now, then, strict=True)):
            still_has(*pair, f"{where}[{place}]")
    else:
        assert now == then, where


def test_a_record_replays_to_the_same_end(release: Path) -> None:
    outcome = data(release, "outcome.json")
    replay = Replay(Record.load(release / "match.toml"))
    replay.run()
    assert list(replay.sheet.scores) == outcome["scores"]
    assert Record.load(release / "match-seat-1.toml").redacted


def test_a_journal_goes_on_where_it_was(release: Path) -> None:
    journal = Journal((release / "match.journal").read_text(encoding="utf-8").splitlines())
    assert str(journal.match().round) == data(release, "outcome.json")["position"]


def test_an_id_is_read_and_its_data_is_the_same_rules(release: Path) -> None:
    for rules, then in data(release, "ids.json").items():
        assert Ruleset.from_id(rules) is not None
        still_has(Ruleset.from_dict(then).to_dict(), then, rules)


def test_a_deck_is_read(release: Path) -> None:
    then = data(release, "deck.json")
    assert Deck.from_dict(then) == Deck.from_toml(release / "deck.toml")
    still_has(Deck.from_dict(then).to_dict(), then)


def test_a_position_is_read_and_its_view_has_all_it_had(release: Path) -> None:
    for line, then in data(release, "positions.json").items():
        table = Round.from_position(line)
        assert View.from_dict(then, table.rules).to_dict()["hand"] == then["hand"]
        still_has(table.view(0).to_dict(), then, line)


def test_events_and_reasons_are_read(release: Path) -> None:
    for line, events in data(release, "events.json").items():
        for then in events:
            still_has(Event.from_dict(then, Round.from_position(line).rules).to_dict(), then)
    for then in data(release, "reasons.json"):
        still_has(Reason.from_dict(then).to_dict(), then)


def test_a_server_understands_the_messages(release: Path) -> None:
    for message in data(release, "messages.json"):
        assert read_message(json.dumps(message))


def test_a_summary_has_all_its_keys(release: Path) -> None:
    then = data(release, "summary.json")
    now = sim.play("official", games=2, seed=1, backend="python").summary()
    assert now.keys() >= set(then["keys"]) and now["per_round"].keys() >= set(then["per_round"])


def test_observations_and_actions_mean_the_same_or_have_another_version(release: Path) -> None:
    then = data(release, "environments.json")
    tables = Tables(colours="as-is")
    assert Tables().version != then["version"] or list(tables.actions) == then["actions"]


def test_every_name_is_there_and_takes_what_it_took(release: Path) -> None:
    kinds = runpy.run_path(str(ROOT / "scripts" / "compatibility.py"))["parameters"]
    for name, then in data(release, "names.json").items():
        now = kinds(getattr(lastcard, name))
        assert then.items() <= now.items(), name
        added = [inspect.signature(getattr(lastcard, name)).parameters[one] for one in now.keys() - then.keys()]
        assert all(one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in added)


def test_every_command_takes_its_options(release: Path) -> None:
    for command, then in data(release, "commands.json").items():
        assert command in COMMANDS
        assert set(then) <= set(_parser(command).command_parser(command).options), command
