"""How the value of each dimension is written in an id: `hand=5`, `batch=same-value:3`, `seats=2-6`."""

import dataclasses
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..core.terms import Axis, BatchMode, Kind, MatchEnd, NumberEffect, RoundScore, Total
from ..errors import RulesetError
from .decks import find_deck
from .ruleset import DEFLECTORS, Ruleset
from .values import (
    Batch,
    CardFate,
    Challenger,
    ChallengeTerms,
    Ending,
    HandLimit,
    JumpIn,
    LimitMode,
    Scoring,
    Skin,
    SkipTotal,
)

NOTHING = "none"


@dataclass(frozen=True, kw_only=True)
class Form:
    """The two ways between a value and its text; `allowed` says in an error what may be written."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    allowed: str


class _Unreadable(Exception):
    """A text that is no value of its dimension."""


# ---------------------------------------------------------------- the parts of a value


def _word(member: Enum) -> str:
    return member.name.lower().replace("_", "-")


def _words(members: Iterable[Enum]) -> str:
    return ", ".join(map(_word, members))


def _member(kind: type[Enum], text: str) -> Any:
    for member in kind:
        if _word(member) == text.replace("_", "-"):
            return member
    raise _Unreadable


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise _Unreadable
    return int(text)


def _split(text: str) -> list[str]:
    return [] if text == NOTHING else text.split(",")


def _pair(text: str) -> tuple[str, str]:
    left, colon, right = text.partition(":")
    if not colon:
        raise _Unreadable
    return left, right


# ---------------------------------------------------------------- the values


def _enum(kind: type[Enum]) -> Form:
    return Form(write=_word, read=lambda text: _member(kind, text), allowed=_words(kind))


def _write_flag(value: bool) -> str:
    return "yes" if value else "no"


def _read_flag(text: str) -> bool:
    if text not in ("yes", "no", "true", "false"):
        raise _Unreadable
    return text in ("yes", "true")


def _optional_number(missing: str) -> Form:
    """A number, or a word for None."""

    def read(text: str) -> int | None:
        return None if text.replace("_", "-") == missing else _number(text)

    return Form(
        write=lambda value: missing if value is None else str(value),
        read=read,
        allowed=f"a number, {missing}",
    )


def _set(members: Iterable[Enum]) -> Form:
    by_word = {_word(member): member for member in members}

    def read(text: str) -> frozenset[Any]:
        parts = [part.replace("_", "-") for part in _split(text)]
        if not by_word.keys() >= set(parts):
            raise _Unreadable
        return frozenset(by_word[part] for part in parts)

    return Form(
        write=lambda value: ",".join(map(_word, sorted(value))) or NOTHING,
        read=read,
        allowed=f"{NOTHING}, or any of {', '.join(by_word)} with commas between",
    )


def _table(key: Callable[[str], Any], write: Callable[[Any], str], read: Callable[[str], Any], example: str) -> Form:
    """Pairs with commas between."""

    def read_pairs(text: str) -> tuple[tuple[Any, Any], ...]:
        pairs = [_pair(part) for part in _split(text)]
        return tuple((key(left), read(right)) for left, right in pairs)

    return Form(
        write=lambda value: ",".join(f"{left}:{write(right)}" for left, right in value) or NOTHING,
        read=read_pairs,
        allowed=f"{NOTHING}, or pairs such as {example}",
    )


def _write_seats(value: tuple[int, int]) -> str:
    return f"{value[0]}-{value[1]}"


def _read_seats(text: str) -> tuple[int, int]:
    fewest, dash, most = text.partition("-")
    return _number(fewest), _number(most if dash else fewest)


def _write_batch(value: Batch) -> str:
    return _word(value.mode) if value.mode is BatchMode.OFF else f"{_word(value.mode)}:{value.n}"


def _read_batch(text: str) -> Batch:
    if text == _word(BatchMode.OFF):
        return Batch()
    mode, n = _pair(text)
    return Batch(mode=_member(BatchMode, mode), n=_number(n))


def _write_challenge(value: ChallengeTerms) -> str:
    return f"{value.guilty_draws},{value.extra},{_word(value.card)},{_word(value.by)}"


def _read_challenge(text: str) -> ChallengeTerms:
    parts = text.split(",")
    if len(parts) != 4:
        raise _Unreadable
    guilty, extra, card, by = parts
    return ChallengeTerms(
        guilty_draws=_number(guilty),
        extra=_number(extra),
        card=_member(CardFate, card),
        by=_member(Challenger, by),
    )


def _write_skip_total(value: SkipTotal) -> str:
    return f"sum-cap:{value.cap}" if value.cap else _word(value.total)


def _read_skip_total(text: str) -> SkipTotal:
    if ":" not in text:
        return SkipTotal(total=_member(Total, text))
    word, cap = _pair(text)
    if word.replace("_", "-") != "sum-cap" or not _number(cap):
        raise _Unreadable
    return SkipTotal(total=Total.SUM, cap=_number(cap))


def _write_jump_in(value: JumpIn | None) -> str:
    if value is None:
        return "off"
    parts = ["identical", *(f"not-{_word(kind)}" for kind in sorted(value.excepting))]
    if value.on_start:
        parts.append("on-start")
    if not value.may_win:
        parts.append("no-win")
    if value.others_only:
        parts.append("others-only")
    return ",".join(parts)


def _read_jump_in(text: str) -> JumpIn | None:
    if text == "off":
        return None
    first, *parts = text.replace("_", "-").split(",")
    if first != "identical":
        raise _Unreadable
    excepting = {_member(Kind, part[4:]) for part in parts if part.startswith("not-")}
    others = {part for part in parts if not part.startswith("not-")}
    if others - {"on-start", "no-win", "others-only"}:
        raise _Unreadable
    return JumpIn(
        excepting=frozenset(excepting),
        on_start="on-start" in others,
        may_win="no-win" not in others,
        others_only="others-only" in others,
    )


def _write_limit(value: HandLimit | None) -> str:
    return NOTHING if value is None else f"{value.n}:{_word(value.mode)}"


def _read_limit(text: str) -> HandLimit | None:
    if text == NOTHING:
        return None
    n, mode = _pair(text)
    return HandLimit(n=_number(n), mode=_member(LimitMode, mode))


def _write_score(value: Scoring) -> str:
    return f"{_word(value.kind)}:{value.flat}" if value.kind is RoundScore.FLAT else _word(value.kind)


def _read_score(text: str) -> Scoring:
    kind, colon, flat = text.partition(":")
    return Scoring(kind=_member(RoundScore, kind), flat=_number(flat) if colon else 0)


def _write_ending(value: Ending) -> str:
    return _word(value.kind) if value.kind is MatchEnd.SINGLE_ROUND else f"{_word(value.kind)}:{value.n}"


def _read_ending(text: str) -> Ending:
    kind, colon, n = text.partition(":")
    return Ending(kind=_member(MatchEnd, kind), n=_number(n) if colon else 0)


# ---------------------------------------------------------------- the dimensions

_SPECIAL: dict[str, Form] = {
    "deck": Form(write=lambda deck: deck.name, read=find_deck, allowed="the name of a deck"),
    "seats": Form(write=_write_seats, read=_read_seats, allowed="the fewest and the most players, such as 2-10"),
    "match_axes": _set(Axis),
    "batch": Form(write=_write_batch, read=_read_batch, allowed="off, same-value:N, identical:N"),
    "draw_size": _optional_number("until-playable"),
    "number_effects": _table(_number, _word, lambda text: _member(NumberEffect, text), "0:rotate,7:swap-choice"),
    "challenge_terms": Form(
        write=_write_challenge,
        read=_read_challenge,
        allowed="the cards a cheat draws, those added for a wrong challenge, stays or returns, "
        "target, any or any-instead, such as 4,2,stays,target",
    ),
    "skip_total": Form(write=_write_skip_total, read=_read_skip_total, allowed="last, sum, sum-cap:N"),
    "jump_in": Form(
        write=_write_jump_in,
        read=_read_jump_in,
        allowed="off, or identical and any of on-start, no-win, others-only, "
        f"{', '.join('not-' + _word(kind) for kind in Kind)} with commas between",
    ),
    "fine_illegal": _optional_number("reject"),
    "exit_ban": _set(Kind),
    "deflect_draw2": _set(sorted(DEFLECTORS)),
    "deflect_wd": _set(sorted(DEFLECTORS)),
    "hand_limit": Form(write=_write_limit, read=_read_limit, allowed="none, N:aside, N:discard"),
    "round_score": Form(
        write=_write_score,
        read=_read_score,
        allowed="none, winner-takes, own-hand, flat:N",
    ),
    "card_values": _table(str, str, _number, "S:10,w+4:40"),
    "match_end": Form(
        write=_write_ending,
        read=_read_ending,
        allowed="single-round, or one of "
        + ", ".join(_word(kind) + ":N" for kind in MatchEnd if kind is not MatchEnd.SINGLE_ROUND),
    ),
    "skin": _enum(Skin),
}

# The word a dimension goes by in an id, where it is not simply its name.
_SHORT = {"hand_size": "hand", "challenge_terms": "challenge", "card_values": "values"}


def _form(dimension: "dataclasses.Field[Any]") -> Form:
    if dimension.name in _SPECIAL:
        return _SPECIAL[dimension.name]
    if dimension.type is bool:
        return Form(write=_write_flag, read=_read_flag, allowed="yes, no")
    if dimension.type is int:
        return Form(write=str, read=_number, allowed="a number")
    assert isinstance(dimension.type, type)
    return _enum(dimension.type)


FORMS: dict[str, Form] = {dimension.name: _form(dimension) for dimension in dataclasses.fields(Ruleset)}
KEYS: dict[str, str] = {name: _SHORT.get(name, name.replace("_", "-")) for name in FORMS}
_NAMES = {key: name for name, key in KEYS.items()} | {name.replace("_", "-"): name for name in FORMS}


def dimension_of(key: str) -> str | None:
    """The dimension a word in an id stands for: its short word or its name."""
    return _NAMES.get(key.replace("_", "-"))


def write_value(name: str, value: Any) -> str:
    """The value of a dimension as text."""
    return FORMS[name].write(value)


def read_value(name: str, text: str) -> Any:
    """The value of a dimension from its text."""
    try:
        return FORMS[name].read(text)
    except _Unreadable:
        raise RulesetError(f"{KEYS[name]}={text}: allowed: {FORMS[name].allowed}") from None


def read_number(key: str, text: str) -> int:
    """The number behind `key=`."""
    try:
        return _number(text)
    except _Unreadable:
        raise RulesetError(f"{key}={text}: allowed: a number") from None
