"""Run cases on an engine, in this process or another, through the line protocol."""

import re
from typing import Any

from .._util.bounds import quoted
from ..errors import LastCardError
from ..notation import compare, parse_position
from ..rules import Ruleset
from .engines import Engine, EngineError
from .suite import REFUSALS, AnyCase, DealCase, MatchCase, PickCase, PositionCase, RulesCase, Step


class Failed(Exception):
    """The engine did something that makes it impossible to continue a case."""


def run_case(case: AnyCase, engine: Engine) -> list[str]:
    """Return what an engine does wrong in a case, as messages; the list is empty if it passes."""
    try:
        if isinstance(case, PickCase):
            return _run_pick(case, engine)
        if isinstance(case, MatchCase):
            return _run_match(case, engine)
        if isinstance(case, RulesCase):
            return _run_rules(case, engine)
        return _run_round(case, engine)
    except EngineError:
        raise
    except (Failed, LastCardError) as failure:
        return [str(failure)]


# ---------------------------------------------------------------- answers


def _is_refusal(answer: str) -> bool:
    return answer == "no" or answer.startswith("no ")


def _must(engine: Engine, line: str) -> None:
    answer = engine.ask(line)
    if answer != "ok":
        raise Failed(f"{line!r}: the answer is {quoted(answer)}")


def _must_refuse(engine: Engine, line: str, kind: str) -> list[str]:
    """Check that a line is refused; an engine that gives a reason must name this kind of error."""
    answer = engine.ask(line)
    if not _is_refusal(answer):
        return [f"{line!r} must be refused, but the answer is {quoted(answer)}"]
    said = answer.split(" ")[1:2]
    if said and said[0] in REFUSALS and said[0] != kind:
        return [f"{line!r} must be refused as {kind}, but the answer is {quoted(answer)}"]
    return []


# ---------------------------------------------------------------- rounds


def _run_round(case: PositionCase | DealCase, engine: Engine) -> list[str]:
    opening = _opening(case)
    if case.refused is not None:
        return _must_refuse(engine, opening, case.refused)
    _must(engine, opening)
    ruleset = parse_position(case.given)[1] if isinstance(case, PositionCase) else Ruleset.from_id(case.rules)
    seen = 0  # facts of earlier steps
    for number, step in enumerate(case.steps, 1):
        try:
            problems = _run_step(step, engine, ruleset, seen)
        except Failed as failure:
            problems = [str(failure)]
        if problems:
            where = f"step {number}, {step.place}: " if len(case.steps) > 1 else ""
            return [where + problem for problem in problems]
        seen = len(_listed(engine.ask("facts")))
    return []


def _opening(case: PositionCase | DealCase) -> str:
    if isinstance(case, PositionCase):
        return f"position {case.given}"
    away = "".join(map(str, case.away)) or "-"
    stock = case.stock.replace(" ", "") or "-"
    return f"deal {case.rules} {case.seats} {case.dealer} {case.youngest} {away} {stock}"


def _run_step(step: Step, engine: Engine, ruleset: Ruleset, seen: int) -> list[str]:
    for move in step.does:
        _do(engine, move)
    return _check(step, engine, ruleset, seen)


def _do(engine: Engine, move: str) -> None:
    answer = engine.ask(f"do {_with_seat(move)}")
    if answer not in ("ok", "fined"):
        raise Failed(f"{move!r}: the answer is {quoted(answer)}")


def _with_seat(move: str) -> str:
    if not re.match("[0-9] ", move):
        raise Failed(f"the case is wrong: {move!r} must begin with the seat, as in '0 draw'")
    return move


def _check(step: Step, engine: Engine, ruleset: Ruleset, seen: int) -> list[str]:
    facts, shown = engine.ask("facts"), engine.ask("show")
    problems = [
        _check_facts(step, facts, seen),
        _check_position(step, shown, ruleset),
        _check_points(step, engine),
        *(_check_legal(engine, seat, texts) for seat, texts in step.legal.items()),
        *(_check_refused(engine, move, shown) for move in step.refuses),
        *(_check_fined(engine, move, shown) for move in step.fines),
    ]
    return [problem for problem in problems if problem is not None]


def _check_position(step: Step, shown: str, ruleset: Ruleset) -> str | None:
    if step.gives is None:
        return None
    position, rules = parse_position(shown, ruleset)
    if rules != ruleset:
        return f"the engine shows rule set {rules.id}, expected {ruleset.id}"
    return compare(step.gives, position, ruleset)


def _listed(answer: str) -> list[str]:
    """Return the facts an engine lists; an empty list if it keeps none."""
    return [] if answer == "-" or _is_refusal(answer) else answer.split(", ")


def _check_facts(step: Step, answer: str, seen: int) -> str | None:
    """Check the facts of this step, in order; there may be others in between.  An engine need not keep facts."""
    if _is_refusal(answer):
        return None
    new = _listed(answer)[seen:]
    facts = iter(new)
    if all(wanted in facts for wanted in step.facts):
        return None
    return f"expected the facts {', '.join(step.facts)}, got {', '.join(new) or '-'}"


def _check_points(step: Step, engine: Engine) -> str | None:
    if step.points is None:
        return None
    answer = engine.ask("points")
    wanted = " ".join(map(str, step.points))
    return None if answer == wanted else f"expected points {wanted}, got {answer}"


def _check_legal(engine: Engine, seat: str, texts: tuple[str, ...]) -> str | None:
    answer = engine.ask(f"legal {seat}")
    found = set() if answer == "-" else {text.strip() for text in answer.split(",")}
    if found == set(texts):
        return None
    return f"expected legal actions of seat {seat}: {', '.join(texts) or '-'}, got {answer}"


def _check_refused(engine: Engine, move: str, shown: str) -> str | None:
    answer = engine.ask(f"do {_with_seat(move)}")
    after = engine.ask("show")
    if not _is_refusal(answer):
        _must(engine, f"position {shown}")
        return f"{move!r} must be refused, but the answer is {quoted(answer)}"
    return None if after == shown else f"{move!r} is refused, but it changes the position to {after!r}"


def _check_fined(engine: Engine, move: str, shown: str) -> str | None:
    answer = engine.ask(f"do {_with_seat(move)}")
    _must(engine, f"position {shown}")
    return None if answer == "fined" else f"{move!r} must be fined, but the answer is {quoted(answer)}"


# ---------------------------------------------------------------- rule sets and matches


def _run_rules(case: RulesCase, engine: Engine) -> list[str]:
    if case.refused is not None:
        return _must_refuse(engine, f"rules {case.rules}", case.refused)
    _must(engine, f"rules {case.rules}")
    return []


def _run_match(case: MatchCase, engine: Engine) -> list[str]:
    scores = ",".join(map(str, case.scores))
    left = "".join(map(str, case.left)) or "-"
    _must(engine, f"sheet {case.rules} {case.seats} {case.dealer} {case.rounds} {left} {scores}")
    _must(engine, f"position {case.given}")
    for move in case.does:
        _do(engine, move)
    answer = engine.ask(f"score {case.named}")
    words = answer.split()
    if _is_refusal(answer) or len(words) != 12:
        raise Failed(f"the engine did not score the round: {quoted(answer)}")
    found = dict(zip(words[::2], words[1::2], strict=True))
    wanted = {key: _sheet_text(key, value) for key, value in case.gives.wanted.items()}
    return [f"expected {key} {wanted[key]}, got {answer}" for key in wanted if found.get(key) != wanted[key]]


def _sheet_text(key: str, value: Any) -> str:
    if key in ("winners", "left"):
        return "".join(str(seat) for seat in sorted(value)) or "-"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(int(value))


def _run_pick(case: PickCase, engine: Engine) -> list[str]:
    answer = engine.ask(f"pick {case.rules} {case.seats} {case.stock.replace(' ', '') or '-'}")
    return (
        []
        if answer == str(case.gives.dealer)
        else [f"expected seat {case.gives.dealer} as the dealer, got {quoted(answer)}"]
    )
