"""The cases: TOML tables read into typed values by a strict schema.  docs/notation.md describes the format."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta
from msgspec.structs import replace

from .._util.bounds import quoted
from .._util.strict import TEXT_SIZE, Shape, read, read_toml, whole, written
from ..errors import LastCardError, NotationError, did_you_mean
from ..rules.dimensions import DIMENSIONS


class SuiteError(LastCardError):
    """A file of cases that cannot be read."""


_Refusal = Literal["notation", "position", "rules", "table"]
# The kinds of text that a case may expect to be refused, as the line protocol names them.
REFUSALS: tuple[str, ...] = get_args(_Refusal)

_Id = Annotated[str, written("[a-z0-9][a-z0-9-]{0,79}", "an id of lower-case letters, digits and '-'")]
_Texts = Annotated[tuple[str, ...], Meta(description="a list of strings")]
_Number = Annotated[int, whole(-1_000_000, 1_000_000)]
_Numbers = Annotated[tuple[_Number, ...], Meta(description="a list of numbers")]
_Position = Annotated[str, Meta(description="a position")]
_Legal = Annotated[
    dict[Annotated[str, written("[0-9]", "a seat")], _Texts],
    Meta(description='seats and their actions, such as { "0" = ["draw"] }'),
]


# ---------------------------------------------------------------- cases: a key for each field but `place` and `steps`


class Step(Shape):
    """Moves, and the expectations after them."""

    does: _Texts = ()
    gives: _Position | None = None
    legal: _Legal = {}
    refuses: _Texts = ()
    fines: _Texts = ()
    points: _Numbers | None = None
    facts: _Texts = ()
    place: str = ""  # file and line


class Case(Shape):
    """The fields of every kind of case."""

    proves: _Texts
    id: _Id = ""  # unique: the file's name and the case's own id, `official:last-draw-two`
    note: str = ""
    place: str = ""  # file and line


class PositionCase(Case, kw_only=True):
    """`[[case]]`: from a position."""

    given: str
    refused: _Refusal | None = None
    steps: tuple[Step, ...] = ()


class DealCase(Case, kw_only=True):
    """`[[deal]]`: from a given stock, which is dealt."""

    rules: str
    seats: _Number
    stock: str
    dealer: _Number = 0
    youngest: _Number = 0
    away: _Numbers = ()
    refused: _Refusal | None = None
    steps: tuple[Step, ...] = ()


class RulesCase(Case, kw_only=True):
    """`[[rules]]`: a rule set that must be accepted or refused."""

    rules: str
    refused: _Refusal | None = None


class ScoreLine(Shape):
    """What the score sheet must say after a round."""

    scores: _Numbers | None = None
    over: bool | None = None
    winners: _Numbers | None = None
    ranks: _Numbers | None = None
    dealer: _Number | None = None
    left: _Numbers | None = None

    @property
    def wanted(self) -> dict[str, Any]:
        """Everything that is expected."""
        values = {key: getattr(self, key) for key in self.__struct_fields__}
        return {key: value for key, value in values.items() if value is not None}


class MatchCase(Case, kw_only=True):
    """`[[match]]`: a score sheet and a finished round."""

    rules: str
    seats: _Number
    given: str
    scores: _Numbers
    gives: ScoreLine
    dealer: _Number = 0
    rounds: _Number = 0
    left: _Numbers = ()
    named: _Number = 0
    does: _Texts = ()


class PickLine(Shape):
    """Who must be the dealer."""

    dealer: _Number


class PickCase(Case, kw_only=True):
    """`[[pick]]`: cards drawn to decide the dealer."""

    rules: str
    seats: _Number
    stock: str
    gives: PickLine


AnyCase = PositionCase | DealCase | RulesCase | MatchCase | PickCase
_KINDS: dict[str, type[AnyCase]] = {
    "case": PositionCase, "deal": DealCase, "rules": RulesCase, "match": MatchCase, "pick": PickCase,
}  # fmt: skip
_OURS = {"place", "steps"}  # fields that are no keys
_STEP = [key for key in Step.__struct_fields__ if key not in _OURS]


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
    cases: list[AnyCase] = []
    for kind, entries in tables.items():
        if kind not in _KINDS or not _are_tables(entries):
            allowed = ", ".join(f"[[{known}]]" for known in _KINDS)
            raise SuiteError(f"{path}: {quoted(kind)} is not a kind of case; expected one of {allowed}")
        headers = lines[kind] if len(lines[kind]) == len(entries) else [[] for _ in entries]
        for number, (entry, places) in enumerate(zip(entries, headers, strict=True), 1):
            cases.append(_Reader(path, places).case(kind, number, entry))
    return cases


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


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
    """Read one case; every error says where it is, what is wrong and what is expected."""

    def __init__(self, path: Path, lines: list[int]) -> None:
        self.path = path
        self.lines = lines

    def _place(self, step: int) -> str:
        """Return the file and line of a step, or of the whole case if that is not known."""
        lines = self.lines[step : step + 1] or self.lines[:1]
        return f"{self.path}:{lines[0]}" if lines else str(self.path)

    def case(self, kind: str, number: int, entry: dict[str, Any]) -> AnyCase:
        place, shape = self._place(0), _KINDS[kind]
        keys = [key for key in shape.__struct_fields__ if key not in _OURS]
        has_steps = "steps" in shape.__struct_fields__
        _check_keys(place, f"[[{kind}]]", entry, [*keys, *_STEP, "then"] if has_steps else keys)
        case = read(shape, {key: entry[key] for key in entry if key in keys}, place, error=SuiteError)
        if isinstance(case, MatchCase) and not case.gives.wanted:
            raise SuiteError(f"{place}: gives = {{}}: expected a table such as {{ over = true, winners = [0] }}")
        changes: dict[str, Any] = {"id": f"{self.path.stem}:{case.id or f'{kind}-{number}'}", "place": place}
        if has_steps:
            changes["steps"] = self._steps({key: entry[key] for key in entry if key not in keys}, entry.get("refused"))
        return replace(case, **changes)

    def _steps(self, entry: dict[str, Any], refused: str | None) -> tuple[Step, ...]:
        """Return the moves and expectations of a case, and those of its further steps."""
        if refused is not None and entry:
            raise SuiteError(f"{self._place(0)}: a case that is refused at once has no moves and no expectations")
        further = entry.pop("then", [])
        if not _are_tables(further):
            raise SuiteError(f"{self._place(0)}: then = {quoted(further)}: expected a list of tables")
        return tuple(self._step(number, one) for number, one in enumerate([entry, *further]))

    def _step(self, number: int, entry: dict[str, Any]) -> Step:
        place = self._place(number)
        _check_keys(place, "step", entry, _STEP)
        return replace(read(Step, entry, place, error=SuiteError), place=place)


def _check_keys(place: str, table: str, entry: dict[str, Any], known: Sequence[str]) -> None:
    for key in entry:
        if key not in known:
            hint = did_you_mean(key[:40], known)
            raise SuiteError(f"{place}: unknown key {quoted(key)}{hint}; a {table} has {', '.join(known)}")


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
