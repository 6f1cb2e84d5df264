"""How a dimension is declared: as a field of `opening_rules`, `turn_rules`, `response_rules` or `match_rules`.

A declaration contains everything about a dimension except what the core does with it, and what people read of it: its
id, group, default and values.  Ids, checks, `lastcard rules`, docs/rules.md and the data for forms are derived from it.
Its title, a line about it and a sentence for each value are in the catalogue of words, by its key.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..words.catalogue import Words, words
from .forms import AnyOf, Choice, Composite, Data, Form, Number, OneOf, Told

# The groups, in the order in which people are asked; `group.ID` in the catalogue of words is what they are called.
SETUP = "setup"
TURN = "turn"
EFFECTS = "effects"
WILD_DRAWS = "wild-draws"
RESPONSES = "responses"
CALL = "call"
CONDUCT = "conduct"
END = "end"
GROUPS = (SETUP, TURN, EFFECTS, WILD_DRAWS, RESPONSES, CALL, CONDUCT, END)


@dataclass(frozen=True, kw_only=True)
class Dimension:
    """One of the questions a rule set answers."""

    id: str  # D41; it never changes
    name: str  # last_card; the field of a rule set
    key: str  # last-card; the word in an id
    group: str
    form: Form

    def told(self, language: Words | None = None) -> Told:
        """Return what is said of it in a language."""
        return Told(language or words(), self.key)

    @property
    def title(self) -> str:
        """What it is called, in English."""
        return self.told().say("title")

    @property
    def about(self) -> str:
        """What it is about, in English."""
        return self.told().say("about")

    def data(self, language: Words | None = None) -> Data:
        """Return what can be chosen, as data for a form, in words."""
        return self.form.data(self.told(language))


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
    id: str, group: str, default: Any, *, form: Form, key: str = ""
) -> Any:  # a field of whatever type the class says
    """Declare a dimension with the given form.  A callable default is called each time a rule set is created."""
    about = {"id": id, "group": group, "form": form, "key": key}
    if callable(default):
        return dataclasses.field(default_factory=default, metadata=about)
    return dataclasses.field(default=default, metadata=about)


def choice(id: str, group: str, default: Any, values: Sequence[Any] = (), *, key: str = "") -> Any:
    """Declare a flag, or a dimension whose values are the members of an enum, in the order in which they are shown."""
    return declare(id, group, default, form=OneOf(type(default), values), key=key)


def number(
    id: str,
    group: str,
    default: int | None,
    bounds: tuple[int, int],
    *,
    special: tuple[int, ...] = (),
    none: str | None = None,
    examples: tuple[str, ...],
    key: str = "",
) -> Any:
    """Declare a number within bounds; with `none`, the value may also be None, which is written like that."""
    return declare(id, group, default, form=Number(*bounds, special=special, none=none, examples=examples), key=key)


def record(
    id: str,
    group: str,
    default: Any,
    kind: type[Any],
    *,
    choices: Sequence[Choice],
    none: str | None = None,
    examples: tuple[str, ...],
    key: str = "",
) -> Any:
    """Declare a value of a class in `values`; with `none`, the value may also be None, which is written like that."""
    return declare(id, group, default, form=Composite(kind, choices, none, examples), key=key)


def any_of(
    id: str, group: str, default: frozenset[Any], members: Sequence[Any], *, examples: tuple[str, ...], key: str = ""
) -> Any:
    """Declare a set of members of an enum; others are not allowed."""
    return declare(id, group, default, form=AnyOf(members, examples), key=key)
