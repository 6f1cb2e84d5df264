"""What a person is shown and asked, from the view of the seat."""

from collections.abc import Callable

from ..core.terms import (
    BATCH,
    CALL,
    CATCH,
    COLOUR,
    DRAWN,
    NONE,
    OVER,
    OWED,
    READY,
    SEAT,
    SKIPPED,
    VERBS,
    CountInfo,
    Teams,
    UnoDuty,
)
from ..events import SPECTATOR, Status
from ..notation import in_deck_order, parse_action
from ..rules import Ruleset
from ..view import View
from .words import Speaker, capital, card_names, cards_in_hand, direction, listed, top_words

# ---------------------------------------------------------------- what lies there


def table_lines(view: View, speaker: Speaker) -> list[str]:
    """What everybody sees: the top card, the direction, how many cards the others hold."""
    status = view.status
    line = f"On top: {top_words(view.ruleset.deck, status.top, status.face)}."
    if status.seats > 2:
        line += f" Play goes {direction(status.direction)}."
    partner = partner_of(view.ruleset, status.seats, view.seat)
    others = [_other(status, seat, speaker, partner) for seat in range(status.seats) if seat != view.seat]
    return [line, f"{', '.join(others)}."]


def has_calls(rules: Ruleset) -> bool:
    """Whether the last card but one has to be called."""
    return rules.uno_duty is not UnoDuty.NONE


def partner_of(rules: Ruleset, seats: int, seat: int) -> int | None:
    """Who wins together with a seat, if anybody does: the one opposite."""
    return (seat + seats // 2) % seats if rules.teams is Teams.PARTNERS and seat != SPECTATOR else None


def _other(status: Status, seat: int, speaker: Speaker, partner: int | None) -> str:
    name = speaker.names[seat] + (" (your partner)" if seat == partner else "")
    if status.out >> seat & 1:
        return f"{name} is out"
    if status.held[seat] == NONE:
        return f"{name} plays"
    called = " and has called UNO" if status.called >> seat & 1 else ""
    return f"{name} holds {cards_in_hand(status.held[seat])}{called}"


def hand_line(view: View) -> str:
    """The own hand, in the order of the deck."""
    names = card_names(view.ruleset.deck)
    cards = in_deck_order(view.ruleset.deck, view.hand.elements())
    return f"You hold {cards_in_hand(len(cards))}: {', '.join(names[card] for card in cards)}."


def piles_line(status: Status) -> str:
    """The two piles, for who wants to know."""
    return f"The stock has {cards_in_hand(status.n_stock)}, the discards have {status.n_discards + 1}."


def notices(rules: Ruleset, speaker: Speaker, before: Status, after: Status) -> list[str]:
    """What follows from what happened between two looks at the table, but is easily missed."""
    lines = []
    if before.direction != after.direction and after.seats > 2 and after.phase != OVER:
        lines.append(f"Play now goes {direction(after.direction)}.")
    if rules.count_info is CountInfo.PUBLIC_WARN:
        last = [seat for seat in range(after.seats) if after.held[seat] == 1 != before.held[seat]]
        lines += [f"{speaker.does(seat, 'has')} one card left." for seat in last]
    return [capital(line) for line in lines]


# ---------------------------------------------------------------- what may be done


def legal_actions(view: View) -> dict[int, str]:
    """What the seat may do, by the numbers of the core."""
    return {parse_action(view.ruleset.deck, text)[0]: text for text in view.legal}


def own_actions(view: View) -> dict[int, str]:
    """Return what the seat may do without calls and accusations: listing those would tell who forgot to call."""
    return {action: text for action, text in legal_actions(view).items() if action != CALL and action < CATCH}


def rights_beside(view: View) -> list[str]:
    """Return what the seat may do beside the turn, calls and accusations left out."""
    if view.seat == view.status.turn:
        return []
    return [text for action, text in own_actions(view).items() if action != READY]


def could_type(view: View) -> str:
    """Return what could be typed now; calls and accusations are named whether somebody owes a call or not."""
    words = list(own_actions(view).values())
    speaking = " To call or to accuse: uno, caught." if has_calls(view.ruleset) else ""
    return (f"You could type: {', '.join(words)}." if words else "You have nothing to play now.") + speaking


# ---------------------------------------------------------------- what is asked


def only_choice(view: View) -> str | None:
    """What Enter alone does: the one thing that may be done, if it is no lay."""
    actions = own_actions(view)
    return next(iter(actions.values())) if len(actions) == 1 and min(actions) >= VERBS else None


def quoted(word: str) -> str:
    """A word that is typed."""
    return f"'{word}'"


def turn_prompt(view: View, speaker: Speaker, said: Callable[[str], str] = quoted) -> str:
    """What the table asks the seat of the view; `said` shows how an action that is a word is done."""
    asked = question(view, speaker, said)
    choice = only_choice(view)
    return f"{asked} (Enter: {choice})" if choice else asked


def question(view: View, speaker: Speaker, said: Callable[[str], str] = quoted) -> str:
    """The same without what Enter does."""
    phase = view.status.phase
    if view.status.ready >> view.seat & 1:
        return "The table waits until you are ready"
    if phase == DRAWN:
        return _drawn_question(view, said)
    if phase == BATCH:
        return f"Lay one more of the same, or {said('done')}" if _may_lay(view) else "Nothing more to lay"
    if phase in (OWED, SKIPPED):
        return _owed_question(view, said)
    if phase == COLOUR:
        return f"Name a colour: {listed([name for _, name in view.ruleset.deck.colours], 'or')}"
    if phase == SEAT:
        seats = [action[1:] for action in view.legal if action.startswith(">")]
        return f"Swap hands with {listed([f'{seat} ({speaker.names[int(seat)]})' for seat in seats], 'or')}?"
    return "Your turn" if _may_lay(view) else "Your turn, and nothing fits"


def _may_lay(view: View) -> bool:
    return any(action < VERBS for action in legal_actions(view))


def _drawn_question(view: View, said: Callable[[str], str]) -> str:
    card = card_names(view.ruleset.deck)[view.drawn]
    if not _may_lay(view):
        return f"{capital(card)} does not fit"
    return f"Lay {card}, or {said('pass')}" if "pass" in view.legal else f"Lay {card}"


def _owed_question(view: View, said: Callable[[str], str]) -> str:
    """What is owed and what may be done about it."""
    status = view.status
    if status.phase == OWED:
        owed = f"You owe {cards_in_hand(status.pending)}"
    else:
        owed = f"You lose {'a turn' if status.pending == 1 else f'{status.pending} turns'}"
    choices = [said(word) for word in ("take", "challenge") if word in view.legal]
    if _may_lay(view):
        choices.append("a card that answers")
    return owed if only_choice(view) else f"{owed}: {listed(choices, 'or')}"


def beside_prompt(view: View, speaker: Speaker, example: str = "") -> str:
    """What people who may speak beside the turn are asked; it does not say why.  Several begin with a name."""
    how = f"; else who and what, as in '{example}'" if example else ""
    return f"Anything to say before {speaker.does(view.status.turn, 'plays')}? (Enter: no{how})"
