"""House rules under names of one's own, in the data folder: `family = "official+stack+seven-zero"`."""

import json
from pathlib import Path

from .._util.files import read_text, reason_of, write_over
from .._util.names import check_name, name_key
from .._util.strict import TEXT_LINE, parse_toml
from ..errors import LastCardError, NotationError
from ..rules import PRESETS, Ruleset
from .journals import data_folder


def _path() -> Path:
    return data_folder() / "rules.toml"


def load_own_rules() -> dict[str, str]:
    """Return the ids of the rules that have names here."""
    path = _path()
    try:
        kept = parse_toml(read_text(path), path.name, TEXT_LINE)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, NotationError) as error:
        raise LastCardError(f"{path} cannot be read: {reason_of(error)}; correct it or delete it") from error
    if wrong := [name for name, id in kept.items() if not isinstance(id, str)]:
        raise LastCardError(f"{path}: {wrong[0]} must be the id of a rule set, in quotes")
    return {name: str(id) for name, id in kept.items()}


def keep_own_rules(name: str, id: str) -> str:
    """Keep rules under a name, in place of those that had it; return the name as it is kept."""
    name = check_name(name)
    if name_key(name) in map(name_key, PRESETS):
        raise LastCardError(f"{name!r} is a preset; choose another name")
    Ruleset.from_id(id)
    kept = {other: rules for other, rules in load_own_rules().items() if name_key(other) != name_key(name)}
    kept[name] = id
    lines = [f"{json.dumps(one, ensure_ascii=False)} = {json.dumps(rules)}\n" for one, rules in kept.items()]
    path = _path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_over(path, "".join(lines))
    except OSError as error:
        raise LastCardError(f"{path} cannot be written: {reason_of(error)}") from error
    return name


def rules_called(text: str) -> str:
    """Return the id of rules, given by it or by their name here."""
    own = {name_key(name): id for name, id in load_own_rules().items()}
    return own.get(name_key(text), text)
