"""Entries as bytes: each with its kind and its format, so that every later version can read it.

Bytes are JSON, without the kind, and without the text of a rule set, which a store keeps once for all tables.  Entries
of an older format are changed step by step (`UPCASTS`) before they become values; nothing that is stored is rewritten.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from ....errors import RecordError
from . import entries as e

FORMAT = 2
KINDS: dict[str, type[e.AnyEntry]] = {
    "made": e.Made,
    "sat": e.Sat,
    "stood": e.Stood,
    "muted": e.Muted,
    "expelled": e.Expelled,
    "bots": e.BotSat,
    "settings": e.Configured,
    "locked": e.Locked,
    "host": e.Hosted,
    "youngest": e.Youngest,
    "nonce": e.Nonced,
    "agreed": e.Agreed,
    "dealt": e.Dealt,
    "moved": e.Moved,
    "opened": e.Opened,
    "away": e.Away,
    "stood-in": e.StoodIn,
    "back": e.Back,
    "pausing": e.Pausing,
    "resumed": e.Resumed,
    "interrupted": e.Interrupted,
    "said": e.Said,
    "ended": e.Ended,
}  # fmt: skip
SAID = "said"

Data = dict[str, Any]
E = TypeVar("E", bound=e.Entry)

_NAMES: dict[type[e.Entry], str] = {kind: name for name, kind in KINDS.items()}
_encode = msgspec.json.Encoder().encode
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


class Packed(NamedTuple):
    """An entry as it is stored."""

    kind: str
    format: int
    data: bytes


def kind_of(entry: e.Entry) -> str:
    """Return the name of an entry's kind."""
    return _NAMES[type(entry)]


def pack(entry: e.Entry) -> Packed:
    """Return an entry as it is stored, without the text of its rule set."""
    return Packed(kind_of(entry), FORMAT, _encode(with_text(entry, "")))


def unpack(kind: str, format: int, data: bytes) -> e.AnyEntry:
    """Return a stored entry, without the text of its rule set; raise RecordError if this version cannot read it."""
    if kind not in KINDS or not 1 <= format <= FORMAT:
        raise RecordError(f"an entry of kind {kind!r} and format {format}, which this version does not know")
    try:
        if format == FORMAT:
            return _decoders[kind].decode(data)
        return msgspec.convert(_brought_up(kind, format, msgspec.json.decode(data)), KINDS[kind], str_keys=True)
    except Exception as error:  # whatever is in there
        raise RecordError(f"an entry of kind {kind!r} and format {format} cannot be read: {error}") from error


def settings_of(entry: e.Entry) -> e.Settings | None:
    """Return the settings that an entry holds; None if it holds none."""
    match entry:
        case e.Made(room=room) | e.Dealt(room=room):
            return room.settings
        case e.Configured(settings=settings):
            return settings
    return None


def missing_text(entry: e.Entry) -> str | None:
    """Return the digest of the rule set whose text an entry needs; None if it needs none, or has it."""
    settings = settings_of(entry)
    return None if settings is None or settings.ruleset else settings.digest


def completed(entry: e.AnyEntry, texts: Mapping[str, str]) -> e.AnyEntry:
    """Return an entry with the text of its rule set, which must be among these if the entry needs one."""
    digest = missing_text(entry)
    if digest is None:
        return entry
    if digest not in texts:
        raise RecordError("an entry names a rule set that is not there")
    return with_text(entry, texts[digest])


def with_text(entry: E, text: str) -> E:
    """Return an entry with another text of its rule set."""
    settings = settings_of(entry)
    if settings is None:
        return entry
    settings = msgspec.structs.replace(settings, ruleset=text)
    if isinstance(entry, e.Made | e.Dealt):
        return msgspec.structs.replace(entry, room=msgspec.structs.replace(entry.room, settings=settings))
    return msgspec.structs.replace(entry, settings=settings)


# ---------------------------------------------------------------- older formats


def _brought_up(kind: str, format: int, data: Data) -> Data:
    """Return the data of an entry of an older format in the present one."""
    for upcast in UPCASTS[format - 1 :]:
        data = upcast(kind, data)
    return data


def _from_1(kind: str, data: Data) -> Data:
    """Deals and moves were lines of a journal: JSON inside JSON."""
    match kind:
        case "moved":
            line = msgspec.json.decode(data["line"])
            seat, _, action = line["move"].partition(" ")
            if int(seat) != data["seat"]:
                raise ValueError("the line of a move names another seat")
            return {**data, "action": action, "acts": line.get("acts", ()), "points": line.get("points")}
        case "dealt":
            head, line = msgspec.json.decode(data["head"]), msgspec.json.decode(data["line"])
            return {**data, "begun": head, "sheet": line["sheet"], "key": line["key"], "acts": line["acts"]}
    return data


UPCASTS: tuple[Callable[[str, Data], Data], ...] = (_from_1,)  # from format 1 to 2, and so on

assert len(UPCASTS) == FORMAT - 1
