"""The cases: TOML tables read into typed values.  The format is described in docs/notation.md."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from ..errors import LastCardError, did_you_mean
from ..rules.dimensions import DIMENSIONS


class SuiteError(LastCardError):
    """A file of cases that cannot be read."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """What every kind of case has."""

    name: str  # file and number
    proves: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What must hold once everything a case does is done."""

    gives: str | None = None
    legal: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    refuses: tuple[str, ...] = ()
    fines: tuple[str, ...] = ()
    points: tuple[int, ...] | None = None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PositionCase(Case):
    """`[[case]]`: from a position."""

    given: str
    does: tuple[str, ...] = ()
    expected: Expected


@dataclass(frozen=True, kw_only=True)
class DealCase(Case):
    """`[[deal]]`: from a stock that is dealt."""

    rules: str
    seats: int
    stock: str
    dealer: int = 0
    youngest: int = 0
    away: tuple[int, ...] = ()
    does: tuple[str, ...] = ()
    expected: Expected


@dataclass(frozen=True, kw_only=True)
class MatchCase(Case):
    """`[[match]]`: a score sheet and a round that ends."""

    rules: str
    seats: int
    given: str
    scores: tuple[int, ...]
    dealer: int = 0
    rounds: int = 0
    left: tuple[int, ...] = ()
    named: int = 0
    does: tuple[str, ...] = ()
    gives: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class PickCase(Case):
    """`[[pick]]`: cards drawn for the deal."""

    rules: str
    seats: int
    stock: str
    dealer: int


AnyCase = PositionCase | DealCase | MatchCase | PickCase

_EXPECTED = ("gives", "legal", "refuses", "fines", "points", "facts")
_SHEET_BEFORE = ("rules", "seats", "dealer", "scores", "left", "rounds", "named")
_SHEET = {"scores": list, "over": bool, "winners": list, "ranks": list, "dealer": int, "left": list}
_KEYS: dict[str, tuple[str, ...]] = {
    "case": ("proves", "note", "given", "does", *_EXPECTED),
    "deal": ("proves", "note", "rules", "seats", "dealer", "youngest", "away", "stock", "does", *_EXPECTED),
    "match": ("proves", "note", *_SHEET_BEFORE, "given", "does", "gives"),
    "pick": ("proves", "note", "rules", "seats", "stock", "gives"),
}
_REQUIRED = {
    "case": ("proves", "given"),
    "deal": ("proves", "rules", "seats", "stock"),
    "match": ("proves", "rules", "seats", "scores", "given", "gives"),
    "pick": ("proves", "rules", "seats", "stock", "gives"),
}
_LISTS_OF_TEXT = ("proves", "does", "refuses", "fines", "facts")
_LISTS_OF_NUMBERS = ("away", "scores", "left", "points")
_NUMBERS = ("seats", "dealer", "youngest", "rounds", "named")
_TEXTS = ("note", "given", "rules", "stock")


def load(paths: Iterable[Path] = ()) -> list[AnyCase]:
    """The cases of these files, or of all that come with the package."""
    chosen = list(paths) or shipped_files()
    return [case for path in chosen for case in load_file(path)]


def shipped_files() -> list[Path]:
    """The files of cases that come with the package."""
    with resources.as_file(resources.files(__package__) / "cases") as folder:
        return sorted(folder.glob("*.toml"))


def load_file(path: Path) -> list[AnyCase]:
    """The cases of one file, in the order of their kinds."""
    try:
        with path.open("rb") as file:
            tables = tomllib.load(file)
    except OSError as error:
        raise SuiteError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SuiteError(f"{path}: not TOML: {error}") from error
    cases: list[AnyCase] = []
    for kind, entries in tables.items():
        if kind not in _KEYS or not isinstance(entries, list):
            allowed = ", ".join(f"[[{known}]]" for known in _KEYS)
            raise SuiteError(f"{path}: {kind!r} is no kind of case; allowed are {allowed}")
        for number, entry in enumerate(entries, 1):
            cases.append(_read_case(kind, f"{path.stem}:{kind}-{number}", entry))
    return cases


def _read_case(kind: str, name: str, entry: dict[str, Any]) -> AnyCase:
    _check_keys(kind, name, entry)
    values = {key: _value(name, key, value) for key, value in entry.items() if key not in ("gives", "legal")}
    common = {"name": name, **{key: value for key, value in values.items() if key not in _EXPECTED}}
    if kind == "pick":
        return PickCase(**common, dealer=_picked(name, entry["gives"]))
    if kind == "match":
        return MatchCase(**common, gives=_sheet(name, entry["gives"]))
    expected = _expected(name, entry, {key: value for key, value in values.items() if key in _EXPECTED})
    return PositionCase(**common, expected=expected) if kind == "case" else DealCase(**common, expected=expected)


def _check_keys(kind: str, name: str, entry: dict[str, Any]) -> None:
    for key in entry:
        if key not in _KEYS[kind]:
            hint = did_you_mean(key, _KEYS[kind])
            raise SuiteError(f"{name}: unknown key {key!r}{hint}; a [[{kind}]] has {', '.join(_KEYS[kind])}")
    for key in _REQUIRED[kind]:
        if key not in entry:
            raise SuiteError(f"{name}: {key} is missing")


def _value(name: str, key: str, value: Any) -> Any:
    """The value of a key that every kind of case reads alike."""
    if key in _LISTS_OF_TEXT and _all(value, str):
        return tuple(value)
    if key in _LISTS_OF_NUMBERS and _all(value, int):
        return tuple(value)
    if (key in _NUMBERS and type(value) is int) or (key in _TEXTS and isinstance(value, str)):
        return value
    wanted = "texts" if key in _LISTS_OF_TEXT else "numbers" if key in _LISTS_OF_NUMBERS else None
    raise SuiteError(f"{name}: {key} = {value!r}: {f'a list of {wanted}' if wanted else 'a single value'} is wanted")


def _all(value: Any, wanted: type) -> bool:
    return isinstance(value, list) and all(type(item) is wanted for item in value)


def _expected(name: str, entry: dict[str, Any], values: dict[str, Any]) -> Expected:
    gives, legal = entry.get("gives"), entry.get("legal", {})
    if gives is not None and not isinstance(gives, str):
        raise SuiteError(f"{name}: gives = {gives!r}: a position is wanted")
    if not isinstance(legal, dict) or not all(seat.isdecimal() and _all(texts, str) for seat, texts in legal.items()):
        raise SuiteError(f'{name}: legal = {legal!r}: seats and their actions are wanted, such as {{ "0" = ["draw"] }}')
    return Expected(gives=gives, legal={int(seat): tuple(texts) for seat, texts in legal.items()}, **values)


def _sheet(name: str, gives: Any) -> Mapping[str, Any]:
    """What a match case expects of the score sheet."""
    if not isinstance(gives, dict) or not gives:
        raise SuiteError(f"{name}: gives = {gives!r}: a table is wanted, such as {{ over = true, winners = [0] }}")
    for key, value in gives.items():
        if key not in _SHEET:
            raise SuiteError(f"{name}: gives.{key}{did_you_mean(key, _SHEET)}: allowed are {', '.join(_SHEET)}")
        if type(value) is not _SHEET[key]:
            raise SuiteError(f"{name}: gives.{key} = {value!r}: a {_SHEET[key].__name__} is wanted")
    return gives


def _picked(name: str, gives: Any) -> int:
    if not isinstance(gives, dict) or list(gives) != ["dealer"] or type(gives["dealer"]) is not int:
        raise SuiteError(f"{name}: gives = {gives!r}: a seat is wanted, as in {{ dealer = 0 }}")
    return int(gives["dealer"])


# ---------------------------------------------------------------- the clauses


def clauses() -> dict[str, str]:
    """Every clause, interpretation and dimension of the rules, with a short title."""
    titles = {clause: title for titles in _clause_tables()["clauses"].values() for clause, title in titles.items()}
    return titles | {dimension.id: f"{name}: {dimension.title}" for name, dimension in DIMENSIONS.items()}


def sections() -> dict[str, str]:
    """Sections of the rules that a case may name beside clauses."""
    return dict(_clause_tables()["sections"])


def not_for_engines() -> dict[str, str]:
    """The clauses no engine can be held against, with the reason."""
    return dict(_clause_tables()["not_engine"])


def _clause_tables() -> dict[str, Any]:
    text = (resources.files(__package__) / "clauses.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
