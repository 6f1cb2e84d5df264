"""Last Card: one engine for every way of playing UNO.

Import everything a program needs from here: `Round` and `Match` to play, `View` for what a seat knows, `Ruleset` for
the rules, events and actions as values, `Record` for match records, and `lastcard.sim.play` for many rounds at once.
Names are imported only when they are used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.terms import Phase
    from .errors import IllegalAction, LastCardError, NotationError, PositionError, RecordError, RulesetError
    from .events import (
        AccusedInVain,
        Blocked,
        BluffProved,
        Called,
        CallOverdue,
        Caught,
        Challenged,
        ChallengeFailed,
        Dealt,
        Drew,
        DrewPenalty,
        Event,
        Fined,
        ForgotCall,
        Holds,
        How,
        KnockedOut,
        Laid,
        Left,
        LostTurns,
        Named,
        Passed,
        Picked,
        Refilled,
        Returned,
        Revealed,
        Rotated,
        SaidReady,
        Shown,
        StartRefused,
        Swapped,
        Took,
        Turned,
        Won,
        told_to,
    )
    from .journal import Journal
    from .keeper import FileKeeper, Keeper
    from .match import Deal, Match
    from .memory import Memory
    from .names import check_name
    from .questions import question
    from .reasons import Reason
    from .record import Record
    from .recorded import RecordedMatch
    from .replay import Replay, record_for_seat
    from .round import Change, Round, TakeBack
    from .rules import Deck, Ruleset, house_rules
    from .rules.decks import Card, register_deck
    from .sheet import ScoreSheet
    from .status import Choices, Claims, Fouls, Lay, Status
    from .values import Action, ActionKind, Face, Move
    from .view import View
    from .words import Speaker

__version__ = "0.1.0"

_EVENTS = (
    "AccusedInVain", "Blocked", "BluffProved", "CallOverdue", "Called", "Caught", "ChallengeFailed", "Challenged",
    "Dealt", "Drew", "DrewPenalty", "Event", "Fined", "ForgotCall", "Holds", "How", "KnockedOut", "Laid", "Left",
    "LostTurns", "Named", "Passed", "Picked", "Refilled", "Returned", "Revealed", "Rotated", "SaidReady", "Shown",
    "StartRefused", "Swapped", "Took", "Turned", "Won",
)  # fmt: skip
_HOMES = {
    "core.terms": ("Phase",),
    "errors": ("IllegalAction", "LastCardError", "NotationError", "PositionError", "RecordError", "RulesetError"),
    "events": (*_EVENTS, "told_to"),
    "journal": ("Journal",),
    "keeper": ("FileKeeper", "Keeper"),
    "match": ("Deal", "Match"),
    "memory": ("Memory",),
    "names": ("check_name",),
    "questions": ("question",),
    "reasons": ("Reason",),
    "record": ("Record",),
    "recorded": ("RecordedMatch",),
    "replay": ("Replay", "record_for_seat"),
    "round": ("Change", "Round", "TakeBack"),
    "rules": ("Deck", "Ruleset", "house_rules"),
    "rules.decks": ("Card", "register_deck"),
    "sheet": ("ScoreSheet",),
    "status": ("Choices", "Claims", "Fouls", "Lay", "Status"),
    "values": ("Action", "ActionKind", "Face", "Move"),
    "view": ("View",),
    "words": ("Speaker",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name == "sim":
        return import_module(".sim", __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'lastcard' has no attribute {name!r}")
    module = import_module(f".{_HOME[name]}", __name__)
    return getattr(module, name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
