"""Fill the tables of docs that say what declarations say: events, news, commands, codes.

    python scripts/tables_doc.py

Everything around the tables is written by hand.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path
from typing import get_args

from lastcard.game.events import EVENTS
from lastcard.online import protocol, shapes

DOCS = Path(__file__).parents[1] / "docs"

ROLES = {
    protocol.EVERYONE: "everyone",
    protocol.PLAYERS: "players",
    protocol.HOST: "the host",
    protocol.VISITORS: "spectators",
}
Rows = Iterable[tuple[str, ...]]


def _events() -> Rows:
    for kind, event in EVENTS.items():
        yield f"`{kind}`", _names(field.name for field in fields(event)), _about(event)


def _news() -> Rows:
    for kind in get_args(shapes.AnyNews):
        (tag,) = get_args(kind.__annotations__["kind"])
        yield f"`{tag}`", _names(kind.__annotations__, "kind"), _about(kind)


def _commands() -> Rows:
    for kind, terms in protocol.COMMANDS.items():
        who: dict[str, list[str]] = {}
        for phase, roles in terms.may.items():
            who.setdefault(ROLES[roles], []).append(phase)
        when = "; ".join(f"{role}: {', '.join(phases)}" for role, phases in who.items())
        yield f"`{kind.__struct_config__.tag}`", _names(kind.__struct_fields__, "id", "v"), when, _about(kind)


def _codes() -> Rows:
    return ((f"`{code}`", " ".join(text.split())) for code, text in protocol.CODES.items())


def _closes() -> Rows:
    return ((str(code), text) for code, text in protocol.CLOSES.items())


def _names(fields: Iterable[str], *but: str) -> str:
    return ", ".join(f"`{name}`" for name in fields if name not in but)


def _about(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


# The tables of each page, by the heads of their columns.
TABLES: dict[str, dict[str, Callable[[], Rows]]] = {
    "data.md": {"| event | fields | what happened |": _events},
    "server.md": {
        "| kind | fields | what happened |": _news,
        "| command | fields | who may, and when | what it does |": _commands,
        "| code | why |": _codes,
        "| close | why |": _closes,
    },
}


def text(name: str) -> str:
    """Return a page, with its tables filled."""
    page = (DOCS / name).read_text(encoding="utf-8")
    for head, rows in TABLES[name].items():
        before, found, after = page.partition(f"{head}\n")
        assert found, f"{name} has no table {head}"
        line, _, rest = after.partition("\n")
        lines = ["|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|" for row in rows()]
        page = "\n".join([before + head, line, *lines, re.sub(r"^(?:\|.*\n)*", "", rest)])
    return page


if __name__ == "__main__":
    for name in TABLES:
        (DOCS / name).write_text(text(name), encoding="utf-8")
        print(f"{DOCS / name} written")
