"""Last Card: one engine for every way of playing UNO.

Import everything a program needs from here: `Round` and `Match` to play, `View` for what a seat knows, `Ruleset` for
the rules, events and actions as values, `Record` for match records, and `lastcard.sim.play` for many rounds at once.
Names are imported only when they are used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._util.names import check_name
    from .archive.journal import Journal
    from .archive.keeper import FileKeeper, Keeper
    from .archive.record import Record
    from .archive.recorded import RecordedMatch
    from .archive.replay import Replay, record_for_seat
    from .core.terms import Phase
    from .errors import IllegalAction, LastCardError, NotationError, PositionError, RecordError, RulesetError
    from .explain.reasons import Reason
    from .game.events import (
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
    from .game.match import Deal, Match
    from .game.memory import Memory
    from .game.round import Change, Round, TakeBack
    from .game.sheet import ScoreSheet
    from .game.status import Choices, Claims, Fouls, Lay, Status
    from .game.values import Action, ActionKind, Face, Move
    from .game.view import View
    from .rules import Deck, Ruleset, house_rules
    from .rules.decks import Card, register_deck
    from .words.questions import question
    from .words.speaker import Speaker

__version__ = "1.0.0"

_EVENTS = (
    "AccusedInVain", "Blocked", "BluffProved", "CallOverdue", "Called", "Caught", "ChallengeFailed", "Challenged",
    "Dealt", "Drew", "DrewPenalty", "Event", "Fined", "ForgotCall", "Holds", "How", "KnockedOut", "Laid", "Left",
    "LostTurns", "Named", "Passed", "Picked", "Refilled", "Returned", "Revealed", "Rotated", "SaidReady", "Shown",
    "StartRefused", "Swapped", "Took", "Turned", "Won",
)  # fmt: skip
_HOMES = {
    "core.terms": ("Phase",),
    "errors": ("IllegalAction", "LastCardError", "NotationError", "PositionError", "RecordError", "RulesetError"),
    "game.events": (*_EVENTS, "told_to"),
    "archive.journal": ("Journal",),
    "archive.keeper": ("FileKeeper", "Keeper"),
    "game.match": ("Deal", "Match"),
    "game.memory": ("Memory",),
    "_util.names": ("check_name",),
    "words.questions": ("question",),
    "explain.reasons": ("Reason",),
    "archive.record": ("Record",),
    "archive.recorded": ("RecordedMatch",),
    "archive.replay": ("Replay", "record_for_seat"),
    "game.round": ("Change", "Round", "TakeBack"),
    "rules": ("Deck", "Ruleset", "house_rules"),
    "rules.decks": ("Card", "register_deck"),
    "game.sheet": ("ScoreSheet",),
    "game.status": ("Choices", "Claims", "Fouls", "Lay", "Status"),
    "game.values": ("Action", "ActionKind", "Face", "Move"),
    "game.view": ("View",),
    "words.speaker": ("Speaker",),
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
