"""Copies of a record without hidden cards: saves them, and tells who did what, and which cards were drawn.

Such a copy cannot be replayed, so anything only the rules know, such as who was skipped, is left out.  So is whether a
card was right where wrong ones are fined, and whether an accusation was right if nobody drew for it.
"""

from collections.abc import Iterator

from .._util.grammar import capital, listed
from ..archive.acts import DealerAct, parse_act
from ..archive.record import Record, RoundRecord
from ..game.events import (
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
from ..game.values import Action, ActionKind, Move, values_of
from ..session.journals import write_copy
from ..words.speaker import Speaker, colour_name

_LONG = 60  # characters of a file's name that are shown


def save_copy(record: Record, seat: int | None, name: str) -> tuple[bool, str]:
    """Save the record as a seat knows it, without hidden cards; return whether it is saved, and what to tell."""
    try:
        path = write_copy(record, seat, name)
    except FileExistsError:
        return False, f"{_shortened(name)} already exists; choose another name."
    except (OSError, RuntimeError, ValueError) as error:  # the latter two: an unknown home folder, odd characters
        why = getattr(error, "strerror", None) or error
        return False, f"{_shortened(name)!r} cannot be written: {why}; choose another name."
    return True, f"Your copy of the record is in {path}; cards you did not see are left out."


def _shortened(name: str) -> str:
    return name if len(name) <= _LONG else f"{name[:_LONG]}…"


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
        self._laid_by: list[int] = []

    def sentences(self, move: list[str]) -> list[str]:
        """Return what happened on a move, and what the dealer did on it."""
        told = self._speaker.sentences([event for act in move for event in self._told(act, move)])
        return [*self._left_open(move), *told]

    def _left_open(self, move: list[str]) -> Iterator[str]:
        """Yield what was done but may have been wrong, which the copy does not show."""
        act = parse_act(move[0], self._record.rules, self._record.seats)
        if not isinstance(act, Move):
            return
        action, does, who = act.action, self._speaker.does, self._speaker.who
        if action.kind is ActionKind.CATCH and self._pays(act, move) is None:
            yield capital(f"{does(act.seat, 'accuses')} {who(action.seats[0])} of not calling UNO.")
        elif action.kind is ActionKind.LAY and self._record.rules.fine_illegal:
            words = f"{does(act.seat, 'puts')} down {listed([self._speaker.card(card) for card in action.cards])}"
            chosen = [colour_name(self._record.rules.deck, action.colour)] if action.colour else []
            chosen += map(who, action.seats)
            words += f" and {self._speaker.verb(act.seat, 'chooses')} {listed(chosen)}" if chosen else ""
            yield capital(f"{words}.")

    def _pays(self, move: Move, acts: list[str]) -> int | None:
        """Return which of the two draws cards after an accusation: the one in the wrong, if anybody."""
        both = (move.action.seats[0], move.seat)
        return next((seat for seat in both if any(act.startswith(f"d give {seat} ") for act in acts)), None)

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
            yield Challenged(seat, next((other for other in reversed(self._laid_by) if other != seat), 0))
        elif action.kind is ActionKind.CHOOSE:
            yield Swapped(seat, action.seats[0])
        elif action.kind is ActionKind.CATCH:
            accused, pays = action.seats[0], self._pays(move, acts)
            if pays is not None:
                yield Caught(accused, seat) if pays == accused else AccusedInVain(seat, accused)
        elif action.kind is ActionKind.NAME and action.colour is not None:
            yield Named(seat, next(iter(self._cards.values())), action.colour)
        elif action.kind in _SPOKEN:
            yield _SPOKEN[action.kind](seat)

    def _laid(self, seat: int, action: Action) -> Iterator[Event]:
        self._laid_by.append(seat)
        if not self._record.rules.fine_illegal:
            for place, card in enumerate(action.cards):
                colour = action.colour if card.wild else None
                yield Laid(seat, card, colour, action.calls, How.BATCH if place else How.TURN)
            for other in action.seats:
                yield Swapped(seat, other)
        if action.calls:
            yield Called(seat)


_SPOKEN = {ActionKind.PASS: Passed, ActionKind.CALL: Called, ActionKind.READY: SaidReady}
