"""A copy of a record from which cards are left out, told as far as it goes: who did what, and what came of it in cards.

Such a copy cannot be carried out again, so what only the rules know, such as who was skipped, is not told.
"""

from collections.abc import Iterator

from ...core.terms import CALL, CALLING, CATCH, CHALLENGE, CHOOSE, NAME, NONE, PASS, READY, SEATS, VERBS, Fact
from ...errors import LastCardError, RecordError
from ...events import Event
from ...notation import parse_cards, parse_move
from ...record import RoundRecord
from ..words import Speaker

_DEALER_FACTS = {"back": Fact.REFUSED, "turn": Fact.TURNED, "refill": Fact.REFILLED}
_SPOKEN = {PASS: Fact.PASSED, CALL: Fact.CALLED, READY: Fact.READY}


def moves(one: RoundRecord) -> Iterator[list[str]]:
    """The acts of a round by moves, each with what the dealer did on it; the first are the opening."""
    move: list[str] = []
    for act in one.acts:
        if move and not act.startswith("d "):
            yield move
            move = []
        move.append(act)
    if move:
        yield move


def owner(one: RoundRecord) -> int:
    """Whose copy it is: the seat whose cards stand in the deal; nobody's, if none do."""
    deals = [act.split() for act in one.acts if act.startswith("d deal ") and "?" not in act]
    return int(deals[0][2]) if deals and deals[0][2].isdecimal() else NONE


class Telling:
    """Acts of one round in sentences, as far as the acts show what happened."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._deck = speaker.deck
        self._laid = NONE  # who laid last

    def sentences(self, move: list[str]) -> list[str]:
        """What happened on a move, and what the dealer did on it."""
        try:
            return self._speaker.sentences([event for act in move for event in self._told(act, move)])
        except (LastCardError, LookupError, ValueError) as error:
            raise RecordError(f"{', '.join(move)} cannot be read: {error}") from error

    def _told(self, act: str, move: list[str]) -> Iterator[Event]:
        if act.startswith("d "):
            yield from self._dealt(act.split()[1:])
            return
        seat, actions = parse_move(self._deck, act)
        if seat is None:
            raise RecordError(f"{act!r} names no seat")
        for place, action in enumerate(actions):
            yield from self._acted(seat, action, place, move)

    def _dealt(self, words: list[str]) -> Iterator[Event]:
        word, rest = words[0], words[1:]
        if word in _DEALER_FACTS:
            card = NONE if word == "refill" else self._cards(rest[0])[0]
            yield Event(_DEALER_FACTS[word], NONE, card, NONE)
        elif word in ("pick", "give"):
            kind = Fact.PICKED if word == "pick" else Fact.DREW
            yield from (Event(kind, int(rest[0]), card, NONE) for card in self._cards(rest[1]))
        elif word == "show":
            yield from (Event(Fact.SHOWN, int(rest[0]), card, int(rest[1])) for card in self._cards(rest[2]))

    def _cards(self, text: str) -> list[int]:
        return parse_cards(self._deck, text, unknown=True)

    def _acted(self, seat: int, action: int, place: int, move: list[str]) -> Iterator[Event]:
        if action & ~CALLING < VERBS:
            self._laid = seat
            yield Event(Fact.JOINED if place else Fact.LAID, seat, action & ~CALLING, NONE)
            if action & CALLING:
                yield Event(Fact.CALLED, seat, NONE, NONE)
        elif action in _SPOKEN:
            yield Event(_SPOKEN[action], seat, NONE, NONE)
        elif action == CHALLENGE:
            yield Event(Fact.CHALLENGED, seat, NONE, self._laid)
        elif NAME <= action < CHOOSE:
            yield Event(Fact.NAMED, seat, NONE, action - NAME)
        elif CHOOSE <= action < CHOOSE + SEATS:
            yield Event(Fact.SWAPPED, seat, NONE, action - CHOOSE)
        elif CATCH <= action < CATCH + SEATS:
            accused = action - CATCH
            right = any(act.startswith(f"d give {accused} ") for act in move)  # whoever was wrong draws, if anybody
            yield Event(Fact.CAUGHT, accused, NONE, seat) if right else Event(Fact.WRONG, seat, NONE, accused)
