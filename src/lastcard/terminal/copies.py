"""Tells what happened in a copy of a record without hidden cards: who did what, and which cards were drawn.

Such a copy cannot be replayed, so anything only the rules know, such as who was skipped, is left out.
"""

from collections.abc import Iterator

from ..acts import DealerAct, parse_act
from ..events import (
    AccusedInVain,
    Called,
    Caught,
    Challenged,
    Drew,
    Event,
    How,
    Laid,
    Named,
    Passed,
    Picked,
    Refilled,
    SaidReady,
    Shown,
    StartRefused,
    Swapped,
    Turned,
)  # fmt: skip
from ..record import Record, RoundRecord
from ..values import Action, ActionKind, Move, values_of
from ..words import Speaker


def moves(one: RoundRecord) -> Iterator[list[str]]:
    """Yield the acts of a round by moves, each with what the dealer did on it; the first are the opening."""
    move: list[str] = []
    for act in one.acts:
        if move and not act.startswith("d "):
            yield move
            move = []
        move.append(act)
    if move:
        yield move


def owner(record: Record, one: RoundRecord) -> int | None:
    """Return whose copy it is: the seat whose cards stand in the deal; None if none do."""
    for act in one.acts:
        if act.startswith("d deal ") and "?" not in act:
            dealt = parse_act(act, record.rules, record.seats)
            return dealt.seats[0] if isinstance(dealt, DealerAct) else None
    return None


class Telling:
    """Tells the acts of one round in sentences, as far as they show what happened."""

    def __init__(self, record: Record, speaker: Speaker) -> None:
        self._record = record
        self._speaker = speaker
        self._cards = values_of(record.rules).cards
        self._laid_by = 0

    def sentences(self, move: list[str]) -> list[str]:
        """Return what happened on a move, and what the dealer did on it."""
        return self._speaker.sentences([event for act in move for event in self._told(act, move)])

    def _told(self, text: str, move: list[str]) -> Iterator[Event]:
        act = parse_act(text, self._record.rules, self._record.seats)
        yield from self._dealt(act) if isinstance(act, DealerAct) else self._acted(act, move)

    def _dealt(self, act: DealerAct) -> Iterator[Event]:
        for code in act.cards:
            card = self._cards.get(code)
            if act.word == "give":
                yield Drew(act.seats[0], card)
            elif card is None:
                continue
            elif act.word == "pick":
                yield Picked(act.seats[0], card)
            elif act.word == "show":
                yield Shown(act.seats[0], card, act.seats[1])
            elif act.word == "back":
                yield StartRefused(card)
            elif act.word == "turn":
                yield Turned(card, 0)
        if act.word == "refill":
            yield Refilled(act.number)

    def _acted(self, move: Move, acts: list[str]) -> Iterator[Event]:
        seat, action = move.seat, move.action
        if action.kind is ActionKind.LAY:
            yield from self._laid(seat, action)
        elif action.kind is ActionKind.CHALLENGE:
            yield Challenged(seat, self._laid_by)
        elif action.kind is ActionKind.CHOOSE:
            yield Swapped(seat, action.seats[0])
        elif action.kind is ActionKind.CATCH:
            accused = action.seats[0]
            right = any(act.startswith(f"d give {accused} ") for act in acts)  # whoever was wrong draws, if anybody
            yield Caught(accused, seat) if right else AccusedInVain(seat, accused)
        elif action.kind is ActionKind.NAME and action.colour is not None:
            yield Named(seat, next(iter(self._cards.values())), action.colour)
        elif action.kind in _SPOKEN:
            yield _SPOKEN[action.kind](seat)

    def _laid(self, seat: int, action: Action) -> Iterator[Event]:
        self._laid_by = seat
        for place, card in enumerate(action.cards):
            yield Laid(seat, card, action.colour if card.wild else None, action.calls, How.BATCH if place else How.TURN)
        if action.calls:
            yield Called(seat)
        for other in action.seats:
            yield Swapped(seat, other)


_SPOKEN = {ActionKind.PASS: Passed, ActionKind.CALL: Called, ActionKind.READY: SaidReady}
