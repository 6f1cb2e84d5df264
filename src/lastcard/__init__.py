"""Last Card: the whole UNO family on one text of the rules.

The Python face is small: `Ruleset`, `Round`, `Match`, `Record`, and `lastcard.sim.play` for many rounds at once.
What is not used is not imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import LastCardError
    from .match import Match
    from .record import Record
    from .round import Round
    from .rules import Ruleset

__version__ = "0.1.0"
__all__ = ["LastCardError", "Match", "Record", "Round", "Ruleset"]

_HOME = {"LastCardError": "errors", "Match": "match", "Record": "record", "Round": "round", "Ruleset": "rules"}


def __getattr__(name: str) -> Any:
    if name == "sim":
        return import_module(".sim", __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'lastcard' has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
