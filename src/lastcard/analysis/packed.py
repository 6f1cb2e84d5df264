"""The questions about a finished match as bytes, for a browser that plays out the answers itself.

First the length of the header, 8 bytes, least first; the header, JSON in UTF-8; then records as compiled code stores
them: the rules, and for each moment the open question, the veiled one if there is one, and that of the decision if
there is one.  A question is a State, an Unknown and its Clues.
"""

import json
from collections.abc import Iterable
from typing import Any

from ..archive.record import Record
from ..backends.records import stored
from ..core.terms import SINGLE_ROUND
from .questions import Moment, Question, moments

FORMAT = 1
LENGTH = 8  # bytes


def packed(record: Record) -> bytes:
    """Return the questions about a finished match; raise LastCardError for one that is still running."""
    told, parts = [], [stored(record.rules.core_rules).bytes(0)]
    for moment in moments(record):
        told.append(_moment(moment))
        asked = (moment.open, moment.veiled, None if moment.decision is None else moment.decision.question)
        parts += [data for question in asked if question is not None for data in _records(question)]
    header = {
        "format": FORMAT,
        "rules": record.rules.id,
        "seats": record.seats,
        "names": list(record.names),
        "single_round": record.rules.core_rules.match_end == SINGLE_ROUND,
        "moments": told,
    }
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    return b"".join([len(text).to_bytes(LENGTH, "little"), text, *parts])


def _records(question: Question) -> Iterable[bytes]:
    yield stored(question.state).bytes(0)
    yield stored(question.unknown).bytes(0)
    for clue in question.clues:
        yield stored(clue).bytes(0)


def _moment(moment: Moment) -> dict[str, Any]:
    """Return what the header says of a moment."""
    decision, standing = moment.decision, moment.standing
    said: dict[str, Any] = {
        "round": moment.round,
        "move": None if moment.move is None else str(moment.move),
        "seat": None if moment.move is None else moment.move.seat,
        "scores": list(standing.scores),
        "rounds": standing.rounds,
        "eliminated": list(standing.eliminated),
        "dealer": standing.dealer,
        "winners": None if moment.winners is None else list(moment.winners),
        "drawers": sorted(moment.drawers),
        "veiled": moment.veiled is not None,
        "decision": None,
    }
    if decision is not None:
        said["decision"] = {
            "seat": decision.seat,
            "actions": ["-" if action is None else str(action) for action in decision.actions],
            "candidates": list(decision.question.candidates),
            "played": decision.played,
            "clues": len(decision.question.clues),
        }
    return said
