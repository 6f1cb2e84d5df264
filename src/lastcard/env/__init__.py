"""Environments for agents that learn: many tables of any rule set, stepped together in compiled code.

>>> from lastcard.env import Tables
>>> tables = Tables("official", seats=2, tables=4, seed=1)
>>> tables.step(tables.sample())
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .index import IllegalChoice
    from .observer import Observer
    from .tables import Lookahead, Tables

__all__ = ["IllegalChoice", "Lookahead", "Observer", "Tables"]
# Where each is defined; imported when it is used, because tables need NumPy.
_HOMES = {"IllegalChoice": "index", "Lookahead": "tables", "Observer": "observer", "Tables": "tables"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
