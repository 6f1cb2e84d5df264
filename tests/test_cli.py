"""The command line as a person or a script meets it: every test starts the program."""

import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import lastcard as package
from lastcard import __version__
from lastcard.archive.record import Record
from lastcard.archive.replay import record_for_seat
from lastcard.cli import COMMANDS, main, version
from lastcard.cli.progress import Bar
from lastcard.errors import LastCardError
from lastcard.explain.reasons import Reason
from lastcard.rules import PRESETS, Ruleset, house_rules
from lastcard.rules.dimensions import DIMENSIONS

SOURCES = Path(package.__file__).parents[1]
RECORD = Path(__file__).parent / "records" / "official-3.toml"
LASTCARD = [sys.executable, "-m", "lastcard"]
POSITION = "r5b5/g5y1 r1 >0 - b1b2b3b4|- official"
OVER = "-/b7 r1 >0 $0 b1b2b3b4|- official"  # begins with an empty hand
CHATTY = {"play", "serve"}  # what waits for people cannot be run by its example


def lastcard(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*LASTCARD, *words], input=stdin, capture_output=True, text=True, timeout=120)


def output(*words: str, stdin: str = "") -> str:
    """What a command prints that goes well."""
    done = lastcard(*words, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def complaint(*words: str, stdin: str = "") -> str:
    """The one line of a command that does not."""
    done = lastcard(*words, stdin=stdin)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"lastcard[^\n]*: [^\n]+\n", done.stderr), done.stderr
    return done.stderr.removesuffix("\n")


# ---------------------------------------------------------------- help


def examples(command: str | None) -> list[str]:
    """The command lines that help shows."""
    shown = output(*([command] if command else []), "--help")
    return re.findall(r"^  (lastcard .+)$", shown, re.MULTILINE)


@pytest.mark.parametrize("command", [None, *(command for command in COMMANDS if command not in CHATTY)])
def test_every_example_in_help_works(command: str | None, tmp_path: Path) -> None:
    shutil.copy(RECORD, tmp_path / "match.toml")  # the file the examples speak of
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    lines = examples(command)
    assert lines
    for line in lines:
        command = re.sub(r"\blastcard(?= )", lambda _: shlex.join(LASTCARD), line)
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        assert command == "sim" or done.stderr == "", f"{line}: {done.stderr}"  # sim says that it compiles
        assert done.stdout, line


def test_help_lists_every_verb_in_words() -> None:
    shown = output("--help")
    for command, words in COMMANDS.items():
        assert re.search(rf"^  {command} +{re.escape(words)}$", shown, re.MULTILINE)
    assert output() == shown, "without a command help is shown"


@pytest.mark.skipif(not (SOURCES.parent / ".git").exists(), reason="not a checkout")
def test_version_names_the_commit_in_a_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown = output("--version")
    assert re.fullmatch(rf"lastcard {re.escape(__version__)} \(commit [0-9a-f]{{10,}}(, changed)?\)\n", shown)
    monkeypatch.setattr(version, "_CHECKOUT", tmp_path)
    assert version.full_version() == __version__


def test_starting_brings_nothing_along() -> None:
    code = "import sys; from lastcard.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(done.stderr.split())
    assert not modules & {"ctypes", "textual", "lastcard.rules", "lastcard.game.round"}


@pytest.mark.parametrize("command", ["rules", "position", "legal", "apply", "explain"])
def test_no_command_about_one_table_loads_compiled_rules(command: str) -> None:
    words = {"rules": [], "position": [], "apply": [POSITION, "draw"], "explain": [POSITION, "draw"]}
    code = f"import sys; from lastcard.cli import main; main({[command, *words.get(command, [POSITION])]}); " + (
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stderr.split()) & {"ctypes", "lastcard.backends.c.library", "textual"}


# ---------------------------------------------------------------- rules


def test_rules_lists_presets_and_options() -> None:
    shown = output("rules")
    for preset in PRESETS.values():
        assert f"  {preset.name} " in shown
        assert preset.title in shown
    assert "  stack " in shown
    assert "  target=N " in shown


def test_rules_says_every_dimension_in_words() -> None:
    lines = output("rules", "official+hand=5").splitlines()
    assert lines[0] == "official+hand=5"
    assert [line.split()[:2] for line in lines[1:]] == [[one.id, name] for name, one in DIMENSIONS.items()]
    assert "Each player is dealt 5 cards." in lines[3]


def test_rules_shows_what_differs() -> None:
    assert output("rules", "official+hand=5", "--diff", "official").splitlines() == [
        "D03 hand_size",
        "  official+hand=5: Each player is dealt 5 cards.",
        "  official: Each player is dealt 7 cards.",
    ]
    assert output("rules", "--diff", "official+hand=5").splitlines()[1] == "  official: Each player is dealt 7 cards."
    assert output("rules", "one+stack", "--diff", "one+program") == "one+stack and one+stack are the same rules\n"


def test_rules_as_json() -> None:
    listed = json.loads(output("rules", "--json"))
    assert listed == house_rules()

    one = json.loads(output("rules", "official+hand=5", "--json"))
    assert one["id"] == "official+hand=5"
    assert one["dimensions"][2] == {
        "id": "D03",
        "name": "hand_size",
        "value": "5",
        "words": "Each player is dealt 5 cards.",
        "matters": True,
        "idle": "",
    }
    assert Ruleset.from_dict(one["rules"]).id == one["id"] and Ruleset.from_dict(one["rules"]).digest == one["digest"]
    idle = {line["name"]: line["idle"] for line in one["dimensions"] if not line["matters"]}
    assert idle["answer_forced"] == "nothing can be stacked"

    two = json.loads(output("rules", "official+hand=5", "--diff", "official", "--json"))
    assert (two["one"], two["other"]) == ("official+hand=5", "official")
    assert [line["id"] for line in two["differences"]] == ["D03"]


# ---------------------------------------------------------------- positions


def test_position_deals_the_same_for_the_same_seed() -> None:
    words = ("position", "--rules", "juno-seven0", "--seats", "3", "--seed", "5")
    line = output(*words)
    assert line == output(*words) != output(*words[:-1], "6")
    hands, *_, rules = line.split()
    assert len(hands.split("/")) == 3
    assert rules == "juno-seven0"
    told = json.loads(output(*words, "--json"))
    assert told == {"rules": "juno-seven0", "seats": 3, "seed": 5, "position": line.strip()}


def test_legal_is_one_action_a_line() -> None:
    assert output("legal", POSITION) == "0 r5\n0 draw\n"
    assert json.loads(output("legal", POSITION, "--json")) == {
        "position": POSITION,
        "legal": [{"seat": 0, "actions": ["r5", "draw"]}, {"seat": 1, "actions": []}],
    }


def test_legal_is_for_every_seat_that_may_act() -> None:
    lines = output("legal", "g5y1/b5* r5 >0 @1 b1b2b3b4|r1 official").splitlines()
    assert lines == ["0 g5", "0 draw", "0 catch 1", "1 call"]


def test_apply_prints_events_then_the_position() -> None:
    assert output("apply", POSITION, "r5!", "1 draw", "pass") == (
        "laid 0 r5\ncalled 0\ndrew 1 b1\npassed 1\nb5!/g5b1y1 r5 >0 - b2b3b4|r1 official\n"
    )


def test_apply_as_json() -> None:
    told = json.loads(output("apply", POSITION, "r5!", "--json"))
    assert told["position"] == "b5!/g5y1 r5 >1 @0 b1b2b3b4|r1 official"
    assert told["events"] == [
        {
            "event": "laid",
            "seat": 0,
            "card": "r5",
            "colour": None,
            "called": True,
            "how": "turn",
            "text": "laid 0 r5",
        },
        {"event": "called", "seat": 0, "text": "called 0"},
    ]


def test_apply_does_all_or_nothing() -> None:
    assert complaint("apply", POSITION, "r5", "1 y1").endswith(
        ": '1 y1' is refused: y1 matches neither the colour nor the number of r5 (D11)"
    )


def test_unknown_cards_are_dealt_by_the_seed() -> None:
    line = "?7/?7 r1 >0 - 93|- official"
    one, two = output("apply", line, "draw", "--seed", "1"), output("apply", line, "draw", "--seed", "2")
    assert one == output("apply", line, "draw", "--seed", "1") != two


def test_explain() -> None:
    assert output("explain", POSITION, "r5") == "0 r5 allowed: r5 matches the colour of r1 (D11)\n"
    assert output("explain", POSITION, "1 draw") == "1 draw refused: it is seat 0’s turn\n"
    assert output("explain", POSITION.replace("official", "official+fines"), "b5").startswith("0 b5 fined: b5 matches")
    told = json.loads(output("explain", POSITION, "r5", "--json"))
    assert told["position"] == POSITION
    reason = Reason.from_dict(told["steps"][0].pop("reason"))
    assert told["steps"] == [{"seat": 0, "action": "r5", "verdict": "allowed", "why": reason.sentence}]
    assert (reason.id, reason.rule) == ("match", ("D11",))


def test_explain_goes_step_by_step() -> None:
    lines = output("explain", "r7g7b2/r3y4/b8b9 r1 >0 - 30|10 juno-seven0+batch=same-value:2", "r7g7>2>0").splitlines()
    assert [line.split(":")[0] for line in lines] == ["0 r7 allowed", "0 g7 allowed", "0 >2 allowed", "0 >0 refused"]


def test_explain_is_for_the_awaited_seat() -> None:
    assert output("explain", "b5r5/g5y1^ r1 >0 - b1b2b3b4|- rules-site", "ready").startswith("1 ready allowed:")
    assert output("explain", OVER, "draw") == "0 draw refused: the round is over\n"


def test_conformance() -> None:
    said = output("conformance", "-k", "U-32", "--backend", "python")
    assert re.fullmatch(r"python: (\d+) cases, \1 passed, 0 failed\n", said)
    assert complaint("conformance", "-k", "U-999") == "lastcard: no case has the id or clause 'U-999'"


# ---------------------------------------------------------------- positions that look like options, standard input


def test_a_position_may_begin_with_an_empty_hand() -> None:
    assert output("legal", OVER) == ""
    assert json.loads(output("legal", "--json", OVER))["position"] == OVER
    assert "the round is over" in complaint("apply", OVER, "draw")


def test_a_position_from_standard_input() -> None:
    assert output("legal", "-", stdin=f"{POSITION}\n") == output("legal", POSITION)
    assert output("legal", "-", stdin=f"{OVER}\n") == ""
    assert output("explain", "-", "r5", stdin=POSITION) == output("explain", POSITION, "r5")


def test_what_apply_prints_can_be_piped_on() -> None:
    played = output("apply", "-", "r5", stdin=output("apply", POSITION, "draw", "pass", "1 draw", "pass"))
    assert output("legal", "-", stdin=played).startswith("1 ")


# ---------------------------------------------------------------- complaints


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["lega"], "no command 'lega' (did you mean 'legal'?); there are "),
        (["rules", "offical"], "no preset 'offical' (did you mean 'official'?)"),
        (["rules", "official+stak"], "no option 'stak' (did you mean 'stack'?)"),
        (["rules", "official", "--diff", "oficial"], "(did you mean 'official'?)"),
        (["position", "--rules", "juno-clasic"], "(did you mean 'juno-classic'?)"),
        (["position", "--seats", "11"], "a table with 11 seats: expected 2 to 10"),
        (["position", "--rules", "juno-serious", "--seats", "x"], "argument --seats: 'x' is not a whole number"),
        (["position", "--dealer", "7"], "seats go from 0 to 3"),
        (["position", "--rules", "official+partners", "--seats", "3"], "partners need an even number, 4 or more"),
        (["legal"], "the following arguments are required: POSITION; see 'lastcard legal --help'"),
        (["legal", "r5b5"], "a position has five fields and a rule set"),
        (["legal", POSITION.replace("r5b5", "r5q5")], "hand of seat 0: 'q5' at character 3 of 'r5q5' is not a card"),
        (["legal", POSITION.replace("official", "offical")], "(did you mean 'official'?)"),
        (["legal", POSITION.replace("g5y1", "g5g5g5")], "3 g5, but the deck mattel108 has 2"),
        (["apply", POSITION], "the following arguments are required: ACTION"),
        (["apply", POSITION, "jump"], "'jump'"),
        (["apply", POSITION, "b5"], "b5 matches neither the colour nor the number of r1 (D11)"),
        (["apply", POSITION, "9 draw"], "there is no such seat: seats go from 0 to 1"),
        (["explain", POSITION, "w"], "action 'w' plays a wild without a colour; add :r|g|b|y"),
        (["conformance", "no-such-file.toml"], "no-such-file.toml"),
        (["conformance", "--engine", ""], "give the command of an engine; it is empty"),
        (["conformance", "--patience", "0"], "argument --patience: '0' is not a number of seconds up to 3600"),
        (["rules", ""], "a rule set begins with a preset: "),
        (["sim", "--from", POSITION, "--seats", "4"], "--from says what the rules and seats are"),
        (["sim", "--from", POSITION, "--rules", "one"], "--from says what the rules and seats are"),
        (["serve", "--port", "x"], "argument --port: 'x' is not a whole number"),
        (["--nonsense"], "unrecognized arguments: --nonsense; see 'lastcard --help'"),
        (["sim", "--forget", "often"], "argument --forget: 'often' is not a number"),
        (["sim", "--forget", "nan"], "argument --forget: 'nan' is not a number"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: list[str], told: str) -> None:
    assert told in complaint(*words)


LONG = "9" * 5000


@pytest.mark.parametrize(
    "words",
    [
        *(["play", f"--{name}", LONG] for name in ("seats", "people", "seed", "speed", "look", "rules", "bots")),
        *(["sim", f"--{name}", LONG] for name in ("seats", "games", "matches", "threads", "forget", "seed", "backend")),
        *(["arena", f"--{name}", LONG] for name in ("games", "processes", "seed", "bots")),
        ["replay", str(RECORD), "--round", LONG],
        ["replay", str(RECORD), "--seat", LONG],
        ["arena", "--bots", f"search?playouts={LONG},careful"],
        ["arena", "--bots", f"search?{LONG},careful"],
        ["conformance", "-k", LONG, "--backend", LONG],
        [LONG],
        ["rules", "official", f"--{LONG}"],
    ],
    ids=lambda words: " ".join(word[:12] for word in words if word != str(RECORD)),
)
def test_long_input_is_not_echoed_whole(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    out, told = capsys.readouterr()
    assert out == ""
    assert told.startswith("lastcard")
    assert len(told) < 700


def test_an_error_of_the_system_is_told_without_its_number() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*LASTCARD, "rules"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, "lastcard: the output cannot be written: No space left on device\n")


def test_empty_standard_input() -> None:
    assert "standard input is empty" in complaint("legal", "-")


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals as POSIX has them")
@pytest.mark.parametrize("words", [["rules", "official"], ["--help"]])
def test_a_reader_that_leaves_early_is_no_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*LASTCARD, *words], stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    # argparse passes over a pipe that is closed before it has shown its help.
    assert done.returncode in ((141,) if "--help" not in words else (0, 141))
    assert done.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="streams are closed as a POSIX shell does it")
@pytest.mark.parametrize(
    ("words", "closed"),
    [
        ("play --plain", "<&-"),
        ("play", "<&-"),
        ("play --plain", "</dev/null >&-"),
        ("legal -", "<&-"),
        ("conformance --serve", "<&-"),
        ("rules", ">&-"),
        ("--help", ">&-"),
    ],
)
def test_a_closed_stream_is_one_line_and_status_2(words: str, closed: str, tmp_path: Path) -> None:
    environment = {**os.environ, "LASTCARD_HOME": str(tmp_path)}
    command = ["sh", "-c", f"{shlex.join(LASTCARD)} {words} {closed}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    stream = "output" if ">&-" in closed else "input"
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"lastcard: standard {stream} is closed, [^\n]+\n", done.stderr), done.stderr


@pytest.mark.skipif(os.name != "posix", reason="streams are closed as a POSIX shell does it")
def test_nobody_needs_standard_error() -> None:
    command = ["sh", "-c", f"{shlex.join(LASTCARD)} sim --games 1 --backend python 2>&-"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "moves in" in done.stdout


def test_signs_that_cannot_be_shown_end_nothing() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [*LASTCARD, "sim", "--games", "1", "--backend", "python"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert " ? " in done.stdout


# ---------------------------------------------------------------- long work


class Glass(io.StringIO):
    """A terminal of which one sees what was written."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("end", [LastCardError("it fails"), KeyboardInterrupt(), None])
def test_a_bar_is_wiped_however_the_work_ends(end: BaseException | None, monkeypatch: pytest.MonkeyPatch) -> None:
    glass = Glass()
    monkeypatch.setattr(sys, "stderr", glass)
    with suppress(LastCardError, KeyboardInterrupt), Bar("rounds") as bar:
        bar(3, 10)
        if end:
            raise end
    _, bar_line, blank, rest = glass.getvalue().split("\r")
    assert bar_line.startswith("#########..................... 3 of 10 rounds, ")
    assert blank.isspace() and len(blank) >= len(bar_line)
    interrupted = isinstance(end, KeyboardInterrupt)
    assert rest == ("lastcard: interrupted after 3 of 10 rounds\n" if interrupted else "")


@pytest.mark.parametrize("words", [["arena", "--processes", "1"], ["sim", "--seats", "2", "--backend", "python"]])
def test_bots_may_be_listed_with_blanks(words: list[str]) -> None:
    assert "greedy" in output(*words, "--games", "2", "--bots", "greedy, random")


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
@pytest.mark.parametrize("works", [True, False])
def test_make_keeps_an_environment_that_works(works: bool, tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parents[1] / "Makefile", tmp_path)
    for path, status in (("python", 0), (".venv/bin/python", int(not works))):
        program = tmp_path / path
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\necho made with $* >> made; exit {status}\n")
        program.chmod(0o755)
    command = ["make", "--no-print-directory", "PYTHONS=./python", ".venv/.made"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60).stdout
    assert ("--clear" in (tmp_path / "made").read_text()) == (not works)
    assert (
        said.splitlines() == []
        if works
        else [
            "What is in .venv does not work; it is made again.",
            "Setting up in .venv, once; this takes a minute ...",
        ]
    )


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals as POSIX has them")
def test_the_keyboard_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*LASTCARD, "conformance", "--serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin and running.stdout
        print(f"position {POSITION}", file=running.stdin, flush=True)
        assert running.stdout.readline() == "ok\n"
        running.send_signal(signal.SIGINT)
        assert running.communicate(timeout=60) == ("", "")
        assert running.returncode == 130


# ---------------------------------------------------------------- records


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--round", "7"], "there is no round 7: the record has only round 1"),
        (["--round", "0"], "there is no round 0: the record has only round 1"),
        (["--seat", "9"], "there is no seat 9: the record has seats 0 to 2"),
        (["--seat", "-1"], "there is no seat -1: the record has seats 0 to 2"),
    ],
)
def test_replay_refuses_what_the_record_does_not_have(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(RECORD), *words]) == 2
    assert capsys.readouterr() == ("", f"lastcard: {told}\n")


def test_replay_of_what_the_record_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD), "--round", "1", "--seat", "2", "--notation"]) == 0
    assert "d deal 2 " in capsys.readouterr().out


def test_a_record_is_told_as_a_seat_saw_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD), "--seat", "2"]) == 0
    told = capsys.readouterr().out
    assert "You draw" in told or "You play" in told
    assert "Totals: " in told


def test_acts_of_a_copy_do_not_reach_the_terminal_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.toml"
    text = record_for_seat(Record.load(RECORD), 0).text
    lines = [line for line in text.splitlines() if not line.startswith("check")]
    place = next(number for number, line in enumerate(lines) if "d deal 1" in line)
    lines.insert(place, r'    "\u001b[31m0 r7",')
    copy.write_text("\n".join(lines))
    main(["replay", str(copy)])
    assert "\x1b" not in capsys.readouterr().out


def test_a_copy_of_one_seat_is_not_shown_as_that_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record_for_seat(Record.load(RECORD), 0).save(tmp_path / "copy.toml")
    assert main(["replay", str(tmp_path / "copy.toml"), "--seat", "1"]) == 2
    shown = capsys.readouterr()
    assert not shown.out and "made from the full record" in shown.err


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_may_come_through_a_pipe(command: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([*LASTCARD, command, str(pipe)], stdout=subprocess.PIPE, text=True) as running:
        pipe.write_bytes(RECORD.read_bytes())
        out, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    assert ("; scores [" if command == "verify" else "Totals: ") in out


def test_verify_counts_in_plain_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(RECORD)]) == 0
    assert capsys.readouterr().out.startswith("ok: 1 round, ")


# ---------------------------------------------------------------- help, completion, replays for people and programs


def test_help_is_a_command_too() -> None:
    assert output("help") == output("--help")
    assert output("help", "verify") == output("verify", "--help")
    assert output("help", "help") == output("help")
    assert "lastcard play" in output("help").partition("examples:")[2].splitlines()[1]


def test_a_mistyped_option_is_named_with_the_one_that_was_meant() -> None:
    assert "--sead 5 (did you mean '--seed'?)" in complaint("position", "--sead", "5")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_every_command_and_its_options(shell: str) -> None:
    script = output("completion", shell)
    for command in COMMANDS:
        assert command in script
    assert "juno-seven0" in script
    assert "positions" in script


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("play --rules juno-s", "juno-seven0 juno-serious"),
        ("play --rules official+seven", "official+seven-zero"),
        ("rules one+stack+rou", "one+stack+rounds="),
        ("play --bots careful,gr", "careful,greedy"),
        ("help ver", "verify"),
        ("completion z", "zsh"),
        ("rules --d", "--deck --diff"),
    ],
)
def test_bash_completes_what_was_begun(words: str, found: str) -> None:
    typed = f"COMP_WORDS=(lastcard {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))"
    ask = f'source /dev/stdin; {typed}; _lastcard; echo "${{COMPREPLY[@]}}"'
    bash = subprocess.run(["bash", "-c", ask], input=output("completion", "bash"), capture_output=True, text=True)
    assert bash.stdout.split() == found.split()


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_what_was_begun() -> None:
    ask = "source; for typed in 'help ver' 'play --bots careful,gr'; complete -C \"lastcard $typed\"; end"
    fish = subprocess.run(["fish", "-c", ask], input=output("completion", "fish"), capture_output=True, text=True)
    assert [line.partition("\t")[0] for line in fish.stdout.splitlines()] == ["verify", "careful,greedy"]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["play", "--speed", "fsat"], "'fsat' is not one of slow, normal, fast, instant (did you mean 'fast'?)"),
        (["completion", "bsh"], "'bsh' is not one of bash, zsh, fish (did you mean 'bash'?)"),
        (["sim", "official+stack"], "(did you mean '--rules official+stack'?)"),
        (["arena", "careful", "greedy"], "(did you mean '--bots careful,greedy'?)"),
    ],
)
def test_a_wrong_word_is_named_with_what_was_meant(words: list[str], meant: str) -> None:
    assert meant in complaint(*words)


def test_a_description_is_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    about = output("play", "--help").partition("options:")[0].partition("\n\n")[2]
    lines = about.strip().splitlines()
    assert all(len(line) < 60 for line in lines)
    assert all(len(line) > 40 for line in lines[:-1])  # none is broken where the source was


@pytest.mark.parametrize(("amount", "words"), [("--games=1", "; 1 round, seed"), ("--matches=1", "; 1 match, ")])
def test_sim_counts_in_plain_english(amount: str, words: str) -> None:
    assert words in output("sim", amount, "--backend", "python", "--rules", "one+hand=1", "--seats", "2")


def test_a_replay_is_told_in_sentences_or_in_notation() -> None:
    told = output("replay", str(RECORD))
    assert re.search(r"^  Seat \d plays ", told, re.MULTILINE)
    assert not re.search(r"^  d deal", told, re.MULTILINE)
    assert re.search(r"^  d deal", output("replay", str(RECORD), "--notation"), re.MULTILINE)


@pytest.mark.parametrize("on_terminal", [True, False])
def test_a_replay_paints_cards_on_a_terminal_alone(
    on_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: on_terminal)
    assert main(["replay", str(RECORD)]) == 0
    painted = re.search("plays \x1b\\[[0-9;]+m(red|green|blue|yellow) [0-9]\x1b", capsys.readouterr().out)
    assert bool(painted) == on_terminal


def test_replay_and_verify_have_json() -> None:
    data = json.loads(output("replay", str(RECORD), "--json"))
    assert data["seats"] == len(data["names"]) == len(data["scores"])
    assert data["rounds"][0]["moves"]
    verified = json.loads(output("verify", str(RECORD), "--json"))
    assert verified["ok"]
    assert verified["scores"] == data["scores"]
