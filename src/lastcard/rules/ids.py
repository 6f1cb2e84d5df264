"""The ids of rule sets: a preset, and behind each `+` a named option or `name=value`.

    official    juno-classic+jump-in    official+stack+seven-zero+hand=5+target=300    rules-site+low-score

Options may stand in any order.  A `name=value` goes before a named option that sets the same dimension, and
`target=N` changes only the number that ends the match.  An id is written in the order of the dimensions, from the
preset that leaves the fewest differences.
"""

import re
from typing import Any

from ..core.terms import MatchEnd
from ..errors import RulesetError, did_you_mean
from .forms import KEYS, dimension_of, read_number, read_value, write_value
from .options import OPTIONS
from .presets import PRESETS
from .ruleset import DIMENSIONS, Ruleset
from .values import Ending

TARGET = "target"

# A rank may hold a `+` (`values=w+4:40`), but no name in an id begins with a digit or a capital.
_PLUS = re.compile(r"\+(?=[a-z])")


# ---------------------------------------------------------------- reading


def read_id(text: str) -> Ruleset:
    """The rule set an id means."""
    preset, *parts = _PLUS.split(text.strip())
    if preset not in PRESETS:
        raise RulesetError(
            f"no preset {preset!r}{did_you_mean(preset, PRESETS)} in {text!r}; known are {', '.join(PRESETS)}"
        )
    try:
        return _changed(PRESETS[preset].ruleset, parts)
    except RulesetError as error:
        raise RulesetError(f"{text!r}: {error}") from error


def _changed(base: Ruleset, parts: list[str]) -> Ruleset:
    named: dict[str, Any] = {}
    single: dict[str, Any] = {}
    target: int | None = None
    for part in parts:
        name, equals, value = part.partition("=")
        dimension = dimension_of(name)
        if name == TARGET and equals and target is None:
            target = read_number(name, value)
        elif dimension is not None and equals:
            _add(single, {dimension: read_value(dimension, value)})
        elif name.replace("_", "-") in OPTIONS:
            _add(named, OPTIONS[name.replace("_", "-")].read(value if equals else None))
        else:
            raise _unknown(part, name, dimension)

    changes = named | single
    if target is not None:
        changes["match_end"] = _with_target(changes.get("match_end", base.match_end), target)
    return base.replace(**changes)


def _add(changes: dict[str, Any], more: Any) -> None:
    for name, value in more.items():
        if changes.setdefault(name, value) != value:
            one, other = write_value(name, changes[name]), write_value(name, value)
            raise RulesetError(f"{KEYS[name]} is given twice, as {one} and as {other}")


def _with_target(ending: Ending, target: int) -> Ending:
    if ending.kind is MatchEnd.SINGLE_ROUND:
        raise RulesetError(f"{TARGET}={target}: a single round has no target")
    return Ending(kind=ending.kind, n=target)


def _unknown(part: str, name: str, dimension: str | None) -> RulesetError:
    if name == TARGET:
        return RulesetError(f"{part}: {TARGET}=N is wanted, once")
    if dimension is not None:
        return RulesetError(f"{name} needs a value: {KEYS[dimension]}=...")
    known = (*OPTIONS, TARGET, *KEYS.values())
    return RulesetError(f"no option {name!r}{did_you_mean(name, known)}; `lastcard rules` lists them")


# ---------------------------------------------------------------- writing


def write_id(rules: Ruleset) -> str:
    """The shortest way to say a rule set; of several presets that serve equally the first."""
    ways = [[name, *_differences(preset.ruleset, rules)] for name, preset in PRESETS.items()]
    shortest = min(ways, key=len)
    return "+".join(shortest)


def _differences(base: Ruleset, rules: Ruleset) -> list[str]:
    """What must be said of a rule set beyond its preset, in the order of the dimensions."""
    unsaid = {name for name in DIMENSIONS if getattr(base, name) != getattr(rules, name)}
    said: dict[str, str] = {}
    for option in OPTIONS.values():
        text = option.write(rules)
        news = unsaid.intersection(option.dimensions)
        if text is not None and news:
            said[min(news, key=DIMENSIONS.index)] = text
            unsaid -= news
    for name in unsaid:
        said[name] = _difference(base, rules, name)
    return [said[name] for name in DIMENSIONS if name in said]


def _difference(base: Ruleset, rules: Ruleset, name: str) -> str:
    if name == "match_end" and base.match_end.kind is rules.match_end.kind:
        return f"{TARGET}={rules.match_end.n}"
    return f"{KEYS[name]}={write_value(name, getattr(rules, name))}"
