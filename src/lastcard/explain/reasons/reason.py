"""`Reason`, and the checks on reasons that come from outside."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ...errors import NotationError
from ...words.catalogue import Words, words
from .catalogue import CATALOGUE, CAUSE, KINDS, PLAY, PartKind, Verdict
from .voice import Voice

FORMAT = 1  # of the JSON form

Part = str | int | tuple[str, ...] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is allowed, refused or fined: an id for the kind of reason, and the parts of its sentence.

    Reasons can be compared, hashed and pickled.  They name only cards of the acting seat and cards that everyone sees.
    `rule` lists the ids of the dimensions that the reason is based on.  `cause` is another reason that it is based on,
    or None: the cause of a fine for a wrong card is the reason why the card does not fit.

    >>> reason = Reason("not-your-turn", parts={"turn": 1})
    >>> reason.sentence
    'it is seat 1’s turn'
    >>> reason.say(names=["Ann", "Ben"], you=1)
    'it is your turn'
    """

    id: str
    rule: tuple[str, ...] = ()
    parts: Mapping[str, Part] = field(default_factory=dict)
    cause: "Reason | None" = None

    def __post_init__(self) -> None:
        if self.id not in CATALOGUE:
            raise NotationError(f"no reason has the id {self.id!r}")
        if (
            self.parts.keys() != set(CATALOGUE[self.id].parts)
            or (self.cause is not None) != CATALOGUE[self.id].has_cause
        ):
            raise NotationError(_wanted_parts(self.id))
        object.__setattr__(self, "parts", MappingProxyType(dict(self.parts)))

    @property
    def verdict(self) -> Verdict:
        """Whether the action is allowed, refused or fined."""
        return CATALOGUE[self.id].verdict

    @property
    def sentence(self) -> str:
        """The reason in English, with seat numbers and cards in notation, in lower case and without a full stop."""
        return self.say()

    def say(
        self,
        *,
        names: Sequence[str] = (),
        you: int | None = None,
        card: Callable[[str], str] = str,
        language: Words | None = None,
    ) -> str:
        """Return the sentence with names for seats, 'you' for the seat `you`, and cards as `card` writes them."""
        voice = Voice(language or words(), names, you, card)
        rules = dict.fromkeys(rule for reason in self._chain() for rule in reason.rule)
        return self.told(voice) + (f" ({', '.join(rules)})" if rules else "")

    def told(self, voice: Voice) -> str:
        """Return the sentence without the rules it is based on."""
        parts = voice.parts(self.parts)
        if self.cause is not None:
            parts[CAUSE] = self.cause.told(voice)
        return voice.words.fill(f"why.{self.id}", parts)

    def _chain(self) -> "Iterator[Reason]":
        """Yield the reason, its cause, the cause of that, and so on."""
        reason: Reason | None = self
        while reason is not None:
            yield reason
            reason = reason.cause

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"Reason({self.id!r}, {self.rule!r}, {dict(self.parts)!r}, {self.cause!r})"

    def __hash__(self) -> int:
        return hash((self.id, self.rule, frozenset(self.parts.items()), self.cause))

    def __reduce__(self) -> tuple[Any, ...]:
        return Reason, (self.id, self.rule, dict(self.parts), self.cause)

    # ------------------------------------------------------------ JSON

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as JSON data; docs/reasons.md describes the format."""
        return {"format": FORMAT, **self._fields()}

    def _fields(self) -> dict[str, Any]:
        parts = {name: list(part) if isinstance(part, tuple) else part for name, part in self.parts.items()}
        fields = {"id": self.id, "verdict": self.verdict, "rule": list(self.rule), "parts": parts}
        return fields if self.cause is None else {**fields, CAUSE: self.cause._fields()}

    @classmethod
    def from_dict(cls, data: object) -> "Reason":
        """Read what `to_dict` returned; anything else raises NotationError."""
        if not isinstance(data, dict) or type(data.get("format")) is not int or data["format"] != FORMAT:
            raise NotationError(f"not a reason: expected an object of format {FORMAT}")
        return _read({key: value for key, value in data.items() if key != "format"}, _DEPTH)


# ---------------------------------------------------------------- checks on data from outside

_DEPTH = 4  # a reason and nested causes; a fined call with a drawn card needs three
_SEATS = 10
_COUNT = 99_999
_LENGTH = 500
_CARD = re.compile(r"[a-z][A-Z0-9+]{0,19}(:[a-z])?")
_AXES = frozenset({"colour", "number", "symbol"})
_MAY = frozenset({PLAY, "draw", "pass", "take", "challenge", "done", "ready", "call"})


def _read(data: object, depth: int) -> Reason:
    if not isinstance(data, dict) or depth == 0:
        raise NotationError("not a reason: a cause is not an object, or is nested too deeply")
    id = data.get("id")
    if not isinstance(id, str) or id not in CATALOGUE:
        raise NotationError("not a reason: its id is unknown")
    wanted = {"id", "verdict", "rule", "parts"} | ({CAUSE} if CATALOGUE[id].has_cause else set())
    if data.keys() != wanted or data["verdict"] != CATALOGUE[id].verdict:
        raise NotationError(f"not a reason: {id} has {', '.join(sorted(wanted))}, and is {CATALOGUE[id].verdict}")
    cause = _read(data[CAUSE], depth - 1) if CATALOGUE[id].has_cause else None
    return Reason(id, _read_rule(id, data["rule"]), _read_parts(id, data["parts"]), cause)


def _read_rule(id: str, rule: Any) -> tuple[str, ...]:
    known = CATALOGUE[id].rule
    one_of = [[dimension] for dimension in known.split("|")] if "|" in known else [known.split()]
    if rule not in one_of:
        raise NotationError(f"not a reason: the rule of {id} is {known or 'empty'}")
    return tuple(rule)


def _read_parts(id: str, parts: object) -> dict[str, Part]:
    if not isinstance(parts, dict) or set(parts) != set(CATALOGUE[id].parts):
        raise NotationError(_wanted_parts(id))
    return {name: _read_part(name, parts[name]) for name in CATALOGUE[id].parts}


def _wanted_parts(id: str) -> str:
    parts = (*CATALOGUE[id].parts, *([CAUSE] if CATALOGUE[id].has_cause else []))
    return f"not a reason: the parts of {id} are {', '.join(parts) or 'none'}"


def _read_part(name: str, value: Any) -> Part:
    kind, _ = KINDS[name]
    many, fits = _CHECKS[kind]
    if many and isinstance(value, list) and 0 < len(value) <= _SEATS and all(map(fits, value)):
        return tuple(value)
    if not many and fits(value):
        part: Part = value
        return part
    raise NotationError(f"not a reason: {name} must be {kind.value}")


def _is_seat(value: object) -> bool:
    return type(value) is int and 0 <= value < _SEATS


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _COUNT


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LENGTH and value.isprintable()


_CHECKS: dict[PartKind, tuple[bool, Callable[[Any], bool]]] = {
    PartKind.SEAT: (False, _is_seat),
    PartKind.SEATS: (True, _is_seat),
    PartKind.CARD: (False, lambda value: isinstance(value, str) and _CARD.fullmatch(value) is not None),
    PartKind.AXES: (True, lambda value: isinstance(value, str) and value in _AXES),
    PartKind.MAY: (True, lambda value: isinstance(value, str) and value in _MAY),
    PartKind.COLOUR: (False, _is_text),
    PartKind.COLOURS: (True, _is_text),
    PartKind.COUNT: (False, _is_count),
    PartKind.TEXT: (False, _is_text),
}
