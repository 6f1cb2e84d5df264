"""The cases: TOML tables read into typed values by a strict schema.  docs/notation.md describes the format."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from .._util.bounds import TEXT_SIZE, quoted, read_toml
from ..errors import LastCardError, NotationError, did_you_mean
from ..rules.dimensions import DIMENSIONS


class SuiteError(LastCardError):
    """A file of cases that cannot be read."""


# The kinds of text that a case may expect to be refused, as the line protocol names them.
REFUSALS = ("notation", "position", "rules", "table")


@dataclass(frozen=True, kw_only=True)
class Case:
    """The fields of every kind of case."""

    id: str  # unique: the file's name and the case's own id, `official:last-draw-two`
    place: str  # file and line
    proves: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """The expectations after a step."""

    gives: str | None = None
    legal: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    refuses: tuple[str, ...] = ()
    fines: tuple[str, ...] = ()
    points: tuple[int, ...] | None = None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CaseStep:
    """Moves, and the expectations after them."""

    does: tuple[str, ...] = ()
    expected: Expected = field(default_factory=Expected)
    place: str


@dataclass(frozen=True, kw_only=True)
class PositionCase(Case):
    """`[[case]]`: from a position."""

    given: str
    refused: str | None = None  # one of REFUSALS
    steps: tuple[CaseStep, ...]


@dataclass(frozen=True, kw_only=True)
class DealCase(Case):
    """`[[deal]]`: from a given stock, which is dealt."""

    rules: str
    seats: int
    stock: str
    dealer: int = 0
    youngest: int = 0
    away: tuple[int, ...] = ()
    refused: str | None = None
    steps: tuple[CaseStep, ...]


@dataclass(frozen=True, kw_only=True)
class RulesCase(Case):
    """`[[rules]]`: a rule set that must be accepted or refused."""

    rules: str
    refused: str | None = None


@dataclass(frozen=True, kw_only=True)
class MatchCase(Case):
    """`[[match]]`: a score sheet and a finished round."""

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
    """`[[pick]]`: cards drawn to decide the dealer."""

    rules: str
    seats: int
    stock: str
    gives: int  # the seat that deals


AnyCase = PositionCase | DealCase | RulesCase | MatchCase | PickCase


# ---------------------------------------------------------------- values


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(type(item) is str for item in value) else None


def _number(value: Any) -> int | None:
    return value if type(value) is int and abs(value) <= 1_000_000 else None


def _numbers(value: Any) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, list) and all(_number(item) is not None for item in value) else None


def _id(value: Any) -> str | None:
    return value if isinstance(value, str) and re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", value) else None


def _refusal(value: Any) -> str | None:
    return value if value in REFUSALS else None


def _legal(value: Any) -> Mapping[int, tuple[str, ...]] | None:
    if not isinstance(value, dict) or not all(re.fullmatch("[0-9]", seat) for seat in value):
        return None
    if any(_texts(texts) is None for texts in value.values()):
        return None
    return {int(seat): tuple(texts) for seat, texts in value.items()}


_SHEET: dict[str, Callable[[Any], Any]] = {
    "scores": _numbers,
    "over": lambda value: value if isinstance(value, bool) else None,
    "winners": _numbers,
    "ranks": _numbers,
    "dealer": _number,
    "left": _numbers,
}


def _sheet(value: Any) -> Mapping[str, Any] | None:
    if not isinstance(value, dict) or not value or not value.keys() <= _SHEET.keys():
        return None
    read = {key: _SHEET[key](part) for key, part in value.items()}
    return None if None in read.values() else read


def _picked(value: Any) -> int | None:
    return _number(value["dealer"]) if isinstance(value, dict) and list(value) == ["dealer"] else None


def _tables(value: Any) -> list[dict[str, Any]] | None:
    return value if isinstance(value, list) and all(isinstance(item, dict) for item in value) else None


# ---------------------------------------------------------------- the schema


@dataclass(frozen=True)
class _Key:
    """How to read the value of a key (None means refused), and what an error says is expected."""

    read: Callable[[Any], Any]
    wanted: str


_SHORT = _Key(_id, "an id of lower-case letters, digits and '-'")
_TEXT, _TEXTS = _Key(_text, "a string"), _Key(_texts, "a list of strings")
_NUMBER, _NUMBERS = _Key(_number, "a number"), _Key(_numbers, "a list of numbers")
_REFUSED = _Key(_refusal, "one of " + ", ".join(REFUSALS))

_COMMON = {"id": _SHORT, "proves": _TEXTS, "note": _TEXT}
_STEP = {
    "does": _TEXTS,
    "gives": _Key(_text, "a position"),
    "legal": _Key(_legal, 'seats and their actions, such as { "0" = ["draw"] },'),
    "refuses": _TEXTS,
    "fines": _TEXTS,
    "points": _NUMBERS,
    "facts": _TEXTS,
}
_STEPS = {**_STEP, "then": _Key(_tables, "a list of tables"), "refused": _REFUSED}
_TABLE = {"rules": _TEXT, "seats": _NUMBER}
_KEYS: dict[str, dict[str, _Key]] = {
    "case": {**_COMMON, "given": _TEXT, **_STEPS},
    "deal": {**_COMMON, **_TABLE, "stock": _TEXT, "dealer": _NUMBER, "youngest": _NUMBER, "away": _NUMBERS, **_STEPS},
    "rules": {**_COMMON, "rules": _TEXT, "refused": _REFUSED},
    "match": {
        **_COMMON,
        **_TABLE,
        "given": _TEXT,
        "scores": _NUMBERS,
        "dealer": _NUMBER,
        "rounds": _NUMBER,
        "left": _NUMBERS,
        "named": _NUMBER,
        "does": _TEXTS,
        "gives": _Key(_sheet, "a table of any of " + ", ".join(_SHEET) + ", such as { over = true, winners = [0] }"),
    },
    "pick": {**_COMMON, **_TABLE, "stock": _TEXT, "gives": _Key(_picked, "a seat, as in { dealer = 0 }")},
}
_REQUIRED = {
    "case": ("proves", "given"),
    "deal": ("proves", "rules", "seats", "stock"),
    "rules": ("proves", "rules"),
    "match": ("proves", "rules", "seats", "scores", "given", "gives"),
    "pick": ("proves", "rules", "seats", "stock", "gives"),
}
_CLASSES: dict[str, Callable[..., AnyCase]] = {
    "case": PositionCase,
    "deal": DealCase,
    "rules": RulesCase,
    "match": MatchCase,
    "pick": PickCase,
}


# ---------------------------------------------------------------- files


def load(paths: Iterable[Path] = ()) -> list[AnyCase]:
    """Return the cases of these files, by default of all in the package; every id is unique."""
    cases = [case for path in list(paths) or shipped_files() for case in load_file(path)]
    places: dict[str, str] = {}
    for case in cases:
        if case.id in places:
            raise SuiteError(f"{case.place}: the id {case.id} is taken by the case at {places[case.id]}")
        places[case.id] = case.place
    return cases


def shipped_files() -> list[Path]:
    """Return the files of cases in the package."""
    with resources.as_file(resources.files(__package__) / "cases") as folder:
        return sorted(folder.glob("*.toml"))


def load_file(path: Path) -> list[AnyCase]:
    """Return the cases of one file, kind by kind."""
    try:
        with path.open("rb") as file:
            data = file.read(TEXT_SIZE + 1)
    except OSError as error:
        raise SuiteError(f"{path}: {error.strerror}") from error
    try:
        return read_cases(data, path)
    except NotationError as error:
        raise SuiteError(str(error)) from None


def read_cases(data: bytes, path: Path) -> list[AnyCase]:
    """Return the cases in the text of a file."""
    tables = read_toml(data, str(path))
    lines = _header_lines(data.decode("utf-8"))
    cases = []
    for kind, entries in tables.items():
        if kind not in _KEYS or _tables(entries) is None:
            allowed = ", ".join(f"[[{known}]]" for known in _KEYS)
            raise SuiteError(f"{path}: {quoted(kind)} is not a kind of case; expected one of {allowed}")
        headers = lines[kind] if len(lines[kind]) == len(entries) else [[] for _ in entries]
        for number, (entry, places) in enumerate(zip(entries, headers, strict=True), 1):
            cases.append(_Reader(path, places).case(kind, number, entry))
    return cases


_HEADER = re.compile(r"\s*\[\[\s*(\w+)(\s*\.\s*then)?\s*\]\]")


def _header_lines(text: str) -> dict[str, list[list[int]]]:
    """Find the lines on which each case of a kind begins, and the lines of its further steps.

    A header inside a multi-line string is counted too; then the counts do not match, and the lines are not used.
    """
    lines: dict[str, list[list[int]]] = defaultdict(list)
    for number, line in enumerate(text.split("\n"), 1):
        if (header := _HEADER.match(line)) is None:
            continue
        if header[2] is None:
            lines[header[1]].append([number])
        elif lines[header[1]]:
            lines[header[1]][-1].append(number)
    return lines


class _Reader:
    """Read one table; every error says where it is, what is wrong and what is expected."""

    def __init__(self, path: Path, lines: list[int]) -> None:
        self.path = path
        self.lines = lines
        self.place = self._place(0)

    def _place(self, step: int) -> str:
        """Return the file and line of a step, or of the whole case if that is not known."""
        lines = self.lines[step : step + 1] or self.lines[:1]
        return f"{self.path}:{lines[0]}" if lines else str(self.path)

    def _error(self, what: str) -> SuiteError:
        return SuiteError(f"{self.place}: {what}")

    def case(self, kind: str, number: int, entry: dict[str, Any]) -> AnyCase:
        values = self._values(f"[[{kind}]]", entry, _KEYS[kind])
        for key in _REQUIRED[kind]:
            if key not in values:
                raise self._error(f"{key} is missing")
        if "then" in _KEYS[kind]:
            values = self._with_steps(values)
        own_id = values.pop("id", f"{kind}-{number}")
        return _CLASSES[kind](id=f"{self.path.stem}:{own_id}", place=self.place, **values)

    def _values(self, table: str, entry: dict[str, Any], keys: Mapping[str, _Key]) -> dict[str, Any]:
        values = {}
        for name, value in entry.items():
            if name not in keys:
                hint = did_you_mean(name, keys)
                raise self._error(f"unknown key {quoted(name)}{hint}; a {table} has {', '.join(keys)}")
            values[name] = keys[name].read(value)
            if values[name] is None:
                raise self._error(f"{name} = {quoted(value)}: expected {keys[name].wanted}")
        return values

    def _with_steps(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values with the moves and expectations of all steps as `steps`."""
        first = {key: values.pop(key) for key in _STEP if key in values}
        further = values.pop("then", [])
        if "refused" in values and (first or further):
            raise self._error("a case that is refused at once has no moves and no expectations")
        steps = [self._step(first, self.place)]
        for number, entry in enumerate(further, 1):
            reader = _Reader(self.path, self.lines)
            reader.place = self._place(number)
            steps.append(self._step(reader._values("step", entry, _STEP), reader.place))
        return {**values, "steps": tuple(steps)}

    def _step(self, values: dict[str, Any], place: str) -> CaseStep:
        return CaseStep(does=values.pop("does", ()), expected=Expected(**values), place=place)


# ---------------------------------------------------------------- the clauses


def clauses() -> dict[str, str]:
    """Return every clause, interpretation and dimension of the rules, with a short title."""
    titles = {clause: title for titles in _clause_tables()["clauses"].values() for clause, title in titles.items()}
    return titles | {dimension.id: f"{name}: {dimension.title}" for name, dimension in DIMENSIONS.items()}


def sections() -> dict[str, str]:
    """Return the sections of the rules that a case may name besides clauses."""
    return dict(_clause_tables()["sections"])


def not_for_engines() -> dict[str, str]:
    """Return the clauses that no case can test, with the reason."""
    return dict(_clause_tables()["not_engine"])


def _clause_tables() -> dict[str, Any]:
    text = (resources.files(__package__) / "clauses.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
