"""The questions that a table asks a person, made from the seat's view, for any user interface."""

from collections.abc import Callable

from .._util.grammar import capital, listed
from ..core.seats import partner
from ..core.terms import CountInfo, DealerPick, FirstSeat, Phase, UnoDuty
from ..game.status import Choices, Status
from ..game.values import Action, ActionKind
from ..game.view import View
from ..rules import Ruleset
from .speaker import Speaker, cards_in_hand

Said = Callable[[str], str]  # how to show an action that is a single word
Called = Callable[[int, str], str]  # how to name a seat to choose, given its number and its name


def in_quotes(word: str) -> str:
    """Return a word in quotes."""
    return f"'{word}'"


def numbered(seat: int, name: str) -> str:
    """Return a seat with the number that chooses it."""
    return f"{seat} ({name})"


def has_calls(rules: Ruleset) -> bool:
    """Return whether the rules ask players to call their last card."""
    return rules.uno_duty is not UnoDuty.NONE


def asks_for_youngest(rules: Ruleset) -> bool:
    """Return whether the rules ask the table who is youngest, or who deals first (D04, D06)."""
    by_table = (DealerPick.YOUNGEST, DealerPick.HOST)
    return rules.dealer_pick in by_table or rules.first_seat is FirstSeat.YOUNGEST


def last_cards(rules: Ruleset, status: Status) -> list[int]:
    """Return the seats with one card, if the rules have it announced (D40)."""
    warns = rules.count_info is CountInfo.PUBLIC_WARN
    return [seat for seat, size in enumerate(status.held) if size == 1] if warns else []


def partner_of(rules: Ruleset, seats: int, seat: int | None) -> int | None:
    """Return the partner of a seat, or None."""
    if seat is None:
        return None
    other = partner(rules.core_rules, seats, seat)
    return other if other != seat else None


def own_actions(view: View) -> list[Action]:
    """Return what the seat may do, except calls and catches, because listing those would reveal who forgot to call."""
    claims = (ActionKind.CALL, ActionKind.CATCH)
    return [action for action in view.legal if action.kind not in claims]


def only_choice(view: View) -> str | None:
    """Return the only action open to the seat, if there is just one and it does not play a card; otherwise None."""
    actions = own_actions(view)
    return actions[0].text if len(actions) == 1 and actions[0].kind is not ActionKind.LAY else None


def question(view: View, speaker: Speaker, said: Said | None = None, called: Called | None = None) -> str:
    """Return the question or prompt that the table puts to the seat of a view; to others, whom it waits for.

    `said` writes an action that is a single word, by default in quotes; `called` a seat to choose, by default with its
    number.
    """
    said, called = said or in_quotes, called or numbered
    phase, choices, awaited = view.status.phase, view.choices, view.status.awaited
    if view.status.over:
        return "The round is over"
    if view.seat not in awaited:
        return f"Waiting for {listed([speaker.names[seat] for seat in awaited])}"
    if view.seat in view.status.ready:
        return "Say when you are ready"
    if phase is Phase.DRAWN:
        return _drawn_question(view, speaker, said)
    if phase is Phase.BATCH:
        return f"Play one more of the same, or {said('done')}" if choices.lays else "No more cards to add"
    if phase in (Phase.OWED, Phase.SKIPPED):
        return _owed_question(view, said)
    if phase is Phase.COLOUR:
        return f"Choose a colour: {listed([name for _, name in view.rules.deck.colours], 'or')}"
    if phase is Phase.SEAT:
        others = listed([called(seat, speaker.names[seat]) for seat in choices.choose], "or")
        return f"Swap hands with {others}?" + (f" Or {said('pass')}" if "pass" in choices.says else "")
    return "Your turn" if choices.lays else "Your turn, and nothing fits"


def _drawn_question(view: View, speaker: Speaker, said: Said) -> str:
    card = "the card" if view.drawn is None else speaker.card(view.drawn)
    if not view.choices.lays:
        return f"{capital(card)} does not fit"
    if any(lay.card != view.drawn for lay in view.choices.lays):  # D15 any-card
        card = "a card"
    return f"Play {card}, or {said('pass')}" if "pass" in view.choices.says else f"Play {card}"


def _owed_question(view: View, said: Said) -> str:
    """Return the question for a seat that owes cards or turns: how many, and what it may do about it."""
    status = view.status
    if status.phase is Phase.OWED:
        owed = f"Draw {cards_in_hand(status.owed)}"
    else:
        owed = f"You lose {'a turn' if status.owed == 1 else f'{status.owed} turns'}"
    return owed if only_choice(view) else f"{owed}: {listed(_answers(view.choices, said), 'or')}"


def _answers(choices: Choices, said: Said) -> list[str]:
    words = [said(word) for word in ("take", "challenge") if word in choices.says]
    return [*words, "stack a card"] if choices.lays else words
