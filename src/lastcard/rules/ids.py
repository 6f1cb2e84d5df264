"""The ids of rule sets: a preset, followed by named options or `name=value`, each after a `+`.

    official    juno-classic+jump-in    official+stack+seven-zero+hand=5+target=300    rules-site+low-score

Options may come in any order.  A `name=value` overrides a named option that sets the same dimension, and
`target=N` changes only the number that ends the match.  A written id starts from the preset that leaves the fewest
differences, and lists these in the order of the dimensions.
"""

import re
from typing import Any

from .._util.bounds import quoted
from ..core.terms import MatchEnd, RoundScore
from ..errors import RulesetError, did_you_mean
from .dimensions import DIMENSIONS, KEYS, dimension_of, read_number, read_value, write_value
from .options import OPTIONS
from .presets import PRESETS, Preset
from .ruleset import Ruleset
from .values import Ending, Scoring

TARGET = "target"

# A rank may contain a `+` (`values=w+4:40`), but no name in an id starts with a digit or a capital.
_PLUS = re.compile(r"\+(?=[a-z])")


# ---------------------------------------------------------------- reading


def read_id(text: str) -> Ruleset:
    """Return the rule set with this id; raise RulesetError if there is none."""
    preset, *parts = _PLUS.split(text.strip())
    if not preset:
        raise RulesetError(f"a rule set begins with a preset: {', '.join(PRESETS)}")
    if preset not in PRESETS:
        raise RulesetError(
            f"no preset {quoted(preset)}{did_you_mean(preset[:40], PRESETS)} in {quoted(text)}; "
            f"the presets are {', '.join(PRESETS)}"
        )
    try:
        return _changed(PRESETS[preset].ruleset, parts)
    except RulesetError as error:
        raise RulesetError(f"{quoted(text)}: {error}", error.why) from error


def _changed(base: Ruleset, parts: list[str]) -> Ruleset:
    by_option: dict[str, Any] = {}
    by_value: dict[str, Any] = {}
    target: int | None = None
    for part in parts:
        name, equals, value = part.partition("=")
        dimension = dimension_of(name)
        if name == TARGET and equals and target is None:
            target = read_number(name, value)
        elif dimension is not None and equals:
            _add(by_value, {dimension: read_value(dimension, value)})
        elif name.replace("_", "-") in OPTIONS:
            _add(by_option, OPTIONS[name.replace("_", "-")].read(value if equals else None))
        else:
            raise _unknown(part, name, dimension)

    changes = by_option | by_value
    if target is not None:
        ending, scoring = (changes.get(name, getattr(base, name)) for name in ("match_end", "round_score"))
        changes["match_end"] = _with_target(ending, scoring, target)
    return base.replace(**changes)


def _add(changes: dict[str, Any], more: Any) -> None:
    for name, value in more.items():
        if changes.setdefault(name, value) != value:
            one, other = write_value(name, changes[name]), write_value(name, value)
            raise RulesetError(f"{KEYS[name]} is given twice, as {one} and as {other}")


def _with_target(ending: Ending, scoring: Scoring, target: int) -> Ending:
    if ending.kind is MatchEnd.SINGLE_ROUND:
        match = {
            RoundScore.NONE: f"match-end=reach-wins:{target}+round-score=winner-takes",
            RoundScore.OWN_HAND: f"match-end=reach-lowest-wins:{target}",
        }.get(scoring.kind, f"match-end=reach-wins:{target}")
        raise RulesetError(f"{TARGET}={target}: a single round has no target; write {match} for a match")
    return Ending(kind=ending.kind, n=target)


def _unknown(part: str, name: str, dimension: str | None) -> RulesetError:
    if name == TARGET:
        return RulesetError(f"{part}: expected {TARGET}=N, once")
    if dimension is not None:
        return RulesetError(f"{name} needs a value: {KEYS[dimension]}=...")
    known = (*OPTIONS, TARGET, *KEYS.values())
    return RulesetError(f"no option {quoted(name)}{did_you_mean(name[:40], known)}; `lastcard rules` lists them")


# ---------------------------------------------------------------- writing


def write_id(rules: Ruleset) -> str:
    """Return the id of a rule set with the fewest parts; if several presets do equally well, use the first."""
    candidates = [[name, *_differences(preset.ruleset, rules)] for name, preset in PRESETS.items()]
    shortest = min(candidates, key=len)
    return "+".join(shortest)


def preset_of(rules: Ruleset) -> Preset:
    """Return the preset from which the id of a rule set starts."""
    return PRESETS[rules.id.partition("+")[0]]


def _differences(base: Ruleset, rules: Ruleset) -> list[str]:
    """Return the parts that an id needs after the preset, in the order of the dimensions."""
    missing = {name for name in DIMENSIONS if getattr(base, name) != getattr(rules, name)}
    parts: dict[str, str] = {}  # by the first dimension that each of them sets
    for option in OPTIONS.values():
        text = option.write(rules)
        covered = missing.intersection(option.dimensions)
        if text is not None and covered:
            parts[next(name for name in DIMENSIONS if name in covered)] = text
            missing -= covered
    for name in missing:
        parts[name] = _difference(base, rules, name)
    return [parts[name] for name in DIMENSIONS if name in parts]


def _difference(base: Ruleset, rules: Ruleset, name: str) -> str:
    if name == "match_end" and base.match_end.kind is rules.match_end.kind:
        return f"{TARGET}={rules.match_end.n}"
    return f"{KEYS[name]}={write_value(name, getattr(rules, name))}"
