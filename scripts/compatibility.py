"""Keep examples of everything that this version promises to later ones: tests/compatibility/VERSION.

    python scripts/compatibility.py

Run it for each release (docs/releasing.md).  Examples of a version that is tagged are never written again.
"""

import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "compatibility"
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import lastcard  # noqa: E402
from lastcard import Match, RecordedMatch, Replay, Round, Ruleset, __version__, record_for_seat, sim  # noqa: E402
from lastcard.cli import COMMANDS, _parser  # noqa: E402
from lastcard.env import Tables  # noqa: E402
from lastcard.rules import PRESETS, Deck  # noqa: E402
from lastcard.rules.options import OPTIONS  # noqa: E402

POSITIONS = (
    "b5r5/g5y1 r1 >0 - b1b2b3b4|- official",
    "r8g2b7/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official",
    "r7g7b2/y1w/b5! b7 <0 - 60|20 juno-serious",
    "g5/#135/b5 r5 >0 - b1|r1 official+hand-limit=25:aside",
)
MESSAGES = (
    {"t": "ping", "n": 1},
    *({"t": kind, "id": kind, "v": 1} for kind in ("stand", "watchers", "start", "next", "rematch", "pause", "resume")),
    *({"t": kind, "id": kind, "v": 1} for kind in ("leave", "close", "hint")),
    {"t": "sit", "id": "a", "v": 1, "seat": 2},
    {"t": "bots", "id": "a", "v": 1, "level": "careful"},
    {"t": "remove", "id": "a", "v": 1, "seat": 2},
    {"t": "settings", "id": "a", "v": 1, "rules": "official+stack", "seats": 3, "pace": "off", "public": True},
    {"t": "lock", "id": "a", "v": 1, "on": True},
    {"t": "host", "id": "a", "v": 1, "seat": 1},
    {"t": "youngest", "id": "a", "v": 1, "seat": 1},
    {"t": "nonce", "id": "a", "v": 1, "nonce": "0123456789abcdef0123456789abcdef"},
    {"t": "act", "id": "a", "v": 1, "action": "r7!"},
    {"t": "say", "id": "a", "v": 1, "text": "Hello"},
    {"t": "react", "id": "a", "v": 1, "mark": "smile"},
    {"t": "why", "id": "a", "v": 1, "action": "r7"},
)


class Lines:
    """Keeps the lines of a journal."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, lines: Any) -> None:
        """Keep lines."""
        self.lines += lines


def main() -> int:
    """Write the folder of this version; return the exit status."""
    if f"v{__version__}" in subprocess.run(["git", "-C", ROOT, "tag"], capture_output=True, text=True).stdout.split():
        print(f"{__version__} is released: its examples stay as they are.", file=sys.stderr)
        return 1
    folder = FOLDER / __version__
    folder.mkdir(parents=True, exist_ok=True)
    for name, value in files():
        text = value if isinstance(value, str) else json.dumps(value, indent=1, sort_keys=True) + "\n"
        (folder / name).write_text(text, encoding="utf-8")
    return 0


def files() -> Iterator[tuple[str, Any]]:
    """Yield the name and content of each file."""
    match, lines = played()
    redacted = record_for_seat(match.record, 1)
    replay = Replay(match.record)
    replay.run()
    yield "match.toml", match.record.text
    yield "match-seat-1.toml", redacted.text
    yield "match.journal", "".join(f"{line}\n" for line in lines)
    yield "outcome.json", {"position": str(match.round), "scores": list(replay.sheet.scores)}
    yield "ids.json", {rules: Ruleset.from_id(rules).to_dict() for rules in (*PRESETS, *with_options())}
    yield "deck.toml", (ROOT / "examples" / "mau-mau.toml").read_text(encoding="utf-8")
    yield "deck.json", Deck.from_toml(ROOT / "examples" / "mau-mau.toml").to_dict()
    yield "positions.json", {line: Round.from_position(line).view(0).to_dict() for line in POSITIONS}
    yield "events.json", {line: [event.to_dict() for event in happened(line)] for line in POSITIONS[:3]}
    yield (
        "reasons.json",
        [Round.from_position(POSITIONS[0]).explain(0, action).to_dict() for action in ("r5", "b5", "draw")],
    )
    yield "messages.json", list(MESSAGES)
    summary = sim.play("official", games=2, seed=1, backend="python").summary()
    yield "summary.json", {"keys": sorted(summary), "per_round": sorted(summary["per_round"])}
    yield "environments.json", {"version": Tables().version, "actions": Tables(colours="as-is").actions}
    yield "names.json", {name: parameters(getattr(lastcard, name)) for name in lastcard.__all__}
    yield "commands.json", {name: _parser(name).command_parser(name).options for name in COMMANDS}


def played() -> tuple[RecordedMatch, list[str]]:
    """Return a match that is not over, and its journal."""
    keeper = Lines()
    match = RecordedMatch(Match("juno-seven0+stack", seats=3, seed=7), keeper, ("Ann", "Ben", "Cyd"))
    while match.match.rounds < 2 and not match.match.over:
        while not match.round.over:
            seat = match.round.awaited[0]
            match.act(seat, match.round.legal(seat)[0])
        match.next_round()
    return match, keeper.lines


def happened(line: str) -> Iterator[lastcard.Event]:
    """Yield the events of a short round from a position."""
    table = Round.from_position(line)
    while not table.over and table.ply < 20:
        seat = table.awaited[0]
        yield from table.act(seat, table.legal(seat)[0])


def with_options() -> Iterator[str]:
    """Yield an id for each house rule that needs no value."""
    for name in OPTIONS:
        try:
            Ruleset.from_id(f"official+{name}")
        except lastcard.LastCardError:
            continue  # it needs a value
        yield f"official+{name}"


def parameters(value: Any) -> dict[str, str]:
    """Return the parameters of something that can be called, with their kinds."""
    if isinstance(value, type) and (issubclass(value, BaseException) or not callable(value)):
        return {}
    return {name: one.kind.name for name, one in inspect.signature(value).parameters.items()}


if __name__ == "__main__":
    sys.exit(main())
