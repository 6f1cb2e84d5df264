"""What a person is shown and asked, from the view of the seat."""

from ..core.terms import BATCH, COLOUR, DRAWN, NONE, OWED, SEAT, SKIPPED, TURN
from ..events import Status
from ..notation import format_card, in_deck_order
from ..rules import Ruleset
from ..view import View
from .words import Speaker, card_names, cards_in_hand, direction, listed, top_words

# ---------------------------------------------------------------- what lies there


def table_lines(view: View, speaker: Speaker) -> list[str]:
    """What everybody sees: the top card, the direction, how many cards the others hold."""
    status = view.status
    line = f"On top: {top_words(view.ruleset.deck, status.top, status.face)}."
    if status.seats > 2:
        line += f" Play goes {direction(status.way)}."
    others = [_other(status, seat, speaker) for seat in range(status.seats) if seat != view.seat]
    return [line, f"{listed(others)}."]


def _other(status: Status, seat: int, speaker: Speaker) -> str:
    name = speaker.names[seat]
    if status.out >> seat & 1:
        return f"{name} is out"
    if status.held[seat] == NONE:
        return f"{name} holds cards"
    called = " and has called UNO" if status.called >> seat & 1 else ""
    return f"{name} holds {cards_in_hand(status.held[seat])}{called}"


def hand_line(view: View) -> str:
    """The own hand, in the order of the deck."""
    names = card_names(view.ruleset.deck)
    cards = in_deck_order(view.ruleset.deck, view.hand.elements())
    return f"You hold {cards_in_hand(len(cards))}: {', '.join(names[card] for card in cards)}."


def piles_line(status: Status) -> str:
    """The two piles, for who wants to know."""
    return f"The stock has {cards_in_hand(status.n_stock)}, the discards {status.n_discards + 1}."


# ---------------------------------------------------------------- what is asked


def turn_prompt(view: View, speaker: Speaker) -> str:
    """What the table asks the seat of the view."""
    if view.status.ready >> view.seat & 1:
        return "The table waits for you to say 'ready'"
    match view.status.phase:
        case x if x == DRAWN:
            return _drawn_prompt(view)
        case x if x == BATCH:
            return "Lay one more of the same, or 'done'"
        case x if x in (OWED, SKIPPED):
            return _owed_prompt(view)
        case x if x == COLOUR:
            return f"Name a colour: {listed([name for _, name in view.ruleset.deck.colours], 'or')}"
        case x if x == SEAT:
            seats = [int(action[1:]) for action in view.legal]
            return f"Swap hands with whom? {listed([f'{seat} ({speaker.names[seat]})' for seat in seats], 'or')}"
    return "Your turn"


def _lays(view: View) -> bool:
    """Whether a card could be laid."""
    return any(action[0] not in ":>" and action[0].islower() and action not in _NO_LAY and " " not in action
               for action in view.legal)


def _drawn_prompt(view: View) -> str:
    return ""


def _owed_prompt(view: View) -> str:
    return ""
