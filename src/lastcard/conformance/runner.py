"""Cases run on an engine, in this process or another, through the line protocol."""

import queue
import shlex
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from ..errors import LastCardError, NotationError
from ..notation import compare, parse_position
from ..rules import Ruleset
from .suite import AnyCase, DealCase, Expected, MatchCase, PickCase, PositionCase

PATIENCE = 20.0  # seconds an engine may take over one line


class EngineError(LastCardError):
    """An engine that cannot be started, does not answer, or ends too soon."""


class Engine(Protocol):
    """Whatever answers a line of the protocol with a line."""

    def ask(self, line: str) -> str:
        """The answer to one line."""
        ...


class Program:
    """An engine in another process, spoken to through its standard input and output."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self.command = command
        self.patience = patience
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                bufsize=1,
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"engine {command!r} cannot be started: {error}") from error
        self.answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put("")  # the end, which no line is

    def ask(self, line: str) -> str:
        """Send a line, wait for the answer."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.answers.get(timeout=self.patience)
        except (OSError, queue.Empty):
            answer = ""
        if not answer:
            raise EngineError(f"engine {self.command!r} did not answer {line!r}")
        return answer.strip()

    def close(self) -> None:
        """End the program."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@contextmanager
def program(command: str) -> Iterator[Program]:
    """An engine in another process for as long as the block lasts."""
    engine = Program(command)
    try:
        yield engine
    finally:
        engine.close()


class Failed(Exception):
    """A case cannot go on: what an engine did wrong."""


def run_case(case: AnyCase, engine: Engine) -> list[str]:
    """What an engine does wrong in a case; nothing when it passes."""
    try:
        if isinstance(case, PickCase):
            return _run_pick(case, engine)
        if isinstance(case, MatchCase):
            return _run_match(case, engine)
        return _run_round(case, engine)
    except Failed as failure:
        return [str(failure)]
    except NotationError as error:
        return [str(error)]


# ---------------------------------------------------------------- rounds


def _run_round(case: PositionCase | DealCase, engine: Engine) -> list[str]:
    if isinstance(case, PositionCase):
        ruleset = parse_position(case.given)[1]
        _must(engine, f"position {case.given}")
    else:
        ruleset = Ruleset.from_id(case.rules)
        away = "".join(map(str, case.away)) or "-"
        stock = case.stock.replace(" ", "") or "-"
        _must(engine, f"deal {case.rules} {case.seats} {case.dealer} {case.youngest} {away} {stock}")
    for move in case.does:
        _do(engine, move)
    return _check(case.expected, engine, ruleset)


def _must(engine: Engine, line: str) -> None:
    answer = engine.ask(line)
    if answer != "ok":
        raise Failed(f"{line!r} is answered by {answer!r}")


def _do(engine: Engine, move: str) -> None:
    answer = engine.ask(f"do {_with_seat(move)}")
    if answer not in ("ok", "fined"):
        raise Failed(f"{move!r} is answered by {answer!r}")


def _with_seat(move: str) -> str:
    if not move[:1].isdecimal() or move[1:2] != " ":
        raise Failed(f"the case is wrong: {move!r} must begin with the seat, as in '0 draw'")
    return move


def _check(expected: Expected, engine: Engine, ruleset: Ruleset) -> list[str]:
    facts, shown = engine.ask("facts"), engine.ask("show")
    problems = [
        _check_facts(expected, facts),
        _check_position(expected, shown, ruleset),
        _check_points(expected, engine),
        *(_check_legal(engine, seat, texts) for seat, texts in expected.legal.items()),
        *(_check_refused(engine, move, shown) for move in expected.refuses),
        *(_check_fined(engine, move, shown) for move in expected.fines),
    ]
    return [problem for problem in problems if problem is not None]


def _check_position(expected: Expected, shown: str, ruleset: Ruleset) -> str | None:
    if expected.gives is None:
        return None
    position, rules = parse_position(shown, ruleset)
    if rules != ruleset:
        return f"the rule set shown is {rules.id}, not {ruleset.id}"
    return compare(expected.gives, position, ruleset)


def _check_facts(expected: Expected, answer: str) -> str | None:
    """The facts wanted, in their order; others may stand between.  An engine may say that it keeps none."""
    if answer.startswith("no"):
        return None
    facts = iter(answer.split(", "))
    for wanted in expected.facts:
        if wanted not in facts:
            return f"the facts {', '.join(expected.facts)} are wanted, they are {answer}"
    return None


def _check_points(expected: Expected, engine: Engine) -> str | None:
    if expected.points is None:
        return None
    answer = engine.ask("points")
    wanted = " ".join(map(str, expected.points))
    return None if answer == wanted else f"points {wanted} are wanted, they are {answer}"


def _check_legal(engine: Engine, seat: int, texts: tuple[str, ...]) -> str | None:
    answer = engine.ask(f"legal {seat}")
    found = set() if answer == "-" else {text.strip() for text in answer.split(",")}
    if found == set(texts):
        return None
    return f"seat {seat} may {', '.join(texts) or '-'}, the engine lists {answer}"


def _check_refused(engine: Engine, move: str, shown: str) -> str | None:
    answer = engine.ask(f"do {_with_seat(move)}")
    after = engine.ask("show")
    if not answer.startswith("no"):
        _must(engine, f"position {shown}")
        return f"{move!r} must be refused, it is answered by {answer!r}"
    return None if after == shown else f"{move!r} is refused, but changes the position to {after!r}"


def _check_fined(engine: Engine, move: str, shown: str) -> str | None:
    answer = engine.ask(f"do {_with_seat(move)}")
    _must(engine, f"position {shown}")
    return None if answer == "fined" else f"{move!r} must be fined, it is answered by {answer!r}"


# ---------------------------------------------------------------- matches


def _run_match(case: MatchCase, engine: Engine) -> list[str]:
    scores = ",".join(map(str, case.scores))
    left = "".join(map(str, case.left)) or "-"
    _must(engine, f"sheet {case.rules} {case.seats} {case.dealer} {case.rounds} {left} {scores}")
    _must(engine, f"position {case.given}")
    for move in case.does:
        _do(engine, move)
    answer = engine.ask(f"score {case.named}")
    words = answer.split()
    if len(words) != 12:
        raise Failed(f"the round is not scored: {answer}")
    found = dict(zip(words[::2], words[1::2], strict=True))
    wanted = {key: _sheet_text(key, value) for key, value in case.gives.items()}
    return [f"{key} {wanted[key]} is wanted, the sheet has {answer}" for key in wanted if found.get(key) != wanted[key]]


def _sheet_text(key: str, value: Any) -> str:
    if key in ("winners", "left"):
        return "".join(str(seat) for seat in sorted(value)) or "-"
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(int(value))


def _run_pick(case: PickCase, engine: Engine) -> list[str]:
    answer = engine.ask(f"pick {case.rules} {case.seats} {case.stock.replace(' ', '') or '-'}")
    return [] if answer == str(case.dealer) else [f"seat {case.dealer} must deal, the engine says {answer!r}"]
