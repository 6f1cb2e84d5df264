"""House rules as data: what a page or program needs to show a form for them without knowing any rules.

The format is described in docs/rules.md under "House rules as data".
"""

from typing import Any

from ..words.catalogue import words
from .conflicts import CONFLICTS, IDLE, TABLE_CONFLICTS, Conflict, Idle, When, why_of
from .decks import BUILT_IN_DECKS, Deck, find_deck
from .declare import GROUPS, Dimension
from .dimensions import DIMENSIONS, KEYS, read_value, sentence, write_value
from .in_context import IN_CONTEXT, InContext
from .options import OPTIONS, Counted, Option
from .presets import PRESETS, Preset
from .ruleset import Ruleset
from .values import MAX_SCORE

HOUSE_FORMAT = 1
Data = dict[str, Any]


def house_rules() -> Data:
    """Return everything that can be chosen, as JSON data: dimensions in groups, conflicts, presets, options, decks."""
    return {
        "format": HOUSE_FORMAT,
        "groups": [_group(group) for group in GROUPS],
        "conflicts": [_conflict(conflict) for conflict in CONFLICTS],
        "table_conflicts": [_conflict(conflict) for conflict in TABLE_CONFLICTS],
        "idle": [_idle(idle) for idle in IDLE],
        "in_context": [
            {"key": KEYS[entry.name], "when": _when(entry.when), "id": entry.id, "sentence": _template(entry)}
            for entry in IN_CONTEXT
        ],
        "presets": [_preset(preset) for preset in PRESETS.values()],
        "options": [*map(_option, OPTIONS.values()), _target()],
        "decks": [_deck(find_deck(name)) for name in BUILT_IN_DECKS],
    }


def _group(group: str) -> Data:
    members = [dimension for dimension in DIMENSIONS.values() if dimension.group == group]
    return {
        "id": group,
        "title": words().say(f"group.{group}"),
        "dimensions": [_dimension(dimension) for dimension in members],
    }


def _dimension(dimension: Dimension) -> Data:
    form, name = dimension.form, dimension.name
    return {
        "id": dimension.id,
        "key": dimension.key,
        "name": name,
        "title": dimension.title,
        "about": dimension.about,
        "kind": form.kind,
        "default": write_value(name, getattr(Ruleset(), name)),
        **dimension.data(),
        "examples": [{"value": text, "sentence": sentence(name, read_value(name, text))} for text in form.examples],
    }


def _conflict(conflict: Conflict) -> Data:
    return {
        "keys": [KEYS[name] for name in conflict.dimensions],
        "test": conflict.test,
        "what": conflict.what,
        "when": _when(conflict.when),
        "because": conflict.because,
        "why": why_of(conflict),
    }


def _idle(idle: Idle) -> Data:
    return {"key": KEYS[idle.name], "when": _when(idle.when), "because": idle.because, "why": why_of(idle)}


def _template(entry: InContext) -> str:
    return words().say(f"context.{entry.id}", n="N")


def _when(when: When) -> Data:
    return {KEYS[name]: list(choices) for name, choices in when.items()}


def _values(rules: Ruleset) -> dict[str, str]:
    return {key: write_value(name, getattr(rules, name)) for name, key in KEYS.items()}


def _preset(preset: Preset) -> Data:
    values = _values(preset.ruleset)
    usual = _values(Ruleset())
    return {
        "id": preset.name,
        "title": preset.title,
        "summary": preset.summary,
        "source": preset.source,
        "version": preset.version,
        "digest": preset.ruleset.digest,
        "values": values,
        "changes": {key: value for key, value in values.items() if value != usual[key]},
    }


def _option(option: Option) -> Data:
    data: Data = {
        "name": option.name,
        "usage": option.usage,
        "summary": option.summary,
        "sets": {KEYS[name]: write_value(name, value) for name, value in option.changes.items()},
    }
    if isinstance(option, Counted):
        data["sets"]["match-end"] = option.ending
        data["number"] = {"min": 1, "max": MAX_SCORE}
        if option.usual is not None:
            data["number"]["usual"] = option.usual
    return data


def _target() -> Data:
    return {
        "name": "target",
        "usage": "target=N",
        "summary": words().say("option.target"),
        "sets": {},
        "number": {"min": 1, "max": MAX_SCORE},
    }


def _deck(deck: Deck) -> Data:
    return {
        "name": deck.name,
        "digest": deck.digest,
        "size": deck.size,
        "colours": [{"letter": letter, "name": name} for letter, name in deck.colours],
        "cards": [{**card.to_dict(), "count": deck.count(card)} for card in deck.cards],
    }
