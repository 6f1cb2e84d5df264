"""Find and make bots: by name, from installed packages, or from your own module, with their settings.

Ask for a bot as `name` or as `package.module:ClassOrFactory`.  Settings follow a question mark:
`search?playouts=4000&policy=careful`.
"""

import inspect
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args

from .._util.bounds import finite, quoted
from ..errors import LastCardError, did_you_mean
from .base import Bot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "lastcard.bots"  # the entry point group through which installed packages offer bots

Maker = Callable[..., Bot]  # takes a seed, and settings as keyword arguments

_DIGITS = 18  # of a setting that is a whole number

_makers: dict[str, Maker] = {}


def register(name: str, maker: Maker) -> None:
    """Register a kind of bot.  `maker` takes a seed, and its settings, if any, as keyword arguments."""
    if name in _makers:
        raise LastCardError(f"a bot called {name!r} already exists")
    _makers[name] = maker


def bot_names() -> tuple[str, ...]:
    """Return the names of the registered bots, without those of other packages."""
    return tuple(_makers)


def is_installed(name: str) -> bool:
    """Return whether a bot comes with this program or an installed package, so that making it runs no other code."""
    kind = name.partition("?")[0]
    return kind in _makers or (":" not in kind and kind in _offered())


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make a bot.  Bots of one name and seed give the same answers at the same table."""
    if not isinstance(name, str):
        raise LastCardError(f"the name of a bot must be text, not {type(name).__name__}")
    kind, asked, settings = name.partition("?")
    maker = _found(kind)
    keywords = _settings(kind, maker, settings) if asked else {}
    return made(name, partial(maker, **keywords), seed)


def made(name: str, maker: Maker, seed: int) -> Bot:
    """Make a bot, and raise LastCardError if the maker fails or does not return a bot."""
    try:
        bot = maker(seed)
        missing = [part for part in ("name", "decide", "claim") if not hasattr(bot, part)]
    except LastCardError as error:
        raise LastCardError(f"bot {name!r}: {error}") from error
    except (Exception, SystemExit) as error:
        raise LastCardError(f"bot {name!r} cannot be made from a seed: {type(error).__name__}: {error}") from error
    if missing:
        raise LastCardError(f"{name!r} does not make a bot: it has no {' or '.join(missing)} (see docs/bots.md)")
    return bot


# ---------------------------------------------------------------- finding


def _found(kind: str) -> Maker:
    if kind in _makers:
        return _makers[kind]
    if ":" in kind:
        return _of_module(kind)
    offered = _offered()
    if kind in offered:
        return _of_package(offered[kind])
    known = (*_makers, *offered)
    raise LastCardError(
        f"no bot is called {kind!r}{did_you_mean(kind, known)}; use {', '.join(known)}, "
        "or your own as package.module:Class"
    )


def _of_module(kind: str) -> Maker:
    """Import `package.module:attribute`; the current directory is searched last."""
    module_name, _, attribute = kind.partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), *attribute.split("."))):
        raise LastCardError(f"{kind!r} is not the name of a bot: write package.module:Class, such as bots.mine:Hasty")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found: Any = import_module(module_name)
    except (Exception, SystemExit) as error:
        raise LastCardError(f"bot {kind!r}: {type(error).__name__} in module {module_name}: {error}") from error
    where = getattr(found, "__file__", module_name)
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise LastCardError(f"bot {kind!r}: {where} has no {part!r}{did_you_mean(part, dir(found))}")
        found = getattr(found, part)
    return _callable(kind, found)


@cache
def _offered() -> Mapping[str, "EntryPoint"]:
    """Return the bots that installed packages offer."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    return {point.name: point for point in entry_points(group=GROUP)}


def _of_package(point: "EntryPoint") -> Maker:
    try:
        found = point.load()
    except (Exception, SystemExit) as error:
        raise LastCardError(f"bot {point.name!r} ({point.value}): {type(error).__name__}: {error}") from error
    return _callable(point.name, found)


def _callable(kind: str, found: Any) -> Maker:
    if not callable(found):
        raise LastCardError(f"bot {kind!r}: expected a class or a function of a seed, not {type(found).__name__}")
    return found  # type: ignore[no-any-return]  # make_bot checks what it makes


# ---------------------------------------------------------------- settings


def _settings(kind: str, maker: Maker, text: str) -> dict[str, Any]:
    """Read `key=value&key=value` as keyword arguments of a maker."""
    allowed = _keywords(maker)
    settings: dict[str, Any] = {}
    for pair in text.split("&"):
        key, given, value = pair.partition("=")
        if not given or not key or not value:
            raise LastCardError(f"bot {kind!r}: {pair!r} is not a setting; write ?key=value&key=value")
        if key not in allowed:
            takes = f"its settings are {', '.join(allowed)}" if allowed else "it has none"
            raise LastCardError(f"bot {kind!r} has no setting {key!r}{did_you_mean(key, allowed)}; {takes}")
        if key in settings:
            raise LastCardError(f"bot {kind!r}: {key} is set twice")
        settings[key] = _value(f"bot {kind!r}: {key}={quoted(value)[1:-1]}", value, allowed[key])
    return settings


def _keywords(maker: Maker) -> dict[str, Any]:
    """Return the parameters of a maker after the seed, with their annotations."""
    try:
        parameters = list(inspect.signature(maker, eval_str=True).parameters.values())
    except (TypeError, ValueError, NameError):
        return {}
    by_keyword = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {parameter.name: parameter.annotation for parameter in parameters[1:] if parameter.kind in by_keyword}


def _value(where: str, text: str, wanted: Any) -> Any:
    """Convert a text to the wanted type; without a type, to a number if it is one."""
    types = [kind for kind in get_args(wanted) or (wanted,) if kind in _READERS]
    for kind, (read, _) in _READERS.items():
        if not types or kind in types:
            try:
                return read(text)
            except (KeyError, ValueError):
                continue
    raise LastCardError(f"{where}: expected {' or '.join(_READERS[kind][1] for kind in types)}")


def _whole(text: str) -> int:
    """Read a whole number; raise ValueError unless it is plain ASCII digits within bounds."""
    if not re.fullmatch(rf"-?[0-9]{{1,{_DIGITS}}}", text):
        raise ValueError
    return int(text)


_READERS: dict[type, tuple[Callable[[str], Any], str]] = {
    bool: ({"yes": True, "no": False}.__getitem__, "yes or no"),
    int: (_whole, f"a whole number of at most {_DIGITS} digits"),
    float: (finite, "a number"),
    str: (str, "a word"),
}
