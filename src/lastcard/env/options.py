"""Read and check the options that `Tables` and `Observer` share."""

from collections.abc import Sequence

from ..bounds import quoted
from ..errors import LastCardError
from ..rules import Ruleset, ruleset_of
from .game import HISTORY
from .layout import Setting, interchangeable


def setting_of(
    rules: Ruleset | str, seats: int, *, claims: str, episode: str, colours: str, history: int
) -> Setting:  # fmt: skip
    """Return what these options mean; raise LastCardError if one of them is wrong."""
    ruleset = ruleset_of(rules)
    ruleset.check_table(seats)
    return Setting(
        rules=ruleset,
        seats=seats,
        ask=one_of(claims, ("ask", "auto"), "claims") == 0,
        match=one_of(episode, ("round", "match"), "episode") == 1,
        canonical=one_of(colours, ("canonical", "as-is"), "colours") == 0 and interchangeable(ruleset),
        history=whole(history, 0, HISTORY, "events of history"),
    )


def one_of(value: str, values: Sequence[str], name: str) -> int:
    """Return the place of a value among those allowed."""
    if value not in values:
        raise LastCardError(f"{name} must be one of {', '.join(values)}, not {quoted(value)}")
    return values.index(value)


def whole(value: int, least: int, most: int, what: str) -> int:
    """Return a whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise LastCardError(f"{quoted(value)} {what} are out of range; {least} to {most} are allowed")
    return value
