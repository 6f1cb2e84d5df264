"""Rebind the functions of a stack of modules, with some of them replaced.

The core is written once.  `bind` makes a twin of every function: the same code, but the functions it calls are twins
too.  So a core can have another source of chance, or another place where facts go.
"""

from collections.abc import Iterable
from enum import IntEnum
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any


class Bound(SimpleNamespace):
    """Functions by name; it shows its size only, because it is a default that editors and `help` print."""

    def __repr__(self) -> str:
        return f"<{len(vars(self))} bound functions>"


def bind(modules: Iterable[ModuleType], **replaced: Any) -> Bound:
    """Return twins of the functions of all modules, by name, with `replaced` functions in place of those so named.

    Give the modules in import order, each after those it imports functions from.  Names that begin with an underscore
    are bound but not returned; all others must be unique.
    """
    twins: dict[FunctionType, Any] = {}
    public: dict[str, Any] = {}
    for module in modules:
        for name, twin in _bind_module(module, replaced, twins).items():
            if name in public:
                raise ValueError(f"two of the bound modules define {name}()")
            if not name.startswith("_"):
                public[name] = twin
    if unknown := replaced.keys() - public.keys():
        raise ValueError(f"no bound module defines {', '.join(sorted(unknown))}")
    return Bound(**public)


def _bind_module(module: ModuleType, replaced: dict[str, Any], twins: dict[FunctionType, Any]) -> dict[str, Any]:
    """Return twins of the functions a module defines, by name, and add them to `twins`.

    The twins see enum members as plain integers, which are faster.
    """
    names = {name: int(value) if isinstance(value, IntEnum) else value for name, value in vars(module).items()}
    functions = {name: value for name, value in names.items() if isinstance(value, FunctionType)}
    own = {name: function for name, function in functions.items() if function.__module__ == module.__name__}
    for name, function in own.items():
        twins[function] = replaced[name] if name in replaced else _with_globals(function, names)
    names.update({name: twins[function] for name, function in functions.items() if function in twins})

    # A function called without being bound would silently use another version of the rules.
    for function in (function for name, function in own.items() if name not in replaced):
        for name in function.__code__.co_names:
            if name in functions and functions[name] not in twins:
                raise ValueError(f"{module.__name__} uses {name}(), which is not bound before it")
    return {name: names[name] for name in own}


def _with_globals(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    twin.__kwdefaults__ = function.__kwdefaults__
    return twin
