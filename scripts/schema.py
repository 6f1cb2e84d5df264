"""Write docs/protocol.schema.json: every message between clients and the server, and every body and answer over HTTP.

    python scripts/schema.py

It is made from the types in lastcard.online (protocol, shapes, the gateway), so it says what they do and nothing else.
"""

import json
import types
from collections.abc import Hashable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from lastcard.core.terms import Phase
from lastcard.game.events import EVENTS, Event
from lastcard.game.values import Action, Face
from lastcard.game.wire import encode
from lastcard.online import protocol, shapes
from lastcard.online.server.net import gateway
from lastcard.rules.decks import Card

FILE = Path(__file__).parents[1] / "docs" / "protocol.schema.json"

FROM_CLIENT = (protocol.Hello, protocol.Ping, protocol.Command)
FROM_SERVER = get_args(shapes.FromServer)

# What is sent to each endpoint (None: nothing) and what it answers.  Any of them may answer HttpErrorAnswer instead.
ENDPOINTS: dict[str, tuple[Any, Any]] = {
    "GET /healthz": (None, shapes.HealthAnswer),
    "GET /api/house-rules": (None, shapes.HouseRulesAnswer),
    "GET /api/rules": (None, shapes.RulesAnswer),
    "GET /api/rules/record": (None, bytes),
    "GET /api/me": (None, shapes.MeAnswer),
    "POST /api/me": (gateway.NameBody, shapes.NameAnswer),
    "POST /api/me/transfer": (None, shapes.TransferAnswer),
    "POST /api/me/adopt": (gateway.AdoptBody, shapes.NameAnswer),
    "GET /api/tables": (None, shapes.TablesAnswer),
    "POST /api/tables": (gateway.TableBody, shapes.LinkedTableAnswer),
    "POST /api/quick": (gateway.QuickBody, shapes.LinkedTableAnswer),
    "GET /api/tables/{ref}": (None, shapes.TableAnswer),
    "GET /api/tables/{ref}/rules": (None, shapes.RulesAnswer),
    "POST /api/tables/{ref}/ticket": (None, shapes.TicketAnswer),
    "GET /api/matches": (None, shapes.MatchesAnswer),
    "GET /api/matches/{match}": (None, shapes.MatchAnswer),
    "GET /api/matches/{match}/steps": (None, shapes.StepsAnswer),
    "GET /api/matches/{match}/verify": (None, shapes.VerifyAnswer),
    "GET /api/matches/{match}/questions": (None, bytes),
}

# What has no name of its own in Python, or one that means something else here.
NAMES: dict[Any, str] = {
    protocol.Phase: "Phase",
    protocol.Who: "Who",
    protocol.Why: "Why",
    protocol.Pace: "Pace",
    protocol.Level: "Level",
    protocol.Mark: "Mark",
    shapes.SeatKind: "SeatKind",
    shapes.PartsData: "Parts",
    shapes.AnyNews: "News",
    Event: "GameEvent",
    Phase: "Asked",
}

# Types that stand for all of their kinds.
UNIONS: dict[type, Iterable[type]] = {Event: EVENTS.values(), protocol.Command: protocol.COMMANDS}

Schema = dict[str, Any]
_PLAIN = {str: "string", int: "integer", bool: "boolean", float: "number", type(None): "null"}
_META = {
    "ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum", "pattern": "pattern",
    "min_length": "minLength", "max_length": "maxLength",
}  # fmt: skip


class Definitions:
    """The schemas of named types, each written once."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {}
        self._kinds: dict[str, Any] = {}

    def of(self, hint: Any) -> Schema:
        """Return the schema of a type."""
        if isinstance(hint, Hashable) and hint in NAMES:
            return self._named(hint, NAMES[hint])
        return self._unnamed(hint)

    def _unnamed(self, hint: Any) -> Schema:
        origin, args = get_origin(hint), get_args(hint)
        if hint is Any:
            return {}
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if hint is bytes:
            return {"type": "string", "contentMediaType": "application/octet-stream"}
        if hint in (Card, Face, Action):
            return {"type": "string"}
        if origin is Literal:
            return {"enum": list(args)} if len(args) > 1 else {"const": args[0]}
        if origin is NotRequired:
            return self.of(args[0])
        if origin is Annotated:
            return self._annotated(args[0], args[1:])
        if origin in (Union, types.UnionType):
            return _any([self.of(one) for one in args])
        if origin in (list, tuple):
            return {"type": "array", "items": self.of(args[0])}
        if origin is dict or hint is dict:
            return {"type": "object", "additionalProperties": self.of(args[1]) if args else {}}
        return self._named(hint, hint.__name__)

    def _annotated(self, hint: Any, notes: tuple[Any, ...]) -> Schema:
        (note,) = notes
        if isinstance(note, msgspec.Meta):
            limits = {name: getattr(note, attribute) for attribute, name in _META.items()}
            return {**self.of(hint), **{name: limit for name, limit in limits.items() if limit is not None}}
        return self.of(getattr(shapes, note) if isinstance(note, str) else note)

    def _named(self, kind: Any, name: str) -> Schema:
        if self._kinds.setdefault(name, kind) != kind:
            raise TypeError(f"two types are called {name}")
        if name not in self.found:
            self.found[name] = {}  # a type may contain itself
            self.found[name] = self._definition(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _definition(self, kind: Any) -> Schema:
        if not isinstance(kind, type):
            return self._unnamed(kind)
        about = {"description": " ".join(kind.__doc__.split())} if kind.__doc__ else {}
        if issubclass(kind, Enum):
            return {"enum": [encode(member) for member in kind]}
        if kind in UNIONS:
            return about | _any([self.of(one) for one in UNIONS[kind]])
        if is_typeddict(kind):
            hints = get_type_hints(kind, include_extras=True)
            return about | _object({name: self.of(hint) for name, hint in hints.items()}, kind.__required_keys__)
        if is_dataclass(kind):
            hints, names = get_type_hints(kind), [one.name for one in fields(kind) if not one.name.startswith("_")]
            given = {"event": {"const": kind.kind}} if issubclass(kind, Event) else {}
            properties = given | {name: self.of(hints[name]) for name in names}
            return about | _object(properties, set(properties))
        assert issubclass(kind, msgspec.Struct), kind
        return about | self._struct(kind)

    def _struct(self, kind: type[msgspec.Struct]) -> Schema:
        parts = msgspec.structs.fields(kind)
        hints = get_type_hints(kind, include_extras=True)
        config = kind.__struct_config__
        tag = {config.tag_field: {"const": config.tag}} if config.tag_field else {}
        # Fields that have a default may be left out, by clients and by the server.
        required = {one.name for one in parts if one.required} | set(tag)
        return _object(tag | {one.name: self.of(hints[one.name]) for one in parts}, required)


def _any(found: list[Schema]) -> Schema:
    """Return what fits one of some schemas."""
    return {"anyOf": found} if len(found) > 1 else found[0]


def _object(properties: Schema, required: Any) -> Schema:
    ordered = [name for name in properties if name in required]
    return {"type": "object", "properties": properties, "required": ordered, "additionalProperties": False}


def schema() -> Schema:
    """Return the whole schema; a message fits it if it fits one of `FromClient` and `FromServer`."""
    defs = Definitions()
    sides = {name: _any([defs.of(kind) for kind in kinds])
             for name, kinds in (("FromClient", FROM_CLIENT), ("FromServer", FROM_SERVER))}  # fmt: skip
    http = {}
    for endpoint, (body, answer) in ENDPOINTS.items():
        sent = {} if body is None else {"body": defs.of(body)}
        http[endpoint] = sent | {"answer": _any([defs.of(answer), defs.of(shapes.HttpErrorAnswer)])}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The protocol of Last Card, version {protocol.PROTOCOL}",
        "description": "Written by scripts/schema.py; explained in docs/server.md.",
        "protocol": protocol.PROTOCOL,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "http": http,
        "codes": protocol.CODES,
        "closes": {str(code): text for code, text in protocol.CLOSES.items()},
        "$defs": sides | dict(sorted(defs.found.items())),
    }


def text() -> str:
    """Return the file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    print(f"{FILE} written")
