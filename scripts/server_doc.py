"""Fill the tables of docs/server.md that say what the declarations say: news, commands, codes.

    python scripts/server_doc.py

Everything around the tables is written by hand.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from lastcard.online import protocol, shapes

FILE = Path(__file__).parents[1] / "docs" / "server.md"

ROLES = {
    protocol.EVERYONE: "everyone",
    protocol.PLAYERS: "players",
    protocol.HOST: "the host",
    protocol.VISITORS: "spectators",
}
Rows = Iterable[tuple[str, ...]]


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


# The tables by the heads of their columns.
TABLES = {
    "| kind | fields | what happened |": _news,
    "| command | fields | who may, and when | what it does |": _commands,
    "| code | why |": _codes,
    "| close | why |": _closes,
}


def text() -> str:
    """Return the page, with its tables filled."""
    page = FILE.read_text(encoding="utf-8")
    for head, rows in TABLES.items():
        lines = ["|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|" for row in rows()]
        table = re.compile(rf"({re.escape(head)}\n\|[-|]+\|\n)(?:\|.*\n)*")
        page, found = table.subn(lambda match, lines=lines: match[1] + "\n".join([*lines, ""]), page)  # type: ignore[misc]
        assert found == 1, head
    return page


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    print(f"{FILE} written")
