"""Read and check the options that `Tables` and `Observer` share."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import index

from .._util.bounds import quoted
from ..errors import LastCardError
from ..rules import Ruleset, ruleset_of
from .game import HISTORY
from .layout import Setting, interchangeable


def setting_of(
    rules: Ruleset | str, seats: int, *, claims: str, episode: str, colours: str, history: int
) -> Setting:  # fmt: skip
    """Return what these options mean; raise LastCardError if one of them is wrong."""
    ruleset = ruleset_of(rules)
    number = number_of(seats)
    seats = seats if number is None else number
    ruleset.check_table(seats)
    return Setting(
        rules=ruleset,
        seats=seats,
        ask=one_of(claims, ("ask", "auto"), "claims") == 0,
        match=one_of(episode, ("round", "match"), "episode") == 1,
        canonical=one_of(colours, ("canonical", "as-is"), "colours") == 0 and interchangeable(ruleset),
        history=whole(history, 0, HISTORY, "history"),
    )


def one_of(value: str, values: Sequence[str], name: str) -> int:
    """Return the place of a value among those allowed."""
    if not isinstance(value, str) or value not in values:
        raise LastCardError(f"{name} must be one of {', '.join(values)}, not {quoted(value)}")
    return values.index(value)


def whole(value: object, least: int, most: int, what: str) -> int:
    """Return a whole number within bounds, which may be one of NumPy's."""
    number = number_of(value)
    if number is None:
        raise LastCardError(f"{what} must be a whole number, not {quoted(value)}")
    if not least <= number <= most:
        raise LastCardError(f"{what} must be from {least} to {most}, not {quoted(number)}")
    return number


def number_of(value: object) -> int | None:
    """Return a whole number, of any kind, as an int; None if it is none."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # raises TypeError
    except TypeError:
        return None


@contextmanager
def enough_memory(count: int, what: str) -> Iterator[None]:
    """Raise LastCardError where there is no memory for so many."""
    try:
        yield
    except MemoryError as error:
        raise LastCardError(f"there is not enough memory for {count:,} {what}") from error


def yes_or_no(value: object, name: str) -> bool:
    """Return an option that is switched on or off."""
    if value is not True and value is not False:
        raise LastCardError(f"{name} must be True or False, not {quoted(value)}")
    return value is True
