"""The plain game as people and scripts meet it: through pipes, through a terminal, killed and resumed."""

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import lastcard
from lastcard.archive.journal import read_journal
from lastcard.archive.record import Record
from lastcard.archive.replay import Replay
from lastcard.bots import Bot, Fallible, Slips, slips_of
from lastcard.core.terms import MatchEnd
from lastcard.errors import LastCardError
from lastcard.game.round import Round
from lastcard.game.view import View
from lastcard.rules import PRESETS
from lastcard.rules.values import Skin
from lastcard.session.local import LocalSession
from lastcard.session.sitting import Options, Resume, Sitting, seat_names
from lastcard.terminal.paint import Paint
from lastcard.terminal.plain import PlainGame, run
from lastcard.terminal.results import shown_name
from lastcard.terminal.screen import Screen
from lastcard.terminal.settings import Settings
from walks import recorded

if sys.platform != "win32":
    import pty

SOURCES = Path(lastcard.__file__).parents[1]
COMMAND = [sys.executable, "-m", "lastcard", "play", "--plain"]
COULD = "You could type: "
SGR = re.compile(r"\x1b\[[\d;]*m")


class Driver:
    """Somebody who plays through a pipe: reads to the next prompt, types the next line."""

    def __init__(self, *words: str) -> None:
        self.lines: list[str] = []  # of the last answer, the prompt last
        self.process = subprocess.Popen([*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self) -> bool:
        """Read to the next prompt; false when the game is over."""
        assert self.process.stdout
        self.lines = []
        while line := self.process.stdout.readline():
            self.lines.append(line.decode().rstrip("\n"))
            if self.lines[-1].endswith(">"):
                return True
        return False

    def type(self, line: str | bytes) -> list[str]:
        """Type a line; what is answered."""
        assert self.process.stdin
        self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()
        self.read()
        return self.lines

    def legal(self) -> list[str]:
        """What the game says could be typed."""
        answer = self.type("legal")
        said = next((line for line in answer if line.startswith(COULD)), COULD)
        return said.removeprefix(COULD).partition(".")[0].split(", ")

    def play(self, rng: Random, most: int = 10**6) -> bool:
        """Play at random for so many prompts; whether the game goes on."""
        for _ in range(most):
            if not self.asked:
                break
            choices = self.legal()
            lays = [choice for choice in choices if choice not in ("draw", "pass")]
            if self.lines[-1].startswith("Anything to say") and rng.random() < 0.7:
                self.type(rng.choice(["", "", "uno", "caught"]))
            else:
                self.type(rng.choice(lays or choices))
        return self.asked

    @property
    def asked(self) -> bool:
        """Whether the game waits for a line."""
        return self.lines[-1].endswith(">")

    def end(self) -> int:
        """Close the pipe; the exit status."""
        rest, _ = self.process.communicate()
        self.lines += rest.decode().splitlines()
        return self.process.returncode

    def kill(self) -> None:
        """End the program as a crash would."""
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        """Leave nothing open or running."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()
        self.process.wait()


@pytest.fixture
def play(home: Path) -> Iterator[Callable[..., Driver]]:
    """Starts games and leaves none running."""
    drivers: list[Driver] = []

    def start(*words: str) -> Driver:
        driver = Driver(*words)
        drivers.append(driver)
        driver.read()
        return driver

    yield start
    for driver in drivers:
        driver.close()


# ---------------------------------------------------------------- whole matches through a pipe


@pytest.mark.parametrize("preset", [*PRESETS, "rules-site+fines", "official+stack+seven-zero+jump-in"])
def test_a_match_of_every_preset_is_played_to_its_end(preset: str, home: Path, play: Callable[..., Driver]) -> None:
    single = PRESETS[preset.partition("+")[0]].ruleset.match_end.kind is MatchEnd.SINGLE_ROUND
    rules = preset if single else f"{preset}+target=60"
    game = play("--rules", rules, "--seats", "3", "--seed", "1")
    assert not game.play(Random(preset))
    assert game.end() == 0
    assert any(line.endswith("the match.") for line in game.lines)

    (path,) = home.iterdir()
    record = Record.load(path)
    assert (record.names, record.bots) == (("You", "Ada", "Ben"), ("", "careful", "careful"))
    replay = Replay(record)
    replay.run()
    assert replay.over


def test_the_same_seed_and_lines_give_the_same_game(play: Callable[..., Driver]) -> None:
    games = [play("--seed", "7", "--bots", "greedy,careful") for _ in range(2)]
    for _ in range(5):
        assert games[0].lines == games[1].lines
        choice = games[0].legal()[0]
        assert games[1].legal()[0] == choice
        for game in games:
            game.type(choice)


@pytest.mark.parametrize("rules", ["one", "official+jump-in+target=100"])
def test_bots_alone_are_watched(rules: str, home: Path) -> None:
    done = subprocess.run([*COMMAND, "--people", "0", "--rules", rules], capture_output=True, text=True, stdin=None)
    assert done.returncode == 0
    assert re.search(r"^\w+ wins the match\.$", done.stdout, re.MULTILINE)
    assert ">\n" not in done.stdout


# ---------------------------------------------------------------- what is typed wrong


BAD = [
    ("", "You typed nothing."),
    ("nonsense", "'nonsense' is not understood."),
    ("drwa", "'drwa' is not understood (did you mean 'draw'?)."),
    ("r99", "'r99' is not understood."),
    ("yellow 0", "You do not have yellow 0."),
    ("r8", "Red 8 matches neither the colour nor the number of green 5."),
    ("g1 g4", "Green 4 cannot be played together with the card before it"),
    ("g1:g", "Only a wild is played with a colour; 'g1' has its own."),
    ("g1>2", "You can choose a player only after a card that swaps hands."),
    ("g1 uno", "A call goes with the card that leaves you one, and you have 7 cards."),
    ("pass", "You can pass only after drawing: play a card or draw."),
    ("take", "You have nothing to draw"),
    ("challenge", "There is nothing to challenge"),
    ("uno", "Nobody has to call now; a call goes with its card, as in 'r7 uno'."),
    ("caught", "Nobody else holds just one card."),
    ("caught 2", "Nobody has to call now."),
    ("caught 0", "You can accuse only another player."),
    ("caught 9", "Nobody here is called '9'"),
    ("ready", "Nobody has to say “Ready” now."),
    ("done", "There are no cards to finish with."),
    (":g", "A wild is played together with its colour; there is none to choose now."),
    (":purple", "':purple' is not a colour; choose red, green, blue or yellow."),
    (">2", "You can choose a player only after a card that swaps hands."),
    ("x" * 100_000, "That line is too long"),
    (b"\xff\xfe\x80", "is not understood."),
    ("\x1b[A\x00", "is not understood."),
    ("красная 7", "is not understood."),
]


def test_bad_input_is_answered_and_loses_nothing(home: Path, play: Callable[..., Driver]) -> None:
    game = play("--seed", "22")
    assert game.lines[-2] == "You hold 7 cards: red 8, green 1, green 4, green 7, blue 6, yellow Reverse, Wild."
    hand = game.type("hand")[0]
    (journal,) = home.iterdir()
    before = journal.read_bytes()
    for line, answer in BAD:
        said = game.type(line)
        assert answer in said[0], line
        assert said[1].startswith(COULD + "g1, g4, g7, w:r,"), line
        assert said[2] == "Your turn>", line
    assert game.type("hand")[0] == hand
    assert journal.read_bytes() == before
    assert "You play green 1." in game.type("Green 1")


def test_a_wild_without_a_colour_is_asked_for_one(play: Callable[..., Driver]) -> None:
    game = play("--seed", "22")
    asked = "Which colour: red, green, blue or yellow? (Enter: play something else)>"
    assert game.type("wild") == [asked]
    assert game.type("pink") == ["'pink' is not a colour; choose red, green, blue or yellow.", asked]
    assert game.type("") == ["Your turn>"]
    game.type("w")
    assert game.type("GREEN")[0] == "You play Wild and choose green."


def test_commands_answer_and_change_nothing(home: Path, play: Callable[..., Driver], tmp_path: Path) -> None:
    game = play("--seed", "1", "--rules", "juno-classic")
    (journal,) = home.iterdir()
    before = journal.read_bytes()
    assert "r7 uno" in " ".join(game.type("help"))
    assert game.type("table")[-2].startswith("The stock has ")
    assert game.type("score")[0] == "Totals: You 0, Ada 0, Ben 0, Cyd 0."
    assert "D03 Each player is dealt 7 cards." in game.type("rules")
    assert game.type("save")[0] == "Give a file name: save FILE."
    assert game.type("save my match.toml")[0].startswith("Your copy of the record is in my match.toml")
    assert game.type("save my match.toml")[0] == "my match.toml already exists; choose another name."
    assert "cannot be written" in game.type("save no/such/folder")[0]
    record = Record.load(tmp_path / "my match.toml")
    assert record.redacted
    assert record.rounds[0].acts.count("d deal 1 ?7") == 1
    assert journal.read_bytes() == before


# ---------------------------------------------------------------- leaving and coming back


def shown(game: Driver) -> list[str]:
    """Hand, table and score as the game shows them."""
    return [line for word in ("hand", "table", "score", "legal") for line in game.type(word)]


@pytest.mark.parametrize("rules", ["official", "juno-serious", "rules-site"])
def test_a_killed_match_goes_on_where_it_stood(rules: str, home: Path, play: Callable[..., Driver]) -> None:
    rng = Random(rules)
    # Without the call there is nothing a bot could notice after all when the program is back.
    game = play("--rules", f"{rules}+uno-duty=none+target=60", "--seats", "3", "--seed", "2", "--bots", "greedy")
    for _ in range(3):
        if not game.play(rng, rng.randint(1, 6)):
            break
        before = shown(game)
        game.kill()
        game = play("--resume")
        assert shown(game) == before
    while rules == "official" and game.play(rng, 50):
        pass
    (path,) = home.iterdir()
    replay = Replay(Record.load(path) if path.suffix == ".toml" else read_journal(path).record)
    replay.run()
    assert replay.over or rules != "official"


def test_a_line_torn_by_a_crash_was_never_shown(home: Path, play: Callable[..., Driver]) -> None:
    game = play("--seed", "22")
    before = shown(game)
    game.kill()
    (journal,) = home.iterdir()
    with journal.open("a") as file:
        file.write("0 r4 | d gi")
    assert shown(play("--resume", str(journal))) == before


def test_the_end_of_input_saves_the_match(home: Path) -> None:
    for words, lines in ((["--seed", "22"], "g1\n"), (["--resume"], "")):
        done = subprocess.run([*COMMAND, *words], input=lines, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        (journal,) = home.iterdir()
        assert done.stdout.endswith(f"The match is saved in {journal}.\nTo continue: lastcard play --resume\n")
    assert "0 g1" in read_journal(journal).record.rounds[0].acts


def test_quit_saves_the_match(play: Callable[..., Driver]) -> None:
    game = play()
    assert "lastcard play --resume" in game.type("quit")[-1]
    assert game.end() == 0


def test_a_match_that_is_over_is_not_resumed(home: Path) -> None:
    complaint = subprocess.run([*COMMAND, "--resume"], capture_output=True, text=True)
    assert complaint.returncode == 2
    assert complaint.stderr.startswith("lastcard: there is no match to resume in ")


def test_a_match_is_played_in_one_place_at_a_time(home: Path, play: Callable[..., Driver]) -> None:
    play("--seed", "22")
    (journal,) = home.iterdir()
    elsewhere = subprocess.run([*COMMAND, "--resume", str(journal)], capture_output=True, text=True)
    assert (elsewhere.returncode, elsewhere.stderr) == (2, f"lastcard: {journal} is in use by another program\n")


def test_a_match_is_resumed_as_it_was_begun(play: Callable[..., Driver]) -> None:
    play("--seed", "22").end()
    other = subprocess.run([*COMMAND, "--resume", "--rules", "one", "--seats", "3"], capture_output=True, text=True)
    assert (other.returncode, other.stderr) == (
        2, "lastcard: --resume continues a match as it was set up; leave out --rules and --seats\n",
    )  # fmt: skip


def test_a_full_disk_loses_nothing(play: Callable[..., Driver], home: Path) -> None:
    play("--seed", "22").end()
    (journal,) = home.iterdir()
    kept = journal.read_bytes()
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({len(kept) + 2},) * 2)"
    code = f"{limit}; import sys; from lastcard.cli import main; sys.exit(main(['play', '--plain', '--resume']))"
    full = subprocess.run([sys.executable, "-c", code], input="draw\ndraw\n", capture_output=True, text=True)
    assert full.returncode == 2
    assert full.stderr.startswith(f"lastcard: {journal} cannot be written: File too large")
    assert full.stdout.endswith("To continue: lastcard play --resume\n")
    assert journal.read_bytes() == kept
    assert play("--resume").type("hand")[0].startswith("You hold 7 cards")


# ---------------------------------------------------------------- help at the table


def test_a_move_is_taken_back(play: Callable[..., Driver], home: Path) -> None:
    game = play("--seed", "22")
    (journal,) = home.iterdir()
    kept, hand = read_journal(journal).record, game.type("hand")[0]
    assert game.type("undo")[0] == "There is no move to undo in this round."
    game.type("green 1")
    assert read_journal(journal).record != kept
    assert "Your last move is undone; the stock is shuffled." in game.type("undo")
    assert read_journal(journal).record == kept
    assert game.type("hand")[0] == hand


def test_a_hint_says_what_to_do_and_what_the_rules_say(play: Callable[..., Driver]) -> None:
    game = play("--seed", "22")
    assert re.fullmatch(r"A careful player would play .*\.", game.type("?")[0])
    assert game.type("hint green 1")[0].startswith("Green 1 is allowed: ")
    assert game.type("why green 9")[0].startswith("Green 9 is refused: you do not have")
    assert game.type("hint purple")[0].startswith("'purple' is not a card of this deck")


def test_several_people_get_no_hints_where_all_can_see(play: Callable[..., Driver]) -> None:
    game = play("--seats", "2", "--people", "2", "--seed", "22")
    assert game.type("hint")[0].startswith("You can get hints on your turn")


def test_results_and_look_through_a_pipe(play: Callable[..., Driver], home: Path) -> None:
    game = play("--seed", "22")
    assert game.type("results")[0] == "No finished matches yet."
    assert game.type("look pink")[0] == "Choose one: look white or look black."
    assert "this terminal shows no colours" in game.type("look black")[0]
    assert 'look = "black"' in (home.parent / "settings.toml").read_text()


# ---------------------------------------------------------------- a terminal


class Terminal:
    """A game in a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen([*COMMAND, *words], stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.text = ""
        self.painted = False  # whether what was read last was in colours

    def until(self, pattern: str) -> str:
        """What is shown until this is."""
        deadline = time.monotonic() + 30
        while not (found := re.search(pattern, self.text)):
            assert time.monotonic() < deadline, self.text
            if select.select([self.master], [], [], 1)[0]:
                try:
                    self.text += os.read(self.master, 4096).decode()
                except OSError:  # the terminal is closed when its program ends
                    break
        assert found or (found := re.search(pattern, self.text)), self.text
        seen, self.text = self.text[: found.end()], self.text[found.end() :]
        self.painted = bool(SGR.search(seen))
        return SGR.sub("", seen)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_in_a_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    game = Terminal("--seed", "22")
    try:
        assert "You hold 7 cards: red 8," in game.until("Your turn> ")
        assert game.painted
        game.type("look black\n")
        assert "Cards are now black." in game.until("Your turn> ")
        game.type("green 1\n")
        assert "You play green 1." in game.until("> ")
        game.type("hadn\x7f\x7fnd\n")  # a line can be edited
        assert "You hold 6 cards" in game.until(r"> $")
        game.type("\x1b[A\n")  # ... and fetched back
        assert "You hold 6 cards" in game.until(r"> $")
        game.type("\x04")
        game.until("lastcard play --resume")
        assert game.process.wait(10) == 0

        monkeypatch.setenv("NO_COLOR", "1")
        game = Terminal("--resume")
        assert "The match continues." in game.until(r"> $")
        assert not game.painted
        game.process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        game.type("\n")  # a signal in the instant between the prompt and the waiting is seen only with the next key
        game.until("lastcard play --resume")
        assert game.process.wait(10) == 130
    finally:
        game.process.kill()
        game.process.wait()
        os.close(game.master)


# ---------------------------------------------------------------- rights beside the turn


class Scripted:
    """Plays what it was told to, draws and passes otherwise, and claims what it was told to once it may."""

    name = "scripted"

    def __init__(self, *actions: str, claims: tuple[str, ...] = ()) -> None:
        self.actions = list(actions)
        self.claims = list(claims)

    def decide(self, view: View) -> str:
        if self.actions:
            return self.actions.pop(0)
        legal = [str(action) for action in view.legal]
        return next(action for action in ("pass", "take", "draw", legal[0]) if action in legal)

    def claim(self, view: View) -> str | None:
        return self.claims.pop(0) if self.claims and self.claims[0] in map(str, view.legal) else None


def transcript(
    position: str, bots: dict[int, Bot], *typed: str, names: tuple[str, ...] = (), target: io.StringIO | None = None
) -> list[str]:
    """A game from a position with these lines typed, up to the first round's end or the last line."""
    table = Round.from_position(position)
    match = recorded(table)
    names = names or ("You", "Bot 1", "Bot 2", "Bot 3")[: table.seats]
    target = target or io.StringIO()
    sitting = Sitting(match, names, bots, Path("nowhere"), resumed=True)
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    session = LocalSession(sitting, patient=True)
    game = PlainGame(session, Screen(source, target, Paint(table.rules.deck, None)))
    with pytest.raises(EOFError):
        game.play()
    return target.getvalue().splitlines()


ASKED = "Anything to say before Bot 1 plays? (Enter: no)>"


def test_who_forgot_may_still_call_before_a_bot_accuses() -> None:
    position = "r5b5/g5y1/b1b2 r1 >0 - b3b4b6b7b8|-"
    bots: dict[int, Bot] = {1: Scripted(), 2: Scripted(claims=("catch 0",))}
    lines = transcript(position, bots, "r5", "uno")
    assert lines[lines.index(ASKED) + 1] == "You call: last card!"

    bots[2] = Scripted(claims=("catch 0",))
    lines = transcript(position, bots, "r5", "", "")
    assert lines[lines.index(ASKED) + 1] == "Bot 2 catches you!"


TWINS = {  # a position, then who sits at which seat: a person, or what a bot plays and claims
    "the only person lays": ("{0}b5/g5y1/b1b2 r1 >0 - b3b4b6b7b8|-", 0, (0,)),
    "the only person sees a lay": ("b5b6b7/{0}y1/b1b2g6 r1 >1 - b3b4b6b7b8|-", 1, (0,)),
    "the only person is next": ("b5b6b7/b1b2g6/{0}y1 r1 >2 - b3b4b6b7b8|-", 2, (0,)),
    "one of several people lays": ("{0}b5/g5y1/b1b2 r1 >0 - b3b4b6b7b8|-", 0, (0, 1)),
    "several people see a lay": ("b5b6b7/b1b2g6/{0}y1 r1 >2 - b3b4b6b7b8|-", 2, (0, 1)),
    "people alone": ("{0}b5/g5y1/b1b2 r1 >0 - b3b4b6b7b8|-", 0, (0, 1, 2)),
    "another window": ("{0}b5/g5y1/b1b2 r1 >0 - b3b4b6b7b8|- official+uno-window=next-card-played", 0, (0,)),
    "hidden sizes": ("b5b6b7/{0}y1/b1b2g6 r1 >1 - b3b4b6b7b8|- official+count-info=hidden", 1, (0,)),
}


@pytest.mark.parametrize("bots_notice", [False, True])
@pytest.mark.parametrize("twin", TWINS)
def test_nothing_asked_tells_who_forgot_to_call(twin: str, bots_notice: bool) -> None:
    """The same lay, called or not, is followed by the same questions, as long as nobody has said anything to it."""
    position, layer, people = TWINS[twin]
    asked = []
    for call in ("!", ""):
        seats = range(position.count("/") + 1)
        lays = {layer: (f"r5{call}",)}
        claims = (f"catch {layer}",) if bots_notice else ()
        bots: dict[int, Bot] = {
            seat: Scripted(*lays.get(seat, ()), claims=claims if seat != layer else ())
            for seat in seats
            if seat not in people
        }
        names = ("Ann", "Ben", "Cid") if len(people) > 1 else ()
        hand_over = [""] * (len(people) > 1)
        typed = (
            [*hand_over, f"r5{call}", "nonsense", "legal", "hint"] if layer in people else ["nonsense", "legal", "hint"]
        )
        if not bots_notice:
            typed += ["", *hand_over, "draw", "pass"]
        lines = transcript(position.format("r5"), bots, *typed, names=names)
        shown = ("You could", "You have nothing", "A careful player")
        asked.append([line for line in lines if line.endswith(">") or line.startswith(shown)])
    assert asked[0] == asked[1]
    assert any(line.startswith("Anything to say") for line in asked[0])


def test_enter_does_the_same_whether_somebody_forgot_to_call_or_not() -> None:
    for call in ("", "!"):
        lines = transcript("b6b7/r5y1 r1 >1 - b3b4b6b7b8|-", {1: Scripted(f"r5{call}")})
        assert lines[-1] == "Your turn, and nothing fits (Enter: draw)>"


def test_the_question_is_put_once_for_a_lay() -> None:
    for call in (" uno", ""):
        lines = transcript("r5b5/g5y1y2/b1b2 r1 >0 - b3b4b6b7b8|-", {1: Scripted(), 2: Scripted()}, f"r5{call}", "", "")
        assert lines.count(ASKED) == 1


def test_a_lay_that_leaves_more_cards_is_not_asked_about() -> None:
    lines = transcript("r5b5b6/g5y1/b1b2 r1 >0 - b3b4b6b7b8|-", {1: Scripted(), 2: Scripted()}, "r5")
    assert ASKED not in lines


def test_where_nobody_has_to_call_nobody_is_asked() -> None:
    position = "r5b5/g5y1/b1b2 r1 >0 - b3b4b6b7b8|- official+uno-duty=none"
    assert ASKED not in transcript(position, {1: Scripted(), 2: Scripted()}, "r5")


def test_hands_exchanged_are_asked_about_too() -> None:
    position = "r7b5b6/g5/b1b2 r1 >0 - b3b4b6b7b8|- official+seven-zero+uno-duty=on-hold"
    lines = transcript(position, {1: Scripted(), 2: Scripted()}, "r7>1")
    assert lines[-1] == ASKED


@pytest.mark.parametrize("mark", ["!", "*"])
def test_a_match_that_is_resumed_asks_again(mark: str) -> None:
    lines = transcript(f"b5{mark}/g5y1/b1b2 r5 >1 @0 b3b4b6b7b8|-", {1: Scripted(), 2: Scripted()})
    assert lines[-1] == ASKED


def test_caught_is_asked_for_once_after_a_lay() -> None:
    position = "b5b6/r5y1/b1b2 r1 >1 - b3b4b6b7b8|-"
    asked = "Anything to say before Bot 2 plays? (Enter: no)>"
    lines = transcript(position, {1: Scripted("r5"), 2: Scripted()}, "caught")
    assert lines[lines.index(asked) + 1 :][:2] == ["You catch Bot 1!", "Bot 1 draws 2 cards."]
    lines = transcript(position, {1: Scripted("r5"), 2: Scripted()}, "", "hand")
    assert lines.count(asked) == 1


def test_people_accuse_before_bots_do() -> None:
    position = "b5b6/g1g2/r5y1 r1 >2 - b3b4b6b7b8|-"
    bots = {1: Scripted(claims=("catch 2",)), 2: Scripted("r5")}
    lines = transcript(position, bots, "caught")
    assert lines[lines.index("Anything to say before you play? (Enter: no)>") + 1].startswith("You catch Bot 2")


def test_with_nobody_to_come_first_the_own_turn_is_soon_enough() -> None:
    lines = transcript("b5b6/r5y1 r1 >1 - b3b4b6b7b8|-", {1: Scripted("r5")}, "caught")
    assert "You catch Bot 1!" in lines
    assert not any("Anything to say" in line for line in lines)


def test_a_jump_in_is_asked_for_only_if_there_is_one() -> None:
    asked = "Anything to say before Bot 2 plays? (Enter: no)>"
    for hand, question in (("r5b6b7", True), ("r6b6b7", False)):
        position = f"{hand}/r5y1y2/b1b2 r1 >1 - b3b4b6b7b8|- official+jump-in"
        lines = transcript(position, {1: Scripted("r5"), 2: Scripted()}, "r5", "hand")
        assert (asked in lines) == question
        assert ("You jump in with red 5." in lines) == question


def test_enter_does_the_only_thing_there_is_to_do() -> None:
    lines = transcript("b5b6/r5y1y2 r1 >0 - g3b4b6b7b8|-", {1: Scripted()}, "", "", "hand")
    assert "Your turn, and nothing fits (Enter: draw)>" in lines
    assert "Green 3 does not fit (Enter: pass)>" in lines
    assert "You pass." in lines


@pytest.mark.parametrize(
    ("position", "prompt"),
    [
        ("b5b6/r5y1 b1 >0 b5 g3b4|-", "Play blue 5, or 'pass'>"),
        ("b5b6/r5y1 w >0 : g3b4|-", "Choose a colour: red, green, blue or yellow>"),
        ("b5b6/r5y1 b7 >0 > g3b4|- official+seven-zero", "Swap hands with 1 (Bot 1)? (Enter: >1)>"),
        ("b+2b6/r5y1 r+2 >0 +2@1 g3b4|b1 official+stack", "Draw 2 cards: 'take' or stack a card>"),
        ("b5b6/r5y1 w+4:g >0 +4?<b1@1 g3b4|b1", "Draw 4 cards: 'take' or 'challenge'>"),
        ("bSb6/r5y1 rS >0 -1@1 g3b4|b1 official+stack-skips", "You lose a turn: 'take' or stack a card>"),
        ("b6b7/r5y1 b6 >0 &1@0 g3b4|b1 juno-serious", "Play one more of the same, or 'done'>"),
        ("b5b6^/r5y1 b1 >0 - g3b4|b2 rules-site", "Say when you are ready (Enter: ready)>"),
    ],
)
def test_every_phase_has_its_prompt(position: str, prompt: str) -> None:
    assert transcript(position, {1: Scripted()})[-1] == prompt


# ---------------------------------------------------------------- several people at one screen


def test_hands_are_hidden_between_turns() -> None:
    names = ("Ann", "Ben", "Bot 2")
    position = "b5b6/r5y1y2/g1g2g3 r1 >0 - g3b4b6b7b8|-"
    lines = transcript(position, {2: Scripted()}, "", "draw", "pass", "", "r5", names=names)
    ann, ben = (lines.index(f"{name}'s turn. Press Enter when only {name} can see the screen>") for name in names[:2])
    assert "You hold 2 cards: blue 5, blue 6." in lines[ann:ben]
    assert "You draw green 3." in lines[ann:ben]
    assert lines[ben - 1] == "Ann passes."
    assert "Ann draws a card." in lines[ben:]
    assert not any("green 3" in line for line in lines[ben - 1 :])


class Glass(io.StringIO):
    """A terminal of which one sees what was written."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_cleared_before_others_look() -> None:
    names, glass = ("Ann", "Ben", "Bot 2"), Glass()
    position = "b5b6/r5y1y2/g1g2g3 r1 >0 - g3b4b6b7b8|-"
    transcript(position, {2: Scripted()}, "", "draw", "pass", names=names, target=glass)
    hidden = glass.getvalue().split("\x1b[2J\x1b[3J\x1b[H")
    assert len(hidden) == 3
    assert "You draw green 3." in hidden[1]
    assert hidden[2].startswith("Ann passes.\nBen's turn.")


class Leaver(io.StringIO):
    """Somebody who looks at the hand and then leaves: by a word, by the end of input, by a signal."""

    def __init__(self, how: str) -> None:
        super().__init__("\nquit\n" if how == "quit" else "\n")
        self.how = how

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline()
        if not line and self.how == "interrupt":
            raise KeyboardInterrupt
        return line


@pytest.mark.parametrize("how", ["quit", "end of input", "interrupt"])
def test_no_hand_stays_on_the_screen_of_a_game_that_is_left(how: str, home: Path) -> None:
    glass = Glass()
    with suppress(KeyboardInterrupt):
        run(Options(seats=2, people=2, seed=1), Leaver(how), glass)
    *before, last = glass.getvalue().split("\x1b[2J\x1b[3J\x1b[H")
    assert "You hold" in before[-1]
    assert "You hold" not in last
    assert "lastcard play --resume" in last


def test_what_enter_does_is_not_said_wrongly() -> None:
    names = ("Ann", "Ben")
    lines = transcript("b5b6/r5y1y2 r1 >0 - g3b4b6b7b8|-", {}, "foo", "", names=names)
    asked = "Ann's turn. Press Enter when only Ann can see the screen>"
    assert lines.count(asked) == 2
    assert lines[lines.index(asked) + 1].startswith("'foo' is not a command; to speak, begin with a name")
    assert lines[lines.index(asked) + 2] == asked


SHARED = "r5b5b6/g1g2g3/{0} r1 >0 - g3b4b6b7b8|- official+jump-in"
TAKEN_ASIDE = "Press Enter when only Ben can see the screen>"


def test_several_people_are_asked_for_jump_ins_whether_they_hold_one_or_not() -> None:
    for hand in ("r5y1y2", "r6y1y2"):
        typed = ("", "r5", "caught", "Ben", "", "r5", "")
        lines = transcript(SHARED.format(hand), {1: Scripted()}, *typed, names=("Ann", "Bot 1", "Ben"))
        question = next(line for line in lines if line.startswith("Anything to say before Bot 1 plays?"))
        assert "as in 'Ann caught'" in question and "to jump in, type only your name" in question
        assert "Say who you are first, as in 'Ann caught'." in lines
        assert TAKEN_ASIDE in lines
        assert ("Ben jumps in with red 5." in lines) == (hand[1] == "5")


@pytest.mark.parametrize(
    "typed",
    ["Ben r5", "Ben r6", "Ben w", "Ben w:g", "Ben r5 uno", "Ben draw", "Ben pass", "Ben hand", "Ben legal", "Ben hint",
     "Ben hint r5", "Ben uno", "Ben caught 0", "Ben challenge", "Ben table", "Ben r5 r6", "Ben :r", "Ben >0"],
)  # fmt: skip
@pytest.mark.parametrize("rules", ["official+jump-in", "official+jump-in+count-info=hidden", "juno-serious+jump-in"])
def test_what_is_typed_where_all_can_see_is_answered_alike_for_every_hand(typed: str, rules: str) -> None:
    told = set()
    for hand in ("r5y1y2", "r6y1y2", "r6wy2"):
        position = SHARED.format(hand).replace("official+jump-in", rules)
        lines = transcript(position, {1: Scripted()}, "", "r5", typed, names=("Ann", "Bot 1", "Ben"))
        told.add("\n".join(lines[lines.index("Ann plays red 5.") :]))
        assert "Ben jumps in" not in lines[-1]
    assert len(told) == 1


def test_sizes_that_are_hidden_are_not_told_by_a_refused_call() -> None:
    told = set()
    for hand in ("y1", "y1y2"):
        position = f"r5b5b6/g1g2g3/{hand} r1 >0 - g3b4b6b7b8|- official+count-info=hidden"
        lines = transcript(position, {1: Scripted()}, "", "r5", "Ben uno", names=("Ann", "Bot 1", "Ben"))
        told.add("\n".join(lines[lines.index("Ann plays red 5.") :]))
    assert len(told) == 1


@pytest.mark.parametrize("typed", ["Ann draw", "Ann r5", "Ann b5", "Ann pass", "Ann w"])
def test_nobody_takes_a_turn_before_the_hand_over(typed: str) -> None:
    told = set()
    for hand in ("r5b5b6", "b5b6b7", "wb6b7"):
        position = f"{hand}/g1g2g3/y1y2y3 r1 >0 - g3b4b6b7b8|- official+force-play"
        told.add("\n".join(transcript(position, {2: Scripted()}, typed, names=("Ann", "Ben", "Bot 2"))))
    (lines,) = told
    assert lines.count("Ann's turn. Press Enter when only Ann can see the screen>") == 2
    assert "draws" not in lines and "plays" not in lines


def test_a_copy_saved_where_all_can_see_holds_no_hand(home: Path) -> None:
    options = Options(seats=2, people=2, names=("Ann", "Ben"), seed=1)
    run(options, io.StringIO("Ben save copy\n"), io.StringIO())
    dealt = [act for act in Record.load("copy").rounds[0].acts if act.startswith("d deal ")]
    assert dealt == ["d deal 0 ?7", "d deal 1 ?7"]


def test_whoever_is_taken_aside_may_think_better_of_it() -> None:
    typed = ("", "r5", "Ben", "", "r6", "", "")
    lines = transcript(SHARED.format("r6y1y2"), {1: Scripted()}, *typed, names=("Ann", "Bot 1", "Ben"))
    aside = lines.index(TAKEN_ASIDE)
    assert "You hold 3 cards: red 6, yellow 1, yellow 2." in lines[aside:]
    assert "It is Bot 1’s turn, and only another red 5 can jump in." in lines[aside:]
    assert lines[aside:].count(next(line for line in lines if line.startswith("Anything to say"))) == 1
    assert "Bot 1 draws a card." in lines[aside:]


def test_whoever_is_taken_aside_leaves_no_hand_on_the_screen() -> None:
    glass = Glass()
    typed = ("", "r5", "Ben", "", "")
    transcript(SHARED.format("r6y1y2"), {1: Scripted()}, *typed, names=("Ann", "Bot 1", "Ben"), target=glass)
    last = glass.getvalue().split("\x1b[2J\x1b[3J\x1b[H")[-1]
    assert "yellow 1" not in last


def test_a_person_cannot_speak_for_a_bot() -> None:
    position = "r5b5b6/y1y2y3/g1g2g3 r1 >0 - g3b4b6b7b8|- official+jump-in"
    lines = transcript(position, {2: Scripted()}, "", "r5", "Bot 2 g1", names=("Ann", "Ben", "Bot 2"))
    assert "Bot 2 is a bot and speaks for itself." in lines


# ---------------------------------------------------------------- what can be timed


class Clock:
    """Time that goes by only when somebody sleeps or thinks."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


class Ponderer(Scripted):
    """Takes a time that depends on its hand."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        super().__init__()
        self.clock, self.seconds = clock, seconds

    def decide(self, view: View) -> str:
        self.clock.now += self.seconds
        return super().decide(view)

    def claim(self, view: View) -> str | None:
        self.clock.now += self.seconds
        return None


class Timing(io.StringIO):
    """Notes when each line was written."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.times: list[tuple[float, str]] = []

    def write(self, text: str, /) -> int:
        self.times.append((round(self.clock.now, 6), text))
        return super().write(text)


def timed(seconds: float, monkeypatch: pytest.MonkeyPatch, position: str, *typed: str) -> list[tuple[float, str]]:
    """What is shown and when, with a bot that thinks for so long."""
    clock = Clock()
    monkeypatch.setattr("lastcard.terminal.pace.time", clock)
    bot = Fallible(Ponderer(clock, seconds), Slips(beat=0.5))
    target = Timing(clock)
    transcript(position, {1: bot, 2: Fallible(Ponderer(clock, 0.0), Slips())}, *typed, target=target)
    return target.times


@pytest.mark.parametrize(
    "position",
    ["r5b5b6/g1g2g3/y1y2y3 r1 >0 - g3b4b6b7b8|- official+jump-in", "r5b5/g1g2g3/y1y2y3 r1 >0 - g3b4b6b7b8|- official"],
)
def test_how_long_a_bot_thinks_cannot_be_timed(position: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, slow = (timed(seconds, monkeypatch, position, "r5", "", "draw") for seconds in (0.0, 0.2))
    assert quick == slow
    assert quick[-1][0] > 0


def test_a_bot_that_thinks_too_long_answers_on_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    position = "r5b5b6/g1g2g3/y1y2y3 r1 >0 - g3b4b6b7b8|- official"
    assert all(moment % 0.5 == 0 for moment, _ in timed(0.7, monkeypatch, position, "r5", "draw"))


def test_at_full_speed_nobody_waits(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    def sleep(seconds: float) -> None:
        assert seconds == 0

    monkeypatch.setattr("lastcard.terminal.pace.time.sleep", sleep)
    options = Options(rules="one+hand=1", seats=2, people=0, bots=("search?playouts=2",), seed=1)
    assert run(options, io.StringIO(), io.StringIO(), Settings(speed="instant")) == 0
    with pytest.raises(AssertionError):
        run(options, io.StringIO(), io.StringIO(), Settings(speed="fast"))


def test_simple_bots_keep_nobody_waiting() -> None:
    assert [slips_of(name).beat for name in ("random", "greedy", "careful")] == [0, 0, 0]
    assert slips_of("search").beat == slips_of("mine:Bot").beat > 0


# ---------------------------------------------------------------- narrow terminals


@pytest.mark.parametrize("look", [None, Skin.WHITE])
def test_lines_and_prompts_break_between_words_and_not_inside_cards(
    look: Skin | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    glass = Glass()
    screen = Screen(io.StringIO("draw\n"), glass, Paint(PRESETS["official"].ruleset.deck, look))
    screen.say("You hold 4 cards: red 4, green 9, yellow Draw Two, Wild Draw Four.")
    screen.ask("Anything to say before Ann plays? (Enter: no; else who and what, as in 'Ann caught')")
    assert SGR.sub("", glass.getvalue()).split("\n") == [
        "You hold 4 cards: red 4, green 9,",
        "    yellow Draw Two, Wild Draw Four.",
        "Anything to say before Ann plays?",
        "    (Enter: no; else who and what, as in",
        "    'Ann caught')> ",
    ]


# ---------------------------------------------------------------- options


def test_names_have_no_characters_whose_width_terminals_do_not_agree_on() -> None:
    assert seat_names(Options(names=("❤️ Oma", "Zoë👩‍👧"), seats=2)) == ("❤ Oma", "Zoë👩👧")
    assert shown_name("علی‌رضا") == "علیرضا"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (Options(rules="offical"), "did you mean 'official'"),
        (Options(seats=11), "expected 2 to 10"),
        (Options(people=5), "5 people cannot sit at 4 seats"),
        (Options(bots=("gready",)), "did you mean 'greedy'"),
        (Options(names=("Ann", "ann")), "the same name"),
        (Options(names=("Bot (greedy)",)), "is not a valid name"),
        (Options(names=("7",)), "is not a valid name"),
        (Options(names=("A", "B", "C", "D", "E")), "5 names given for 4 seats"),
        (Resume(journal=Path("nowhere.journal")), "there is no journal nowhere.journal"),
    ],
)
def test_options_that_do_not_go_together(options: Options | Resume, why: str, home: Path) -> None:
    with pytest.raises(LastCardError, match=why):
        run(options, io.StringIO(), io.StringIO())
    assert not home.exists() or not list(home.iterdir())


def test_a_journal_says_who_sits_where(home: Path) -> None:
    options = Options(rules="one", seats=3, people=2, names=("Ann", "Ben"), bots=("greedy",))
    run(options, io.StringIO(), io.StringIO())
    target = io.StringIO()
    run(Resume(), io.StringIO(), target)
    assert target.getvalue().startswith("Last Card, rules one: Ann, Ben, Ada (easy).")


# ---------------------------------------------------------------- what a stranger stumbled over


def test_a_fine_says_what_for() -> None:
    lines = transcript("g2r5r7/g5y1y2 r1 >0 - b1b2b3b4b5b6b7|- rules-site+fines", {1: Scripted()}, "g2")
    foul = next(line for line in lines if line.startswith("That was a foul: "))
    assert "green 2 matches neither" in foul
    assert any(line.startswith("You are fined ") for line in lines[: lines.index(foul)])


def test_commands_are_obeyed_while_a_colour_is_asked_for(play: Callable[..., Driver]) -> None:
    game = play("--seed", "22")
    asked = "Which colour: red, green, blue or yellow? (Enter: play something else)>"
    game.type("wild")
    said = game.type("hand")
    assert said[0].startswith("You hold 7 cards")
    assert said[-1] == asked
    assert game.type("help")[-1] == asked
    assert game.type("g")[0] == "You play Wild and choose green."
    game.type("w+4") if "w+4:r" in game.legal() else None
    assert "lastcard play --resume" in game.type("quit")[-1]


def test_hints_to_wilds_with_a_colour(play: Callable[..., Driver]) -> None:
    game = play("--seed", "22")
    for text in ("w", "w:g", "wild green", "W : G"):
        assert game.type(f"hint {text}")[0].startswith("Wild is allowed: "), text


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("4 red", "'4 red' is not understood (did you mean 'red 4'?)."),
        ("red", "'red' is not understood; a card is a colour and a rank, as in 'red 7'."),
        ("b7>9", "Nobody here is called '9'; the players are 0 (You), 1 (Ada), 2 (Ben) and 3 (Cyd)."),
    ],
)
def test_what_was_meant_is_guessed(typed: str, answer: str, play: Callable[..., Driver]) -> None:
    assert play("--seed", "22").type(typed)[0] == answer


def test_partners_are_named() -> None:
    target = io.StringIO()
    run(Options(rules="official+partners", seed=1), io.StringIO("table\n"), target)
    assert "Ben (your partner) holds " in target.getvalue()


def test_nobody_shows_a_hand_to_all(play: Callable[..., Driver]) -> None:
    position = "r5b5b6/g1g2g3/r6y1y2 r1 >0 - g3b4b6b7b8|- official+jump-in"
    lines = transcript(position, {1: Scripted()}, "", "r5", "Ben hand", "Ben legal", names=("Ann", "Bot 1", "Ben"))
    assert "Hands are hidden now." in lines
    assert not any("yellow 1" in line or "y1" in line for line in lines)


def test_help_is_silent_on_calls_where_there_are_none() -> None:
    lines = transcript("b5b6/r5y1y2 r1 >0 - g3b4b6b7b8|- official+uno-duty=none", {1: Scripted()}, "help")
    assert any("draw, pass, take" in line for line in lines)
    assert not any("UNO" in line or "caught" in line for line in lines)


def test_who_jumps_in_at_the_hand_over_changes_whose_turn_it_is() -> None:
    position = "b5r2/g5y1/r5b9y3 r5 >1 @0 b1b2b3b4b6b7|- official+jump-in"
    lines = transcript(position, {}, "", "Cy", "", "r5", "", names=("Ann", "Ben", "Cy"))
    told = "\n".join(lines).partition("Cy jumps in")[2]
    assert "Ann's turn. Press Enter" in told and "Ben's turn" not in told
