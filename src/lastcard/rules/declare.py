"""How a dimension is declared: as a field of `opening_rules`, `turn_rules`, `response_rules` or `match_rules`.

A declaration contains everything about a dimension except what the core does with it: its id, group and default, a
title and a line about it, its values and a sentence for each.  Ids, checks, `lastcard rules`, docs/rules.md and the
data for a form are derived from it.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.terms import Kind
from .forms import AnyOf, Choice, Composite, Form, Number, OneOf

# The groups, in the order in which people are asked.
SETUP = "Setting up"
TURN = "A turn"
EFFECTS = "Effects"
WILD_DRAWS = "Wild Draws"
RESPONSES = "Stacking and jumping in"
CALL = "Calling UNO"
CONDUCT = "Penalties and fair play"
END = "Scores and winning"
GROUPS = (SETUP, TURN, EFFECTS, WILD_DRAWS, RESPONSES, CALL, CONDUCT, END)

# The kinds of cards in words.
KINDS = {
    Kind.NUMBER: "numbers",
    Kind.SKIP: "Skips",
    Kind.REVERSE: "Reverses",
    Kind.DRAW: "coloured draw cards",
    Kind.WILD: "plain Wilds",
    Kind.WILD_DRAW: "Wild Draws",
    Kind.ACTION: "other action cards",
}


@dataclass(frozen=True, kw_only=True)
class Dimension:
    """One of the questions a rule set answers."""

    id: str  # D41; it never changes
    name: str  # last_card; the field of a rule set
    key: str  # last-card; the word in an id
    group: str
    title: str
    about: str
    form: Form


def dimensions_of(rules: type[Any]) -> dict[str, Dimension]:
    """Return the dimensions that a class of rules declares, by name."""
    return {
        declared.name: Dimension(
            **{
                **declared.metadata,
                "name": declared.name,
                "key": declared.metadata["key"] or declared.name.replace("_", "-"),
            }
        )
        for declared in dataclasses.fields(rules)
    }


def declare(
    id: str, group: str, default: Any, *, title: str, about: str, form: Form, key: str = ""
) -> Any:  # a field of whatever type the class says
    """Declare a dimension with the given form.  A callable default is called each time a rule set is created."""
    words = {"id": id, "group": group, "title": title, "about": about, "form": form, "key": key}
    if callable(default):
        return dataclasses.field(default_factory=default, metadata=words)
    return dataclasses.field(default=default, metadata=words)


def choice(
    id: str, group: str, default: Any, *, says: Mapping[Any, str], labels: Mapping[Any, str] | None = None, **words: str
) -> Any:
    """Declare a flag, or a dimension whose values are the members of an enum, each with its sentence."""
    return declare(id, group, default, form=OneOf(type(default), says, labels or {}), **words)


def number(
    id: str,
    group: str,
    default: int | None,
    bounds: tuple[int, int],
    *,
    says: str,
    special: Mapping[int, str] | None = None,
    none: Choice | None = None,
    examples: tuple[str, ...],
    **words: str,
) -> Any:
    """Declare a number within bounds; with `none`, the value may also be None, which means that choice."""
    form = Number(*bounds, says=says, special=special or {}, none=none, examples=examples)
    return declare(id, group, default, form=form, **words)


def record(
    id: str,
    group: str,
    default: Any,
    kind: type[Any],
    *,
    choices: Sequence[Choice],
    none: str | None = None,
    say: Callable[[Any], str] | None = None,
    examples: tuple[str, ...],
    **words: str,
) -> Any:
    """Declare a value of a class in `values`; with `none`, the value may also be None, which is written like that."""
    return declare(id, group, default, form=Composite(kind, choices, none, say, examples), **words)


def any_of(
    id: str,
    group: str,
    default: frozenset[Any],
    *,
    members: Mapping[Any, str],
    say: Callable[[frozenset[Any]], str],
    examples: tuple[str, ...],
    **words: str,
) -> Any:
    """Declare a set of members of an enum, each with its label; members without a label are not allowed."""
    return declare(id, group, default, form=AnyOf(members, say, examples), **words)
